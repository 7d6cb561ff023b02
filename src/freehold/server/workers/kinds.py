"""The kinds of heavy work, with the limits of each, and the protocol of whatever does the work.

`Pool` does it in processes of this server; `workers/remote_jobs.py` passes it to workers elsewhere.
"""

from __future__ import annotations

import os
from typing import Protocol

from msgspec import Struct


class Kind(Struct, frozen=True):
    """One kind of work. A key is a table or an address; `seconds` is how long a job may take, waiting not included.

    `remote_seconds` is how long the answer of a worker elsewhere may take, waiting included.
    """

    name: str
    most: int  # jobs that may wait
    most_of_key: int  # of these, jobs of one key
    seconds: float
    remote_seconds: float


class JobRunner(Protocol):
    """Does jobs of one kind. A job reads and returns bytes and changes nothing, so it may be done twice."""

    @property
    def waiting(self) -> int: ...
    @property
    def running(self) -> int: ...
    async def run(self, name: str, argument: bytes, key: str) -> bytes: ...
    async def warm_up(self) -> None: ...
    async def close(self) -> None: ...


PATIENCE = float(os.environ.get("FREEHOLD_PATIENCE") or 1)  # for a slow or busy machine: a factor of all these seconds
RETURNING = Kind("returning", 64, 8, 30 * PATIENCE, 30 * PATIENCE)  # what players missed who are back: before all else
LOOKS = Kind("looks", 64, 8, 30 * PATIENCE, 30 * PATIENCE)  # reads of stored games
PROOFS = Kind("proofs", 8, 1, 60 * PATIENCE, 60 * PATIENCE)
REVIEWS = Kind("reviews", 16, 1, 60 * PATIENCE, 60 * PATIENCE)
COACHING = Kind("coaching", 200, 4, 20 * PATIENCE, 20 * PATIENCE)
THINKING = Kind("thinking", 10_000, 16, 60 * PATIENCE, 10 * PATIENCE)  # bots: a table waits for them
OWN_BOTS = Kind("own-bots", 10_000, 16, 60 * PATIENCE, 0)  # of the operator: only in processes of the server itself
KINDS = {kind.name: kind for kind in (RETURNING, LOOKS, PROOFS, REVIEWS, COACHING, THINKING)}
SLOW = frozenset({PROOFS.name, REVIEWS.name})  # never occupy a whole worker
