"""The figures of a simulation as plain rows: seats, bots, lengths, squares, deeds and their returns.

Shares of wins have confidence intervals. `freehold.reports` displays the rows, `result.py` writes them to files.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from freehold.arena.accumulators import Counts
from freehold.arena.statistics import wilson
from freehold.arena.summaries import (
    BankruptcyRow,
    BotRow,
    DeedRow,
    GroupRow,
    Landings,
    LengthRow,
    Lengths,
    PlaceRow,
    ReturnRow,
    SeatRow,
    Spread,
    SquareRow,
    Wins,
)
from freehold.arena.tables import table_of
from freehold.arrays import Integers
from freehold.editions import Edition
from freehold.rules import state

ENDINGS = ("unfinished", "last-player", "first-bankruptcy", "second-bankruptcy", "time")
PER_GAME = (
    "throws",
    "offers",
    "trades",
    "settlements",
    "auctions",
    "unsold",
    "building_auctions",
    "shortages",
    "bankruptcies",
    "jailings",
)
LOT_LEVELS = ("bare", "group", "1", "2", "3", "4", "hotel")
QUANTILES = (0.1, 0.5, 0.9)


class Findings:
    """The rows of a simulation, with names in one language."""

    def __init__(self, counts: Counts, lang: str = "en") -> None:
        self.counts, self.plan, self.lang = counts, counts.plan, lang
        self.edition: Edition = counts.plan.setting.load()
        self._t = table_of(counts.plan.setting).plain_t
        self._tally = counts.tally[0]

    def of(self, name: str) -> Integers:
        found: Integers = self._tally[name]
        return found

    def per_game(self, count: float) -> float:
        return float(count) / max(1, self.counts.games)

    # ------------------------------------------------------------------ who won

    def seats(self) -> list[SeatRow]:
        """Wins by seat, with its bot unless the line-up rotates."""
        names = [None] * self.plan.players if self.plan.rotate else list(self.plan.bots)
        return [
            {"seat": seat, "bot": bot, **won(self.counts.seats[seat], self.counts.games)}
            for seat, bot in enumerate(names)
        ]

    def order(self) -> list[PlaceRow]:
        """Wins by turn order. `share` refers to games with a single winner, because unfinished games say nothing about
        an advantage; its difference from an even share is the advantage of the position.
        """
        even = 1 / self.plan.players
        rows: list[PlaceRow] = []
        for place in range(self.plan.players):
            wins = self.counts.order[place]
            share = wins / max(1, self.counts.won)
            low, high = wilson(wins, self.counts.won)
            rows.append(
                {
                    "place": place + 1,
                    **won(wins, self.counts.games),
                    "share": share,
                    "share_low": low,
                    "share_high": high,
                    "advantage": share - even,
                }
            )
        return rows

    def even(self) -> float:
        """The share of all games that each seat would win if all seats were equal."""
        return self.counts.won / max(1, self.counts.games) / self.plan.players

    def bots(self) -> list[BotRow]:
        """Wins per seat that a bot had; an even share is one divided by the number of players."""
        rows: list[BotRow] = []
        for bot, seats in Counter(self.plan.bots).items():
            rows.append({"bot": bot, "seats": seats, **won(self.counts.bots[bot], seats * self.counts.games)})
        return rows

    # ------------------------------------------------------------------ how it went

    def length(self) -> Lengths:
        """Lengths of all games, unfinished ones at the turn limit; `ended` is for finished games only."""
        turns, throws = spread(self.counts.turns), spread(self.counts.throws)
        rounds = spread(self.counts.turns, self.plan.players)
        return {"turns": turns, "throws": throws, "rounds": rounds, "ended": spread(self.counts.ended)}

    def lengths(self) -> list[LengthRow]:
        """Histogram of the number of turns."""
        games = self.counts.turns
        return [{"turns": int(k), "games": int(games[k])} for k in np.nonzero(games)[0]]

    def endings(self) -> dict[str, int]:
        return {name: int(count) for name, count in zip(ENDINGS, self.of("endings"), strict=True)}

    def events(self) -> dict[str, float]:
        """The average number of each event per game."""
        whole = {name: self.per_game(self.of(name)[: state.STATIONS].sum()) for name in ("monopolies", "inherited")}
        return whole | {name: self.per_game(float(self.of(name))) for name in PER_GAME}

    def bankruptcies(self) -> list[BankruptcyRow]:
        """Bankruptcies by round, several rounds per row; the last row is open-ended."""
        found = self.of("bankrupt_in")
        last = int(np.nonzero(found)[0].max(initial=-1))
        return [{"round": k * state.ROUNDS_A_BIN, "bankruptcies": int(found[k])} for k in range(last + 1)]

    # ------------------------------------------------------------------ the board

    def squares(self) -> list[SquareRow]:
        """Where throws ended, counted as in `freehold odds`."""
        landed, throws = self.of("landed"), max(1, int(self.of("throws")))
        return [
            {
                "square": square.index,
                "name": square.name[self.lang],
                "landings": int(landed[square.index]),
                "share": float(landed[square.index]) / throws,
            }
            for square in self.edition.squares
        ]

    def in_jail(self) -> Landings:
        landed = int(self.of("landed")[state.SQUARES])
        return {"landings": landed, "share": landed / max(1, int(self.of("throws")))}

    def groups(self) -> list[GroupRow]:
        """How often each group was completed by purchase, auction or trade, and by another's bankruptcy."""
        names = [group.id for group in self.edition.groups]
        names += [""] * (state.STATIONS - len(names)) + ["stations", "utilities"]
        return [
            {"group": name, "completed": int(count), "per_game": self.per_game(count), "inherited": int(more)}
            for name, count, more in zip(names, self.of("monopolies"), self.of("inherited"), strict=True)
            if name
        ]

    def deeds(self) -> list[DeedRow]:
        """Each deed: how it was acquired, and what it earned in cash; payments in deeds are not counted."""
        rows: list[DeedRow] = []
        for square in self.edition.squares:
            k = square.index
            if not square.ownable:
                continue
            sold, rent = int(self.of("sold")[k]), int(self._levels("rent", k).sum())
            rows.append(
                {
                    "square": k,
                    "name": square.name[self.lang],
                    "group": square.group or square.kind,
                    "price": square.price,
                    "bought": int(self.of("bought")[k]),
                    "dealt": int(self.of("dealt")[k]),
                    "auctioned": sold,
                    "auction_price": int(self.of("sold_for")[k]) / sold if sold else None,
                    "rents": int(self._levels("rents", k).sum()),
                    "due": int(self._levels("due", k).sum()),
                    "rent": rent,
                    "rent_per_game": self.per_game(rent),
                    "ruined": int(self.of("ruined")[k]),
                    "buildings": int(self.of("built")[k]),
                    "building_cost": int(self.of("built_for")[k]),
                    "mortgages": int(self.of("mortgages")[k]),
                    "returns": self._returns(k),
                }
            )
        return rows

    def _levels(self, name: str, square: int) -> Integers:
        return self.of(name)[square * state.LEVELS : (square + 1) * state.LEVELS]

    def _returns(self, square: int) -> list[ReturnRow]:
        """One row per rent level of a deed (no buildings, one house, …), if the deed was ever exposed at that level.

        `throws` counts opponents' throws while the deed was owned, unmortgaged and at that level. `cost` is the price
        of the deed and its buildings. `return` is the rent owed per 100 such throws, divided by the cost; `cash_return`
        counts only rent paid in cash, because a bankrupt player pays partly in deeds.
        """
        rows: list[ReturnRow] = []
        lot = self._t.group[square] < state.STATIONS
        names = LOT_LEVELS if lot else tuple(str(k + 1) for k in range(state.GROUP_ROOM))
        for level, level_name in enumerate(names):
            throws = int(self._levels("exposed", square)[level])
            if throws == 0:
                continue
            due, rent = (int(self._levels(name, square)[level]) for name in ("due", "rent"))
            cost = self._t.price[square] + (self._steps(level) * self._t.house_cost[square] if lot else 0)
            rows.append(
                {
                    "level": level_name,
                    "throws": throws,
                    "rents": int(self._levels("rents", square)[level]),
                    "due": due,
                    "rent": rent,
                    "cost": int(cost),
                    "return": 100 * due / throws / cost,
                    "cash_return": 100 * rent / throws / cost,
                }
            )
        return rows

    def _steps(self, level: int) -> int:
        """Buildings paid for at a level: in a short game a hotel follows three houses."""
        steps = max(0, level - 1)
        return int(self._t.hotel_after) + 1 if steps == state.HOTEL else steps


def won(wins: int, games: int) -> Wins:
    low, high = wilson(wins, games)
    return {"wins": wins, "rate": wins / max(1, games), "low": low, "high": high}


def spread(histogram: Integers, unit: int = 1) -> Spread:
    """Mean, quantiles and extremes of a histogram, in units of so many."""
    total = int(histogram.sum())
    if total == 0:
        return {"mean": 0.0, "p10": 0.0, "median": 0.0, "p90": 0.0, "least": 0.0, "most": 0.0}
    values = np.arange(len(histogram))
    reached = np.cumsum(histogram)
    there = np.nonzero(histogram)[0]
    p10, median, p90 = (float(np.searchsorted(reached, share * total)) / unit for share in QUANTILES)
    return {
        "mean": float((values * histogram).sum()) / total / unit,
        "p10": p10,
        "median": median,
        "p90": p90,
        "least": float(there[0]) / unit,
        "most": float(there[-1]) / unit,
    }
