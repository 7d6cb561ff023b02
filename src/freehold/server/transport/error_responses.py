"""OpenAPI descriptions of refusals: the status codes of a route, each with a `Fault` body."""

from __future__ import annotations

from litestar.openapi.datastructures import ResponseSpec

from freehold.server.protocol.messages import Fault

TOO_FAST = 429  # every route is rate limited
BUSY = 503


def faults(*statuses: int) -> dict[int, ResponseSpec]:
    return {status: ResponseSpec(Fault, description="Refused; see the code.") for status in (*statuses, TOO_FAST)}
