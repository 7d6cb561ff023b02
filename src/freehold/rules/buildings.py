"""Buildings: houses and hotels bought evenly on whole groups and sold back at half price."""

from .board import (
    group_has_buildings,
    is_square,
    level,
    owns_group,
    sibling,
)
from .clauses import (
    BUILD_PRICE_FROM_DEED,
    HOTEL_GIVES_BACK_FOUR_HOUSES,
    HOUSE_BUILD_UNEVENLY,
    HOUSE_BUILD_WITHOUT_GROUP,
    SELL_EVENLY,
    SELL_GROUP_HOTELS_MAY_GO_TOGETHER,
    SELL_GROUP_HOTELS_MUST_GO_TOGETHER,
    SELL_HALF_OF_DEED_PRICE,
    SELL_HALF_OF_PRICE_PAID,
    SELL_HOTEL_STEP_COUNTS_AS_FIVE_HOUSES,
    SELL_HOTEL_STEP_COUNTS_AS_FOUR_HOUSES,
    SELL_HOTEL_SWAP_FOUR_HOUSES_PLUS_HALF,
    SELL_HOTEL_SWAP_FOUR_VILLAGES,
    SHORT_HOTEL_AFTER_THREE_HOUSES,
    SHORT_HOTEL_RESALE_HALF_HOTEL_PLUS_HALF_OF_THREE_HOUSES,
    SHORT_HOTEL_RESALE_HALF_PURCHASE_ONE_HOUSE_LESS,
    SHORT_HOTEL_RESALE_SWAPPED_FOR_THREE_VILLAGES,
)
from .codes import (
    DONE,
    EVENT_BUILD,
    EVENT_SELL,
    KIND_STREET,
    LOT_HOTEL,
    LOT_HOUSE,
    LOT_NONE,
    PHASE_AUCTION,
    PHASE_ROLL,
    REFUSED_AUCTION_OPEN,
    REFUSED_BAD_AMOUNT,
    REFUSED_BUILD_NOT_NOW,
    REFUSED_CONTESTED,
    REFUSED_FULLY_BUILT,
    REFUSED_GROUP_MORTGAGED,
    REFUSED_IN_DEBT,
    REFUSED_INCOMPLETE_GROUP,
    REFUSED_NO_BUILDINGS,
    REFUSED_NO_HOTELS_LEFT,
    REFUSED_NO_HOUSES_LEFT,
    REFUSED_NO_SUCH_SQUARE,
    REFUSED_NOT_A_LOT,
    REFUSED_NOT_ENOUGH_CASH,
    REFUSED_NOT_YOUR_DEED,
    REFUSED_UNEVEN_BUILDING,
    REFUSED_UNEVEN_SELLING,
    SHORT_GAME,
)
from .events import emit
from .money import (
    bank_pays,
    bank_takes,
    forget_prices,
    half_of_buildings,
    half_of_step,
    in_debt,
    remember_price,
)
from .records import Chance, Events, Game, Tables
from .state import BANK, HOTEL
from .switches import (
    BUILD_WINDOW_OWN_TURN_OR_BETWEEN,
    BUILDING_GROUP_WHOLE,
    BUILDING_REFUND_PRICE_PAID,
    BUILDING_ROWS_FREE,
    GROUP_HOTELS_MAY_GO_TOGETHER,
    HOTEL_COUNTS_AS_FOUR,
    HOTEL_STEP_COUNTS_AS_FIVE,
    HOTEL_STEP_COUNTS_AS_FOUR,
    HOTEL_STEP_SWAP,
    HOTEL_STEP_SWAP_PLUS_HALF,
)


def next_is_hotel(g: Game, t: Tables, square: int) -> int:
    # short.hotel-after-three-houses
    return g.buildings[square] == t.hotel_after


def scarce_kind(g: Game, t: Tables, square: int) -> int:
    """Which of the bank's two stocks the next building on a square comes from."""
    return LOT_HOTEL if next_is_hotel(g, t, square) else LOT_HOUSE


def stock(g: Game, kind: int) -> int:
    return g.hotels + 0 if kind == LOT_HOTEL else g.houses + 0


def may_own_lot(g: Game, t: Tables, seat: int, square: int) -> int:
    """Is this a lot of the seat's? The first question of building and selling alike."""
    if not is_square(square):
        return REFUSED_NO_SUCH_SQUARE
    if t.kind[square] != KIND_STREET:
        return REFUSED_NOT_A_LOT
    if g.owner[square] != seat:
        return REFUSED_NOT_YOUR_DEED
    return DONE


def may_stand(g: Game, t: Tables, seat: int, square: int) -> int:
    """May the next building stand here, if the bank has one?"""
    code = may_own_lot(g, t, seat, square)
    if code != DONE:
        return code
    group = t.group[square]
    if t.building_group == BUILDING_GROUP_WHOLE and not owns_group(g, t, group, seat):
        return REFUSED_INCOMPLETE_GROUP  # build.needs-complete-group
    for k in range(t.group_size[group]):
        other = sibling(t, group, k)
        if g.owner[other] == seat and g.mortgaged[other] != 0:
            return REFUSED_GROUP_MORTGAGED  # build.blocked-by-group-mortgage
    if g.buildings[square] == HOTEL:
        return REFUSED_FULLY_BUILT  # hotel.one-per-lot, hotel.no-house-on-hotel-lot
    if out_of_row(g, t, seat, square, -1):
        return REFUSED_UNEVEN_BUILDING  # build.evenly, hotel.needs-four-on-every-lot
    return DONE


def out_of_row(g: Game, t: Tables, seat: int, square: int, side: int) -> int:
    """Does another lot of this seat in the group stand lower (side -1) or higher (side 1), where that matters?"""
    if t.building_rows == BUILDING_ROWS_FREE:
        return False  # house.build-unevenly
    group = t.group[square]
    here = level(t, g.buildings[square])
    for k in range(t.group_size[group]):
        other = sibling(t, group, k)
        # house.build-without-group: the lots of others are no part of the row
        if g.owner[other] == seat and (level(t, g.buildings[other]) - here) * side > 0:
            return True
    return False


def has_place(g: Game, t: Tables, seat: int, square: int) -> int:
    """May the next building stand here, whatever it costs and whoever else wants it?"""
    code = may_stand(g, t, seat, square)
    if code != DONE:
        return code
    if next_is_hotel(g, t, square):
        if g.hotels <= 0:
            return REFUSED_NO_HOTELS_LEFT  # shortage.no-hotels-wait
    elif g.houses <= 0:
        return REFUSED_NO_HOUSES_LEFT  # shortage.no-houses-wait
    return DONE


def may_build(g: Game, t: Tables, seat: int, square: int) -> int:
    code = has_place(g, t, seat, square)
    return code if code != DONE else may_build_now(g, t, seat, square)


def may_build_now(g: Game, t: Tables, seat: int, square: int) -> int:
    """May the seat build at this time, and pay for it, on a lot that has a place?"""
    if g.phase == PHASE_AUCTION or g.contest != LOT_NONE:
        return REFUSED_AUCTION_OPEN  # off-turn-windows; an open offer may keep a contest waiting
    if t.build_window == BUILD_WINDOW_OWN_TURN_OR_BETWEEN and seat != g.turn and not between_turns(g):
        return REFUSED_BUILD_NOT_NOW  # build.timing.own-turn-or-between-turns
    if in_debt(g, seat):
        return REFUSED_IN_DEBT
    if g.cash[seat] < t.house_cost[square]:
        return REFUSED_NOT_ENOUGH_CASH
    return DONE


def between_turns(g: Game) -> int:
    """The next player has not thrown yet."""
    return g.phase == PHASE_ROLL and g.thrown == 0


def put_building(g: Game, t: Tables, e: Events, seat: int, square: int, price: int, clause: int) -> None:
    """Pay and build; a hotel sends the lot's houses back to the bank."""
    bank_takes(g, seat, price)
    if price != t.house_cost[square]:
        remember_price(g, t, square, level(t, g.buildings[square]) + 1, price)
    if next_is_hotel(g, t, square):
        # hotel.gives-back-four-houses
        g.houses += g.buildings[square]
        g.hotels -= 1
        g.buildings[square] = HOTEL
    else:
        g.houses -= 1
        g.buildings[square] += 1
    emit(e, EVENT_BUILD, seat, BANK, square, price, clause)


def build_at_deed_price(g: Game, t: Tables, e: Events, seat: int, square: int) -> None:
    clause = build_clause(g, t, seat, square)
    if next_is_hotel(g, t, square):
        clause = SHORT_HOTEL_AFTER_THREE_HOUSES if t.variant == SHORT_GAME else HOTEL_GIVES_BACK_FOUR_HOUSES
    put_building(g, t, e, seat, square, t.house_cost[square], clause)


def build_clause(g: Game, t: Tables, seat: int, square: int) -> int:
    """The rule that lets a house stand here: the deed's price, or a house rule without which it could not."""
    group = t.group[square]
    if not owns_group(g, t, group, seat):
        return HOUSE_BUILD_WITHOUT_GROUP
    for k in range(t.group_size[group]):
        if level(t, g.buildings[sibling(t, group, k)]) < level(t, g.buildings[square]):
            return HOUSE_BUILD_UNEVENLY
    return BUILD_PRICE_FROM_DEED


def spare_houses(g: Game) -> int:
    """The houses that may be taken from the bank; the one under the hammer stays for its winner."""
    return g.houses - 1 if g.lot == LOT_HOUSE else g.houses + 0


def awaits_building(g: Game, t: Tables, seat: int, group: int) -> int:
    """Does a seat want a contested building and have a place for it in this group? Who bids keeps the place."""
    # shortage-places-are-kept: also while the bank has none, after somebody broke up a hotel
    if g.contest == LOT_NONE or g.wish[seat] <= 0:
        return False
    for k in range(t.group_size[group]):
        square = sibling(t, group, k)
        if may_stand(g, t, seat, square) == DONE and scarce_kind(g, t, square) == g.contest:
            return True
    return False


def may_break_down(g: Game, t: Tables, seat: int, square: int) -> int:
    """What every sale of buildings needs."""
    code = may_own_lot(g, t, seat, square)
    if code != DONE:
        return code
    if awaits_building(g, t, seat, t.group[square]):
        return REFUSED_CONTESTED
    return DONE


def may_sell(g: Game, t: Tables, seat: int, square: int) -> int:
    code = may_break_down(g, t, seat, square)
    if code != DONE:
        return code
    if g.buildings[square] == 0:
        return REFUSED_NO_BUILDINGS
    if out_of_row(g, t, seat, square, 1):
        return REFUSED_UNEVEN_SELLING  # sell.evenly
    if g.buildings[square] == HOTEL and spare_houses(g) < t.hotel_after:
        return REFUSED_NO_HOUSES_LEFT  # shortage.hotel-cannot-become-missing-houses
    return DONE


def do_sell(g: Game, t: Tables, c: Chance, e: Events, seat: int, square: int) -> None:
    """One step down: a house, or a hotel turned into the houses it was made of."""
    half = half_of_step(g, t, square, level(t, g.buildings[square]))
    if g.buildings[square] == HOTEL:
        if t.hotel_counts_as == HOTEL_COUNTS_AS_FOUR:
            half = 0  # skyscraper-worth-four: by the letter the four small ones are all it is worth
        clause = resale_clause(t)
        g.hotels += 1
        g.houses -= t.hotel_after
        g.buildings[square] = t.hotel_after
    else:
        clause = refund_clause(t)
        g.houses += 1
        g.buildings[square] -= 1
    forget_prices(g, t, square, g.buildings[square])
    bank_pays(g, seat, half)
    emit(e, EVENT_SELL, seat, BANK, square, half, clause)


def refund_clause(t: Tables) -> int:
    """Half of what the deed says, or of what was paid."""
    if t.building_refund == BUILDING_REFUND_PRICE_PAID:
        return SELL_HALF_OF_PRICE_PAID
    return SELL_HALF_OF_DEED_PRICE


def resale_clause(t: Tables) -> int:
    """What the rulebook says of breaking one hotel down."""
    if t.variant == SHORT_GAME:
        return short_resale_clause(t)
    if t.hotel_step == HOTEL_STEP_COUNTS_AS_FIVE:
        return SELL_HOTEL_STEP_COUNTS_AS_FIVE_HOUSES
    if t.hotel_step == HOTEL_STEP_COUNTS_AS_FOUR:
        return SELL_HOTEL_STEP_COUNTS_AS_FOUR_HOUSES
    if t.hotel_step == HOTEL_STEP_SWAP_PLUS_HALF:
        return SELL_HOTEL_SWAP_FOUR_HOUSES_PLUS_HALF
    return SELL_HOTEL_SWAP_FOUR_VILLAGES


def short_resale_clause(t: Tables) -> int:
    """What a short game says of selling a hotel, which is one house cheaper there."""
    if t.hotel_step == HOTEL_STEP_SWAP_PLUS_HALF:
        return SHORT_HOTEL_RESALE_HALF_HOTEL_PLUS_HALF_OF_THREE_HOUSES
    if t.hotel_step == HOTEL_STEP_SWAP:
        return SHORT_HOTEL_RESALE_SWAPPED_FOR_THREE_VILLAGES
    return SHORT_HOTEL_RESALE_HALF_PURCHASE_ONE_HOUSE_LESS


def left_standing(keep: int, more: int, lot: int) -> int:
    """What a sale of a group leaves on a lot: `keep` houses, and one more on the lots of `more`, one bit each."""
    return keep + ((more >> lot) & 1)


def may_sell_group(g: Game, t: Tables, seat: int, square: int, keep: int, more: int) -> int:
    """All buildings of a group at once, down to any even row that the bank's houses allow."""
    code = may_break_down(g, t, seat, square)
    if code != DONE:
        return code
    if keep < 0 or keep > t.hotel_after or (keep == t.hotel_after and more != 0):
        return REFUSED_BAD_AMOUNT
    group = t.group[square]
    if not group_has_buildings(g, t, group):
        return REFUSED_NO_BUILDINGS
    freed = spare_houses(g)
    falls = False
    others = more
    for k in range(t.group_size[group]):
        lot = sibling(t, group, k)
        if g.owner[lot] != seat:
            continue
        here = g.buildings[lot]
        left = left_standing(keep, more, lot)
        others &= ~(1 << lot)
        if here < left:
            return REFUSED_UNEVEN_SELLING
        if here > left:
            falls = True
        freed -= left
        if here != HOTEL:
            freed += here
    if others != 0:
        return REFUSED_NOT_A_LOT  # only lots of this group can keep a house more
    if not falls:
        return REFUSED_NO_BUILDINGS
    if freed < 0:
        return REFUSED_NO_HOUSES_LEFT  # hotel-breakdown-without-houses
    return DONE


def do_sell_group(g: Game, t: Tables, c: Chance, e: Events, seat: int, square: int, keep: int, more: int) -> None:
    # sell.group-hotels, mortgage.buildings-go-at-half
    group = t.group[square]
    for k in range(t.group_size[group]):
        lot = sibling(t, group, k)
        if g.owner[lot] != seat:
            continue
        had_hotel = g.buildings[lot] == HOTEL
        before = half_of_buildings(g, t, lot)
        if had_hotel:
            g.hotels += 1
        else:
            g.houses += g.buildings[lot]
        g.buildings[lot] = left_standing(keep, more, lot)
        g.houses -= g.buildings[lot]
        paid = before - half_of_buildings(g, t, lot)
        forget_prices(g, t, lot, g.buildings[lot])
        bank_pays(g, seat, paid)
        clause = SELL_EVENLY
        if had_hotel:
            clause = (
                SELL_GROUP_HOTELS_MAY_GO_TOGETHER
                if t.group_hotels == GROUP_HOTELS_MAY_GO_TOGETHER
                else SELL_GROUP_HOTELS_MUST_GO_TOGETHER
            )
            if t.variant == SHORT_GAME:
                clause = short_resale_clause(t)
        if had_hotel or paid > 0:
            emit(e, EVENT_SELL, seat, BANK, lot, paid, clause)
