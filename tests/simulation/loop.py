"""Virtual time, and the event loops of simulated processes: no threads, no sleeping, no sockets.

One `Scheduler` has the events of all processes in the order of time. The callbacks of one process run in the order in
which asyncio would run them; among processes that are ready at the same time, chance decides.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import random
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from typing import Any

Run = Callable[[], object]
EventLoop: Any = asyncio.AbstractEventLoop


class Scheduler:
    """`steps`: how many callbacks have run. A fault can hit between any two of them."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.now = 0.0
        self.steps = 0
        self._events: list[tuple[float, int, Run]] = []
        self._count = 0
        self._ready: list[ProcessLoop] = []
        self.call: Call | None = None  # the work of a thread that is being done

    def at(self, time: float, run: Run) -> None:
        self._count += 1
        heapq.heappush(self._events, (max(time, self.now), self._count, run))

    def after(self, seconds: float, run: Run) -> None:
        self.at(self.now + seconds, run)

    def ready(self, loop: ProcessLoop) -> None:
        self._ready.append(loop)

    def step(self) -> bool:
        """Run one callback of a process, or the next event. False if nothing will ever happen again."""
        self.steps += 1
        ready = self._ready
        if ready:
            k = int(self.chance.random() * len(ready)) if len(ready) > 1 else 0
            loop = ready[k]
            if not loop.run_one():
                ready[k] = ready[-1]
                ready.pop()
            return True
        if not self._events:
            return False
        self.now, _, run = heapq.heappop(self._events)
        run()
        return True


class Call:
    """Work for a thread. What it posts to its event loop comes when it is done, after `seconds`."""

    __slots__ = ("future", "posted", "seconds", "work")

    def __init__(self, future: asyncio.Future[Any], work: Run) -> None:
        self.future, self.work = future, work
        self.posted: list[Run] = []
        self.seconds = 0.0


class ProcessLoop(EventLoop):  # type: ignore[misc]  # it has no type, as no sockets, signals and subprocesses
    """The event loop of one process, and its threads. A dead one does nothing any more, a frozen one nothing yet."""

    def __init__(self, scheduler: Scheduler, trouble: Callable[[str], None], rate: float = 1.0) -> None:
        self._scheduler, self._trouble = scheduler, trouble
        self._rate = rate  # of its clock
        self._ready: deque[asyncio.Handle] = deque()
        self._queued = False
        self._late: list[Run] = []  # what happened to it while it was frozen
        self._threads: dict[ThreadPoolExecutor, deque[Call]] = {}
        self._busy: dict[ThreadPoolExecutor, int] = {}
        self._tasks: list[asyncio.Task[Any]] = []
        self.dead = self.frozen = False
        self.thread_seconds: Callable[[], float] = lambda: 0.0  # how long a thread waits until it has its result

    # ------------------------------------------------------------------ asyncio's interface

    def time(self) -> float:
        return self._scheduler.now * self._rate

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return self.dead

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(self, coro: Any, *, name: str | None = None, context: Context | None = None) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.Task(coro, loop=self, name=name or "", context=context)
        task._log_destroy_pending = False  # type: ignore[attr-defined]
        self._tasks.append(task)
        return task

    def call_soon(self, callback: Any, *args: Any, context: Context | None = None) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        self._push(handle)
        return handle

    def _push(self, handle: asyncio.Handle) -> None:
        if not self.dead:
            self._ready.append(handle)
            if not self._queued and not self.frozen:
                self._queued = True
                self._scheduler.ready(self)

    def call_soon_threadsafe(self, callback: Any, *args: Any, context: Context | None = None) -> asyncio.Handle:
        call = self._scheduler.call
        if call is None:
            return self.call_soon(callback, *args, context=context)
        handle = asyncio.Handle(callback, args, self, context)
        call.posted.append(lambda: self._push(handle))
        return handle

    def call_later(
        self, delay: float, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(self, when: float, callback: Any, *args: Any, context: Context | None = None) -> asyncio.TimerHandle:
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        if not self.dead:
            self._scheduler.at(when / self._rate, lambda: self.happen(lambda: self._push(timer)))
        return timer

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        pass

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self.dead:
            self._trouble(f"{context.get('message')}: {context.get('exception')!r}")

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> asyncio.Future[Any]:
        future = self.create_future()
        if not self.dead:
            self._threads.setdefault(executor, deque()).append(Call(future, lambda: func(*args)))
            self._next_call(executor)
        return future

    # ------------------------------------------------------------------ its threads

    def _next_call(self, executor: ThreadPoolExecutor) -> None:
        waiting, busy = self._threads[executor], self._busy.get(executor, 0)
        if waiting and busy < executor._max_workers:
            self._busy[executor] = busy + 1
            call = waiting.popleft()
            self._scheduler.after(self.thread_seconds(), lambda: self.happen(lambda: self._begin(executor, call)))

    def _begin(self, executor: ThreadPoolExecutor, call: Call) -> None:
        """The work is done at one point of virtual time; its result is there some time later."""
        result: Any = None
        error: Exception | None = None
        self._scheduler.call = call
        try:
            result = call.work()
        except Exception as raised:
            error = raised
        finally:
            self._scheduler.call = None
        wait = call.seconds + self.thread_seconds()
        self._scheduler.after(wait, lambda: self.happen(lambda: self._end(executor, call, result, error)))

    def _end(self, executor: ThreadPoolExecutor, call: Call, result: Any, error: Exception | None) -> None:
        for posted in call.posted:
            posted()
        self.call_soon(_settle, call.future, result, error)
        self._busy[executor] -= 1
        self._next_call(executor)

    # ------------------------------------------------------------------ what happens to it

    def happen(self, run: Run) -> None:
        """Something that reaches the process from outside: later, if it is frozen, and never, if it is dead."""
        if self.frozen:
            self._late.append(run)
        elif not self.dead:
            run()

    def run_one(self) -> bool:
        """Run a callback; False if there is none left."""
        if not self._ready or self.frozen or self.dead:
            self._queued = False
            return False
        handle = self._ready.popleft()
        if not handle.cancelled():
            asyncio._set_running_loop(self)
            try:
                handle._run()
            finally:
                asyncio._set_running_loop(None)
        return True

    def inside(self, run: Run) -> None:
        """Run something as this process would, now."""
        asyncio._set_running_loop(self)
        try:
            run()
        finally:
            asyncio._set_running_loop(None)

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task: list[asyncio.Task[Any]] = []
        self.inside(lambda: task.append(self.create_task(work)))
        return task[0]

    def kill(self) -> None:
        self.dead, self.frozen = True, False
        self._ready.clear()
        self._late.clear()

    def end(self) -> None:
        """After the schedule: what is left of its tasks is taken apart here, not by the garbage collector later."""
        self.kill()
        for task in self._tasks:
            if not task.done():
                with contextlib.suppress(BaseException):
                    self.inside(task.get_coro().close)

    def freeze(self) -> None:
        self.frozen = not self.dead

    def thaw(self) -> None:
        self.frozen = False
        late, self._late = self._late, []
        for run in late:
            self.happen(run)
        if self._ready and not self._queued and not self.dead:
            self._queued = True
            self._scheduler.ready(self)


def _settle(future: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
