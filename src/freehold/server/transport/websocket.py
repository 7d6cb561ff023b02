"""The WebSocket protocol: frames are passed directly between the socket and the session.

The ASGI application only accepts or refuses the handshake. A broadcast is framed once. Clients that stop reading, flood
or stay silent are disconnected, so that they slow nobody down.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine
from http import HTTPStatus
from typing import Any, cast

from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from freehold.server.logging_setup import trouble
from freehold.server.protocol.messages import LARGEST_MESSAGE, ClientMessage, Hello, Refused, encode, read
from freehold.server.rate_limits import Allowance, rate_limit_key
from freehold.server.registry.ownership import Elsewhere
from freehold.server.session.message_table import answer, answer_at_once
from freehold.server.session.session import Flood, Session
from freehold.server.transport.frames import bytes_of, framed, whole
from freehold.server.transport.middleware import PLAY, PLAY_AT, STATUS, Middleware
from freehold.server.transport.relay import UPGRADE, Headers, peer_headers, request_head, spliced

BROKE_THE_RULES, TROUBLE, RESTART, TRY_AGAIN = 1008, 1011, 1012, 1013
GOODBYE_SECONDS = 1.0  # for the other side's close frame
PING_SECONDS = 20.0
SILENT = logging.getLogger("freehold.server.frames")  # the websockets library logs frames, and they contain keys
SILENT.disabled = True
MAX_QUEUED = 16  # queued messages of one client before reading pauses (back-pressure)
MAX_CONTROL_FRAMES = 200  # pings, pongs and fragments per 20 seconds; a browser sends hardly any
WRITE_HIGH_WATER = 16 * 1024  # bytes of unsent data after which the deadline for reading starts
READ_BUFFER = memoryview(bytearray(LARGEST_MESSAGE))  # read buffer, shared by all connections


class Connection(asyncio.BufferedProtocol):
    """One WebSocket from handshake to close. uvicorn creates it when a client requests the upgrade."""

    __slots__ = (
        "_address",
        "_aside",
        "_config",
        "_far",
        "_gone",
        "_heard",
        "_hearing",
        "_inbox",
        "_middleware",
        "_parting",
        "_parts",
        "_peer",
        "_session",
        "_state",
        "_timer",
        "_transport",
        "_unparsed",
        "_unread",
        "_ws",
    )  # fmt: skip

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        self._config = config
        self._state = server_state
        self._middleware = cast(Middleware, config.app)
        self._ws = ServerProtocol(max_size=LARGEST_MESSAGE, logger=SILENT)
        self._transport: asyncio.Transport
        self._address: str | None = None  # set when the handshake is accepted
        self._session: Session | None = None
        self._inbox: deque[ClientMessage | Refused] = deque()
        self._hearing = False
        self._heard = True  # any frame since the last check
        self._parts: list[bytes] = []
        self._unparsed = 0  # bytes that `_ws` has and that are not a whole frame yet
        self._aside = 0  # control frames, fragments, and frames after the close frame
        self._parting = False
        self._gone = False
        self._far: asyncio.Transport | None = None  # to the process that owns the table
        self._peer = False  # the other side is a process that passes a client on
        self._timer: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None  # until the client must have read what it was sent

    # ------------------------------------------------------------------ coming in

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(high=WRITE_HIGH_WATER)
        self._state.connections.add(self)  # type: ignore[arg-type]  # uvicorn calls `shutdown`

    def _asks_to_enter(self, request: Request) -> None:
        response = self._ws.accept(request)
        if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self._turn_away(response)
        else:
            self._start(self._enter(request, response))

    async def _enter(self, request: Request, response: Response) -> None:
        """Let the ASGI application accept or refuse the handshake."""
        said: dict[str, Any] = {}

        async def hear(message: Any) -> None:
            said.update(message)

        async def nothing() -> Any:
            return {"type": "websocket.connect"}

        transport, path = self._transport, request.path.partition("?")[0]
        scope: dict[str, Any] = {
            "type": "websocket",
            "scheme": "ws" if transport.get_extra_info("sslcontext") is None else "wss",
            "client": transport.get_extra_info("peername"),
            "path": path,
            "headers": [(key.lower().encode(), value.encode("latin-1")) for key, value in request.headers.raw_items()],
        }
        await self._config.loaded_app(scope, nothing, hear)
        if said.get("type") != "websocket.accept":
            code = str(said.get("reason", ""))
            self._turn_away(self._ws.reject(HTTPStatus(STATUS.get(code, 403)), code))
            return
        self._address, self._peer = rate_limit_key(scope["client"]), bool(said.get("peer"))
        if self._gone:
            self._middleware.gone("" if self._peer else self._address)
            return
        if not self._peer and await self._pass_on_at_once(path, scope["headers"]):
            return
        server = self._middleware.server
        self._session = Session(server.registry, self, server.limits, Allowance(server.addresses, self._address))
        self._ws.send_response(response)
        self._flush()
        self._timer = _later(server.limits.hello_seconds, self._look)

    async def _pass_on_at_once(self, path: str, headers: list[tuple[bytes, bytes]]) -> bool:
        """If the address names a table of another process, pass the handshake on and all that follows."""
        found = PLAY_AT.fullmatch(path)
        registry = self._middleware.server.registry
        if found is None or not registry.resources.ownership.shared:
            return False
        try:
            owner = await registry.loader.owner_of(found[1])
        except Refused:
            self._turn_away(self._ws.reject(HTTPStatus.SERVICE_UNAVAILABLE, "storage-trouble"))
            return True
        if not owner:
            return False
        kept = [pair for pair in headers if not pair[0].startswith((b"x-forwarded", b"x-freehold"))]
        if not await self._pass_on(owner, path, kept) and not self._gone:
            self._turn_away(self._ws.reject(HTTPStatus.SERVICE_UNAVAILABLE, "busy"))
        return True

    async def _pass_on(self, owner: str, path: str, headers: Headers, skip_head: bool = False) -> bool:
        """Splice this connection with one to the owner of its table."""
        assert self._address is not None
        secret = self._middleware.server.resources.ownership.secret
        head = request_head("GET", path, [*headers, *peer_headers(secret, self._address)])
        far = await spliced(self, owner, head, skip_head)
        if far is None:
            return False
        if self._gone:
            far.abort()
            return True
        self._far = far
        self._middleware.server.resources.ownership.relays.setdefault(owner, set()).add(self)
        self._middleware.metrics.relayed.inc()
        if far.is_closing():
            self._transport.close()
        return True

    def from_far(self, data: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(data)

    def far_gone(self) -> None:
        """The owner is gone: the client reconnects and finds the new one."""
        if self._far is not None:
            self._transport.abort()

    def far_full(self, full: bool) -> None:
        if full:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()

    def _turn_away(self, response: Response) -> None:
        self._ws.send_response(response)
        self._flush()
        self._transport.close()

    def _look(self) -> None:
        """Periodic check: has the client said hello, and is it still alive?"""
        if self._session is None or self._session.hello is None:
            self._middleware.metrics.cut.inc()
            self._part(BROKE_THE_RULES)
        elif not self._heard:
            self._transport.abort()
        else:
            self._heard, self._aside = False, 0
            self._ws.send_ping(b"")
            self._flush()
            self._timer = _later(PING_SECONDS, self._look)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._state.tasks.add(task)
        task.add_done_callback(self._state.tasks.discard)

    # ------------------------------------------------------------------ hearing

    def get_buffer(self, sizehint: int) -> memoryview:
        return READ_BUFFER  # shared: the bytes are consumed before the next connection reads

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(READ_BUFFER[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Also called by uvicorn with the bytes of the handshake."""
        if self._far is not None:
            self._far.write(data)
            return
        self._heard = True
        if self._session is not None and not (self._unparsed or self._parts or self._parting):
            message = whole(data)
            if message is not None:  # the usual case, without the library
                self._take(message)
                return
        ws = self._ws
        ws.receive_data(data)
        self._unparsed += len(data)
        for event in ws.events_received():
            if isinstance(event, Request):
                self._unparsed = 0 if data.endswith(b"\r\n\r\n") else 1
                self._asks_to_enter(event)
                continue
            assert isinstance(event, Frame)
            self._unparsed -= bytes_of(event)
            spoken = event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)
            if spoken:
                self._parts.append(bytes(event.data))
                if event.fin:
                    self._take(b"".join(self._parts))
                    self._parts.clear()
            if self._parting or not spoken or not event.fin:
                self._aside += 1
        if self._aside > MAX_CONTROL_FRAMES:
            self._middleware.metrics.cut.inc()
            self._parting = True
            self._transport.abort()
            return
        if self._session is not None and ws.state is not State.OPEN:
            self._parting = True
        self._flush()  # a pong or a close frame

    def _take(self, data: bytes) -> None:
        """Decode a message once. It is queued behind the client's others, unless it need not wait for them."""
        if self._parting:
            return
        message = read(data)
        try:
            if self._session is not None and answer_at_once(self._session, message, time.monotonic()):
                return
        except Flood:
            self._middleware.metrics.cut.inc()
            self._part(BROKE_THE_RULES)
            return
        self._inbox.append(message)
        if len(self._inbox) > MAX_QUEUED:
            self._transport.pause_reading()
        if not self._hearing:
            self._hearing = True
            self._start(self._hear())

    async def _hear(self) -> None:
        """Process the client's queued messages in order. A step that has begun is completed even if the client
        leaves.
        """
        session = self._session
        if session is None:  # it sent data before the handshake, which was then refused
            return
        try:
            while self._inbox and not self._parting and not self._gone:
                await answer(session, self._inbox.popleft(), time.monotonic())
                if len(self._inbox) == MAX_QUEUED:
                    self._transport.resume_reading()
        except Elsewhere as found:
            assert session.hello is not None
            await self._pass_on_later(found.address, session.hello)
        except Flood:
            self._middleware.metrics.cut.inc()
            self._part(BROKE_THE_RULES)
        except Exception as error:
            trouble(error)
            self._part(TROUBLE)
        finally:
            self._hearing = False
            if self._gone:
                session.close()

    async def _pass_on_later(self, owner: str, hello: Hello) -> None:
        """A client that named its table only in its hello. If the table is moving, the client tries again."""
        may = bool(owner) and not self._peer and not self._inbox
        if not may or not await self._pass_on(owner, f"{PLAY}/{hello.table}", [(b"host", b"peer"), *UPGRADE], True):
            self._part(TRY_AGAIN)
            return
        if self._timer is not None:
            self._timer.cancel()
        if self._far is not None:
            self._far.write(Frame(Opcode.TEXT, encode(hello)).serialize(mask=True))

    # ------------------------------------------------------------------ telling

    def send(self, *messages: bytes) -> None:
        """Send without waiting: a client with too much unsent data is disconnected and may reconnect."""
        if self._parting or self._transport.is_closing():
            return
        if self._transport.get_write_buffer_size() > self._middleware.server.limits.waiting:
            self._middleware.metrics.cut.inc()
            self.cut()
        else:
            self._transport.write(framed(*messages))

    def pause_writing(self) -> None:
        """The client does not read fast enough (back-pressure): start its deadline."""
        if self._far is not None:
            self._far.pause_reading()
        if self._unread is None:
            self._unread = _later(self._middleware.server.limits.unread_seconds, self._never_read)

    def resume_writing(self) -> None:
        if self._far is not None and not self._far.is_closing():
            self._far.resume_reading()
        self._read_now()

    def _read_now(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _never_read(self) -> None:
        self._unread = None
        self._middleware.metrics.cut.inc()
        self._parting = True
        self._transport.abort()

    def _flush(self) -> None:
        """Send the frames that the protocol itself produces. An empty one means end of stream."""
        data = self._ws.data_to_send()
        if not self._transport.is_closing():
            self._transport.write(b"".join(data))
        if b"" in data:
            self._transport.close()
            self._give_up_later()

    # ------------------------------------------------------------------ the end

    def cut(self) -> None:
        """Close the connection without waiting for the client."""
        if self._transport.get_write_buffer_size():
            self._parting = True
            self._transport.abort()
        else:
            self._part(TRY_AGAIN)

    def _part(self, code: int) -> None:
        if self._parting or self._gone:
            return
        self._parting = True
        self._inbox.clear()
        if self._ws.state is State.OPEN:
            self._ws.send_close(code)
            self._flush()
        self._transport.resume_reading()  # for the other side's close frame
        self._give_up_later()

    def _give_up_later(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = _later(GOODBYE_SECONDS, self._transport.abort)

    def shutdown(self) -> None:
        """The server is shutting down."""
        if self._session is None or self._far is not None:
            self._transport.close()
        else:
            self._part(RESTART)

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone = True
        if self._far is not None:
            self._middleware.metrics.relayed.dec()
            for nears in self._middleware.server.resources.ownership.relays.values():
                nears.discard(self)
            self._far.close()
        self._state.connections.discard(self)
        self._read_now()
        if self._session is not None:
            self._session.gone()
        if self._timer is not None:
            self._timer.cancel()
        if self._address is not None:
            self._middleware.gone("" if self._peer else self._address)
        if self._session is not None and not self._hearing:
            self._session.close()


def _later(seconds: float, function: Callable[[], None]) -> asyncio.TimerHandle:
    return asyncio.get_running_loop().call_later(seconds, function)
