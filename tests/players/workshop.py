"""Bots for a test: written to a file, seated, played to an end; and the examples of the documents about them."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Any

from freehold import Game

ROOT = Path(__file__).resolve().parents[2]
DOCS = ("your-own-bot.md", "votre-bot.md")
AMPLE = 60.0  # seconds no bot of a test needs, unless it stalls on purpose

_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_BOT = """
class Bot:
    asked = 0

    def decide(self, view, legal):
"""


def written(file: Path, body: str) -> str:
    """The spec of a bot whose `decide` has this body, written to a file. The body begins in line 6."""
    method = textwrap.indent(textwrap.dedent(body).strip(), " " * 8)
    file.write_text(f"{_BOT}{method}\n", encoding="utf-8")
    return f"{file}:Bot"


def blocks(doc: str) -> list[str]:
    """The Python examples of a document."""
    return _BLOCK.findall((ROOT / "docs" / doc).read_text(encoding="utf-8"))


def play(game: Game, chairs: list[Any], most: int) -> None:
    """Ask whoever owes a decision, after those who may claim a rent, until the log has so many entries."""
    while not game.over and len(game.log) < most:
        owners = {claim["owner"] for claim in game.view().get("claims", [])}
        assert game.decider is not None
        for seat in [*sorted(owners - {game.decider}), game.decider]:
            action = chairs[seat](game, seat)
            if action:
                game.apply(action, seat)
                break
        else:
            raise AssertionError("the decider did nothing")


def is_sound(game: Game) -> bool:
    """Every entry of the log was legal when it was made: the log, played again, gives the same table."""
    return Game.replay(game.start, game.log).view() == game.view()
