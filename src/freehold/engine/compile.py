"""Compilation: clones of the plain functions of `rules/` and `bots/`, wired to each other and handed to Numba.

The sources carry no decorator. All of them share one namespace, so a function's name is its address; a name that two
files define differently is an error here rather than a riddle later. Numba's cache does not see a change in another
file, so its folder is keyed by a digest of every source, of Numba's version and of the processor.
"""

from __future__ import annotations

import dis
import hashlib
import importlib
import os
import pkgutil
import platform
import types
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # Windows: two processes may both compile; the result is the same
    fcntl = None  # type: ignore[assignment]

PACKAGES = ("freehold.rules", "freehold.bots")
MODULES = ("freehold.engine.audit", "freehold.engine.loops", "freehold.engine.tally")
READY = "ready"  # a file that is there once everything in the cache's folder is compiled


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


def sources() -> list[types.ModuleType]:
    """The modules whose functions are compiled, in a fixed order."""
    modules = []
    for package in PACKAGES:
        root = importlib.import_module(package)
        names = sorted(info.name for info in pkgutil.iter_modules(root.__path__))
        modules += [importlib.import_module(f"{package}.{name}") for name in names]
    return modules + [importlib.import_module(name) for name in MODULES]


def digest() -> str:
    """A short name for this exact set of rules; compiled code is kept under it."""
    text = hashlib.sha256()
    for module in sources():
        text.update(Path(str(module.__file__)).read_bytes())
    return text.hexdigest()[:16]


def functions() -> dict[str, types.FunctionType]:
    """Every plain function of the sources by name."""
    found: dict[str, types.FunctionType] = {}
    for module in sources():
        for name, value in vars(module).items():
            if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
                if name in found:
                    raise ImportError(
                        f"two rule functions are called {name}: {found[name].__module__}, {module.__name__}"
                    )
                found[name] = value
    return found


def constants() -> dict[str, Any]:
    """Every number that a rule function may name."""
    found: dict[str, Any] = {}
    for module in sources():
        for name, value in vars(module).items():
            if name.isupper() and isinstance(value, int) and found.setdefault(name, value) != value:
                raise ImportError(f"two files disagree about the number {name}")
    return found


class Backend:
    """The functions of the kernel at one speed, as attributes."""

    def __init__(self, name: str, table: dict[str, Any]) -> None:
        self.name = name
        self.__dict__.update(table)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the kernel has no function {name}")


@cache
def interpreted() -> Backend:
    return Backend("python", dict(functions()))


def is_compiled() -> bool:
    """Is everything compiled already, so that `compiled` takes seconds and not minutes?"""
    try:
        return (_cache_folder() / READY).exists()
    except OSError:  # a folder that one may not even look into
        return False


@cache
def compiled() -> Backend:
    """The same functions, compiled for this processor: once on a machine, later read from a cache."""
    try:
        return _compiled()
    except OSError as trouble:
        raise CacheError(_cache_folder(), trouble) from None


def _compiled() -> Backend:
    ready = _keep_cache() / READY
    import numba

    namespace: dict[str, Any] = {"__builtins__": __builtins__, **constants()}
    table: dict[str, Any] = {}
    for name, function in in_order(functions()).items():
        clone = types.FunctionType(function.__code__, namespace, name, function.__defaults__)
        clone.__module__ = function.__module__
        table[name] = namespace[name] = numba.njit(cache=True, nogil=True)(clone)
    with _alone(ready.with_name("lock")):
        if not ready.exists():
            for name, function in table.items():
                function.compile(signature(functions()[name]))
                # one form each: otherwise every mix of small and large integers would be compiled anew
                function.disable_compile()
            ready.touch()
    return Backend("cpu", table)


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Two processes that start together compile once: the second waits for the first."""
    with lock.open("w") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def in_order(found: dict[str, types.FunctionType]) -> dict[str, types.FunctionType]:
    """The functions so that each comes after those it calls. The kernel has no recursion, as a GPU has none."""
    ordered: dict[str, types.FunctionType] = {}

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise ImportError(f"rule functions call each other in a circle: {' → '.join((*path, name))}")
        if name not in ordered:
            for instruction in dis.get_instructions(found[name]):
                if instruction.opname == "LOAD_GLOBAL" and instruction.argval in found:
                    visit(instruction.argval, (*path, name))
            ordered[name] = found[name]

    for name in found:
        visit(name, ())
    return ordered


def signature(function: types.FunctionType) -> tuple[Any, ...]:
    """The compiled types of a function's arguments, which their names tell; whatever is no record is a whole number."""
    import numba
    from numba import types as nb

    from freehold.engine import records

    kinds = {
        "g": numba.from_dtype(records.GAME),
        "t": numba.from_dtype(records.TABLES),
        "c": numba.from_dtype(records.CHANCE),
        "r": numba.from_dtype(records.CHANCE),
        "e": numba.from_dtype(records.EVENTS),
        "m": numba.from_dtype(records.MOVES),
        "x": numba.from_dtype(records.ACTION),
        "v": numba.from_dtype(records.VALUES),
        "n": numba.from_dtype(records.NOTES),
        "s": numba.from_dtype(records.TALLY),
    }
    kinds["y"] = kinds["x"]
    kinds |= {
        "games": nb.Array(kinds["g"], 1, "C"),
        "chances": nb.Array(kinds["c"], 1, "C"),
        "rs": nb.Array(kinds["r"], 1, "C"),
        "notes": nb.Array(kinds["n"], 1, "C"),
        "results": nb.Array(nb.int64, 1, "C"),
    }
    code = function.__code__
    return tuple(kinds.get(name, nb.int64) for name in code.co_varnames[: code.co_argcount])


def _keep_cache() -> Path:
    """Point Numba at a folder that belongs to these very sources, this Numba and this processor."""
    from numba.core import config as numba_config

    folder = _cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    numba_config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]  # Numba makes its settings as it goes
    return folder


def _cache_folder() -> Path:
    import numba

    home = os.environ.get("FREEHOLD_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "freehold"
    )
    # Numba keeps what it compiled under the place of its source: the same sources elsewhere are a folder of their own
    here = Path(__file__).resolve().parent
    parts = (digest(), numba.__version__, platform.machine(), platform.python_version(), str(here))
    return Path(home) / hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
