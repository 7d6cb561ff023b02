"""What the figures of a tournament say, in sentences: who is better than whom, and the moves that were lost."""

from __future__ import annotations

from collections.abc import Iterable

from freehold.arena.standings import Summary
from freehold.i18n.command_words import word
from freehold.i18n.languages import number
from freehold.picture.heat import percent
from freehold.players.lost_moves import LostRow


def even(found: Summary, lang: str) -> str:
    """What an even share is, or that too few games ended to compare anybody."""
    if found.tells:
        return word("t-even", lang, even=percent(found.even, lang, 1))
    return word("t-too-few", lang, won=number(found.won, lang), games=number(found.games, lang))


def verdicts(found: Summary, others: int, lang: str) -> list[str]:
    """Who is better than so many `others`, as far as the intervals say, and the moves that were lost."""
    said = []
    for cell in found.cross if found.tells else ():
        key = "t-better" if cell.low > found.even else "t-worse" if cell.high < found.even else "t-open"
        figures = {"wins": number(cell.wins, lang), "games": number(cell.games, lang)}
        figures |= {"share": percent(cell.rate, lang, 1), "even": percent(found.even, lang, 1)}
        interval = f"{number(100 * cell.low, lang, 1)}–{number(100 * cell.high, lang, 1)}"
        said.append(word(key, lang, bot=cell.bot, against=cell.against, others=others, interval=interval, **figures))
    return said + lost_moves(found.lost_moves, lang)


def lost_moves(rows: Iterable[LostRow], lang: str) -> list[str]:
    """A sentence for each bot: how many of its moves somebody else made, and why."""
    said = []
    for row in rows:
        reasons = ", ".join(f"{code} {number(count, lang)}" for code, count in row["reasons"].items())
        counted = {"lost": number(row["lost"], lang), "decisions": number(row["decisions"], lang)}
        said.append(word("t-lost" if row["lost"] else "t-lost-none", lang, bot=row["bot"], reasons=reasons, **counted))
    return said
