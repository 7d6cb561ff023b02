"""A uvicorn protocol class with limits below HTTP: connections per IP address, and the time a client may take to send a
request (slow-loris protection).

uvicorn itself waits for ever for an incomplete request; this class closes such connections.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from ipaddress import ip_address, ip_network
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from freehold.server.rate_limits import Limits, rate_limit_key


class HeldConnections:
    """The open connections of each address, without those upgraded to WebSocket, which `websocket.py` counts.

    A trusted proxy may hold as many connections as the whole server, because it serves everybody behind it.
    """

    def __init__(self, limits: Limits, proxies: Sequence[str] = ()) -> None:
        self.limits = limits
        self._held: Counter[str] = Counter()
        self._networks = [ip_network(proxy) for proxy in proxies]

    def add(self, address: str, client: tuple[str, int] | None) -> bool:
        """Count a connection; False if it is one too many."""
        self._held[address] += 1
        proxy = client is not None and any(ip_address(client[0]) in network for network in self._networks)
        return self._held[address] <= (self.limits.all_connections if proxy else self.limits.connections)

    def remove(self, address: str) -> None:
        self._held[address] -= 1
        if not self._held[address]:
            del self._held[address]


class LimitedProtocol(H11Protocol):
    """uvicorn's protocol for HTTP/1.1 within these limits."""

    def __init__(self, held: HeldConnections, **given: Any) -> None:
        super().__init__(**given)
        self._held = held

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = rate_limit_key(self.client)
        self._counted = True
        self._timer: asyncio.TimerHandle | None = None
        if self._held.add(self._address, self.client):
            self._wait()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._stop_waiting()  # the request's headers are complete
            if self._counted and self.conn.their_state is h11.SEND_BODY:
                self._timer = self.loop.call_later(self._held.limits.body_seconds, self.transport.abort)
        elif self.conn.their_state is not h11.SEND_BODY and self.cycle is not None:
            if not self.cycle.response_complete:
                self._stop_waiting()  # the whole of its body is here
            elif self._counted and self._timer is None:
                self._wait()  # the next request has begun
        elif self._counted and self._timer is None and self.cycle is None:
            self._wait()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._timer = self.loop.call_later(self._held.limits.hello_seconds, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _leave(self) -> None:
        self._stop_waiting()
        if self._counted:
            self._counted = False
            self._held.remove(self._address)


def raise_file_limit() -> None:
    """Raise the limit of open files to the maximum: each connection needs one."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
