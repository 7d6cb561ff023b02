"""The tally: counts over many games.

`rules/counts.py` counts what happens where it happens. This follows what lasts: who holds a group, and how long a deed
could earn which rent. Of a single game only its result row is kept, so memory does not grow with the number of games.
"""

from freehold.bots.worth import lowest
from freehold.rules.board import held, owns_group, sibling
from freehold.rules.codes import DO_BANKRUPT, PHASE_OVER, SHORT_GAME
from freehold.rules.counts import (
    ENDINGS_AT,
    EXPOSED_AT,
    GAMES_AT,
    INHERITED_AT,
    MONOPOLIES_AT,
    THROWS_AT,
    close_throw,
)
from freehold.rules.events import COUNTED_EVENTS
from freehold.rules.records import Events, Game, Tables
from freehold.rules.state import BANK, GROUPS, LEVELS, NOBODY, PLAYERS, SQUARES, STATIONS
from freehold.rules.switches import STATION_COUNTS_MORTGAGED_YES, UTILITY_COUNTS_MORTGAGED_YES

# How a game ended
ENDED_UNFINISHED = 0
ENDED_LAST_PLAYER = 1
ENDED_FIRST_BANKRUPTCY = 2
ENDED_SECOND_BANKRUPTCY = 3
ENDED_TIME = 4


def begin_tally(e: Events) -> None:
    """Call before every game."""
    e.on = COUNTED_EVENTS
    e.counts[GAMES_AT] += 1
    e.altered = 0
    e.moved = 0
    e.place = NOBODY
    for seat in range(PLAYERS):
        e.threw[seat] = 0
    for group in range(GROUPS):
        e.whole[group] = NOBODY
    for square in range(SQUARES):
        e.level[square] = NOBODY


def tally_action(g: Game, t: Tables, e: Events, kind: int) -> None:
    """Call after the set-up and after every action: follows the deeds that it changed."""
    if e.moved | e.altered != 0:
        follow_deeds(g, t, e, kind == DO_BANKRUPT)


def follow_deeds(g: Game, t: Tables, e: Events, ruin: int) -> None:
    """Recompute the rent levels of deeds that moved or were altered, and of the others that depend on them."""
    throws = throws_of(g, e)
    moved = e.moved + 0
    while moved != 0:
        square = lowest(moved)
        moved &= moved - 1
        group = t.group[square]
        holder = holder_of(g, t, group)
        if group >= STATIONS or holder != e.whole[group]:
            note_holder(e, group, holder, ruin)
            look_at_group(g, t, e, group, throws)
        else:
            look_at_deed(g, t, e, group, square, throws)
    altered = e.altered + 0
    while altered != 0:
        square = lowest(altered)
        altered &= altered - 1
        group = t.group[square]
        if group >= STATIONS:
            look_at_group(g, t, e, group, throws)
        else:
            look_at_deed(g, t, e, group, square, throws)
    e.moved = 0
    e.altered = 0


def begin_position(g: Game, t: Tables, e: Events) -> None:
    """Call instead after `begin_tally` where a game goes on from a position: what is there already is not counted."""
    for group in range(GROUPS):
        if t.group_size[group] > 0:
            e.whole[group] = holder_of(g, t, group)
            look_at_group(g, t, e, group, 0)


def throws_of(g: Game, e: Events) -> int:
    """All throws of this game."""
    throws = 0
    for seat in range(g.players):
        throws += e.threw[seat]
    return throws


def holder_of(g: Game, t: Tables, group: int) -> int:
    """The seat that owns a whole group, or NOBODY."""
    first = g.owner[sibling(t, group, 0)] + 0
    return first if first != BANK and owns_group(g, t, group, first) else NOBODY


def note_holder(e: Events, group: int, holder: int, ruin: int) -> None:
    """Count a group that came whole into one hand, by another's ruin or not."""
    if holder != NOBODY and holder != e.whole[group]:
        if ruin:
            e.counts[INHERITED_AT + group] += 1
        else:
            e.counts[MONOPOLIES_AT + group] += 1
    e.whole[group] = holder


def look_at_group(g: Game, t: Tables, e: Events, group: int, throws: int) -> None:
    """Recompute the rent levels of a group's deeds."""
    for k in range(t.group_size[group]):
        look_at_deed(g, t, e, group, sibling(t, group, k), throws)


def look_at_deed(g: Game, t: Tables, e: Events, group: int, square: int, throws: int) -> None:
    """Recompute the rent level of a deed."""
    now = rent_level(g, t, e, group, square)
    owner = g.owner[square] + 0
    if now != e.level[square] or owner != e.deed_of[square]:
        close_exposure(e, square, throws)
        e.level[square] = now
        e.deed_of[square] = owner
        if owner != BANK:
            e.since[square] = throws - e.threw[owner]


def close_exposure(e: Events, square: int, throws: int) -> None:
    """Count the opponents' throws while the deed had its present rent level and owner."""
    if e.level[square] != NOBODY:
        others = throws - e.threw[e.deed_of[square]]
        e.counts[EXPOSED_AT + square * LEVELS + e.level[square]] += others - e.since[square]


def rent_level(g: Game, t: Tables, e: Events, group: int, square: int) -> int:
    """NOBODY for a deed that earns nothing; for a lot its development; for a station or utility the number owned, minus
    1.

    For lots, 0 is bare, 1 is bare in a complete group, and from there on `buildings` plus 1.
    """
    owner = g.owner[square]
    if owner == BANK or g.mortgaged[square] != 0:
        return NOBODY
    if group < STATIONS:
        if g.buildings[square] != 0:
            return 1 + g.buildings[square]
        return 0 if e.whole[group] == NOBODY else 1
    if group == STATIONS:
        return held(g, t, group, owner, t.station_counts_mortgaged == STATION_COUNTS_MORTGAGED_YES) - 1
    return held(g, t, group, owner, t.utility_counts_mortgaged == UTILITY_COUNTS_MORTGAGED_YES) - 1


def end_tally(g: Game, t: Tables, e: Events) -> None:
    close_throw(e)
    throws = throws_of(g, e)
    e.counts[THROWS_AT] += throws
    for square in range(SQUARES):
        close_exposure(e, square, throws)
    e.counts[ENDINGS_AT + ending_of(g, t)] += 1


def ending_of(g: Game, t: Tables) -> int:
    if g.phase != PHASE_OVER:
        return ENDED_UNFINISHED
    if g.alive <= 1:
        return ENDED_LAST_PLAYER
    if t.variant == SHORT_GAME:
        return ENDED_FIRST_BANKRUPTCY if t.ends_at == 1 else ENDED_SECOND_BANKRUPTCY
    return ENDED_TIME
