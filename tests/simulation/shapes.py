"""Schedules of a special kind, some of all: what chance seldom brings together happens in them on purpose.

What such a schedule adds comes from random numbers of its own, so that all other schedules stay as they are.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from msgspec import Struct

from tests.simulation.faults import Fault


class Shape(Struct, frozen=True):
    """How often it is chosen, of a hundred schedules, and which faults it adds to the others."""

    often: int
    faults: Callable[[random.Random], list[Fault]]
    one_process: bool = False
    more_tables: int = 0


def _crowd(chance: random.Random) -> list[Fault]:
    """Many tables at one process and a slow database: a commit has steps of several tables, some of them refused."""
    found, step = [], 0
    for _ in range(4):
        step += chance.randrange(50, 300)
        found.append(Fault(step, "slow-database", 0, 6.0, 0))
        for _ in range(3):
            step += chance.randrange(5, 60)
            found.append(Fault(step, "refuse", chance.randrange(8), 0.0, 0))
    return found


def _away(chance: random.Random) -> list[Fault]:
    """Somebody leaves for longer than a draw waits, comes back, plays a while, and leaves again."""
    which, step, found = chance.randrange(8), chance.randrange(50, 300), []
    for _ in range(4):
        found.append(Fault(step, "leave", which, round(chance.uniform(17.0, 25.0), 2), 0))
        step += chance.randrange(200, 500)
    return found


def _late(chance: random.Random) -> list[Fault]:
    """Messages are late all the time, and many of them come twice."""
    late = [Fault(step, "late", 0, 6.0, 0) for step in range(0, 900, 100)]
    twice = [Fault(chance.randrange(900), "trick", chance.randrange(8), 0.0, 1) for _ in range(40)]
    return late + twice


def _stopped(chance: random.Random) -> list[Fault]:
    """A process is asked to stop while it stands still for longer than its lease, or cannot reach the database."""
    which, step = chance.randrange(8), chance.randrange(100, 800)
    kind = chance.choice(("freeze", "cut-off"))
    return [Fault(step, kind, which, round(chance.uniform(4.0, 9.0), 2), 0), Fault(step + 60, "stop", which, 1.0, 0)]


SHAPES = {
    "crowd": Shape(4, _crowd, one_process=True, more_tables=3),
    "away": Shape(6, _away),
    "late": Shape(6, _late),
    "stopped": Shape(4, _stopped),
}
USUAL = Shape(0, lambda _: [])


def chosen(chance: random.Random) -> Shape:
    number = chance.randrange(100)
    for shape in SHAPES.values():
        number -= shape.often
        if number < 0:
            return shape
    return USUAL
