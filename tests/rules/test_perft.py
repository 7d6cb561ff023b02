"""Perft: the lines of play of known positions are counted, and an enumerator that never asks `legal` finds the same.

The positions stand in `perft.toml`; `python -m tests.rules.test_perft --write` counts them again.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest

from freehold import Game, IllegalAction, editions, format_action
from freehold.action_table import ACTIONS
from freehold.engine import batch
from freehold.game import FIELDS
from freehold.game.names import PHASES
from freehold.game.types import Action
from freehold.perft import divide, perft
from tests.game import playthrough

Json = dict[str, Any]

FILE = Path(__file__).with_name("perft.toml")
CASES: list[Json] = tomllib.loads(FILE.read_text(encoding="utf-8"))["case"]
each_case = pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
EVERY = 17  # actions of a playthrough, after which the enumerator looks in
FEW = 10  # first actions, up to which the enumerator looks at what follows them too

# Whatever an action may carry, by the field's name; bids, settlements and offers are tried apart.
VALUES: dict[str, tuple[Any, ...]] = {
    "deck": ("chest", "chance"),
    "square": tuple(range(40)),
    "to": tuple(range(8)),
    "amount": (1,),  # `legal` lists an amount by the lowest one
    "choice": tuple(choice for action in ACTIONS.values() for choice in action.row.choices),
    "symbol": ("light", "dark"),
    "count": (0, 1, 2, 5),
    "keep": (0, 1, 2, 3, 4),
    "more": ((1,), (6, 8), (39,)),
}
APART = {"bid", "settle", "offer", "time_up"}  # the last is the clock's, not a player's


def load(case: Json) -> Game:
    return Game.load(case["position"], seed=case["seed"])


# ---------------------------------------------------------------------- the counts


@each_case
def test_the_lines_of_play_are_as_many_as_ever(case: Json) -> None:
    game = load(case)
    before = game.position()
    for depth, leaves in enumerate(case["leaves"], 1):
        found = divide(game, depth)
        if sum(found.values()) != leaves:
            rows = "".join(f"\n  {count:6}  {action}" for action, count in found.items())
            pytest.fail(
                f"{case['name']}: {sum(found.values())} lines of depth {depth}, not {leaves}. By first action:{rows}\n"
                "If this is how it should be, accept it with `python -m tests.rules.test_perft --write`.",
                pytrace=False,
            )
    assert game.position() == before
    assert game.log == []


def test_the_positions_are_of_every_edition_and_phase() -> None:
    games = [load(case) for case in CASES]
    assert {game.edition.id for game in games} == set(editions())
    assert {game.phase for game in games} == set(PHASES.values()) - {"over"}


def test_a_finished_game_is_one_leaf() -> None:
    game = Game.load({"players": [{}, {"bankrupt": True, "cash": 0}], "phase": "over", "winner": 0})
    assert perft(game, 3) == 1
    assert divide(game, 3) == {}
    with pytest.raises(ValueError, match="0 or more"):
        perft(game, -1)
    with pytest.raises(ValueError, match="1 or more"):
        divide(game, 0)


# ---------------------------------------------------------------------- the enumerator


class Trials:
    """Tries actions of one seat on copies of a game. A refused action leaves its copy as it was, so it can serve on."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.copy = game.copy()

    def accepts(self, action: Json) -> bool:
        try:
            self.copy.apply(cast(Action, action), self.seat)
        except IllegalAction:
            return False
        self.copy = self.game.copy()
        return True


def accepted(game: Game, seat: int) -> list[Json]:
    """Every action that `apply` takes from a seat, in the form in which `legal` would list it."""
    trials = Trials(game, seat)
    found = [*plain(trials), *bids(trials), *settlements(trials)]
    listed = {format_action(cast(Action, action)): action for action in found}
    return list(listed.values())


def plain(trials: Trials) -> Iterator[Json]:
    """All kinds, with all they may carry. What may be left out is varied too, and stands for the action without it."""
    for kind in FIELDS:
        if kind in APART:
            continue
        needed = [field for field in FIELDS[kind] if not field.endswith("?")]
        varied = [field.rstrip("?") for field in FIELDS[kind] if field.endswith("?")]
        for values in product(*(VALUES[field] for field in needed)):
            action = {"type": kind, **dict(zip(needed, values, strict=True))}
            forms = [action, *({**action, field: value} for field in varied for value in VALUES[field])]
            if any(trials.accepts(form) for form in forms):
                yield action


def bids(trials: Trials) -> Iterator[Json]:
    """The lowest bid, with the highest; between them there is no gap."""
    position = trials.game.position()
    auction, cash = position.get("auction", {"bid": 0, "floor": 0}), position["players"][trials.seat]["cash"]
    marks = (2, auction["bid"], auction["floor"], cash)
    tried = sorted({amount for mark in marks for amount in range(mark - 2, mark + 4) if amount >= 0})
    amounts = [amount for amount in tried if trials.accepts({"type": "bid", "amount": amount})]
    if amounts:
        assert amounts == [amount for amount in tried if amounts[0] <= amount <= amounts[-1]]
        yield {"type": "bid", "amount": amounts[0], "max": amounts[-1]}
    for square in VALUES["square"]:
        assert amounts or not trials.accepts({"type": "bid", "amount": cash, "square": square})


def settlements(trials: Trials) -> Iterator[Json]:
    """Whatever may be given, deed by deed, and all of it at once."""
    cash = trials.game.position()["players"][trials.seat]["cash"]
    squares = [at for at in VALUES["square"] if trials.accepts({"type": "settle", "squares": [at], "cash": 0})]
    if squares:
        action = {"type": "settle", "cash": cash, "squares": squares}
        assert trials.accepts(action)
        assert not trials.accepts({**action, "cash": cash + 1})
        yield action


def offers(game: Game, seat: int) -> dict[int, tuple[list[int], ...]]:
    """What may be given to and asked of each other seat, deed by deed."""
    trials = Trials(game, seat)
    found = {}
    for other in range(len(game.names)):
        sides = tuple(
            [at for at in VALUES["square"] if trials.accepts({"type": "offer", "to": other, side: {"squares": [at]}})]
            for side in ("give", "ask")
        )
        if any(sides):
            found[other] = sides
    return found


def same_actions(game: Game, seat: int) -> list[Json]:
    """`legal` lists what `apply` accepts, neither more nor less. What both find."""
    legal = game.legal(seat)
    listed: list[Any] = [action for action in legal if action["type"] != "offer"]
    assert len({format_action(action) for action in listed}) == len(listed), "an action is listed twice"
    found: list[Any] = accepted(game, seat)
    assert sorted(map(format_action, listed)) == sorted(map(format_action, found)), f"seat {seat} in {game.phase}"
    assert [a["max"] for a in listed if "max" in a] == [a["max"] for a in found if "max" in a]
    return found


@each_case
def test_legal_lists_just_what_apply_accepts(case: Json) -> None:
    """Of every seat at first; of the decider also after each of the first actions, where they are few."""
    game = load(case)
    for seat in range(len(game.names)):
        found = same_actions(game, seat)
        if seat == game.decider:
            assert len(found) == perft(game, 1)
            first = found
    if len(first) <= FEW:
        leaves = 0
        for action in first:
            after = game.copy()
            after.apply(cast(Action, action))
            leaves += 1 if after.decider is None else len(same_actions(after, after.decider))
        assert leaves == perft(game, 2)


@each_case
def test_offers_are_bounded_by_what_apply_accepts(case: Json) -> None:
    game = load(case)
    for seat in range(len(game.names)):
        bounds = [action for action in game.legal(seat) if action["type"] == "offer"]
        listed = {offer["to"]: (offer["give"]["squares"], offer["ask"]["squares"]) for offer in bounds}
        found = offers(game, seat)
        if game.phase == "debt":  # a debtor's deed goes for what it could raise or more: some of these cannot go at all
            for other, (give, ask) in found.items():
                assert set(give) <= set(listed[other][0])
                assert set(ask) <= set(listed[other][1])
        else:
            assert {other: sides for other, sides in listed.items() if any(sides)} == found


@pytest.mark.parametrize(("edition", "variant"), batch.variants())
def test_legal_and_apply_agree_all_through_a_playthrough(edition: str, variant: str) -> None:
    terms = playthrough.terms_of(edition, variant)
    game = playthrough.deal(terms)
    for _ in playthrough.play(game, playthrough.Player(terms["seed"]), terms["actions"]):
        if len(game.log) % EVERY == 0:
            for seat in range(len(game.names)):
                same_actions(game, seat)


# ---------------------------------------------------------------------- counting again


def main() -> None:
    if sys.argv[1:] != ["--write"]:
        sys.exit("Usage: python -m tests.rules.test_perft --write")
    counts = iter([perft(load(case), depth + 1) for depth in range(len(case["leaves"]))] for case in CASES)
    text = FILE.read_text(encoding="utf-8")
    FILE.write_text(re.sub(r"(?m)^leaves = .*$", lambda _: f"leaves = {next(counts)}", text), encoding="utf-8")


if __name__ == "__main__":
    main()
