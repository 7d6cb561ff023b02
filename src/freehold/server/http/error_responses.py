"""How the description of the HTTP interface names refusals: the status codes of a route, each with a `Fault`."""

from __future__ import annotations

from litestar.openapi.datastructures import ResponseSpec

from freehold.server.protocol.messages import Fault

TOO_FAST = 429  # any request may come too fast


def faults(*statuses: int) -> dict[int, ResponseSpec]:
    return {status: ResponseSpec(Fault, description="Refused; see the code.") for status in (*statuses, TOO_FAST)}
