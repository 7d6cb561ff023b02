"""The TypeScript types of a game and of an edition, and the table of actions, from `freehold.game.types`.

Run: PYTHONPATH=src:. python tools/typescript/game_types.py > game.ts
"""

from __future__ import annotations

import inspect
import json
import sys
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
from tools.typescript.message_types import HEAD, comment, written

from freehold.action_table import ACTIONS
from freehold.editions.schema import Edition
from freehold.game import fields, types

PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null", Any: "unknown"}
RENAMED = {"Event": "GameEvent"}  # a browser has an Event of its own


def game() -> str:
    """Every public type of `game/types`, and the tables that the client needs of actions."""
    named = {name: value for name, value in vars(types).items() if _is_public(name, value)}
    aliases = [(value, RENAMED.get(name, name)) for name, value in named.items() if not isinstance(value, type)]
    lines = [HEAD, ""]
    for name, value in named.items():
        if is_typeddict(value):
            about = inspect.cleandoc(value.__doc__ or "")
            lines += [comment(about)] if about else []
            lines += [f"export type {name}{_declared(value, aliases)};", ""]
        else:
            others = [alias for alias in aliases if alias[0] is not value]
            lines += [f"export type {RENAMED.get(name, name)} = {_shape(value, others)};", ""]
    lines += [
        comment("Open to any player at any time: it does not answer the question that is open."),
        f"export const FREE = {json.dumps(fields.FREE)} as const;",
        comment("Where a free action is offered; the others have buttons of their own."),
        'export const PANELS: Partial<Record<Action["type"], "estate" | "trade" | "claims">> ='
        f" {json.dumps(_panels())};",
        comment("Free actions that mean the same when somebody else was faster: they are sent again."),
        f"export const REPEATABLE: readonly string[] = {json.dumps(fields.REPEATABLE)};",
        comment("What the rules take with each action; everything else is shown beside it."),
        f'export const FIELDS: Record<Action["type"], readonly string[]> = {json.dumps(_taken())};',
    ]
    return "\n".join(lines) + "\n"


def edition() -> str:
    """An edition as the server sends it: every field is there."""
    _, parts = msgspec.json.schema_components([Edition], ref_template="#/{name}")
    lines = [HEAD, ""]
    for name, part in sorted(parts.items()):
        lines += [f"export type {name} = {written(part, every=True)};", ""]
    return "\n".join(lines)


def _panels() -> dict[str, str]:
    return {action.name: action.row.panel for action in ACTIONS.values() if action.row.panel}


def _taken() -> dict[str, list[str]]:
    return {name: [field.rstrip("?") for field in taken] for name, taken in fields.FIELDS.items()}


def _is_public(name: str, value: Any) -> bool:
    if name.startswith("_") or name in ("Amount", "SHOWN"):
        return False
    if is_typeddict(value) or get_origin(value) in (Literal, Union, UnionType):
        return True
    return value is int and name == "Seat"


def _declared(shape: Any, aliases: list[tuple[Any, str]]) -> str:
    """A class as a type. One that stands for several actions or events becomes a union with one member for each."""
    hints = get_type_hints(shape, include_extras=True)
    kinds = get_args(hints.get("type"))
    if len(kinds) < 2:
        return f" = {_record(hints, aliases)}"
    every = " | ".join(json.dumps(kind) for kind in kinds)
    one = _record(hints, [(hints["type"], "Type"), *aliases])
    return f"<Type = {every}> = Type extends unknown ? {one} : never"


def _record(hints: dict[str, Any], aliases: list[tuple[Any, str]]) -> str:
    parts = []
    for name, hint in hints.items():
        optional = get_origin(hint) is NotRequired
        inner = get_args(hint)[0] if optional else hint
        parts.append(f"{name}{'?' if optional else ''}: {_shape(inner, aliases)}")
    return "{ " + "; ".join(parts) + " }"


def _shape(hint: Any, aliases: list[tuple[Any, str]]) -> str:
    """A Python type as a TypeScript type; a type that has a name is called by it."""
    for value, name in aliases:
        if hint is not int and hint == value:
            return name
    if is_typeddict(hint):
        return str(hint.__name__)
    if hint in PLAIN:
        return PLAIN[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _shape(inner[0], aliases)
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in inner)
    if origin in (Union, UnionType):
        return " | ".join(_shape(each, aliases) for each in inner)
    if origin is list:
        part = _shape(inner[0], aliases)
        return f"({part})[]" if " | " in part else f"{part}[]"
    if origin is dict:
        return f"Record<string, {_shape(inner[1], aliases)}>"
    raise TypeError(f"{hint!r} has no TypeScript type")


if __name__ == "__main__":
    sys.stdout.write(game())
