"""One schedule: processes, a database, tables and browsers, made from a seed, with faults; checked when it is over."""

from __future__ import annotations

import itertools
import logging
import random
import secrets
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from freehold.server.protocol.messages import Created, NewTable, Person
from freehold.server.table.notices import Notice
from tests.simulation import dice, shapes
from tests.simulation import faults as faulty
from tests.simulation.check import Violation, check
from tests.simulation.client import Browser
from tests.simulation.database import Database
from tests.simulation.faults import KINDS, DatabaseFaults, Fault
from tests.simulation.loop import ProcessLoop, Scheduler
from tests.simulation.network import End, Pipe, ServerEnd
from tests.simulation.server import Process

MOST_FAULTS = 8
STEPS = 900  # in which faults happen
GO_ON = 2  # actions that every table must play after the last fault
PATIENCE = 200.0  # virtual seconds for that
PROMPT = 30.0  # virtual seconds after the last link in which a draw is made, when nothing goes wrong
LEAK_SECONDS = 50.0  # until a process has noticed all connections that are gone
MOST_STEPS = 60_000
BY_ORDER = 'SELECT count(*) FROM entries WHERE instr(entry, \'"by":"order"\')'
TAKEN_BACK = 'SELECT count(*) FROM entries WHERE instr(entry, \'"type":"take_back"\')'
_DATABASE: list[Database] = []


class Outcome(Struct):
    """What became of a schedule."""

    seed: str
    faults: list[Fault]
    violation: str = ""
    steps: int = 0
    seconds: float = 0.0
    recovery: float = 0.0  # virtual seconds from the last fault until every table had played on
    actions: int = 0
    moves: int = 0  # of tables between processes
    take_backs: int = 0
    orders: int = 0  # actions of standing orders
    notices: int = 0
    refusals: Counter[str] = Counter()


class Troubles(logging.Handler):
    """Unexpected errors that the server logs."""

    def __init__(self, found: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._found = found

    def emit(self, record: logging.LogRecord) -> None:
        where = traceback.extract_tb(record.exc_info[2])[-1] if record.exc_info else ""
        error = record.exc_info[1] if record.exc_info else None
        self._found(f"{record.getMessage()}: {error!r} in {where}")


class World:
    """The parts of a schedule, and what they share."""

    def __init__(self, seed: str, faults: Sequence[Fault] | None = None) -> None:
        self._seed = seed
        if not _DATABASE:
            _DATABASE.append(Database())
        self.database = _DATABASE[0]
        self.database.clear()
        self.scheduler = Scheduler(self.chance("scheduler"))
        self.network = self.chance("network")
        self._threads = self.chance("threads")
        special = self.chance("shape")
        self._shape = shapes.chosen(special)
        self.given = self._made(special) if faults is None else list(faults)
        self.faults = DatabaseFaults(self)
        self.database.now = lambda: self.scheduler.now
        self.database.faults = self.faults
        self.slow_until = self.late_until = 0.0
        self.start_seconds = self.chance("starts").choice((0.05, 0.5, 4.0))  # how long a process may take to start
        self.pipes: list[Pipe] = []
        self.serials = itertools.count()
        self.story: list[str] | None = None  # what happened, if somebody wants to read it
        self.browsers: list[Browser] = []
        self.processes: list[Process] = []
        self.loops: list[ProcessLoop] = []  # of all processes that ever lived
        self.asked_for: dict[str, dict[int, Any]] = {}  # by table and draw: the first question that a browser heard
        self.questions: dict[str, list[Any]] = {}  # by table: all that browsers heard
        self.given_at: dict[str, float] = {}  # by table: when a link was last given
        self._healed: float | None = None  # since when nothing goes wrong
        self.refusals: Counter[str] = Counter()
        self.notices: dict[tuple[str, int], list[tuple[str, str]]] = {}  # by table and seat: what its owner was told
        self._recovery = 0.0
        self._troubles: list[str] = []

    def chance(self, name: str) -> random.Random:
        """Random numbers for one purpose: what is left out elsewhere does not change them."""
        return random.Random(f"{self._seed} {name}")

    def _made(self, special: random.Random) -> list[Fault]:
        found = faulty.made(self.chance("faults"), MOST_FAULTS, STEPS) + self._shape.faults(special)
        return sorted(found, key=lambda fault: fault.step)

    # ------------------------------------------------------------------ what its parts use

    def latency(self, chance: random.Random) -> float:
        late = self.scheduler.now < self.late_until
        return chance.uniform(0.2, 4.0) if late else chance.uniform(0.001, 0.06)

    def database_latency(self, process: Process) -> float:
        slow = self.scheduler.now < self.slow_until
        return self._threads.uniform(0.1, 2.0) if slow else self._threads.uniform(0.0003, 0.01)

    def any_address(self, chance: random.Random) -> str:
        return chance.choice(self.processes).address

    def connect(
        self, address: str, near: End, then: Callable[[Pipe | None], None], table: str = "", peer: bool = False
    ) -> None:
        """Connect to a process. A dead one refuses; a frozen one does not answer until it goes on."""
        process = next(one for one in self.processes if one.address == address)
        loop = process.loop

        def arrived() -> None:
            if loop.dead or loop is not process.loop or process.registry is None:
                self.scheduler.after(self.latency(self.network), lambda: then(None))
            else:
                loop.happen(lambda: loop.call_soon(accepted))

        def accepted() -> None:
            far = ServerEnd(process, peer)
            pipe = Pipe(self, near, far)
            far.opened(pipe)
            loop.create_task(entered(far, pipe))

        async def entered(far: ServerEnd, pipe: Pipe) -> None:
            if table:
                await far.enter(table)
            self.scheduler.after(self.latency(self.network), lambda: then(pipe if pipe.open[0] else None))

        self.scheduler.after(self.latency(self.network), arrived)

    def asked(self, table: str, asking: Any) -> None:
        """A browser heard a question for links: the same draw is never for another action."""
        self.questions.setdefault(table, []).append(asking)
        question = dice.question(asking)
        if self.asked_for.setdefault(table, {}).setdefault(asking["draw"], question) != question and asking["draw"]:
            self.violated(f"draw {asking['draw']} was asked for again, for another action")

    def drawn(self, table: str, number: int) -> None:
        """A browser heard of a draw for which everybody gave a link."""
        if self._healed is None:
            return
        waited = self.scheduler.now - max(self._healed, self.given_at.get(table, 0.0))
        if waited > PROMPT:
            self.violated(f"all links of action {number} were there for {waited:.0f} s before it was drawn")

    def tell(self, *words: object) -> None:
        if self.story is not None:
            what = " ".join(str(word) for word in words)
            self.story.append(f"{self.scheduler.now:8.3f} s  step {self.scheduler.steps:5}  {what}")

    def noticed(self, table: str, notice: Notice) -> None:
        """Somebody is told that they are waited for: once for each question, and reminded once.

        Who was absent from a draw is told so once, until they have been at the table again.
        """
        told, what = self.notices.setdefault((table, notice.seat), []), notice.to.told
        if notice.kind == "away":
            what = str(sum(one.visits for one in self.browsers if one.table == table and one.has(notice.seat)))
        if told and told[-1] == (notice.kind, what):
            self.violated(f"seat {notice.seat} was told twice: {notice.kind} {what}")
        told.append((notice.kind, what))
        self.tell(f"table {table[:3]} seat {notice.seat} is told", notice.kind, notice.to.told)

    def refused(self, code: str) -> None:
        self.refusals[code] += 1

    def violated(self, what: str) -> None:
        raise Violation(what)

    def trouble(self, what: str) -> None:
        """An error that the server did not expect."""
        self._troubles.append(what)

    # ------------------------------------------------------------------ the schedule

    def run(self) -> Outcome:
        outcome = Outcome(self._seed, self.given)
        with entropy(self.chance("secrets")), logged(self.trouble):
            try:
                self._play()
            except Violation as found:
                outcome.violation = str(found)
            except AssertionError as found:
                outcome.violation = f"{type(found).__name__}: {found}"
            self.database.faults = None
            if not outcome.violation:
                try:
                    check(self)
                except Violation as found:
                    outcome.violation = str(found)
            for loop in self.loops:
                loop.end()
        if self._troubles and not outcome.violation:
            outcome.violation = f"unexpected error: {self._troubles[0]}"
        outcome.steps, outcome.seconds = self.scheduler.steps, self.scheduler.now
        outcome.actions = len(self.database.wrote)
        outcome.moves = len({(game, fence) for game, _, fence, _ in self.database.wrote}) - len(self.asked_for)
        (by_order,) = self.database.rows.execute(BY_ORDER).fetchone()
        (taken_back,) = self.database.rows.execute(TAKEN_BACK).fetchone()
        outcome.orders, outcome.take_backs = by_order, taken_back
        outcome.notices = sum(map(len, self.notices.values()))
        outcome.refusals, outcome.recovery = self.refusals, self._recovery
        return outcome

    def _play(self) -> None:
        chance = self.chance("tables")
        processes = 2 if chance.random() < 0.7 else 3
        self.processes = [Process(self, number) for number in range(1 if self._shape.one_process else processes)]
        for _ in range((1 if chance.random() < 0.75 else 2) + self._shape.more_tables):
            self._seat(self._opened(chance), chance)
        before = self.scheduler.steps
        for fault in self.given:
            self._until(lambda fault=fault: self.scheduler.steps >= before + fault.step)  # type: ignore[misc]
            self.tell("FAULT", fault)
            KINDS[fault.kind].apply(self, fault)
        self.tell("no more faults")
        self._heal()
        self._go_on()

    def _opened(self, chance: random.Random) -> tuple[Created, int]:
        self._until(lambda: self.processes[0].registry is not None)
        registry = self.processes[0].registry
        assert registry is not None
        people, bots = chance.choice(((2, 0), (2, 0), (2, 1), (1, 1), (3, 0)))
        wish = NewTable(
            "classic",
            seats=people + bots,
            people=[Person(f"Player {k}") for k in range(people)],
            bots=["random"] * bots,
            seconds=chance.choice((None, None, 10)),
            level="random",
            listed=chance.random() < 0.3,
            take_back=chance.choice(("free", "free", "consent", "never")),
        )
        opening = self.processes[0].loop.start(registry.create(wish))
        self._until(opening.done)
        return opening.result(), people

    def _seat(self, opened: tuple[Created, int], chance: random.Random) -> None:
        """Each person has a browser, or the first two share one."""
        created, people = opened
        shared = 2 if people > 1 and chance.random() < 0.25 else 1
        groups = [list(range(shared)), *([seat] for seat in range(shared, people))]
        for number, group in enumerate(groups):
            keys = {seat: created.keys[seat] for seat in group}
            self.browsers.append(Browser(self, created.table.id, keys, "" if number else created.host))

    def _until(self, over: Callable[[], bool]) -> None:
        step, scheduler = self.scheduler.step, self.scheduler
        while not over():
            if scheduler.steps > MOST_STEPS or not step():
                self.violated("the schedule does not come to an end")

    def _heal(self) -> None:
        """From now on nothing goes wrong. Clocks that jumped stay where they are."""
        self.faults.down_until = self.slow_until = self.late_until = 0.0
        self.faults.cut_off.clear()
        self.faults.failing.clear()
        self.database.refusing.clear()
        for process in self.processes:
            process.loop.thaw()
        for browser in self.browsers:
            browser.speak()
            browser.come_back()

    def _go_on(self) -> None:
        """Every table plays on, and every browser hears of it."""
        lasts = {table: self._last(table) for table in {browser.table for browser in self.browsers}}
        for browser in self.browsers:
            browser.enough = lasts[browser.table] + GO_ON
        until = self.scheduler.now + PATIENCE
        count = 0

        def done() -> bool:
            nonlocal count
            count += 1
            if count % 16:
                return False
            if self.scheduler.now > until:
                waiting = [browser for browser in self.browsers if not reached(browser)]
                told = ", ".join(f"{browser.name} at {browser.seen} of {lasts[browser.table]}" for browser in waiting)
                self.violated(f"a table is stuck: {PATIENCE:g} s after the last fault, {told}")
            return all(reached(browser) for browser in self.browsers)

        def reached(browser: Browser) -> bool:
            return browser.over or browser.seen >= lasts[browser.table] + GO_ON

        healed = self._healed = self.scheduler.now
        self._until(done)
        self._recovery = self.scheduler.now - healed
        until = self.scheduler.now + LEAK_SECONDS
        while any(process.leaks for process in self.processes):
            if self.scheduler.now > until:
                self.violated(next(process.leaks for process in self.processes if process.leaks))
            self.scheduler.step()

    def _last(self, table: str) -> int:
        row = self.database.rows.execute("SELECT coalesce(max(number), 0) FROM entries WHERE game = ?", (table,))
        return int(row.fetchone()[0])


@contextmanager
def entropy(chance: random.Random) -> Iterator[None]:
    """The operating system's random numbers come from the seed."""
    replaced: dict[str, Callable[..., Any]] = {
        "token_bytes": lambda size=32: chance.randbytes(size),
        "token_hex": lambda size=32: chance.randbytes(size).hex(),
        "token_urlsafe": lambda size=32: chance.randbytes(size).hex(),
        "choice": chance.choice,
        "randbits": chance.getrandbits,
    }
    before = {name: getattr(secrets, name) for name in replaced}
    for name, function in replaced.items():
        setattr(secrets, name, function)
    try:
        yield
    finally:
        for name, function in before.items():
            setattr(secrets, name, function)


@contextmanager
def logged(found: Callable[[str], None]) -> Iterator[None]:
    logger, handler = logging.getLogger("freehold.server"), Troubles(found)
    logger.addHandler(handler)
    logger.propagate, before = False, logger.propagate
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.propagate = before
