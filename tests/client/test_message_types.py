"""The client's types are made from the server's messages: each message has one, and each name that is used is there."""

from __future__ import annotations

import json
import re
from typing import get_args

from tools.typescript import game_types
from tools.typescript.message_types import typescript, written

from freehold.game import types
from freehold.game.fields import shapes
from freehold.server.protocol.messages import ClientMessage, ServerMessage


def test_every_message_has_its_type() -> None:
    text = typescript()
    defined = set(re.findall(r"^export type (\w+) =", text, re.MULTILINE))
    assert {message.__name__ for message in (*get_args(ClientMessage), *get_args(ServerMessage))} <= defined
    types = re.sub(r'/\*\*.*?\*/|//.*|"[^"]*"', "", text)
    used = set(re.findall(r"(?<!game\.)\b[A-Z]\w+\b", types)) - {"Record"}
    assert used <= defined
    of_games = set(re.findall(r"^export (?:type|const) (\w+)", game_types.game(), re.MULTILINE))
    assert set(re.findall(r"game\.(\w+)", types)) <= of_games
    assert 'export type Done = { type: "done"; id: string; number: number };' in text
    assert "unknown" not in types.replace("Record<string, unknown>", "")


def test_actions_and_events_are_unions_that_a_switch_can_tell_apart() -> None:
    text = game_types.game()
    for union in (types.Action, types.Event):
        for kind, shape in shapes(union):
            declared = next(line for line in text.splitlines() if re.match(rf"export type {shape.__name__}\b", line))
            assert json.dumps(kind) in declared
    assert (
        'export type Bid = { type: "bid"; amount: number; square?: number; max?: number; places?: number[] };' in text
    )
    assert "unknown;" not in text


def test_an_edition_has_all_its_fields() -> None:
    text = game_types.edition()
    assert "?:" not in text
    for name in ("Edition", "Square", "Card", "Group", "Text"):
        assert f"export type {name} = " in text


def test_shapes() -> None:
    assert (
        written({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}) == "(number | null)[]"
    )
    assert written({"enum": ["a", 1]}) == '"a" | 1'
    assert written({"type": "object", "additionalProperties": {"type": "string"}}) == "Record<string, string>"
    assert written({}) == "unknown"
