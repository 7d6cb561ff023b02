"""The price tag of a house rule: what it does to a game, measured once and stored in `house_effects.json`.

`tools/house_effects.py` plays the games and writes the file. A cell is a set of house rules in an edition with so many
players, compared with the same game without them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import hypot
from typing import TYPE_CHECKING, Any, cast

from freehold.arena.balance.answers import PriceTag
from freehold.arena.balance.comparison import compared, sentence
from freehold.editions import EditionLike, load
from freehold.i18n import LANGUAGES

if TYPE_CHECKING:  # the client is built without numpy
    from freehold.arena.balance.laboratory import Laboratory

Cell = dict[str, Any]
FILE = "house_effects.json"
EFFECTS = ("rounds", "minutes", "unfinished", "first_seat", "early_bankruptcies", "luck")
USUAL = "classic"
DIGITS, ROUNDED = 4, 1e-4


def price_tag(house: str | Sequence[str], edition: EditionLike = "classic", players: int = 4) -> PriceTag | None:
    """What one house rule, or a set of them, does to the length of a game, to luck, to the first seat and to early
    bankruptcies, each with its interval; `text` says it in one sentence in both languages.

    `rounds` and `minutes` are ratios, the others differences of shares. Where this edition or number of players was not
    measured, the nearest that was: the `edition` and `players` of the result tell. None if the set was not measured.
    """
    wanted = sorted([house] if isinstance(house, str) else house)
    found = [cell for cell in stored()["cells"] if cell["house"] == wanted]
    if not found:
        return None
    name = load(edition).id
    best = min(
        found,
        key=lambda cell: (
            (cell["edition"] != name) + (cell["players"] != players),
            abs(cell["players"] - players),
            cell["edition"] != USUAL,
        ),
    )
    said = {lang: sentence(best, lang, between=False) for lang in LANGUAGES}
    return cast(PriceTag, {**best, "text": said})


@cache
def stored() -> dict[str, Any]:
    """The table in the package, with the command that made it."""
    text = (files("freehold.arena.balance") / FILE).read_text(encoding="utf-8")
    table: dict[str, Any] = json.loads(text)
    return table


def digest_of(cells: Sequence[Mapping[str, Any]]) -> str:
    """Identifies the cells of a table, in any order."""
    lines = sorted(json.dumps(cell, sort_keys=True) for cell in cells)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32]


def measured(laboratory: Laboratory) -> dict[str, Any]:
    """What a cell is made of: everything that the laboratory measures, and on what."""
    return {"backend": laboratory.backend, **laboratory.measured(("luck",))}


def cell_of(made: Mapping[str, Any], base: Mapping[str, Any]) -> Cell:
    """A cell of the table. `base` was measured the same way without house rules."""
    effects = compared(made, base)
    rounded = {name: {key: round(value, DIGITS) for key, value in effects[name].items()} for name in EFFECTS}
    return {
        "house": sorted(made["house"]),
        "edition": made["edition"],
        "players": made["settings"]["players"],
        "games": made["games"],
        "mixed_games": made["luck"]["games"],
        "seed": made["settings"]["seed"],
        "backend": made["backend"],
        "median": {"rounds": made["length"]["median"], "without": base["length"]["median"]},
        "digest": hashlib.sha256("".join([*made["digests"], *base["digests"]]).encode()).hexdigest()[:16],
        **rounded,
    }


def agrees(one: Mapping[str, float], other: Mapping[str, float]) -> bool:
    """Whether two measurements of one effect differ by no more than their intervals allow."""
    half = hypot(*((row["high"] - row["low"]) / 2 for row in (one, other)))
    return abs(one["value"] - other["value"]) <= half + ROUNDED
