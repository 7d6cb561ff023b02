"""Trade: one offer at a time between two players, of deeds, cash and jail cards, all changing hands at once.

What cannot be said here cannot be traded: buildings, promises, loans, rents to come. Star Wars II's settlement of a
rent partly in deeds is an offer too; its answer is the creditor's.
"""

from .board import builds_in, in_game, is_property
from .clauses import (
    CARDS_JAIL_CARD_MAY_BE_SOLD,
    DEBT_PART_PAYMENT_IN_PROPERTY,
    TRADE_AT_AGREED_PRICE,
    TRADE_BARTER,
    TRADE_MORTGAGED_PROPERTY_TO_PLAYERS,
    TRADE_STATIONS_AND_UTILITIES,
)
from .codes import (
    DONE,
    EVENT_DEED,
    EVENT_JAIL_CARD,
    EVENT_OFFER,
    EVENT_REJECT,
    EVENT_SETTLED,
    EVENT_TRADE,
    EVENT_WITHDRAW,
    KIND_STREET,
    OFFER_SETTLEMENT,
    OFFER_TRADE,
    PHASE_ANSWER,
    PHASE_AUCTION,
    PHASE_CONTEST,
    PHASE_DEBT,
    REFUSED_AUCTION_OPEN,
    REFUSED_BAD_AMOUNT,
    REFUSED_BAD_PARTNER,
    REFUSED_BELOW_WORTH,
    REFUSED_BUILDINGS_STAND,
    REFUSED_CAN_STILL_PAY,
    REFUSED_EMPTY_OFFER,
    REFUSED_NO_JAIL_CARD,
    REFUSED_NO_OFFER,
    REFUSED_NO_PART_PAYMENT,
    REFUSED_NO_SUCH_SQUARE,
    REFUSED_NO_TRADING,
    REFUSED_NOT_A_PROPERTY,
    REFUSED_NOT_A_RENT,
    REFUSED_NOT_ENOUGH_CASH,
    REFUSED_NOT_YOUR_DEED,
    REFUSED_NOT_YOUR_TURN,
    REFUSED_OFFER_OPEN,
    REFUSED_TRANSFER_PENDING,
    REFUSED_WRONG_PHASE,
    WHY_RENT,
)
from .counts import note_debt
from .events import COUNTED_EVENTS, emit
from .money import can_raise, drop_debt, first_debt, hand_over, owed_by
from .mortgages import await_transfer
from .records import Action, Chance, Events, Game, Tables
from .state import BANK, KEPT, NOBODY, SQUARES
from .switches import PART_PAYMENT_NO, TRADING_NONE, TRADING_OWN_TURN


def may_give_deeds(g: Game, t: Tables, seat: int, squares: int) -> int:
    """May a seat hand these squares, one bit each, to another player?"""
    if squares < 0 or squares >> SQUARES != 0:
        return REFUSED_NO_SUCH_SQUARE
    for square in range(SQUARES):
        if squares >> square == 0:
            break
        if (squares >> square) & 1:
            if not is_property(t, square):
                return REFUSED_NOT_A_PROPERTY
            if g.owner[square] != seat:
                return REFUSED_NOT_YOUR_DEED
            if t.kind[square] == KIND_STREET and builds_in(g, t, t.group[square], seat):
                return REFUSED_BUILDINGS_STAND  # trade.blocked-by-group-buildings
            if (g.transfer >> square) & 1:
                return REFUSED_TRANSFER_PENDING
    return DONE


def givable(g: Game, t: Tables, seat: int) -> int:
    """All the deeds a seat may hand over, one bit each."""
    squares = 0
    for square in range(SQUARES):
        if is_property(t, square) and may_give_deeds(g, t, seat, 1 << square) == DONE:
            squares |= 1 << square
    return squares


def may_give_cards(g: Game, seat: int, cards: int) -> int:
    if cards < 0 or cards >> KEPT != 0:
        return REFUSED_NO_JAIL_CARD
    for slot in range(KEPT):
        if (cards >> slot) & 1 and g.kept_by[slot] != seat:
            return REFUSED_NO_JAIL_CARD
    return DONE


def may_give(g: Game, t: Tables, seat: int, cash: int, squares: int, cards: int) -> int:
    if cash < 0:
        return REFUSED_BAD_AMOUNT
    if cash > g.cash[seat]:
        return REFUSED_NOT_ENOUGH_CASH
    code = may_give_deeds(g, t, seat, squares)
    if code != DONE:
        return code
    return may_give_cards(g, seat, cards)


def may_deal_in_debt(g: Game, t: Tables, seat: int, other: int, means: int, worth: int) -> int:
    """Does a deal leave creditors what is theirs? `means` and `worth` are what the seat gains and the other loses."""
    if gives_away(g, t, seat, other, means, worth) or gives_away(g, t, other, seat, -means, -worth):
        return REFUSED_BELOW_WORTH
    return DONE


def gives_away(g: Game, t: Tables, seat: int, other: int, means: int, worth: int) -> int:
    """Does a debtor keep from the creditor what a deal takes from the estate? `means` and `worth` are its gain."""
    # debt-dealings, debtor-gives-nothing-away: the estate would go to whom the first debt is owed
    first = first_debt(g, seat)
    if first == NOBODY or g.debt_to[first] == other or worth >= 0:
        return False
    return not can_raise(g, t, seat, owed_by(g, seat) - means)


def worth_of(g: Game, t: Tables, cash: int, squares: int, cards: int) -> int:
    """What cash, deeds and jail cards are worth in print: the price, half of it if mortgaged, and the fine."""
    total = cash + 0
    for square in range(SQUARES):
        if squares >> square == 0:
            break
        if (squares >> square) & 1:
            total += t.price[square] if g.mortgaged[square] == 0 else t.price[square] // 2
    for slot in range(KEPT):
        if (cards >> slot) & 1:
            total += t.jail_fine
    return total


def means_of(g: Game, t: Tables, cash: int, squares: int) -> int:
    """Cash, and what these deeds would bring if they were mortgaged; nothing else can be raised on bare deeds."""
    total = cash + 0
    for square in range(SQUARES):
        if squares >> square == 0:
            break
        if (squares >> square) & 1 and g.mortgaged[square] == 0:
            total += t.mortgage[square]
    return total


def may_trade(g: Game, t: Tables, seat: int) -> int:
    """May a seat make offers now, by the rules of the house?"""
    if t.trading == TRADING_NONE:
        return REFUSED_NO_TRADING  # house.no-trading
    if t.trading == TRADING_OWN_TURN and seat != g.turn:
        return REFUSED_NOT_YOUR_TURN  # house.trade-own-turn
    return DONE


def may_offer(g: Game, t: Tables, seat: int, x: Action) -> int:
    code = may_trade(g, t, seat)
    if code != DONE:
        return code
    if g.phase == PHASE_ANSWER:
        return REFUSED_OFFER_OPEN
    if g.phase == PHASE_AUCTION or g.phase == PHASE_CONTEST:
        return REFUSED_AUCTION_OPEN
    if not in_game(g, x.a) or x.a == seat:
        return REFUSED_BAD_PARTNER
    if x.give == 0 and x.ask == 0 and x.give_cards == 0 and x.ask_cards == 0:
        return REFUSED_EMPTY_OFFER  # loan.none-between-players: money alone is not a sale
    code = may_give(g, t, seat, x.give_cash, x.give, x.give_cards)
    if code == DONE:
        code = may_give(g, t, x.a, x.ask_cash, x.ask, x.ask_cards)
    if code != DONE or g.debts == 0:
        return code
    means = means_of(g, t, x.ask_cash, x.ask) - means_of(g, t, x.give_cash, x.give)
    worth = worth_of(g, t, x.ask_cash, x.ask, x.ask_cards) - worth_of(g, t, x.give_cash, x.give, x.give_cards)
    return may_deal_in_debt(g, t, seat, x.a, means, worth)


def do_offer(g: Game, t: Tables, c: Chance, e: Events, seat: int, x: Action) -> None:
    g.offer_kind = OFFER_TRADE
    g.offer_from = seat
    g.offer_to = x.a
    g.offer_give_cash = x.give_cash
    g.offer_ask_cash = x.ask_cash
    g.offer_give = x.give
    g.offer_ask = x.ask
    g.offer_give_cards = x.give_cards
    g.offer_ask_cards = x.ask_cards
    emit(e, EVENT_OFFER, seat, x.a, NOBODY, x.give_cash - x.ask_cash, TRADE_AT_AGREED_PRICE)


def may_settle(g: Game, t: Tables, seat: int, cash: int, squares: int) -> int:
    """Pay a rent that exceeds the cash in hand partly in bare deeds, if the creditor agrees."""
    if t.part_payment == PART_PAYMENT_NO:
        return REFUSED_NO_PART_PAYMENT
    if g.phase != PHASE_DEBT:
        return REFUSED_WRONG_PHASE
    if g.debt_why[0] != WHY_RENT or g.debt_to[0] == BANK:
        return REFUSED_NOT_A_RENT
    if g.cash[seat] >= g.debt_amount[0]:
        return REFUSED_CAN_STILL_PAY  # the rulebook speaks of a rent above the cash in hand
    if squares == 0:
        return REFUSED_EMPTY_OFFER
    # debt.property-with-buildings-not-accepted
    return may_give(g, t, seat, cash, squares, 0)


def do_settle(g: Game, t: Tables, c: Chance, e: Events, seat: int, cash: int, squares: int) -> None:
    g.offer_kind = OFFER_SETTLEMENT
    g.offer_from = seat
    g.offer_to = g.debt_to[0]
    g.offer_give_cash = cash
    g.offer_ask_cash = 0
    g.offer_give = squares
    g.offer_ask = 0
    g.offer_give_cards = 0
    g.offer_ask_cards = 0
    emit(e, EVENT_OFFER, seat, g.offer_to, NOBODY, cash, DEBT_PART_PAYMENT_IN_PROPERTY)


def clear_offer(g: Game) -> None:
    g.offer_kind = OFFER_TRADE
    g.offer_from = NOBODY
    g.offer_to = NOBODY
    g.offer_give_cash = 0
    g.offer_ask_cash = 0
    g.offer_give = 0
    g.offer_ask = 0
    g.offer_give_cards = 0
    g.offer_ask_cards = 0


def may_accept(g: Game, t: Tables, seat: int) -> int:
    """The offer was good when it was made; it must still be."""
    code = may_give(g, t, g.offer_from, g.offer_give_cash, g.offer_give, g.offer_give_cards)
    if code == DONE and g.offer_kind != OFFER_SETTLEMENT:
        code = may_give(g, t, g.offer_to, g.offer_ask_cash, g.offer_ask, g.offer_ask_cards)
    if code != DONE or g.offer_kind == OFFER_SETTLEMENT or g.debts == 0:
        return code
    means = means_of(g, t, g.offer_ask_cash, g.offer_ask) - means_of(g, t, g.offer_give_cash, g.offer_give)
    worth = worth_of(g, t, g.offer_ask_cash, g.offer_ask, g.offer_ask_cards)
    worth -= worth_of(g, t, g.offer_give_cash, g.offer_give, g.offer_give_cards)
    return may_deal_in_debt(g, t, g.offer_from, g.offer_to, means, worth)


def do_accept(g: Game, t: Tables, c: Chance, e: Events, seat: int) -> None:
    maker = g.offer_from + 0
    if g.offer_kind == OFFER_SETTLEMENT:
        if e.on == COUNTED_EVENTS:
            note_debt(g, e)
        emit(e, EVENT_SETTLED, maker, seat, NOBODY, g.offer_give_cash, DEBT_PART_PAYMENT_IN_PROPERTY)
        drop_debt(g, 0)
    else:
        price = g.offer_give_cash - g.offer_ask_cash
        clause = TRADE_BARTER if g.offer_give != 0 and g.offer_ask != 0 else TRADE_AT_AGREED_PRICE
        emit(e, EVENT_TRADE, maker, seat, NOBODY, price, clause)
    hand_over(g, maker, seat, g.offer_give_cash)
    hand_over(g, seat, maker, g.offer_ask_cash)
    # both hands are emptied before either is filled: a card given must not come back as one asked for
    give_cards = g.offer_give_cards + 0
    ask_cards = g.offer_ask_cards + 0
    give = g.offer_give + 0
    ask = g.offer_ask + 0
    clear_offer(g)
    hand_cards(g, e, maker, seat, give_cards)
    hand_cards(g, e, seat, maker, ask_cards)
    hand_deeds(g, t, e, maker, seat, give)
    hand_deeds(g, t, e, seat, maker, ask)


def hand_deeds(g: Game, t: Tables, e: Events, giver: int, taker: int, squares: int) -> None:
    for square in range(SQUARES):
        if (squares >> square) & 1:
            hand_deed(g, t, e, giver, taker, square)


def hand_deed(g: Game, t: Tables, e: Events, giver: int, taker: int, square: int) -> None:
    """A deed changes hands; a mortgaged one waits for its new owner's choice."""
    g.owner[square] = taker
    clause = TRADE_AT_AGREED_PRICE if t.kind[square] == KIND_STREET else TRADE_STATIONS_AND_UTILITIES
    if g.mortgaged[square] != 0:
        clause = TRADE_MORTGAGED_PROPERTY_TO_PLAYERS
        await_transfer(g, square, False)
    emit(e, EVENT_DEED, taker, giver, square, 0, clause)


def hand_cards(g: Game, e: Events, giver: int, taker: int, cards: int) -> None:
    for slot in range(KEPT):
        if (cards >> slot) & 1:
            g.kept_by[slot] = taker
            emit(e, EVENT_JAIL_CARD, taker, giver, NOBODY, g.kept_card[slot], CARDS_JAIL_CARD_MAY_BE_SOLD)


def do_reject(g: Game, t: Tables, c: Chance, e: Events, seat: int) -> None:
    emit(e, EVENT_REJECT, seat, g.offer_from, NOBODY, 0, TRADE_AT_AGREED_PRICE)
    clear_offer(g)


def may_withdraw(g: Game, t: Tables, seat: int) -> int:
    if g.phase != PHASE_ANSWER:
        return REFUSED_NO_OFFER
    return DONE if seat == g.offer_from else REFUSED_NOT_YOUR_TURN


def do_withdraw(g: Game, t: Tables, c: Chance, e: Events, seat: int) -> None:
    emit(e, EVENT_WITHDRAW, seat, g.offer_to, NOBODY, 0, TRADE_AT_AGREED_PRICE)
    clear_offer(g)
