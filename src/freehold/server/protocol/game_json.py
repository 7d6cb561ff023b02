"""Game JSON inside messages: plain dicts when decoded; their type is named for the schema and for the client.

A type checker sees the `TypedDict`s of `game/types`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from freehold.json_types import Json


def _of(name: str) -> Meta:
    """A type of `game/types`. Unions of dicts are no types for a decoder; the rules check what is inside."""
    return Meta(extra_json_schema={"x-game-type": name})


if TYPE_CHECKING:
    from freehold.game import types

    ActionJson = types.Action
    EventJson = types.Event
    PlanJson = types.Plan
    PricesJson = types.Prices
    StandingJson = types.Standing
    ViewJson = types.View
else:
    ActionJson = Annotated[Json, _of("Action")]
    EventJson = Annotated[Json, _of("GameEvent")]
    PlanJson = Annotated[Json, _of("Plan")]
    PricesJson = Annotated[Json, _of("Prices")]
    StandingJson = Annotated[Json, _of("Standing")]
    ViewJson = Annotated[Json, _of("View")]
