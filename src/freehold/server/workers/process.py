"""A worker process: reads jobs from standard input, runs one at a time, writes the outcomes to standard output.

Run it as a module with the name of the jobs' module and, as JSON, the argument of its `prepare`. It exits when its
input ends, so it never outlives the server.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import sys
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct

LENGTH_BYTES = 4  # on the pipes: a length, then MessagePack


class Job(Struct, frozen=True, array_like=True):
    """The name of a job, and its argument as the job itself reads it."""

    name: str
    argument: bytes


class Outcome(Struct, frozen=True, array_like=True):
    """The outcome of a job: its result, or the code and detail of a refusal."""

    result: bytes = b""
    code: str = ""
    detail: str = ""


JOBS, OUTCOMES = msgspec.msgpack.Decoder(Job), msgspec.msgpack.Decoder(Outcome)


def framed(message: Job | Outcome) -> bytes:
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


class JobRefused(Exception):
    """A job that cannot be done: the code and detail for the client."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code, self.detail = code, detail


def done(jobs: Any, prepared: Any, body: bytes) -> Outcome:
    job = JOBS.decode(body)
    try:
        return Outcome(jobs.JOBS[job.name](prepared, job.argument))
    except Exception as error:
        code = getattr(error, "code", None)  # a refusal; anything else is an internal error
        return Outcome(code=code or "trouble", detail=str(getattr(error, "detail", "")) if code else repr(error)[:200])


def work(jobs: Any, prepared: Any, source: BinaryIO, target: BinaryIO) -> None:
    while head := source.read(LENGTH_BYTES):
        body = source.read(int.from_bytes(head, "big"))
        target.write(framed(done(jobs, prepared, body)))
        target.flush()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server stops the worker
    target = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # prints must not mix with the outcomes
    jobs = importlib.import_module(sys.argv[1])
    with contextlib.suppress(BrokenPipeError):
        work(jobs, jobs.prepare(sys.argv[2]), sys.stdin.buffer, target)


if __name__ == "__main__":
    main()
