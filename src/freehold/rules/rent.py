"""Rent: how much is due, and in the strict game the claim that its owner must make in time."""

from .board import group_has_buildings, group_is_mortgaged, held, is_square, owns_group
from .chance import throw_die
from .clauses import (
    CARDS_MUST_BE_OBEYED,
    HOUSE_NO_RENT_IN_JAIL,
    HOUSE_SINGLE_RENT,
    RENT_AMOUNT_FROM_DEED,
    RENT_CLAIM_DEADLINE_NEXT_PLAYER,
    RENT_CLAIM_DEADLINE_SECOND_FOLLOWING_PLAYER,
    RENT_DOUBLE_BARE_GROUP,
    RENT_DOUBLE_BARE_WHILE_SIBLINGS_BUILT,
    RENT_DOUBLE_WITH_MORTGAGED_SIBLING_ALLOWED,
    RENT_DOUBLE_WITH_MORTGAGED_SIBLING_DENIED,
    RENT_MORTGAGED_PAYS_NONE,
    RENT_OWNER_MUST_ASK,
    STATION_RENT_GROWS_WITH_COUNT,
    UTILITY_CARD_MOVE_NEEDS_NEW_THROW,
    UTILITY_DICE_THROW_FOR_RENT,
    UTILITY_MORTGAGED_PAYS_NONE,
    UTILITY_RENT_BOTH_TIMES_TEN,
    UTILITY_RENT_ONE_TIMES_FOUR,
)
from .codes import (
    BY_DICE,
    DONE,
    EVENT_NO_RENT,
    EVENT_RENT_CLAIMED,
    EVENT_RENT_LAPSED,
    EVENT_RENT_OPEN,
    EVENT_RENT_THROW,
    KIND_STATION,
    KIND_UTILITY,
    REFUSED_NO_CLAIM,
    REFUSED_NO_SUCH_SQUARE,
    WHY_RENT,
)
from .events import emit
from .money import owe, owe_at, put_behind
from .records import Chance, Events, Game, Tables
from .state import CLAIMS, NOBODY, RENTS, STATIONS, UTILITIES
from .switches import (
    BARE_GROUP_RENT_SINGLE,
    CLAIM_DEADLINE_OF_TWO_VISITOR_AGAIN,
    CLAIM_DEADLINE_SECOND_FOLLOWING_PLAYER,
    DOUBLE_RENT_BESIDE_MORTGAGE_DENIED,
    RENT_CLAIMS_AUTOMATIC,
    RENT_TO_JAIL_NONE,
    STATION_COUNTS_MORTGAGED_YES,
    UTILITY_COUNTS_MORTGAGED_YES,
    UTILITY_THROW_FRESH,
)


def rent_of_lot(g: Game, t: Tables, square: int) -> int:
    """The deed's rent for what stands there; bare lots of a full group pay double."""
    # rent.amount-from-deed, rent.built-lots-are-not-doubled
    rent = t.rent[square * RENTS + g.buildings[square]]
    if g.buildings[square] != 0:
        return rent
    group = t.group[square]
    if t.bare_group_rent == BARE_GROUP_RENT_SINGLE or not owns_group(g, t, group, g.owner[square]):
        return rent
    # rent.double-with-mortgaged-sibling
    if group_is_mortgaged(g, t, group) and t.double_rent_beside_mortgage == DOUBLE_RENT_BESIDE_MORTGAGE_DENIED:
        return rent
    return 2 * rent


def clause_of_lot_rent(g: Game, t: Tables, square: int) -> int:
    """The clause that explains the rent of a lot best."""
    group = t.group[square]
    if g.buildings[square] != 0 or not owns_group(g, t, group, g.owner[square]):
        return RENT_AMOUNT_FROM_DEED
    if t.bare_group_rent == BARE_GROUP_RENT_SINGLE:
        return HOUSE_SINGLE_RENT
    if group_is_mortgaged(g, t, group):
        if t.double_rent_beside_mortgage == DOUBLE_RENT_BESIDE_MORTGAGE_DENIED:
            return RENT_DOUBLE_WITH_MORTGAGED_SIBLING_DENIED
        return RENT_DOUBLE_WITH_MORTGAGED_SIBLING_ALLOWED
    if group_has_buildings(g, t, group):
        return RENT_DOUBLE_BARE_WHILE_SIBLINGS_BUILT
    return RENT_DOUBLE_BARE_GROUP


def rent_of_station(g: Game, t: Tables, square: int) -> int:
    # station.rent-table, station-mortgaged-sibling
    count = held(g, t, STATIONS, g.owner[square], t.station_counts_mortgaged == STATION_COUNTS_MORTGAGED_YES)
    return t.rent[square * RENTS + count - 1] * g.rent_times


def utility_factor(g: Game, t: Tables, square: int) -> int:
    # utility.rent-one-times-four, utility.rent-both-times-ten; what a card says goes first
    if g.dice_times > 0:
        return g.dice_times
    count = held(g, t, UTILITIES, g.owner[square], t.utility_counts_mortgaged == UTILITY_COUNTS_MORTGAGED_YES)
    return t.rent[square * RENTS + count - 1]


def charge_rent(g: Game, t: Tables, c: Chance, e: Events, visitor: int, square: int) -> None:
    """The visitor has stopped on another player's property: the rent is fixed by how things stand now."""
    owner = g.owner[square]
    kind = t.kind[square]
    if g.mortgaged[square] != 0:
        clause = UTILITY_MORTGAGED_PAYS_NONE if kind == KIND_UTILITY else RENT_MORTGAGED_PAYS_NONE
        emit(e, EVENT_NO_RENT, visitor, owner, square, 0, clause)
        return
    if t.rent_to_jail == RENT_TO_JAIL_NONE and g.in_jail[owner] != 0:
        emit(e, EVENT_NO_RENT, visitor, owner, square, 0, HOUSE_NO_RENT_IN_JAIL)
        return
    if kind == KIND_STATION:
        amount = rent_of_station(g, t, square)
        clause = STATION_RENT_GROWS_WITH_COUNT if g.rent_times == 1 else CARDS_MUST_BE_OBEYED
    elif kind == KIND_UTILITY:
        total = g.die1 + g.die2
        if g.arrived != BY_DICE or t.utility_throw == UTILITY_THROW_FRESH:
            # utility.card-move-needs-new-throw, utility.dice.throw-for-rent: not a turn throw, a double means nothing
            total = throw_die(c)
            total += throw_die(c)
            why = (
                UTILITY_DICE_THROW_FOR_RENT
                if t.utility_throw == UTILITY_THROW_FRESH
                else UTILITY_CARD_MOVE_NEEDS_NEW_THROW
            )
            emit(e, EVENT_RENT_THROW, visitor, owner, square, total, why)
        factor = utility_factor(g, t, square)
        amount = factor * total
        whole = held(g, t, UTILITIES, owner, t.utility_counts_mortgaged == UTILITY_COUNTS_MORTGAGED_YES) > 1
        clause = UTILITY_RENT_BOTH_TIMES_TEN if whole else UTILITY_RENT_ONE_TIMES_FOUR
        if g.dice_times > 0:
            clause = CARDS_MUST_BE_OBEYED
    else:
        amount = rent_of_lot(g, t, square)
        clause = clause_of_lot_rent(g, t, square)
    if amount <= 0:
        return
    if t.rent_claims == RENT_CLAIMS_AUTOMATIC:
        owe(g, visitor, owner, amount, square, WHY_RENT, clause)
    else:
        open_claim(g, t, e, visitor, square, amount, clause)


def open_claim(g: Game, t: Tables, e: Events, visitor: int, square: int, amount: int, clause: int) -> None:
    """The owner may ask from now on, until the deadline of the edition. The clause says why it is this amount."""
    if g.claims >= CLAIMS:
        g.overflow = 1
        return
    at = g.claims
    g.claim_square[at] = square
    g.claim_visitor[at] = visitor
    g.claim_owner[at] = g.owner[square]
    g.claim_amount[at] = amount
    g.claim_clause[at] = clause
    # claim-deadline-two-players: of two players left, the second one following is the visitor
    late = t.claim_deadline == CLAIM_DEADLINE_SECOND_FOLLOWING_PLAYER and (
        g.alive > 2 or t.claim_deadline_of_two == CLAIM_DEADLINE_OF_TWO_VISITOR_AGAIN
    )
    g.claim_left[at] = 2 if late else 1
    g.claims += 1
    emit(e, EVENT_RENT_OPEN, visitor, g.owner[square], square, amount, RENT_OWNER_MUST_ASK)


def drop_claim(g: Game, at: int) -> None:
    for k in range(at, g.claims - 1):
        g.claim_square[k] = g.claim_square[k + 1]
        g.claim_visitor[k] = g.claim_visitor[k + 1]
        g.claim_owner[k] = g.claim_owner[k + 1]
        g.claim_amount[k] = g.claim_amount[k + 1]
        g.claim_clause[k] = g.claim_clause[k + 1]
        g.claim_left[k] = g.claim_left[k + 1]
    g.claims -= 1
    for k in range(g.debts):
        if g.debt_older[k] > at:
            g.debt_older[k] -= 1


def count_down_claims(g: Game, t: Tables, e: Events) -> None:
    """A player throws for the first time in a turn, or ends it without: claims come nearer to their deadline."""
    # claim-deadline-own-extra-roll: only the first throw of a turn counts
    at = 0
    while at < g.claims:
        g.claim_left[at] -= 1
        if g.claim_left[at] > 0:
            at += 1
        else:
            visitor = g.claim_visitor[at]
            owner = g.claim_owner[at]
            clause = (
                RENT_CLAIM_DEADLINE_SECOND_FOLLOWING_PLAYER
                if t.claim_deadline == CLAIM_DEADLINE_SECOND_FOLLOWING_PLAYER
                else RENT_CLAIM_DEADLINE_NEXT_PLAYER
            )
            emit(e, EVENT_RENT_LAPSED, owner, visitor, g.claim_square[at], g.claim_amount[at], clause)
            drop_claim(g, at)


def claim_at(g: Game, seat: int, square: int) -> int:
    """The oldest open claim of an owner on a square, or NOBODY."""
    for k in range(g.claims):
        if g.claim_owner[k] == seat and g.claim_square[k] == square:
            return k
    return NOBODY


def may_claim(g: Game, t: Tables, seat: int, square: int) -> int:
    # claim-during-an-auction-or-an-offer, claim-while-the-visitor-owes-others: whatever the game is waiting for
    if not is_square(square):
        return REFUSED_NO_SUCH_SQUARE
    # rent.late-claim-is-void
    return REFUSED_NO_CLAIM if claim_at(g, seat, square) == NOBODY else DONE


def do_claim(g: Game, t: Tables, c: Chance, e: Events, seat: int, square: int) -> None:
    """The owner asks, in time; the visitor pays as soon as no auction and no offer is open."""
    at = claim_at(g, seat, square)
    emit(e, EVENT_RENT_CLAIMED, seat, g.claim_visitor[at], square, g.claim_amount[at], RENT_OWNER_MUST_ASK)
    owe_claimed_rent(g, at)


def owe_claimed_rent(g: Game, at: int) -> None:
    """The rent becomes a debt: ahead of those from later events, and of what its owner owes."""
    # claim-while-the-visitor-owes-others
    owner = g.claim_owner[at] + 0
    place = 0
    while place < g.debts and not is_later(g, place, at):
        place += 1
    visitor = g.claim_visitor[at] + 0
    owe_at(g, place, visitor, owner, g.claim_amount[at], g.claim_square[at], WHY_RENT, g.claim_clause[at])
    if g.overflow == 0:
        g.debt_older[place] = at
    drop_claim(g, at)
    # claim-reaches-a-debtor: the owner's own debts wait, so that the money can reach him in time
    for k in range(place - 1, -1, -1):
        if g.debt_from[k] == owner:
            put_behind(g, k, place)
            place -= 1


def is_later(g: Game, debt: int, claim: int) -> int:
    """Does a debt come from a later event than an open claim? Only claimed rents can be older: a rent opens when
    nothing is owed.
    """
    return g.debt_why[debt] != WHY_RENT or g.debt_older[debt] > claim
