"""The numbered menu: actions of one kind on several squares share a line, and one action is the default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from freehold.game import FREE
from freehold.players.fallback_player import PREFERENCES

Json = Mapping[str, Any]

SHARED = ("build", "sell", "sell_group", "mortgage", "redeem", "claim", "attack", "go_to", "place_force")


class Line(NamedTuple):
    """One menu line: a kind of action, and all actions of that kind."""

    kind: str
    actions: tuple[Json, ...]


def lines(legal: Sequence[Json]) -> list[Line]:
    """The menu for these actions: first those of the phase, then those possible at any time. Offers have a key."""
    found: list[Line] = []
    possible = [action for action in legal if action["type"] != "offer"]
    for action in sorted(possible, key=lambda action: action["type"] in FREE):
        kind = action["type"]
        same = next((k for k, line in enumerate(found) if line.kind == kind and kind in SHARED), None)
        if same is None:
            found.append(Line(kind, (action,)))
        else:
            found[same] = Line(kind, (*found[same].actions, action))
    return found


def suggestion(choices: list[Line]) -> int:
    """The index of the default action, which Enter chooses: the fallback player's."""
    ranks = [PREFERENCES.index(line.kind) if line.kind in PREFERENCES else len(PREFERENCES) for line in choices]
    return ranks.index(min(ranks))
