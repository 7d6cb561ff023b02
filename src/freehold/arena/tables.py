"""A setting as the kernel plays it: the records of an edition with its variant and options, and the bots' notes.

The random numbers of a game depend only on the seed and the game's number, so results do not depend on where or in
which order games are played.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np

from freehold.analysis import values
from freehold.bots import ranks
from freehold.editions import Edition, EditionLike, ids, load, name_of
from freehold.editions.house import expanded
from freehold.engine import edition_tables, records
from freehold.json_types import Options
from freehold.players import ladder
from freehold.rules import chance, state

Array = np.ndarray[Any, Any]

TURNS = 2000  # the turn limit; longer games count as unfinished
ACTIONS = 1_000_000


@dataclass(frozen=True)
class Setting:
    """Edition, variant and options."""

    edition: str = "classic"  # an id or a file
    variant: str = "classic"
    options: Options = field(default_factory=dict)
    own: Edition | None = None  # an edition that was made in a program and has no file

    @classmethod
    def of(cls, edition: EditionLike, variant: str = "classic", options: Options | None = None) -> Setting:
        """The setting of an edition in any form in which it can be named."""
        own = edition if isinstance(edition, Edition) and edition is not _shipped(edition.id) else None
        return cls(name_of(edition), variant, expanded(options or {}), own)

    @property
    def given(self) -> EditionLike:
        """The edition as `Game.new` takes it."""
        return self.own or self.edition

    def load(self) -> Edition:
        return load(self.given)


def _shipped(id: str) -> Edition | None:
    return load(id) if id in ids() else None


class BotFault(RuntimeError):
    """A bot proposed an illegal action or none at all: a bug in Freehold, reported with the number of the game."""


class BotTable:
    """The kernel records for playing one setting."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.plain_t: Any = edition_tables.build(setting.load(), setting.variant, setting.options)
        self.plain_v: Any = values.build(self.plain_t)
        self.work = np.zeros(1, records.WORK)
        self._views()
        records.fill_record(self.t, self.plain_t)
        records.fill_record(self.v, self.plain_v)

    def twin(self) -> BotTable:
        """The same setting with separate working records, for another thread."""
        other = copy(self)
        other.work = np.zeros(1, records.WORK)
        other.work["tables"], other.work["values"] = self.t, self.v
        other._views()
        return other

    def _views(self) -> None:
        self.t, self.v, self.n, self.e = (self.work[name] for name in ("tables", "values", "notes", "events"))
        self.x = self.work["action"]

    def working(self, run: Any) -> Any:
        """The records for games that are played like this, as the kernel takes them."""
        records.fill_record(self.work["run"], run)
        return self.work[0]

    def plain_work(self, run: Any) -> Any:
        """The same for interpreted play."""
        made = records.Work()
        made.tables, made.values, made.run = self.plain_t, self.plain_v, run
        made.notes.copy_from(self.n[0])
        return made

    def seat(self, bots: Sequence[str]) -> None:
        self.n["careful"] = 1
        self.n["bot"][0] = ranks.BOT_BARON
        for seat, name in enumerate(bots):
            self.n["bot"][0, seat] = ladder.RANKS.get(name, ranks.BOT_PERSON)


def table_of(setting: Setting) -> BotTable:
    """The table of a setting, cached."""
    own = None if setting.own is None else _Own(setting.own)
    return _table(setting.edition, setting.variant, tuple(sorted(setting.options.items())), own)


@lru_cache(maxsize=32)
def _table(edition: str, variant: str, options: tuple[tuple[str, Any], ...], own: _Own | None) -> BotTable:
    return BotTable(Setting(edition, variant, dict(options), None if own is None else own.edition))


class _Own:
    """An edition as a key: two are the same if all that is in them is."""

    def __init__(self, edition: Edition) -> None:
        self.edition, self._text = edition, msgspec.json.encode(edition)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Own) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)


def own_seed(seed: int, number: int, seat: int) -> int:
    """The seed of a player's own generator, independent of the game's."""
    return ((seed * 1_000_003 + number) * state.PLAYERS + seat) & chance.LOW
