"""The public state of a table: from its record to the message struct. Digests of keys are left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from msgspec import UNSET
from msgspec.structs import replace

from freehold.i18n import write
from freehold.json_types import Json
from freehold.server.protocol.game_json import ActionJson, EventJson
from freehold.server.protocol.messages import PastAction, SeatInfo, TableInfo
from freehold.server.storage.game_log import Entry
from freehold.server.storage.record import Record
from freehold.server.table import consent


def table_info(record: Record, present: Mapping[int, int], watchers: int, number: int, stopped: str) -> TableInfo:
    return TableInfo(
        id=record.id,
        edition=record.edition,
        variant=record.variant,
        options=record.options,
        language=record.language,
        seconds=record.seconds,
        minutes=record.minutes,
        listed=record.listed,
        level=record.level,
        pace=record.pace,
        status=record.status,
        paused=record.paused,
        frozen=bool(stopped),
        why_frozen=stopped,
        beyond=0,
        cut=record.cut,
        seats=seats_info(record, present),
        watchers=watchers,
        commitment=record.commitment,
        number=number,
        rematch=record.rematch,
        awaited=record.awaited if record.status == "playing" else [],
        shared=record.shared,
        winners=record.winners,
        invited=bool(record.invite),
        coach=consent.allowed(record),
        position=record.position if record.status == "lobby" else "",
        box=record.box,
        paper=record.paper,
        take_back=record.take_back if record.header is None else record.header.policy,
    )


def seats_info(record: Record, present: Mapping[int, int]) -> list[SeatInfo]:
    return [
        SeatInfo(
            name=f"{chair.player} ({chair.name})" if chair.player else chair.name,
            token=chair.token,
            kind=chair.kind,
            level=chair.level,
            present=bool(present.get(seat)),
            away=chair.away,
            replaced=chair.replaced,
            muted=chair.muted,
            consents=chair.consents,
            shares=chair.shares,
            settles=chair.settles,
            against=record.votes.get(str(seat), []),
            chain=chair.chain,
            coached=chair.coached,
        )
        for seat, chair in enumerate(record.seats)
    ]


def nameless(record: Record, seat: int) -> str:
    """What a seat is called once its player has withdrawn their name."""
    return write("server", "player-name", {"number": str(seat + 1)}, record.language)


def redact(record: Record) -> None:
    """Take the names of players who have withdrawn out of the header."""
    assert record.header is not None
    chairs = list(record.header.seats)
    for seat in record.withdrawn:
        chairs[seat] = replace(chairs[seat], name=nameless(record, seat), blind=UNSET)
    record.header = replace(record.header, seats=tuple(chairs))


def past_of(entry: Entry, events: list[EventJson], line: Json) -> PastAction:
    """An entry of the log with its events, and what its line says of a correction."""
    return PastAction(
        number=entry.number,
        seat=entry.seat,
        by=entry.by,
        action=cast(ActionJson, entry.action),
        chance=entry.chance,
        at=entry.at,
        hash=entry.hash,
        events=events,
        shares=entry.shares,
        chains=entry.chains,
        kinds=entry.kinds,
        typed=entry.typed,
        was=line.get("was", UNSET),
    )
