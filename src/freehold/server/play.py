"""The WebSocket: frames in, frames out. Who stops reading, floods or says nothing is cut off, and slows nobody."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from freehold.server.door import Door, Flood
from freehold.server.metrics import Metrics

TRY_AGAIN, BROKE_THE_RULES = 1013, 1008
GOODBYE_SECONDS = 1.0


class Socket:
    """What is to be sent, in order. `send` never waits: who falls too far behind is cut off and may come back."""

    def __init__(self, socket: WebSocket[Any, Any, Any], most: int, metrics: Metrics) -> None:
        self._socket = socket
        self._most = most
        self._metrics = metrics
        self._waiting: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._task = asyncio.current_task()
        self._last = False
        self.is_cut = False

    def send(self, message: bytes) -> None:
        if self.is_cut:
            return
        if len(self._waiting) >= self._most:
            self._metrics.cut.inc()
            self.cut()
            return
        self._waiting.append(message)
        self._wake.set()

    def cut(self) -> None:
        """End the connection without waiting for the client."""
        if not self.is_cut:
            self.is_cut = True
            self._waiting.clear()
            if self._task is not None:
                self._task.cancel()

    async def pump(self) -> None:
        """Send what waits, as fast as the client reads, until there is no more to come."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            while self._waiting or not self._last:
                await self._wake.wait()
                self._wake.clear()
                while self._waiting:
                    message = self._waiting.popleft()
                    await self._socket.send({"type": "websocket.send", "text": message.decode(), "bytes": None})

    def finish(self) -> None:
        """Nothing comes after what waits now."""
        self._last = True
        self._wake.set()


@websocket("/api/play")
async def play(socket: WebSocket[Any, Any, Any]) -> None:
    """Play, or watch. The messages are described at /api/messages.json."""
    server = socket.app.state.server
    await socket.accept()
    listener = Socket(socket, server.limits.waiting, server.metrics)
    door = Door(server.rooms, listener, server.limits)
    pump = asyncio.create_task(listener.pump())
    code = BROKE_THE_RULES
    try:
        async with asyncio.timeout(server.limits.hello_seconds) as patience:
            while True:
                event = await socket.receive()
                if event["type"] == "websocket.disconnect":
                    break
                if event["type"] == "websocket.receive":
                    await door.hear(event.get("text") or event.get("bytes") or b"", time.monotonic())
                if door.at_table:
                    patience.reschedule(None)
    except (Flood, TimeoutError):
        server.metrics.cut.inc()
    except asyncio.CancelledError:
        if not listener.is_cut:
            raise
        code = TRY_AGAIN
    finally:
        await door.close()
        listener.finish()
        await asyncio.wait({pump}, timeout=GOODBYE_SECONDS)
        pump.cancel()
        with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError, OSError, asyncio.CancelledError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                await socket.send({"type": "websocket.close", "code": code, "reason": ""})
