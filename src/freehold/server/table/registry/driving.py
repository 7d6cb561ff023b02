"""Clocks and bots: what tables do by themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from freehold.game import Game
from freehold.players.thinkers import ENTRY_POINTS
from freehold.server.logging_setup import trouble
from freehold.server.protocol.messages import Refused, Replied
from freehold.server.table.jobs import Question, Thought, dealings
from freehold.server.table.live_table import LiveTable
from freehold.server.table.registry.loading import TableLoader
from freehold.server.table.step import Step
from freehold.server.table.table import Table

SHORTEST_WAIT = 0.001


class TableDriver(TableLoader):
    """Adds the timers of the tables, and the moves of their bots."""

    def _schedule(self, live: LiveTable) -> None:
        """Set the timer for the table's next action; drop the table if it waits for people who are not connected."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        if live.broken or self._closed or live.playing is not None:
            return
        due = live.table.due()
        if due is None:
            if live.users == 0 and not live.lock.locked():
                if live.table.rested:
                    self._drop(live)
                    self._let_go(live.table.record.id)
                else:  # its record says for whom it waits, and it is dropped
                    live.playing = self._start(self._stop(live, lambda table, _: table.rest()))
            return
        if due[1] == "bot" and not live.listeners and self.clock() - live.left >= self._idle:
            # nobody has been here for a while: the bots wait for the next visitor
            live.playing = self._start(self._stop(live, lambda table, _: table.sleep()))
            return
        wait = max(SHORTEST_WAIT, (due[0] - self.clock()) / 1000)
        live.timer = asyncio.get_running_loop().call_later(wait, self._wake, live)

    async def _stop(self, live: LiveTable, move: Callable[[Table, int], Step]) -> None:
        """The table goes to sleep or to rest, unless somebody has come meanwhile."""
        try:
            if not live.listeners:
                await self.do(live, move)
        except Refused:
            pass  # noted where it was refused
        finally:
            live.playing = None
            self._schedule(live)

    def _wake(self, live: LiveTable) -> None:
        live.timer = None
        live.playing = self._start(self._go_on(live))

    async def _go_on(self, live: LiveTable) -> None:
        try:
            due = live.table.due()
            if due is not None and due[1] == "bot":
                await self._play_bot(live)
            elif due is not None and due[1] == "draw":
                await self.do(live, lambda table, now: table.draw(now))
            elif due is not None:
                await self.do(live, lambda table, now: table.tick(now) or Step())
        except Refused:
            pass  # another action came first
        except Exception as error:
            trouble(error)
            self._fail(live, "table-failed", type(error).__name__)
        finally:
            live.playing = None
            self._schedule(live)

    async def _play_bot(self, live: LiveTable) -> None:
        table = live.table
        seat, number, game = table.bot_to_move(), table.number, table.game
        if seat is None or game is None:
            return
        thought = await self._thought(live, game, seat)

        def move(table: Table, now: int) -> Step:
            if not table.record.seats[seat].bot_plays:
                raise Refused("not-your-seat")  # the player came back while the bot was deciding
            step = table.act(now, seat, number + 1, thought.action, "bot")
            if thought.code:
                table.replies.append(Replied(seat, number + 1, thought.code, thought.parts))
                step.to_all.insert(0, table.replies[-1])
            return step

        await self.do(live, move)

    async def _thought(self, live: LiveTable, game: Game, seat: int) -> Thought:
        """A bot's decision: moguls think in a worker process, the others run in a thread."""
        level, others = live.table.level_of(seat), live.table.bot_levels()
        if level in ENTRY_POINTS:
            try:
                asked = Question(live.table.record.id, game.position(), seat, level, others, dealings(game))
                return await self.workers.think(asked)
            except Refused:
                level = "baron"  # its process died or timed out: the game continues with a baron
        game = game.copy()
        loop = asyncio.get_running_loop()
        action = await loop.run_in_executor(self._thinkers, live.minds.choose, game, seat, level, others)
        why = live.minds.reply(game, seat) if action["type"] == "reject" else None
        return Thought(action) if why is None else Thought(action, why.code, why.parts)
