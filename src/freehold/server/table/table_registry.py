"""All tables of this process: loaded on demand, driven by their clocks and bots, dropped when idle.

A step is on disk before it is broadcast. The tables in memory are a cache: after any error a table is dropped and
reloaded from the store.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from freehold.game import Game
from freehold.players.thinkers import ENTRY_POINTS
from freehold.server.cluster.ownership import Alone, Elsewhere, Ownership
from freehold.server.condition import Condition
from freehold.server.fairness import fair_dice
from freehold.server.fairness.signing import Signer
from freehold.server.logging_setup import trouble, warn
from freehold.server.metrics import Metrics
from freehold.server.protocol.messages import (
    Created,
    Deleted,
    Join,
    Joined,
    NewTable,
    Refused,
    RematchAt,
    Replied,
    encode,
)
from freehold.server.storage.postgres.claims import Seen
from freehold.server.storage.record import Record, new_id
from freehold.server.storage.store import Conflict, Fenced, Store, StoreTrouble, Unwritable, Writes
from freehold.server.storage.writer import Writer
from freehold.server.table import bots, seating, snapshots
from freehold.server.table.jobs import Question, Thought, dealings
from freehold.server.table.live_table import Listener, LiveTable
from freehold.server.table.table import CHAT_SHOWN, REMEMBERED, Step, Table
from freehold.server.table.worker_pools import WorkerPools

BOT_PAUSE = 900  # milliseconds, so that people can follow and claim rents in time
Result = TypeVar("Result")
RESUMED = 100_000
IDLE = 10 * 60_000  # milliseconds without a visitor, after which the bots of a table stop
GRACE = 2.0  # seconds for the seats to send their links for a draw
SHORTEST_WAIT = 0.001
MOVED_AT_ONCE, MOVING_PAUSE, MOVING_SECONDS = 25, 0.05, 3.0  # tables that move out together, and how fast
FIRST_RETRY, LAST_RETRY = 1.0, 60.0  # seconds until a table that failed is loaded again


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class TableRegistry:
    """The tables of one event loop. `after_write` is a test hook between a step's write and its broadcast."""

    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        bot_pause: int = BOT_PAUSE,
        clock: Callable[[], int] = milliseconds,
        after_write: Callable[[], None] | None = None,
        grace: float = GRACE,
        idle: int = IDLE,
        signer: Signer | None = None,
        ownership: Ownership | None = None,
    ) -> None:
        self.store = store
        self.ownership: Ownership = ownership or Alone()
        self._releasing: dict[str, asyncio.Task[None]] = {}  # leases that are being given up
        self._handing_over = False
        self.workers = WorkerPools(store.address, metrics)
        self.metrics = metrics
        self.clock = clock
        self.signer = signer
        self.changes = 0  # how often a table's record was written
        self.lives: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._deleting: set[str] = set()
        self._bot_pause = bot_pause
        self._idle = idle
        self._after_write = after_write
        self._grace = grace
        self.condition = Condition()
        self._writer = Writer(store, self.condition)
        self._failed: dict[str, int] = {}  # failed tables -> failures since their last write
        self._thinkers = ThreadPoolExecutor(2, "freehold-bot")
        self._readers = ThreadPoolExecutor(2, "freehold-read")
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    # ------------------------------------------------------------------ tables come and go

    async def acquire(self, game: str) -> LiveTable:
        """Load the table if necessary and keep it loaded until `release` (reference count)."""
        if game in self._deleting:
            raise Refused("no-such-table")
        live = self.lives.get(game)
        while live is None or live.broken:  # it may have been dropped while it was loading
            task = self._loading.get(game)
            if task is None:
                task = asyncio.create_task(self._load(game))
                self._loading[game] = task
                task.add_done_callback(lambda _: self._loading.pop(game, None))
            live = await asyncio.shield(task)
        live.users += 1
        return live

    def release(self, live: LiveTable) -> None:
        live.users -= 1
        live.left = self.clock()
        self._schedule(live)

    @contextlib.asynccontextmanager
    async def using(self, game: str) -> AsyncIterator[LiveTable]:
        """`acquire` and `release` as a context manager."""
        live = await self.acquire(game)
        try:
            yield live
        finally:
            self.release(live)

    async def _load(self, game: str) -> LiveTable:
        loop = asyncio.get_running_loop()
        fence = await self._claimed(game)
        table = await loop.run_in_executor(self._readers, self._read, game)
        if table is None:
            raise Refused("no-such-table")
        live = self.lives[game] = LiveTable(*table, fence)
        live.left = self.clock()
        if live.table.kept is not None:
            self._start(self._keep(Writes(game=game, snapshot=live.table.kept, fence=fence)))
            live.table.kept = None
        self.condition.loaded(game, live.table.stopped)
        self.metrics.tables.set(len(self.lives))
        return live

    async def _claimed(self, game: str) -> int:
        """The number of the lease by which this process owns a table; `Elsewhere` if another one does."""
        releasing = self._releasing.get(game)
        if releasing is not None:
            await asyncio.wait({releasing})
        if self._handing_over:
            raise Elsewhere
        try:
            claim = await self.ownership.claim(game)
        except StoreTrouble:
            raise Refused("storage-trouble") from None
        if claim.address:
            raise Elsewhere(claim.address)
        return claim.fence

    async def owner_of(self, game: str, only_look: bool = False) -> str:
        """The address of the process that owns a table; empty if it is this one, or if nobody needs to own it."""
        if not self.ownership.shared or game in self.lives or game in self._loading:
            return ""
        try:
            return (await self.ownership.claim(game, only_look or self._handing_over)).address
        except StoreTrouble:
            raise Refused("storage-trouble") from None

    def _read(self, game: str) -> tuple[Table, list[str]] | None:
        """A stored table and its clients' action ids; `Refused` if this release cannot read it."""
        try:
            record = self.store.record(game)
            if record is None:
                return None
            table = Table(record, self.store.secret(game), self._bot_pause, self.signer.sign if self.signer else None)
            snapshot = snapshots.usable(self.store, record, self.store.last(game) - REMEMBERED)
            after = 0 if snapshot is None else snapshot.number
            table.restore(self.store.entries(game, after), self.clock(), snapshot)
            table.chat.extend(self.store.chat(game, CHAT_SHOWN))
            return table, self.store.clients(game)
        except StoreTrouble:
            raise Refused("storage-trouble") from None
        except Exception as error:  # a row of another release, or a damaged one, affects this table only
            self.condition.unreadable(game, error)
            raise Refused("table-unreadable") from None

    async def _keep(self, writes: Writes) -> None:
        """Write what only saves work later."""
        with contextlib.suppress(Conflict, Unwritable, Fenced, StoreTrouble):
            await self._writer.write(writes)

    async def resume(self) -> None:
        """At start-up, load the running tables so that their clocks and bots continue.

        If other processes use the database, the running tables have owners: see `adopt`.
        """
        if self.ownership.shared:
            return
        records = await self.read_in_thread(self.store.records, "playing", False, RESUMED)
        for game, why in self.store.unreadable.items():
            self.condition.unreadable(game, why)
        for record in records:
            if not record.asleep:
                await self._resume(record.id)

    async def _resume(self, game: str) -> None:
        """Let a table continue by itself. Its errors are logged and do not affect other tables."""
        try:
            async with self.using(game):
                pass  # releasing schedules the next timer
        except (Refused, Elsewhere):
            pass  # already logged, or not ours
        except Exception as error:
            trouble(error)
            self._resume_later(game)

    async def adopt(self, game: str) -> None:
        """Go on with a table whose owner is gone."""
        await self._resume(game)

    def seen(self) -> dict[str, Seen]:
        """What other processes show of the public tables here."""
        tables = [live.table for live in self.lives.values() if live.table.record.listed]
        return {
            table.record.id: Seen(table.number, {seat: n for seat, n in table.present.items() if n}, table.watchers)
            for table in tables
        }

    def lose_all(self) -> None:
        """This process was declared dead: others may own its tables now. Clients reconnect."""
        for live in list(self.lives.values()):
            self._drop(live)
            for listener in list(live.listeners):
                listener.cut()

    async def hand_over(self) -> None:
        """Before this process stops: give the tables up a few at a time, so that each moves within a moment."""
        self._handing_over = True
        if not self.ownership.shared:
            return
        lives = list(self.lives.values())
        for start in range(0, len(lives), MOVED_AT_ONCE):
            moving = lives[start : start + MOVED_AT_ONCE]
            await asyncio.gather(*(self._move_out(live) for live in moving))
            await asyncio.sleep(min(MOVING_PAUSE, MOVING_SECONDS * MOVED_AT_ONCE / len(lives)))

    async def _move_out(self, live: LiveTable) -> None:
        async with live.lock:  # its last step is written
            if live.broken:
                return
            self._drop(live)
        with contextlib.suppress(StoreTrouble):  # the lease will expire
            await self.ownership.release([live.table.record.id], hand_over=True)
        for listener in list(live.listeners):
            listener.cut()

    def _resume_later(self, game: str) -> None:
        """After a failure: soon, and less and less often if it goes on failing."""
        times = self._failed[game] = self._failed.get(game, -1) + 1
        if not self._closed:
            wait = min(FIRST_RETRY * 2**times, LAST_RETRY)
            asyncio.get_running_loop().call_later(wait, lambda: self._start(self._resume(game)))

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
        """A task that is waited for when the server stops."""
        if self._closed:
            work.close()
            return None
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def read_in_thread(self, function: Callable[..., Result], *args: object) -> asyncio.Future[Result]:
        """Run a read of the store in a worker thread: the event loop never waits for the database."""
        return asyncio.get_running_loop().run_in_executor(self._readers, function, *args)

    # ------------------------------------------------------------------ steps

    async def do(
        self,
        live: LiveTable,
        move: Callable[[Table, int], Step],
        asker: Listener | None = None,
        instead: Callable[[], Awaitable[Step | None]] | None = None,
    ) -> Step:
        """Make a step, write it, then broadcast it. It must not be cancelled in between; see `do_shielded`.

        `instead` may find a step that makes the move unnecessary; it may read the store.
        """
        async with live.lock:
            if live.broken:
                raise Refused("storage-trouble")
            step = (await instead() if instead is not None else None) or self._made(live, move)
            if step.asking is not None:
                step = await self._drawn(live, step)
            if step.writes:
                await self._write(live, step.writes)
            if self._after_write is not None:
                self._after_write()
            self._tell(live, step, asker)
        if step.writes.entries:
            self.metrics.actions.inc(len(step.writes.entries))
        self._schedule(live)
        return step

    async def _drawn(self, live: LiveTable, fixed: Step) -> Step:
        """Collect each seat's next hash-chain link, its share of the randomness, and draw the outcome of an action.

        The action is stored before any link is requested, so that nobody can change it afterwards. Seats that do not
        answer within the grace period are left out.
        """
        live.answered = asyncio.Event()
        try:
            if fixed.writes:
                await self._write(live, fixed.writes)
            if self._after_write is not None:
                self._after_write()
            self.tell(live, encode(fixed.asking))
            if not live.table.answered:  # a link may have come while the action was being written
                await asyncio.wait_for(live.answered.wait(), self._grace)
        except TimeoutError:
            self.metrics.left_out.inc()
        finally:
            live.answered = None
        step = self._made(live, lambda table, now: table.draw(now))
        step.to_all[:0] = fixed.to_all
        return step

    def given(self, live: LiveTable) -> None:
        """A link has come: if it is the last one that was awaited, draw."""
        if live.table.answered and live.answered is not None:
            live.answered.set()
        elif live.table.answered and live.table.record.pending is not None and not live.lock.locked():
            self._schedule(live)

    def _made(self, live: LiveTable, move: Callable[[Table, int], Step]) -> Step:
        """Make the step without writing it. An exception may leave the table half changed, so the table is dropped."""
        try:
            return move(live.table, self.clock())
        except Refused:
            raise
        except Exception as error:
            trouble(error)
            self._fail(live, "table-failed", type(error).__name__)
            raise Refused("trouble") from None

    async def do_shielded(self, live: LiveTable, move: Callable[[Table, int], Step]) -> Step:
        """A step that completes even if the client that requested it disconnects."""
        return await asyncio.shield(asyncio.create_task(self.do(live, move)))

    async def _write(self, live: LiveTable, writes: Writes) -> None:
        writes.fence = live.fence
        try:
            await self._writer.write(writes)
        except Fenced:
            self.metrics.leases_lost.inc()
            self._fail(live, "lease-lost", "another process owns the table")
            raise Refused("storage-trouble") from None
        except (Conflict, Unwritable, StoreTrouble) as error:
            self._fail(live, "not-written", type(error).__name__)
            raise Refused("storage-trouble") from None
        self._failed.pop(live.table.record.id, None)
        self.changes += writes.record is not None or writes.opened is not None

    def _tell(self, live: LiveTable, step: Step, asker: Listener | None) -> None:
        """Send the messages of a step; the client that asked gets its answer first. One write per connection."""
        answers = [encode(answer) for answer in step.to_asker] if asker is not None else []
        news = [encode(message) for message in step.to_all]
        if asker is not None and answers and asker not in live.listeners:
            asker.send(*answers)
        for listener in list(live.listeners):
            messages = [*answers, *news] if listener is asker else news
            if messages:
                listener.send(*messages)
            if step.alone and listener is not asker:
                listener.cut()

    def tell(self, live: LiveTable, message: bytes) -> None:
        for listener in list(live.listeners):
            listener.send(message)

    def _fail(self, live: LiveTable, what: str, why: str) -> None:
        """Drop a table after an error. Its clients are disconnected and reconnect to the stored state."""
        warn(what, why=why)
        self.metrics.failures.inc()
        self._drop(live)
        self._resume_later(live.table.record.id)
        for listener in list(live.listeners):
            listener.cut()

    def _drop(self, live: LiveTable) -> None:
        live.broken = True
        if live.timer is not None:
            live.timer.cancel()
        if self.lives.get(live.table.record.id) is live:
            del self.lives[live.table.record.id]
        self.metrics.tables.set(len(self.lives))

    def _let_go(self, game: str) -> None:
        """Nobody needs the table now: the next visitor may find it at another process."""
        if not self.ownership.shared:
            return

        async def release() -> None:
            with contextlib.suppress(StoreTrouble):
                await self.ownership.release([game])

        task = self._start(release())
        if task is not None:
            self._releasing[game] = task
            task.add_done_callback(lambda _: self._releasing.pop(game, None))

    # ------------------------------------------------------------------ clocks and bots

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
                else:
                    live.playing = self._start(self._put_away(live))
            return
        if due[1] == "bot" and not live.listeners and self.clock() - live.left >= self._idle:
            live.playing = self._start(self._sleep(live))
            return
        wait = max(SHORTEST_WAIT, (due[0] - self.clock()) / 1000)
        live.timer = asyncio.get_running_loop().call_later(wait, self._wake, live)

    async def _sleep(self, live: LiveTable) -> None:
        """Nobody has been here for a while, and only bots have something to do: they wait for the next visitor."""
        try:
            if not live.listeners:
                await self.do(live, lambda table, _: table.sleep())
        except Refused:
            pass  # noted where it was refused
        finally:
            live.playing = None
            self._schedule(live)

    async def _put_away(self, live: LiveTable) -> None:
        """The table waits for people who are not here: its record says for whom, and it is dropped."""
        try:
            await self.do(live, lambda table, _: table.rest())
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
        """A bot's decision: tycoons and moguls think in a worker process, the others run in a thread."""
        level, others = live.table.level_of(seat), live.table.bot_levels()
        if level in ENTRY_POINTS:
            try:
                asked = Question(live.table.record.id, game.position(), seat, level, others, dealings(game))
                return await self.workers.think(asked)
            except Refused:
                level = "baron"  # its process died or timed out: the game continues with a baron
        game = bots.snapshot(game)
        loop = asyncio.get_running_loop()
        action = await loop.run_in_executor(self._thinkers, live.minds.choose, game, seat, level, others)
        why = live.minds.reply(game, seat) if action["type"] == "reject" else None
        return Thought(action) if why is None else Thought(action, why.code, why.parts)

    # ------------------------------------------------------------------ new tables

    async def create(self, wish: NewTable) -> Created:
        secret = fair_dice.new_secret()
        record, host, invite, keys = seating.open_table(wish, fair_dice.commitment(secret), self.clock())
        await self._store_new(record, secret)
        return Created(Table(record, secret).info(), host, invite, keys)

    async def _store_new(self, record: Record, secret: bytes) -> None:
        try:
            await self._writer.write(Writes(record=record, secret=secret))
            self.changes += 1
        except (Conflict, Unwritable, Fenced, StoreTrouble):
            raise Refused("storage-trouble") from None

    async def import_game(self, writes: Writes) -> None:
        """Store a finished game from another server."""
        try:
            await self._writer.write(writes)
            self.changes += 1
        except Conflict:
            raise Refused("already-here") from None
        except Unwritable:
            raise Refused("not-proved") from None
        except StoreTrouble:
            raise Refused("storage-trouble") from None

    def reload(self, live: LiveTable) -> None:
        """Drop a table from memory, to be loaded anew. Its clients reconnect."""
        self._drop(live)
        for listener in list(live.listeners):
            listener.cut()

    async def delete(self, game: str) -> bool:
        """Delete everything of a table. False if it is being loaded or deleted just now, or another process owns it."""
        if game in self._loading or game in self._deleting:
            return False
        self._deleting.add(game)
        try:
            live = self.lives.get(game)
            if live is None:
                await self._delete(game, await self._claimed(game))
                return True
            async with live.lock:
                await self._delete(game, live.fence)
                live.broken = True  # for steps that wait for the lock
            self.tell(live, encode(Deleted()))
            self.reload(live)
            return True
        except Elsewhere:
            return False
        finally:
            self._deleting.discard(game)

    async def _delete(self, game: str, fence: int) -> None:
        try:
            await self._writer.write(Writes(game=game, delete=True, fence=fence))
        except (Conflict, Unwritable, Fenced, StoreTrouble):
            raise Refused("storage-trouble") from None
        self.condition.deleted(game)
        self.changes += 1

    async def join(self, game: str, wish: Join, address: str = "") -> Joined:
        async with self.using(game) as live:
            seated: list[tuple[int, str]] = []

            def move(table: Table, now: int) -> Step:
                seated.append(seating.join(table.record, wish, table.origin_of(address) if address else ""))
                return table.seated(now)

            await self.do_shielded(live, move)
            return Joined(live.table.info(), *seated[0])

    async def rematch(self, live: LiveTable) -> None:
        """A new table with the same people, keys and settings. It has a new secret and needs new salts."""

        def move(table: Table, now: int) -> Step:
            record = table.record
            if record.status != "over":
                raise Refused("not-over")
            if record.rematch is not None:
                return Step(to_all=[RematchAt(record.rematch)])
            secret = fair_dice.new_secret()
            fresh = seating.rematch_record(record, new_id(), fair_dice.commitment(secret), now)
            record.rematch = fresh.id
            return Step(Writes(record=record, opened=(fresh, secret)), [RematchAt(fresh.id)])

        await self.do(live, move)

    async def close(self) -> None:
        """Write everything that was accepted, then stop."""
        self._closed = True
        for live in list(self.lives.values()):
            for listener in list(live.listeners):
                listener.cut()
            if live.timer is not None:
                live.timer.cancel()
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=5)
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        self._writer.stop_checking()
        await asyncio.get_running_loop().run_in_executor(None, self._writer.close)
        await self.workers.close()
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        self._readers.shutdown(wait=False, cancel_futures=True)
