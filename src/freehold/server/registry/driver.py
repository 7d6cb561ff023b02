"""What keeps tables going: steps on request, timers, the moves of bots, and another try after a failure."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from freehold.game import Game
from freehold.players.brought import is_brought
from freehold.players.fallback_player import plain
from freehold.server.logging_setup import trouble, warn
from freehold.server.protocol.messages import Refused, RefusedByRules, Replied
from freehold.server.registry.live_table import Listener, LiveTable
from freehold.server.registry.ownership import Elsewhere
from freehold.server.registry.resources import Resources
from freehold.server.registry.steps import Move, StepFailed, Steps
from freehold.server.registry.table_loader import Loader
from freehold.server.table import orders, timing
from freehold.server.table.bots import Thought, in_worker
from freehold.server.table.table import Table
from freehold.server.table.table_step import Step
from freehold.server.workers.brought_bots import MISSING, SLOW
from freehold.server.workers.jobs import question

SHORTEST_WAIT = 0.001
FIRST_RETRY, LAST_RETRY = 1.0, 60.0  # seconds until a table that failed is loaded again


class Driver:
    """Drives loaded tables. `idle`: milliseconds without a visitor, after which the bots of a table stop."""

    def __init__(self, resources: Resources, loader: Loader, steps: Steps, idle: int) -> None:
        self._resources, self._loader, self._steps, self._idle = resources, loader, steps, idle
        self._threads = ThreadPoolExecutor(2, "freehold-bot")
        self._failed: dict[str, int] = {}  # failed tables -> failures since their last write

    # ------------------------------------------------------------------ on request

    @contextlib.asynccontextmanager
    async def using(self, game: str) -> AsyncIterator[LiveTable]:
        """A loaded table, which is released afterwards."""
        live = await self._loader.acquire(game)
        try:
            yield live
        finally:
            self.release(live)

    def release(self, live: LiveTable) -> None:
        """One user less: the table may be dropped."""
        live.users -= 1
        live.left = self._resources.clock()
        self.schedule(live)

    async def do(
        self,
        live: LiveTable,
        move: Move,
        asker: Listener | None = None,
        instead: Callable[[], Awaitable[Step | None]] | None = None,
    ) -> Step:
        """Make a step of a table, see `Steps.make`. It must not be cancelled; see `do_shielded`."""
        try:
            step = await self._steps.make(live, move, asker, instead)
        except StepFailed as failure:
            self.fail(live, failure.what, failure.why)
            raise Refused(failure.code) from None
        if step.writes:
            self._failed.pop(live.table.record.id, None)
        for notice in step.notices:
            self._resources.notifier.tell(live.table.record, notice)
        self.schedule(live)
        return step

    async def do_shielded(self, live: LiveTable, move: Move) -> Step:
        """A step that completes even if the client that requested it disconnects."""
        return await asyncio.shield(asyncio.create_task(self.do(live, move)))

    def given(self, live: LiveTable) -> None:
        """A link has come: if it is the last one that was awaited, draw."""
        answered = not live.table.drawing.waiting
        if answered and live.answered is not None:
            live.answered.set()
        elif answered and live.table.record.pending is not None and not live.lock.locked():
            self.schedule(live)

    # ------------------------------------------------------------------ by itself

    def schedule(self, live: LiveTable) -> None:
        """Set the timer for the table's next action; drop the table if it waits for people who are not connected."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        if live.broken or self._resources.closed or live.playing is not None:
            return
        now = self._resources.clock()
        due = timing.until_due(live.table, now)
        if due is None:
            if live.users == 0 and not live.lock.locked():
                if live.table.rested:
                    self._loader.drop(live)
                    self._loader.let_go(live.table.record.id)
                else:  # its record says for whom it waits, and it is dropped
                    live.playing = self._resources.start(self._stop(live, lambda table, _: table.rest()))
            return
        idle = not live.listeners and now - live.left >= self._idle
        if due[1] == "bot" and idle and timing.may_sleep(live.table):
            # nobody has been here for a while: the bots wait for the next visitor
            live.playing = self._resources.start(self._stop(live, lambda table, _: table.sleep()))
            return
        wait = max(SHORTEST_WAIT, due[0] / 1000)
        live.timer = asyncio.get_running_loop().call_later(wait, self._wake, live)

    async def _stop(self, live: LiveTable, move: Move) -> None:
        """The table goes to sleep or to rest, unless somebody has come before it is its turn."""
        try:
            await self.do(live, lambda table, now: Step() if live.listeners else move(table, now))
        except Refused:
            pass  # noted where it was refused
        finally:
            live.playing = None
            self.schedule(live)

    def _wake(self, live: LiveTable) -> None:
        live.timer = None
        live.playing = self._resources.start(self._go_on(live))

    async def _go_on(self, live: LiveTable) -> None:
        try:
            due = timing.due(live.table)
            if due is not None and due[1] == "bot":
                await self._play_bot(live)
            elif due is not None and due[1] == "draw":
                await self.do(live, lambda table, now: table.draw(now))
            elif due is not None and due[1] == "order":
                await self.do(live, timing.carry_out)
            elif due is not None and due[1] == "notice":
                await self.do(live, timing.notify)
            elif due is not None:
                await self.do(live, lambda table, now: timing.tick(table, now) or Step())
        except Refused:
            pass  # another action came first
        except Exception as error:
            trouble(error)
            self.fail(live, "table-failed", type(error).__name__)
        finally:
            live.playing = None
            self.schedule(live)

    async def _play_bot(self, live: LiveTable) -> None:
        table = live.table
        seat, number, game = timing.bot_to_move(table), table.number, table.game
        if seat is None or game is None:
            return
        thought = await self._think(live, game, seat)
        if orders.forbid(table.record, game, seat, thought.action):  # asked again, it builds instead
            thought = await self._think(live, game, seat)

        def move(table: Table, now: int) -> Step:
            if not table.record.seats[seat].bot_plays:
                raise Refused("not-your-seat")  # the player came back while the bot was deciding
            if orders.forbid(table.record, game, seat, thought.action):
                return table.act(now, seat, number + 1, plain(game.as_bidder(seat), seat), "bot")
            try:
                step = table.act(now, seat, number + 1, thought.action, "bot")
            except RefusedByRules as refusal:  # a fault of the bot: the game goes on without it
                warn("bot-refused", why=refusal.code, code=thought.action.get("type"))
                return table.act(now, seat, number + 1, plain(game.as_bidder(seat), seat), "bot")
            if thought.code:
                table.replies.append(Replied(seat, number + 1, thought.code, thought.parts))
                step.to_all.insert(0, table.replies[-1])
            return step

        await self.do(live, move)

    async def _think(self, live: LiveTable, game: Game, seat: int) -> Thought:
        """The decision of a bot: moguls and the operator's bots think in a worker process, the others in a thread.

        If that process dies or times out, the game continues with a baron.
        """
        workers, minds, code = self._resources.workers, live.minds, SLOW
        level, others = live.table.level_of(seat), live.table.bot_levels()
        if is_brought(level) and level not in self._resources.own_bots:
            code = MISSING
        elif in_worker(level):
            with contextlib.suppress(Refused):
                return await workers.think(question(live.table.record.id, game, seat, level, others))
        in_thread = partial(asyncio.get_running_loop().run_in_executor, self._threads)
        if is_brought(level):
            return await in_thread(minds.stand_in, game.copy(), seat, code, others)
        return await in_thread(minds.think, game.copy(), seat, "baron" if in_worker(level) else level, others)

    # ------------------------------------------------------------------ after a failure

    def fail(self, live: LiveTable, what: str, why: str) -> None:
        """Drop a table after an error. Its clients are disconnected and reconnect to the stored state."""
        warn(what, why=why)
        self._resources.metrics.failures.inc()
        self._loader.reload(live)
        self._resume_later(live.table.record.id)

    def _resume_later(self, game: str) -> None:
        """After a failure: soon, and less and less often if it goes on failing."""
        times = self._failed[game] = self._failed.get(game, -1) + 1
        if not self._resources.closed:
            wait = min(FIRST_RETRY * 2**times, LAST_RETRY)
            asyncio.get_running_loop().call_later(wait, lambda: self._resources.start(self.resume(game)))

    async def resume(self, game: str) -> None:
        """Let a table continue by itself. Its errors are logged and do not affect other tables."""
        try:
            async with self.using(game):
                pass  # releasing schedules the next timer
        except (Refused, Elsewhere):
            pass  # already logged, or not ours
        except Exception as error:
            trouble(error)
            self._resume_later(game)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
