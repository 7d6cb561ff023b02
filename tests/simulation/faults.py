"""What goes wrong in a schedule: a list of faults, each at a number of steps, made from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import psycopg
from msgspec import Struct

from tests.simulation.database import SimulatedConnection

if TYPE_CHECKING:
    from tests.simulation.client import Browser
    from tests.simulation.server import Process
    from tests.simulation.world import World


class Fault(Struct, frozen=True):
    """A fault after so many steps. `which` chooses the process or the browser; `seconds`: how long it lasts."""

    step: int
    kind: str
    which: int
    seconds: float
    amount: int

    def __str__(self) -> str:
        return f"{self.step}:{self.kind}:{self.which}:{self.seconds:g}:{self.amount}"

    @classmethod
    def parse(cls, text: str) -> Fault:
        step, kind, which, seconds, amount = text.split(":")
        return cls(int(step), kind, int(which), float(seconds), int(amount))


def made(chance: random.Random, most: int, steps: int) -> list[Fault]:
    kinds = list(KINDS)
    weights = [KINDS[kind].weight for kind in kinds]
    found = []
    for _ in range(chance.randrange(1, most + 1)):
        kind = chance.choices(kinds, weights)[0]
        seconds = round(chance.uniform(*KINDS[kind].seconds), 2)
        found.append(Fault(chance.randrange(steps), kind, chance.randrange(8), seconds, chance.randrange(4)))
    return sorted(found, key=lambda fault: fault.step)


class DatabaseFaults:
    """The faults of the database, and of the way to it."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.epoch = 0  # grows when all connections are cut
        self.down_until = 0.0
        self.cut_off: dict[str, float] = {}  # processes that cannot reach it, until when
        self.failing: dict[
            str, list[tuple[int, bool]]
        ] = {}  # by process: after so many pieces of work, before or after

    def before(self, connection: SimulatedConnection) -> None:
        now, address = self._world.scheduler.now, connection.process.partition("#")[0]
        if connection.epoch is None:
            connection.epoch = self.epoch
        if connection.broken or connection.epoch != self.epoch or now < self.down_until:
            self._break(connection, "the connection is lost")
        if now < self.cut_off.get(address, 0.0):
            call = self._world.scheduler.call
            if call is not None:
                call.seconds += min(10.0, self.cut_off[address] - now)  # nothing comes back until TCP gives up
            self._break(connection, "no answer")
        self._maybe(connection, address, False)

    def after(self, connection: SimulatedConnection) -> None:
        self._maybe(connection, connection.process.partition("#")[0], True)

    def _maybe(self, connection: SimulatedConnection, address: str, done: bool) -> None:
        failing = self.failing.get(address)
        if not failing or failing[0][1] != done:
            return
        left, _ = failing[0]
        if left:
            failing[0] = (left - 1, done)
            return
        failing.pop(0)
        self._break(connection, "the answer is lost" if done else "the server closed the connection")

    def _break(self, connection: SimulatedConnection, why: str) -> None:
        connection.broken = True
        raise psycopg.OperationalError(why)


class Kind(Struct, frozen=True):
    """How often a kind is chosen, how long it may last, and what it does."""

    weight: int
    seconds: tuple[float, float]
    apply: Callable[[World, Fault], None]


def _process(world: World, fault: Fault) -> Process:
    return world.processes[fault.which % len(world.processes)]


def _browser(world: World, fault: Fault) -> Browser | None:
    return world.browsers[fault.which % len(world.browsers)] if world.browsers else None


def _kill(world: World, fault: Fault) -> None:
    _process(world, fault).kill(fault.seconds)


def _stop(world: World, fault: Fault) -> None:
    _process(world, fault).stop(fault.seconds)


def _freeze(world: World, fault: Fault) -> None:
    loop = _process(world, fault).loop
    loop.freeze()
    world.scheduler.after(fault.seconds, loop.thaw)


def _jump(world: World, fault: Fault) -> None:
    """A clock is set: a little, or by an hour, forwards or backwards."""
    _process(world, fault).jumped += (fault.seconds, -fault.seconds, 3600.0, -3600.0)[fault.amount]


def _fail_before(world: World, fault: Fault) -> None:
    world.faults.failing.setdefault(_process(world, fault).address, []).append((fault.amount, False))


def _fail_after(world: World, fault: Fault) -> None:
    world.faults.failing.setdefault(_process(world, fault).address, []).append((fault.amount, True))


def _restart_database(world: World, fault: Fault) -> None:
    world.faults.epoch += 1
    world.faults.down_until = world.scheduler.now + fault.seconds


def _cut_off(world: World, fault: Fault) -> None:
    world.faults.cut_off[_process(world, fault).address] = world.scheduler.now + fault.seconds


def _slow_database(world: World, fault: Fault) -> None:
    world.slow_until = world.scheduler.now + fault.seconds


def _refuse(world: World, fault: Fault) -> None:
    """The database refuses the next action of a table: it has a value that cannot be stored."""
    browser = _browser(world, fault)
    if browser is not None:
        world.database.refusing.add(browser.table)


def _late(world: World, fault: Fault) -> None:
    world.late_until = world.scheduler.now + fault.seconds


def _break(world: World, fault: Fault) -> None:
    """A connection is gone; the server may notice it much later."""
    browser = _browser(world, fault)
    if browser is not None and browser.pipe is not None:
        browser.pipe.break_off((0.1, fault.seconds))


def _leave(world: World, fault: Fault) -> None:
    browser = _browser(world, fault)
    if browser is not None and not browser.away:
        browser.leave()
        world.scheduler.after(fault.seconds, browser.come_back)


def _empty(world: World, fault: Fault) -> None:
    """Everybody leaves a table."""
    browser = _browser(world, fault)
    for other in world.browsers:
        if browser is not None and other.table == browser.table and not other.away:
            other.leave()
            world.scheduler.after(fault.seconds, other.come_back)


def _hush(world: World, fault: Fault) -> None:
    browser = _browser(world, fault)
    if browser is not None:
        browser.hush()
        world.scheduler.after(fault.seconds, browser.speak)


def _trick(world: World, fault: Fault) -> None:
    """The next message of a browser is lost, doubled, or comes after the one that follows it."""
    browser = _browser(world, fault)
    if browser is not None and browser.pipe is not None:
        browser.pipe.tricks.append(("lose", "double", "swap", "double")[fault.amount])


KINDS = {
    "kill": Kind(10, (0.1, 6.0), _kill),
    "stop": Kind(4, (0.1, 3.0), _stop),
    "freeze": Kind(8, (0.2, 9.0), _freeze),
    "jump": Kind(3, (0.5, 20.0), _jump),
    "fail-before": Kind(5, (0, 0), _fail_before),
    "fail-after": Kind(8, (0, 0), _fail_after),
    "restart-database": Kind(4, (0.0, 4.0), _restart_database),
    "cut-off": Kind(5, (0.5, 8.0), _cut_off),
    "slow-database": Kind(3, (1.0, 6.0), _slow_database),
    "refuse": Kind(0, (0, 0), _refuse),  # only in schedules of a shape
    "late": Kind(3, (1.0, 6.0), _late),
    "break": Kind(8, (0.0, 30.0), _break),
    "leave": Kind(3, (1.0, 40.0), _leave),
    "empty": Kind(4, (0.2, 12.0), _empty),
    "hush": Kind(3, (1.0, 10.0), _hush),
    "trick": Kind(10, (0, 0), _trick),
}
