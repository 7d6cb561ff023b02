"""Bots are not fleeced: what their formula offers or accepts is left where the forecast sees that it costs them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from freehold.analysis import values
from freehold.bots import ranks
from freehold.engine import compile as kernel
from freehold.engine import records
from freehold.engine.kernel import loops
from freehold.game import Game, actions, internals, position
from freehold.players.caution import Caution
from freehold.players.ladder import LadderBot
from freehold.rules import codes
from tests.table import PRICES, A, B, C, deeds, table

TWO_DEEDS = deeds(B, 6, 39, 11, 24) | deeds(A, 13, 26)
CHEAP: Any = ({"give": {"cash": 520}, "ask": {"squares": [6, 39]}}, TWO_DEEDS, {A: 1300, B: 700})
DEAR: Any = ({"give": {"cash": 700}, "ask": {"squares": [6, 39]}}, TWO_DEEDS, {A: 1300, B: 700})
# Each completes a group, and only Ann can build. Of 4,000 games, played on by barons, Bob wins 1.8 % after the first
# and 3.9 % without, and as a trader 1.3 % after the second and 18 % without.
GREEN_FOR_RED: Any = (
    {"give": {"squares": [31]}, "ask": {"squares": [21]}},
    deeds(A, 23, 24, 31) | deeds(B, 21, 32, 34),
    {A: 900, B: 100},
)
BLUE_FOR_PINK: Any = (
    {"give": {"squares": [37]}, "ask": {"squares": [11]}},
    deeds(A, 13, 14, 37) | deeds(B, 11, 39),
    {A: 1300, B: 250},
)


def offered(deal: Any) -> Game:
    """Ann has offered this to Bob."""
    offer, held, cash = deal
    game = table("classic", turn=A, phase="end", cash=cash, deeds=held)
    game.apply({"type": "offer", "to": B, "give": offer["give"], "ask": offer["ask"]}, A)
    return game


def answer(game: Game, name: str, proposer: str = "") -> str:
    return str(LadderBot(name, 1, others={A: proposer} if proposer else {}).decide(game, B)["type"])


@pytest.mark.parametrize(("deal", "name"), [(CHEAP, "baron"), (GREEN_FOR_RED, "baron"), (BLUE_FOR_PINK, "trader")])
@pytest.mark.parametrize("proposer", ["", "mogul"])
def test_what_only_the_formula_likes_is_refused(deal: Any, name: str, proposer: str) -> None:
    game = offered(deal)
    assert answer(game, name, "baron") == "accept"  # bots of the kernel answer each other by the formula
    assert answer(game, name, proposer) == "reject"


def test_a_good_offer_is_accepted() -> None:
    assert answer(offered(DEAR), "baron") == "accept"


GREEN_FOR_BLUE: Any = deeds(A, 31, 32, 39) | deeds(B, 37, 34)
BROWN_FOR_CASH: Any = deeds(A, 1, 29) | deeds(B, 3, 26, 27)


def to_offer(held: Any) -> Game:
    """Bob may make Ann an offer."""
    return table("classic", turn=B, phase="end", cash={A: 1300, B: 700}, deeds=held)


@pytest.mark.thorough
def test_an_offer_that_only_the_formula_likes_is_not_made() -> None:
    game = to_offer(GREEN_FOR_BLUE)
    assert first_thought(game)["kind"][0] == codes.DO_OFFER
    assert LadderBot("baron", 1).decide(game, B)["type"] == "end_turn"


def test_a_good_offer_is_made() -> None:
    found = LadderBot("baron", 1).decide(to_offer(BROWN_FOR_CASH), B)
    assert found["type"] == "offer"
    assert found["ask"]["squares"] == [1]


def dealt_at_random(rng: np.random.Generator) -> Game:
    """Ann is at the end of her turn, and two thirds of the deeds are in somebody's hands."""
    held: dict[str, Any] = {}
    for square in PRICES:
        if rng.random() < 2 / 3:
            held |= deeds(int(rng.integers(3)), square)
    cash = {seat: int(rng.integers(200, 1500)) for seat in (A, B, C)}
    return table("classic", turn=A, phase="end", cash=cash, deeds=held)


@pytest.mark.parametrize("name", ["trader", "baron"])
def test_most_offers_of_a_mogul_are_accepted_though_nobody_is_asked(name: str) -> None:
    rng, offers, accepted = np.random.default_rng(5), 0, 0
    for _ in range(20):
        game = dealt_at_random(rng)
        action = LadderBot("mogul", 1, others={B: name, C: name}).decide(game, A)
        if action["type"] == "offer":
            offers += 1
            other = 3 - action["to"]
            game.apply(action, A)
            asked = LadderBot(name, 1, others={A: "mogul", other: name})
            accepted += asked.decide(game, action["to"])["type"] == "accept"
    assert offers > 10
    assert 2 * accepted > offers


def test_a_mogul_looks_for_another_deal_after_each() -> None:
    rng, deals = np.random.default_rng(8), []
    for _ in range(8):
        game, bot = dealt_at_random(rng), LadderBot("mogul", 1, others={B: "baron", C: "baron"})
        deals.append(0)
        while (action := bot.decide(game, A))["type"] != "end_turn":
            game.apply(action, A)
            if action["type"] == "offer":
                game.apply({"type": "accept"}, action["to"])
                deals[-1] += 1
            if game.phase != "end":
                break
    assert max(deals) > 1  # more than one in a turn
    assert max(deals) < 10


def records_of(game: Game) -> tuple[Any, Any, Any]:
    """The tables, the values, and notes of a baron among people."""
    t = records.to_record(internals.tables(game), records.TABLES)
    n = np.zeros(1, records.NOTES)
    n["careful"], n["bot"] = 1, ranks.BOT_PERSON
    n["bot"][0, B] = ranks.BOT_BARON
    return t, records.to_record(values.build(internals.tables(game)), records.VALUES), n


def first_thought(game: Game, n: Any = None) -> Any:
    """What the formula of Bob's baron says."""
    t, v, made = records_of(game)
    g, m, r, x = (np.zeros(1, kind) for kind in (records.GAME, records.MOVES, records.CHANCE, records.ACTION))
    g[0] = records.to_record(internals.record(game), records.GAME)[0]
    kernel.compiled().bot_action(g[0], t[0], v[0], (made if n is None else n)[0], m[0], r[0], x[0], B)
    return x


@pytest.mark.thorough
@pytest.mark.parametrize(
    "game", [*map(offered, (CHEAP, DEAR, GREEN_FOR_RED)), *map(to_offer, (GREEN_FOR_BLUE, BROWN_FOR_CASH))]
)
def test_the_second_look_is_the_same_compiled(game: Game) -> None:
    t, v, n = records_of(game)
    chosen = first_thought(game, n)
    found = Caution(t, v).confirm(records.to_record(internals.record(game), records.GAME), n, B, chosen)
    x = records.Action()
    x.copy_from(found[0])
    assert actions.write(x, position.kept_cards(internals.record(game)), B) == LadderBot("baron", 1).decide(game, B)


def test_the_kernel_stops_where_the_forecast_is_asked() -> None:
    game = to_offer(GREEN_FOR_BLUE)
    t, v, n = records_of(game)
    g = records.to_record(internals.record(game), records.GAME)
    c, r, work = (np.zeros(1, kind) for kind in (records.CHANCE, records.CHANCE, records.WORK))
    work["tables"], work["values"], work["notes"] = t, v, n
    work["run"] = records.to_record(records.run_of(4, 2000, 100), records.RUN)
    told = np.zeros(loops.RESULT_WIDTH, np.int64)
    assert kernel.compiled().play_on(g[0], c[0], r[0], work[0], told, 0) == codes.DONE
    assert (g["phase"][0], work["action"]["kind"][0], told[loops.RESULT_ACTIONS]) == (
        codes.PHASE_END,
        codes.DO_OFFER,
        0,
    )
