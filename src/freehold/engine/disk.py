"""The cache folder of compiled code: one for these sources, this Numba and this processor."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from freehold.engine import sources

try:
    import fcntl
except ImportError:  # Windows: two processes may both compile; the result is the same
    fcntl = None  # type: ignore[assignment]


class CacheError(RuntimeError):
    """The compiled rules cannot be kept in their `folder`; `trouble` says why."""

    def __init__(self, folder: Path, trouble: OSError) -> None:
        super().__init__(folder, trouble)
        self.folder, self.trouble = folder, trouble

    def __str__(self) -> str:
        return (
            f"The compiled rules cannot be kept in {self.folder} ({self.trouble.strerror}): "
            "set FREEHOLD_CACHE to a folder that can be written."
        )


def folder() -> Path:
    import numba

    home = os.environ.get("FREEHOLD_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "freehold"
    )
    # Numba keeps what it compiled under the place of its source: the same sources elsewhere are a folder of their own
    here = Path(__file__).resolve().parent
    linked = hashlib.sha256((here / "link_once.py").read_bytes()).hexdigest()
    parts = (sources.digest(), linked, numba.__version__, platform.machine(), platform.python_version(), str(here))
    return Path(home) / hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def has(name: str) -> bool:
    """Whether this entry point is in the folder."""
    try:
        return _mark(name).exists()
    except (ImportError, OSError):  # no compiler, or a folder that one may not even look into
        return False


def keep(name: str) -> None:
    """Say that an entry point is in the folder now."""
    _mark(name).touch()


def _mark(name: str) -> Path:
    return folder() / f"{name}.ready"


@contextmanager
def numba_folder(place: Path | None = None) -> Iterator[None]:
    """Numba stores the functions that are defined in here in the folder; a user's own functions are not affected."""
    from numba.core import config

    place = place or folder()
    place.mkdir(parents=True, exist_ok=True)
    before = config.CACHE_DIR  # type: ignore[attr-defined]  # Numba makes its settings as it goes
    config.CACHE_DIR = str(place)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        config.CACHE_DIR = before  # type: ignore[attr-defined]


@contextmanager
def alone() -> Iterator[None]:
    """Two processes that start together compile once: the second waits for the first."""
    place = folder()
    place.mkdir(parents=True, exist_ok=True)
    with (place / "lock").open("w") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
