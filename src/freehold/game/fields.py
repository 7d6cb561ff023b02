"""The fields of each action and event, from the rows of `rules/actions.toml` and the classes of `types/`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

from freehold.action_table import ACTIONS, BY_NUMBER

# What any player may do in anybody's turn. It does not answer the question that is open.
FREE: tuple[str, ...] = tuple(action.name for action in BY_NUMBER.values() if action.row.free)
# Free actions that concern the player's own estate or money only: they can be sent again if somebody was faster.
REPEATABLE: tuple[str, ...] = tuple(name for name in FREE if name not in ("offer", "withdraw"))
# What a plan for an estate consists of.
ESTATE: tuple[str, ...] = tuple(action.name for action in ACTIONS.values() if action.row.panel == "estate")


def kinds(shape: Any) -> tuple[str, ...]:
    """The values of a class's `type` field."""
    return get_args(get_type_hints(shape)["type"])


def shapes(union: Any) -> Iterator[tuple[str, Any]]:
    """Every member of `types.Action` or `types.Event` with its class."""
    for shape in get_args(union):
        for kind in kinds(shape):
            yield kind, shape


# What each action carries; a "?" marks what may be left out.
FIELDS: dict[str, tuple[str, ...]] = {
    action.name: tuple(f"{field.name}?" if field.optional else field.name for field in action.fields)
    for action in BY_NUMBER.values()
}
# What a list of legal actions shows beside each action: it may come back with the action, and is dropped then.
SHOWN: dict[str, frozenset[str]] = {action.name: frozenset(action.row.shown) for action in BY_NUMBER.values()}
# Actions with an amount that is known beforehand.
PRICED = frozenset(name for name, shown in SHOWN.items() if "amount" in shown)
# The phase in which whoever decides may take an action; free actions and answers that several give are not listed.
PHASE_OF: dict[str, str] = {action.name: action.row.phase for action in BY_NUMBER.values() if action.row.phase}
