"""Looking at the board: who holds what, which groups are whole, what stands where. Nothing here changes a game."""

from .codes import KIND_STATION, KIND_STREET, KIND_UTILITY
from .records import Game, Tables
from .state import GROUP_ROOM, HOTEL, KEPT, NOBODY, SQUARES


def is_square(square: int) -> int:
    return 0 <= square < SQUARES


def is_property(t: Tables, square: int) -> int:
    """Lots, stations and utilities are the squares that can be bought."""
    kind = t.kind[square]
    return kind == KIND_STREET or kind == KIND_STATION or kind == KIND_UTILITY


def sibling(t: Tables, group: int, k: int) -> int:
    """The k-th square of a group."""
    return t.group_squares[group * GROUP_ROOM + k]


def owns_group(g: Game, t: Tables, group: int, seat: int) -> int:
    for k in range(t.group_size[group]):
        if g.owner[sibling(t, group, k)] != seat:
            return False
    return True


def group_is_mortgaged(g: Game, t: Tables, group: int) -> int:
    """Is any property of the group mortgaged?"""
    for k in range(t.group_size[group]):
        if g.mortgaged[sibling(t, group, k)] != 0:
            return True
    return False


def builds_in(g: Game, t: Tables, group: int, seat: int) -> int:
    """Has this seat buildings in the group?"""
    for k in range(t.group_size[group]):
        square = sibling(t, group, k)
        if g.owner[square] == seat and g.buildings[square] != 0:
            return True
    return False


def group_has_buildings(g: Game, t: Tables, group: int) -> int:
    for k in range(t.group_size[group]):
        if g.buildings[sibling(t, group, k)] != 0:
            return True
    return False


def held(g: Game, t: Tables, group: int, seat: int, mortgaged_too: int) -> int:
    """How many properties of a group a seat owns."""
    count = 0
    for k in range(t.group_size[group]):
        square = sibling(t, group, k)
        if g.owner[square] == seat and (mortgaged_too or g.mortgaged[square] == 0):
            count += 1
    return count


def level(t: Tables, buildings: int) -> int:
    """Buildings as steps of equal height: in a short game the large building is the fourth step, else the fifth."""
    return t.hotel_after + 1 if buildings == HOTEL else buildings


def in_game(g: Game, seat: int) -> int:
    return 0 <= seat < g.players and g.out[seat] == 0


def left_of(g: Game, seat: int) -> int:
    """The next seat still in the game, clockwise."""
    nxt = (seat + 1) % g.players
    while g.out[nxt] != 0 and nxt != seat:
        nxt = (nxt + 1) % g.players
    return nxt


def token_on(g: Game, square: int) -> int:
    """Does the token of a player in the game stand on this square?"""
    for seat in range(g.players):
        if g.out[seat] == 0 and g.square[seat] == square:
            return True
    return False


def jail_card_of(g: Game, seat: int, deck_low: int, deck_high: int) -> int:
    """The first kept jail card of a seat among cards deck_low to deck_high, as a slot, or NOBODY."""
    for slot in range(KEPT):
        if g.kept_by[slot] == seat and g.kept_card[slot] >= deck_low and g.kept_card[slot] < deck_high:
            return slot
    return NOBODY
