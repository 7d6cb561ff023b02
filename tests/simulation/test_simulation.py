"""The simulation itself: schedules hold, the same seed gives the same story, and failures are found and shortened."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import freehold
from tests.simulation.planted import FAULTS
from tests.simulation.shrink import fewest
from tests.sizes import sizes


def simulate(*options: str) -> tuple[int, str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(["src", "."]), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "tests.simulation", *options]
    run = subprocess.run(command, env=environment, capture_output=True, text=True)
    return run.returncode, run.stdout or run.stderr


@sizes("schedules", test=80, thorough=8_000)
def test_nothing_is_lost_doubled_or_stuck(schedules: int) -> None:
    jobs = 1 if schedules < 1000 else os.cpu_count() or 1
    code, said = simulate("--schedules", str(schedules), "--jobs", str(jobs), "--seed", "test")
    assert code == 0, said
    assert f"{schedules:,} schedules" in said


def test_every_planted_fault_has_one_place_in_the_server() -> None:
    server = Path(freehold.__file__).parent / "server"
    sources = {fault.module: (server / f"{fault.module.replace('.', '/')}.py").read_text("utf-8") for fault in FAULTS}
    assert len({fault.what for fault in FAULTS}) == 27
    assert [fault.what for fault in FAULTS if sources[fault.module].count(fault.old) != 1] == []


def test_the_same_seed_tells_the_same_story() -> None:
    first, second = (simulate("--repeat", "test-1") for _ in range(2))
    assert first == second
    assert "FAULT" in first[1]


def test_as_few_faults_as_still_fail() -> None:
    assert fewest(list(range(20)), lambda left: {3, 11} <= set(left)) == [3, 11]
    assert fewest([1], lambda left: True) == []
