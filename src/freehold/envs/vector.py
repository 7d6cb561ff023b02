"""`VecEnv`: many games at once, in which learners decide and the kernel's bots have the other seats."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from freehold.analysis import values
from freehold.arena.tables import Setting
from freehold.editions import EditionLike, SetupError
from freehold.engine import edition_tables, records
from freehold.engine.batch import DICE, PLAYER, stream_of
from freehold.envs.at_table import Mask, NotAllowed, Observation, SeatMemory
from freehold.envs.kernel import layout, observe, play
from freehold.envs.memory import OWN, Array, Memory, PlainMemory
from freehold.envs.settings import BACKENDS, TURNS, between, bots_of, one_of, opponents_of, seat_of, terms_of
from freehold.game import Game, position
from freehold.json_types import Json
from freehold.rules import state

if TYPE_CHECKING:
    from gymnasium import spaces


class EnvironmentFault(RuntimeError):
    """The rules refused an action that a mask allowed, or nobody could act: a bug in Freehold."""


class Start(NamedTuple):
    """What `reset` returns."""

    observations: Observation  # environments × numbers
    masks: Mask  # environments × actions: which are allowed


class Step(NamedTuple):
    """What `step` returns."""

    observations: Observation
    masks: Mask
    rewards: npt.NDArray[np.float32]  # of the seat that acted
    ends: npt.NDArray[np.bool_]  # the episode has ended; the observation is the first of the next one


class VecEnv:
    """Many games of one setting in which learners decide; bots of the kernel have the other seats.

    `opponents` are the players to the learner's left in turn: `random`, `novice`, `trader`, `baron`, or `learner` for
    a seat that learns too. One name stands for all. `learner` is the seat of the first learner: a number, or `rotate`
    for another one in each game, or `all` if every seat learns.

    `trades`: how offers are made (`candidates`, `builder`, `both`, `none`); `offers` limits them per turn. `bids`:
    `limit` (a bid is a limit up to which the environment bids) or `steps`. `skip`: `nothing`, `forced` (decisions with
    one allowed action) or `routine` (also free actions outside the end of a turn, jail, debts and unpaid purchases, so
    that most throws come by themselves). `shaping` adds this much of the change of each seat's evaluation to its
    reward. An episode is cut off after a number of `turns`.

    The arrays returned are overwritten by the next step. On a GPU they are arrays of that device.
    """

    def __init__(
        self,
        edition: EditionLike = "classic",
        players: int = 4,
        opponents: str | Sequence[str] = "baron",
        num_envs: int = 1,
        seed: int = 0,
        backend: str = "cpu",
        *,
        trades: str = "both",
        bids: str = "limit",
        learner: str | int = "rotate",
        variant: str = "classic",
        options: Mapping[str, Any] | None = None,
        skip: str = "routine",
        offers: int = 3,
        turns: int = TURNS,
        shaping: float = 0.0,
        autoreset: bool = True,
        threads: int = 1,
    ) -> None:
        self.setting = Setting.of(edition, variant, options)
        loaded = self.setting.load()
        between("players", players, loaded.players.min, loaded.players.max)
        between("num_envs", num_envs, 1, 1 << 24)
        between("turns", turns, 1, 1_000_000)
        between("threads", threads, 1, 1024)
        self.players, self.num_envs, self.backend = players, num_envs, one_of("backend", backend, BACKENDS)
        self.num_actions, self.observation_size = layout.SPACE, layout.observation_size(players)
        self.opponents = opponents_of(opponents, players, learner)
        self.seed = between("seed", seed, 0, (1 << 64) - 1)
        self._begun = False
        self._terms: Any = terms_of(trades, bids, skip, offers)
        u: Any = self._terms
        u.first = seat_of(learner, players)
        u.bots[:players] = bots_of(self.opponents)
        u.players, u.many, u.turns, u.again = players, num_envs, turns, int(autoreset)
        u.shaping = round(shaping * 1000)
        self._plain_t: Any = edition_tables.build(loaded, variant, self.setting.options)
        self._plain_v: Any = values.build(self._plain_t)
        self._memory = self._allocated(threads)
        self._no_choices = self._memory.choices(np.zeros(num_envs, np.int64), num_envs)
        self._views()

    def _allocated(self, threads: int) -> Any:
        if self.backend == "python":
            return PlainMemory(self.num_envs, self.players, self._plain_t, self._plain_v, self._terms)
        t = records.to_record(self._plain_t, records.TABLES)
        v = records.to_record(self._plain_v, records.VALUES)
        u = records.to_record(self._terms, records.TERMS)
        if self.backend == "cpu":
            return Memory(self.num_envs, self.players, t, v, u, threads)
        from freehold.envs.gpu import DeviceMemory

        return DeviceMemory(self.num_envs, self.players, t, v, u)

    def _views(self) -> None:
        """The arrays that a program sees, by environment. `seat_rewards` has those of seats that did not act, too."""
        memory, out, count = self._memory, self._memory.out, self.num_envs
        self.observations: Observation = out.obs.reshape(count, self.observation_size)
        self.final_observations: Observation = out.final.reshape(count, self.observation_size)
        self.masks: Mask = memory.as_bool(out.masks.reshape(count, layout.SPACE))
        self.rewards, self.ends = out.rewards, memory.as_bool(out.ends)
        self.seat_rewards = out.gains.reshape(count, self.players)

    @property
    def single_observation_space(self) -> spaces.Box:
        """The space of one environment's observations, for Gymnasium (extra `rl`)."""
        from freehold.envs.spaces import observation_space

        return observation_space(self.players)

    @property
    def single_action_space(self) -> spaces.Discrete:
        """The space of one environment's actions, for Gymnasium (extra `rl`)."""
        from freehold.envs.spaces import action_space

        return action_space()

    # ------------------------------------------------------------------ playing

    def reset(self, seed: int | None = None) -> Start:
        """Begin a new episode everywhere. With a seed, or for the first time, it is the first one of that seed."""
        how = play.NEXT if self._begun and seed is None else play.RESTART
        self.seed = self.seed if seed is None else between("seed", seed, 0, (1 << 64) - 1)
        self._terms.dice, self._terms.minds = stream_of(self.seed, DICE), stream_of(self.seed, PLAYER)
        self._memory.share(self._terms)
        self._check(self._memory.advance(how, self._no_choices, 0, self.num_envs))
        self._begun = True
        return Start(self.observations, self.masks)

    def step(self, actions: Any) -> Step:
        """One action in each environment. `NotAllowed` if a mask does not allow one; then nothing has changed."""
        if not self._begun:
            raise RuntimeError("Call reset before the first step.")
        choices = self._memory.choices(actions, self.num_envs)
        wrong = self._memory.not_allowed(choices)
        if wrong is not None:
            raise NotAllowed(wrong, int(choices[wrong]))
        self._check(self._memory.advance(play.STEP, choices, 0, self.num_envs))
        return Step(self.observations, self.masks, self.rewards, self.ends)

    def step_some(self, which: Sequence[int] | npt.NDArray[np.integer[Any]], actions: Any) -> None:
        """One action in each of some environments; the others stay as they are. Not on a GPU."""
        choices = self._memory.choices(np.asarray(actions), len(which))
        every = np.zeros(self.num_envs, np.int64)
        for index, action in zip(which, choices.tolist(), strict=True):
            if not 0 <= action < layout.SPACE or not self.masks[index, action]:
                raise NotAllowed(int(index), action)
            every[index] = action
        for index in which:
            self._check(self._memory.advance(play.STEP, every, int(index), int(index) + 1))

    def learners(self) -> Array:
        """The seat of the first learner in each environment. Not on a GPU."""
        found: Array = self._memory.learners()
        return found

    def _check(self, faults: int) -> None:
        if faults:
            codes = self.report[:, layout.REPORT_FAULT]
            index = int(np.nonzero(codes)[0][0])
            number = int(self._memory.read(index)["envs"]["number"][0])
            raise EnvironmentFault(f"Game {number} of seed {self.seed} stopped with fault {codes[index]}.")

    @property
    def report(self) -> Array:
        """A row for each environment, with the columns `REPORT_...` of `layout.py`; a copy where they are on a GPU."""
        report: Array = self._memory.reported().reshape(self.num_envs, layout.REPORT_WIDTH)
        return report

    @property
    def truncated(self) -> Array:
        """Which of them were cut off by the turn limit."""
        truncated: Array = self.report[:, layout.REPORT_ENDED] == layout.ENDED_TRUNCATED
        return truncated

    @property
    def seats(self) -> Array:
        """The seat that has to decide in each environment; -1 after the end of an episode that stays ended."""
        return self.report[:, layout.REPORT_SEAT]

    @property
    def winners(self) -> Array:
        """The winner of the episode that ended in the last step, or -1."""
        return np.where(self.report[:, layout.REPORT_ENDED] != 0, self.report[:, layout.REPORT_WINNER], state.NOBODY)

    def observed(self, index: int, seat: int) -> Array:
        """What any seat sees in an environment, also while another one has to decide."""
        found = self._memory.read(index)
        row = np.zeros(self.observation_size, np.float32)
        obs: Any = row  # an array is not a sequence to the type checker
        g, n, env = (_plain(found[name][0], OWN[name][2]) for name in ("games", "notes", "envs"))
        if seat != env.asked:
            env.step = env.listed = 0  # what another seat is putting together is not shown
        observe.observe(g, self._plain_t, self._plain_v, n, env, seat, obs, 0)
        observe.observe_facts(self._plain_t, self._plain_v, obs, layout.observation_moving(self.players))
        return row

    def bankrupt(self, index: int) -> Array:
        """Which seats are out of the game in an environment."""
        out: Array = self._memory.bankrupt(index)[: self.players] != 0
        return out

    # ------------------------------------------------------------------ positions

    def game(self, index: int) -> Game:
        """The game of an environment as a `Game` of its own, without its log."""
        saved = self.save(index)
        del saved["environment"]
        return Game.load(saved, self.setting.given)

    def memory(self, index: int) -> SeatMemory:
        """What it knows beside the position: `encode(env.game(i), seat, env.memory(i))` is what it shows."""
        found = self._memory.read(between("index", index, 0, self.num_envs - 1))
        return SeatMemory.of(self._terms, found["envs"][0], found["notes"][0])

    def save(self, index: int) -> Json:
        """The position of an environment, complete and JSON-able: `load` of it continues identically."""
        found = self._memory.read(between("index", index, 0, self.num_envs - 1))
        g = _plain(found["games"][0], records.Game)
        c = found["chances"][0]
        names = [f"Player {seat + 1}" for seat in range(self.players)]
        rest = {name: b64encode(_bytes(found[name])).decode() for name in ("notes", "rs", "envs")}
        return {
            "edition": self.setting.edition,
            "variant": self.setting.variant,
            "options": dict(self.setting.options),
            **position.write(g, self._plain_t, self.setting.load(), names, hidden=True),
            "chance": {name: int(c[name]) for name in ("drawn", "dealt")} | {"key": [int(c["key0"]), int(c["key1"])]},
            "environment": rest,
        }

    def load(self, index: int, position: Mapping[str, Any], seat: int | None = None) -> Start:
        """Put a position into an environment: one that was saved, or any that `Game.load` takes.

        In the latter case `seat` is the learner's; without it, the learner keeps its seat.
        """
        found = self._memory.read(between("index", index, 0, self.num_envs - 1))
        kept = position.get("environment")
        game = Game.load({key: value for key, value in position.items() if key != "environment"}, self.setting.given)
        g = game.record()
        if g.players != self.players:
            raise SetupError("environment-players", {"players": self.players, "given": g.players})
        found["games"] = records.to_record(g, records.GAME)
        chances = game.position()["chance"]
        found["chances"] = np.zeros(1, records.CHANCE)
        found["chances"]["key0"], found["chances"]["key1"] = chances["key"]
        found["chances"]["drawn"], found["chances"]["dealt"] = chances["drawn"], chances["dealt"]
        if kept is not None:
            for name, text in kept.items():
                found[name] = np.frombuffer(b64decode(text), OWN[name][1]).copy()
        else:
            self._seat(found, seat)
        self._memory.write(index, found)
        self._check(self._memory.advance(play.RESUME, self._no_choices, index, index + 1))
        self._begun = True
        return Start(self.observations, self.masks)

    def _seat(self, found: dict[str, Array], seat: int | None) -> None:
        """The rest of an environment for a position from elsewhere: nothing was refused, and no limit is set."""
        env = np.zeros(1, records.ENVIRONMENT)
        env["number"] = found["envs"]["number"]
        env["seat"] = found["envs"]["seat"] if seat is None else between("seat", seat, 0, self.players - 1)
        env["asked"] = state.NOBODY
        found["envs"] = env
        found["notes"] = np.zeros(1, records.NOTES)
        for slot in range(self.players):
            found["notes"]["bot"][0, (int(env["seat"][0]) + slot) % self.players] = self._terms.bots[slot]

    def close(self) -> None:
        self._memory.close()


def _bytes(record: Array) -> bytes:
    """A record's bytes, with zeros between its fields."""
    clean = np.zeros(1, record.dtype)
    for name in record.dtype.names or ():
        clean[name] = record[name]
    return clean.tobytes()


def _plain(record: Any, kind: Any) -> Any:
    plain = kind()
    plain.copy_from(record)
    return plain
