"""Snapshots of running games, so that they need not be replayed from the first action."""

from __future__ import annotations

from freehold.game import Game, draws
from freehold.server.fairness import take_backs
from freehold.server.storage.game_log import Entry, rules_digest
from freehold.server.storage.record import Record
from freehold.server.storage.store import Reader
from freehold.server.storage.writes import Snapshot


def usable(read: Reader, record: Record, at_most: int) -> Snapshot | None:
    """The last one up to a number, if it was made under these rules and the log still has the entry it follows."""
    if record.header is None:
        return None
    found = read.snapshot(record.id, at_most)
    if found is None or found.rules != rules_digest(record.header.edition) or "lapses" not in found.chains:
        return None  # none, made under other rules, or by a release that did not store all of the chains' state
    entries = read.entries(record.id, found.number - 1, 1)
    return found if entries and (entries[0].number, entries[0].hash) == (found.number, found.hash) else None


def before(read: Reader, record: Record, at_most: int) -> tuple[Snapshot | None, list[Entry]]:
    """The last one up to a number, and not after a position that the game has gone back to since; with what follows."""
    while True:
        found = usable(read, record, at_most)
        start = 0 if found is None else found.number
        entries = read.entries(record.id, start)
        fixed = () if record.pending is None else (record.pending,)
        first = min(take_backs.targets((*entries, *fixed)), default=start)
        if first >= start:
            return found, entries
        at_most = first


def earlier(read: Reader, record: Record) -> list[Snapshot]:
    """Those that were made under other rules. A game whose rules have not changed has none."""
    if record.header is None or record.header.rules == (rules := rules_digest(record.header.edition)):
        return []
    return [found for found in read.snapshots(record.id) if found.rules != rules]


def game_of(snapshot: Snapshot) -> Game:
    game = Game.load(snapshot.position)
    game.setup = snapshot.setup
    draws.resume(game, snapshot.drawn)
    return game
