"""Game JSON inside messages: plain dicts for the server; their type is named for the schema and for the client."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

Json = dict[str, Any]


def _of(name: str) -> Meta:
    """A type of `game/types.py`. Unions of dicts are no types for a decoder; the rules check what is inside."""
    return Meta(extra_json_schema={"x-game-type": name})


ActionJson = Annotated[Json, _of("Action")]
EventJson = Annotated[Json, _of("GameEvent")]
ViewJson = Annotated[Json, _of("View")]
PricesJson = Annotated[Json, _of("Prices")]
PlanJson = Annotated[Json, _of("Plan")]
StandingJson = Annotated[Json, _of("Standing")]
