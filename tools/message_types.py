"""The server's messages as TypeScript types, generated from the structs of `server/protocol/messages.py`.

Run: python tools/message_types.py > messages.ts
"""

from __future__ import annotations

import json
import sys
from typing import Any

import msgspec

from freehold.server.fairness.verify import Report
from freehold.server.protocol.http_messages import Editions, Health, Rulebook, Tables, TakenIn
from freehold.server.protocol.messages import Asked, Created, Fault, Join, Joined, NewTable, Tells
from freehold.server.storage.game_log import Log
from freehold.server.table.history import PastPage, Statistics, View

Json = dict[str, Any]

OVER_HTTP = [
    *(NewTable, Created, Join, Joined, Tables, Fault),
    *(Editions, Rulebook, Log, View, PastPage, Statistics, Report, TakenIn, Health),
]


def typescript() -> str:
    """One type for every message and every part of one, and the two unions of client and server messages."""
    shapes, parts = msgspec.json.schema_components([Asked, Tells, *OVER_HTTP], ref_template="#/{name}")
    lines = ["// Made from the server's own messages by tools/message_types.py: change those, not this.", ""]
    for name, part in sorted(parts.items()):
        if part.get("description"):
            lines.append(_comment(part["description"]))
        lines += [f"export type {name} = {written(part)};", ""]
    lines += [f"export type Asked = {written(shapes[0])};", "", f"export type Tells = {written(shapes[1])};"]
    return "\n".join(lines) + "\n"


def _comment(text: str) -> str:
    return "/** " + " ".join(text.split()).replace("*/", "* /") + " */"


def written(part: Json) -> str:
    """A part of a JSON Schema as a TypeScript type."""
    if "$ref" in part:
        return str(part["$ref"]).rpartition("/")[2]
    if "anyOf" in part:
        return " | ".join(dict.fromkeys(written(option) for option in part["anyOf"]))
    if "enum" in part:
        return " | ".join(json.dumps(value) for value in part["enum"])
    if "const" in part:
        return json.dumps(part["const"])
    match part.get("type"):
        case "object":
            return _object(part)
        case "array":
            inner = written(part.get("items", {}))
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case "integer" | "number":
            return "number"
        case "string":
            return "string"
        case "boolean":
            return "boolean"
        case "null":
            return "null"
    return "unknown"


def _object(part: Json) -> str:
    if "properties" not in part:
        values = part.get("additionalProperties", {})
        return f"Record<string, {written(values if isinstance(values, dict) else {})}>"
    must = part.get("required", [])
    fields = (f"{key}{'' if key in must else '?'}: {written(value)}" for key, value in part["properties"].items())
    return "{ " + "; ".join(fields) + " }"


if __name__ == "__main__":
    sys.stdout.write(typescript())
