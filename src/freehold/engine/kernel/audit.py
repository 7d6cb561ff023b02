"""Invariants that hold after every action, as a kernel function. They are checked in runs that are `audited`: tests."""

from freehold.rules.board import in_game, is_property, level, sibling
from freehold.rules.codes import KIND_STREET, PHASE_OVER
from freehold.rules.records import Game, Tables
from freehold.rules.state import BANK, DECK_ROOM, HOTEL, KEPT, LOTS, NOBODY, SQUARES, STATIONS, STEPS
from freehold.rules.switches import BUILDING_GROUP_WHOLE, BUILDING_ROWS_EVEN, FORCE_YES

SOUND = 0
BELOW_ZERO = 1
LEDGER = 2
OWNER = 3
STOCK = 4
UNEVEN = 5
STRAY_BUILDING = 6
STRAY_MORTGAGE = 7
CARD_LOST = 8
NO_DECIDER = 9
SYMBOL_ASTRAY = 10
BUILT_AND_MORTGAGED = 11
OVERFLOW = 12  # a debt or a claim found no room
PRICE_ASTRAY = 13  # a price is remembered for a building that is not there


def audit(g: Game, t: Tables) -> int:
    """SOUND, or the code of the first violated invariant."""
    total = g.bank + g.pot
    for seat in range(g.players):
        if g.cash[seat] < 0:
            return BELOW_ZERO
        total += g.cash[seat]
    if total != 0 or g.pot < 0:
        return LEDGER
    code = audit_deeds(g, t)
    if code != SOUND:
        return code
    code = audit_decks(g, t)
    if code != SOUND:
        return code
    if g.overflow != 0:
        return OVERFLOW
    if g.phase != PHASE_OVER and not in_game(g, g.decider):
        return NO_DECIDER
    if t.force == FORCE_YES and not (is_property(t, g.light) and is_property(t, g.dark)):
        return SYMBOL_ASTRAY
    return SOUND


def audit_deeds(g: Game, t: Tables) -> int:
    houses = g.houses + 0
    hotels = g.hotels + 0
    for square in range(SQUARES):
        owner = g.owner[square]
        if owner != BANK and (not in_game(g, owner) or not is_property(t, square)):
            return OWNER
        if g.buildings[square] == HOTEL:
            hotels += 1
        else:
            houses += g.buildings[square]
        if g.buildings[square] < 0 or g.buildings[square] > HOTEL:
            return STRAY_BUILDING
        if g.buildings[square] != HOTEL and g.buildings[square] > t.hotel_after:
            return STRAY_BUILDING
        if g.mortgaged[square] != 0:
            if owner == BANK:
                return STRAY_MORTGAGE
            if g.buildings[square] != 0:
                return BUILT_AND_MORTGAGED
    if houses != t.house_stock or hotels != t.hotel_stock or g.houses < 0 or g.hotels < 0:
        return STOCK
    code = audit_prices(g, t)
    return code if code != SOUND else audit_groups(g, t)


def audit_prices(g: Game, t: Tables) -> int:
    """A price is remembered only for a building that stands, and they are counted."""
    odd = 0
    for k in range(LOTS * STEPS):
        if g.paid[k] != 0:
            odd += 1
    for square in range(SQUARES):
        if t.kind[square] == KIND_STREET:
            for step in range(1, STEPS + 1):
                paid = g.paid[t.street[square] * STEPS + step - 1]
                if paid < 0 or (paid > 0 and step > level(t, g.buildings[square])):
                    return PRICE_ASTRAY
    return SOUND if odd == g.odd_prices else PRICE_ASTRAY


def audit_groups(g: Game, t: Tables) -> int:
    for group in range(STATIONS):
        if t.group_size[group] > 0:
            first = sibling(t, group, 0)
            low = level(t, g.buildings[first])
            high = low
            whole = True
            stray = False
            for k in range(t.group_size[group]):
                square = sibling(t, group, k)
                here = level(t, g.buildings[square])
                low = min(low, here)
                high = max(high, here)
                if here > 0 and g.owner[square] == BANK:
                    stray = True
                if g.owner[square] != g.owner[first]:
                    whole = False
            strict = t.building_group == BUILDING_GROUP_WHOLE
            if high - low > 1 and strict and t.building_rows == BUILDING_ROWS_EVEN:
                return UNEVEN
            if stray or (high > 0 and strict and not whole):
                return STRAY_BUILDING
    return SOUND


def audit_decks(g: Game, t: Tables) -> int:
    """Every card is exactly once in its deck or in a player's hand."""
    for deck in range(2):
        seen = 0
        for k in range(g.deck_size[deck]):
            card = g.deck[deck * DECK_ROOM + k] - deck * DECK_ROOM
            if card < 0 or card >= t.deck_cards[deck] or (seen >> card) & 1:
                return CARD_LOST
            seen |= 1 << card
        for slot in range(KEPT):
            card = g.kept_card[slot] - deck * DECK_ROOM
            if g.kept_by[slot] != NOBODY and 0 <= card < DECK_ROOM:
                if card >= t.deck_cards[deck] or (seen >> card) & 1 or not in_game(g, g.kept_by[slot]):
                    return CARD_LOST
                seen |= 1 << card
        if seen != (1 << t.deck_cards[deck]) - 1:
            return CARD_LOST
    return SOUND
