"""The moves that bots of the user's own decided, and those that they lost, by reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypedDict

from freehold.players.user_bot import Incident, OwnBot, log


class LostRow(TypedDict):
    """A bot's lost moves: how many decisions it was asked for, how many others made, and why."""

    bot: str
    decisions: int
    lost: int
    reasons: dict[str, int]


@dataclass
class LostMoves:
    """Counts of many games. They can be added in any order."""

    decisions: Counter[str] = field(default_factory=Counter)
    lost: Counter[tuple[str, str]] = field(default_factory=Counter)  # by bot and code
    first: dict[str, Incident] = field(default_factory=dict)

    def take(self, players: Iterable[object]) -> None:
        """Add what the user's bots among these players did in their game."""
        for player in players:
            if isinstance(player, OwnBot):
                self.decisions[player.name] += player.decisions
                self.lost.update({(player.name, code): count for code, count in player.lost.items()})
                for incident in player.first_incidents.values():
                    self.first.setdefault(player.name, incident)

    def add(self, other: LostMoves) -> None:
        self.decisions.update(other.decisions)
        self.lost.update(other.lost)
        self.first = other.first | self.first

    def warn(self, warned: set[str], lang: str = "en") -> None:
        """Log the first incident of each bot that is not in `warned`, and put it there. The rest is only counted."""
        for bot, incident in self.first.items():
            if bot not in warned:
                warned.add(bot)
                log.warning("%s", incident.sentence(lang))

    def rows(self) -> list[LostRow]:
        """A row for each bot of the user's own."""
        found: list[LostRow] = []
        for bot, decisions in self.decisions.items():
            reasons = {code: count for (name, code), count in sorted(self.lost.items()) if name == bot}
            found.append({"bot": str(bot), "decisions": decisions, "lost": sum(reasons.values()), "reasons": reasons})
        return found
