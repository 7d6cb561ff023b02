"""The result of a simulation: a summary, polars data frames, and CSV or Parquet files."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from freehold.arena import one_game
from freehold.arena.accumulators import Counts
from freehold.arena.chunks import Plan
from freehold.arena.comparison import Difference, compared
from freehold.arena.findings import Findings
from freehold.arena.games_table import GamesTable
from freehold.arena.pictures import Pictures
from freehold.arena.summaries import SimulationSummary, stopped_by
from freehold.extras import need
from freehold.game import Game
from freehold.i18n import keys, text
from freehold.picture.notebook import Picture, html_table, svg_bars
from freehold.players.bot_file import BotError

if TYPE_CHECKING:
    import polars


def column_meanings(lang: str = "en") -> dict[str, str]:
    """What each column of each data frame says, in English or French: `games.turns`, `deeds.rent` …"""
    return {column: text("columns", column, lang) for column in keys("columns")}


@dataclass(frozen=True)
class Result:
    """The games played. The same plan gives the same summary; only `seconds` varies."""

    plan: Plan
    counts: Counts
    digest: str  # hash of all final positions, in game order
    seconds: float
    extra: tuple[object, ...] = ()  # results of the given accumulators, in order
    table: GamesTable | None = None  # a row for each game, if asked for
    broken: BotError | None = None  # the bot that could not be started any more

    @property
    def games(self) -> int:
        return self.counts.games

    @property
    def complete(self) -> bool:
        return self.games == self.plan.games

    def game(self, number: int) -> Game:
        """A game of this simulation, to look at and replay: see `Game.of`."""
        return one_game.played(self.plan, one_game.numbered(number))

    def findings(self, lang: str = "en") -> Findings:
        return Findings(self.counts, lang)

    def summary(self, lang: str = "en") -> SimulationSummary:
        """The whole result as plain values; `lang` is the language of the names."""
        found, plan = self.findings(lang), self.plan
        return {
            "games": self.games,
            "finished": self.counts.finished,
            "unfinished": self.counts.unfinished,
            "shared": self.counts.shared,
            "complete": self.complete,
            "stopped_by": stopped_by(self.broken, lang),
            "digest": self.digest,
            "settings": {
                "edition": plan.setting.edition,
                "variant": plan.setting.variant,
                "options": dict(plan.setting.options),
                "bots": [str(bot) for bot in plan.bots],
                "players": plan.players,
                "games": plan.games,
                "seed": plan.seed,
                "turns": plan.turns,
                "rotate": plan.rotate,
            },
            "seats": found.seats(),
            "order": found.order(),
            "bots": found.bots(),
            "length": found.length(),
            "endings": found.endings(),
            "per_game": found.events(),
            "squares": found.squares(),
            "in_jail": found.in_jail(),
            "deeds": found.deeds(),
            "groups": found.groups(),
            "bankruptcies": found.bankruptcies(),
            "lost_moves": self.counts.lost.rows(),
        }

    def plot(self, what: str = "wins", lang: str = "en") -> Picture:
        """One of the pictures of the report, as an SVG: `wins` by seat, by `bots` or by the `order` of play, each with
        its interval; the `lengths` of games; when `bankruptcies` came; what groups return (`returns`); and the `board`
        with how often each square was visited.
        """
        return Picture(Pictures(self.findings(lang)).svg(what))

    def compare(self, other: Result) -> list[Difference]:
        """What differs in another simulation: each figure of both, and the difference with its 95 % interval."""
        return compared(self.counts, other.counts, self.table, other.table)

    def merge(self, *others: Result) -> Result:
        """This simulation and others of the same setting and bots, with other seeds, as one. Neither is changed.

        The digest is that of this one alone, and there is no table of games: put the tables of both together.
        """
        total = Counts()
        total.before(replace(self.plan, games=sum(one.plan.games for one in (self, *others))))
        for one in (self, *others):
            if replace(one.plan, games=0, seed=0, backend="") != replace(self.plan, games=0, seed=0, backend=""):
                raise ValueError("Only simulations of the same setting, bots and turns can be merged.")
            total.merge(one.counts)
        if len({one.plan.seed for one in (self, *others)}) <= len(others):
            raise ValueError("Simulations of the same seed are the same games: give each a seed of its own.")
        return Result(total.plan, total, self.digest, sum(one.seconds for one in (self, *others)))

    def _repr_html_(self) -> str:
        """For notebooks: the wins by seat as a chart, the bots, and what the deeds returned."""
        found = self.findings()
        seats = [
            (f"seat {row['seat']} {row['bot'] or ''}", row["rate"], row["low"], row["high"]) for row in found.seats()
        ]
        deeds = ("name", "group", "price", "bought", "auctioned", "rents", "rent_per_game")
        return (
            svg_bars(seats)
            + html_table(found.bots(), f"{self.games:,} games, {self.counts.finished:,} finished")
            + html_table(sorted(found.deeds(), key=lambda row: -row["rent_per_game"])[:10], "The best deeds", deeds)
        )

    def to_json(self, lang: str = "en", indent: int | None = 2) -> str:
        return json.dumps(self.summary(lang), ensure_ascii=False, indent=indent)

    def frames(self, lang: str = "en") -> dict[str, polars.DataFrame]:
        """The rows of the summary as data frames. The returns of the deeds by level are a separate frame, and with
        `per_game` the games are one, too.
        """
        need("sim")
        import polars

        found = self.findings(lang)
        deeds = found.deeds()
        returns = [{"square": row["square"], "name": row["name"], **one} for row in deeds for one in row["returns"]]
        flat = [{key: value for key, value in row.items() if key != "returns"} for row in deeds]
        cell = {"square": None, "name": "in jail", **found.in_jail()}
        rows: dict[str, Sequence[Mapping[str, object]]] = {
            "seats": found.seats(),
            "order": found.order(),
            "bots": found.bots(),
            "squares": [*found.squares(), cell],
            "deeds": flat,
            "returns": returns,
            "groups": found.groups(),
            "lengths": found.lengths(),
            "endings": [{"ending": name, "games": count} for name, count in found.endings().items()],
            "events": [{"event": name, "per_game": mean} for name, mean in found.events().items()],
            "bankruptcies": found.bankruptcies(),
        }
        made = {name: polars.DataFrame(row, infer_schema_length=None) for name, row in rows.items()}
        return made if self.table is None or self.table.files else made | {"games": self.table.frame()}

    def write_csv(self, folder: str | Path, lang: str = "en") -> list[Path]:
        """Write each frame to a file in a folder, which is created if necessary."""
        paths = []
        for name, frame in self.frames(lang).items():
            paths.append(_in(folder, f"{name}.csv"))
            frame.write_csv(paths[-1])
        return paths

    def write_parquet(self, folder: str | Path, lang: str = "en") -> list[Path]:
        paths = []
        for name, frame in self.frames(lang).items():
            paths.append(_in(folder, f"{name}.parquet"))
            frame.write_parquet(paths[-1])
        return paths


def _in(folder: str | Path, name: str) -> Path:
    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    return path / name
