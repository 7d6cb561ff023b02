"""What bots look up group by group or bit by bit is what the rules say square by square."""

from __future__ import annotations

from typing import Any

import pytest

from freehold.arena.tables import BotTable, Setting
from freehold.bots import danger, estate, trading, worth
from freehold.engine import batch, records
from freehold.engine.intrinsics import intrinsics
from freehold.engine.kernel import loops
from freehold.rules import board, buildings, codes, debts, money, shortage, state

EVERY = 7  # actions
ACTIONS = 700


def actions(variant: str, bots: list[str], number: int) -> Any:
    """A game of bots after each action: the record, tables, values and notes, and the action."""
    table = BotTable(Setting("classic", variant))
    table.seat(bots)
    g, c, r = records.Game(), records.Chance(), records.Chance()
    c.copy_from(batch.keyed_chances([number], 3, batch.DICE)[0])
    r.copy_from(batch.keyed_chances([number], 3, batch.PLAYER)[0])
    work = table.plain_work(records.Run())
    loops.new_game(g, work.tables, c, work.events, len(bots), 0)
    for _ in range(ACTIONS):
        if g.phase == codes.PHASE_OVER:
            return
        assert loops.bot_step(g, c, r, work) == codes.DONE
        yield g, work.tables, work.values, work.notes, work.action


def positions(variant: str, bots: list[str], number: int) -> Any:
    """Positions of a game of bots, some actions apart, with its tables and the deeds counted."""
    for k, (g, t, v, n, _) in enumerate(actions(variant, bots, number)):
        if k % EVERY == 0:
            worth.count_estates(g, t, v, n)
            yield g, t, v, n


def squares(mask: int) -> list[int]:
    return [square for square in range(state.SQUARES) if (mask >> square) & 1]


@pytest.mark.parametrize("variant", ["classic", "short"])
def test_shortcuts_say_what_the_rules_say(variant: str) -> None:
    places, costs, shared = 0, set(), 0
    for g, t, v, n in positions(variant, ["baron", "trader", "baron", "baron"], 1):
        for seat in range(g.players):
            owned = [square for square in range(state.SQUARES) if g.owner[square] == seat]
            assert squares(n.held[seat]) == owned
            assert squares(n.held[seat] & n.pledged) == [square for square in owned if g.mortgaged[square]]
            free = [square for square in owned if buildings.has_place(g, t, seat, square) == codes.DONE]
            assert squares(estate.lots_with_place(g, t, v, n, seat)) == free
            places += len(free)
            dear = danger.dear_squares(g, v, n, seat)
            costs.add(danger.cost_of_throw(g, t, seat, 6, dear))
            assert danger.cost_of_throw(g, t, seat, 6, dear) == danger.next_throw_cost(g, t, seat, 6)
            means = money.raisable(g, t, seat)
            assert [money.can_raise(g, t, seat, means + more) for more in (-1, 0, 1)] == [True, True, False]
            groups = [squares(v.members[group]) for group in range(state.STATIONS) if v.members[group]]
            owners = [{g.owner[square] for square in group} for group in groups]
            others = [other for other in range(g.players) if other != seat and {seat, other} in owners]
            assert squares(trading.partners(g, v, n, seat)) == others
            shared += len(others)
            if g.debts and g.debt_from[0] == seat and estate.has_the_means(g, t, n, seat):
                assert debts.may_go_bankrupt(g, t, seat) != codes.DONE
    assert min(places, len(costs)) > 20
    assert shared > 0


def test_what_is_noted_of_an_action_is_what_a_recount_finds() -> None:
    kept = set()
    for g, _, _, n, x in actions("classic", ["trader"] * 4, 0):  # in which a last bidder bids alone
        if n.counted:
            kept.add(x.kind)
            noted = [*n.held, n.pledged]
            n.counted = 0
            worth.count_deeds(g, n)
            assert [*n.held, n.pledged] == noted, f"after an action of kind {x.kind}"
        worth.count_deeds(g, n)
    assert {codes.DO_BUY, codes.DO_MORTGAGE, codes.DO_REDEEM, codes.DO_BID, codes.DO_PASS, codes.DO_BUILD} <= kept


def test_who_contests_a_building_is_found_as_by_asking_everybody() -> None:
    contested = 0
    for g, t, _, _ in positions("classic", ["baron"] * 4, 2):
        houses = g.houses
        for g.houses in {houses, min(houses, 3), 1}:
            for builder in range(g.players):
                if board.in_game(g, builder):
                    found = shortage.contestants(g, t, builder, codes.LOT_HOUSE)
                    assert found == asked_of_all(g, t, builder, codes.LOT_HOUSE)
                    contested += found != 0
        g.houses = houses
    assert contested > 0


def asked_of_all(g: Any, t: Any, builder: int, kind: int) -> int:
    """The seats that could buy from a stock that is too small for all."""
    wants = {seat: shortage.appetite(g, t, seat, kind) for seat in range(g.players) if board.in_game(g, seat)}
    others = {seat for seat in wants if seat != builder and not money.in_debt(g, seat)}
    for seat in others:
        wants[seat] = wants[seat] or min(1, shortage.most_wanted(g, t, seat, kind))
    hungry = [seat for seat in others if wants[seat]]
    if sum(wants[seat] for seat in {*hungry, builder}) <= buildings.stock(g, kind):
        return 0
    return sum(1 << seat for seat in hungry)


def test_the_lowest_bit_by_the_processor_is_that_of_python() -> None:
    from numba import njit

    found = intrinsics()["lowest"]

    def by_the_processor(mask: int) -> Any:
        return found(mask)

    lowest: Any = njit(by_the_processor)
    for square in range(state.SQUARES):
        for mask in (1 << square, (1 << state.SQUARES) - (1 << square), 1 << square | 1 << (state.SQUARES - 1)):
            assert lowest(mask) == worth.lowest(mask) == squares(mask)[0]
