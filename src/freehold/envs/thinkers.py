"""Opponents that think in Python's hands, between two calls of the kernel: moguls, and careful bots about their deals.

They decide from the position and the notes alone, so that one mind serves all environments of a thread, and the games
are those of the same players in a simulation.
"""

from __future__ import annotations

from typing import Any

from freehold.bots import ranks
from freehold.envs.memory import Array, Memory
from freehold.players.caution import Caution
from freehold.players.mogul import Mogul


class Thinkers:
    """The minds of some environments on one edition, one for each thread."""

    def __init__(self, t: Array, v: Array, threads: int) -> None:
        self._minds = [(Mogul(t, v, 0), Caution(t, v)) for _ in range(threads)]

    def answer(self, memory: Memory, waiting: list[int]) -> None:
        """Write the actions of the environments that wait for one."""
        parts = [(mind, waiting[k :: len(self._minds)]) for k, mind in enumerate(self._minds)]
        memory.at_once(lambda part: self._answer(memory, *part), parts)

    def _answer(self, memory: Memory, mind: tuple[Mogul, Caution], waiting: list[int]) -> None:
        mogul, caution = mind
        for index in waiting:
            found: Any = memory.read(index)
            g, n, seat = found["games"], found["notes"], int(found["envs"]["asked"][0])
            if n["bot"][0, seat] == ranks.BOT_MOGUL:
                action = mogul.choose(g, n, seat)
            else:
                action = caution.confirm(g, n, seat, memory.action(index))
            memory.take(index, action, n)
