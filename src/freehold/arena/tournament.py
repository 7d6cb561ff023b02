"""Tournaments: which bots meet at which table, in which seats and with which dice, and playing it all.

How one table plays is in `bot_games.py`, what the outcomes say in `standings.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, pairwise, permutations
from typing import Protocol

import numpy as np

from freehold.arena.bot_games import Outcomes, Setting
from freehold.arena.pool import spread
from freehold.engine import compile as kernel

LADDER = ("random", "novice", "trader", "baron", "tycoon")  # each above the one before
FORMATS = ("table", "round-robin", "ladder")
ROUNDS = 500
CHUNKS, LARGEST_CHUNK = 64, 256  # a match is played in so many parts, of so many game numbers at most
EVENTS = ("trades", "offers", "auctions", "shortages")


class Play(Protocol):
    """`lineup.play`, or whatever stands in for it."""

    def __call__(
        self,
        setting: Setting,
        bots: Sequence[str],
        numbers: Sequence[int],
        seed: int,
        *,
        turns: int,
        futures: int | None,
    ) -> Outcomes: ...


def line_ups(form: str, bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Who sits together: all of them at one table, each alone against a table of each other, or of its neighbour."""
    if form == "table":
        return [tuple(bots) if len(bots) > 1 else tuple(bots) * players]
    if form == "ladder":
        pairs = [(higher, lower) for lower, higher in pairwise(bots)]
    elif players > 2:
        pairs = list(permutations(bots, 2))
    else:  # of two, one against the other is the other against the one
        pairs = list(combinations(bots, 2))
    return [(one, *[other] * (players - 1)) for one, other in pairs]


@dataclass(frozen=True)
class Match:
    """Bots that share a table in one edition, in a circle: only who has the first seat changes."""

    setting: Setting
    bots: tuple[str, ...]

    def seatings(self) -> list[tuple[str, ...]]:
        """The circle turned seat by seat. Equal bots that change seats would play the same game again, and do not."""
        turned = (self.bots[-k:] + self.bots[:-k] for k in range(len(self.bots)))
        return list(dict.fromkeys(turned))

    def numbers(self, games: int) -> int:
        """How many game numbers make at least so many games, when each is played in every seating."""
        return -(-games // len(self.seatings()))

    def games(self, games: int) -> int:
        return self.numbers(games) * len(self.seatings())


@dataclass(frozen=True)
class Plan:
    """A whole tournament. The games of all matches have the same numbers, and so the same dice."""

    form: str
    bots: tuple[str, ...]
    players: int
    settings: tuple[Setting, ...]
    games: int  # of each match, at least
    seed: int
    rounds: int = ROUNDS
    futures: int | None = None

    def matches(self) -> list[Match]:
        """Edition by edition."""
        together = line_ups(self.form, self.bots, self.players)
        return [Match(setting, bots) for setting in self.settings for bots in together]

    def names(self) -> list[str]:
        """Each bot once, as they were named."""
        return list(dict.fromkeys(self.bots))

    def all_games(self) -> int:
        return sum(match.games(self.games) for match in self.matches())


@dataclass
class Tally:
    """What came of some games. Tallies add up, in any order."""

    games: int = 0
    unfinished: int = 0
    shared: int = 0  # over, with more than one winner
    wins: Counter[str] = field(default_factory=Counter)
    order: Counter[int] = field(default_factory=Counter)  # wins by who threw first, second …
    turns: Counter[int] = field(default_factory=Counter)  # games by their length
    events: Counter[str] = field(default_factory=Counter)  # trades, offers, auctions, shortages

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.unfinished += other.unfinished
        self.shared += other.shared
        self.wins.update(other.wins)
        self.order.update(other.order)
        self.turns.update(other.turns)
        self.events.update(other.events)


def tally(outcomes: Outcomes, seated: Sequence[str]) -> Tally:
    """The outcomes of games in one seating. Who did not win alone, within the limit, did not win."""
    won = outcomes.finished & (outcomes.winner >= 0)
    winners = outcomes.winner[won]
    order = (winners - outcomes.starter[won]) % len(seated)
    return Tally(
        games=len(outcomes.winner),
        unfinished=int(np.count_nonzero(~outcomes.finished)),
        shared=int(np.count_nonzero(outcomes.finished & ~won)),
        wins=Counter(seated[seat] for seat in winners.tolist()),
        order=Counter(order.tolist()),
        turns=Counter(outcomes.turns.tolist()),
        events=Counter({name: int(getattr(outcomes, name).sum()) for name in EVENTS}),
    )


@dataclass(frozen=True)
class Part:
    """Some game numbers of a match, in every seating: whatever is done of a tournament is fair to all seats."""

    match: int
    first: int
    count: int


def parts(plan: Plan) -> list[Part]:
    """The tournament in pieces, all matches side by side. They depend on the plan alone, never on who plays them."""
    cut: list[Part] = []
    for number, match in enumerate(plan.matches()):
        numbers = match.numbers(plan.games)
        size = min(LARGEST_CHUNK, -(-numbers // CHUNKS))
        cut += [Part(number, first, min(size, numbers - first)) for first in range(0, numbers, size)]
    return sorted(cut, key=lambda part: part.first)


def play_part(plan: Plan, play: Play, part: Part) -> Tally:
    match, done = plan.matches()[part.match], Tally()
    numbers = range(part.first, part.first + part.count)
    for seated in match.seatings():
        turns = plan.rounds * plan.players
        outcomes = play(match.setting, seated, numbers, plan.seed, turns=turns, futures=plan.futures)
        done.add(tally(outcomes, seated))
    return done


@dataclass(frozen=True)
class Played:
    """A tournament that was played, or as much of it as there was time for."""

    plan: Plan
    tallies: tuple[Tally, ...]  # one a match of the plan
    complete: bool = True

    @property
    def games(self) -> int:
        return sum(tally.games for tally in self.tallies)

    def of(self, setting: Setting) -> Played:
        """One edition of it."""
        matches = self.plan.matches()
        kept = (tally for match, tally in zip(matches, self.tallies, strict=True) if match.setting is setting)
        return replace(self, plan=replace(self.plan, settings=(setting,)), tallies=tuple(kept))


def run(
    plan: Plan,
    play: Play,
    *,
    workers: int = 1,
    prepare: Callable[[], object] = kernel.compiled,
    tell: Callable[[int], None] = lambda games: None,
) -> Played:
    """Play it all; `tell` hears how many games are done. Ctrl-C ends it early, with what is done.

    `prepare` comes first: the rules are compiled once, not by every worker. The outcome is the same for any number of
    workers, as the chance of a game comes from its number and the seed.
    """
    pieces, complete, games = parts(plan), False, 0
    done: list[tuple[int, Tally]] = []
    try:
        prepare()
        tell(0)
        for piece in spread(partial(play_part, plan, play), pieces, workers):
            done.append(piece)
            games += piece[1].games
            tell(games)
        complete = True
    except KeyboardInterrupt:
        pass
    tallies = tuple(Tally() for _ in plan.matches())
    for number, some in done:
        tallies[pieces[number].match].add(some)
    return Played(plan, tallies, complete)
