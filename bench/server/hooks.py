"""Actions of games over days while webhooks answer, are dead, or take 30 seconds: what the players wait for their own.

Two people play in turns with one connection at a time, so that whoever is absent is sent a notice after every turn.
Each kind of hook has a server of its own, and their tables take turns one by one, so that whatever else the machine
does falls on all alike; the first actions of a server are not counted. `again` is a second server without hooks: how
far its figures are from those of `none` is what chance does. Takes about a minute on quiet cores.
Run: python bench/server/hooks.py --actions 2000
"""

from __future__ import annotations

import argparse
import contextlib
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.server.endpoint import endpoint
from tests.server.network import Client

SERVER = """
import sys
from pathlib import Path
import uvicorn
from freehold.server.app import Settings, create
from freehold.server.rate_limits import Limits
from freehold.server.table import notices
from freehold.server.transport.uvicorn_config import configuration, listen
notices.SETTLE = 0  # milliseconds: a notice after every turn
names = ("requests", "handshakes", "messages", "address_messages", "loadings")
names = ("connections", "all_connections", "tables", *names, *(f"{name}_burst" for name in names))
limits = Limits(**{name: 10**9 for name in names})
listener = listen("127.0.0.1", 0)
app, _ = create(Settings(Path(sys.argv[1]), limits=limits, private_hooks=True))
print(listener.getsockname()[1], flush=True)
uvicorn.Server(configuration(app, limits)).run(sockets=[listener])
"""
KINDS = ("none", "again", "answering", "dead", "slow")
BLOCKS = 5  # in which p99 is compared with that of none
FIRST = ("roll", "buy", "pay_tax", "pay", "decline", "pass", "end_turn", "keep_mortgage", "bankrupt")
TABLES = 16
WARM = 100  # actions that a new server needs to become warm


@contextlib.contextmanager
def served() -> Iterator[int]:
    """A server of its own: its port."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVER, folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            try:
                yield int(server.stdout.readline())
            finally:
                server.kill()  # notices that are under way are not waited for


class Table:
    """Two people who are never there together."""

    def __init__(self, port: int, url: str) -> None:
        self.port = port
        people = [{"name": "Ann"}, {"name": "Bob"}]
        wish = {"edition": "classic", "seats": 2, "people": people, "seconds": 86_400}
        self.made = httpx.post(f"http://127.0.0.1:{port}/api/tables", json=wish).json()
        for seat in range(2) if url else ():
            client = self.open(self.made["keys"][seat])
            client.say(type="hook", seat=seat, kind="ntfy", url=url, page="https://play.example")
            assert client.hear("notices", "refused")["type"] == "notices"
            client.close()
        host = self.open(self.made["host"])
        host.say(type="start")
        self.decider: int | None = host.hear("begun")["decider"]
        host.close()

    def open(self, key: str) -> Client:
        client = Client(self.port)
        client.hello(self.made["table"]["id"], key)
        return client

    def turn(self) -> list[float]:
        """The decider comes, decides, and goes: the seconds that each action took."""
        seat, found = self.decider, []
        if seat is None:
            return []
        client = self.open(self.made["keys"][seat])
        while client.decider == seat:
            kinds = {action["type"]: action for action in client.legal}
            kind = next((kind for kind in FIRST if kind in kinds), None)
            if kind is None:  # a debt for which something must be sold: this table is left
                self.decider = None
                break
            action = {key: value for key, value in kinds[kind].items() if key not in ("amount", "max")}
            number, began = client.number + 1, time.perf_counter()
            answer = client.act(seat, action, str(number))
            found.append(time.perf_counter() - began)
            assert answer["type"] == "done", answer
            while client.number < number:
                client.hear("told")
        else:
            self.decider = client.decider
        client.close()
        return found


def notices(port: int) -> str:
    """What became of the notices, by the server's own count."""
    text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    return ", ".join(" ".join(row) for row in re.findall(r'^freehold_notices_total\{\w+="(\w+)"\} (\d+)', text, re.M))


def p99(found: list[float]) -> float:
    return sorted(found)[int(len(found) * 0.99)]


def play(tables: dict[str, list[Table]], actions: int) -> dict[str, list[float]]:
    """A turn at a table of each kind, in another order each time, until every kind has its number of actions."""
    found: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for lap in range(WARM + actions):
        for kind in KINDS[lap % len(KINDS) :] + KINDS[: lap % len(KINDS)]:
            found[kind] += tables[kind][lap % TABLES].turn()
        if min(map(len, found.values())) >= WARM + actions:
            return {kind: all_of[WARM : WARM + actions] for kind, all_of in found.items()}
    raise SystemExit("all games are over: ask for fewer actions")


def report(found: dict[str, list[float]]) -> None:
    """The figures of each kind, and how its p99 compares with that of none, block by block."""
    size = len(found["none"]) // BLOCKS
    for kind, all_of in found.items():
        p50 = 1000 * sorted(all_of)[len(all_of) // 2]
        line = f"hooks {kind}: {len(all_of)} actions, p50 {p50:.1f} ms, p99 {1000 * p99(all_of):.1f} ms"
        if kind != "none":
            blocks = [slice(k * size, (k + 1) * size) for k in range(BLOCKS)]
            ratios = sorted(p99(all_of[block]) / p99(found["none"][block]) for block in blocks)
            middle = ratios[BLOCKS // 2]
            line += f"; p99 by that of none: {p99(all_of) / p99(found['none']):.2f}"
            line += f" (blocks: median {middle:.2f}, {ratios[0]:.2f} to {ratios[-1]:.2f})"
        print(line)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--actions", type=int, default=2000, help="of each kind")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        end, slow = (stack.enter_context(endpoint()) for _ in range(2))
        slow.open.clear()
        with socket.create_server(("127.0.0.1", 0)) as gone:
            dead = f"http://127.0.0.1:{gone.getsockname()[1]}"
        urls = {"none": "", "again": "", "answering": end.url, "dead": dead, "slow": slow.url}
        ports = {kind: stack.enter_context(served()) for kind in KINDS}
        tables = {
            kind: [Table(port, urls[kind] and f"{urls[kind]}/topic") for _ in range(TABLES)]
            for kind, port in ports.items()
        }
        found = play(tables, options.actions)
        for kind, port in ports.items():
            print(f"{kind}: {notices(port)}")
        print(f"{len(end.heard)} requests at the hook that answers, {len(slow.heard)} at the slow one")
        report(found)
        slow.open.set()


if __name__ == "__main__":
    main()
