"""Positions of many games in many settings, as the arrays that the network learns from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from freehold.arena.tables import BotTable, Setting, table_of
from freehold.editions import ids, load
from freehold.engine import compile as kernel
from freehold.engine import records
from freehold.engine.batch import DICE, PLAYER, keyed_chances
from freehold.layouts import network_shape as shape
from freehold.learn.lineups import Lineup
from freehold.players.mogul import study_of
from freehold.rules.state import GROUPS, PLAYERS

Array = np.ndarray[Any, Any]

CHUNK = 50  # games of one setting and one number of players
TURNS = 700  # a game that is still open then teaches nothing
PER_GAME = 6  # positions of a game: few, or the network learns the games by heart
PER_OWN_GAME = 16  # of a game with moguls, which takes a hundred times as long
TIME_LIMITS = (60, 120, 200)


@dataclass(frozen=True)
class Positions:
    """What the network sees of each position, and which seat won its game."""

    groups: Array  # position, seat, group, input
    seats: Array  # position, seat, input
    facts: Array  # position, input
    alive: Array  # position, seat
    winner: Array
    lineups: Array  # position, seat: who plays

    def __len__(self) -> int:
        return len(self.winner)


@dataclass(frozen=True)
class Job:
    """Games of one setting with their line-ups, to be sampled by one thread."""

    setting: Setting
    players: int
    seed: int
    lineups: Array
    noise: bool
    per_game: int = PER_GAME


def join(parts: Iterable[Positions]) -> Positions:
    found = list(parts)
    return Positions(*(np.concatenate([getattr(part, field.name) for part in found]) for field in fields(Positions)))


def settings() -> list[Setting]:
    """Every edition with every variant; timed games with one of several limits."""
    found = []
    for edition in ids():
        for variant in load(edition).variants:
            limits = TIME_LIMITS if variant == "timed" else (0,)
            found += [Setting(edition, variant, {"time_limit": limit} if limit else {}) for limit in limits]
    return found


def jobs(
    games: int, seed: int, lineup: Lineup, noise: float = 0, per_game: int = PER_GAME, without: Sequence[str] = ()
) -> list[Job]:
    """Games of line-ups; this share of the jobs with noise. `without` leaves editions out."""
    rng = np.random.default_rng(seed)
    choices = [setting for setting in settings() if setting.edition not in without]
    found = []
    for number in range(-(-games // CHUNK)):
        setting = choices[rng.integers(len(choices))]
        most = load(setting.edition).players.max
        players = 4 if rng.random() < 0.5 else int(rng.integers(2, most + 1))
        lineups = np.array([lineup(rng, players) for _ in range(min(CHUNK, games - number * CHUNK))], np.int8)
        noisy = bool(rng.random() < noise)
        found.append(Job(setting, players, seed * 1_000_000 + number, lineups, noisy, per_game))
    return found


def sample(work: Sequence[Job], weights: Array, threads: int) -> list[tuple[Job, Positions, Array]]:
    """Play the jobs in threads: positions, and the game records that they were read from."""
    kernel.compiled().prepare("sample_games", "encode_positions")
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(lambda job: _sample(job, weights), work))


def _sample(job: Job, weights: Array) -> tuple[Job, Positions, Array]:
    backend, table = kernel.compiled(), table_of(job.setting)
    study = study_of(table.t, table.v)
    study["notes"]["careful"] = 1
    games, room = len(job.lineups), len(job.lineups) * job.per_game
    store, told = np.zeros(room, records.GAME), np.zeros(2 * room, np.int64)
    plan = np.array([(job.players, TURNS, job.per_game, job.noise)], records.SAMPLING)
    c, r = (keyed_chances(range(games), job.seed, kind) for kind in (DICE, PLAYER))
    kept = backend.sample_games(study[0], weights[0], plan[0], c, r, job.lineups.reshape(-1), store, told)
    store, rows = store[:kept], told[: 2 * kept].reshape(-1, 2)
    return job, encode(store, table, rows[:, 0], job.lineups[rows[:, 1]]), store


def encode(store: Array, table: BotTable, winner: Array, lineups: Array) -> Positions:
    """The network's inputs of these game records."""
    count = len(store)
    groups = np.zeros((count, PLAYERS, GROUPS, shape.GROUP_INPUTS), np.int16)
    seats = np.zeros((count, PLAYERS, shape.SEAT_INPUTS), np.int16)
    facts = np.zeros((count, shape.GLOBAL_INPUTS), np.int16)
    rows = (groups.reshape(-1), seats.reshape(-1), facts.reshape(-1))
    seated = np.ascontiguousarray(lineups, np.int8)
    kernel.compiled().encode_positions(study_of(table.t, table.v)[0], store, seated.reshape(-1), *rows)
    alive = (store["out"] == 0) & (np.arange(PLAYERS) < store["players"][:, None])
    return Positions(groups, seats, facts, alive, winner.astype(np.int8), seated)
