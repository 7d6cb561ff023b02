"""Tournaments: line-ups, seatings and dice of all matches, and playing them.

`bot_games.py` plays one table, `standings.py` evaluates the outcomes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, pairwise, permutations
from typing import Protocol

import numpy as np

from freehold.arena.bot_games import Outcomes
from freehold.arena.pool import run_unordered
from freehold.arena.summaries import Ended, stopped_by
from freehold.arena.tables import Setting
from freehold.players import game_players
from freehold.players.bot_file import BotError
from freehold.players.bot_objects import check_workers, is_own
from freehold.players.ladder import KERNEL
from freehold.players.lost_moves import LostMoves

LADDER = ("random", "novice", "trader", "baron", "mogul")  # from weakest to strongest
FORMATS = ("table", "round-robin", "ladder")
ROUNDS = 500
CHUNKS, LARGEST_CHUNK = 64, 256  # parts per match, and game numbers per part at most
EVENTS = ("trades", "offers", "auctions", "shortages")


class Play(Protocol):
    """The signature of `bot_games.play`, so that tests can replace it."""

    def __call__(
        self, setting: Setting, bots: Sequence[str], numbers: range, seed: int, *, turns: int, net_worth: bool = ...
    ) -> Outcomes: ...


def line_ups(form: str, bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """The line-ups: all bots at one table, each alone against a table of each other bot, or against the bot
    below it.
    """
    if form == "table":
        return [tuple(bots) if len(bots) > 1 else tuple(bots) * players]
    if form == "ladder":
        pairs = [(higher, lower) for lower, higher in pairwise(bots)]
    elif players > 2:
        pairs = list(permutations(bots, 2))
    else:  # for two players the pairing is symmetric
        pairs = list(combinations(bots, 2))
    return [(one, *[other] * (players - 1)) for one, other in pairs]


@dataclass(frozen=True)
class Match:
    """Bots that share a table in one edition, in a fixed circular order; only the first seat changes."""

    setting: Setting
    bots: tuple[str, ...]

    def seatings(self) -> list[tuple[str, ...]]:
        """All rotations of the circle, without those that repeat because equal bots change seats."""
        turned = (self.bots[-k:] + self.bots[:-k] for k in range(len(self.bots)))
        return list(dict.fromkeys(turned))

    def numbers(self, games: int) -> int:
        """How many game numbers are needed for at least this many games, if each is played in every seating."""
        return -(-games // len(self.seatings()))

    def games(self, games: int) -> int:
        return self.numbers(games) * len(self.seatings())


@dataclass(frozen=True)
class TournamentPlan:
    """A whole tournament. All matches use the same game numbers, and so the same dice."""

    form: str
    bots: tuple[str, ...]
    players: int
    settings: tuple[Setting, ...]
    games: int  # per match, at least
    seed: int
    rounds: int = ROUNDS
    net_worth: bool = False  # an unfinished game is won by the richest player

    def matches(self) -> list[Match]:
        """All matches, grouped by edition."""
        together = line_ups(self.form, self.bots, self.players)
        return [Match(setting, bots) for setting in self.settings for bots in together]

    def names(self) -> list[str]:
        """Each bot once, in the given order."""
        return list(dict.fromkeys(self.bots))

    def compiled_bots(self) -> list[str]:
        """The bots of the matches that are played compiled: a match with a bot of the user's own is interpreted."""
        compiled = (match.bots for match in self.matches() if not any(is_own(name) for name in match.bots))
        return list(dict.fromkeys(name for bots in compiled for name in bots))

    def all_games(self) -> int:
        return sum(match.games(self.games) for match in self.matches())


@dataclass
class Tally:
    """The counts of some games. Tallies can be added in any order."""

    games: int = 0
    unfinished: int = 0
    by_worth: int = 0  # unfinished games that the richest player won
    shared: int = 0  # finished with more than one winner
    wins: Counter[str] = field(default_factory=Counter)
    order: Counter[int] = field(default_factory=Counter)  # wins by who threw first, second …
    turns: Counter[int] = field(default_factory=Counter)  # games by their length
    events: Counter[str] = field(default_factory=Counter)  # trades, offers, auctions, shortages
    lost: LostMoves = field(default_factory=LostMoves)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.unfinished += other.unfinished
        self.by_worth += other.by_worth
        self.lost.add(other.lost)
        self.shared += other.shared
        self.wins.update(other.wins)
        self.order.update(other.order)
        self.turns.update(other.turns)
        self.events.update(other.events)


def tally(outcomes: Outcomes, seated: Sequence[str]) -> Tally:
    """The tally of games in one seating. Only a sole winner within the turn limit counts as a winner, unless unfinished
    games are decided by net worth.
    """
    won = (outcomes.finished | outcomes.by_worth) & (outcomes.winner >= 0)
    winners = outcomes.winner[won]
    order = (winners - outcomes.starter[won]) % len(seated)
    return Tally(
        games=len(outcomes.winner),
        unfinished=int(np.count_nonzero(~outcomes.finished)),
        by_worth=int(np.count_nonzero(won & ~outcomes.finished)),
        shared=int(np.count_nonzero(outcomes.finished & ~won)),
        wins=Counter(seated[seat] for seat in winners.tolist()),
        order=Counter(order.tolist()),
        turns=Counter(outcomes.turns.tolist()),
        events=Counter({name: int(getattr(outcomes, name).sum()) for name in EVENTS}),
        lost=outcomes.lost,
    )


@dataclass(frozen=True)
class Part:
    """Some game numbers of a match in every seating, so that any finished part is fair to all seats."""

    match: int
    first: int
    count: int


def parts(plan: TournamentPlan) -> list[Part]:
    """The work of a tournament in parts that can be played in any order by any worker. The list depends on the plan
    alone; all matches progress side by side, so that an interrupted tournament is balanced.
    """
    cut: list[Part] = []
    for number, match in enumerate(plan.matches()):
        numbers = match.numbers(plan.games)
        size = min(LARGEST_CHUNK, -(-numbers // CHUNKS))
        cut += [Part(number, first, min(size, numbers - first)) for first in range(0, numbers, size)]
    return sorted(cut, key=lambda part: part.first)


def play_part(plan: TournamentPlan, play: Play, part: Part) -> Tally:
    match, done = plan.matches()[part.match], Tally()
    numbers = range(part.first, part.first + part.count)
    for seated in match.seatings():
        turns = plan.rounds * plan.players
        outcomes = play(match.setting, seated, numbers, plan.seed, turns=turns, net_worth=plan.net_worth)
        done.add(tally(outcomes, seated))
    return done


@dataclass(frozen=True)
class Played:
    """A tournament that was played completely, or until it was interrupted."""

    plan: TournamentPlan
    tallies: tuple[Tally, ...]  # one per match of the plan
    complete: bool = True
    broken: BotError | None = None  # the bot that could not be started any more

    @property
    def games(self) -> int:
        return sum(tally.games for tally in self.tallies)

    def as_json(self, lang: str = "en") -> Ended:
        """Whether it was played to its end, and what stopped it unless somebody did."""
        return {"complete": self.complete, "stopped_by": stopped_by(self.broken, lang)}

    def of(self, setting: Setting) -> Played:
        """The part of one edition."""
        matches = self.plan.matches()
        kept = (tally for match, tally in zip(matches, self.tallies, strict=True) if match.setting is setting)
        return replace(self, plan=replace(self.plan, settings=(setting,)), tallies=tuple(kept))


def run(
    plan: TournamentPlan,
    play: Play,
    *,
    workers: int = 1,
    prepare: Callable[[], object] = lambda: None,
    tell: Callable[[int], None] = lambda games: None,
    lang: str = "en",
) -> Played:
    """Play the tournament; `tell` is called with the number of finished games. Ctrl-C stops early and keeps the
    results.

    The user's bots are loaded first: `BotError` if one cannot play. If one cannot be started later, the games that were
    played are kept, and `broken` says which. Then `prepare` compiles the rules, once instead of
    in every worker. The outcome does not depend on the number of workers, because the random numbers of a game come
    from its number and the seed.
    """
    pieces, complete, games = parts(plan), False, 0
    broken: BotError | None = None
    done: list[tuple[int, Tally]] = []
    warned: set[str] = set()
    try:
        game_players.load_all(plan.bots)
        check_workers(plan.bots, workers)
        prepare()
        tell(0)
        threads = all(name in KERNEL for name in plan.bots)  # the compiled kernel releases the GIL
        for piece in run_unordered(partial(play_part, plan, play), pieces, workers, threads=threads):
            done.append(piece)
            piece[1].lost.warn(warned, lang)
            games += piece[1].games
            tell(games)
        complete = True
    except KeyboardInterrupt:
        pass
    except BotError as error:
        if not done:
            raise
        broken = error
    finally:
        game_players.pool.close()
    tallies = tuple(Tally() for _ in plan.matches())
    for number, some in done:
        tallies[pieces[number].match].add(some)
    return Played(plan, tallies, complete, broken)
