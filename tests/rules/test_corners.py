"""Corners that no scenario of a rulebook reaches: bounds, queues of several debts, amounts of one, home-made editions.

Most call one function of the rules on a record. Each of these tests notices a mutant that nothing else did.
"""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from freehold.engine import records
from freehold.rules import (
    cards,
    chance,
    clauses,
    codes,
    debts,
    decks,
    dispatch,
    endings,
    jail,
    money,
    rent,
    setup,
    shortage,
    step,
    switches,
)
from freehold.rules.state import CLAIMS, EVENT_WIDTH, NOBODY, RENTS, STEPS
from tests.table import (
    D1,
    ST,
    UTILITIES,
    X1,
    X2,
    X3,
    A,
    B,
    C,
    D,
    X,
    buildings,
    cash,
    crowd,
    deeds,
    do,
    raw,
    refused,
    table,
)

BANK_DEBT = {"debtor": A, "creditor": "bank", "amount": 500, "why": "tax", "open": True}


def told() -> Any:
    e: Any = records.Events()
    e.on = 1
    return e


def rows(e: Any) -> list[list[int]]:
    return [list(e.rows[k * EVENT_WIDTH : (k + 1) * EVENT_WIDTH]) for k in range(e.n)]


# ---------------------------------------------------------------------- bounds


@pytest.mark.parametrize("seat", [-1, 3, 7])
def test_a_seat_that_is_not_at_the_table_may_do_nothing(seat: int) -> None:
    assert raw(table(players=3), "roll", seat) == "no-such-seat"
    assert raw(table(players=3, out=[C]), "mortgage", seat, X1) == "no-such-seat"


@pytest.mark.parametrize("kind", [-1, 0, dispatch.ACTIONS + 1])
def test_an_action_that_is_none_is_refused(kind: int) -> None:
    game, x = table(), records.Action()
    x.kind = kind
    assert step.may(game._g, game._t, A, x) == codes.REFUSED_UNKNOWN_ACTION


def test_what_the_rules_do_not_do_after_all_is_not_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    game = table(turn=A, phase="roll")
    before = game.position()
    monkeypatch.setattr(step, "act", lambda *_: codes.REFUSED_WRONG_PHASE)
    assert refused(game, "roll", A) == "wrong-phase"
    assert (game.position(), game.log) == (before, [])


@pytest.mark.parametrize("square", [-1, 40])
def test_a_square_beside_the_board_is_refused(square: int) -> None:
    for kind in ("mortgage", "redeem", "build", "sell", "sell_group"):
        assert raw(table(), kind, A, square) == "no-such-square"


def test_a_choice_that_the_card_does_not_offer_is_refused() -> None:
    game = table()
    game._g.phase = game._g.base = codes.PHASE_CARD
    assert raw(game, "choose", A, 9) == "bad-choice"
    assert raw(game, "choose", A, codes.CHOOSE_PAY) == "done"


def test_a_swing_belongs_to_a_double() -> None:
    assert raw(table("spider-man"), "go_to", A, X1) == "wrong-phase"


def test_a_dictated_die_has_six_faces() -> None:
    c: Any = records.Chance()
    c.told[:2], c.told_n = [7, 6], 2
    assert (chance.throw_die(c), c.wrong) == (1, 1)
    assert chance.throw_die(c) == 6


# ---------------------------------------------------------------------- queues


def test_a_bankrupt_leaves_no_debt_behind_wherever_it_stands_in_the_queue() -> None:
    owed = [BANK_DEBT] + [
        {"debtor": debtor, "creditor": creditor, "amount": 10, "why": "card"}
        for debtor, creditor in ((B, C), (A, B), (C, A), (C, B))
    ]
    g = table(players=3, phase="debt", debts=owed)._g
    debts.forget_player(g, A)
    assert list(zip(g.debt_from[: g.debts], g.debt_to[: g.debts], strict=True)) == [(B, C), (C, B)]


def test_a_bankrupt_leaves_no_claim_behind_and_the_others_keep_their_clause() -> None:
    game = table(players=3, options={"rent_claims": "claimed"})
    g, e = game._g, told()
    g.owner[X1], g.owner[X2], g.owner[X3], g.owner[D1] = B, A, B, C
    for visitor, square, clause in ((C, X1, 3), (B, X2, 4), (A, X3, 5), (B, D1, 6)):
        rent.open_claim(g, game._t, e, visitor, square, 10, clause)
    debts.forget_player(g, A)
    assert list(zip(g.claim_square[: g.claims], g.claim_clause[: g.claims], strict=True)) == [(X1, 3), (D1, 6)]


def test_claims_beyond_the_room_are_told_as_a_fault() -> None:
    game = table(players=3, options={"rent_claims": "claimed"})
    game._g.owner[X1] = B
    for _ in range(CLAIMS + 1):
        assert game._g.overflow == 0
        rent.open_claim(game._g, game._t, told(), A, X1, 10, 3)
    assert (game._g.overflow, game._g.claims) == (1, CLAIMS)


def test_at_the_end_every_debt_is_paid_with_its_own_square_and_clause() -> None:
    game = table(players=3, cash={A: 100, B: 0, C: 0})
    g, e = game._g, told()
    for amount, square, clause in ((1, X1, 7), (20, D1, 8)):
        money.owe(g, A, B, amount, square, codes.WHY_RENT, clause)
    debts.pay_what_there_is(g, game._t, e)
    assert [(row[3], row[4], row[5]) for row in rows(e)] == [(X1, 1, 7), (D1, 20, 8)]
    assert list(g.cash[:2]) == [79, 21]


def test_a_rent_may_be_settled_though_the_bank_is_owed_as_well() -> None:
    owed = [
        {"debtor": A, "creditor": B, "amount": 500, "why": "rent", "square": D1, "open": True},
        {"debtor": A, "creditor": "bank", "amount": 50, "why": "tax"},
    ]
    given: dict[str, Any] = {"cash": {A: 100}, "deeds": deeds(A, ST) | deeds(B, D1), "phase": "debt"}
    game = table("star-wars-2", debts=owed, **given)
    assert raw(game, "settle", A, give=[0, 1 << ST]) == "done"
    rich = table("star-wars-2", debts=owed, **given | {"cash": {A: 500}})
    assert raw(rich, "settle", A, give=[0, 1 << ST]) == "can-still-pay"  # just enough is enough


# ---------------------------------------------------------------------- cards and chance


@pytest.mark.parametrize(("here", "there"), [(4, 5), (5, 15), (34, 35), (36, 5)])
def test_the_nearest_station_may_be_the_next_square(here: int, there: int) -> None:
    game = table(at={A: here})
    cards.move_by_card(game._g, game._t, told(), A, codes.CARD_MOVE_NEAREST, codes.KIND_STATION, 2)
    assert game._g.square[A] == there


def test_after_the_last_card_of_a_deck_the_first_is_on_top() -> None:
    g = table()._g
    for deck in range(2):
        g.deck_top[deck] = g.deck_size[deck] - 1
        decks.top_goes_under(g, deck)
        assert g.deck_top[deck] == 0


def test_the_decks_are_shuffled_by_fisher_and_yates() -> None:
    game = table()
    g, mine, other = game._g, records.Chance(), records.Chance()
    mine.key0 = other.key0 = 5
    expected = []
    for deck in range(2):
        pile = list(g.deck[16 * deck : 16 * deck + g.deck_size[deck]])
        for k in range(len(pile) - 1, 0, -1):
            at = chance.deal_below(mine, k + 1)
            pile[k], pile[at] = pile[at], pile[k]
        expected.append(pile)
    setup.shuffle_decks(g, game._t, other, told())
    assert [list(g.deck[16 * deck : 16 * deck + g.deck_size[deck]]) for deck in range(2)] == expected
    assert mine.dealt == other.dealt


def test_a_jail_card_may_be_the_first_of_its_deck() -> None:
    game = table("star-wars-2", variant="short", jailed={A: 0})
    game._t = game._t.copy()
    g, t = game._g, game._t
    t.short_jail = switches.SHORT_JAIL_MUST_LEAVE
    g.jail_failed = 1
    assert jail.must_pay_fine(g, t, A)
    g.kept_card[0], g.kept_by[0] = 0, A
    assert not jail.must_pay_fine(g, t, A)


def test_after_a_failed_throw_the_turn_stands_before_a_throw_while_a_card_may_be_used() -> None:
    options = {"short_jail": "must-leave", "jail_third_turn": "throw-again"}
    game = table(players=3, variant="short", options=options, jailed={A: 0}, cards={B: ["chance"]})
    do(game, "roll", chance=[1, 2])
    assert (game.phase, game._g.stage) == ("roll", codes.STAGE_ROLL)


def test_who_goes_bankrupt_over_a_card_puts_it_under_the_deck() -> None:
    game = table(players=3, cash={A: 0}, deeds=deeds(A, X1, mortgaged=True), decks={"chance": ["poor-tax"]})
    do(game, "roll", chance=[3, 4])
    assert game.phase == "debt"
    do(game, "bankrupt")
    assert (game.phase, game._g.in_hand) == ("auction", NOBODY)
    assert game.position()["decks"]["chance"][-1] == "poor-tax"


# ---------------------------------------------------------------------- home-made editions


def changed(game: Game) -> Any:
    """The tables of a game, to be changed for this test alone."""
    game._t = game._t.copy()
    return game._t


@pytest.mark.parametrize(("printed", "owed"), [(0, []), (1, [1]), (2, [2])])
def test_a_deed_may_ask_for_little_or_nothing(printed: int, owed: list[int]) -> None:
    game = table(at={A: X1}, deeds=deeds(B, X1))
    changed(game).rent[X1 * RENTS] = printed
    rent.charge_rent(game._g, game._t, game._c, told(), A, X1)
    assert list(game._g.debt_amount[: game._g.debts]) == owed
    game._t.rent_claims = switches.RENT_CLAIMS_CLAIMED
    rent.charge_rent(game._g, game._t, game._c, told(), A, X1)
    assert list(game._g.claim_amount[: game._g.claims]) == owed


def test_a_card_may_ask_for_the_dice_once() -> None:
    game = table(at={A: UTILITIES[0]}, deeds=deeds(B, UTILITIES[0]))
    g = game._g
    g.dice_times, g.die1, g.die2, g.arrived = 1, 3, 4, codes.BY_DICE
    rent.charge_rent(g, game._t, game._c, told(), A, UTILITIES[0])
    assert (g.debt_amount[0], g.debt_clause[0]) == (7, clauses.CARDS_MUST_BE_OBEYED)


@pytest.mark.parametrize(("amount", "percent", "rounded"), [(7, 7, 0), (10, 5, 1), (51, 1, 1), (49, 1, 0)])
def test_a_percentage_is_rounded_at_the_half(amount: int, percent: int, rounded: int) -> None:
    game = table("classic")
    t = changed(game)
    t.ten_percent = switches.TEN_PERCENT_NEAREST
    assert money.percent_of(t, amount, percent) == rounded


def test_one_deed_may_be_dealt() -> None:
    game = Game.new("classic", 3, seed=4, variant="short")
    t, g, e = changed(game), records.Game(), told()
    t.deal = 1
    setup.begin(g, t, game._c.copy(), e, 3, 0, 0)
    assert sum(owner != NOBODY for owner in g.owner) == 3
    assert [row[4] for row in rows(e) if row[0] == codes.EVENT_DEAL] == [0, 0, 0]


def test_whoever_threw_highest_decides_first() -> None:
    starters = set()
    for seed in range(12):
        game = Game.new("classic", 3, seed=seed)
        g = records.Game()
        setup.begin(g, game._t, game._c, told(), 3, 0, 0)
        assert g.decider == g.turn
        starters.add(g.turn)
    assert starters == {0, 1, 2}


def test_everybody_begins_on_go() -> None:
    assert [event["square"] for event in Game.new("classic", 3).setup if event["type"] == "start"] == [0, 0, 0]


def test_a_house_for_one_opens_at_one() -> None:
    game = table(deeds=deeds(A, *X) | deeds(B, *D))
    t = changed(game)
    t.shortage_start = switches.SHORTAGE_START_LOWEST_DEED_PRICE
    for square in (*X, *D):
        t.house_cost[square] = 1
    assert shortage.opening_price(game._g, t, 0b11, codes.LOT_HOUSE) == 1


# ---------------------------------------------------------------------- buildings


def test_a_building_won_for_little_is_sold_for_one_and_told() -> None:
    game = table("star-wars-1", deeds=deeds(A, *X, buildings=1))
    for square in X:
        money.remember_price(game._g, game._t, square, 1, 2)
    events = do(game, "sell_group", A, square=X1, keep=0)
    assert [event["amount"] for event in events if event["type"] == "sell"] == [1, 1, 1]


def test_a_bankrupts_buildings_take_their_prices_with_them() -> None:
    game = table("star-wars-1", deeds=deeds(A, *X, buildings=2))
    g = game._g
    for number in (1, 2):
        money.remember_price(g, game._t, X1, number, 80)
    debts.sell_everything(g, game._t, told(), A, NOBODY)
    assert g.odd_prices == 0
    assert not any(g.paid[: len(X) * STEPS])


def test_what_one_can_take_ends_with_the_last_coin() -> None:
    game = table(deeds=deeds(A, *X), cash={A: 49})
    assert shortage.appetite(game._g, game._t, A, codes.LOT_HOUSE) == 0
    game._g.cash[A] = 50
    assert shortage.appetite(game._g, game._t, A, codes.LOT_HOUSE) == 1


def scarce(houses: int, **position: Any) -> Game:
    """A holds X, B holds D, both bare; C has the other houses."""
    return table(players=3, deeds=crowd(C, 32 - houses) | deeds(A, *X) | deeds(B, *D, ST), **position)


@pytest.mark.parametrize(
    ("houses", "given", "short"),
    [
        (20, deeds(A, *X) | deeds(B, *D), False),  # 12 places and 8
        (19, deeds(A, *X) | deeds(B, *D), True),
        (11, deeds(A, *X) | deeds(A, *D), False),  # nobody else has a place
        (11, deeds(A, *X) | deeds(B, D1), False),  # half a group is no place
    ],
)
def test_the_stock_can_only_be_short_if_somebody_else_has_a_place(
    houses: int, given: dict[str, Any], short: bool
) -> None:
    game = table(players=3, deeds=given)
    game._g.houses = houses
    assert bool(shortage.may_be_short(game._g, game._t, A, codes.LOT_HOUSE)) == short


def test_who_could_pay_by_mortgages_alone_counts_as_one_who_wants_one() -> None:
    game = scarce(2, cash={A: 50, B: 150, C: 0})  # A could take one; B none at the printed price, but may bid
    assert shortage.appetite(game._g, game._t, B, codes.LOT_HOUSE) == 0
    assert shortage.most_wanted(game._g, game._t, B, codes.LOT_HOUSE) >= 2
    do(game, "build", A, square=X1)
    assert (game.phase, buildings(game, X1)) == ("roll", [1])


def test_the_last_coin_builds_and_the_order_is_that_of_the_seats() -> None:
    game = scarce(4, cash={A: 100, B: 400, C: 150})
    do(game, "build", B, square=D1)
    assert game.phase == "contest"
    do(game, "want", C, count=1)
    events = do(game, "want", A, count=2)
    built = [(event["seat"], event["square"]) for event in events if event["type"] == "build"]
    assert [seat for seat, _ in built] == [B, C, A, A]
    assert cash(game, A) == 0


TWO_WANT = {"shortage_trigger": "two-want"}


def test_the_lot_that_was_asked_for_is_built_though_another_won_the_auction() -> None:
    game = scarce(2, cash={A: 500, B: 1000, C: 0}, options=TWO_WANT)
    do(game, "build", A, square=X2, count=1)
    do(game, "want", B, count=1)
    while game.phase == "auction":
        do(game, "pass") if game.decider == A else do(game, "bid", B, amount=300)
    assert buildings(game, *X, *D) == [0, 1, 0, 1, 0]


def test_who_wins_a_building_has_the_lot_that_was_asked_for() -> None:
    game = scarce(3, cash={A: 500, B: 1000, C: 0}, options=TWO_WANT)
    do(game, "build", A, square=X3, count=2)
    do(game, "want", B, count=1)
    while game.phase == "auction":
        if game.decider == A and not any(buildings(game, *X)):
            do(game, "bid", A, amount=100)
        elif game.decider == B and any(buildings(game, *X)):
            do(game, "bid", B, amount=300)
        else:
            do(game, "pass")
    assert buildings(game, *X, *D) == [1, 1, 0, 1, 0]


def test_who_wishes_for_more_than_a_row_goes_on_with_the_first_lot() -> None:
    game = scarce(5, cash={A: 500, B: 1000, C: 0})
    do(game, "build", A, square=X2, count=4)
    do(game, "pass", B)
    assert buildings(game, *X) == [2, 1, 1]


def test_in_star_wars_2_the_first_bankrupts_deeds_are_auctioned() -> None:
    game = table("star-wars-2", players=4, variant="short", cash={A: 0})
    assert not endings.ends_with_next_bankruptcy(game._g, game._t)
    game._g.alive = 3
    assert endings.ends_with_next_bankruptcy(game._g, game._t)
