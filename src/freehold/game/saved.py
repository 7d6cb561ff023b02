"""Saved games: JSON files with the `start` of a game, its `log` and what was `taken_back`, and positions in files."""

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


def write(
    path: str | os.PathLike[str],
    start: types.Position,
    log: Sequence[types.LogEntry],
    undone: Sequence[types.TakenBack],
    **more: object,
) -> None:
    """Save a game and what was taken back in it, if anything was; `more` is kept in the file beside it."""
    kept = {"taken_back": list(undone)} if undone else {}
    text = json.dumps(contents(start, log) | kept | more, ensure_ascii=False, indent=1)
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


def taken_back(found: Mapping[str, Any]) -> list[types.TakenBack]:
    """What was taken back in a saved game; entries that no game can have written are named at once."""
    undone = found.get("taken_back", [])
    if not isinstance(undone, list):
        raise PositionError([PositionFault("taken_back", "list")])
    bad = [PositionFault(f"taken_back[{k}]", "taken-back") for k, each in enumerate(undone) if not _is_undone(each)]
    if bad:
        raise PositionError(bad[:3])
    return undone


def _is_entry(entry: Any) -> bool:
    return (
        isinstance(entry, Mapping)
        and entry.keys() >= {"seat", "action", "chance"}
        and isinstance(entry["action"], Mapping)
        and isinstance(entry["chance"], list)
        and isinstance(entry.get("dictated", 0), int)
        and _is_count(entry.get("burnt", 0))
    )


def _is_undone(undone: Any) -> bool:
    return (
        isinstance(undone, Mapping)
        and undone.keys() == {"by", "after", "drew", "entry"}
        and (undone["by"] is None or _is_count(undone["by"]))
        and _is_count(undone["after"])
        and isinstance(undone["drew"], bool)
        and _is_entry(undone["entry"])
    )


def _is_count(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and number >= 0
