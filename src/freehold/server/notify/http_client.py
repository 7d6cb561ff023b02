"""One HTTP request to an address that was checked: no redirects, no cookies, a deadline, a bounded answer."""

from __future__ import annotations

import asyncio
import ssl
from functools import cache

import h11
from msgspec import Struct

from freehold import __version__
from freehold.server.notify.targets import Resolver, Undeliverable, parse

SECONDS = 10.0
LARGEST_ANSWER = 64 * 1024  # bytes
AGAIN = (408, 425, 429)


class Request(Struct, frozen=True):
    url: str
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


async def post(request: Request, resolver: Resolver, seconds: float = SECONDS) -> None:
    """Send a request; `Undeliverable` if it was not accepted."""
    try:
        async with asyncio.timeout(seconds):
            status = await _status(request, resolver)
    except (OSError, TimeoutError, h11.RemoteProtocolError):
        raise Undeliverable("hook-unreachable", again=True) from None
    if not 200 <= status < 300:
        raise Undeliverable("hook-refused", again=status >= 500 or status in AGAIN)


async def _status(request: Request, resolver: Resolver) -> int:
    target = parse(request.url)
    secure = target.scheme == "https"
    address = await resolver.address(target)  # resolved once: what was checked is what is connected to
    reader, writer = await asyncio.open_connection(
        address, target.port, ssl=_tls() if secure else None, server_hostname=target.host if secure else None
    )
    try:
        host = f"[{target.host}]" if ":" in target.host else target.host
        headers = [
            ("host", f"{host}:{target.port}"),
            ("user-agent", f"Freehold/{__version__}"),
            ("content-length", str(len(request.body))),
            ("connection", "close"),
            *request.headers,
        ]
        connection = h11.Connection(h11.CLIENT)
        for event in (
            h11.Request(method="POST", target=target.path, headers=headers),
            h11.Data(request.body),
            h11.EndOfMessage(),
        ):
            writer.write(connection.send(event) or b"")
        await writer.drain()
        return await _answer(connection, reader)
    finally:
        writer.transport.abort()


async def _answer(connection: h11.Connection, reader: asyncio.StreamReader) -> int:
    """The status of the answer; its body is not read."""
    heard = 0
    while True:
        event = connection.next_event()
        if isinstance(event, h11.Response):
            return event.status_code
        if event is h11.NEED_DATA:
            data = await reader.read(LARGEST_ANSWER)
            heard += len(data)
            if heard > LARGEST_ANSWER:
                raise Undeliverable("hook-refused")
            connection.receive_data(data)
        elif not isinstance(event, h11.InformationalResponse):
            raise Undeliverable("hook-unreachable", again=True)
