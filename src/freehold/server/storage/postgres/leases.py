"""Which process owns which table: leases in PostgreSQL, with fencing numbers.

A process has one row, which it renews; the row expires if the process dies or freezes. A table's lease names its
process and has a number that grows with every new owner. An expired process is declared dead before its tables are
taken over; that waits for commits of its own that are under way (see `HELD` in `store.py`) and lets no later one
through. So no clock has to be right for the data to be right: clocks only decide how soon a table moves.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable, Mapping, Sequence

import msgspec

from freehold.server.storage.postgres.connection import Connection
from freehold.server.storage.postgres.lease_types import SEEN, Lease, Renewal, Seen, Spent
from freehold.server.storage.postgres.postgres_store import PostgresStore

HANDED_OVER = 0  # in place of a process: its owner stops, and another one is to go on with the table
ALIVE = "SELECT FROM processes WHERE id = leases.process AND alive"
FIND = """
SELECT leases.fence, leases.process, processes.address
FROM leases LEFT JOIN processes ON processes.id = leases.process AND alive WHERE game = %s"""
TAKE = f"""
INSERT INTO leases (game, process, fence) SELECT id, %s, 1 FROM games WHERE id = %s
ON CONFLICT (game) DO UPDATE SET process = excluded.process, fence = leases.fence + 1 WHERE NOT EXISTS ({ALIVE})
RETURNING fence"""
DEAD = f"process IN (SELECT id FROM processes WHERE NOT alive) OR process = {HANDED_OVER}"
ORPHANS = f"SELECT game FROM leases WHERE {DEAD} LIMIT %s"
FORGET = f"UPDATE leases SET process = NULL FROM games WHERE id = game AND status <> 'playing' AND ({DEAD})"
SWEEP = "DELETE FROM processes WHERE NOT alive AND NOT EXISTS (SELECT FROM leases WHERE process = processes.id)"


FILLED = "LEAST(%(burst)s, had.tokens + extract(epoch FROM now() - had.at) * %(rate)s)"
TOKEN = f"""
INSERT INTO allowances AS had (who, tokens, at) VALUES (%(who)s, %(burst)s - %(cost)s, now())
ON CONFLICT (who) DO UPDATE SET tokens = {FILLED} - %(cost)s, at = now() WHERE {FILLED} >= %(cost)s"""


SETTLE = f"""
INSERT INTO allowances AS had (who, tokens, at)
SELECT who, %(burst)s - cost, now() FROM unnest(%(who)s::text[], %(cost)s::float8[]) AS spent (who, cost)
ON CONFLICT (who) DO UPDATE SET tokens = GREATEST(-%(burst)s, {FILLED} - %(burst)s + excluded.tokens), at = now()
RETURNING who, tokens"""
HELD_ELSEWHERE = "SELECT held FROM processes WHERE alive AND id <> %s AND held IS NOT NULL"
HELD = msgspec.msgpack.Decoder(dict[str, int])


class Leases:
    """The leases of one process, for `seconds` each time. Used by several threads."""

    def __init__(
        self, store: PostgresStore, address: str, seconds: float, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._store, self._address, self._seconds, self._monotonic = store, address, seconds, monotonic
        self._claiming, self._keeping = store.reconnecting(), store.reconnecting()
        self._renewed_since: float | None = None  # since when every renewal has succeeded
        self.secret = ""  # by which processes know each other

    def register(self) -> None:
        """A new number for this process. Another one that had the same address is dead, or is to find out."""

        def insert(connection: Connection) -> int:
            with connection.transaction():
                same = "SELECT id FROM processes WHERE alive AND address = %s FOR UPDATE"
                dead = [row[0] for row in connection.execute(same, (self._address,))] if self._address else []
                connection.execute("UPDATE processes SET alive = false WHERE id = ANY(%s)", (dead,))
                new = (
                    "INSERT INTO processes (address, alive, expires)"
                    " VALUES (%s, true, now() + make_interval(secs => %s)) RETURNING id"
                )
                row = connection.execute(new, (self._address, self._seconds)).fetchone()
                assert row is not None
                return int(row[0])

        self.secret = self._store.shared("peers", secrets.token_urlsafe(32))
        self._store.process = self._keeping.run(insert)
        self._renewed_since = None

    def turn(self, most: int) -> Renewal:
        """Renew the lease, declare expired processes dead, and find tables that need an owner."""
        try:
            return self._keeping.run(lambda connection: self._turn(connection, most), again=True)
        except Exception:
            self._renewed_since = None
            raise

    def _turn(self, connection: Connection, most: int) -> Renewal:
        renew = "UPDATE processes SET expires = now() + make_interval(secs => %s) WHERE id = %s AND alive"
        if not connection.execute(renew, (self._seconds, self._store.process)).rowcount:
            same = "SELECT FROM processes WHERE alive AND expires > now() AND address = %s AND address <> ''"
            return Renewal(False, connection.execute(same, (self._address,)).fetchone() is not None)
        now = self._monotonic()
        self._renewed_since = now if self._renewed_since is None else self._renewed_since
        if now - self._renewed_since >= self._seconds:  # else the database itself may have been away
            self._bury(connection)
        connection.execute(FORGET)
        orphans = [row[0] for row in connection.execute(ORPHANS, (most,))]
        processes = [row[0] for row in connection.execute("SELECT address FROM processes WHERE alive")]
        return Renewal(True, False, orphans, processes)

    def _bury(self, connection: Connection) -> None:
        with connection.transaction():
            expired = "SELECT id FROM processes WHERE alive AND expires < now() AND id <> %s FOR UPDATE SKIP LOCKED"
            dead = [row[0] for row in connection.execute(expired, (self._store.process,))]
            connection.execute("UPDATE processes SET alive = false WHERE id = ANY(%s)", (dead,))
        connection.execute(SWEEP)
        connection.execute("DELETE FROM allowances WHERE at < now() - interval '1 day'")

    def claim(self, game: str, only_look: bool = False) -> Lease:
        """Take a table over if nobody owns it, and say who does."""

        def take(connection: Connection) -> Lease:
            while True:
                found = connection.execute(FIND, (game,)).fetchone()
                if found is not None and found[1] == self._store.process and found[2] is not None:
                    return Lease(found[0])
                if found is not None and found[2] is not None:
                    return Lease(found[0], found[2])
                if only_look:
                    return Lease()
                taken = connection.execute(TAKE, (self._store.process, game)).fetchone()
                if taken is not None:
                    return Lease(taken[0])
                if found is None and connection.execute("SELECT FROM games WHERE id = %s", (game,)).fetchone() is None:
                    return Lease()

        return self._claiming.run(take, again=True)

    def release(self, games: Sequence[str], hand_over: bool = False) -> None:
        """Give tables up: nobody needs them now, or somebody else is to go on with them."""
        query = "UPDATE leases SET process = %s WHERE game = ANY(%s) AND process = %s"
        values = (HANDED_OVER if hand_over else None, list(games), self._store.process)
        self._claiming.run(lambda connection: connection.execute(query, values), again=True)

    def show(self, tables: Mapping[str, Seen]) -> None:
        """Publish who is at these tables."""
        query = (
            "UPDATE leases SET seen = shown.seen FROM unnest(%b::text[], %b::bytea[]) AS shown (game, seen)"
            " WHERE leases.game = shown.game AND process = %b"
        )
        values = (list(tables), [msgspec.json.encode(seen) for seen in tables.values()], self._store.process)
        self._keeping.run(lambda connection: connection.execute(query, values), again=True)

    def shown(self, games: Sequence[str]) -> dict[str, Seen]:
        """What the owners of these tables have published."""
        query = f"SELECT game, seen FROM leases WHERE game = ANY(%s) AND seen IS NOT NULL AND EXISTS ({ALIVE})"
        rows = self._claiming.run(lambda connection: connection.execute(query, (list(games),)).fetchall(), again=True)
        return {game: SEEN.decode(seen) for game, seen in rows}

    def allow(self, what: str, who: str, rate: float, burst: int, cost: float = 1) -> bool:
        """Take tokens from the bucket that all processes share; addresses are stored as keyed digests."""
        values = {"who": self.hidden(what, who), "rate": rate, "burst": float(burst), "cost": float(min(cost, burst))}
        return bool(self._claiming.run(lambda connection: connection.execute(TOKEN, values).rowcount, again=True))

    def hidden(self, what: str, who: str) -> str:
        """The key of an address and one of its limits."""
        return f"{what} {hmac.digest(self.secret.encode(), who.encode(), 'sha256').hex()}"

    def settle(self, spent: Sequence[Spent], held: Mapping[str, int] | None) -> tuple[dict[str, float], dict[str, int]]:
        """Count what was taken from buckets here, and publish what addresses hold here, if that has changed.

        Returns what is left in these buckets for all processes together, and what addresses hold at the others.
        """

        def settle(connection: Connection) -> tuple[dict[str, float], dict[str, int]]:
            left: dict[str, float] = {}
            elsewhere: dict[str, int] = {}
            for rate, burst in sorted({(one.rate, one.burst) for one in spent}):
                # in the same order everywhere: no two processes wait for each other
                costs = sorted((one.who, one.cost) for one in spent if (one.rate, one.burst) == (rate, burst))
                values = {"rate": rate, "burst": float(burst)}
                arrays = {"who": [who for who, _ in costs], "cost": [cost for _, cost in costs]}
                left.update(connection.execute(SETTLE, values | arrays).fetchall())
            if held is not None:
                query = "UPDATE processes SET held = %s WHERE id = %s AND alive"
                connection.execute(query, (msgspec.msgpack.encode(held), self._store.process))
            for (other,) in connection.execute(HELD_ELSEWHERE, (self._store.process,)):
                for who, count in HELD.decode(other).items():
                    elsewhere[who] = elsewhere.get(who, 0) + count
            return left, elsewhere

        return self._claiming.run(settle)

    def leave(self) -> None:
        """The process stops: its last commit is done."""
        query = "UPDATE processes SET alive = false WHERE id = %s"
        self._keeping.run(lambda connection: connection.execute(query, (self._store.process,)), again=True)

    def close(self) -> None:
        self._claiming.close()
        self._keeping.close()
