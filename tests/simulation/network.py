"""The simulated network: connections between browsers and processes, and between processes.

`ServerEnd` stands in for `transport/websocket.py`: the same queue of messages before the same sessions, and the same
way of passing a client on to the process that owns its table, without frames and handshakes.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Protocol

from freehold.server.protocol.messages import ClientMessage, Hello, Refused, encode, read
from freehold.server.rate_limits import Allowance
from freehold.server.registry.ownership import Elsewhere
from freehold.server.session.message_table import answer, answer_at_once
from freehold.server.session.session import Session

if TYPE_CHECKING:
    from tests.simulation.loop import ProcessLoop
    from tests.simulation.server import Process
    from tests.simulation.world import World

CONNECT_SECONDS = 2.0  # until a process gives up connecting to another
PINGS = 40.0  # seconds until a process has noticed that a browser is gone without a word


class End(Protocol):
    """One side of a connection. `process`: where it is; None for a browser."""

    process: Process | None

    def receive(self, pipe: Pipe, data: bytes) -> None: ...
    def lost(self, pipe: Pipe) -> None: ...


class Pipe:
    """A connection: what is sent arrives later, in order, unless a fault meddles with it or the connection breaks."""

    def __init__(self, world: World, near: End, far: End) -> None:
        self._world, self._ends = world, (near, far)
        self._loops = tuple(None if end.process is None else end.process.loop for end in self._ends)
        self._chance = world.network
        self._last = [0.0, 0.0]
        self._held: bytes | None = None
        self.tricks: list[str] = []  # what happens to the next messages from the near end
        self.open = [True, True]  # whether each end may still send and receive
        world.pipes.append(self)

    def send(self, end: End, data: bytes) -> None:
        """From this end to the other."""
        at = self._ends.index(end)
        if not self.open[at]:
            return
        trick = self.tricks.pop(0) if self.tricks and at == 0 else ""
        if trick == "lose":
            return
        if trick == "swap":
            self._held = data  # goes after the next one
            return
        for one in (data, data) if trick == "double" else (data,):
            self._arrive(1 - at, one)
        if at == 0 and self._held is not None:
            self._arrive(1, self._held)
            self._held = None

    def _arrive(self, to: int, data: bytes) -> None:
        self._at(to, self._world.latency(self._chance), lambda end: end.receive(self, data))

    def close(self, end: End) -> None:
        """This end is closed at once; the other one hears of it after all that was sent."""
        at = self._ends.index(end)
        if self.open[at]:
            self.open[at] = False
            self._lose(1 - at, self._world.latency(self._chance))

    def break_off(self, noticed: tuple[float, float]) -> None:
        """Both ends lose it, after so many seconds each. What is under way is lost."""
        for to in (0, 1):
            if self.open[to]:
                self._last[to] = 0.0
                self._lose(to, noticed[to])
        self.open = [False, False]

    def _lose(self, to: int, seconds: float) -> None:
        self._at(to, seconds, lambda end: self._closed(to, end), always=True)

    def _closed(self, to: int, end: End) -> None:
        self.open[to] = False
        end.lost(self)

    def _at(self, to: int, seconds: float, run: Any, always: bool = False) -> None:
        scheduler, end = self._world.scheduler, self._ends[to]
        self._last[to] = max(self._last[to], scheduler.now + seconds)
        loop = self._loops[to]

        def arrived() -> None:
            if not (always or self.open[to]):
                return
            if loop is None:
                run(end)
            else:
                loop.happen(lambda: loop.call_soon(run, end))

        scheduler.at(self._last[to], arrived)

    def is_at(self, loop: ProcessLoop) -> bool:
        return loop in self._loops


class ServerEnd:
    """A connection at a process; see `Connection` of `transport/websocket.py`."""

    def __init__(self, process: Process, peer: bool = False) -> None:
        self.process: Process | None = process
        self._process, self._peer, self._loop = process, peer, process.loop
        self._serial = next(process.world.serials)
        self._pipe: Pipe | None = None
        registry = process.registry
        assert registry is not None
        allowance = Allowance(process.addresses, "browser")
        self.session = Session(registry, self, process.addresses.limits, allowance)
        process.ends.append(self)
        self._inbox: deque[ClientMessage | Refused] = deque()
        self._hearing = self._parting = self._gone = False
        self._far: FarEnd | None = None

    def __hash__(self) -> int:
        return self._serial  # sets of connections have the same order each time

    def opened(self, pipe: Pipe) -> None:
        self._pipe = pipe

    # ------------------------------------------------------------------ hearing

    def receive(self, pipe: Pipe, data: bytes) -> None:
        if self._far is not None:
            self._far.send(data)
            return
        if self._parting:
            return
        message = read(data)
        if answer_at_once(self.session, message, self._loop.time()):
            return
        self._inbox.append(message)
        if not self._hearing:
            self._hearing = True
            self._loop.create_task(self._hear())

    async def _hear(self) -> None:
        session = self.session
        try:
            while self._inbox and not self._parting and not self._gone:
                await answer(session, self._inbox.popleft(), self._loop.time())
        except Elsewhere as found:
            assert session.hello is not None
            await self._pass_on(found.address, session.hello)
        except Exception as error:
            self._process.world.trouble(f"connection: {error!r}")
            self._part()
        finally:
            self._hearing = False
            if self._gone:
                session.close()

    async def enter(self, table: str) -> None:
        """The client names its table when it connects: if another process owns it, all that follows is passed on."""
        try:
            owner = await self.session.registry.loader.owner_of(table)
        except Refused:
            self._part()
            return
        if owner:
            await self._pass_on(owner, None)

    async def _pass_on(self, owner: str, hello: Hello | None) -> None:
        far = FarEnd(self, hello) if owner and not self._peer and not self._inbox else None
        if far is None or not await far.connected(owner):
            self._part()
        elif self._gone:
            far.close()
        else:
            self._far = far
            self._process.relays(owner).add(self)

    # ------------------------------------------------------------------ telling

    def send(self, *messages: bytes) -> None:
        if not self._parting and self._pipe is not None:
            for message in messages:
                self._pipe.send(self, message)

    def cut(self) -> None:
        self._part()

    def _part(self) -> None:
        if self._parting or self._gone or self._pipe is None:
            return
        self._parting = True
        self._inbox.clear()
        self._pipe.close(self)
        self._loop.call_later(self._process.world.latency(self._process.chance), self.lost)

    def lost(self, pipe: Pipe | None = None) -> None:
        if self._gone:
            return
        self._gone = True
        if self._pipe is not None:
            self._pipe.close(self)
        if self._far is not None:
            self._process.forget_relay(self)
            self._far.close()
        self.session.gone()
        if not self._hearing:
            self.session.close()

    # ------------------------------------------------------------------ as the near end of a relay

    def from_far(self, data: bytes) -> None:
        if self._pipe is not None:
            self._pipe.send(self, data)

    def far_gone(self) -> None:
        if self._far is not None:
            self.lost()

    def far_full(self, full: bool) -> None:
        raise NotImplementedError  # nothing is ever full here


class FarEnd:
    """The side of a relay at the process where the client is."""

    def __init__(self, near: ServerEnd, hello: Hello | None) -> None:
        self._near, self._hello = near, hello
        self.process = near.process
        self._pipe: Pipe | None = None

    async def connected(self, owner: str) -> bool:
        """Connect to the owner and say the client's hello. A process that is frozen does not answer in time."""
        assert self.process is not None
        self._pipe = await self.process.connect(owner, self, CONNECT_SECONDS)
        if self._pipe is not None and self._hello is not None:
            self._pipe.send(self, encode(self._hello))
        return self._pipe is not None

    def send(self, data: bytes) -> None:
        assert self._pipe is not None
        self._pipe.send(self, data)

    def receive(self, pipe: Pipe, data: bytes) -> None:
        self._near.from_far(data)

    def lost(self, pipe: Pipe | None = None) -> None:
        self._near.far_gone()

    def close(self) -> None:
        if self._pipe is not None:
            self._pipe.close(self)
