"""The client's types are made from the server's messages: each message has one, and each name that is used is there."""

from __future__ import annotations

import re
from typing import get_args

from tools.message_types import typescript, written

from freehold.server.protocol.messages import Asked, Tells


def test_every_message_has_its_type() -> None:
    text = typescript()
    defined = set(re.findall(r"^export type (\w+) =", text, re.MULTILINE))
    assert {message.__name__ for message in (*get_args(Asked), *get_args(Tells))} <= defined
    types = re.sub(r'/\*\*.*?\*/|//.*|"[^"]*"', "", text)
    used = set(re.findall(r"\b[A-Z]\w+\b", types)) - {"Record"}
    assert used <= defined
    assert 'export type Done = { type: "done"; id: string; number: number };' in text
    assert "unknown" not in types.replace("Record<string, unknown>", "")


def test_shapes() -> None:
    assert (
        written({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}) == "(number | null)[]"
    )
    assert written({"enum": ["a", 1]}) == '"a" | 1'
    assert written({"type": "object", "additionalProperties": {"type": "string"}}) == "Record<string, string>"
    assert written({}) == "unknown"
