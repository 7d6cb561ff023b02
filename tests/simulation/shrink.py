"""A schedule that fails, with as few faults as possible, and its story."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from tests.simulation.faults import Fault
from tests.simulation.world import Outcome, World

Part = TypeVar("Part")
TOLD = 60  # lines of a story


def kind(violation: str) -> str:
    """What was violated, whatever the numbers and names."""
    return re.sub(r"[0-9][\w.#:]*|'[^']*'", "…", violation)[:60]


def fewest(parts: Sequence[Part], fails: Callable[[list[Part]], bool]) -> list[Part]:
    """Delta debugging: as few of the parts as still fail."""
    left, size = list(parts), max(1, len(parts) // 2)
    while True:
        for start in range(0, len(left), size):
            fewer = left[:start] + left[start + size :]
            if fails(fewer):
                left = fewer
                break
        else:
            if size == 1:
                return left
            size = max(1, size // 2)


def shortened(failed: Outcome) -> Outcome:
    """The same failure with fewer faults."""
    wanted = kind(failed.violation)

    def fails(faults: list[Fault]) -> bool:
        return kind(World(failed.seed, faults).run().violation) == wanted

    return World(failed.seed, fewest(failed.faults, fails)).run()


def story(seed: str, faults: Sequence[Fault] | None) -> str:
    """What happened in a schedule, its end at the end."""
    world = World(seed, faults)
    world.story = []
    outcome = world.run()
    lines = world.story[-TOLD:]
    left = len(world.story) - len(lines)
    head = [f"… {left} lines before"] if left else []
    return "\n".join([*head, *lines, outcome.violation or "nothing is violated"])


def command(outcome: Outcome) -> str:
    faults = " ".join(str(fault) for fault in outcome.faults)
    return f"python -m tests.simulation --repeat {outcome.seed} --faults {faults}".rstrip()
