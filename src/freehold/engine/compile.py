"""Compilation: the plain functions of `rules/` and `bots/` are cloned, linked to each other and compiled by Numba.

The sources have no decorators. All functions share one namespace, so a name that two files define differently is an
error here. Numba's cache does not notice a change in another file, so its folder is keyed by a digest of all sources,
Numba's version and the processor.
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
READY = "ready"  # a marker file: everything in this cache folder is compiled


class CacheError(RuntimeError):
    """The compiled rules cannot be stored in `folder`; `trouble` is the cause."""

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
    """A short digest of all kernel sources; it is part of the cache key."""
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
    """Every integer constant that a kernel function may use."""
    found: dict[str, Any] = {}
    for module in sources():
        for name, value in vars(module).items():
            if name.isupper() and isinstance(value, int) and found.setdefault(name, value) != value:
                raise ImportError(f"two files disagree about the number {name}")
    return found


class Backend:
    """The kernel's functions, interpreted or compiled, as attributes."""

    def __init__(self, name: str, table: dict[str, Any]) -> None:
        self.name = name
        self.__dict__.update(table)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the kernel has no function {name}")


@cache
def interpreted() -> Backend:
    return Backend("python", dict(functions()))


def is_compiled() -> bool:
    """Whether everything is in the cache, so that `compiled` takes seconds instead of minutes."""
    try:
        return (_cache_folder() / READY).exists()
    except OSError:  # no permission to read the folder
        return False


@cache
def compiled() -> Backend:
    """The functions compiled for this processor: compiled once per machine, then loaded from the cache."""
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
                # one explicit signature each: otherwise Numba compiles one for every combination of integer types
                function.disable_compile()
            ready.touch()
    return Backend("cpu", table)


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """A file lock: of two processes that start together, one compiles and the other waits."""
    with lock.open("w") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def in_order(found: dict[str, types.FunctionType]) -> dict[str, types.FunctionType]:
    """The functions in topological order: each after those it calls. The kernel has no recursion, because a GPU has
    none.
    """
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
    """The argument types of a function, derived from the parameter names; everything that is not a record is an
    integer.
    """
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
    """Set Numba's cache folder to the one of these sources, this Numba version and this processor."""
    from numba.core import config as numba_config

    folder = _cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    numba_config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]  # Numba defines its settings dynamically
    return folder


def _cache_folder() -> Path:
    import numba

    home = os.environ.get("FREEHOLD_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "freehold"
    )
    # Numba's cache depends on the path of the source, so each installation needs its own folder
    here = Path(__file__).resolve().parent
    parts = (digest(), numba.__version__, platform.machine(), platform.python_version(), str(here))
    return Path(home) / hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
