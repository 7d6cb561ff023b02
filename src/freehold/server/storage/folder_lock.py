"""An advisory file lock: only one process at a time writes to a data folder.

The operating system releases the lock when the process ends for any reason.
"""

from __future__ import annotations

from pathlib import Path

FILE = "freehold.lock"


class FolderInUse(OSError):
    """Another process has this data folder open."""


class FolderLock:
    """Held from construction until `close`; raises `FolderInUse` if another process holds it."""

    def __init__(self, folder: Path) -> None:
        from filelock import FileLock, Timeout  # commands that need no server know `FolderInUse`

        # closed by whichever thread closes the store
        self._lock = FileLock(folder / FILE, mode=0o600, thread_local=False)
        try:
            self._lock.acquire(blocking=False)
        except Timeout:
            raise FolderInUse(str(folder)) from None

    def close(self) -> None:
        self._lock.release()
