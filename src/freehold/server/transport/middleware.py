"""ASGI middleware before every request: origin check, rate limits, security headers, request log.

It is plain ASGI so that it also covers requests that match no route.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from freehold.server.logging_setup import note
from freehold.server.metrics import Metrics
from freehold.server.protocol.messages import LARGEST_MESSAGE, Fault, Refused, encode
from freehold.server.rate_limits import AddressLimits, rate_limit_key
from freehold.server.transport.error_responses import BUSY, TOO_FAST
from freehold.server.transport.host_names import HostNames
from freehold.server.transport.relay import asked, client_of_peer, peer_headers

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self';"
    " connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
)
PLAY = "/api/play"
PLAY_AT = re.compile(r"/api/play/([a-z0-9]{1,32})")  # with the table's id, so that a proxy can route by it
OF_OWNER = re.compile(r"/api/tables/([a-z0-9]{1,32})(/join|/withdraw)?")  # what the owner of a table answers
WATCHED = ("/health", "/metrics")  # monitoring has a rate limit of its own
LARGE = ("/api/verify", "/api/import")  # routes that accept a whole log


class Middleware:
    """Wraps the application."""

    def __init__(self, app: App, server: Any, origins: tuple[str, ...] = (), names: HostNames | None = None) -> None:
        self.app = app
        self.server = server
        self.addresses: AddressLimits = server.addresses
        self.metrics: Metrics = server.metrics
        self.origins = origins
        self.names = names or HostNames()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _check_origin(self, scope: Scope) -> None:
        """Reject cross-origin requests: the Origin header must match exactly. Programs send none and pass."""
        headers = dict(scope["headers"])
        if not self.names.allow(headers.get(b"host", b"").decode("latin-1")):
            raise Refused("bad-host")
        origin = headers.get(b"origin")
        if origin is None:
            return
        host = headers.get(b"host", b"").decode("latin-1")
        scheme = {"ws": "http", "wss": "https"}.get(scope.get("scheme", ""), scope.get("scheme", "http"))
        if origin.decode("latin-1") not in (f"{scheme}://{host}", *self.origins):
            raise Refused("bad-origin")

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started, status = time.monotonic(), 500
        large = scope["path"] in LARGE and scope["method"] == "POST"

        async def dressed(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if not peer and (status == TOO_FAST or (status == BUSY and large)):
                    await self._slow_down(address)
                ours = {name for name, _ in HEADERS}
                kept = [pair for pair in message.get("headers", []) if pair[0].lower() not in ours]
                names = {name.lower() for name, _ in kept}
                if b"cache-control" not in names:
                    kept.append((b"cache-control", b"no-store"))
                if status == TOO_FAST:
                    kept.append((b"connection", b"close"))  # the next request must open a new connection
                message["headers"] = [*kept, *HEADERS]
            await send(message)

        peer = self._peer(scope)
        address = rate_limit_key(scope.get("client"))
        try:
            if peer:
                pass  # counted at the process that passes it on
            elif scope["path"] in WATCHED:
                self.addresses.take("watching", address, started)
            else:
                self.addresses.take("requests", address, started)
            if scope["method"] not in ("GET", "HEAD") and not peer:
                self._check_origin(scope)
            if scope["method"] == "POST":
                _check_content_type(scope)
            if scope["method"] == "HEAD":  # handled as GET; uvicorn drops the body
                scope = {**scope, "method": "GET"}
            if large:
                with self.addresses.sending_log(address):
                    body = await self._body(receive)
                    with self.addresses.proving():
                        await self.app(scope, body, dressed)
            elif peer or not await self._passed_on(scope, receive, dressed, address):
                await self.app(scope, receive, dressed)
        except Refused as refusal:
            await answer(dressed, STATUS.get(refusal.code, 400), Fault(refusal.code, refusal.detail))
        self.metrics.requests.labels(str(status)).inc()
        if status >= 400 and status != TOO_FAST and scope["path"] not in WATCHED:  # a flood must not fill the log
            note("request", method=str(scope["method"])[:16], status=status, milliseconds=_since(started))

    async def _body(self, receive: Receive) -> Receive:
        """The messages of a request whose whole body has arrived, or more of it than is allowed."""
        messages: list[MutableMapping[str, Any]] = []
        size, more = 0, True
        with contextlib.ExitStack() as held:
            while more and size <= self.server.limits.file_bytes:
                message = await receive()
                held.enter_context(self.addresses.holding(len(message.get("body", b""))))
                size += len(message.get("body", b""))
                more = message.get("more_body", False)
                messages.append(message)
        messages.reverse()

        async def again() -> MutableMapping[str, Any]:
            return messages.pop() if messages else await receive()

        return again

    def _peer(self, scope: Scope) -> bool:
        """Does another process ask, for a client of its own? Then that client's limits count."""
        client = client_of_peer(dict(scope["headers"]), lambda secret: self.server.resources.ownership.is_peer(secret))
        if client is not None:
            scope["client"] = (client, 0)
        return client is not None

    async def _passed_on(self, scope: Scope, receive: Receive, send: Send, address: str) -> bool:
        """Let the owner of a table answer, if that is another process."""
        found = OF_OWNER.fullmatch(scope["path"])
        registry = self.server.registry
        if found is None or not registry.resources.ownership.shared:
            return False
        owner = await registry.loader.owner_of(found[1], only_look=found[2] is None)
        if not owner:
            return False
        body, more = bytearray(), True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > LARGEST_MESSAGE:
                raise Refused("too-large")
        peer = peer_headers(registry.resources.ownership.secret, address)
        response = await asked(owner, scope["method"], scope["path"], scope["headers"], bytes(body), peer)
        if response is None:
            raise Refused("busy")
        status, headers, content = response
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})
        return True

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Accept or refuse a WebSocket. Its messages bypass the application: see `websocket.py`."""
        await receive()  # the websocket.connect event
        peer = self._peer(scope)
        address = rate_limit_key(scope.get("client"))
        try:
            if not peer:
                self._check_origin(scope)
            if scope["path"] != PLAY and PLAY_AT.fullmatch(scope["path"]) is None:
                raise Refused("not-found")
            if not peer:
                self.addresses.take("handshakes", address, time.monotonic())
            self.addresses.connect("" if peer else address)
        except Refused as refusal:
            self.metrics.refusals.labels(refusal.code).inc()
            if not peer and STATUS.get(refusal.code) == TOO_FAST:
                await self._slow_down(address)
            await send({"type": "websocket.close", "code": 1008, "reason": refusal.code})
            return
        self.metrics.connections.inc()
        await send({"type": "websocket.accept", "peer": peer})

    async def _slow_down(self, address: str) -> None:
        """Let a client wait for its refusal if it goes on after others."""
        with self.addresses.refusing(address, time.monotonic()) as seconds:
            await asyncio.sleep(seconds)

    def gone(self, address: str) -> None:
        """An accepted WebSocket was closed."""
        self.metrics.connections.dec()
        self.addresses.disconnect(address)


# HTTP status by error code; all others are 400.
STATUS = {
    "wrong-invite": 403,
    "bad-origin": 403,
    "bad-host": 403,
    "was-removed": 403,
    "link-used": 403,
    "keys-expired": 403,
    "not-your-seat": 403,
    "not-found": 404,
    "no-such-table": 404,
    "no-such-number": 404,
    "already-here": 409,
    "already-begun": 409,
    "game-over": 409,
    "not-begun": 409,
    "not-over": 409,
    "coach-not-allowed": 403,
    "coach-not-ready": 202,  # not a failure: it is being compiled, and can be asked again
    "log-broken": 409,
    "rules-changed": 409,
    "table-unreadable": 409,
    "name-taken": 409,
    "seat-taken": 409,
    "table-full": 409,
    "token-taken": 409,
    "too-large": 413,
    "bad-content-type": 415,
    "too-fast": 429,
    "too-many-connections": 429,
    "too-many-tables": 429,
    "trouble": 500,
    "storage-trouble": 503,
    "busy": 503,
}


def _check_content_type(scope: Scope) -> None:
    """Every body is JSON and says so: a form of another page could not send it without asking the server first."""
    given = dict(scope["headers"]).get(b"content-type", b"").decode("latin-1")
    if given.partition(";")[0].strip().lower() != "application/json":
        raise Refused("bad-content-type")


def _since(started: float) -> int:
    return int((time.monotonic() - started) * 1000)


async def answer(send: Send, status: int, fault: Fault) -> None:
    body = encode(fault)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
