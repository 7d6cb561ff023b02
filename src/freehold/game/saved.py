"""Saved games: JSON files with the `start` of a game and its `log`, and positions in files."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from freehold.editions import ids
from freehold.game import types
from freehold.game.position import PositionError, PositionFault
from freehold.json_types import Json


def contents(start: types.Position, log: Sequence[types.LogEntry]) -> Json:
    """What is saved of a game. The file of an edition of one's own is named by its whole path."""
    edition = start["edition"]
    named = os.path.abspath(edition) if edition not in ids() and os.path.exists(edition) else edition
    return {"start": {**start, "edition": named}, "log": list(log)}


def write(path: str | os.PathLike[str], start: types.Position, log: Sequence[types.LogEntry], **more: object) -> None:
    """Save a game; `more` is kept in the file beside it."""
    text = json.dumps(contents(start, log) | more, ensure_ascii=False, indent=1)
    Path(path).write_text(text + "\n", encoding="utf-8", newline="\n")


def read(path: str | os.PathLike[str]) -> Any:
    """The JSON of a file. An edition file that is no longer where it was is looked for beside the saved game."""
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        raise PositionError([PositionFault(os.fspath(path), "not-json")]) from None
    start = found.get("start", found) if isinstance(found, dict) else None
    edition = start.get("edition") if isinstance(start, dict) else None
    if isinstance(start, dict) and isinstance(edition, str) and edition not in ids() and not os.path.exists(edition):
        beside = Path(path).parent / Path(edition).name
        if beside.is_file():
            start["edition"] = str(beside)
    return found


def parts(found: Mapping[str, Any]) -> tuple[Mapping[str, Any], list[Mapping[str, Any]]]:
    """The start and the log of a saved game; all entries that no game can have written are named at once."""
    start, log = found["start"], found.get("log")
    if not isinstance(start, Mapping):
        raise PositionError([PositionFault("start", "object")])
    if not isinstance(log, list):
        raise PositionError([PositionFault("log", "list")])
    bad = [PositionFault(f"log[{k}]", "log-entry") for k, entry in enumerate(log) if not _is_entry(entry)]
    if bad:
        raise PositionError(bad[:3])
    return start, log


def _is_entry(entry: Any) -> bool:
    return (
        isinstance(entry, Mapping)
        and entry.keys() >= {"seat", "action", "chance"}
        and isinstance(entry["action"], Mapping)
        and isinstance(entry["chance"], list)
        and isinstance(entry.get("dictated", 0), int)
    )
