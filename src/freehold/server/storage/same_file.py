"""Detects that the database files were replaced while SQLite has them open.

If a database or its journal is deleted or replaced under a running server, further commits are lost and SQLite does not
notice. So the identities of the files are compared before a commit is acknowledged.
"""

from __future__ import annotations

from pathlib import Path

Identity = tuple[int, int] | None
ENDS = ("", "-wal")


class FilesChanged(OSError):
    """The database was deleted or replaced while it was open."""


class SameFiles:
    """The files of one database since it was opened. `check` raises once they have changed, and from then on."""

    def __init__(self, database: Path) -> None:
        self._paths = [database.with_name(database.name + end) for end in ENDS]
        self._found = [_identity(path) for path in self._paths]

    def check(self) -> None:
        for path, found in zip(self._paths, self._found, strict=True):
            if _identity(path) != found:
                raise FilesChanged(f"{path.name} was deleted or replaced while the server was running")


def _identity(path: Path) -> Identity:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
