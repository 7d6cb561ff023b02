"""Free Parking: a rest; by a house rule, the place where the money in the middle is taken."""

from .clauses import (
    HOUSE_FREE_PARKING_BONUS,
    HOUSE_FREE_PARKING_POT,
    HOUSE_FREE_PARKING_TAXES,
    PARKING_NEUTRAL,
)
from .codes import EVENT_POT, EVENT_POT_TAKEN, EVENT_REST, WHY_CARD, WHY_FINE, WHY_TAX
from .events import emit
from .money import hand_over
from .records import Events, Game, Tables
from .state import BANK, NOBODY
from .switches import PARKING_POT_NONE, PARKING_POT_TAXES


def pot_clause(t: Tables) -> int:
    """The house rule that explains the money in the middle best."""
    if t.parking_pot == PARKING_POT_NONE:
        return HOUSE_FREE_PARKING_BONUS
    return HOUSE_FREE_PARKING_TAXES if t.parking_pot == PARKING_POT_TAXES else HOUSE_FREE_PARKING_POT


def lay_out_pot(g: Game, t: Tables, e: Events) -> None:
    """What the bank lays into the middle, at the start and whenever it was taken."""
    if t.pot_start > 0:
        # house.free-parking-bonus
        g.bank -= t.pot_start
        g.pot += t.pot_start
        emit(e, EVENT_POT, NOBODY, NOBODY, NOBODY, t.pot_start, HOUSE_FREE_PARKING_BONUS)


def goes_into_pot(t: Tables, why: int) -> int:
    """Does a payment to the bank go into the middle instead?"""
    if t.parking_pot == PARKING_POT_NONE:
        return False
    return why == WHY_TAX or (t.parking_pot != PARKING_POT_TAXES and (why == WHY_FINE or why == WHY_CARD))


def pay_over(g: Game, t: Tables, payer: int, receiver: int, amount: int, why: int) -> None:
    """Money for a debt, to a player, to the bank, or into the middle."""
    hand_over(g, payer, receiver, amount)
    if receiver == BANK and goes_into_pot(t, why):
        g.bank -= amount
        g.pot += amount


def tell_pot(t: Tables, e: Events, payer: int, receiver: int, amount: int, why: int) -> None:
    """After the payment itself was told: where the money went."""
    if receiver == BANK and goes_into_pot(t, why):
        # house.free-parking-pot, house.free-parking-taxes
        emit(e, EVENT_POT, payer, NOBODY, NOBODY, amount, pot_clause(t))


def rest_on_parking(g: Game, t: Tables, e: Events, seat: int, square: int) -> None:
    if g.pot == 0:
        emit(e, EVENT_REST, seat, NOBODY, square, 0, PARKING_NEUTRAL)
        return
    amount = g.pot + 0
    g.pot = 0
    g.cash[seat] += amount
    emit(e, EVENT_POT_TAKEN, seat, NOBODY, square, amount, pot_clause(t))
    lay_out_pot(g, t, e)
