"""What is taken back in the library: draws that were seen are burnt, and what was undone is kept."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from freehold import Bot, Game, PositionError
from freehold.editions import ids
from freehold.game import draws
from freehold.game.actions import IllegalAction

from ..table import A, B, do, table


def whole(game: Game) -> dict[str, Any]:
    kept = {"log": game.log, "taken_back": game.taken_back, "start": game.start}
    return {"position": game.position(), "draws": draws.stored(game), "told": game.tell(), **kept}


def thrown(game: Game) -> tuple[int, ...]:
    return tuple(int(face) for face in game.log[-1]["chance"][:2])


def chi_square(found: Counter[Any], kinds: int) -> float:
    wanted = sum(found.values()) / kinds
    return sum((count - wanted) ** 2 / wanted for count in found.values()) + wanted * (kinds - len(found))


def test_a_throw_that_was_taken_back_does_not_come_again_but_by_chance() -> None:
    pairs: Counter[bool] = Counter()
    for seed in range(600):
        game = Game.new("classic", 2, seed=seed)
        game.apply({"type": "roll"})
        seen = thrown(game)
        game.undo(by=A)
        game.apply({"type": "roll"})
        pairs[thrown(game) == seen] += 1
    assert 5 <= pairs[True] <= 32, pairs  # 16.7 expected, 4.0 its standard deviation


def test_whoever_takes_back_what_is_no_seven_gains_no_throw() -> None:
    """Every throw that is seen counts: those of a player who throws again, up to five times, until it is a seven."""
    found: Counter[tuple[int, ...]] = Counter()
    last: Counter[bool] = Counter()
    for seed in range(400):
        game = Game.new("classic", 2, seed=seed)
        for _ in range(5):
            game.apply({"type": "roll"})
            found[thrown(game)] += 1
            last[sum(thrown(game)) == 7] += 1
            if sum(thrown(game)) == 7:
                break
            game.undo(by=A)
        assert game.draws == len(game.taken_back) + len(game.log)
    assert chi_square(found, 36) < 66.6  # 35 degrees of freedom: more in 1 of 1,000
    assert abs(last[True] - sum(last.values()) / 6) < 4 * (sum(last.values()) * 5 / 36) ** 0.5


def test_a_card_that_was_taken_back_is_shuffled_with_those_that_nobody_has_seen() -> None:
    drawn: Counter[str] = Counter()
    for seed in range(20):
        game = Game.load({**table(turn=A, players=2).position(), "chance": {"key": [seed, 9], "drawn": 0, "dealt": 0}})
        for number in range(9):
            events = game.apply({"type": "roll"}, chance=[1, 1])
            cards = [str(event["card"]) for event in events if event["type"] == "card"]
            drawn.update(cards if number else [])  # the first is that of the position
            game.undo(by=A)
        assert game.position()["players"] == game.start["players"]
    assert sum(drawn.values()) == 160
    assert chi_square(drawn, 16) < 37.7  # 15 degrees of freedom: more in 1 of 1,000


def test_the_order_of_cards_that_all_have_seen_stays() -> None:
    game = table(turn=A, players=2)
    game.apply({"type": "roll"}, chance=[1, 1])
    game.undo(burn=False)
    game._draws = game._draws._replace(unseen=(0, 0))
    before = game.position()["decks"]
    game.apply({"type": "roll"}, chance=[1, 1])
    game.undo(by=A)
    assert game.position()["decks"] == before


def test_what_drew_nothing_is_taken_back_exactly() -> None:
    game = table(turn=A, phase="end", deeds={"1": {"owner": A}})
    before = game.position()
    do(game, "mortgage", A, square=1)
    entry = game.undo(by=A)
    assert game.position() == before
    assert game.taken_back == [{"by": A, "after": 0, "drew": False, "entry": entry}]
    do(game, "mortgage", A, square=1)
    assert "burnt" not in game.log[-1]


def test_the_record_says_who_wished_what_and_the_log_how_many_draws_are_burnt() -> None:
    game = Game.new("classic", 3, seed=7)
    game.apply({"type": "roll"})
    rolled = game.log[0]
    game.apply(game.legal(offers=False)[0])
    then = game.log[1]
    game.undo(by=B)
    game.undo()
    assert [undone["by"] for undone in game.taken_back] == [B, None]
    assert [undone["entry"] for undone in game.taken_back] == [then, rolled]
    assert [undone["after"] for undone in game.taken_back] == [1, 0]
    assert [undone["drew"] for undone in game.taken_back] == [False, True]
    game.apply({"type": "roll"})
    assert game.log[0].get("burnt") == 1
    assert game.draws == 2
    with pytest.raises(IllegalAction):
        game.undo(by=3)
    assert len(game.log) == 1


def walk(game: Game, chance: random.Random, actions: int) -> None:
    """Bots play; after some actions somebody takes up to four back."""
    bot = Bot("trader")
    for _ in range(actions):
        if game.over:
            return
        assert game.decider is not None
        game.apply(bot.choose(game), game.decider)
        if chance.random() < 0.15:
            for _ in range(min(len(game.log), chance.randint(1, 4))):
                game.undo(by=chance.randrange(len(game.names)))


@pytest.mark.parametrize("edition", ids())
def test_a_game_with_take_backs_is_saved_with_them_and_goes_on_identically(edition: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    game, chance = Game.new(edition, 4, seed=3), random.Random(5)
    for part in range(6):
        walk(game, chance, 20)
        if part % 2:
            game.undo(by=A)  # the last thing that was done
        game.save(file)
        again = Game.load(file)
        assert whole(again) == whole(game)
        assert Game.replay(game.start, game.log).view() == game.view()
        one, other = game.copy(), again.copy()
        for each in (one, other):
            walk(each, random.Random(part), 15)
        assert whole(one) == whole(other)
        assert whole(again) == whole(game)
    assert sum(undone["drew"] for undone in game.taken_back) > 5
    assert any("burnt" in entry for entry in game.log)
    twin = Game.replay(game.start, game.log)
    game.apply(game.legal(offers=False)[0])
    after = Game.replay(game.start, game.log)
    assert after.position() == game.position()
    assert after.log == game.log
    assert twin.log == game.log[:-1]


def test_an_exact_step_back_forgets_what_was_taken_back_since() -> None:
    game, seen = Game.new("classic", 3, seed=4), []
    chance, bot = random.Random(1), Bot("trader")
    for _ in range(40):
        seen.append(whole(game))
        assert game.decider is not None
        game.apply(bot.choose(game), game.decider)
        while game.log and chance.random() < 0.3:
            game.undo(by=A)
            del seen[len(game.log) + 1 :]
    loaded = Game.load({"start": game.start, "log": game.log, "taken_back": game.taken_back})
    assert len(seen) > len(game.log) > 3
    while game.log:
        game.undo(burn=False)
        loaded.undo(burn=False)
        assert len(game.log) < len(seen)
        assert whole(loaded) | {"told": None} == whole(game) | {"told": None}  # a file has no words of the set-up
    assert game.taken_back == loaded.taken_back


def test_exactly_back_to_before_every_take_back_is_the_beginning() -> None:
    game = Game.new("classic", 2, seed=4)
    game.apply({"type": "roll"})
    first = whole(game)
    game.apply(game.legal(offers=False)[0])
    game.undo(by=A)
    game.apply(game.legal(offers=False)[-1])
    game.undo(burn=False)
    assert len(game.taken_back) == 1
    game.undo(burn=False)
    assert (game.position(), game.taken_back) == (first["start"], [])


ENTRY = {"seat": 0, "action": {"type": "roll"}, "chance": [1, 2]}


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({"taken_back": {}}, "taken_back must be a list"),
        ({"taken_back": [3]}, "taken_back[0] must have by, after, drew and entry"),
        ({"taken_back": [{"by": 0, "after": 0, "drew": 1, "entry": ENTRY}]}, "taken_back[0] must have"),
        ({"taken_back": [{"by": 0, "after": -1, "drew": True, "entry": ENTRY}]}, "taken_back[0] must have"),
        ({"taken_back": [{"by": "Ann", "after": 0, "drew": True, "entry": ENTRY}]}, "taken_back[0] must have"),
        ({"taken_back": [{"by": 0, "after": 0, "drew": True, "entry": {}}]}, "taken_back[0] must have"),
        ({"log": [{**ENTRY, "burnt": -1}]}, "log[0] must have"),
        ({"log": [{**ENTRY, "burnt": True}]}, "log[0] must have"),
    ],
)
def test_a_broken_record_gets_a_sentence(found: dict[str, Any], said: str) -> None:
    game = Game.new("classic", 2, seed=1)
    with pytest.raises(PositionError) as error:
        Game.load({"start": game.start, "log": [], **found})
    assert said in str(error.value)
    assert "must" not in error.value.sentence("fr")
