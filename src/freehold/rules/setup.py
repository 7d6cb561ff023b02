"""Setting up: money, decks, the Force symbols, dealt deeds, and the throw for who starts."""

from .board import is_property
from .chance import deal_below, throw_die
from .clauses import (
    HOUSE_ALL_DEEDS_DEALT,
    SETUP_DECKS_SHUFFLED,
    SETUP_FIRST_PLAYER_HIGHEST_ROLL,
    SHORT_DEAL_CUT_BY_LEFT_NEIGHBOUR,
    SHORT_DEAL_SHUFFLED_BY_BANKER,
    SHORT_DEAL_THREE_FREE,
    SHORT_DEAL_TWO_FREE,
    SHORT_DEAL_TWO_PAID,
    TIMED_DEAL_TWO_PAID,
    TIMED_DEEDS_SHUFFLED_AND_CUT,
)
from .codes import (
    EVENT_CUT,
    EVENT_DEAL,
    EVENT_HOUSE_RULE,
    EVENT_OPENING,
    EVENT_PAID,
    EVENT_SHUFFLE,
    EVENT_START,
    LOT_NONE,
    PHASE_ROLL,
    SHORT_GAME,
    STAGE_ROLL,
    WHY_DEAL,
)
from .events import emit
from .force import place_symbols
from .money import bank_pays, bank_takes, owe
from .parking import lay_out_pot
from .records import Chance, Events, Game, Tables
from .state import (
    BANK,
    CARDS,
    CLAIMS,
    DEBTS,
    DECK_ROOM,
    HOUSE_RULES,
    KEPT,
    LOTS,
    NOBODY,
    PLAYERS,
    SQUARES,
    STEPS,
)
from .switches import DEALT_DEEDS_ALL, FORCE_YES


def clear(g: Game, t: Tables, players: int, banker: int) -> None:
    """An empty table: everything with the bank, all tokens on GO, seat 0 about to throw."""
    g.players = players
    g.alive = players
    g.banker = banker
    g.bank = 0
    g.turns = 0
    g.turn = 0
    g.phase = PHASE_ROLL
    g.decider = 0
    g.base = PHASE_ROLL
    g.stage = STAGE_ROLL
    g.doubles = 0
    g.extra = 0
    g.thrown = 0
    g.die1 = 0
    g.die2 = 0
    g.force_face = 0
    g.arrived = 0
    g.rent_times = 1
    g.dice_times = 0
    g.jail_failed = 0
    g.in_hand = NOBODY
    g.choice_card = NOBODY
    g.time_up = 0
    g.winner = NOBODY
    g.houses = t.house_stock
    g.hotels = t.hotel_stock
    g.dark = NOBODY
    g.light = NOBODY
    g.battler = NOBODY
    g.battle_symbol = NOBODY
    g.battle_next = 0
    g.estate = 0
    g.transfer = 0
    g.prepaid = 0
    g.debts = 0
    g.claims = 0
    g.debt_open = 0
    g.overflow = 0
    g.pot = 0
    g.lapped = 0
    g.odd_prices = 0
    clear_bidding(g)
    for seat in range(PLAYERS):
        g.cash[seat] = 0
        g.square[seat] = 0
        g.in_jail[seat] = 0
        g.jail_turns[seat] = 0
        g.out[seat] = 0
        g.wish[seat] = 0
    for square in range(SQUARES):
        g.owner[square] = BANK
        g.buildings[square] = 0
        g.mortgaged[square] = 0
    for slot in range(KEPT):
        g.kept_by[slot] = NOBODY
        g.kept_card[slot] = NOBODY
    clear_lists(g)
    lay_out_decks(g, t)


def clear_bidding(g: Game) -> None:
    g.lot = LOT_NONE
    g.bid = 0
    g.floor = 0
    g.leader = NOBODY
    g.bidder = NOBODY
    g.bidders = 0
    g.place = NOBODY
    g.contest = LOT_NONE
    g.contest_by = NOBODY
    g.contest_square = NOBODY
    g.asked = 0
    g.offer_kind = 0
    g.offer_from = NOBODY
    g.offer_to = NOBODY
    g.offer_give_cash = 0
    g.offer_ask_cash = 0
    g.offer_give = 0
    g.offer_ask = 0
    g.offer_give_cards = 0
    g.offer_ask_cards = 0


def clear_lists(g: Game) -> None:
    for k in range(LOTS * STEPS):
        g.paid[k] = 0
    for k in range(DEBTS):
        g.debt_from[k] = 0
        g.debt_to[k] = 0
        g.debt_amount[k] = 0
        g.debt_why[k] = 0
        g.debt_older[k] = 0
        g.debt_clause[k] = 0
        g.debt_square[k] = 0
    for k in range(CLAIMS):
        g.claim_square[k] = 0
        g.claim_visitor[k] = 0
        g.claim_owner[k] = 0
        g.claim_amount[k] = 0
        g.claim_clause[k] = 0
        g.claim_left[k] = 0


def lay_out_decks(g: Game, t: Tables) -> None:
    """Both decks in printed order."""
    for k in range(CARDS):
        g.deck[k] = NOBODY
    for deck in range(2):
        g.deck_top[deck] = 0
        g.deck_size[deck] = t.deck_cards[deck]
        for k in range(t.deck_cards[deck]):
            g.deck[deck * DECK_ROOM + k] = deck * DECK_ROOM + k


def shuffle_decks(g: Game, t: Tables, c: Chance, e: Events) -> None:
    # setup.decks-shuffled
    for deck in range(2):
        start = deck * DECK_ROOM
        for k in range(g.deck_size[deck] - 1, 0, -1):
            other = deal_below(c, k + 1)
            card = g.deck[start + k]
            g.deck[start + k] = g.deck[start + other]
            g.deck[start + other] = card
        emit(e, EVENT_SHUFFLE, g.banker, NOBODY, NOBODY, deck, SETUP_DECKS_SHUFFLED)


def begin(g: Game, t: Tables, c: Chance, e: Events, players: int, banker: int, opener: int) -> None:
    """A new game, ready for the first turn. The opener throws first: the banker, if the banker plays."""
    clear(g, t, players, banker)
    for k in range(HOUSE_RULES):
        if t.house_clause[k] > 0:
            emit(e, EVENT_HOUSE_RULE, NOBODY, NOBODY, NOBODY, 0, t.house_clause[k])
    lay_out_pot(g, t, e)
    for seat in range(players):
        bank_pays(g, seat, t.start_cash)
    shuffle_decks(g, t, c, e)
    if t.force == FORCE_YES:
        # force.setup-before-tokens
        place_symbols(g, t, c, e)
    for seat in range(players):
        emit(e, EVENT_START, seat, BANK, 0, t.start_cash, t.start_clause)
    if t.deal > 0:
        deal_deeds(g, t, c, e)
    throw_for_start(g, c, e, opener)


def deal_deeds(g: Game, t: Tables, c: Chance, e: Events) -> None:
    """Shuffled, perhaps cut, and dealt one at a time from the banker's left; paid for where the rulebook says so.

    The pile needs no memory of its own: each deed in turn is drawn from those still with the bank. A cut of a well
    shuffled pile changes nothing but who can be blamed, so it is told and draws its own number.
    """
    short = t.variant == SHORT_GAME
    clause = deal_clause(t) if t.dealt_deeds == DEALT_DEEDS_ALL else SHORT_DEAL_SHUFFLED_BY_BANKER
    if not short and t.dealt_deeds != DEALT_DEEDS_ALL:
        clause = TIMED_DEEDS_SHUFFLED_AND_CUT if t.deal_cut == 1 else TIMED_DEAL_TWO_PAID
    emit(e, EVENT_SHUFFLE, g.banker, NOBODY, NOBODY, 2, clause)
    left = 0
    for square in range(SQUARES):
        if is_property(t, square):
            left += 1
    cut = 0
    if t.deal_cut == 1:
        cut = deal_below(c, left)
        clause = SHORT_DEAL_CUT_BY_LEFT_NEIGHBOUR if short else TIMED_DEEDS_SHUFFLED_AND_CUT
        # timed-deal-banker-cuts: in a timed game the banker cuts as well
        cutter = (g.banker + 1) % g.players if short else g.banker
        emit(e, EVENT_CUT, cutter, NOBODY, NOBODY, cut, clause)
    for _ in range(t.deal):
        for k in range(1, g.players + 1):
            if left > 0:
                seat = (g.banker + k) % g.players
                square = nth_bank_deed(g, t, (deal_below(c, left) + cut) % left)
                left -= 1
                g.owner[square] = seat
                emit(e, EVENT_DEAL, seat, BANK, square, 0, deal_clause(t))
                if t.deal_paid == 1:
                    pay_for_deal(g, t, e, seat, square)


def pay_for_deal(g: Game, t: Tables, e: Events, seat: int, square: int) -> None:
    # short.deal.two-paid, timed.deal-two-paid: at once, in cash; only a home-made edition could be too poor for it
    if g.cash[seat] >= t.price[square]:
        bank_takes(g, seat, t.price[square])
        emit(e, EVENT_PAID, seat, BANK, square, t.price[square], deal_clause(t))
    else:
        owe(g, seat, BANK, t.price[square], square, WHY_DEAL, deal_clause(t))


def deal_clause(t: Tables) -> int:
    if t.dealt_deeds == DEALT_DEEDS_ALL:
        return HOUSE_ALL_DEEDS_DEALT
    if t.variant != SHORT_GAME:
        return TIMED_DEAL_TWO_PAID
    if t.deal_paid == 1:
        return SHORT_DEAL_TWO_PAID
    return SHORT_DEAL_TWO_FREE if t.deal == 2 else SHORT_DEAL_THREE_FREE


def nth_bank_deed(g: Game, t: Tables, index: int) -> int:
    """The property at this place, in board order, among those still with the bank."""
    seen = 0
    for square in range(SQUARES):
        if is_property(t, square) and g.owner[square] == BANK:
            if seen == index:
                return square
            seen += 1
    return NOBODY


def throw_for_start(g: Game, c: Chance, e: Events, opener: int) -> None:
    """From the opener on, everybody throws; the highest total starts, and those who tie throw again."""
    # setup.first-player-highest-roll, setup.first-roll-starts-with-banker, first-player-tie
    in_it = (1 << g.players) - 1
    several = True
    while several:
        best = 0
        best_seats = 0
        count = 0
        for k in range(g.players):
            seat = (opener + k) % g.players
            if (in_it >> seat) & 1:
                total = throw_die(c)
                total += throw_die(c)
                emit(e, EVENT_OPENING, seat, NOBODY, NOBODY, total, SETUP_FIRST_PLAYER_HIGHEST_ROLL)
                if total > best:
                    best = total
                    best_seats = 1 << seat
                    count = 1
                elif total == best:
                    best_seats |= 1 << seat
                    count += 1
        in_it = best_seats
        several = count > 1 and c.wrong == 0
    for seat in range(g.players):
        if (in_it >> seat) & 1:
            g.turn = seat
            g.decider = seat
    g.stage = STAGE_ROLL
    g.base = PHASE_ROLL
