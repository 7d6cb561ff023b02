"""The moves that bots of the user's own lost, in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from freehold.i18n.command_words import word
from freehold.i18n.languages import number
from freehold.players.lost_moves import LostRow


def lost_moves(rows: Iterable[LostRow], lang: str) -> list[str]:
    """A sentence for each bot: how many of its moves somebody else made, and why."""
    said = []
    for row in rows:
        reasons = ", ".join(f"{code} {number(count, lang)}" for code, count in row["reasons"].items())
        counted = {"lost": number(row["lost"], lang), "decisions": number(row["decisions"], lang)}
        said.append(word("t-lost" if row["lost"] else "t-lost-none", lang, bot=row["bot"], reasons=reasons, **counted))
    return said
