"""Runs schedules one after the other, and sums up what came out."""

from __future__ import annotations

import gc
import time

from msgspec import Struct

from tests.simulation.world import World

PART = 100  # schedules of one task


class Part(Struct):
    """What came out of some schedules: the seed, the number of the first, and sums."""

    seed: str
    first: int
    schedules: int = 0
    actions: int = 0
    moves: int = 0
    faults: int = 0
    take_backs: int = 0
    orders: int = 0
    notices: int = 0
    steps: int = 0
    seconds: float = 0.0  # of virtual time
    cpu: float = 0.0
    failed: dict[str, str] = {}  # by the seed of a schedule: what it violates


def run_part(given: tuple[str, int, int]) -> Part:
    seed, first, count = given
    part = Part(seed, first)
    gc.disable()
    begun = time.process_time()
    for number in range(first, first + count):
        outcome = World(f"{seed}-{number}").run()
        part.schedules += 1
        part.actions += outcome.actions
        part.moves += outcome.moves
        part.take_backs += outcome.take_backs
        part.orders += outcome.orders
        part.notices += outcome.notices
        part.faults += len(outcome.faults)
        part.steps += outcome.steps
        part.seconds += outcome.seconds
        if outcome.violation:
            part.failed[outcome.seed] = outcome.violation
        if number % 25 == 0:
            gc.collect()
    part.cpu = time.process_time() - begun
    return part
