"""Plans, checks and prices of `Game`: what they say is what happens when it is done, and asking changes nothing."""

from __future__ import annotations

import random
from typing import Any, cast

import pytest
from tools.client_tests import decision_cases

from freehold import Game, IllegalAction
from freehold.editions import ids
from freehold.game import internals, prices
from freehold.game.fields import FIELDS, FREE, PHASE_OF, shapes
from freehold.game.names import ACTION_NUMBERS, EVENT_NUMBERS
from freehold.game.types import Action, Event

Json = dict[str, Any]
GROUP = (6, 8, 9)  # the light blue lots


def loaded(cash: int = 1500, **position: Any) -> Game:
    deeds = {str(square): {"owner": 0} for square in (*GROUP, 5)}
    players = [{"name": "Ann", "cash": cash}, {"name": "Bob"}, {"name": "Cleo"}]
    return Game.load({"edition": "classic", "players": players, "deeds": deeds} | position)


def done(game: Game, seat: int, steps: list[Any]) -> Game:
    twin = game.copy()
    for step in steps:
        before = twin.view()["players"][seat]["cash"]
        twin.apply(step, seat)
        while twin.phase == "contest":
            twin.apply({"type": "pass"})
        moved = twin.view()["players"][seat]["cash"] - before
        assert abs(moved) == step["amount"], step
    return twin


@pytest.mark.parametrize("edition", ids())
def test_a_plan_does_what_it_says(edition: str) -> None:
    r = random.Random(7)
    planned = contested = 0
    for _ in range(12):
        game = None
        while game is None:
            game = decision_cases._game(r, edition)
        before = game.position()
        for seat in range(3):
            owned = [int(at) for at, deed in game.view()["deeds"].items() if deed["owner"] == seat]
            wishes: list[Any] = [
                {"square": at, "level": r.randrange(6)}
                if r.random() < 0.6
                else {"square": at, "mortgaged": r.random() < 0.5}
                for at in owned
                if r.random() < 0.5
            ]
            plan = game.plan(seat, wishes)
            if game.phase in ("roll", "end"):  # elsewhere the game may go on by itself between two steps
                after = done(game, seat, plan["steps"]).view()
                assert after["players"][seat]["cash"] == plan["cash"]
                assert after["bank"] == {"houses": plan["houses"], "hotels": plan["hotels"]}
            planned += len(plan["steps"])
            contested += plan["contested"]
            for lot, options in game.plan(seat)["lots"].items():
                for kind in ("build", "sell", "mortgage", "redeem"):
                    assert options[kind] == game.check(seat, cast(Action, {"type": kind, "square": int(lot)}))
        assert game.position() == before
    assert planned > 20


def test_a_plan_builds_evenly_and_within_the_cash() -> None:
    plan = loaded().plan(0, [{"square": square, "level": 2} for square in GROUP])
    assert [step["square"] for step in plan["steps"]] == [6, 8, 9, 6, 8, 9]  # type: ignore[typeddict-item]
    assert (plan["cash"], plan["houses"], plan["blocked"]) == (1200, 26, None)
    short = loaded(cash=120).plan(0, [{"square": square, "level": 2} for square in GROUP])
    assert short["blocked"] == {"square": 9, "reason": "not-enough-cash"}
    assert len(short["steps"]) == 2
    assert short["lots"]["6"]["sell"] is None  # what was planned can be taken back
    assert short["groups"]["6"]["build"] == "not-enough-cash"


def test_a_plan_sells_before_it_spends() -> None:
    game = loaded(cash=0, deeds={**{str(at): {"owner": 0} for at in GROUP}, "5": {"owner": 0, "mortgaged": True}})
    wishes: list[Any] = [{"square": 5, "mortgaged": False}, *({"square": at, "mortgaged": True} for at in GROUP)]
    plan = game.plan(0, wishes)
    assert [step["type"] for step in plan["steps"]] == ["mortgage", "mortgage", "mortgage", "redeem"]
    assert plan["cash"] == 50 + 50 + 60 - 110


def test_a_suggestion_raises_enough_and_spares_groups() -> None:
    deeds = {str(at): {"owner": 0} for at in (*GROUP, 5, 11)}
    game = loaded(cash=10, deeds=deeds)
    wishes = game.suggest(0, 75)
    assert wishes == [{"square": 11, "mortgaged": True}]  # a lone lot goes before a station and before a whole group
    assert game.plan(0, wishes)["cash"] >= 75
    everything = game.plan(0, game.suggest(0, 10_000))
    assert everything["cash"] == everything["raisable"] == game.raisable(0)


def test_a_suggestion_gives_up_few_deeds_where_one_is_not_enough() -> None:
    game = loaded(cash=0, deeds={str(at): {"owner": 0} for at in (11, 21, 31)})  # mortgages of 70, 110 and 150
    assert game.suggest(0, 250) == [{"square": 21, "mortgaged": True}, {"square": 31, "mortgaged": True}]


@pytest.mark.parametrize(("more", "amount"), [([], 225), ([9], 200), ([8, 9], 175)])
def test_the_sale_of_a_group_is_paid_without_what_stays(more: list[int], amount: int) -> None:
    """Three hotels at 50 a building go down to two houses each, or to three on some lots."""
    game = loaded(cash=0, deeds={str(at): {"owner": 0, "buildings": 5} for at in GROUP})
    sale = {"type": "sell_group", "square": GROUP[0], "keep": 2, **({"more": more} if more else {})}
    assert prices.of(internals.record(game), internals.tables(game), 0, sale) == amount
    game.apply(cast(Action, sale), 0)
    assert game.position()["players"][0]["cash"] == amount


def test_checking_says_why_not_and_changes_nothing() -> None:
    game = loaded()
    before = game.position()
    offer: Json = {"type": "offer", "to": 1, "give": {"squares": [5]}, "ask": {"cash": 100}}
    assert game.check(0, cast(Action, offer)) is None
    assert game.check(0, cast(Action, offer | {"to": 0})) == "bad-partner"
    assert game.check(0, {"type": "offer", "to": 1, "give": {"cash": 5}}) == "empty-offer"
    assert game.check(0, {"type": "offer", "to": 1, "give": {"jail_cards": ["chest"]}}) == "no-jail-card"
    assert game.check(0, cast(Action, {"type": "nonsense"})) == "unknown-action"
    assert game.position() == before
    game.apply({"type": "offer", "to": 1, "give": {"squares": [5]}, "ask": {"cash": 100}}, 0)
    counter = {"type": "offer", "to": 0, "give": {"cash": 90}, "ask": {"squares": [5]}}
    assert game.check(1, cast(Action, counter)) == "offer-open"
    assert game.check(1, {"type": "reject"}, cast(Action, counter)) is None


def test_prices_are_what_visitors_pay() -> None:
    deeds = {str(at): {"owner": 1} for at in GROUP} | {"5": {"owner": 1}, "15": {"owner": 1, "mortgaged": True}}
    game = Game.load({"edition": "classic", "players": [{"square": 0}, {}], "deeds": deeds})
    prices = game.prices()
    for square, dice in ((6, (2, 4)), (5, (2, 3)), (8, (5, 3)), (9, (4, 5))):
        twin = game.copy()
        paid = next(event for event in twin.apply({"type": "roll"}, chance=dice) if event["type"] == "rent")
        assert prices["deeds"][str(square)]["rent"].get("amount") == paid["amount"]
    assert prices["deeds"]["15"] == {"redeem": 110, "interest": 10, "value": 100}
    assert prices["deeds"]["6"]["rent"] == {"row": "group", "count": 0, "amount": 12}
    assert prices["deeds"]["12"] == {"redeem": 83}  # nobody's


def test_the_price_of_a_redemption_knows_a_transfer() -> None:
    """What the deed dialog shows and what the planner asks for is one figure."""
    deeds = {"5": {"owner": 0, "mortgaged": True}}
    transfer = {"squares": [5], "interest_paid": []}
    position = {"edition": "classic", "options": {"transfer_lift": "value-only"}, "players": [{}, {}], "deeds": deeds}
    plain = Game.load(position)
    pending = Game.load(position | {"transfer": transfer, "phase": "transfer", "decider": 0})
    for game, price in ((plain, 110), (pending, 100)):
        assert game.prices()["deeds"]["5"]["redeem"] == price
        assert game.plan(0)["lots"]["5"]["redeem_price"] == price
        assert game.plan(0, [{"square": 5, "mortgaged": False}])["steps"][0]["amount"] == price  # type: ignore[typeddict-item]


def test_deeds_count_as_in_a_final_count() -> None:
    game = loaded(deeds={"6": {"owner": 0}, "8": {"owner": 0, "mortgaged": True}})
    deeds = game.prices()["deeds"]
    worth = next(row["worth"] for row in game.standings() if row["seat"] == 0)
    assert worth == 1500 + deeds["6"]["value"] + deeds["8"]["value"]


def test_a_deed_says_why_it_cannot_change_hands() -> None:
    deeds = {str(at): {"owner": 0, "buildings": 1} for at in GROUP} | {"5": {"owner": 0}}
    game = loaded(deeds=deeds)
    bounds = {at: deed.get("bound") for at, deed in game.prices()["deeds"].items() if int(at) in (*GROUP, 5)}
    assert bounds == {"6": "buildings-stand", "8": "buildings-stand", "9": "buildings-stand", "5": None}


def test_one_table_of_actions_and_events() -> None:
    assert {name for name, _ in shapes(Action)} == set(ACTION_NUMBERS)
    assert {name for name, _ in shapes(Event)} == set(EVENT_NUMBERS)
    assert set(FIELDS) == set(ACTION_NUMBERS)
    assert not set(FREE) & set(PHASE_OF)


def test_what_is_shown_beside_an_action_may_come_back() -> None:
    game = loaded(phase="roll")
    row = next(row for row in game.legal(0, amounts=True) if row["type"] == "build")
    game.apply(row, 0)
    assert "amount" not in game.log[-1]["action"]
    with pytest.raises(IllegalAction):
        game.apply(cast(Action, {"type": "roll", "amount": 3}), 0)
