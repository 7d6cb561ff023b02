"""The shapes that the public view had in releases, so that digests of views are comparable after an upgrade.

A log has a digest of the view after each action. Whoever adds a field to the view or takes one away appends the
previous shape here: a function from today's view to what releases showed of the same position until then. Their running
games are compared exactly by it. `tests/server/test_upgrades.py` fails if a shape is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from freehold.game.types import View
from freehold.server.storage.game_log import canonical, view_digest

Shape = Callable[[View], Mapping[str, Any]]


def _today(view: View) -> Mapping[str, Any]:
    return cast(Mapping[str, Any], view)


def _until_0_1(view: View) -> Mapping[str, Any]:
    """0.1.0: a short game went on for a moment after its end."""
    return {**view, "flow": {**view["flow"], "ending": 0}}


SHAPES: tuple[Shape, ...] = (_today, _until_0_1)


def agrees(view: View, known: str, format: int) -> bool:
    """Whether a release showed this view, by the digest in its log, which is of this format."""
    return any(view_digest(shape(view), format) == known for shape in SHAPES)


def played(position: Mapping[str, Any]) -> bytes:
    """Money and deeds of a view or a stored position, whatever else is in it."""
    money = [[player["cash"], player["bankrupt"]] for player in position["players"]]
    fields = ("owner", "mortgaged", "buildings")
    deeds = {square: [deed[field] for field in fields] for square, deed in position["deeds"].items()}
    return canonical([money, deeds])
