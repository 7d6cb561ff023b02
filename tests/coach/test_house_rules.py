"""The coach at tables with house rules: it follows them, advises nothing that they forbid, and does not speak of it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tools.random_audit import random_house

import freehold
from freehold import Bot, Game, IllegalAction, advise
from freehold.coach.bargain import asking_price, suggest_deal
from freehold.coach.effects import deal_effect, plan_effect
from freehold.coach.why import label
from freehold.editions import ids
from freehold.editions.house import house_options, house_rules_of
from freehold.engine.batch import options_of
from tests.table import A, B, C, deeds, table

ORANGE, LIGHT_BLUE = (16, 18, 19), (6, 8, 9)
BARONS = {B: "baron", C: "baron"}
SPREAD = deeds(B, 6, 8, 24, 31, 5) | deeds(C, 9, 21, 39, 37)


def market(*house: str, **position: Any) -> Game:
    """A lacks one deed of the orange group, which B has; B lacks one of the light blue ones, which A has."""
    return table(
        deeds=deeds(A, 16, 18, 6, 11, 26) | deeds(B, 19, 8, 9, 27, 31) | deeds(C, 37, 39, 13, 21),
        cash={A: 1500, B: 800},
        options=house_options(house),
        **{"turn": A, "phase": "end", **position},
    )


def builder(*house: str) -> Game:
    """A has two of the three orange deeds, a station and a lot of cash."""
    rest = deeds(B, 6, 8, 19, 24, 31) | deeds(C, 9, 21, 39, 37)
    cash = {A: 2500, B: 900, C: 900}
    return table(phase="end", deeds=deeds(A, 16, 18, 5) | rest, cash=cash, options=house_options(house))


def kinds_advised(game: Game) -> set[str]:
    rows: Any = advise(game, A, 20, bots=BARONS)
    return {step["type"] for row in rows for step in (row["action"], *row.get("plan", ()))}


DEAL: Any = {"to": B, "give": {"cash": 300}, "ask": {"squares": [19]}}
UNEVEN = [{"type": "build", "square": 16}, {"type": "build", "square": 16}]


# ------------------------------------------------------------------ what a rule forbids, and what it allows


def test_where_nobody_trades_no_deal_is_hinted_suggested_priced_or_measured() -> None:
    assert "offer" in kinds_advised(market())
    assert suggest_deal(market(), A, BARONS) is not None
    for house, moment in (("no-trading", {}), ("trade-own-turn", {"turn": C, "phase": "roll"})):
        game = market(house, **moment)
        assert "offer" not in kinds_advised(game)
        assert suggest_deal(game, A, BARONS) is None
        with pytest.raises(IllegalAction) as measured:
            deal_effect(game, A, DEAL, BARONS)
        with pytest.raises(IllegalAction) as priced:
            asking_price(game, A, DEAL, BARONS)
        reason = "no-trading" if house == "no-trading" else "not-your-turn"
        assert measured.value.reason == priced.value.reason == reason


def test_in_ones_own_turn_a_deal_is_suggested_where_only_then_is_traded() -> None:
    game = market("trade-own-turn")
    found = suggest_deal(game, A, BARONS)
    assert found is not None
    assert game.refusal(found["offer"], A) is None
    assert "offer" in kinds_advised(game)


def owing(*house: str) -> Game:
    debts = [{"debtor": A, "creditor": B, "amount": 130, "why": "rent", "square": 24, "open": True}]
    return table(
        phase="debt",
        at={A: 24},
        deeds=deeds(A, *ORANGE, buildings=2) | deeds(A, 5, 37) | deeds(B, 21, 23, 24, buildings=1) | deeds(C, 6, 8),
        cash={A: 20, B: 900, C: 900},
        debts=debts,
        options=house_options(house),
    )


def test_a_debt_is_paid_without_mortgages_where_there_are_none() -> None:
    assert kinds_advised(owing()) >= {"mortgage"}
    found = kinds_advised(owing("no-mortgages"))
    assert "sell" in found
    assert "mortgage" not in found
    with pytest.raises(IllegalAction) as refused:
        plan_effect(owing("no-mortgages"), A, [{"type": "mortgage", "square": 5}])
    assert refused.value.reason == "no-mortgages"


@pytest.mark.parametrize(
    ("house", "steps"),
    [("build-without-group", [{"type": "build", "square": 16}]), ("build-unevenly", UNEVEN)],
)
def test_a_plan_builds_as_the_house_rules_allow(house: str, steps: list[Any]) -> None:
    def game(*rules: str) -> Game:
        whole = deeds(A, *ORANGE) | SPREAD
        return builder(*rules) if "group" in house else table(phase="end", deeds=whole, options=house_options(rules))

    assert plan_effect(game(house), A, steps)["changes"][A] != 0
    with pytest.raises(IllegalAction):
        plan_effect(game(), A, steps)


def test_building_without_a_group_is_advised_with_its_clause() -> None:
    assert "build" not in kinds_advised(builder())
    (row,) = [row for row in advise(builder("build-without-group"), A, 20) if row["action"]["type"] == "build"]
    assert row["clause"]
    assert "rent-rises" in row["facts"]


@pytest.mark.parametrize("house", ["no-buying-first-round", "no-buying-first-lap"])
def test_nobody_is_told_to_buy_before_it_is_allowed(house: str) -> None:
    game = Game.new("classic", 3, seed=4, options=house_options([house]))
    for _ in range(3):
        while game.phase != "end":
            assert not {"buy", "bid"} & {row["action"]["type"] for row in advise(game)}
            game.apply({"type": "roll"})
        game.apply({"type": "end_turn"})


# ------------------------------------------------------------------ the words


def landed(*house: str, **more: Any) -> Game:
    """A can hardly pay for the deed on which it stands."""
    return table(
        phase="buy",
        options=house_options(house),
        **{
            "at": {A: 3},
            "deeds": deeds(B, *LIGHT_BLUE, buildings=5) | deeds(A, *ORANGE, buildings=3) | deeds(A, 37, 5),
            "cash": {A: 2000, B: 900, C: 500},
            **more,
        },
    )


@pytest.mark.parametrize("cash", [{A: 70, B: 500, C: 900}, {A: 2000, B: 900, C: 500}, {A: 900, B: 30, C: 20}])
def test_without_auctions_the_coach_does_not_speak_of_one(cash: dict[int, int]) -> None:
    words = {"en": "auction", "fr": "enchère"}
    said: dict[bool, list[str]] = {}
    for house in ((), ("no-auctions",)):
        game = landed(*house, cash=cash)
        (row,) = [row for row in advise(game, A) if row["action"]["type"] == "decline"]
        told = {lang: f"{row['why'][lang]} {label(game, row['action'], lang)}".lower() for lang in words}
        said[bool(house)] = [lang for lang, word in words.items() if word in told[lang]]
        assert row["clause"] == ("house.no-auctions" if house else "auction.follows-every-decline")
    assert said == {False: ["en", "fr"], True: []}


def test_where_the_jailed_collect_no_rent_the_coach_does_not_say_that_they_do() -> None:
    late = deeds(B, *ORANGE, buildings=4) | deeds(B, 21, 23, 24, buildings=3) | deeds(A, 31, 32, 34, buildings=3)
    for house, fact in (("single-rent", "jail-safe"), ("no-rent-in-jail", "jail-no-rent")):
        options = house_options([house])
        game = table(phase="roll", jailed={A: 0}, deeds=late | deeds(A, 1), cash={A: 500}, options=options)
        (row,) = [row for row in advise(game, A) if row["action"]["type"] == "roll"]
        assert row["facts"] == [fact]
        assert ("still collect yours" in row["why"]["en"]) == (house == "single-rent")


# ------------------------------------------------------------------ at any table


def tables(count: int) -> Iterator[Game]:
    """Games of traders by random sets of house rules, in each edition in turn."""
    for number in range(count):
        edition = ids()[number % len(ids())]
        options = options_of("classic") | random_house(Random(number), 0.4)
        yield freehold.play_out(Game.new(edition, 3, number, options=options), "trader", number, turns=6 + 9 * number)


def test_whatever_is_advised_is_legal() -> None:
    seen = set()
    for game in tables(8):
        for _ in range(12):
            if game.over:
                break
            rows: Any = advise(game, limit=6)
            for row in rows:
                twin, seat = game.copy(), game.decider
                for step in row.get("plan", [row["action"]]):
                    assert twin.refusal(step, seat) is None, (game.options, step)
                    if len(row.get("plan", ())) > 1:
                        twin.apply(step, seat)
                seen.add(row["action"]["type"])
            game.apply(Bot("trader").choose(game))
    assert len(seen) > 8


def test_a_game_by_house_rules_is_reviewed() -> None:
    """What would have been better was legal at the time, and is told as these rules have it."""
    rules = ["no-auctions", "no-trading", "double-salary-on-go", "free-parking-pot", "build-without-group"]
    game = Game.new("classic", ["Ann", "Bob", "Cem"], 3, options=house_options([*rules, "thirty-rounds"]))
    game = freehold.play_out(game, ["trader", "random", "baron"], 3)
    again = Game.load(game.start)
    assert {rule.id for rule in house_rules_of(again.options)} == {*rules, "thirty-rounds"}
    better = {p["number"]: p["better"] for p in freehold.review(game)["turning_points"] if p["better"] is not None}
    assert {found["action"]["type"] for found in better.values()} >= {"decline", "build"}
    for number, entry in enumerate(game.log, start=1):
        if number in better:
            assert again.refusal(better[number]["action"], entry["seat"]) is None
            assert "auction" not in better[number]["label"]["en"] + better[number]["why"]["en"]
        again.again(entry)
