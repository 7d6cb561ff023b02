"""What the coach costs everybody else: tables of one person and three bots that ask for a hint at every decision.

Other people play at tables of four, one action a second each. Measured without and with the coached tables: the
others' p50 and p99, and how long a hint and the chances take on their way to a worker and back.
Run on a quiet machine, for about a minute: PYTHONPATH=src:. python bench/server/coached_tables.py
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from typing import Any

import httpx
from websockets.asyncio.client import connect

from attacks import SERVER, quantile  # bench/server/attacks.py
from freehold.coach.compiled_forecast import ENTRY_POINTS
from freehold.engine.compile import compiled
from server_clients import ASIDE, Game, Load, opened, play  # bench/server/server_clients.py

EVERY = 1.0  # seconds between two actions of a person


class Coached:
    """A person among three bots who follows the game with the coach: chances after each answer, a hint before each
    decision.
    """

    def __init__(self, times: dict[str, list[float]]) -> None:
        self.times = times
        self.refused = 0
        self._asked: dict[int, tuple[str, float]] = {}
        self._next = 0

    async def sit(self, client: httpx.AsyncClient, port: int, address: str) -> None:
        headers = {"X-Forwarded-For": address}
        wish = {"edition": "classic", "seats": 4, "people": [{"name": "Ann"}], "bots": ["baron"] * 3, "pace": "fast"}
        made = (await client.post("/api/tables", json=wish, headers=headers)).json()
        url = f"ws://127.0.0.1:{port}/api/play/{made['table']['id']}"
        self.socket = await connect(url, additional_headers=headers, compression=None, max_queue=None)
        keys = [made["host"], *made["keys"]]
        await self._say(type="hello", table=made["table"]["id"], keys=keys)
        await self._say(type="start")

    async def _say(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def _ask(self, what: str) -> None:
        self._next += 1
        self._asked[self._next] = (what, time.perf_counter())
        await self._say(type="coach", seat=0, id=self._next, what=what)

    async def _act(self, number: int, action: dict[str, Any]) -> None:
        await asyncio.sleep(EVERY)
        await self._say(type="act", seat=0, number=number, id=f"c{number}", action=action)

    async def live(self, until: float) -> None:
        """Play on until then, one decision each second."""
        async for text in self.socket:
            heard = json.loads(text)
            now = time.perf_counter()
            if now > until:
                return
            if heard["type"] == "coached":
                what, began = self._asked.pop(heard["id"])
                self.times[what].append(now - began)
            elif heard["type"] == "refused":
                self.refused += 1
            elif heard["type"] in ("told", "begun") and heard.get("decider") == 0 and heard.get("legal"):
                usual = [action for action in heard["legal"] if action["type"] not in ASIDE] or heard["legal"]
                number = heard["past"]["number"] + 1 if heard["type"] == "told" else 1
                await self._ask("hint")
                await self._ask("chances")
                self._acting = asyncio.create_task(self._act(number, usual[0]))


async def others(tables: Sequence[Game], load: Load, seconds: float) -> str:
    load.latencies, until = [], time.perf_counter() + seconds
    chance = random.Random(1)
    await asyncio.gather(*(play(game, load, 1, until, chance) for game in tables))
    p50, p99 = (quantile(load.latencies, part) for part in (0.5, 0.99))
    return f"{len(load.latencies)} actions: p50 {p50:.1f} ms, p99 {p99:.1f} ms"


async def measure(port: int, games: int, coached: int, seconds: float) -> None:
    load, times = Load(), {"hint": list[float](), "chances": list[float]()}
    people = [Coached(times) for _ in range(coached)]
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        tables = [await opened(client, port, load, False, f"10.1.{k // 250}.{k % 250}") for k in range(games)]
        print("others alone,", await others(tables, load, seconds), flush=True)
        for k, person in enumerate(people):
            await person.sit(client, port, f"10.2.{k // 250}.{k % 250}")
    until = time.perf_counter() + seconds + 5
    lives = [asyncio.create_task(person.live(until)) for person in people]
    await asyncio.sleep(5)  # the workers have loaded the kernel by then
    for found in times.values():
        found.clear()
    print(f"beside {coached} coached tables,", await others(tables, load, seconds), flush=True)
    for live in lives:
        live.cancel()
    await asyncio.gather(*lives, return_exceptions=True)
    for what, found in times.items():
        p50, p95 = (quantile(found, part) for part in (0.5, 0.95))
        print(f"{what}: {len(found)} answers, p50 {p50:.0f} ms, p95 {p95:.0f} ms, worst {quantile(found, 1):.0f} ms")
    print(f"refused: {sum(person.refused for person in people)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50, help="of four people, who are not coached")
    parser.add_argument("--coached", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    compiled().prepare(*ENTRY_POINTS)
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen([sys.executable, "-c", SERVER, folder], stdout=subprocess.PIPE, text=True) as server,
    ):
        assert server.stdout is not None
        try:
            asyncio.run(measure(int(server.stdout.readline()), options.games, options.coached, options.seconds))
        finally:
            server.kill()  # its folder is temporary


if __name__ == "__main__":
    main()
