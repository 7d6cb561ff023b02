"""A game keeps its log: one step back, a file and back, and the game in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from freehold import Game, PositionError, play_out
from freehold.editions import ids, new_template
from freehold.game import draws
from freehold.players.ladder import LadderBot

from ..table import A, B, C, deeds, do, table


def whole(game: Game) -> tuple[object, ...]:
    return game.position(), list(game.log), draws.stored(game), game.tell()


@pytest.mark.parametrize("edition", ids())
def test_every_action_is_taken_back_to_where_it_began_without_burning(edition: str) -> None:
    game = Game.new(edition, 3, seed=5)
    seen = [whole(game)]
    play_out(game, "baron", turns=30, watch=lambda *_: seen.append(whole(game)))
    while game.log:
        assert whole(game) == seen.pop()
        last = game.log[-1]
        assert game.undo(burn=False) == last
    assert [whole(game)] == seen
    with pytest.raises(ValueError, match="no action"):
        game.undo()


def test_without_burning_an_action_draws_the_same_again_and_another_goes_on_from_there() -> None:
    game = Game.new("classic", 3, seed=5)
    play_out(game, "novice", turns=9)
    while game.phase != "buy":
        game.apply(game.legal(offers=False)[0])
    before = whole(game)
    bought = game.copy()
    bought.apply({"type": "buy"})
    game.apply({"type": "decline"})
    game.undo(burn=False)
    assert whole(game) == before
    game.apply({"type": "buy"})
    assert whole(game) == whole(bought)
    game.undo(burn=False)
    twin = game.copy()
    game.apply({"type": "decline"})
    assert twin.undo(burn=False) == before[1][-1]  # type: ignore[index]  # the log
    assert len(game.log) == len(twin.log) + 2


def test_dictated_dice_are_taken_back_too() -> None:
    game = Game.new("classic", 2, seed=1)
    game.apply({"type": "roll"}, chance=[1, 2])
    played = whole(game)
    entry = game.undo(burn=False)
    assert entry.get("dictated") == 2
    game.again(entry)
    assert whole(game) == played


def test_a_bot_forgets_a_refusal_that_was_taken_back() -> None:
    holds = deeds(A, 6, 8, 19) | deeds(B, 9, 16, 18) | deeds(C, 5, 15)
    game, bot = table(turn=A, phase="end", deeds=holds), LadderBot("trader")
    offer = bot.decide(game, A)
    game.apply(offer, A)
    do(game, "reject", B)
    assert bot.decide(game, A) != offer
    game.undo()
    game.undo()
    assert bot.decide(game, A) == offer


# ---------------------------------------------------------------------- files


@pytest.mark.parametrize("edition", ids())
def test_a_saved_game_goes_on_identically_with_its_log(edition: str, tmp_path: Path) -> None:
    game = Game.new(edition, 4, seed=2)
    play_out(game, "trader", turns=20)
    game.save(tmp_path / "game.json")
    again = Game.load(tmp_path / "game.json")
    assert (again.position(), again.log, again.start) == (game.position(), game.log, game.start)
    assert Game.load(str(tmp_path / "game.json")).position() == game.position()
    for one in (game, again):
        play_out(one, "trader", turns=10)
    assert again.position() == game.position()


def test_a_file_may_hold_a_position_alone(tmp_path: Path) -> None:
    game = Game.new("classic", 2, seed=4)
    game.apply({"type": "roll"})
    file = tmp_path / "position.json"
    file.write_text(json.dumps(game.position()), encoding="utf-8")
    assert Game.load(file).position() == game.position()
    assert Game.load({"start": game.start, "log": game.log}).log == game.log


def test_an_edition_of_ones_own_is_found_from_another_folder_or_beside_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("mine.toml").write_text(new_template(), encoding="utf-8")
    game = Game.new("mine.toml", 2, seed=1)
    game.save("game.json")
    monkeypatch.chdir(tmp_path)
    assert Game.load("here/game.json").edition == game.edition
    (tmp_path / "here").rename(tmp_path / "there")
    assert Game.load("there/game.json").edition == game.edition


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("no json", "is not JSON"),
        ("[]", "must be an object"),
        ('{"start": 3, "log": []}', "start must be an object"),
        ('{"start": {}}', "log must be a list"),
        ('{"start": {}, "log": [{"seat": 0}]}', "log[0] must have seat, action and chance"),
        ('{"start": {}, "log": [3, 4]}', "log[1] must have"),
    ],
)
def test_a_broken_file_gets_a_sentence(content: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(PositionError) as error:
        Game.load(file)
    assert said in str(error.value)


# ---------------------------------------------------------------------- in words


def test_a_game_tells_what_happened_in_both_languages() -> None:
    game = Game.new("classic", ["Ann", "Bob"], seed=1, chance=[6, 5, 1, 2])
    assert any("Ann" in sentence for sentence in game.tell())
    events = game.apply({"type": "roll"}, chance=[1, 2])
    assert game.tell()[0] == "Ann throws 1 and 2, 3 in all." == game.tell(events)[0]
    assert game.tell(lang="fr")[0].startswith("Ann lance les dés")


def test_print_shows_a_small_board() -> None:
    game = table(
        "classic",
        turn=A,
        deeds={
            "1": {"owner": 0, "buildings": 5},
            "3": {"owner": 0, "buildings": 4},
            "5": {"owner": 1, "mortgaged": True},
        },
    )
    board = str(game)
    assert len(board.splitlines()) == 22
    assert max(map(len, board.splitlines())) <= 66
    assert {" 1 A*", " 3 A4", " 5 B-"} <= {board[at : at + 5] for at in range(len(board))}
    assert board.splitlines()[-1].rstrip().endswith("ABC")
    assert "Throw the dice" in board
    assert repr(game).startswith("Game.load({")
