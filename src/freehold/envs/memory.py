"""The records and arrays of a batch of environments, and the calls that advance them: interpreted, or compiled for the
CPU and spread over threads. `gpu.py` has the third way.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from freehold.engine import compile as kernel
from freehold.engine import records
from freehold.envs.kernel import layout

Array = np.ndarray[Any, Any]

# The records that are one game of one environment
OWN = {
    "games": (records.GAME, records.Game),
    "chances": (records.CHANCE, records.Chance),
    "notes": (records.NOTES, records.Notes),
    "rs": (records.CHANCE, records.Chance),
    "envs": (records.ENVIRONMENT, records.Environment),
}


class Memory:
    """Environments on the CPU. `t`, `v` and `u` are the records that they share."""

    def __init__(self, count: int, players: int, t: Array, v: Array, u: Array, threads: int) -> None:
        self.count, self.players = count, players
        self.t, self.v, self.u = t, v, u
        self.own: dict[str, Any] = self._records(count)
        size = layout.observation_size(players)
        self.masks = np.zeros(count * layout.SPACE, np.int8)
        self.gains = np.zeros(count * players, np.float32)
        self.rewards = np.zeros(count, np.float32)
        self.ends = np.zeros(count, np.int8)
        self.obs = np.zeros(count * size, np.float32)
        self.final = np.zeros(count * size, np.float32)
        self.report = np.zeros(count * layout.REPORT_WIDTH, np.int32)
        self._parts = min(threads, count)
        self._pool = ThreadPoolExecutor(self._parts) if self._parts > 1 else None
        self._scratch = [self._working() for _ in range(self._parts)]

    def _records(self, count: int) -> dict[str, Any]:
        return {name: np.zeros(count, dtype) for name, (dtype, _) in OWN.items()}

    def _working(self) -> tuple[Any, Any, Any]:
        return tuple(np.zeros(1, dtype)[0] for dtype in (records.EVENTS, records.MOVES, records.ACTION))

    def backend(self) -> Any:
        return kernel.compiled()

    def shared(self) -> tuple[Any, Any, Any]:
        return self.t[0], self.v[0], self.u[0]

    # ------------------------------------------------------------------ advancing

    def share(self, terms: Any) -> None:
        """Take over changed terms."""
        records.fill_record(self.u, terms)

    def advance(self, how: int, choices: Array, first: int, last: int) -> int:
        """A step of a range of environments, or the start of an episode. Returns how many report a fault."""
        bounds = [first + (last - first) * k // self._parts for k in range(self._parts + 1)]
        work = list(zip(self._scratch, bounds, bounds[1:], strict=False))
        if self._pool is None:
            return sum(self._part(how, choices, *part) for part in work)
        return sum(self._pool.map(lambda part: self._part(how, choices, *part), work))

    def _part(self, how: int, choices: Array, scratch: tuple[Any, Any, Any], first: int, last: int) -> int:
        own, (t, v, u), (e, m, x) = self.own, self.shared(), scratch
        hands = (own["games"], t, own["chances"], e, v, own["notes"], m, own["rs"], x, own["envs"], u)
        out = (self.masks, self.gains, self.rewards, self.ends, self.obs, self.final, self.report)
        return int(self.backend().step_environments(*hands, choices, how, *out, first, last))

    # ------------------------------------------------------------------ what comes in and out

    def choices(self, actions: Any, count: int) -> Array:
        """One action of each environment as the kernel takes them."""
        given = np.ascontiguousarray(actions, dtype=np.int64)
        if given.shape != (count,):
            raise ValueError(f"A step takes one action for each of the {count} environments, not {given.shape}.")
        return given

    def not_allowed(self, choices: Array) -> int | None:
        """The first environment whose mask does not allow its action."""
        inside = (choices >= 0) & (choices < layout.SPACE)
        at = np.arange(self.count) * layout.SPACE + np.where(inside, choices, 0)
        good = inside & (self.masks[at] != 0)
        return None if good.all() else int(np.argmin(good))

    def as_bool(self, array: Array) -> Array:
        return array.view(np.bool_)

    def reported(self) -> Array:
        return self.report

    # ------------------------------------------------------------------ one environment

    def read(self, index: int) -> dict[str, Array]:
        """Copies of the records of an environment, each an array of one."""
        return {name: rows[index : index + 1].copy() for name, rows in self.own.items()}

    def write(self, index: int, found: dict[str, Array]) -> None:
        for name, record in found.items():
            self.own[name][index] = record[0]

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()


class PlainMemory(Memory):
    """The same, interpreted: slow, and without Numba."""

    def __init__(self, count: int, players: int, t: Any, v: Any, u: Any) -> None:
        super().__init__(count, players, t, v, u, 1)

    def _records(self, count: int) -> dict[str, Any]:
        return {name: records.Row(plain() for _ in range(count)) for name, (_, plain) in OWN.items()}

    def _working(self) -> tuple[Any, Any, Any]:
        return records.Events(), records.Moves(), records.Action()

    def backend(self) -> Any:
        return kernel.interpreted()

    def shared(self) -> tuple[Any, Any, Any]:
        return self.t, self.v, self.u

    def share(self, terms: Any) -> None:
        self.u = terms

    def advance(self, how: int, choices: Array, first: int, last: int) -> int:
        return super().advance(how, choices.tolist(), first, last)

    def read(self, index: int) -> dict[str, Array]:
        return {name: records.to_record(self.own[name][index], dtype) for name, (dtype, _) in OWN.items()}
