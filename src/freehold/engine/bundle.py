"""Several entry points as one compiled function, so that what they share is turned into machine code once: LLVM takes
about fifteen seconds for the rules and the bots, whatever is called in them.

The function takes the number of the entry point, and what any of them needs; what the called one does not need is
blank. It takes records as arrays of one: Numba needs 0.1 milliseconds to find the type and the place of a large record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any

import numpy as np

from freehold.engine.sources import signature


class Bundle:
    """The function for some entry points: its code, the types of its arguments, and how each of them is called."""

    def __init__(self, name: str, entry_points: Sequence[str], found: Mapping[str, FunctionType]) -> None:
        from numba import types as nb

        self.kinds: list[Any] = [nb.int64]
        self._places = {entry: self._placed(signature(found[entry])) for entry in entry_points}
        lines = [f"def {name}({', '.join(f'a{place}' for place in range(len(self.kinds)))}):"]
        for number, entry in enumerate(entry_points):
            call = f"{entry}({', '.join(self._arguments(signature(found[entry]), self._places[entry]))})"
            answer = ("return 0", call) if found[entry].__annotations__["return"] is None else (f"return int({call})",)
            lines += [f"    if a0 == {number}:", *(f"        {line}" for line in reversed(answer))]
        space: dict[str, Any] = {}
        exec(compile("\n".join([*lines, "    return -1"]), __file__, "exec"), space)
        self.function: FunctionType = space[name]
        self.function.__module__ = __name__

    def _placed(self, kinds: Sequence[Any]) -> list[int]:
        """For each argument of an entry point the place of one of its type among the function's."""
        places: list[int] = []
        for kind in map(_given, kinds):
            free = [place for place, one in enumerate(self.kinds) if place and one == kind and place not in places]
            if not free:
                self.kinds.append(kind)
            places.append(free[0] if free else len(self.kinds) - 1)
        return places

    def _arguments(self, kinds: Sequence[Any], places: Sequence[int]) -> Iterator[str]:
        for kind, place in zip(kinds, places, strict=True):
            yield f"a{place}" if kind == self.kinds[place] else f"a{place}[0]"

    def calls(self, made: Callable[..., int]) -> dict[str, Callable[..., int]]:
        """How Python calls each entry point, once the function is compiled."""
        blanks = [_blank(kind) for kind in self.kinds[1:]]
        return {name: _call(made, [number, *blanks], self._places[name]) for number, name in enumerate(self._places)}


def _given(kind: Any) -> Any:
    """The type by which the function takes an argument of an entry point."""
    from numba import types as nb

    return nb.Array(kind, 1, "C") if isinstance(kind, nb.Record) else kind


def _blank(kind: Any) -> Any:
    from numba import types as nb
    from numba.np.numpy_support import as_dtype

    return 0 if kind == nb.int64 else np.zeros(1, as_dtype(kind.dtype))


def _call(made: Callable[..., int], blanks: Sequence[Any], places: Sequence[int]) -> Callable[..., int]:
    def call(*given: Any) -> int:
        arguments = list(blanks)
        for place, value in zip(places, given, strict=True):
            arguments[place] = _array_of(value) if isinstance(value, np.void) else value
        return made(*arguments)

    return call


def _array_of(record: np.void) -> Any:
    """The array of one that a record is in."""
    place = record.base
    if not isinstance(place, np.ndarray) or place.size != 1:
        raise TypeError("the kernel takes a record that is alone in its array")
    return place.reshape(1)
