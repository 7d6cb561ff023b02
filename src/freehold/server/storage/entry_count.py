"""A counter of all entries ever written, in a small file beside the database. It detects lost commits.

SQLite accepts a write-ahead log that was truncated between two commits. The counter is updated after each commit, so it
is never too high: if the database has fewer entries than it says, some were lost. The file also has the highest row of
the entries: in a large database this shows at once that an older copy was put back.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

FILE_END = "-count"


def read(database: Path) -> int:
    """The number of entries that this database has had; 0 if unknown."""
    return _numbers(database)[0]


def highest_row(database: Path) -> int:
    """The highest row of its entries; 0 if unknown."""
    return _numbers(database)[1]


def _numbers(database: Path) -> tuple[int, int]:
    try:
        count, *rest = _beside(database).read_bytes().split()
        return int(count), int(rest[0]) if rest else 0
    except (OSError, ValueError):
        return 0, 0


def write(database: Path, number: int, row: int) -> None:
    """Record the number of entries on disk and their highest row. If the file cannot be written, only the detection of
    lost commits suffers.
    """
    path = _beside(database)
    with contextlib.suppress(OSError):
        path.touch(0o600)
        with path.open("r+b", buffering=0) as file:  # a fixed length, overwritten in place: never half a number
            file.write(b"%20d %20d\n" % (number, row))


def _beside(database: Path) -> Path:
    return database.with_name(database.name + FILE_END)
