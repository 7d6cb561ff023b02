"""Stored games looked at again: what was missed, the view after any number, a game's statistics, a log taken in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Raw, Struct

from freehold.game import Game, IllegalAction
from freehold.server import fair
from freehold.server.log import Entry, Log
from freehold.server.messages import Past, Refused, encode
from freehold.server.record import Record, Seat
from freehold.server.store import Store, Writes, log_of
from freehold.server.verify import verify

Json = dict[str, Any]


class View(Struct, frozen=True):
    """A game after an action: what everybody saw then. `past` is None before the first one."""

    number: int
    last: int
    view: Json
    past: Past | None


class Statistics(Struct, frozen=True):
    """`worth`: each seat's after every turn, None from its bankruptcy on. `dice`: how often each total was thrown."""

    turns: int
    actions: int
    worth: list[list[int | None]]
    dice: dict[str, int]
    faces: dict[str, int]


def _begun(store: Store, game: str) -> Record:
    record = store.record(game)
    if record is None:
        raise Refused("no-such-table")
    if record.header is None:
        raise Refused("not-begun")
    return record


def _again(store: Store, record: Record) -> Iterator[tuple[Entry | None, Game, list[Json]]]:
    """The game before its first action, and after each: the same game, moving on."""
    assert record.header is not None
    secret = store.secret(record.id)
    game = fair.set_up_again(record.header, secret)
    yield None, game, game.setup
    for entry in store.entries(record.id):
        try:
            events, _ = fair.play(game, entry.number, entry.action, entry.seat, secret, record.header.salts)
        except IllegalAction:
            raise Refused("rules-changed") from None
        yield entry, game, events


def _past(entry: Entry, events: list[Json]) -> Past:
    return Past(entry.number, entry.seat, entry.by, entry.action, entry.chance, entry.at, entry.hash, events)


def missed(store: Store, record: Record, seen: int) -> list[tuple[int, Raw]]:
    """What came of every action after a number."""
    return [
        (entry.number, Raw(encode(_past(entry, events))))
        for entry, _, events in _again(store, record)
        if entry is not None and entry.number > seen
    ]


def view_at(store: Store, game: str, number: int) -> View:
    """The table as it stood after an action; 0: before the first."""
    record = _begun(store, game)
    last = len(store.entries(game))
    if not 0 <= number <= last:
        raise Refused("no-such-number")
    for entry, state, events in _again(store, record):
        if (entry.number if entry is not None else 0) == number:
            return View(number, last, state.view(), None if entry is None else _past(entry, events))
    raise Refused("no-such-number")


def statistics(store: Store, game: str) -> Statistics:
    """Worth over time by seat, and how the dice fell."""
    record = _begun(store, game)
    seats = len(record.seats)
    worth: list[list[int | None]] = [[] for _ in range(seats)]
    dice = {str(total): 0 for total in range(2, 13)}
    faces = {str(face): 0 for face in range(1, 7)}
    turns, actions = 0, 0
    for entry, state, events in _again(store, record):
        actions += entry is not None
        for event in events:
            if event["type"] == "roll":
                dice[str(sum(event["dice"]))] += 1
        for outcome in entry.chance if entry is not None else ():
            if isinstance(outcome, int):
                faces[str(outcome)] += 1
        if entry is None or any(event["type"] in ("turn", "over") for event in events):
            turns += entry is not None
            for row in state.standings():
                worth[row["seat"]].append(row["worth"])
    return Statistics(turns, actions, worth, dice, faces)


def log(store: Store, game: str) -> Log:
    return log_of(store, _begun(store, game))


def taken_in(log: Log) -> Writes:
    """A finished game from elsewhere, to be stored. It must prove itself first."""
    if not verify(log).proved or log.secret is None or log.ending is None:
        raise Refused("not-proved")
    header = log.header
    seats = [Seat(chair.name, chair.token, "bot", salt=chair.salt) for chair in header.seats]
    record = Record(
        id=header.game,
        edition=header.edition,
        variant=header.variant,
        options=header.options,
        language="en",
        seconds=None,
        minutes=None,
        listed=True,
        level="random",
        seats=seats,
        host="",
        invite="",
        commitment=header.commitment,
        created=header.at,
        status="over",
        header=header,
        ending=log.ending,
    )
    entries: list[tuple[Entry, str | None]] = [(entry, None) for entry in log.entries]
    return Writes(record=record, secret=bytes.fromhex(log.secret), game=record.id, entries=entries)
