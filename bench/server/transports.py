"""What a message costs over several WebSocket servers: this project's, uvicorn's own, `websockets` alone, and picows.

One client process has tables of four connections. At each table one connection sends a small message, the server
decodes it and sends four kilobytes to all four; when these have arrived, the next one speaks. The figure that counts on
a busy machine is the CPU time of the server for a message with its four answers. Run, with `pip install picows`:

    python bench/server/transports.py --tables 50 --seconds 3 --rounds 3
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import statistics
import time
from types import SimpleNamespace
from typing import Any

import uvicorn
from websockets.asyncio.client import connect
from websockets.asyncio.server import broadcast, serve

from freehold.server.protocol.messages import read
from freehold.server.rate_limits import AddressLimits, Limits
from freehold.server.transport import websocket
from freehold.server.transport.uvicorn_config import listen
from server import processor  # bench/server/server.py

SEATS = 4
ANSWER = b'{"type":"told","view":"' + b"x" * 4000 + b'"}'
QUESTION = '{"type":"say","seat":0,"text":"' + "y" * 80 + '"}'


class Tables:
    """Connections in the order in which they come, four to a table."""

    def __init__(self) -> None:
        self.all: list[Any] = []

    def join(self, connection: Any) -> list[Any]:
        """The table of a new connection."""
        if len(self.all) % SEATS == 0:
            self.table: list[Any] = []
        self.all.append(connection)
        self.table.append(connection)
        return self.table


def ours(listener: Any) -> None:
    """The project's protocol class with a session that only broadcasts."""
    tables = Tables()

    class Session:
        hello: Any = True

        def __init__(self, _: Any, connection: Any, *__: Any) -> None:
            self.table = tables.join(connection)

        def gone(self) -> None: ...
        def close(self) -> None: ...

    def answer(session: Session, _: Any, __: float) -> bool:
        for connection in session.table:
            connection.send(ANSWER)
        return True

    websocket.Session, websocket.answer_at_once = Session, answer  # type: ignore[assignment, misc]

    class App:
        metrics = SimpleNamespace(cut=SimpleNamespace(inc=lambda: None))
        server = SimpleNamespace(
            registry=SimpleNamespace(resources=SimpleNamespace(ownership=SimpleNamespace(shared=False))),
            limits=Limits(),
            addresses=AddressLimits(Limits()),
        )

        async def __call__(self, scope: Any, _: Any, send: Any) -> None:
            await send({"type": "websocket.accept"})

        def gone(self, _: str) -> None: ...

    run_uvicorn(App(), websocket.Connection, listener, loaded=True)


def run_uvicorn(app: Any, ws: Any, listener: Any, loaded: bool = False) -> None:
    config = uvicorn.Config(app, ws=ws, log_config=None, access_log=False, lifespan="off", interface="asgi3")
    config.load()
    if loaded:
        config.loaded_app = app
    uvicorn.Server(config).run(sockets=[listener])


def asgi(ws: str, listener: Any) -> None:
    tables = Tables()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        table = tables.join(send)
        while (event := await receive())["type"] == "websocket.receive":
            read(event["text"])
            for each in table:
                await each({"type": "websocket.send", "text": ANSWER.decode()})

    run_uvicorn(app, ws, listener)


def websockets_alone(listener: Any) -> None:
    tables = Tables()

    async def handler(connection: Any) -> None:
        table = tables.join(connection)
        async for message in connection:
            read(message)
            broadcast(table, ANSWER.decode())

    async def main() -> None:
        async with serve(handler, sock=listener, compression=None) as server:
            await server.serve_forever()

    asyncio.run(main())


def picows_alone(listener: Any) -> None:
    import picows

    tables = Tables()

    class Listener(picows.WSListener):  # type: ignore[misc]
        def on_ws_connected(self, transport: Any) -> None:
            self.table = tables.join(transport)

        def on_ws_frame(self, transport: Any, frame: Any) -> None:
            if frame.msg_type == picows.WSMsgType.CLOSE:
                transport.disconnect()
                return
            read(frame.get_payload_as_bytes())
            for each in self.table:
                each.send(picows.WSMsgType.TEXT, ANSWER)

    async def main() -> None:
        server = await picows.ws_create_server(lambda _: Listener(), sock=listener)
        await server.serve_forever()

    asyncio.run(main())


KINDS = ("ours", "uvicorn websockets", "uvicorn sans I/O", "websockets", "picows")


def run(kind: str, port: Any) -> None:
    listener = listen("127.0.0.1", 0)
    port.value = listener.getsockname()[1]
    of_uvicorn = {
        "uvicorn websockets": "websockets",
        "uvicorn sans I/O": "websockets-sansio",
    }
    if kind in of_uvicorn:
        asgi(of_uvicorn[kind], listener)
    else:
        {"ours": ours, "websockets": websockets_alone, "picows": picows_alone}[kind](listener)


async def played(port: int, tables: int, seconds: float) -> int:
    """How many messages went round."""
    options = {"compression": None, "max_size": None, "ping_interval": None, "open_timeout": 60}
    found = [await connect(f"ws://127.0.0.1:{port}/", **options) for _ in range(tables * SEATS)]  # type: ignore[arg-type]
    end, done = time.monotonic() + seconds, 0

    async def table(seats: list[Any]) -> None:
        nonlocal done
        number = 0
        while time.monotonic() < end:
            await seats[number % SEATS].send(QUESTION)
            for seat in seats:
                await seat.recv()
            number += 1
            done += 1

    await asyncio.gather(*(table(found[k : k + SEATS]) for k in range(0, len(found), SEATS)))
    await asyncio.gather(*(connection.close() for connection in found))
    return done


def measured(kind: str, tables: int, seconds: float) -> tuple[float, float]:
    """CPU milliseconds of the server for a message, and messages a second."""
    context = multiprocessing.get_context("spawn")
    port = context.Value("i", 0)
    server = context.Process(target=run, args=(kind, port), daemon=True)
    server.start()
    while not port.value and server.is_alive():
        os.sched_yield()
    assert server.pid is not None
    asyncio.run(played(port.value, tables, 0.3))
    before = processor(server.pid)
    done = asyncio.run(played(port.value, tables, seconds))
    spent = processor(server.pid) - before
    server.kill()
    server.join()
    return 1000 * spent / done, done / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    found: dict[str, list[tuple[float, float]]] = {kind: [] for kind in KINDS}
    for _ in range(options.rounds):
        for kind in KINDS:
            found[kind].append(measured(kind, options.tables, options.seconds))
    for kind, rows in found.items():
        costs, rates = zip(*rows, strict=True)
        print(
            f"{kind}: {statistics.median(costs):.3f} ms of CPU time ({min(costs):.3f} to {max(costs):.3f}),"
            f" {statistics.median(rates):.0f} messages a second",
            flush=True,
        )


if __name__ == "__main__":
    main()
