"""The tables of `docs/layers.md`: which parts there are, and what may import what."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "layers.md"

Layers = tuple[tuple[str, ...], ...]


def of(folder: str) -> Layers:
    """The rows under a folder's heading, the lowest first: a part may import those of earlier rows only."""
    section = re.search(rf"^## {re.escape(folder)}\n(.*?)(?=^## |\Z)", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    assert section, f"{PAGE.name} has no table of {folder}"
    rows = re.findall(r"^\| (`[^|]+`) \|", section[1], re.M)
    return tuple(tuple(re.findall(r"`([^`]+)`", row)) for row in reversed(rows))
