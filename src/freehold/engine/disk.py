"""The cache folder of compiled code: one for these sources, these versions of Numba and Python, and this architecture.

Which processor of that architecture code is for, Numba notes in the folder itself.
"""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from freehold.engine import sources
from freehold.engine.specialise import Facts

LINKER = (  # besides the kernel's own sources, what decides the code that is kept in the folder
    "bundle.py",
    "compile.py",
    "intrinsics.py",
    "link_once.py",
    "passes.py",
    "sources.py",
    "specialise.py",
    "uses.py",
)


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


def folder(facts: Facts | None = None) -> Path:
    """The folder for the kernel as it is, or inside it that for the kernel with these facts folded in."""
    import numba
    import platformdirs

    home = os.environ.get("FREEHOLD_CACHE") or platformdirs.user_cache_path("freehold", appauthor=False)
    # Numba keeps what it compiled under the place of its source: the same sources elsewhere are a folder of their own
    here = Path(__file__).resolve().parent
    parts = (sources.digest(), _linker(), numba.__version__, platform.machine(), platform.python_version(), str(here))
    place = Path(home) / hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
    return place if facts is None else place / f"cpu-{facts.key}"


@cache
def _linker() -> str:
    parts = (Path(__file__).with_name(name).read_bytes() for name in LINKER)
    return hashlib.sha256(b"".join(parts)).hexdigest()


def has(name: str, place: Path) -> bool:
    """Whether this entry point is in the folder."""
    try:
        return _mark(name, place).exists()
    except OSError:  # a folder that one may not even look into
        return False


def keep(name: str, place: Path) -> None:
    """Say that an entry point is in the folder now."""
    _mark(name, place).touch()


def _mark(name: str, place: Path) -> Path:
    return place / f"{name}.ready"


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
def alone(place: Path | None = None) -> Iterator[None]:
    """Two processes that start together compile once: the second waits for the first. Different places do not wait."""
    from filelock import FileLock

    place = place or folder()
    place.mkdir(parents=True, exist_ok=True)
    with FileLock(place / "lock"):
        yield
