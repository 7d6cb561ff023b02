"""A uvicorn protocol class with limits below HTTP: connections per IP address, and the time a client may take to send a
request (slow-loris protection).

uvicorn itself waits for ever for an incomplete request; this class closes such connections.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from ipaddress import ip_address, ip_network

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from freehold.server.rate_limits import Limits, rate_limit_key


def limited_protocol(limits: Limits, proxies: Sequence[str] = ()) -> type[asyncio.Protocol]:
    """A protocol class for uvicorn with these limits. Connections upgraded to WebSocket are counted in `websocket.py`.

    A trusted proxy may hold as many connections as the whole server, because it serves everybody behind it.
    """
    held: dict[str, int] = {}
    networks = [ip_network(proxy) for proxy in proxies]

    def most(client: tuple[str, int] | None) -> int:
        proxy = client is not None and any(ip_address(client[0]) in network for network in networks)
        return limits.all_connections if proxy else limits.connections

    class LimitedProtocol(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._address = rate_limit_key(self.client)
            self._counted = True
            self._timer: asyncio.TimerHandle | None = None
            held[self._address] = held.get(self._address, 0) + 1
            if held[self._address] > most(self.client):
                transport.abort()
            else:
                self._wait()

        def data_received(self, data: bytes) -> None:
            before = self.cycle
            super().data_received(data)
            if self.cycle is not before:
                self._stop_waiting()  # the request's headers are complete
                if self._counted and self.conn.their_state is h11.SEND_BODY:
                    self._timer = self.loop.call_later(limits.body_seconds, self.transport.abort)
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
            self._timer = self.loop.call_later(limits.hello_seconds, self.transport.close)

        def _stop_waiting(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

        def _leave(self) -> None:
            self._stop_waiting()
            if self._counted:
                self._counted = False
                held[self._address] -= 1
                if not held[self._address]:
                    del held[self._address]

    return LimitedProtocol


def raise_file_limit() -> None:
    """Raise the limit of open files to the maximum: each connection needs one."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
