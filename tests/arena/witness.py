"""A statistic that counts next to the games: which machine of a cluster played which of them, and which died of it."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path

from freehold.arena.chunks import Chunk, Plan
from tests.waiting import WAIT, eventually


@dataclass(frozen=True)
class Doom:
    """A machine that is killed while it plays a game of this number or a later one; a file says that it happened.

    The others wait for it there: however slow the machine is, it gets a shard of these games.
    """

    machine: str
    process: int
    game: int
    happened: Path

    def strike(self, machine: str, numbers: range) -> None:
        if machine != self.machine:
            if numbers[-1] >= self.game:
                eventually("the machine that is to be killed is dead", self.happened.exists, seconds=5 * WAIT)
            return
        played = self.happened.with_name("played")  # the machine may come late: it has played something before it dies
        if played.exists() and numbers[-1] >= self.game:
            self.happened.write_text(str(numbers[0]), encoding="utf-8")
            os.kill(self.process, signal.SIGKILL)
            os.kill(os.getpid(), signal.SIGKILL)
        played.touch()


class Witness:
    def __init__(self, doom: Doom | None = None) -> None:
        self.doom = doom

    def before(self, plan: Plan) -> None:
        self.seen: list[tuple[str, range]] = []

    def add(self, chunk: Chunk) -> None:
        import ray

        machine = ray.get_runtime_context().get_node_id()
        if self.doom is not None:
            self.doom.strike(machine, chunk.numbers)
        self.seen.append((machine, chunk.numbers))

    def part(self) -> Witness:
        return Witness(self.doom)

    def merge(self, part: Witness) -> None:
        self.seen += part.seen

    def result(self) -> list[tuple[str, range]]:
        return self.seen
