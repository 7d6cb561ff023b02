"""Compiles the kernel with Numba: copies of its undecorated functions, whose globals are the compiled copies.

Any function can be requested as an entry point. It is compiled on demand, together with all that it calls, and cached
on disk (`disk.py`). The originals stay ordinary Python, for interpreted play.
"""

from __future__ import annotations

import gc
import logging
import threading
import time
import types
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from freehold.engine import disk, link_once, specialise
from freehold.engine.bundle import Bundle
from freehold.engine.disk import CacheError
from freehold.engine.intrinsics import intrinsics
from freehold.engine.passes import pipeline
from freehold.engine.sources import called_by, constants, functions, signature
from freehold.engine.specialise import Facts
from freehold.engine.uses import entry_points_of, program_of, seconds_for, uses_of
from freehold.extras import need

# no references are counted: the kernel makes no arrays, and whoever calls it keeps those that it is given
INNER: dict[str, Any] = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
ENTRY: dict[str, Any] = {"nogil": True, "cache": True, "no_cfunc_wrapper": True, "_nrt": False}

log = logging.getLogger(__name__)


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


class Compiled(Backend):
    """The kernel for this processor: a function becomes an entry point when it is first asked for.

    With the facts of a batch, it is compiled for batches of that kind alone, and kept in a folder of its own.
    """

    def __init__(self, facts: Facts | None = None) -> None:
        super().__init__("cpu", {})
        self._lock = threading.RLock()
        self._linked_once = link_once.available()
        if not self._linked_once:
            _warn_of_numba("a private part is missing")
        self._inner = _only_constants()
        self._facts = facts
        self._functions = functions() if facts is None else specialise.specialised_copies(functions(), facts, {})

    @property
    def _place(self) -> Path:
        return disk.folder(self._facts)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in functions():
            return super().__getattr__(name)
        self.prepare(name)
        return self.__dict__[name]

    def prepare(self, *names: str) -> None:
        """Have these entry points ready: from the cache, or compiled now and put there."""
        with self._lock:
            try:
                if self._cold(names):
                    with disk.alone():  # another process may be compiling them
                        self._compile(self._cold(names))
            except OSError as trouble:
                raise CacheError(disk.folder(), trouble) from None

    def _cold(self, names: Iterable[str]) -> list[str]:
        """Those that the cache does not have; the others are loaded from it."""
        for name in names:
            if name not in self.__dict__ and disk.has(name, self._place):
                self._load(name)
        return [name for name in names if name not in self.__dict__]

    def _load(self, name: str) -> None:
        """The entry point as it was kept, unless that is damaged. Only the constants are there for it to be compiled
        with, so that Numba cannot compile the rest of the kernel in forms of its own."""
        from numba.core.errors import NumbaError

        with suppress(NumbaError):
            self.__dict__.update(self._entries(name, _only_constants()))

    def _entries(self, name: str, namespace: dict[str, Any]) -> dict[str, Any]:
        """An entry point, with those that are in the same program unless it is compiled for some batches alone."""
        program = program_of(name) if self._facts is None else None
        if program is None:
            function = self._functions[name]
            return {name: self._compiled(function, signature(function), namespace, ENTRY)}
        bundle = Bundle(program, entry_points_of(program), self._functions)
        return bundle.calls(self._compiled(bundle.function, tuple(bundle.kinds), namespace, ENTRY))

    def _compile(self, names: list[str]) -> None:
        if not names:
            return
        purpose, about = uses_of(names), seconds_for(names)
        log.warning(
            "Compiling the rules for this machine (%s), once: about %d seconds. `freehold compile` does it beforehand.",
            ", ".join(purpose or names),
            about,
            extra={"told": "compiling", "uses": purpose, "seconds": float(about)},
        )
        began = time.perf_counter()
        with less_to_do(), found_once():
            for name in names:
                if name not in self.__dict__:
                    made = self._linked(name)
                    self.__dict__.update(made)
                    for one in made:
                        disk.keep(one, self._place)
        seconds = time.perf_counter() - began
        done = {"told": "compiled", "uses": purpose, "seconds": seconds}
        log.info("The rules are compiled, in %.0f seconds.", seconds, extra=done)

    def _linked(self, name: str) -> dict[str, Any]:
        """An entry point and all that it calls, each function after those that it calls itself."""
        if self._linked_once:
            try:
                with link_once.lowered_only(frozenset(functions())):
                    self._lower(name)
                with link_once.linked_whole():
                    return self._entries(name, self._inner)
            except OSError:
                raise
            except Exception as trouble:  # a Numba whose private parts are there, and do something else
                _warn_of_numba(repr(trouble))
                self._linked_once, self._inner = False, _only_constants()
        self._lower(name)
        return self._entries(name, self._inner)

    def _lower(self, name: str) -> None:
        """Compile what an entry point calls; if it is in a program, all entry points of that and what they call."""
        program = program_of(name) if self._facts is None else None
        for entry in (name,) if program is None else entry_points_of(program):
            inner = called_by(self._functions[entry], self._functions)
            for one, function in (inner if program is None else inner | {entry: self._functions[entry]}).items():
                if one not in self._inner:
                    ready = intrinsics().get(one)
                    self._inner[one] = ready or self._compiled(function, signature(function), self._inner, INNER)

    def _compiled(
        self, function: types.FunctionType, kinds: tuple[Any, ...], namespace: dict[str, Any], options: dict[str, Any]
    ) -> Any:
        """A function in the one form that its arguments always have; otherwise every mix of small and large integers
        would be compiled anew."""
        import numba

        clone = types.FunctionType(function.__code__, namespace, function.__name__, function.__defaults__)
        clone.__module__ = function.__module__
        with disk.numba_folder(self._place):
            made = numba.njit(**options, **pipeline())(clone)
        made.compile(kinds)
        made.disable_compile()
        return made


@cache
def _warn_of_numba(trouble: str) -> None:
    """Say once in a process that `link_once.py` does not fit the Numba that is installed."""
    import numba

    warnings.warn(
        f"Numba {numba.__version__} is not as Freehold expects it ({trouble}): compiling takes more than twice as "
        "long. The games are the same.",
        RuntimeWarning,
        stacklevel=2,
    )


@contextmanager
def less_to_do() -> Iterator[None]:
    """Save an eighth of the time: Numba makes millions of objects, nearly all of which live on, so garbage is collected
    rarely; and it writes out the types of the arguments before each pass over a function, so the text is kept."""
    from numba import types as nb

    thresholds, written = gc.get_threshold(), nb.Record.__repr__
    gc.set_threshold(200_000, 20, 100)
    nb.Record.__repr__ = cache(written)  # type: ignore[method-assign]
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        nb.Record.__repr__ = written  # type: ignore[method-assign]


@contextmanager
def found_once() -> Iterator[None]:
    """Save another eighth on the CPU: Numba tries all that `+` could mean wherever one stands, so what was found for
    the same types is kept; and it looks for variables in all that belongs to a statement, so what cannot have any is
    passed over at once. On a GPU this was not tried."""
    from numba.core import ir
    from numba.core.types.functions import BaseFunction

    found: Any = BaseFunction.get_call_type
    listed: Any = ir.Inst._rec_list_vars
    known: dict[Any, Any] = {}

    def find(called: Any, context: Any, given: Any, named: Any) -> Any:
        key = called, context, given, *named.items()
        if key not in known:
            known[key] = found(called, context, given, named)
        return known[key]

    def variables(statement: Any, part: Any) -> Any:
        return [] if isinstance(part, (str, int, ir.Loc)) else listed(statement, part)

    operators: Any = BaseFunction
    operators.get_call_type, ir.Inst._rec_list_vars = find, variables  # type: ignore[method-assign]
    try:
        yield
    finally:
        operators.get_call_type, ir.Inst._rec_list_vars = found, listed  # type: ignore[method-assign]


def _only_constants() -> dict[str, Any]:
    return {"__builtins__": __builtins__, "as_index": np.uint64, **constants()}


@cache
def compiled() -> Compiled:
    """The same functions, compiled for this processor: once on a machine, later read from a cache."""
    need("sim")
    return Compiled()


@cache
def compiled_for(facts: Facts) -> Compiled:
    """The same functions for batches of which these facts are known: faster, and compiled for them alone."""
    return Compiled(facts)


def is_compiled(*names: str, facts: Facts | None = None) -> bool:
    """Are these entry points compiled already, so that they are there in a second and not in half a minute?"""
    try:
        place = disk.folder(facts)
    except ImportError:  # no compiler
        return False
    return all(disk.has(name, place) for name in names)


def is_loaded(*names: str) -> bool:
    """Does this process have these entry points in memory, so that they can be called at once?"""
    return compiled.cache_info().currsize > 0 and all(name in compiled().__dict__ for name in names)
