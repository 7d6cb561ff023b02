"""Jobs for the tests of the worker pool."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from freehold.server.workers.process import JobRefused
from tests.waiting import eventually


def prepare(setup: str) -> str:
    return setup


def echo(setup: str, argument: bytes) -> bytes:
    print("what a library prints is no answer")
    return setup.encode() + b":" + argument


def die(_: str, argument: bytes) -> bytes:
    os._exit(3)


def fail(_: str, argument: bytes) -> bytes:
    raise ValueError("a fault of our own")


def refuse(_: str, argument: bytes) -> bytes:
    raise JobRefused("not-begun", "a detail")


def wait_for(_: str, argument: bytes) -> bytes:
    """Until a file is there."""
    eventually("the file of this job is there", Path(os.fsdecode(argument)).exists, seconds=600)
    return b"done"


def niceness(_: str, argument: bytes) -> bytes:
    return str(os.nice(0)).encode()


JOBS: dict[str, Callable[[str, bytes], bytes]] = {
    "echo": echo,
    "die": die,
    "fail": fail,
    "refuse": refuse,
    "wait_for": wait_for,
    "niceness": niceness,
}
