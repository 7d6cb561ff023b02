"""The fields of each action and event, derived from the classes of `types.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, NotRequired, get_args, get_origin, get_type_hints

from freehold.game import names, types
from freehold.rules import step

# What any player may do in anybody's turn. It does not answer the question that is open.
FREE: tuple[str, ...] = ("build", "sell", "sell_group", "mortgage", "redeem", "offer", "withdraw", "claim")
# Free actions that concern the player's own estate or money only: they can be sent again if somebody was faster.
REPEATABLE: tuple[str, ...] = tuple(name for name in FREE if name not in ("offer", "withdraw"))
# What a plan for an estate consists of.
ESTATE: tuple[str, ...] = ("build", "sell", "sell_group", "mortgage", "redeem")


def kinds(shape: Any) -> tuple[str, ...]:
    """The values of a class's `type` field."""
    return get_args(get_type_hints(shape)["type"])


def shapes(union: Any) -> Iterator[tuple[str, Any]]:
    """Every member of `types.Action` or `types.Event` with its class."""
    for shape in get_args(union):
        for kind in kinds(shape):
            yield kind, shape


def _is_shown(hint: Any) -> bool:
    if get_origin(hint) is NotRequired:
        hint = get_args(hint)[0]
    return get_origin(hint) is Annotated and types.SHOWN in hint.__metadata__


def _fields(shape: Any) -> tuple[tuple[str, ...], frozenset[str]]:
    hints = get_type_hints(shape, include_extras=True)
    shown = frozenset(name for name, hint in hints.items() if _is_shown(hint))
    taken = tuple(
        f"{name}?" if get_origin(hint) is NotRequired else name
        for name, hint in hints.items()
        if name != "type" and name not in shown
    )
    return taken, shown


_ACTIONS = {kind: _fields(shape) for kind, shape in shapes(types.Action)}
# What each action carries; a "?" marks what may be left out.
FIELDS: dict[str, tuple[str, ...]] = {name: _ACTIONS[name][0] for name in names.ACTION_NUMBERS}
# What a list of legal actions shows beside each action: it may come back with the action, and is dropped then.
SHOWN: dict[str, frozenset[str]] = {name: _ACTIONS[name][1] for name in names.ACTION_NUMBERS}
# Actions with an amount that is known beforehand.
PRICED = frozenset(name for name, shown in SHOWN.items() if "amount" in shown)
# The phase in which whoever decides may take an action; free actions and answers that several give are not listed.
PHASE_OF: dict[str, str] = {
    name: names.PHASES[step.phase_of(number)]
    for name, number in names.ACTION_NUMBERS.items()
    if step.phase_of(number) in names.PHASES
}
