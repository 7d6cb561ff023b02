"""The standings of a tournament: wins, ratings, cross table and game statistics, with confidence intervals.

Plain values, ready for JSON; `freehold.reports` displays them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from freehold.arena.statistics import Won, ratings, wilson
from freehold.arena.tournament import EVENTS, Match, Played, Tally
from freehold.players.lost_moves import LostRow

ENOUGH = 20  # games with a winner, from which the shares of wins say something


@dataclass(frozen=True)
class Standing:
    """A bot over all its games. The rate is wins per seat; see `Summary.even`.

    If it has several seats at a table only one of them can win, which makes the interval slightly too wide.
    """

    bot: str
    wins: int
    seats: int
    rate: float
    low: float
    high: float
    elo: float
    elo_low: float
    elo_high: float


@dataclass(frozen=True)
class Cell:
    """One bot against a table of another."""

    bot: str
    against: str
    wins: int
    games: int
    rate: float
    low: float
    high: float


@dataclass(frozen=True)
class Place:
    """The wins by turn order: first, second …"""

    wins: int
    rate: float
    low: float
    high: float


@dataclass(frozen=True)
class Summary:
    """The standings over all editions, or of one."""

    games: int
    unfinished: int
    by_worth: int
    shared: int
    bots: tuple[Standing, ...]
    cross: tuple[Cell, ...]
    order: tuple[Place, ...]
    rounds: float  # median length; a round is a turn for each player at the start
    per_game: Mapping[str, float]
    lost_moves: tuple[LostRow, ...]

    @property
    def won(self) -> int:
        """Games with a single winner. Shared games count for nobody, nor do unfinished ones unless the richest won."""
        return self.games - self.unfinished - self.shared + self.by_worth

    @property
    def tells(self) -> bool:
        """Whether enough games had a winner to compare the bots."""
        return self.won >= ENOUGH

    @property
    def even(self) -> float:
        """The wins per seat if all seats were equal."""
        return self.won / max(1, self.games) / len(self.order)

    def cell(self, bot: str, against: str) -> Cell | None:
        return next((cell for cell in self.cross if (cell.bot, cell.against) == (bot, against)), None)

    def best_first(self) -> list[Standing]:
        return sorted(self.bots, key=lambda standing: -standing.elo)

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"even": self.even, "enough": self.tells}


def summary(played: Played) -> Summary:
    """The standings of a tournament; equal line-ups in several editions are counted together."""
    plan = played.plan
    matches = list(zip(plan.matches(), played.tallies, strict=True))
    total = Tally()
    for _, tally in matches:
        total.add(tally)
    return Summary(
        games=total.games,
        unfinished=total.unfinished,
        by_worth=total.by_worth,
        shared=total.shared,
        bots=_standings(plan.names(), matches),
        cross=_cross(matches),
        order=tuple(Place(*_share(total.order[k], total.games)) for k in range(plan.players)),
        rounds=median(total.turns.elements()) / plan.players if total.games else 0.0,
        per_game={name: total.events[name] / max(1, total.games) for name in EVENTS},
        lost_moves=tuple(total.lost.rows()),
    )


def _share(wins: int, games: int) -> tuple[int, float, float, float]:
    return wins, wins / max(1, games), *wilson(wins, games)


def _standings(names: Sequence[str], matches: Sequence[tuple[Match, Tally]]) -> tuple[Standing, ...]:
    wins: Counter[str] = Counter()
    seats: Counter[str] = Counter()
    tables = []
    for match, tally in matches:
        at_table = Counter(match.bots)
        tables.append(Won(at_table, tally.wins))
        wins.update(tally.wins)
        for bot, count in at_table.items():
            seats[bot] += count * tally.games
    rated = ratings(tables)
    found = []
    for bot in names:
        won, rate, low, high = _share(wins[bot], seats[bot])
        elo = rated[bot]
        found.append(Standing(bot, won, seats[bot], rate, low, high, elo.elo, elo.low, elo.high))
    return tuple(found)


def _cross(matches: Sequence[tuple[Match, Tally]]) -> tuple[Cell, ...]:
    """The cross table: each bot that sat alone against seats of one other bot; at a table for two, both of them."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for match, tally in matches:
        at_table = Counter(match.bots)
        if len(at_table) == 2:
            for one, other in (tuple(at_table), tuple(at_table)[::-1]):
                if at_table[one] == 1 and tally.games:
                    wins, games = found.get((one, other), (0, 0))
                    found[one, other] = wins + tally.wins[one], games + tally.games
    cells = []
    for (one, other), (wins, games) in found.items():
        won, rate, low, high = _share(wins, games)
        cells.append(Cell(one, other, won, games, rate, low, high))
    return tuple(cells)
