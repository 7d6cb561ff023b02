"""Numbered games of one line-up of bots and one setting: the basis of tournaments and simulations.

The random numbers of a game depend only on the seed and the game's number, so results do not depend on where or in
which order games are played. The kernel's bots run compiled; moguls decide between its calls; games with a user's own
bot run interpreted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np

from freehold.analysis import values
from freehold.bots import ranks
from freehold.editions import Edition, EditionLike, ids, load, name_of
from freehold.engine import compile as kernel
from freehold.engine import edition_tables, records
from freehold.engine.batch import DICE, PLAYER, game_seed, keyed_chances
from freehold.engine.kernel import loops
from freehold.game import Game
from freehold.players import caution, ladder, seating
from freehold.players.mogul import Mogul
from freehold.players.thinkers import entry_points
from freehold.rules import chance, codes, state

Array = np.ndarray[Any, Any]

TURNS = 2000  # the turn limit; longer games count as unfinished
ACTIONS = 1_000_000
CHUNK = 500


@dataclass(frozen=True)
class Setting:
    """Edition, variant and options."""

    edition: str = "classic"  # an id or a file
    variant: str = "classic"
    options: Mapping[str, Any] = field(default_factory=dict)
    own: Edition | None = None  # an edition that was made in a program and has no file

    @classmethod
    def of(cls, edition: EditionLike, variant: str = "classic", options: Mapping[str, Any] | None = None) -> Setting:
        """The setting of an edition in any form in which it can be named."""
        own = edition if isinstance(edition, Edition) and edition is not _shipped(edition.id) else None
        return cls(name_of(edition), variant, dict(options or {}), own)

    @property
    def given(self) -> EditionLike:
        """The edition as `Game.new` takes it."""
        return self.own or self.edition

    def load(self) -> Edition:
        return load(self.given)


def _shipped(id: str) -> Edition | None:
    return load(id) if id in ids() else None


@dataclass(frozen=True)
class Outcomes:
    """The outcome of each game, as arrays in the order of the game numbers."""

    winner: Array  # the seat, or -1 for an unfinished game or a shared victory
    starter: Array  # the seat that threw first
    turns: Array
    finished: Array
    actions: Array
    offers: Array
    trades: Array
    auctions: Array
    shortages: Array


class BotFault(RuntimeError):
    """A bot proposed an illegal action or none at all: a bug in Freehold, reported with the number of the game."""


class BotTable:
    """The kernel records for playing one setting."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.plain_t: Any = edition_tables.build(setting.load(), setting.variant, setting.options)
        self.plain_v: Any = values.build(self.plain_t)
        self.t = records.to_record(self.plain_t, records.TABLES)
        self.v = records.to_record(self.plain_v, records.VALUES)
        self._clear()

    def twin(self) -> BotTable:
        """The same setting with separate working records, for another thread."""
        other = copy(self)
        other._clear()
        return other

    def _clear(self) -> None:
        self.n = np.zeros(1, records.NOTES)
        self.e = np.zeros(1, records.EVENTS)
        self.m = np.zeros(1, records.MOVES)
        self.x = np.zeros(1, records.ACTION)

    def seat(self, bots: Sequence[str]) -> None:
        self.n["careful"] = 1
        self.n["bot"][0] = ranks.BOT_BARON
        for seat, name in enumerate(bots):
            self.n["bot"][0, seat] = ladder.RANKS.get(name, ranks.BOT_PERSON)


def play(setting: Setting, bots: Sequence[str], numbers: Sequence[int], seed: int, *, turns: int = TURNS) -> Outcomes:
    """Play these games. Raises `BotError` for an unknown bot."""
    bots = [seating.known(name) for name in bots]
    told = np.zeros((len(numbers), loops.RESULT_WIDTH), np.int64)
    table = table_of(setting).twin()
    table.seat(bots)
    if all(name in ladder.KERNEL for name in bots):
        _play_compiled(table, told, len(bots), numbers, seed, turns)
    elif all(name in ladder.RANKS for name in bots):
        for k, number in enumerate(numbers):
            _play_with_moguls(table, told[k], bots, number, seed, turns)
    else:
        for k, number in enumerate(numbers):
            _play_at_table(setting, told[k], bots, number, seed, turns)
    return Outcomes(
        winner=told[:, loops.RESULT_WINNER],
        starter=told[:, loops.RESULT_STARTER],
        turns=told[:, loops.RESULT_TURNS],
        finished=told[:, loops.RESULT_FINISHED] != 0,
        actions=told[:, loops.RESULT_ACTIONS],
        offers=told[:, loops.RESULT_OFFERS],
        trades=told[:, loops.RESULT_TRADES],
        auctions=told[:, loops.RESULT_AUCTIONS],
        shortages=told[:, loops.RESULT_SHORTAGES],
    )


def prepare(bots: Sequence[str]) -> None:
    """Compile the entry points that `play` needs for line-ups of these bots."""
    names: list[str] = []
    if any(name in ladder.KERNEL for name in bots):
        names.append("bot_games")
    if any(name in ladder.RANKS and name not in ladder.KERNEL for name in bots):
        names += (*entry_points(bots), *caution.ENTRY_POINTS)
        names += ("clear_notes", "new_game", "play_on", "step_with", "tell_end", "who_acts")
    if names:
        kernel.compiled().prepare(*names)


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


def _play_compiled(table: BotTable, told: Array, players: int, numbers: Sequence[int], seed: int, turns: int) -> None:
    backend = kernel.compiled()
    for start in range(0, len(numbers), CHUNK):
        some = numbers[start : start + CHUNK]
        rows = np.zeros(len(some) * loops.RESULT_WIDTH, np.int64)
        backend.bot_games(
            np.zeros(len(some), records.GAME),
            table.t[0],
            keyed_chances(some, seed, DICE),
            table.e[0],
            table.v[0],
            table.n[0],
            table.m[0],
            keyed_chances(some, seed, PLAYER),
            table.x[0],
            players,
            turns,
            ACTIONS,
            0,
            rows,
        )
        told[start : start + CHUNK] = rows.reshape(-1, loops.RESULT_WIDTH)
    bad = np.nonzero(told[:, loops.RESULT_ACTIONS] < 0)[0]
    if len(bad):
        raise BotFault(f"Game {numbers[bad[0]]} of seed {seed} stopped with fault {-told[bad[0], 0]}.")


def _play_with_moguls(table: BotTable, told: Array, bots: Sequence[str], number: int, seed: int, turns: int) -> None:
    """One game with moguls: the kernel runs until one of them has to decide."""
    backend = kernel.compiled()
    g = np.zeros(1, records.GAME)
    c, r = keyed_chances([number], seed, DICE), keyed_chances([number], seed, PLAYER)
    minds = {
        seat: Mogul(table.t, table.v, own_seed(seed, number, seat))
        for seat, name in enumerate(bots)
        if name not in ladder.KERNEL
    }
    second_look = caution.Caution(table.t, table.v)
    t, n, e = table.t[0], table.n[0], table.e[0]
    backend.clear_notes(n)
    backend.new_game(g[0], t, c[0], e, len(bots), 0)
    told[loops.RESULT_STARTER] = g["turn"][0]
    while True:
        hands = (g[0], t, c[0], e, table.v[0], n, table.m[0], r[0], table.x[0])
        fault = backend.play_on(*hands, turns, ACTIONS, 0, told, 0)
        if fault != codes.DONE:
            raise BotFault(f"Game {number} of seed {seed} stopped with fault {fault}.")
        if g["phase"][0] == codes.PHASE_OVER or g["turns"][0] >= turns or told[loops.RESULT_ACTIONS] >= ACTIONS:
            break
        seat = int(backend.who_acts(g[0], t, n))
        code = let_decide(minds, second_look, backend.step_with, (g[0], t, c[0], e, n), g, table.n, table.x, seat, told)
        if code != codes.DONE:
            raise BotFault(f"Game {number} of seed {seed}: a bot was refused for reason {code}.")
    backend.tell_end(g[0], told, 0)


def let_decide(
    minds: Mapping[int, Mogul],
    second_look: caution.Caution,
    step: Callable[..., int],
    hands: tuple[Any, ...],
    g: Array,
    n: Array,
    chosen: Array,
    seat: int,
    told: Array,
) -> int:
    """A mogul decides and acts, or a bot of the kernel that has `chosen` a deal with one looks at it once more. The
    code of the action. `step` and its first arguments `hands` apply it.
    """
    action = minds[seat].choose(g, n, seat) if seat in minds else second_look.confirm(g, n, seat, chosen)
    return step(*hands, action[0], seat, told, 0)


def own_seed(seed: int, number: int, seat: int) -> int:
    """The seed of a player's own generator, independent of the game's."""
    return ((seed * 1_000_003 + number) * state.PLAYERS + seat) & chance.LOW


def _play_at_table(setting: Setting, told: Array, bots: Sequence[str], number: int, seed: int, turns: int) -> None:
    """One game with `Game` and Python players, with the same dice as the compiled game."""
    game = Game.new(setting.given, len(bots), game_seed(number, seed), setting.variant, setting.options)
    told[loops.RESULT_STARTER] = game.turn
    with seating.seated([(name, own_seed(seed, number, seat)) for seat, name in enumerate(bots)]) as players:
        while not game.over and game.turns < turns:
            seat, action = seating.next_move(game, players)
            before = game.phase
            game.apply(action, seat)
            _count(told, action["type"], before, game.phase)
    told[loops.RESULT_WINNER] = state.NOBODY if game.winner is None else game.winner
    told[loops.RESULT_TURNS] = game.turns
    told[loops.RESULT_FINISHED] = game.over


def _count(told: Array, kind: str, before: str, after: str) -> None:
    told[loops.RESULT_ACTIONS] += 1
    told[loops.RESULT_THROWS] += kind in ("roll", "throw_again")
    told[loops.RESULT_OFFERS] += kind == "offer"
    told[loops.RESULT_TRADES] += kind == "accept"
    told[loops.RESULT_AUCTIONS] += before != after == "auction"
    told[loops.RESULT_SHORTAGES] += before != after == "contest"
