"""What a legal action brings or costs is told beside it, and is what it brings or costs when it is done."""

from __future__ import annotations

import random
from typing import Any, cast

import pytest

from freehold import Game, IllegalAction
from freehold.editions import ids, load
from freehold.game import internals, prices
from freehold.game.fields import PRICED
from freehold.game.types import Action
from tests.server import simple_player
from tests.sizes import sizes


def bought(told: list[Any], action: Any, seat: int) -> int:
    """What the events say that an action moved, for whoever did it."""
    kinds = {"pay_fine": ("fine",), "keep_mortgage": ("interest",), "sell_group": ("sell",)}.get(
        action["type"], (action["type"],)
    )
    return sum(event.get("amount", 0) for event in told if event["type"] in kinds)


def _go_on(game: Game, chance: random.Random) -> None:
    refused: list[Any] = []
    while game.decider is not None:
        action = simple_player.choose(game, game.decider, chance, refused)
        try:
            game.apply(cast(Action, action))
            return
        except IllegalAction:
            refused.append(action)


@sizes("every", test=9, thorough=3)  # one position in so many is looked at
@pytest.mark.parametrize("edition", ids())
def test_the_amount_beside_an_action_is_the_one_that_moves(edition: str, every: int) -> None:
    chance, seen = random.Random(3), set()
    for variant in load(edition).variants:
        game = Game.new(edition, 3, seed=11, variant=variant)
        for number in range(400):
            if game.over:
                break
            for seat in range(3) if number % every == 0 else ():
                rows: list[Any] = [*game.legal(seat, offers=False, amounts=True)]
                bare = game.legal(seat, offers=False)
                for row, plain in zip(rows, bare, strict=True):
                    kind = row["type"]
                    if kind in PRICED and kind not in ("claim", "pay", "pay_tax"):
                        twin = game.copy()
                        events = twin.apply(row, seat)  # a row can be applied as it is
                        assert twin.log[-1]["action"] == {key: value for key, value in row.items() if key != "amount"}
                        if kind not in ("build", "pay_fine", "keep_mortgage", "attack") or bought(events, row, seat):
                            assert row["amount"] == bought(events, row, seat), row
                        seen.add(kind)
                    elif kind not in ("bid", "want"):
                        assert {key: value for key, value in row.items() if key != "amount"} == plain
            _go_on(game, chance)
    assert {"build", "sell", "sell_group", "mortgage", "redeem", "buy"} <= seen


@pytest.mark.parametrize("edition", ids())
def test_the_key_of_the_prices_has_all_that_they_depend_on(edition: str) -> None:
    """A position with another one's fields of the key, and all else as it was, has the other one's prices."""
    chance = random.Random(5)
    game = Game.new(edition, 3, seed=7)
    keyed = ("owner", "mortgaged", "buildings", "transfer", "prepaid")
    start, t = internals.record(game), internals.tables(game)
    for _ in range(150):
        _go_on(game, chance)
        now, mixed = internals.record(game), start.copy()
        for name in keyed:
            setattr(mixed, name, getattr(now, name))
        assert prices.inputs(mixed) == internals.prices_key(game)
        assert prices.table(mixed, t) == game.prices()
    assert internals.prices_key(game) != prices.inputs(start)
    for name in keyed:  # and every one of them counts
        changed, value = internals.record(game), getattr(start, name)
        setattr(changed, name, [7] * len(value) if isinstance(value, list) else 7)
        assert prices.inputs(changed) != internals.prices_key(game)


def test_rent_debt_and_flat_tax() -> None:
    position: Any = {
        "edition": "classic",
        "options": {"rent_claims": "claimed"},
        "players": [{"name": "Ann", "cash": 100, "square": 39}, {"name": "Bob"}],
        "deeds": {"39": {"owner": 1}, "1": {"owner": 0}},
        "claims": [{"square": 39, "visitor": 0, "owner": 1, "amount": 50}],
        "phase": "end",
    }
    game = Game.load(position)
    assert {"type": "claim", "square": 39, "amount": 50} in game.legal(1, amounts=True)
    assert game.raisable(0) == 130
    taxed = Game.load(
        {"edition": "classic", "players": [{"name": "Ann", "square": 4}, {"name": "Bob"}], "phase": "tax"}
    )
    assert taxed.legal(amounts=True)[:2] == [
        {"type": "pay_tax", "choice": "flat", "amount": 200},
        {"type": "pay_tax", "choice": "percent"},  # nobody counts before choosing
    ]
    debt = {"debtor": 0, "creditor": 1, "amount": 90, "open": True}
    owing = Game.load({**position, "claims": [], "options": {}, "debts": [debt], "phase": "debt", "decider": 0})
    assert {"type": "pay", "amount": 90} in owing.legal(0, amounts=True)
    owing.apply({"type": "pay", "amount": 90}, 0)
    assert owing.view()["players"][0]["cash"] == 10


def test_who_does_not_decide_is_told_the_free_actions_and_the_bounds_of_offers() -> None:
    game = Game.load(
        {
            "edition": "classic",
            "players": [{"name": "Ann"}, {"name": "Bob"}],
            "deeds": {"1": {"owner": 1}, "3": {"owner": 1}, "5": {"owner": 1, "mortgaged": True}},
        }
    )
    assert game.decider == 0
    rows = game.legal(1, amounts=True)
    assert {"type": "build", "square": 1, "amount": 50} in rows
    assert {"type": "redeem", "square": 5, "amount": 110} in rows
    assert {"type": "mortgage", "square": 3, "amount": 30} in rows
    assert [row["to"] for row in rows if row["type"] == "offer"] == [0]


@pytest.mark.parametrize(
    ("house", "salary", "landing"),
    [([], 200, 200), (["double-salary"], 400, 400), (["half-salary", "double-salary-on-go"], 100, 200)],
)
def test_what_go_pays_is_told_as_the_house_rules_have_it(house: list[str], salary: int, landing: int) -> None:
    game = Game.new("classic", 3, seed=1, options={"house": house})
    told = game.prices()
    assert (told["salary"], told["landing"]) == (salary, landing)
    assert f">+${salary}<" in game.svg()
