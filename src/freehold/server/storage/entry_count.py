"""A counter of all entries ever written, in a small file beside the database. It detects lost commits.

SQLite accepts a write-ahead log that was truncated between two commits. The counter is updated after each commit, so it
is never too high: if the database has fewer entries than it says, some were lost.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

FILE_END = "-count"


def read(database: Path) -> int:
    """The number of entries that this database has had; 0 if unknown."""
    try:
        return int(_beside(database).read_bytes())
    except (OSError, ValueError):
        return 0


def write(database: Path, number: int) -> None:
    """Record the number of entries on disk. If the file cannot be written, only the detection of lost commits
    suffers.
    """
    path = _beside(database)
    with contextlib.suppress(OSError):
        path.touch(0o600)
        with path.open("r+b", buffering=0) as file:  # a fixed length, overwritten in place: never half a number
            file.write(b"%20d\n" % number)


def _beside(database: Path) -> Path:
    return database.with_name(database.name + FILE_END)
