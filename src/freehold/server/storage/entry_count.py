"""How many entries were ever written: a number in a small file beside the database.

To SQLite a journal that was cut off between two commits looks whole. The number is set after a commit is on disk and so
is never too high: where fewer entries are found than it says, some were lost.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

FILE_END = "-count"


def read(database: Path) -> int:
    """How many entries this database has had; 0 if nobody knows."""
    try:
        return int(_beside(database).read_bytes())
    except (OSError, ValueError):
        return 0


def write(database: Path, number: int) -> None:
    """So many entries are on disk. They are safe without the number: if it cannot be written, nothing is lost."""
    path = _beside(database)
    with contextlib.suppress(OSError):
        path.touch(0o600)
        with path.open("r+b", buffering=0) as file:  # the same few bytes each time: never a half of them
            file.write(b"%20d\n" % number)


def _beside(database: Path) -> Path:
    return database.with_name(database.name + FILE_END)
