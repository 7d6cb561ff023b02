"""Compilation: clones of the plain functions of `rules/` and `bots/`, wired to each other and handed to Numba.

The sources carry no decorator. All of them share one namespace, so a function's name is its address; a name that two
files define differently is an error here rather than a riddle later. Numba's cache does not see a change in another
file, so its folder is keyed by a digest of every source, of Numba's version and of the processor.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import pkgutil
import platform
import types
from functools import cache
from pathlib import Path
from typing import Any

PACKAGES = ("freehold.rules", "freehold.bots")
MODULES = ("freehold.engine.audit", "freehold.engine.loops")


def sources() -> list[types.ModuleType]:
    """The modules whose functions are compiled, in a fixed order."""
    modules = []
    for package in PACKAGES:
        root = importlib.import_module(package)
        names = sorted(info.name for info in pkgutil.iter_modules(root.__path__))
        modules += [importlib.import_module(f"{package}.{name}") for name in names]
    return modules + [importlib.import_module(name) for name in MODULES]


def digest() -> str:
    """A short name for this exact set of rules; stored games carry it, and the cache of compiled code is kept under it."""
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
                    raise ImportError(f"two rule functions are called {name}: {found[name].__module__}, {module.__name__}")
                found[name] = value
    return found


def constants() -> dict[str, Any]:
    """Every number that a rule function may name."""
    found: dict[str, Any] = {}
    for module in sources():
        for name, value in vars(module).items():
            if name.isupper() and isinstance(value, int):
                if found.setdefault(name, value) != value:
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


@cache
def compiled() -> Backend:
    """The same functions, compiled for this processor. The first call on a machine takes a while; later ones load a cache."""
    _keep_cache()
    import numba

    namespace: dict[str, Any] = {"__builtins__": __builtins__, **constants()}
    table: dict[str, Any] = {}
    for name, function in functions().items():
        clone = types.FunctionType(function.__code__, namespace, name, function.__defaults__)
        clone.__module__ = function.__module__
        table[name] = numba.njit(cache=True, nogil=True)(clone)
    namespace.update(table)
    return Backend("cpu", table)


def _keep_cache() -> None:
    """Point Numba at a folder that belongs to these very sources, this Numba and this processor."""
    import numba
    from numba.core import config

    home = os.environ.get("FREEHOLD_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "freehold"
    )
    key = hashlib.sha256(f"{digest()}{numba.__version__}{platform.machine()}{platform.python_version()}".encode())
    folder = os.path.join(home, key.hexdigest()[:16])
    os.makedirs(folder, exist_ok=True)
    config.CACHE_DIR = folder
