"""Debts and bankruptcy: paying what is owed, and what becomes of an estate when nothing more can be raised."""

from .board import jail_card_of
from .clauses import (
    BANKRUPTCY_TO_BANK_AUCTIONED_UNMORTGAGED,
    BANKRUPTCY_TO_BANK_BUILDINGS_NOT_AUCTIONED,
    BANKRUPTCY_TO_BANK_EVERYTHING_TO_BANK,
    BANKRUPTCY_TO_BANK_JAIL_CARDS_UNDER_DECKS,
    BANKRUPTCY_TO_PLAYER_ASSETS_BUILDING_MONEY_AND_MORTGAGED,
    BANKRUPTCY_TO_PLAYER_ASSETS_CASH_MORTGAGED_JAIL_CARDS,
    BANKRUPTCY_TO_PLAYER_ASSETS_EVERYTHING,
    BANKRUPTCY_TO_PLAYER_ASSETS_MONEY_DEEDS_JAIL_CARDS,
    BANKRUPTCY_TO_PLAYER_BUILDINGS_SOLD_AT_HALF,
    BANKRUPTCY_TO_PLAYER_INTEREST_AT_ONCE,
    BANKRUPTCY_WHEN_DEBT_EXCEEDS_ALL_MEANS,
    DEBT_RAISE_MONEY_FIRST,
    MORTGAGE_TRANSFER_KEEP_PAYS_TEN_PERCENT,
    MORTGAGE_WHEN_TO_PAY_A_DEBT,
)
from .codes import (
    DONE,
    EVENT_BANKRUPT,
    EVENT_DEBT,
    EVENT_DEED,
    EVENT_ESTATE,
    EVENT_FINE,
    EVENT_INTEREST,
    EVENT_JAIL_CARD,
    EVENT_MORTGAGE,
    EVENT_PAID,
    EVENT_RENT,
    EVENT_SELL,
    EVENT_TAX,
    NOTHING,
    REFUSED_CAN_STILL_PAY,
    REFUSED_NOT_ENOUGH_CASH,
    STAGE_ARRIVALS,
    STAGE_NEXT,
    STAGE_SHIFT,
    WHY_FINE,
    WHY_INTEREST,
    WHY_RENT,
    WHY_TAX,
)
from .counts import note_debt
from .decks import put_back, return_kept_card
from .endings import declare_last_player, end_short_game, ends_with_next_bankruptcy, short_game_is_over
from .events import ALL_EVENTS, COUNTED_EVENTS, emit
from .force import end_battle
from .money import bank_pays, can_raise, drop_debt, forget_prices, half_of_buildings, hand_over, interest_on, owe
from .mortgages import await_transfer, forget_transfer
from .parking import pay_over, tell_pot
from .records import Chance, Events, Game, Tables
from .rent import drop_claim
from .state import BANK, CARDS, HOTEL, KEPT, NOBODY, SQUARES
from .switches import (
    BANKRUPT_MORTGAGES_FIRST_YES,
    ESTATE_NAMED_BUILDING_MONEY_AND_MORTGAGED,
    ESTATE_NAMED_CASH_MORTGAGED_JAIL_CARDS,
    ESTATE_NAMED_MONEY_DEEDS_JAIL_CARDS,
    MORTGAGES_NONE,
)


def event_of(why: int) -> int:
    """The event of a payment other than a rent."""
    if why == WHY_TAX:
        return EVENT_TAX
    if why == WHY_FINE:
        return EVENT_FINE
    if why == WHY_INTEREST:
        return EVENT_INTEREST
    return EVENT_PAID


def pay_first_debt(g: Game, t: Tables, e: Events) -> None:
    debtor = g.debt_from[0]
    creditor = g.debt_to[0]
    pay_over(g, t, debtor, creditor, g.debt_amount[0], g.debt_why[0])
    tell_payment(t, e, debtor, creditor, g.debt_square[0], g.debt_amount[0], g.debt_why[0], g.debt_clause[0])
    drop_debt(g, 0)


def tell_payment(
    t: Tables, e: Events, debtor: int, creditor: int, square: int, amount: int, why: int, clause: int
) -> None:
    if why == WHY_RENT:
        emit(e, EVENT_RENT, debtor, creditor, square, amount, clause)
    elif e.on == ALL_EVENTS:  # no other payment is counted
        emit(e, event_of(why), debtor, creditor, square, amount, clause)
        tell_pot(t, e, debtor, creditor, amount, why)


def announce_debt(g: Game, e: Events) -> None:
    """The debtor cannot pay from cash and has to act."""
    g.debt_open = 1
    emit(e, EVENT_DEBT, g.debt_from[0], g.debt_to[0], g.debt_square[0], g.debt_amount[0], DEBT_RAISE_MONEY_FIRST)


def may_pay(g: Game, t: Tables, seat: int) -> int:
    return DONE if g.cash[seat] >= g.debt_amount[0] else REFUSED_NOT_ENOUGH_CASH


def may_go_bankrupt(g: Game, t: Tables, seat: int) -> int:
    # bankruptcy.when-debt-exceeds-all-means
    return REFUSED_CAN_STILL_PAY if can_raise(g, t, seat, g.debt_amount[0]) else DONE


def go_bankrupt(g: Game, t: Tables, c: Chance, e: Events, seat: int) -> None:
    """The estate goes to whom the first debt is owed, and the player leaves the game."""
    creditor = g.debt_to[0] + 0
    last = ends_with_next_bankruptcy(g, t)
    if e.on == COUNTED_EVENTS:
        note_debt(g, e)
    emit(e, EVENT_BANKRUPT, seat, creditor, NOBODY, g.debt_amount[0], BANKRUPTCY_WHEN_DEBT_EXCEEDS_ALL_MEANS)
    sell_everything(g, t, e, seat, creditor)
    forget_player(g, seat)
    if creditor == BANK:
        estate_to_bank(g, t, e, seat, last)
    else:
        estate_to_player(g, t, e, seat, creditor)
    g.alive -= 1
    g.out[seat] = g.players - g.alive
    g.in_jail[seat] = 0
    if g.battler == seat:
        end_battle(g)  # the beaten symbol stays where it is
    if g.turn == seat:
        # bankrupt-on-own-turn: settlement first, then the next seat; a pending extra roll is lost
        put_back(g)
        g.extra = 0
        # battle.is-compulsory: the others still face what the shift has brought them, or will bring them
        # (force-shift-after-bankruptcy-in-battle)
        if g.stage != STAGE_ARRIVALS and g.stage != STAGE_SHIFT:
            g.base = NOTHING
            g.stage = STAGE_NEXT


def sell_everything(g: Game, t: Tables, e: Events, seat: int, creditor: int) -> None:
    """Buildings go back at half price; where the rulebook says so, every deed is mortgaged after that."""
    clause = BANKRUPTCY_TO_PLAYER_BUILDINGS_SOLD_AT_HALF
    if creditor == BANK:
        clause = BANKRUPTCY_TO_BANK_BUILDINGS_NOT_AUCTIONED
    for square in range(SQUARES):
        if g.owner[square] == seat and g.buildings[square] != 0:
            half = half_of_buildings(g, t, square)
            if g.buildings[square] == HOTEL:
                g.hotels += 1
            else:
                g.houses += g.buildings[square]
            g.buildings[square] = 0
            forget_prices(g, t, square, 0)
            bank_pays(g, seat, half)
            emit(e, EVENT_SELL, seat, BANK, square, half, clause)
    if t.bankrupt_mortgages_first == BANKRUPT_MORTGAGES_FIRST_YES and t.mortgages != MORTGAGES_NONE:
        for square in range(SQUARES):
            if g.owner[square] == seat and g.mortgaged[square] == 0:
                g.mortgaged[square] = 1
                bank_pays(g, seat, t.mortgage[square])
                emit(e, EVENT_MORTGAGE, seat, BANK, square, t.mortgage[square], MORTGAGE_WHEN_TO_PAY_A_DEBT)


def forget_player(g: Game, seat: int) -> None:
    """Debts and claims of a bankrupt end; nobody inherits them."""
    # bankrupt-open-claims
    at = 0
    while at < g.debts:
        if g.debt_from[at] == seat or g.debt_to[at] == seat:
            drop_debt(g, at)
        else:
            at += 1
    at = 0
    while at < g.claims:
        if g.claim_owner[at] == seat or g.claim_visitor[at] == seat:
            drop_claim(g, at)
        else:
            at += 1


def estate_clause(t: Tables) -> int:
    """All four rulebooks' lists are read as everything; the event names the list of this one."""
    if t.estate_named == ESTATE_NAMED_MONEY_DEEDS_JAIL_CARDS:
        return BANKRUPTCY_TO_PLAYER_ASSETS_MONEY_DEEDS_JAIL_CARDS
    if t.estate_named == ESTATE_NAMED_BUILDING_MONEY_AND_MORTGAGED:
        return BANKRUPTCY_TO_PLAYER_ASSETS_BUILDING_MONEY_AND_MORTGAGED
    if t.estate_named == ESTATE_NAMED_CASH_MORTGAGED_JAIL_CARDS:
        return BANKRUPTCY_TO_PLAYER_ASSETS_CASH_MORTGAGED_JAIL_CARDS
    return BANKRUPTCY_TO_PLAYER_ASSETS_EVERYTHING


def estate_to_player(g: Game, t: Tables, e: Events, seat: int, creditor: int) -> None:
    clause = estate_clause(t)
    emit(e, EVENT_ESTATE, seat, creditor, NOBODY, g.cash[seat], clause)
    hand_over(g, seat, creditor, g.cash[seat])
    interest = 0
    for square in range(SQUARES):
        if g.owner[square] == seat:
            g.owner[square] = creditor
            forget_transfer(g, square)
            emit(e, EVENT_DEED, creditor, seat, square, 0, clause)
            if g.mortgaged[square] != 0:
                interest += interest_on(t, square)
                await_transfer(g, square, True)
    for slot in range(KEPT):
        if g.kept_by[slot] == seat:
            g.kept_by[slot] = creditor
            emit(e, EVENT_JAIL_CARD, creditor, seat, NOBODY, g.kept_card[slot], clause)
    # bankruptcy.to-player.interest-at-once; creditor-cannot-pay-interest: a debt like any other
    owe(g, creditor, BANK, interest, NOBODY, WHY_INTEREST, BANKRUPTCY_TO_PLAYER_INTEREST_AT_ONCE)


def estate_to_bank(g: Game, t: Tables, e: Events, seat: int, last: int) -> None:
    """Everything to the bank; the deeds are auctioned, unless this bankruptcy ends the game."""
    clause = BANKRUPTCY_TO_BANK_EVERYTHING_TO_BANK if last else BANKRUPTCY_TO_BANK_AUCTIONED_UNMORTGAGED
    emit(e, EVENT_ESTATE, seat, BANK, NOBODY, g.cash[seat], BANKRUPTCY_TO_BANK_EVERYTHING_TO_BANK)
    hand_over(g, seat, BANK, g.cash[seat])
    for square in range(SQUARES):
        if g.owner[square] == seat:
            # auctioned-mortgage-state: the bank is now both owner and lender
            g.owner[square] = BANK
            g.mortgaged[square] = 0
            forget_transfer(g, square)
            if not last:
                g.estate |= 1 << square
            emit(e, EVENT_DEED, BANK, seat, square, 0, clause)
    slot = jail_card_of(g, seat, 0, CARDS)
    while slot != NOBODY:
        return_kept_card(g, t, e, slot, BANKRUPTCY_TO_BANK_JAIL_CARDS_UNDER_DECKS)
        slot = jail_card_of(g, seat, 0, CARDS)


def pay_what_there_is(g: Game, t: Tables, e: Events) -> None:
    """The game is over but for the count: what is still owed is paid from cash in hand as far as that goes."""
    # short-game-ends-at-once, order-of-settlement
    while g.debts > 0:
        debtor = g.debt_from[0] + 0
        creditor = g.debt_to[0] + 0
        paid = pay_in_cash(g, t, debtor, creditor, g.debt_amount[0], g.debt_why[0])
        if paid > 0:
            tell_payment(t, e, debtor, creditor, g.debt_square[0], paid, g.debt_why[0], g.debt_clause[0])
        drop_debt(g, 0)
    # who bought a mortgaged deed and has not chosen yet keeps the mortgage
    for square in range(SQUARES):
        if (g.transfer >> square) & 1 and (g.prepaid >> square) & 1 == 0:
            owner = g.owner[square] + 0
            paid = pay_in_cash(g, t, owner, BANK, interest_on(t, square), WHY_INTEREST)
            if paid > 0:
                tell_payment(t, e, owner, BANK, square, paid, WHY_INTEREST, MORTGAGE_TRANSFER_KEEP_PAYS_TEN_PERCENT)
    g.transfer = 0
    g.prepaid = 0


def pay_in_cash(g: Game, t: Tables, debtor: int, creditor: int, amount: int, why: int) -> int:
    """As much of an amount as the debtor has in hand; how much it was."""
    paid = min(amount, g.cash[debtor])
    if paid > 0:
        pay_over(g, t, debtor, creditor, paid, why)
    return paid


def next_of_estate(g: Game) -> int:
    for square in range(SQUARES):
        if (g.estate >> square) & 1:
            return square
    return NOBODY


def do_bankrupt(g: Game, t: Tables, c: Chance, e: Events, seat: int) -> None:
    go_bankrupt(g, t, c, e, seat)
    check_bankruptcies(g, t, e)


def check_bankruptcies(g: Game, t: Tables, e: Events) -> None:
    """A player has just gone bankrupt: does that end the game?"""
    if g.alive <= 1:
        declare_last_player(g, e)
    elif short_game_is_over(g, t):
        # short-game-ends-at-once, short-last-bankrupt-assets: nobody acts any more
        pay_what_there_is(g, t, e)
        end_short_game(g, t, e)
