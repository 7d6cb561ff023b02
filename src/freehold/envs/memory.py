"""The records and arrays of a batch of environments, and the calls that advance them: interpreted, or compiled for the
CPU and spread over threads. `gpu.py` has the third way.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise, repeat
from typing import Any

import numpy as np

from freehold.engine import compile as kernel
from freehold.engine import records
from freehold.envs.kernel import layout, play

Array = np.ndarray[Any, Any]

# The records that are one game of one environment: where they are in its episode, and their two forms
OWN = {
    "games": ("game", records.GAME, records.Game),
    "chances": ("chance", records.CHANCE, records.Chance),
    "notes": ("notes", records.NOTES, records.Notes),
    "rs": ("own", records.CHANCE, records.Chance),
    "envs": ("env", records.ENVIRONMENT, records.Environment),
}


class Outputs:
    """What the environments tell, as flat arrays; `make` makes one of zeros."""

    def __init__(self, count: int, players: int, make: Callable[[int, Any], Any]) -> None:
        final, gains, rewards = (at(players, count) for at in (layout.final_at, layout.gains_at, layout.rewards_at))
        self.numbers = make(rewards + count, np.float32)
        self.obs, self.final = self.numbers[:final], self.numbers[final:gains]
        self.gains, self.rewards = self.numbers[gains:rewards], self.numbers[rewards:]
        self.flags = make(count * layout.SPACE + count, np.int8)
        self.masks, self.ends = self.flags[: count * layout.SPACE], self.flags[count * layout.SPACE :]
        self.report = make(count * layout.REPORT_WIDTH + 1, np.int32)  # and how many faults there were on a GPU


class Memory:
    """Environments on the CPU. `t`, `v` and `u` are the records that they share."""

    def __init__(self, count: int, players: int, t: Array, v: Array, u: Array, threads: int) -> None:
        self.count = count
        self.own: Any = self._episodes(count)
        self.out = Outputs(count, players, np.zeros)
        self._parts = min(threads, count)
        self._pool = ThreadPoolExecutor(self._parts) if self._parts > 1 else None
        self._frames = [self._frame(t, v, u) for _ in range(self._parts)]

    def _episodes(self, count: int) -> Any:
        return np.zeros(count, records.EPISODE)

    def _frame(self, t: Any, v: Any, u: Any) -> Any:
        frame = np.zeros(1, records.FRAME)
        frame["tables"], frame["values"], frame["terms"] = t, v, u
        return frame[0]

    def backend(self) -> Any:
        return kernel.compiled()

    # ------------------------------------------------------------------ advancing

    def share(self, terms: Any) -> None:
        """Take over changed terms."""
        for frame in self._frames:
            frame["terms"] = records.to_record(terms, records.TERMS)[0]

    def advance(self, how: int, choices: Array, first: int, last: int) -> int:
        """A step of a range of environments, or the start of an episode. Returns how many report a fault."""
        if self._pool is None:
            return self._part(self._frames[0], choices, self._span(how, first, last))
        bounds = [first + (last - first) * k // self._parts for k in range(self._parts + 1)]
        spans = [self._span(how, *part) for part in pairwise(bounds)]
        return sum(self._pool.map(self._part, self._frames, repeat(choices), spans))

    def at_once(self, work: Callable[[Any], object], parts: list[Any]) -> None:
        """Do some work in the threads, and wait for all of it."""
        for _ in map(work, parts) if self._pool is None else self._pool.map(work, parts):
            pass

    def _span(self, *numbers: int) -> Any:
        return np.array(numbers, np.int64)

    def _part(self, frame: Any, choices: Array, span: Any) -> int:
        out = self.out
        found = self.backend().step_environments(self.own, frame, choices, span, out.numbers, out.flags, out.report)
        return int(found)

    # ------------------------------------------------------------------ what comes in and out

    def choices(self, actions: Any, count: int) -> Array:
        """One action of each environment as the kernel takes them."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise ValueError(f"Actions are whole numbers, not {given.dtype}.")
        given = np.ascontiguousarray(given, dtype=np.int64)
        if given.shape != (count,):
            raise ValueError(f"A step takes one action for each of the {count} environments, not {given.shape}.")
        return given

    def not_allowed(self, choices: Array) -> int | None:
        """The first environment whose mask does not allow its action."""
        if self.count == 1:  # array operations would take longer than the step itself
            choice = int(choices[0])
            return None if 0 <= choice < layout.SPACE and self.out.masks[choice] else 0
        inside = (choices >= 0) & (choices < layout.SPACE)
        at = np.arange(self.count) * layout.SPACE + np.where(inside, choices, 0)
        good = inside & (self.out.masks[at] != 0)
        return None if good.all() else int(np.argmin(good))

    def as_bool(self, array: Array) -> Array:
        return array.view(np.bool_)

    def reported(self) -> Array:
        report: Array = self.out.report[:-1]
        return report

    # ------------------------------------------------------------------ one environment

    def read(self, index: int) -> dict[str, Array]:
        """Copies of the records of an environment, each an array of one."""
        return {name: self.own[field][index : index + 1].copy() for name, (field, _, _) in OWN.items()}

    def learners(self) -> Array:
        seats: Array = self.own["env"]["seat"].astype(np.int64)
        return seats

    def bankrupt(self, index: int) -> Array:
        """The order in which the seats of an environment went bankrupt; 0 for those in the game."""
        out: Array = self.own["game"]["out"][index]
        return out

    def write(self, index: int, found: dict[str, Array]) -> None:
        for name, record in found.items():
            self.own[OWN[name][0]][index] = record[0]

    def thinking(self, first: int, last: int) -> list[int]:
        """Those of a range of environments whose step has stopped until somebody has thought."""
        found: list[int] = (first + np.flatnonzero(self.own["state"][first:last] == play.THINK)).tolist()
        return found

    def action(self, index: int) -> Array:
        """A copy of the action that an environment takes next."""
        found: Array = self.own["action"][index : index + 1].copy()
        return found

    def take(self, index: int, action: Array, notes: Array) -> None:
        """The action that was thought of, and what its bot remembers now."""
        self.own["action"][index], self.own["notes"][index] = action[0], notes[0]

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()


class PlainMemory(Memory):
    """The same, interpreted: slow, and without Numba."""

    def __init__(self, count: int, players: int, t: Any, v: Any, u: Any) -> None:
        super().__init__(count, players, t, v, u, 1)

    def _episodes(self, count: int) -> Any:
        return records.Row(records.Episode() for _ in range(count))

    def _frame(self, t: Any, v: Any, u: Any) -> Any:
        frame = records.Frame()
        frame.tables, frame.values, frame.terms = t, v, u
        return frame

    def _span(self, *numbers: int) -> Any:
        return numbers

    def backend(self) -> Any:
        return kernel.interpreted()

    def share(self, terms: Any) -> None:
        self._frames[0].terms = terms

    def advance(self, how: int, choices: Array, first: int, last: int) -> int:
        return super().advance(how, choices.tolist(), first, last)

    def read(self, index: int) -> dict[str, Array]:
        own = self.own[index]
        return {name: records.to_record(getattr(own, field), dtype) for name, (field, dtype, _) in OWN.items()}

    def learners(self) -> Array:
        return np.array([one.env.seat for one in self.own])

    def bankrupt(self, index: int) -> Array:
        return np.array(self.own[index].game.out)

    def write(self, index: int, found: dict[str, Array]) -> None:
        for name, record in found.items():
            getattr(self.own[index], OWN[name][0]).copy_from(record[0])

    def thinking(self, first: int, last: int) -> list[int]:
        return [index for index in range(first, last) if self.own[index].state == play.THINK]

    def action(self, index: int) -> Array:
        return records.to_record(self.own[index].action, records.ACTION)

    def take(self, index: int, action: Array, notes: Array) -> None:
        self.own[index].action.copy_from(action[0])
        self.own[index].notes.copy_from(notes[0])
