"""A row for each game of a simulation. `COLUMNS` is the list of its columns; `i18n/*/columns.toml` says what they mean.

Parts of a large table can be written to files on the way, so that it never is in memory as a whole.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from freehold.arena.chunks import Chunk, Plan
from freehold.arena.tables import Array
from freehold.engine.kernel import loops
from freehold.extras import need

if TYPE_CHECKING:
    import polars

PART = 1_000_000  # rows of a file
NOBODY = -1  # null in a data frame


def _result(which: int) -> Callable[[Chunk], Array]:
    return lambda chunk: chunk.column(which)


def _first_bankrupt(chunk: Chunk) -> Array:
    first: Array = np.where((out := chunk.records["out"] == 1).any(axis=1), out.argmax(axis=1), NOBODY)
    return first


# Each column: its type, and where it comes from
COLUMNS: dict[str, tuple[type, Callable[[Chunk], Array]]] = {
    "number": (np.int64, lambda chunk: np.array(chunk.numbers)),
    "winner": (np.int8, lambda chunk: np.where(chunk.finished, chunk.winner, NOBODY)),
    "finished": (np.bool_, lambda chunk: chunk.finished != 0),
    "starter": (np.int8, _result(loops.RESULT_STARTER)),
    "turns": (np.int32, _result(loops.RESULT_TURNS)),
    "throws": (np.int32, _result(loops.RESULT_THROWS)),
    "actions": (np.int32, _result(loops.RESULT_ACTIONS)),
    "offers": (np.int32, _result(loops.RESULT_OFFERS)),
    "trades": (np.int32, _result(loops.RESULT_TRADES)),
    "auctions": (np.int32, _result(loops.RESULT_AUCTIONS)),
    "shortages": (np.int32, _result(loops.RESULT_SHORTAGES)),
    "bankruptcies": (np.int8, lambda chunk: (chunk.records["out"] != 0).sum(axis=1)),
    "first_bankrupt": (np.int8, _first_bankrupt),
    "first_bankruptcy": (np.int32, _result(loops.RESULT_FIRST_BANKRUPTCY)),
}
OPTIONAL = ("winner", "first_bankrupt", "first_bankruptcy")  # a game may have none
MORE = ("seed", "bot")  # made for a data frame: the same in all rows, or named by the winner's seat


def column_names() -> tuple[str, ...]:
    """The columns of a data frame, in order."""
    return (MORE[0], *COLUMNS, MORE[1])


class GamesTable:
    """An accumulator that keeps a row for each game. With a `folder` it writes files of a million rows on the way."""

    def __init__(self, folder: str | Path | None = None) -> None:
        self.folder = None if folder is None else Path(folder)
        self.files: list[Path] = []

    def before(self, plan: Plan) -> None:
        self.plan = plan
        self._parts: list[dict[str, Array]] = []
        self._rows = 0

    def add(self, chunk: Chunk) -> None:
        self._parts.append({name: made(chunk).astype(kind) for name, (kind, made) in COLUMNS.items()})
        self._rows += len(chunk)
        if self.folder is not None and self._rows >= PART:
            self._write()

    def part(self) -> GamesTable:
        return GamesTable()

    def merge(self, part: GamesTable) -> None:
        self._parts += part._parts
        self._rows += part._rows
        if self.folder is not None and self._rows >= PART:
            self._write()

    def result(self) -> GamesTable:
        if self.folder is not None and self._rows:
            self._write()
        return self

    def column(self, name: str) -> Array:
        """A column as an array; -1 where a game has no such seat or turn."""
        kind = COLUMNS[name][0]
        return np.concatenate([np.zeros(0, kind), *(part[name] for part in self._parts)])

    def frame(self) -> polars.DataFrame:
        """The table as a data frame of Polars."""
        need("sim")
        import polars

        made: dict[str, Any] = {name: self.column(name) for name in COLUMNS}
        players, winner = self.plan.players, made["winner"]
        turned = made["number"] % players if self.plan.rotate else 0
        bots = np.array([*self.plan.bots, None], object)
        made["bot"] = bots[np.where(winner == NOBODY, players, (winner - turned) % players)].tolist()
        made["seed"] = np.full(len(winner), self.plan.seed, np.uint64)
        frame = polars.DataFrame({name: made[name] for name in column_names()}, schema_overrides={"bot": polars.String})
        known = {name: polars.when(polars.col(name) != NOBODY).then(polars.col(name)) for name in OPTIONAL}
        return frame.with_columns(**known)

    def _write(self) -> None:
        assert self.folder is not None
        self.folder.mkdir(parents=True, exist_ok=True)
        if not self.files:
            for old in self.folder.glob("games-[0-9][0-9][0-9].parquet"):  # of a longer run before this one
                old.unlink()
        self.files.append(self.folder / (f"games-{len(self.files):03}.parquet" if self.files else "games.parquet"))
        self.frame().write_parquet(self.files[-1])
        self._parts, self._rows = [], 0
