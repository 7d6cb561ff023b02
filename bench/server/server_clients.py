"""The players of the benchmarks of the server: connections, games, and processes full of them. See `server.py`."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import random
import time
from collections.abc import Sequence
from typing import Any

import httpx
import msgspec

from freehold.server.fairness.hash_chains import chain

SEATS = 4


class PastAction(msgspec.Struct):
    number: int


class Heard(msgspec.Struct):
    """The parts of a message that this benchmark needs."""

    type: str
    past: PastAction | None = None
    number: int | None = None
    decider: int | None = None
    legal: list[dict[str, object]] = []
    code: str = ""
    draw: int = 0


HEARD = msgspec.json.Decoder(Heard)
LINKS = 200  # of a seat's hash chain; more draws than a game has here
OPENING = 120  # seconds for the tables of one batch
ASIDE = ("offer", "settle", "mortgage", "sell", "sell_group", "build", "redeem", "bankrupt")


class Game:
    """One table: its four connections, and the action in flight."""

    def __init__(self, id: str, keys: list[str], host: str) -> None:
        self.id, self.keys, self.host = id, keys, host
        self.path = f"/api/play/{id}"
        self.seats: list[Seat] = []
        self.decider: int | None = None
        self.legal: list[dict[str, object]] = []
        self.number = 0
        self.sent = 0.0
        self.arrived = 0
        self.asked = False  # the action in flight draws chance, and the seats give their links
        self.begun = asyncio.Event()


class Load:
    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.throws: list[float] = []  # of these, the actions that drew chance
        self.refused = 0
        self.late = 0  # actions skipped because the previous one was still in flight
        self.counted = (0.0, float("inf"))  # the time in which arrivals count for `arrived`
        self.arrived = 0

    def add(self, sent: float, throw: bool) -> None:
        """An action has arrived at all seats."""
        now = time.perf_counter()
        self.latencies.append(now - sent)
        if throw:
            self.throws.append(now - sent)
        self.arrived += self.counted[0] <= now < self.counted[1]


class Seat(asyncio.Protocol):
    """One connection with a minimal WebSocket implementation: the server's frames are plain, ours are masked with
    zeros.
    """

    def __init__(self, game: Game, load: Load, seat: int, gives: bool, address: str = "") -> None:
        self.game, self.load, self.seat = game, load, seat
        self.forwarded = f"X-Forwarded-For: {address}\r\n".encode() if address else b""
        self.links = chain(os.urandom(32), LINKS) if gives else []
        self.buffer = bytearray()
        self.open = False
        self.welcomed = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.transport.write(  # type: ignore[attr-defined]
            b"GET "
            + self.game.path.encode()
            + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + self.forwarded
            + b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )

    def say(self, message: dict[str, object]) -> None:
        text = msgspec.json.encode(message)
        size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
        self.transport.write(b"\x81" + size + bytes(4) + text)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self.buffer.startswith(b"HTTP/1.1 101"), bytes(self.buffer[:200])
            del self.buffer[: end + 4]
            self.open = True
            keys = [self.game.keys[self.game.seats.index(self)]]
            if self is self.game.seats[0]:
                keys.append(self.game.host)
            self.say({"type": "hello", "table": self.game.id, "keys": keys})
        self.frames()

    def frames(self) -> None:
        at, buffer = 0, self.buffer
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1] & 0x7F, at + 2
            if size >= 126:
                wide = 2 if size == 126 else 8
                if len(buffer) < start + wide:
                    break
                size, start = int.from_bytes(buffer[start : start + wide], "big"), start + wide
            if len(buffer) < start + size:
                break
            payload = bytes(buffer[start : start + size])
            kind = buffer[at] & 0x0F
            at = start + size
            if kind == 1:
                self.hear(HEARD.decode(payload))
            elif kind == 9:
                self.transport.write(b"\x8a" + bytes([0x80 | len(payload)]) + bytes(4) + payload)  # type: ignore[attr-defined]
        del buffer[:at]

    def hear(self, heard: Heard) -> None:
        game = self.game
        if heard.type == "told" and heard.past is not None:
            if heard.past.number > game.number:
                game.number, game.decider, game.legal, game.arrived = heard.past.number, heard.decider, heard.legal, 0
            game.arrived += 1
            if game.arrived == SEATS and game.sent:
                self.load.add(game.sent, game.asked)
                game.sent, game.asked = 0.0, False
        elif heard.type == "asking":
            game.asked = True
            if heard.draw + 1 < len(self.links):
                links = {str(self.seat): self.links[heard.draw + 1]}
                self.say({"type": "share", "draw": heard.draw, "links": links})
        elif heard.type == "welcome":
            if self.links:
                self.say({"type": "chain", "seat": self.seat, "end": self.links[0]})
            self.welcomed.set()
        elif heard.type == "begun":
            game.decider, game.legal = heard.decider, heard.legal
            game.begun.set()
        elif heard.type == "refused":
            self.load.refused += 1
            game.sent = 0.0


def act(game: Game, load: Load) -> None:
    if game.decider is None:
        return
    if game.sent:
        load.late += 1
        return
    usual = [action for action in game.legal if action["type"] not in ASIDE] or game.legal
    action = usual[0]
    game.sent = time.perf_counter()
    message = {
        "type": "act",
        "seat": game.decider,
        "number": game.number + 1,
        "id": f"b{game.number}",
        "action": action,
    }
    game.seats[game.decider].say(message)


async def play(game: Game, load: Load, rate: float, until: float, chance: random.Random) -> None:
    await asyncio.sleep(chance.random() / rate)
    due = time.perf_counter()
    while due < until:
        act(game, load)
        due += 1 / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))


async def opened(
    client: httpx.AsyncClient,
    port: int,
    load: Load,
    gives: bool,
    address: str = "",
    ports: Sequence[int] = (),
    path: str = "",
) -> Game:
    """A game that has begun. `ports`: the seats connect to these processes in turn instead of all to the same."""
    people = [{"name": f"P{k}"} for k in range(SEATS)]
    wish = {"edition": "classic", "seats": SEATS, "people": people}
    headers = {"X-Forwarded-For": address} if address else {}
    made = (await client.post("/api/tables", json=wish, headers=headers)).json()
    game = Game(made["table"]["id"], made["keys"], made["host"])
    game.path = path or game.path
    loop = asyncio.get_running_loop()
    for k in range(SEATS):
        seat = Seat(game, load, k, gives, address)
        game.seats.append(seat)
        to = ports[k % len(ports)] if ports else port
        await loop.create_connection(lambda seat=seat: seat, "127.0.0.1", to)  # type: ignore[misc]
    for seat in game.seats:
        await seat.welcomed.wait()
    await asyncio.sleep(0.05)  # the ends of the chains come over four connections, the start over one
    game.seats[0].say({"type": "start"})
    await game.begun.wait()
    return game


class Plan(msgspec.Struct):
    """What a process of clients does: its games, on which servers, how fast and how long."""

    ports: list[int]
    games: int
    rates: list[float]
    seconds: float
    gives: bool
    spread: bool
    seed: int
    path: str = ""  # of the WebSocket, if it is not that of the table


async def clients(plan: Plan, together: Any, pace: Any, results: Any) -> None:
    """Open the games, then play at each rate that is asked for, at the same time as the other client processes."""
    gc.disable()  # a pause of the clients would look like a pause of the server
    opening_load, chance = Load(), random.Random(plan.seed)
    tables: list[Game] = []
    async with contextlib.AsyncExitStack() as stack:
        connected = {}
        for port in plan.ports:
            client = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60)
            connected[port] = await stack.enter_async_context(client)
        while len(tables) < plan.games:
            batch = range(len(tables), min(len(tables) + 20, plan.games))
            to = [plan.ports[k % len(plan.ports)] for k in batch]
            ports = plan.ports if plan.spread else ()
            opening = [
                opened(connected[port], port, opening_load, plan.gives, ports=ports, path=plan.path) for port in to
            ]
            async with asyncio.timeout(OPENING):  # a table that does not open is an error, no reason to wait for ever
                tables += await asyncio.gather(*opening)
    while True:
        await asyncio.to_thread(together.wait)
        rate = pace.value
        if not rate:
            return
        load, own, began = Load(), time.process_time(), time.perf_counter()
        until = began + plan.seconds
        load.counted = (began + min(1 / rate, plan.seconds / 2), until)  # the games begin one after the other
        for seat in (seat for game in tables for seat in game.seats):
            seat.load = load
        await asyncio.gather(*(play(game, load, rate, until, chance) for game in tables))
        await asyncio.sleep(1)
        done = load.arrived / (load.counted[1] - load.counted[0])
        results.put((load.latencies, load.throws, load.refused, load.late, done, time.process_time() - own))


def client_process(plan: Plan, together: Any, pace: Any, results: Any) -> None:
    asyncio.run(clients(plan, together, pace, results))
