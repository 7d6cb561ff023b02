"""Games from a position: the same interpreted and compiled, from every phase, with honest intervals."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import freehold
from freehold import Game
from freehold.arena import simulation
from freehold.arena.chunks import play_chunk
from freehold.game import internals
from freehold.players import game_players, ladder
from freehold.rules import decks, state

FOUR = ["baron", "trader", "novice", "random"]


def played(edition: str = "classic", actions: int = 150, seed: int = 3, players: int = 4, **more: Any) -> Game:
    """A game some way on, by random players, who get into every phase there is."""
    game = Game.new(edition, players, seed=seed, **more)
    with game_players.seated([("random", seat) for seat in range(players)]) as sitting:
        while len(game.log) < actions and not game.over:
            seat, action = game_players.next_move(game, sitting)
            game.apply(action, seat)
    return game


WANTED = {"roll", "buy", "auction", "debt", "answer", "end"}


def phases(edition: str, options: dict[str, Any]) -> dict[str, Any]:
    """One position of each phase that random players come to, until all of the usual ones are there."""
    found: dict[str, Any] = {}
    for seed in range(10):
        game = Game.new(edition, 4, seed=seed, options=options)
        with game_players.seated([("random", seed * 4 + seat) for seat in range(4)]) as sitting:
            while len(game.log) < 1500 and not game.over and not found.keys() >= WANTED:
                found.setdefault(game.phase, game.position())
                seat, action = game_players.next_move(game, sitting)
                game.apply(action, seat)
    return found


@pytest.mark.parametrize(
    ("edition", "options"),
    [("classic", {}), ("star-wars-2", {"rent_claims": "claimed"}), ("spider-man", {})],
)
def test_every_phase_can_be_played_on(edition: str, options: dict[str, Any]) -> None:
    """An auction, a debt, an offer that lies on the table: all are played on, compiled as interpreted."""
    found = phases(edition, options)
    assert found.keys() >= WANTED
    for phase, position in found.items():
        slow, fast = (
            freehold.simulate(start=position, bots=FOUR, games=2, turns=40, backend=backend, workers=1)
            for backend in ("python", "cpu")
        )
        assert slow.digest == fast.digest, phase
        assert slow.summary() == fast.summary()
        chances = freehold.win_probability(position, FOUR, games=2, turns=40, workers=1)
        assert [row["wins"] for row in chances] == [row["wins"] for row in fast.summary()["seats"]]


def test_a_position_is_its_own_setting() -> None:
    game = played("spider-man", options={"rent_claims": "claimed"}, players=3)
    found = freehold.simulate(start=game, games=1, turns=5, backend="python")
    settings = found.summary()["settings"]
    assert (settings["edition"], settings["players"]) == ("spider-man", 3)
    assert settings["options"]["rent_claims"] == "claimed"
    others: list[Any] = [{"edition": "classic"}, {"variant": "short"}, {"options": {"rent_claims": "automatic"}}]
    for wrong in others:
        with pytest.raises(ValueError, match="The position"):
            freehold.simulate(start=game, games=1, backend="python", **wrong)
    with pytest.raises(ValueError, match="3 seats"):
        freehold.simulate(start=game, bots=FOUR, games=1, backend="python")
    with pytest.raises(ValueError, match="backends python and cpu"):
        freehold.simulate(start=game, games=1, backend="cuda")


def test_turns_and_counts_begin_at_the_position() -> None:
    game = played(actions=400)
    found = freehold.simulate(start=game, bots="novice", games=3, turns=7, backend="python").summary()
    assert game.turns > 7
    assert found["length"]["turns"]["most"] <= 7
    whole = [row for row in found["groups"] if row["completed"]]
    held = {deed["owner"] for square, deed in game.position()["deeds"].items() if square in ("1", "3")}
    assert not [row for row in whole if row["group"] == "brown" and len(held) == 1]


def test_whoever_is_on_turn_in_the_position_counts_as_the_first() -> None:
    lot = {"square": 19, "bid": 20, "floor": 1, "leader": 1, "bidder": 2, "bidders": [1, 2]}
    start = {"edition": "classic", "players": [{}, {}, {}], "turn": 1, "decider": 2, "phase": "auction", "auction": lot}
    plan = simulation.plan_of(None, "novice", 2, 1, start=start, turns=3, backend="python")
    assert play_chunk(plan, range(2)).starter.tolist() == [1, 1]
    assert play_chunk(replace(plan, counted=False), range(2)).starter.tolist() == [1, 1]


def test_a_view_is_enough_and_tells_nothing_of_the_decks() -> None:
    """Whatever order the decks lie in, the chances are the same: what nobody may see does not count."""
    game = played(actions=220)
    other = game.copy()
    internals.reseed(other, 99)
    internals.shuffle_decks(other)
    assert other.view() == game.view()
    assert other.position()["decks"] != game.position()["decks"]
    wanted = freehold.win_probability(game, "novice", games=4, turns=60, backend="python")
    for same in (game.position(), game.view(), other):
        assert freehold.win_probability(same, "novice", games=4, turns=60, backend="python") == wanted


def test_decks_may_stay_as_they_lie() -> None:
    game = played(actions=60)
    found = [
        freehold.simulate(start=game, bots="novice", games=2, turns=2, backend="python", shuffle=shuffle).digest
        for shuffle in (True, False)
    ]
    assert found[0] != found[1]


@pytest.mark.parametrize("deck", [0, 1])
def test_a_card_in_hand_stays_on_top(deck: int) -> None:
    """A card that is being followed lies face up; only the others are shuffled."""
    g: Any = internals.record(played(actions=120))
    card = g.deck[deck * state.DECK_ROOM + g.deck_top[deck]]
    before = list(g.deck)
    g.in_hand = card
    decks.shuffle_unseen(g, ladder.own_chance(7))
    assert g.deck[deck * state.DECK_ROOM + g.deck_top[deck]] == card
    assert g.deck != before
    assert sorted(g.deck) == sorted(before)


def test_the_end_of_a_game_is_certain() -> None:
    game = played(actions=150)
    position = game.position()
    for player in position["players"][1:]:
        player |= {"bankrupt": True, "cash": 0, "jail_cards": []}
    position["deeds"] = {}
    position |= {"turn": 0, "phase": "over", "decider": None, "winner": 0}
    chances = freehold.win_probability(position, games=10, backend="python")
    assert [row["rate"] for row in chances] == [1, 0, 0, 0]


def test_own_bots_play_from_a_position_too(tmp_path: Any) -> None:
    bot = tmp_path / "first.py"
    bot.write_text("def decide(view, legal):\n    return legal[0]\n", encoding="utf-8")
    game = played(actions=40, players=2)
    found = freehold.simulate(start=game, bots=[f"{bot}:decide", "novice"], games=1, turns=6)
    assert found.games == 1
    assert found.summary()["length"]["turns"]["most"] <= 6


def test_the_interval_covers_the_truth() -> None:
    """Few trials here; bench/win_probability.py has the hundred that the claim of 95 % is about."""
    position = played(actions=300).position()
    truth = freehold.win_probability(position, "trader", games=20_000, seed=1)
    missed: Counter[int] = Counter()
    for seed in range(2, 22):
        for row, true in zip(freehold.win_probability(position, "trader", games=400, seed=seed), truth, strict=True):
            missed[row["seat"]] += not row["low"] <= true["rate"] <= row["high"]
    assert sum(missed.values()) <= 12  # of 80; more by chance once in ten thousand runs
    assert all(true["high"] - true["low"] < 0.02 for true in truth)


def test_a_notebook_shows_the_chances() -> None:
    chances = freehold.win_probability(played(actions=20), "novice", games=2, turns=10, backend="python")
    shown = chances._repr_html_()
    assert "<svg" in shown
    assert "<table" in shown
    assert chances[0].keys() >= {"seat", "rate", "low", "high"}
    assert isinstance(chances, list)


def test_what_is_no_position_and_no_seat_gets_a_sentence() -> None:
    with pytest.raises(ValueError, match="not of None"):
        freehold.win_probability(None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no seat 7"):
        freehold.advise(Game.new("classic", 2), 7)
