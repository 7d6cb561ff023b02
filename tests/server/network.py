"""A real server on the loopback, in a thread, and clients that speak to it as a browser would."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from freehold.server.app import Server, Settings, create
from freehold.server.rate_limits import Limits
from freehold.server.transport.connection_limits import raise_file_limit
from freehold.server.transport.uvicorn_config import DrainingServer, configuration, listen
from tests.waiting import WAIT as WAIT
from tests.waiting import eventually_async

from .contributing import Hand

ROOMY = Limits(
    requests=10_000,
    requests_burst=10_000,
    handshakes=10_000,
    handshakes_burst=10_000,
    messages=10_000,
    messages_burst=10_000,
    address_messages=10_000,
    address_messages_burst=10_000,
    connections=500,
    tables=10_000,
    readings=10_000,
    readings_burst=10_000,
)


class House:
    """The server under test: its address, and what is behind it."""

    def __init__(self, server: Server, port: int, loop: asyncio.AbstractEventLoop) -> None:
        self.server = server
        self.port = port
        self.loop = loop
        self.url = f"http://127.0.0.1:{port}"
        # without TLS; httpx would load the certificates for it all the same, for a tenth of a second
        self.http = httpx.Client(base_url=self.url, timeout=WAIT, verify=False)

    def post(self, path: str, body: Any, status: int = 201, **headers: str) -> Any:
        answer = self.http.post(path, json=body, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def get(self, path: str, status: int = 200, **headers: str) -> Any:
        answer = self.http.get(path, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def table(self, **wish: Any) -> Any:
        people = [{"name": "Ann"}, {"name": "Bob"}]
        return self.post("/api/tables", {"edition": "classic", "seats": 2, "people": people, "listed": True, **wish})

    def call(self, function: Callable[[], Any]) -> Any:
        """Run something in the server's own loop."""

        async def now() -> Any:
            return function()

        return asyncio.run_coroutine_threadsafe(now(), self.loop).result(WAIT)


class Client:
    """A connection that remembers what it heard, and gives to the dice if it has a hand to give from."""

    def __init__(self, port: int, hand: Hand | None = None, table: str = "", **options: Any) -> None:
        url = f"ws://127.0.0.1:{port}/api/play" + (f"/{table}" if table else "")
        self._open = connect(url, compression=None, max_size=None, max_queue=None, open_timeout=WAIT, **options)
        self.socket: ClientConnection = self._open.__enter__()
        self.heard: list[Any] = []
        self.hand = hand
        self.number = 0
        self.legal: list[Any] = []
        self.decider: int | None = None

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, *kinds: str, that: Callable[[Any], object] = lambda message: True) -> Any:
        """The next message of one of these kinds, and with this property."""
        before, until = len(self.heard), time.monotonic() + WAIT
        while (left := until - time.monotonic()) > 0:
            try:
                message = json.loads(self.socket.recv(left))
            except TimeoutError:
                break
            self.heard.append(message)
            self._note(message)
            if (not kinds or message["type"] in kinds) and that(message):
                return message
        others = [message["type"] for message in self.heard[before:]]
        raise TimeoutError(f"Waited {WAIT} s in vain for {' or '.join(kinds) or 'a message'}; others came: {others}")

    def _note(self, message: Any) -> None:
        if self.hand is not None:
            self.hand.hear(message)
        if message["type"] == "told":
            self.number = message["past"]["number"]
        elif message["type"] == "welcome":
            self.number = message["number"]
        elif message["type"] == "asking" and self.hand is not None:
            share = self.hand.answer(message)
            if share is not None:
                self.say(**share)
        if "legal" in message:
            self.legal, self.decider = message["legal"], message["decider"]

    def hello(self, table: str, *keys: str, **more: Any) -> Any:
        self.say(type="hello", table=table, keys=list(keys), **more)
        return self.hear("welcome", "refused")

    def publish(self, *seats: int) -> None:
        """New chains for seats of this connection."""
        assert self.hand is not None
        for seat in seats:
            self.say(**self.hand.publish(seat))

    def act(self, seat: int | None, action: Any, id: str, number: int | None = None) -> Any:
        self.say(type="act", seat=seat, number=self.number + 1 if number is None else number, id=id, action=action)
        return self.hear("done", "refused")

    def close(self) -> None:
        self._open.__exit__(None, None, None)


@contextlib.contextmanager
def house(folder: Path, **settings: Any) -> Iterator[House]:
    """A server for the length of a test."""
    raise_file_limit()  # as `freehold serve` does: a usual system allows a thousand
    listener = listen("127.0.0.1", 0)
    address = f"127.0.0.1:{listener.getsockname()[1]}"
    app, server = create(Settings(folder, **{"limits": ROOMY, "bot_pause": 0, "reached_at": address, **settings}))
    uvicorn_settings = configuration(app, server.limits, server.settings.proxies)
    runner = DrainingServer(uvicorn_settings, lambda: server.registry.handover.leave())
    ready: list[asyncio.AbstractEventLoop] = []
    started = threading.Event()

    async def serve() -> None:
        ready.append(asyncio.get_running_loop())
        task = asyncio.create_task(runner.serve(sockets=[listener]))
        await eventually_async("the server has started", lambda: runner.started or task.done())
        started.set()
        await task

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    assert started.wait(WAIT)
    running = House(server, listener.getsockname()[1], ready[0])
    try:
        yield running
    finally:
        running.http.close()
        runner.should_exit = True
        thread.join(WAIT)
        listener.close()
        assert not thread.is_alive()


def seated(place: House, hand: Hand | None = None, **wish: Any) -> tuple[Any, Client]:
    """A table of two people at one browser (hot-seat), and its connection; the game has begun."""
    made = place.table(**wish)
    client = Client(place.port, hand)
    yours = client.hello(made["table"]["id"], made["host"], *made["keys"])["yours"]
    if hand is not None:
        client.publish(*yours)
    client.say(type="start")
    client.hear("begun")
    return made, client


class Contributor(threading.Thread):
    """A player who sits there and gives to the dice, in a thread of its own, until the connection ends."""

    def __init__(self, client: Client) -> None:
        super().__init__(daemon=True)
        self.client = client
        self.start()

    def run(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.client.hear()

    def close(self) -> None:
        self.client.close()
        self.join(WAIT)


def still_plays(client: Client) -> None:
    assert client.act(client.decider or 0, {"type": "roll"}, "still", number=client.number + 1)["type"] == "done"


def until_cut(client: Client) -> set[str]:
    """The kinds of messages that come before the server ends the connection."""
    before, until = len(client.heard), time.monotonic() + WAIT
    with contextlib.suppress(ConnectionClosed):
        while time.monotonic() < until:
            client.hear()
        raise AssertionError(f"Waited {WAIT} s in vain for the server to end the connection.")
    return {message["type"] for message in client.heard[before:]}
