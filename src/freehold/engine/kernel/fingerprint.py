"""A hash of a game's record, made where the game was played, so that no record has to be copied to compare games.

Two numbers of 63 bits each: all arithmetic is modulo 2^63, which integers of Python, a CPU and a GPU have in common.
The values are hashed, not the bytes: the layout of the record does not matter. This is for comparing, not for secrets.
"""

from freehold.layouts.records import Int64s
from freehold.rules.records import Game
from freehold.rules.state import CARDS, CLAIMS, DEBTS, KEPT, LOTS, PLAYERS, SQUARES, STEPS

MASK = 0x7FFFFFFFFFFFFFFF
HASH_FACTOR = 0x2545F4914F6CDD1D
OTHER_HASH_FACTOR = 0x369DEA0F31A53F85
SCATTER_FACTOR = 0x3C79AC492BA7B653


def blend(word: int, value: int, factor: int) -> int:
    """Compiled it is an intrinsic: Numba's own product must not overflow."""
    return (word * factor + value) & MASK


def scatter(word: int) -> int:
    """Spread what is in the low bits of a word over all of them."""
    word = blend(word ^ (word >> 32), 0, SCATTER_FACTOR)
    word = blend(word ^ (word >> 29), 0, HASH_FACTOR)
    return word ^ (word >> 32)


def in_place(word: int, number: int) -> int:
    """A game's hash as a term of its run's digest, which is a sum: the game's number is in it. It takes arrays, too."""
    return scatter((word ^ scatter(number & MASK)) & MASK)


def fingerprint(g: Game, results: Int64s, at: int) -> None:
    """Write both numbers."""
    results[at] = scatter(hash_of(g, HASH_FACTOR))
    results[at + 1] = scatter(hash_of(g, OTHER_HASH_FACTOR))


def hash_of(g: Game, factor: int) -> int:
    """Every value of the record, up to seven bytes at a time."""
    h = hash_numbers(g, factor, factor)
    h = hash_state(g, h, factor)
    for seat in range(PLAYERS):
        h = blend(h, g.cash[seat], factor)
        h = blend(
            h,
            six(g.square[seat], g.in_jail[seat], g.jail_turns[seat], g.out[seat], g.token[seat], g.wish[seat]),
            factor,
        )
    for k in range(DEBTS):
        h = blend(h, g.debt_amount[k], factor)
        h = blend(h, g.debt_clause[k] * 256 + g.debt_older[k], factor)
        h = blend(h, four(g.debt_from[k], g.debt_to[k], g.debt_why[k], g.debt_square[k]), factor)
    for k in range(CLAIMS):
        h = blend(h, g.claim_amount[k], factor)
        h = blend(h, g.claim_clause[k], factor)
        h = blend(h, four(g.claim_square[k], g.claim_visitor[k], g.claim_owner[k], g.claim_left[k]), factor)
    for k in range(KEPT):
        h = blend(h, g.kept_card[k] * 256 + g.kept_by[k], factor)
    for k in range(CARDS // 4):
        h = blend(h, four(g.deck[4 * k], g.deck[4 * k + 1], g.deck[4 * k + 2], g.deck[4 * k + 3]), factor)
    for square in range(SQUARES):
        h = blend(h, four(g.owner[square], g.buildings[square], g.mortgaged[square], 0), factor)
    if g.odd_prices != 0:  # otherwise all of them are 0
        for k in range(LOTS * STEPS):
            h = blend(h, g.paid[k], factor)
    return h if g.pot == 0 and g.lapped == 0 else blend(blend(h, g.pot, factor), g.lapped, factor)


def hash_numbers(g: Game, word: int, factor: int) -> int:
    """The wide fields."""
    h = blend(word, g.estate, factor)
    h = blend(h, g.transfer, factor)
    h = blend(h, g.prepaid, factor)
    h = blend(h, g.offer_give, factor)
    h = blend(h, g.offer_ask, factor)
    h = blend(h, g.bank, factor)
    h = blend(h, g.turns, factor)
    h = blend(h, g.bid, factor)
    h = blend(h, g.floor, factor)
    h = blend(h, g.offer_give_cash, factor)
    h = blend(h, g.offer_ask_cash, factor)
    h = blend(h, g.odd_prices, factor)
    h = blend(h, g.bidders, factor)
    return blend(h, g.asked, factor)


def hash_state(g: Game, word: int, factor: int) -> int:
    """The bytes."""
    h = blend(word, six(g.players, g.alive, g.banker, g.turn, g.phase, g.decider), factor)
    h = blend(h, six(g.base, g.stage, g.doubles, g.extra, g.thrown, g.die1), factor)
    h = blend(h, six(g.die2, g.force_face, g.arrived, g.rent_times, g.dice_times, g.jail_failed), factor)
    h = blend(h, six(g.in_hand, g.choice_card, g.time_up, g.winner, g.houses, g.hotels), factor)
    h = blend(h, six(g.dark, g.light, g.battler, g.battle_symbol, g.battle_next, g.lot), factor)
    h = blend(h, six(g.leader, g.bidder, g.place, g.contest, g.contest_by, g.contest_square), factor)
    h = blend(h, six(g.offer_kind, g.offer_from, g.offer_to, g.offer_give_cards, g.offer_ask_cards, g.debts), factor)
    h = blend(h, six(g.debt_open, g.claims, g.overflow, g.deck_top[0], g.deck_top[1], g.deck_size[0]), factor)
    return blend(h, g.deck_size[1], factor)


def six(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """Bytes as one number."""
    return (four(a, b, c, d) * 256 + e) * 256 + f


def four(a: int, b: int, c: int, d: int) -> int:
    return ((a * 256 + b) * 256 + c) * 256 + d
