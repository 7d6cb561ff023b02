"""Collects the functions and constants of the kernel, and the Numba types of the functions' arguments.

The kernel is the rules, the bots, the layouts of records, and every package that is called `kernel`: undecorated Python
in the subset that Numba compiles. All of it shares one namespace, so names must be unique; two different definitions of
a name raise an error.
"""

from __future__ import annotations

import dis
import hashlib
import importlib
import types
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PACKAGES = ("rules", "layouts", "bots", "*/kernel")  # all code that is compiled; `pyproject.toml` names the same


def kernel_modules() -> list[types.ModuleType]:
    """The modules whose functions are compiled, in a fixed order."""
    paths = [path for package in PACKAGES for path in sorted(ROOT.glob(f"{package}/*.py"))]
    names = [path.relative_to(ROOT.parent).with_suffix("").parts for path in paths if path.stem != "__init__"]
    return [importlib.import_module(".".join(parts)) for parts in names]


@cache
def digest() -> str:
    """A short name for this exact set of rules; compiled code is kept under it."""
    text = hashlib.sha256()
    for module in kernel_modules():
        text.update(Path(str(module.__file__)).read_bytes())
    return text.hexdigest()[:16]


def functions_of(module: types.ModuleType) -> dict[str, types.FunctionType]:
    """The functions that a module defines, without those that Python adds (`__annotate__`, since 3.14)."""
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, types.FunctionType) and value.__module__ == module.__name__ and not name.startswith("__")
    }


@cache
def functions() -> dict[str, types.FunctionType]:
    """Every plain function of the sources by name."""
    found: dict[str, types.FunctionType] = {}
    for module in kernel_modules():
        for name, value in functions_of(module).items():
            if name in found:
                raise ImportError(f"two rule functions are called {name}: {found[name].__module__}, {module.__name__}")
            found[name] = value
    return found


@cache
def constants() -> dict[str, Any]:
    """Every number that a rule function may name."""
    found: dict[str, Any] = {}
    for module in kernel_modules():
        for name, value in vars(module).items():
            if name.isupper() and isinstance(value, int) and found.setdefault(name, value) != value:
                raise ImportError(f"two files disagree about the number {name}")
    return found


def in_order(found: dict[str, types.FunctionType]) -> dict[str, types.FunctionType]:
    """The functions so that each comes after those it calls. The kernel has no recursion, as a GPU has none."""
    ordered: dict[str, types.FunctionType] = {}

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise ImportError(f"rule functions call each other in a circle: {' → '.join((*path, name))}")
        if name not in ordered:
            for called in _calls(found[name], found):
                visit(called, (*path, name))
            ordered[name] = found[name]

    for name in found:
        visit(name, ())
    return ordered


def called_by(function: Any, found: Mapping[str, types.FunctionType]) -> dict[str, types.FunctionType]:
    """Those of the functions found that one calls, and those that they call, each after those that it calls itself."""
    needed: dict[str, types.FunctionType] = {}
    ask = list(_calls(function, found))
    while ask:
        name = ask.pop()
        if name not in needed:
            needed[name] = found[name]
            ask += _calls(found[name], found)
    return in_order(needed)


def _calls(function: Any, among: Mapping[str, Any]) -> Iterator[str]:
    return (name for name in _names_in(function.__code__) if name in among)


@cache
def _names_in(code: types.CodeType) -> tuple[str, ...]:
    return tuple(one.argval for one in dis.get_instructions(code) if one.opname == "LOAD_GLOBAL")


def signature(function: types.FunctionType, *, on_gpu: bool = False) -> tuple[Any, ...]:
    """The argument types of a function, by its annotations: a record, an array, or else an integer. On a GPU the counts
    are not in the event buffer.
    """
    from numba import types as nb

    kinds, told, code = _kinds(on_gpu), function.__annotations__, function.__code__
    names = (told[name].__name__ for name in code.co_varnames[: code.co_argcount])
    return tuple(nb.int64 if name in ("int", "bool") else kinds[name] for name in names)


@cache
def _kinds(on_gpu: bool) -> dict[str, Any]:
    """The types of records and arrays, by the names that annotations use."""
    import numba
    from numba import types as nb

    from freehold.engine import records

    kinds = {
        "Game": numba.from_dtype(records.GAME),
        "Tables": numba.from_dtype(records.TABLES),
        "Chance": numba.from_dtype(records.CHANCE),
        "Events": numba.from_dtype(records.THREAD_EVENTS if on_gpu else records.EVENTS),
        "Moves": numba.from_dtype(records.MOVES),
        "Action": numba.from_dtype(records.ACTION),
        "Values": numba.from_dtype(records.VALUES),
        "Notes": numba.from_dtype(records.NOTES),
        "Thought": numba.from_dtype(records.THOUGHT),
        "Weights": numba.from_dtype(records.WEIGHTS),
        "Run": numba.from_dtype(records.RUN),
        "Environment": numba.from_dtype(records.ENVIRONMENT),
        "Terms": numba.from_dtype(records.TERMS),
        "Work": numba.from_dtype(records.WORK),
        "Search": numba.from_dtype(records.SEARCH),
        "Study": numba.from_dtype(records.STUDY),
        "Sampling": numba.from_dtype(records.SAMPLING),
        "Frame": numba.from_dtype(records.THREAD_FRAME if on_gpu else records.FRAME),
        "Episode": numba.from_dtype(records.EPISODE),
    }
    items = {
        "Games": kinds["Game"],
        "Chances": kinds["Chance"],
        "Actions": kinds["Action"],
        "ManyNotes": kinds["Notes"],
        "Episodes": kinds["Episode"],
        "Int8s": nb.int8,
        "Int16s": nb.int16,
        "Int32s": nb.int32,
        "Int64s": nb.int64,
        "Float32s": nb.float32,
    }
    return kinds | {name: nb.Array(item, 1, "C") for name, item in items.items()}
