"""Loads an edition from a TOML file: a built-in one or a designer's own, in the same way."""

from __future__ import annotations

import os
import re
import tomllib
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec

from freehold.editions import checks
from freehold.editions.faults import EditionError, Fault, SetupError, suggest
from freehold.editions.schema import Edition

EditionLike = str | os.PathLike[str] | Edition  # an id, a file, or an edition that is already loaded

MOST_BYTES, MOST_LINES, LONGEST_LINE = 200_000, 4_000, 4_000  # the printed editions have 30,000, 1,000 and 235

_IDS = ("star-wars-1", "star-wars-2", "spider-man", "disney-parks", "game-of-thrones", "classic")
_DATA = resources.files("freehold.editions") / "data"
_LINE = re.compile(r" \(at line (\d+), column \d+\)")
# The beginnings of tomllib's messages, and our fault codes.
_SYNTAX = {
    "Expected '='": "equals",
    "Expected ']": "bracket",
    "Unclosed": "bracket",
    "Expected newline": "newline",
    "Unterminated": "quote",
    "Expected": "quote",
    "Invalid value": "value",
    "Invalid date": "value",
    "Cannot": "twice",
    "Duplicate": "twice",
    "Unescaped": "escape",
    "Invalid hex": "escape",
    "Escaped": "escape",
    "Illegal": "character",
    "Found": "character",
}


def ids() -> list[str]:
    """The ids of the built-in editions."""
    return list(_IDS)


def load(edition: EditionLike) -> Edition:
    """The edition of that id or in that file; an `Edition` is returned as it is.

    Raises `EditionError` with all the faults that there are.
    """
    if isinstance(edition, Edition):
        return edition
    if isinstance(edition, str) and edition in _IDS:
        return _built_in(edition)
    return _read(_file(edition))


def name_of(edition: EditionLike) -> str:
    """How an edition is named in a position: by its id, or by the path of its file."""
    if isinstance(edition, Edition):
        return edition.id
    if isinstance(edition, str | os.PathLike):
        return os.fspath(edition)
    raise SetupError("edition-name", {"given": repr(edition)})


def check(path: str | os.PathLike[str]) -> list[Fault]:
    """Every fault of an edition file at once; an empty list if it can be played."""
    return _faults(_file(path))[1]


def new_template() -> str:
    """A starting file for a designer: the classic edition, with its comments, under another name."""
    text = (_DATA / "classic.toml").read_text(encoding="utf-8")
    text = text.partition("#\n")[2]  # the first lines apply to the classic board only
    for old, new in (("classic", "my-edition"), ("Classic", "My edition"), ("Classique", "Mon édition")):
        text = text.replace(f'= "{old}"', f'= "{new}"', 1)
    return text


@cache
def _built_in(edition: str) -> Edition:
    return _read(_file(edition))


def _file(path_or_id: str | os.PathLike[str]) -> Traversable:
    if not isinstance(path_or_id, str | os.PathLike):
        raise SetupError("edition-name", {"given": repr(path_or_id)})
    if path_or_id in _IDS:
        return _DATA / f"{path_or_id}.toml"
    path = Path(path_or_id)
    if path.is_file():
        return path
    if isinstance(path_or_id, os.PathLike) or path.suffix == ".toml" or len(path.parts) > 1:
        raise EditionError("no-edition-file", {"file": str(path)})
    raise EditionError("unknown-edition", {"given": path_or_id, **suggest(path_or_id, _IDS)})


def _read(file: Traversable) -> Edition:
    raw, faults = _faults(file)
    if faults:
        raise EditionError("broken-edition", {"file": str(file)}, faults)
    raw["squares"].sort(key=lambda square: square["index"])
    return msgspec.convert(raw, Edition)


def _faults(file: Traversable) -> tuple[dict[str, Any], list[Fault]]:
    """The parsed TOML file, and its faults."""
    try:
        with file.open("rb") as opened:
            text = opened.read(MOST_BYTES + 1)
        lines = text.split(b"\n")
        if len(text) > MOST_BYTES or len(lines) > MOST_LINES:
            return {}, [Fault("file", "file-too-large", {"bytes": str(MOST_BYTES), "lines": str(MOST_LINES)})]
        longest, line = max((len(line), k) for k, line in enumerate(lines, 1))
        if longest > LONGEST_LINE:  # tomllib's time grows with the square of a dotted key's length
            return {}, [Fault(f"line {line}", "line-too-long", {"line": str(line), "most": str(LONGEST_LINE)})]
        raw = tomllib.loads(text.decode("utf-8").replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        return {}, [_syntax_fault(str(error), file)]
    except RecursionError:
        return {}, [Fault("file", "too-nested")]
    except UnicodeDecodeError:
        return {}, [Fault("file", "not-utf8")]
    except OSError as error:
        return {}, [Fault("file", "unreadable", {"why": error.strerror or str(error), "number": str(error.errno)})]
    return raw, checks.faults(raw)


def _syntax_fault(message: str, file: Traversable) -> Fault:
    line = _LINE.search(message)
    number = line[1] if line else str(len(file.read_text(encoding="utf-8").splitlines()))
    why = _LINE.sub("", message).replace(" (at end of document)", "")
    hint = next((hint for begin, hint in _SYNTAX.items() if why.startswith(begin)), "other")
    return Fault(f"line {number}", "not-toml", {"line": number, "why": why, "hint": hint})
