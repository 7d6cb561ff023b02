"""An advisory file lock: only one process at a time writes to a data folder.

The operating system releases the lock when the process ends for any reason.
"""

from __future__ import annotations

import os
from pathlib import Path

FILE = "freehold.lock"


class FolderInUse(OSError):
    """Another process has this data folder open."""


class FolderLock:
    """Held from construction until `close`; raises `FolderInUse` if another process holds it."""

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._file)
        except OSError:
            self.close()
            raise FolderInUse(str(folder)) from None

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __del__(self) -> None:
        self.close()


def _lock(file: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
