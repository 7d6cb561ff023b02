"""uvicorn configuration: small WebSocket messages, no access log (links contain secrets), quick shutdown."""

from __future__ import annotations

import gc
import logging
import socket
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import uvicorn

from freehold.server.rate_limits import Limits
from freehold.server.transport.connection_limits import HeldConnections, LimitedProtocol
from freehold.server.transport.websocket import Connection

BACKLOG = 2048
SEND_BUFFER = 128 * 1024  # kernel buffer for a client that does not read


SWITCH_SECONDS = 0.0005  # thread switch interval, so that bot threads do not delay the event loop


def tune_garbage_collector() -> None:
    """Run the garbage collector rarely: with a thousand games in memory, a full collection blocks for half a second."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 1000)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket for the server; OSError if the address is not available."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind, protocol)  # asyncio sets TCP_NODELAY only if the protocol is given
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        listener.bind(address)
        listener.listen(BACKLOG)  # early connections wait in the backlog
    except OSError:
        listener.close()
        raise
    return listener


class DrainingServer(uvicorn.Server):
    """When it is told to stop, it accepts no more connections and lets its tables move before it closes the others."""

    def __init__(self, config: uvicorn.Config, drain: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._drain = drain

    def stop(self) -> None:
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await self._drain()
        await super().shutdown(sockets)


def configuration(app: Any, limits: Limits, proxies: Sequence[str] = (), **more: Any) -> uvicorn.Config:
    """`proxies`: networks whose X-Forwarded-For and X-Forwarded-Proto headers are trusted; by default none."""
    logging.getLogger("uvicorn.access").disabled = True
    return uvicorn.Config(
        app,
        backlog=BACKLOG,
        # uvicorn calls both like any protocol class
        http=partial(LimitedProtocol, HeldConnections(limits, proxies)),  # type: ignore[arg-type]
        ws=Connection,  # type: ignore[arg-type]
        h11_max_incomplete_event_size=16_384,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=20,
        lifespan="on",
        **more,
    )
