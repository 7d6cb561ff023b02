"""The framing on the pipes between the server and a worker: a length of four bytes, then MessagePack."""

from __future__ import annotations

import msgspec
from msgspec import Struct

LENGTH_BYTES = 4


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
