"""The public state of a table: from its record to the message struct. Digests of keys are left out."""

from __future__ import annotations

from collections.abc import Mapping

from freehold.server.protocol.messages import SeatInfo, TableInfo
from freehold.server.storage.record import Record


def table_info(record: Record, present: Mapping[int, int], watchers: int, number: int, frozen: bool) -> TableInfo:
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
        frozen=frozen,
        seats=seats_info(record, present),
        watchers=watchers,
        commitment=record.commitment,
        number=number,
        rematch=record.rematch,
    )


def seats_info(record: Record, present: Mapping[int, int]) -> list[SeatInfo]:
    return [
        SeatInfo(
            name=chair.name,
            token=chair.token,
            kind=chair.kind,
            level=chair.level,
            present=bool(present.get(seat)),
            away=chair.away,
            replaced=chair.replaced,
            muted=chair.muted,
            consents=chair.consents,
            salted=bool(chair.salt),
        )
        for seat, chair in enumerate(record.seats)
    ]
