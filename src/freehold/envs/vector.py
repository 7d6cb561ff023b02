"""`VecEnv`: many games at once, in which learners decide and built-in bots have the other seats."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from freehold.analysis import values
from freehold.arena.tables import Setting
from freehold.arrays import Flags, Floats, Integers, Numbers, OnDevice, SmallIntegers
from freehold.editions import EditionLike, SetupError
from freehold.editions.house import house_rules_of
from freehold.engine import edition_tables, records
from freehold.engine.batch import DICE, PLAYER, stream_of
from freehold.envs.at_table import Mask, NotAllowed, Observation, SeatMemory
from freehold.envs.kernel import layout, observe, play
from freehold.envs.memory import OWN, Array, Memory, PlainMemory
from freehold.envs.settings import (
    BACKENDS,
    TURNS,
    between,
    bots_of,
    careful_of,
    check_thinkers,
    one_of,
    opponents_of,
    seat_of,
    terms_of,
)
from freehold.envs.thinkers import Thinkers
from freehold.game import Game, internals, position
from freehold.game.types import Position
from freehold.json_types import Json, Options
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
    rewards: Floats  # of the seat that acted
    ends: Flags  # the episode has ended; the observation is the first of the next one


class SavedEnvironment(Position):
    """What `VecEnv.save` gives: a position, and what the environment knows beside it."""

    environment: dict[str, str]


class VecEnv:
    """Many games of one setting in which learners decide; bots of the kernel have the other seats.

    `opponents` are the players to the learner's left in turn: `random`, `novice`, `trader`, `baron`, `mogul`, or
    `learner` for a seat that learns too. One name stands for all. `learner` is the seat of the first learner: a number,
    or `rotate` for another one in each game, or `all` if every seat learns.

    `trades`: how offers are made (`candidates`, `builder`, `both`, `none`); `offers` limits them per turn. `bids`:
    `limit` (a bid is a limit up to which the environment bids) or `steps`. `skip`: `nothing`, `forced` (decisions with
    one allowed action) or `routine` (also free actions outside the end of a turn, jail, debts and unpaid purchases, so
    that most throws come by themselves). `shaping` adds this much of the change of each seat's evaluation to its
    reward. An episode is cut off after a number of `turns`.

    `careful` opponents deal with a learner as at a table: traders and barons ask the forecast first. That takes time,
    as moguls do, with whom it is the default; neither runs on a GPU.

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
        options: Options | None = None,
        skip: str = "routine",
        offers: int = 3,
        turns: int = TURNS,
        shaping: float = 0.0,
        autoreset: bool = True,
        threads: int = 1,
        careful: bool | None = None,
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
        self.careful = careful_of(careful, self.opponents)
        check_thinkers(self.backend, self.opponents, self.careful)
        self.seed = between("seed", seed, 0, (1 << 64) - 1)
        self._begun = False
        self._terms: Any = terms_of(trades, bids, skip, offers)
        u: Any = self._terms
        u.first = seat_of(learner, players)
        u.bots[:players] = bots_of(self.opponents)
        u.players, u.many, u.turns, u.again = players, num_envs, turns, int(autoreset)
        u.shaping, u.careful = round(shaping * 1000), int(self.careful)
        self._plain_t: Any = edition_tables.build(loaded, variant, self.setting.options)
        self._plain_v: Any = values.build(self._plain_t)
        self._memory = self._allocated(threads)
        self._thinkers = self._minds(threads) if self.careful or "mogul" in self.opponents else None
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

    def _minds(self, threads: int) -> Thinkers:
        t = records.to_record(self._plain_t, records.TABLES)
        return Thinkers(t, records.to_record(self._plain_v, records.VALUES), min(threads, self.num_envs))

    def _views(self) -> None:
        """The arrays that a program sees, by environment. `seat_rewards` has those of seats that did not act, too."""
        memory, out, count = self._memory, self._memory.out, self.num_envs
        self.observations: Observation = out.obs.reshape(count, self.observation_size)
        self.final_observations: Observation = out.final.reshape(count, self.observation_size)
        self.masks: Mask = memory.as_bool(out.masks.reshape(count, layout.SPACE))
        self.rewards: Floats = out.rewards
        self.ends: Flags = memory.as_bool(out.ends)
        self.seat_rewards: Floats = out.gains.reshape(count, self.players)

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
        self._advance(how, self._no_choices, 0, self.num_envs)
        self._begun = True
        return Start(self.observations, self.masks)

    def step(self, actions: Numbers | OnDevice) -> Step:
        """One action in each environment. `NotAllowed` if a mask does not allow one; then nothing has changed."""
        if not self._begun:
            raise RuntimeError("Call reset before the first step.")
        choices = self._memory.choices(actions, self.num_envs)
        wrong = self._memory.not_allowed(choices)
        if wrong is not None:
            raise NotAllowed(wrong, int(choices[wrong]))
        self._advance(play.STEP, choices, 0, self.num_envs)
        return Step(self.observations, self.masks, self.rewards, self.ends)

    def step_some(self, which: Numbers, actions: Numbers) -> None:
        """One action in each of some environments; the others stay as they are. Not on a GPU."""
        choices = self._memory.choices(np.asarray(actions), len(which))
        every = np.zeros(self.num_envs, np.int64)
        for index, action in zip(which, choices.tolist(), strict=True):
            if not 0 <= action < layout.SPACE or not self.masks[index, action]:
                raise NotAllowed(int(index), action)
            every[index] = action
        for index in which:
            self._advance(play.STEP, every, int(index), int(index) + 1)

    def learners(self) -> Integers:
        """The seat of the first learner in each environment. Not on a GPU."""
        found: Integers = self._memory.learners()
        return found

    def _advance(self, how: int, choices: Integers, first: int, last: int) -> None:
        """A step, or the start of an episode, up to the next decision of a learner: others may think in between."""
        self._check(self._memory.advance(how, choices, first, last))
        if self._thinkers is not None:
            while waiting := self._memory.thinking(first, last):
                self._thinkers.answer(self._memory, waiting)
                self._check(self._memory.advance(play.ANSWER, self._no_choices, first, last))

    def _check(self, faults: int) -> None:
        if faults:
            codes = self.report[:, layout.REPORT_FAULT]
            index = int(np.nonzero(codes)[0][0])
            number = int(self._memory.read(index)["envs"]["number"][0])
            raise EnvironmentFault(f"Game {number} of seed {self.seed} stopped with fault {codes[index]}.")

    @property
    def report(self) -> SmallIntegers:
        """A row for each environment, with the columns `REPORT_...` of `layout.py`; a copy where they are on a GPU."""
        report: SmallIntegers = self._memory.reported().reshape(self.num_envs, layout.REPORT_WIDTH)
        return report

    @property
    def truncated(self) -> Flags:
        """Which of them were cut off by the turn limit."""
        truncated: Flags = self.report[:, layout.REPORT_ENDED] == layout.ENDED_TRUNCATED
        return truncated

    @property
    def seats(self) -> SmallIntegers:
        """The seat that has to decide in each environment; -1 after the end of an episode that stays ended."""
        return self.report[:, layout.REPORT_SEAT]

    @property
    def winners(self) -> SmallIntegers:
        """The winner of the episode that ended in the last step, or -1."""
        return np.where(self.report[:, layout.REPORT_ENDED] != 0, self.report[:, layout.REPORT_WINNER], state.NOBODY)

    def observed(self, index: int, seat: int) -> Floats:
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

    def bankrupt(self, index: int) -> Flags:
        """Which seats are out of the game in an environment."""
        out: Flags = self._memory.bankrupt(index)[: self.players] != 0
        return out

    # ------------------------------------------------------------------ positions

    def game(self, index: int) -> Game:
        """The game of an environment as a `Game` of its own, without its log."""
        saved = self.save(index)
        return Game.load({key: value for key, value in saved.items() if key != "environment"}, self.setting.given)

    def memory(self, index: int) -> SeatMemory:
        """What it knows beside the position: `encode(env.game(i), seat, env.memory(i))` is what it shows."""
        found = self._memory.read(between("index", index, 0, self.num_envs - 1))
        return SeatMemory._of(self._terms, found["envs"][0], found["notes"][0])

    def save(self, index: int) -> SavedEnvironment:
        """The position of an environment, complete and JSON-able: `load` of it continues identically."""
        found = self._memory.read(between("index", index, 0, self.num_envs - 1))
        g = _plain(found["games"][0], records.Game)
        c = found["chances"][0]
        names = [f"Player {seat + 1}" for seat in range(self.players)]
        rest = {name: b64encode(_bytes(found[name])).decode() for name in ("notes", "rs", "envs")}
        made: Json = {
            "edition": self.setting.edition,
            "variant": self.setting.variant,
            "options": dict(self.setting.options),
            **position.write(g, self._plain_t, self.setting.load(), names, hidden=True),
            "chance": {name: int(c[name]) for name in ("drawn", "dealt")} | {"key": [int(c["key0"]), int(c["key1"])]},
            "environment": rest,
        }
        return cast(SavedEnvironment, made)

    def load(self, index: int, position: Mapping[str, object], seat: int | None = None) -> Start:
        """Put a position into an environment: one that was saved, or any that `Game.load` takes.

        In the latter case `seat` is the learner's; without it, the learner keeps its seat.
        """
        found = self._memory.read(between("index", index, 0, self.num_envs - 1))
        kept = cast(dict[str, str] | None, position.get("environment"))
        game = Game.load({key: value for key, value in position.items() if key != "environment"}, self.setting.given)
        g = internals.record(game)
        if g.players != self.players:
            raise SetupError("environment-players", {"players": self.players, "given": g.players})
        rules = [[rule.id for rule in house_rules_of(of)] for of in (game.options, self.setting.options)]
        if "options" in position and rules[0] != rules[1]:
            parts = {name: ", ".join(ids) for name, ids in zip(("given", "known"), rules, strict=True) if ids}
            raise SetupError("environment-house-rules", parts)
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
        self._advance(play.RESUME, self._no_choices, index, index + 1)
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
        found["notes"]["careful"] = int(self.careful)
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
