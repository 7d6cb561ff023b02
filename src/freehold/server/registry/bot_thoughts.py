"""The decisions of bots: moguls think in a worker process, the others in a thread."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from freehold.game import Game
from freehold.players.thinkers import ENTRY_POINTS
from freehold.server.protocol.messages import Refused
from freehold.server.registry.live_table import LiveTable
from freehold.server.workers.jobs import Thought, question
from freehold.server.workers.worker_pools import WorkerPools


class BotThoughts:
    def __init__(self, workers: WorkerPools) -> None:
        self._workers = workers
        self._threads = ThreadPoolExecutor(2, "freehold-bot")

    async def think(self, live: LiveTable, game: Game, seat: int) -> Thought:
        level, others = live.table.level_of(seat), live.table.bot_levels()
        if level in ENTRY_POINTS:
            try:
                return await self._workers.think(question(live.table.record.id, game, seat, level, others))
            except Refused:
                level = "baron"  # its process died or timed out: the game continues with a baron
        game = game.copy()
        loop = asyncio.get_running_loop()
        action = await loop.run_in_executor(self._threads, live.minds.choose, game, seat, level, others)
        why = live.minds.reply(game, seat) if action["type"] == "reject" else None
        return Thought(action) if why is None else Thought(action, why.code, why.parts)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
