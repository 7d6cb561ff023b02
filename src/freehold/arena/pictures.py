"""The pictures of a simulation, in its report and by themselves: wins with their intervals, lengths, bankruptcies, what
groups return, and the board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from freehold.arena.findings import LOT_LEVELS, Findings
from freehold.arena.summaries import Wins
from freehold.arena.tables import Array
from freehold.editions.schema import Group
from freehold.i18n.command_words import word
from freehold.i18n.languages import number
from freehold.picture.charts import Column, Curve, Drawing, Line, chart, columns, curves
from freehold.picture.heat import heat_map, percent
from freehold.rules import state

WINS_BY = {"bots": "s-bots", "seats": "s-seats", "order": "s-order"}
BINS = 40  # columns of the histogram of lengths
WIDTHS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
MOST_OF_ALL = 0.995  # the share of games with their own columns; the rest share the last one
FEW_RENTS = 30  # fewer rents are not enough for a return


class Pictures:
    """What there is to draw of a simulation, in the language of its findings."""

    def __init__(self, found: Findings) -> None:
        self.found, self.lang = found, found.lang

    def svg(self, name: str) -> str:
        """A picture as a file of its own. ValueError names those that there are."""
        if name == "board":
            return self.board()
        if name not in DRAWINGS:
            raise ValueError(f"There is no picture {name!r}; choose from {', '.join([*DRAWINGS, 'board'])}.")
        return DRAWINGS[name](self).alone(self.lang)

    # ------------------------------------------------------------------ who won

    def win_rows(self, by: str) -> list[tuple[str, Wins]]:
        """The shares of wins by `bots`, `seats` or `order`, each with its name."""
        if by == "bots":
            return [(row["bot"], row) for row in self.found.bots()]
        if by == "order":
            nth = self._word("s-nth").split()
            return [(self._word("s-place", nth=nth[row["place"] - 1]), row) for row in self.found.order()]
        rows: list[tuple[str, Wins]] = []
        for row in self.found.seats():
            chair = self._word("s-seat", seat=row["seat"] + 1)
            rows.append((chair if row["bot"] is None else f"{chair}, {row['bot']}", row))
        return rows

    def win_title(self, by: str) -> str:
        return self._word(WINS_BY[by])

    def wins(self, by: str) -> Drawing:
        """Each share with its interval, and the even share as a dashed line."""
        lines = []
        for name, row in self.win_rows(by):
            ends = f"{number(100 * row['low'], self.lang, 1)}–{number(100 * row['high'], self.lang, 1)}"
            figure = f"{percent(row['rate'], self.lang, 1)} ({ends})"
            lines.append(Line(name, row["rate"], row["low"], row["high"], figure))
        most = max(line.high for line in lines)
        return chart(self.win_title(by), lines, 0, most, self.found.even(), bars=True)

    # ------------------------------------------------------------------ how long it took

    def lengths(self) -> Drawing:
        """Histogram of turns, with round column widths; unfinished games have their own column."""
        counts = self.found.counts
        made = []
        if counts.finished:
            games, reached = counts.ended, _nearly_all(counts.ended)
            width = next((one for one in WIDTHS if one * BINS >= reached), -(-reached // BINS))
            made = self._columns(np.add.reduceat(games, range(0, len(games), width)), width)
        if counts.unfinished:
            given_up = self._word("s-given-up-column")
            made.append(Column(given_up, counts.unfinished, number(counts.unfinished, self.lang), apart=True))
        return columns(self._word("s-length-title"), made, self._word("s-turns"), self.lang)

    def bankruptcies(self) -> Drawing:
        """Bankruptcies by round."""
        counts = np.array([row["bankruptcies"] for row in self.found.bankruptcies()], np.int64)
        made = self._columns(counts, state.ROUNDS_A_BIN) if len(counts) else []
        return columns(self._word("s-bankruptcies"), made, self._word("s-rounds"), self.lang)

    def _columns(self, counts: Array, width: int) -> list[Column]:
        """One column per count, labelled with its start; the last one collects the remaining counts."""

        def written(count: int) -> str:
            return number(count, self.lang)

        last = _nearly_all(counts) - 1
        made = [Column(written(k * width), int(counts[k]), written(int(counts[k]))) for k in range(last)]
        rest = int(counts[last:].sum())
        label = written(last * width)
        return [*made, Column(f"≥\u00a0{label}" if len(counts) > last + 1 else label, rest, written(rest))]

    # ------------------------------------------------------------------ what paid

    def levels(self) -> list[str]:
        """The development levels of a lot, in words."""
        buildings = self.found.edition.buildings
        names = [self._word("s-level-bare"), self._word("s-level-group")]
        names += [f"{count} {buildings.small.name(self.lang, count)}" for count in range(1, 5)]
        return [*names, buildings.large.name(self.lang)]

    def return_rows(self) -> list[tuple[Group, tuple[float | None, ...]]]:
        """Each colour group and its return at each level, over all its deeds; None without enough data."""
        deeds = {row["square"]: row for row in self.found.deeds()}
        found = []
        for group in self.found.edition.groups:
            rows = [row for square in group.squares for row in deeds[square]["returns"]]
            values: list[float | None] = []
            for level in LOT_LEVELS:
                here = [row for row in rows if row["level"] == level]
                cost = sum(row["throws"] * row["cost"] for row in here)
                enough = sum(row["rents"] for row in here) >= FEW_RENTS
                values.append(100 * sum(row["due"] for row in here) / cost if enough else None)
            found.append((group, tuple(values)))
        return found

    def returns(self) -> Drawing:
        """A curve for each group of which enough is known."""
        given = [
            Curve(group.printed_colour[self.lang], group.hex, values)
            for group, values in self.return_rows()
            if any(value is not None for value in values)
        ]
        return curves(self._word("s-returns"), self.levels(), given, self._word("s-standing"), self.lang)

    # ------------------------------------------------------------------ the board

    def board(self) -> str:
        """How often each square was visited."""
        found = self.found
        note = self._word("s-board-note", throws=number(int(found.of("throws")), self.lang))
        shares = [row["share"] for row in found.squares()]
        return heat_map(found.edition, shares, found.in_jail()["share"], self.lang, note)

    def _word(self, key: str, **parts: object) -> str:
        return word(key, self.lang, **parts)


DRAWINGS: Mapping[str, Callable[[Pictures], Drawing]] = {
    "wins": lambda made: made.wins("seats"),
    "bots": lambda made: made.wins("bots"),
    "order": lambda made: made.wins("order"),
    "lengths": Pictures.lengths,
    "bankruptcies": Pictures.bankruptcies,
    "returns": Pictures.returns,
}


def _nearly_all(counts: Array) -> int:
    """How many bins from the first on contain nearly all counts."""
    return int(np.searchsorted(np.cumsum(counts), MOST_OF_ALL * counts.sum())) + 1
