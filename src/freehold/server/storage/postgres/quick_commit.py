"""The usual commit in one statement: steps that append entries, update records or add snapshots of leased tables.

The statement checks that this process still owns every table, by the same number, and writes all steps or none; it is a
transaction of its own. Its arrays are encoded here, and it is run with libpq's own call, because psycopg's pipelines,
transactions and conversion of lists take most of a millisecond of CPU time for each commit, whatever its size.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from operator import attrgetter

import msgspec
import psycopg
from psycopg.pq import DiagnosticField, ExecStatus
from psycopg.pq.abc import PGresult

from freehold.server.storage.postgres.connection import Connection
from freehold.server.storage.writes import Writes

NAME = b"freehold_commit"
# The lock on the process's row conflicts with the one that declares it dead, so that a takeover waits for this commit.
COMMIT = b"""
WITH mine AS MATERIALIZED (SELECT id FROM processes WHERE id = $1 AND alive FOR KEY SHARE),
held AS MATERIALIZED (
    SELECT count(*) = cardinality($2) AS whole
    FROM unnest($2, $3) AS step (game, fence) JOIN leases USING (game, fence) JOIN mine ON mine.id = leases.process),
appended AS (
    INSERT INTO entries (game, number, client, entry, fence)
    SELECT * FROM unnest($4, $5, $6, $7, $8) WHERE (SELECT whole FROM held)),
updated AS (
    UPDATE games SET status = fresh.status, listed = fresh.listed, record = fresh.record
    FROM unnest($9, $10, $11, $12) AS fresh (id, status, listed, record)
    WHERE games.id = fresh.id AND (SELECT whole FROM held)),
kept AS (
    INSERT INTO snapshots (game, number, snapshot)
    SELECT * FROM unnest($13, $14, $15) WHERE (SELECT whole FROM held)
    ON CONFLICT (game, number) DO UPDATE SET snapshot = excluded.snapshot)
SELECT whole FROM held"""
TEXT, INT8, BYTEA = 25, 20, 17  # PostgreSQL's numbers for these types
ARRAYS = {TEXT: 1009, INT8: 1016, BYTEA: 1001}
COLUMNS = (TEXT, INT8, TEXT, INT8, TEXT, BYTEA, INT8, TEXT, TEXT, INT8, BYTEA, TEXT, INT8, BYTEA)
TYPES = [INT8, *(ARRAYS[column] for column in COLUMNS)]
BINARY = [1] * len(TYPES)
HEAD, SIZE, NUMBER = struct.Struct("!iiIii"), struct.Struct("!i"), struct.Struct("!q")
NULL = SIZE.pack(-1)
NOT_PREPARED, BAD_VALUE, BROKEN_CONSTRAINT = b"26000", b"22", b"23"  # an SQLSTATE, and two classes of them
other_parts = attrgetter(*set(Writes.__struct_fields__) - {"game", "record", "entries", "snapshot", "fence"})
NO_OTHER = other_parts(Writes())


def is_usual(batch: Sequence[Writes]) -> bool:
    """Whether the statement can write these steps."""
    each_of_another = len({table(writes) for writes in batch}) == len(batch)
    return each_of_another and all(writes.fence and other_parts(writes) == NO_OTHER for writes in batch)


def table(writes: Writes) -> str:
    return writes.game or (writes.record.id if writes.record is not None else "")


def commit(connection: Connection, process: int, batch: Sequence[Writes]) -> bool:
    """Whether the steps have been written. If not, nothing is: one of them is fenced, conflicts or cannot be stored."""
    entries = [(writes, entry, client) for writes in batch for entry, client in writes.entries]
    records = [writes.record for writes in batch if writes.record is not None]
    kept = [(writes.game, writes.snapshot) for writes in batch if writes.snapshot is not None]
    values = [
        NUMBER.pack(process),
        texts([table(writes) for writes in batch]),
        numbers([writes.fence for writes in batch]),
        texts([writes.game for writes, _, _ in entries]),
        numbers([entry.number for _, entry, _ in entries]),
        texts([client for _, _, client in entries]),
        blobs([msgspec.json.encode(entry) for _, entry, _ in entries]),
        numbers([writes.fence for writes, _, _ in entries]),
        texts([record.id for record in records]),
        texts([record.status for record in records]),
        numbers([int(record.listed) for record in records]),
        blobs([msgspec.json.encode(record) for record in records]),
        texts([game for game, _ in kept]),
        numbers([snapshot.number for _, snapshot in kept]),
        blobs([msgspec.json.encode(snapshot) for _, snapshot in kept]),
    ]
    result = connection.pgconn.exec_prepared(NAME, values, BINARY)
    if state(result) == NOT_PREPARED:  # the connection is new
        connection.pgconn.prepare(NAME, COMMIT, TYPES)
        result = connection.pgconn.exec_prepared(NAME, values, BINARY)
    if result.status == ExecStatus.TUPLES_OK:
        return result.get_value(0, 0) == b"t"
    if state(result)[:2] in (BAD_VALUE, BROKEN_CONSTRAINT):
        return False
    raise psycopg.OperationalError(result.get_error_message())


def state(result: PGresult) -> bytes:
    """The SQLSTATE of a failure; empty if there was none, or if the connection failed."""
    return result.error_field(DiagnosticField.SQLSTATE) or b""


def texts(values: Sequence[str | None]) -> bytes:
    return array(TEXT, [None if value is None else value.encode() for value in values])


def blobs(values: Sequence[bytes]) -> bytes:
    return array(BYTEA, values)


def numbers(values: Sequence[int]) -> bytes:
    return array(INT8, [NUMBER.pack(value) for value in values])


def array(element: int, values: Sequence[bytes | None]) -> bytes:
    """PostgreSQL's binary format of an array of one dimension."""
    if not values:
        return HEAD.pack(0, 0, element, 0, 0)[:12]
    parts = [HEAD.pack(1, 1, element, len(values), 1)]
    for value in values:
        parts += (NULL,) if value is None else (SIZE.pack(len(value)), value)
    return b"".join(parts)
