"""Passing clients on to the process that owns their table, over plain TCP connections between the processes.

A WebSocket is spliced: after the request's head, bytes go to and fro without being read here. An HTTP request is sent
again and its response passed back. Peers show a secret from the database and name the client's address, so that the
owner applies the client's rate limits; the checks of origin and host were made where the client connected.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

import h11

from freehold.server.registry.ownership import NearEnd

PEER, CLIENT = b"x-freehold-peer", b"x-freehold-client"
CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 10.0
MOST_HEAD = 8192
PASSED_ON = (b"accept-language", b"content-type", b"host", b"x-freehold-invite", b"x-freehold-key")
UPGRADE = (
    (b"upgrade", b"websocket"),
    (b"connection", b"Upgrade"),
    (b"sec-websocket-version", b"13"),
    (b"sec-websocket-key", b"AAAAAAAAAAAAAAAAAAAAAA=="),
)
Headers = Iterable[tuple[bytes, bytes]]


class FarEnd(asyncio.Protocol):
    """The connection to the owner. `skip_head`: the client has had its response to the upgrade already.

    `accepted`: the owner has answered. A frozen process accepts connections and never does.
    """

    def __init__(self, near: NearEnd, skip_head: bool) -> None:
        self._near = near
        self._head: bytearray | None = bytearray() if skip_head else None
        self.accepted: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        if self._head is None:
            if not self.accepted.done():
                self.accepted.set_result(True)
            self._near.from_far(data)
            return
        self._head += data
        end = self._head.find(b"\r\n\r\n")
        if end < 0 and len(self._head) < MOST_HEAD:
            return
        good, rest, self._head = self._head.startswith(b"HTTP/1.1 101"), bytes(self._head[end + 4 :]), None
        if not self.accepted.done():
            self.accepted.set_result(good and end >= 0)
        if good and rest:
            self._near.from_far(rest)

    def pause_writing(self) -> None:
        self._near.far_full(True)

    def resume_writing(self) -> None:
        self._near.far_full(False)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.accepted.done():
            self.accepted.set_result(False)
        self._near.far_gone()


async def spliced(near: NearEnd, address: str, head: bytes, skip_head: bool = False) -> asyncio.Transport | None:
    """Connect to the owner and send the request's head; None if it cannot be reached."""
    host, _, port = address.rpartition(":")
    far = FarEnd(near, skip_head)
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            await loop.create_connection(lambda: far, host.strip("[]"), int(port))
            far.transport.write(head)
            if not await far.accepted:
                far.transport.abort()
                return None
    except (OSError, TimeoutError, ValueError):
        if hasattr(far, "transport"):
            far.transport.abort()
        return None
    return far.transport


def request_head(method: str, path: str, headers: Headers) -> bytes:
    lines = [f"{method} {path} HTTP/1.1".encode("latin-1"), *(name + b": " + value for name, value in headers)]
    return b"\r\n".join(lines) + b"\r\n\r\n"


def peer_headers(secret: str, client: str) -> list[tuple[bytes, bytes]]:
    return [(PEER, secret.encode()), (CLIENT, client.encode("latin-1", "replace"))]


def client_of_peer(headers: Mapping[bytes, bytes], is_peer: Callable[[str], bool]) -> str | None:
    """The address of the client for whom another process asks; None if no process of this database asks."""
    secret = headers.get(PEER)
    if secret is None or not is_peer(secret.decode("latin-1")):
        return None
    return headers.get(CLIENT, b"").decode("latin-1")


async def asked(
    address: str, method: str, path: str, headers: Headers, body: bytes, more: Headers
) -> tuple[int, list[tuple[bytes, bytes]], bytes] | None:
    """The owner's response to a request; None if it cannot be reached."""
    host, _, port = address.rpartition(":")
    connection = h11.Connection(h11.CLIENT)
    kept = [(name, value) for name, value in headers if name in PASSED_ON]
    length = [(b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    writer: asyncio.StreamWriter | None = None
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            reader, writer = await asyncio.open_connection(host.strip("[]"), int(port))
            request = h11.Request(method=method, target=path, headers=[*kept, *length, *more])
            events = (request, h11.Data(data=body), h11.EndOfMessage())
            writer.write(b"".join(connection.send(event) or b"" for event in events))
            return await _response(connection, reader)
    except (OSError, TimeoutError, ValueError, h11.ProtocolError):
        return None
    finally:
        if writer is not None:
            writer.close()


async def _response(
    connection: h11.Connection, reader: asyncio.StreamReader
) -> tuple[int, list[tuple[bytes, bytes]], bytes] | None:
    status, headers, body = 0, [], bytearray()
    while True:
        event: Any = connection.next_event()
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(65536))
        elif isinstance(event, h11.Response):
            status = event.status_code
            headers = [pair for pair in event.headers if pair[0] not in (b"connection", b"date", b"transfer-encoding")]
        elif isinstance(event, h11.Data):
            body += event.data
        elif isinstance(event, h11.EndOfMessage):
            return status, headers, bytes(body)
        else:
            return None
