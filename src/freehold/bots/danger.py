"""The expected cost of a seat's next throw, and the cash reserve that each bot keeps against it."""

from freehold.bots.ranks import BOT_BARON, BOT_NOVICE
from freehold.bots.worth import lowest
from freehold.rules.board import held
from freehold.rules.codes import KIND_STATION, KIND_STREET, KIND_TAX
from freehold.rules.records import Game, Notes, Tables, Values
from freehold.rules.rent import rent_of_lot
from freehold.rules.state import BANK, RENTS, SQUARES, STATIONS, UTILITIES
from freehold.rules.switches import STATION_COUNTS_MORTGAGED_YES, UTILITY_COUNTS_MORTGAGED_YES

MEAN_THROW = 7
TRADER_RESERVE = 10
BARON_RESERVE = 30
ALL_SQUARES = (1 << SQUARES) - 1
SQUARES_AHEAD = 0b1111111111100  # where a throw from square 0 may lead: 2 to 12


def likely_rent(g: Game, t: Tables, square: int) -> int:
    """What a visitor would pay here now; for a utility, with an average throw."""
    kind = t.kind[square]
    if kind == KIND_STREET:
        return rent_of_lot(g, t, square)
    if kind == KIND_STATION:
        count = held(g, t, STATIONS, g.owner[square], t.station_counts_mortgaged == STATION_COUNTS_MORTGAGED_YES)
        return t.rent[square * RENTS + count - 1] + 0
    count = held(g, t, UTILITIES, g.owner[square], t.utility_counts_mortgaged == UTILITY_COUNTS_MORTGAGED_YES)
    return t.rent[square * RENTS + count - 1] * MEAN_THROW


def price_of_square(g: Game, t: Tables, seat: int, square: int) -> int:
    """What this seat would pay for landing on a square."""
    owner = g.owner[square]
    if owner == BANK:
        return t.tax[square] + 0 if t.kind[square] == KIND_TAX else 0
    if owner == seat or g.mortgaged[square] != 0:
        return 0
    return likely_rent(g, t, square)


def ways(total: int) -> int:
    """The number of the 36 throws with a given total."""
    return 6 - abs(7 - total)


def next_throw_cost(g: Game, t: Tables, seat: int, worst_counts: int) -> int:
    """The mean cost of the seat's next throw, plus the highest cost divided by `worst_counts` (0: not added)."""
    return cost_of_throw(g, t, seat, worst_counts, ALL_SQUARES)


def cost_of_throw(g: Game, t: Tables, seat: int, worst_counts: int, dear: int) -> int:
    """The same, if all other squares than these, one bit each, are known to cost nothing."""
    cost = 0
    worst = 0
    here = g.square[seat] + 0
    ahead = SQUARES_AHEAD << here
    ahead = (ahead | ahead >> SQUARES) & dear
    while ahead != 0:
        square = lowest(ahead)
        ahead &= ahead - 1
        price = price_of_square(g, t, seat, square)
        cost += ways(square - here if square > here else square - here + SQUARES) * price
        worst = max(worst, price)
    return cost // 36 + (worst // worst_counts if worst_counts > 0 else 0)


def mean_cost(g: Game, t: Tables, seat: int) -> int:
    return next_throw_cost(g, t, seat, 0)


def reserve(g: Game, t: Tables, v: Values, n: Notes, seat: int, bot: int) -> int:
    """The cash that a bot does not spend on buildings and mortgages. The deeds must be counted."""
    if bot == BOT_NOVICE:
        return 0
    if bot == BOT_BARON:
        return BARON_RESERVE + cost_of_throw(g, t, seat, 6, dear_squares(g, v, n, seat))
    return TRADER_RESERVE


def dear_squares(g: Game, v: Values, n: Notes, seat: int) -> int:
    """The squares on which a seat has to pay: taxes, and what others hold without a mortgage."""
    squares = 0
    for other in range(g.players):
        if other != seat:
            squares |= n.held[other]
    return (squares & ~n.pledged) | v.taxes
