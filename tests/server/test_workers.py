"""Worker processes: bounded queues, turns by key, deaths and refusals that concern one job alone."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from freehold.server.workers.process import JobRefused
from freehold.server.workers.process_pool import Pool
from tests.waiting import eventually_async

JOBS = "tests.server.jobs"


async def code_of(pool: Pool, name: str) -> str:
    with pytest.raises(JobRefused) as refused:
        await pool.run(name, b"", "a")
    return refused.value.code


def test_a_job_is_done_in_another_process_and_failures_concern_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FREEHOLD_NICE")

    async def play() -> None:
        pool = Pool(JOBS, "setup")
        try:
            assert await pool.run("echo", b"x" * 1_000_000, "a") == b"setup:" + b"x" * 1_000_000
            assert await code_of(pool, "die") == "trouble"
            assert await code_of(pool, "fail") == "trouble"
            assert await code_of(pool, "no-such-job") == "trouble"
            assert await code_of(pool, "refuse") == "not-begun"
            assert await pool.run("echo", b"y", "a") == b"setup:y"
            if hasattr(os, "nice"):
                assert int(await pool.run("niceness", b"", "a")) > os.nice(0)  # the event loop has priority
        finally:
            await pool.close()

    asyncio.run(play())


def test_keys_take_turns_queues_are_bounded_and_the_gone_are_passed_over(tmp_path: Path) -> None:
    async def play() -> None:
        pool = Pool(JOBS, "", most=6, most_of_key=3)
        gate = tmp_path / "gate"
        done: list[str] = []

        async def run(key: str, name: str) -> None:
            await pool.run("echo", name.encode(), key)
            done.append(name)

        first = asyncio.create_task(pool.run("wait_for", os.fsencode(gate), "greedy"))
        await eventually_async("the first job is under way", lambda: pool.running == 1)
        greedy = [asyncio.create_task(run("greedy", f"greedy {k}")) for k in range(3)]
        await eventually_async("three jobs wait", lambda: pool.waiting == 3)
        with pytest.raises(JobRefused, match="busy"):
            await pool.run("echo", b"", "greedy")  # one key has its share
        others = [asyncio.create_task(run(key, key)) for key in ("b", "c", "d")]
        await eventually_async("six jobs wait", lambda: pool.waiting == 6)
        with pytest.raises(JobRefused, match="busy"):
            await pool.run("echo", b"", "e")  # and all together have theirs
        greedy[0].cancel()  # its client is gone
        gate.touch()
        await first
        await asyncio.gather(*greedy, *others, return_exceptions=True)
        assert done == ["b", "c", "d", "greedy 1", "greedy 2"] or done == ["greedy 1", "b", "c", "d", "greedy 2"]
        assert "greedy 0" not in done
        assert pool.waiting == 0
        await pool.close()

    asyncio.run(play())


def test_a_job_that_takes_too_long_is_ended_and_the_next_one_is_done(tmp_path: Path) -> None:
    async def play() -> None:
        pool = Pool(JOBS, "", seconds=0.01)
        with pytest.raises(JobRefused, match="busy"):
            await pool.run("wait_for", os.fsencode(tmp_path / "never"), "a")
        pool._seconds = 60
        assert await pool.run("echo", b"x", "a") == b":x"
        await pool.close()

    asyncio.run(play())


def test_a_pool_that_closes_refuses_what_waits(tmp_path: Path) -> None:
    async def play() -> None:
        pool = Pool(JOBS, "")
        jobs = [asyncio.create_task(pool.run("wait_for", os.fsencode(tmp_path / "never"), "a")) for _ in range(3)]
        await eventually_async("two jobs wait for the first", lambda: pool.waiting == 2)
        await pool.close()
        for job in jobs:
            with pytest.raises(JobRefused, match="busy"):
                await job
        with pytest.raises(JobRefused, match="busy"):
            await pool.run("echo", b"", "a")

    asyncio.run(play())
