"""The queue of heavy work in PostgreSQL, for workers on any machine.

It is PostgreSQL's because every process has a connection to it already, and because heavy jobs are few: each takes
milliseconds to seconds of CPU time, a queue operation well under one. `FOR UPDATE SKIP LOCKED` gives a job to one
worker without the others waiting; `NOTIFY` saves polling. The tables are unlogged: a job that is lost in a crash of the
database is asked for again.

A worker has a lease on each job that it does. If it dies, another one takes the job; if it only froze, its late outcome
finds another worker's name on the job and is dropped, as is one that nobody waits for any more.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from freehold.server.storage.postgres.connection import Connection, Reconnecting

NEW_JOBS = "freehold_jobs"  # channel
MOST_TRIES = 3  # workers that may die of a job
ALIVE = "SELECT FROM workers WHERE release = %(release)s AND %(kind)s = ANY(kinds) AND expires > now()"
# Start-time fair queueing: keys take turns, whatever one of them piles up.
TURN = """GREATEST(
    (SELECT max(turn) + 1 FROM jobs WHERE who = %(who)s),
    (SELECT min(turn) FROM jobs WHERE worker IS NULL), 0)"""
SUBMIT = f"""
WITH made AS (
    INSERT INTO jobs (kind, name, argument, who, turn, release, asker, deadline)
    SELECT %(kind)s, %(name)s, %(argument)s, %(who)s, {TURN}, %(release)s, %(asker)s,
        now() + make_interval(secs => %(seconds)s)
    WHERE EXISTS ({ALIVE}) AND (SELECT count(*) FROM jobs WHERE who = %(who)s AND worker IS NULL) < %(most)s
    RETURNING id)
SELECT id, pg_notify('{NEW_JOBS}', '') FROM made"""
TAKE = f"""
WITH found AS (
    SELECT id FROM jobs
    WHERE outcome IS NULL AND release = %(release)s AND kind = ANY(%(kinds)s) AND deadline > now()
        AND (lease IS NULL OR lease < now()) AND tries < {MOST_TRIES}
    ORDER BY kind <> 'returning', turn, id LIMIT %(most)s FOR UPDATE SKIP LOCKED)
UPDATE jobs SET worker = %(worker)s, lease = now() + make_interval(secs => %(lease)s), tries = tries + 1,
    taken = clock_timestamp()  -- now() may be before a job came that the statement already sees
FROM found WHERE jobs.id = found.id
RETURNING jobs.id, kind, name, argument, tries"""
FINISH = """
WITH done AS (
    UPDATE jobs SET outcome = %s WHERE id = %s AND worker = %s AND tries = %s AND outcome IS NULL RETURNING id, asker)
SELECT pg_notify(asker, '') FROM done"""
COLLECT = """
DELETE FROM jobs WHERE asker = %s AND outcome IS NOT NULL
RETURNING id, outcome, GREATEST(extract(epoch FROM taken - asked), 0)::float8  -- the clock may have been set back"""
BEAT = """
INSERT INTO workers (id, release, kinds, expires) VALUES (%s, %s, %s, now() + make_interval(secs => %s))
ON CONFLICT (id) DO UPDATE SET expires = excluded.expires"""
RENEW = "UPDATE jobs SET lease = now() + make_interval(secs => %s) WHERE id = ANY(%s) AND worker = %s"
GIVE_BACK = """
UPDATE jobs SET worker = NULL, taken = NULL, lease = NULL, tries = tries - 1 WHERE worker = %s AND outcome IS NULL"""


class Taken(Struct, frozen=True):
    """A job that a worker has taken. `tries` tells it from the same job at another time."""

    id: int
    kind: str
    name: str
    argument: bytes
    tries: int


class Finished(Struct, frozen=True):
    """The outcome of a job, and how many seconds it waited for a worker."""

    id: int
    outcome: bytes
    waited: float


class JobQueue:
    """One end of the queue: `me` is the name of a worker, or the channel of a server that asks."""

    def __init__(self, dsn: str, me: str, release: str) -> None:
        self._me, self._release = me, release
        self._connection = Reconnecting(dsn)

    # ------------------------------------------------------------------ a server that asks

    def submit(
        self, kind: str, name: str, argument: bytes, who: str, most_of_key: int, seconds: float
    ) -> tuple[int, bool]:
        """The number of a new job, or 0 and whether there is a worker for it at all.

        Of one key at most so many wait, plus one for each further process that asks at the same moment.
        """
        values = {"kind": kind, "name": name, "argument": argument, "who": who, "most": most_of_key}
        values |= {"seconds": seconds, "asker": self._me, "release": self._release}

        def put(connection: Connection) -> tuple[int, bool]:
            made = connection.execute(SUBMIT, values).fetchone()
            if made is not None:
                return int(made[0]), True
            return 0, connection.execute(ALIVE, values).fetchone() is not None

        return self._connection.run(put)

    def collect(self) -> list[Finished]:
        """Take the outcomes of this server's jobs out of the queue."""
        rows = self._connection.run(lambda connection: connection.execute(COLLECT, (self._me,)).fetchall())
        return [Finished(*row) for row in rows]

    def withdraw(self, jobs: Sequence[int]) -> None:
        """Nobody waits for these jobs any more."""
        query = "DELETE FROM jobs WHERE id = ANY(%s) AND asker = %s"
        self._connection.run(lambda connection: connection.execute(query, (list(jobs), self._me)), again=True)

    def forget(self) -> None:
        """The server stops: nobody waits for any of its jobs."""
        query = "DELETE FROM jobs WHERE asker = %s"
        self._connection.run(lambda connection: connection.execute(query, (self._me,)), again=True)

    def look(self) -> tuple[list[str], set[int]]:
        """The kinds of work of each live worker, as one list, and the jobs of this server that are being done."""

        def read(connection: Connection) -> tuple[list[str], set[int]]:
            alive = "SELECT array_to_string(kinds, ' ') FROM workers WHERE release = %s AND expires > now()"
            kinds = [row[0] for row in connection.execute(alive, (self._release,))]
            doing = "SELECT id FROM jobs WHERE asker = %s AND lease > now() AND outcome IS NULL"
            return kinds, {row[0] for row in connection.execute(doing, (self._me,))}

        return self._connection.run(read, again=True)

    # ------------------------------------------------------------------ a worker

    def beat(self, kinds: Collection[str], jobs: Collection[int], seconds: float) -> None:
        """The worker is alive: renew its leases, and clear away what is over."""

        def write(connection: Connection) -> None:
            connection.execute(BEAT, (self._me, self._release, list(kinds), seconds))
            connection.execute(RENEW, (seconds, list(jobs), self._me))
            connection.execute("DELETE FROM jobs WHERE deadline < now()")
            connection.execute("DELETE FROM workers WHERE expires < now() - interval '1 minute'")

        self._connection.run(write, again=True)

    def take(self, kinds: Collection[str], most: int, seconds: float) -> list[Taken]:
        values = {"kinds": list(kinds), "most": most, "lease": seconds, "worker": self._me, "release": self._release}
        rows = self._connection.run(lambda connection: connection.execute(TAKE, values).fetchall())
        return [Taken(*row) for row in rows]

    def finish(self, job: Taken, outcome: bytes) -> bool:
        """Hand an outcome in. False: nobody waits for it, or another worker has the job now."""
        values = (outcome, job.id, self._me, job.tries)
        return self._connection.run(lambda connection: connection.execute(FINISH, values).fetchone()) is not None

    def leave(self) -> None:
        """The worker stops: others do what it has not finished."""

        def write(connection: Connection) -> None:
            connection.execute("DELETE FROM workers WHERE id = %s", (self._me,))
            connection.execute(GIVE_BACK, (self._me,))
            connection.execute(f"NOTIFY {NEW_JOBS}")

        self._connection.run(write, again=True)

    def close(self) -> None:
        self._connection.close()
