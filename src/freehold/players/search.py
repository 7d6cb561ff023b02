"""The tycoon's search: flat Monte Carlo over a baron's choices, with compiled rollouts.

All choices are evaluated on the same futures (common random numbers), and clearly inferior ones are dropped early. The
budget is a number of futures, which makes a decision reproducible, or a time. Hidden information is reshuffled in every
future.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from freehold.bots import ranks
from freehold.engine import compile as kernel
from freehold.engine import records
from freehold.engine.batch import DICE, PLAYER, key_of
from freehold.rules import codes, state

Array = np.ndarray[Any, Any]

FUTURES = 480  # per decision, if no time is given
SECONDS = 0.2
BATCH = 10
HORIZON = 10  # rounds after which a future is evaluated by each seat's strength
OFFERS = 8  # offers evaluated at a time
LOOKS_EVERY = 2  # rounds between searches for an offer; a baron waits until a deed changes hands
FEWEST = 5  # batches before a choice may be dropped
CLEARLY = 2.5  # a choice this many standard errors behind is dropped
BETTER = 1.5  # another choice must be this many standard errors ahead of the baron's
ENDLESS = 1_000_000_000
SEARCHED = (codes.PHASE_BUY, codes.PHASE_ANSWER, codes.PHASE_AUCTION, codes.PHASE_ROLL, codes.PHASE_END)
ENTRY_POINTS = (  # the kernel functions that a search calls
    "bot_action",
    "count_deeds",
    "find_offer",
    "look_ahead",
    "lowest_bid",
    "may_accept",
    "may_bid",
    "may_pay_fine",
    "may_roll",
    "time_to_look",
)
FIELDS = tuple(name for name, _, _ in state.ACTION)


class Search:
    """One tycoon at one table: scratch records for the futures, and a counter that gives each decision its own
    futures.
    """

    def __init__(self, t: Array, v: Array, seed: int, futures: int | None = None, seconds: float = SECONDS) -> None:
        self.backend = kernel.compiled()
        self.t, self.v = t, v
        self.futures, self.seconds = futures, seconds
        self.games = np.zeros(2, records.GAME)
        self.notes = np.zeros(2, records.NOTES)
        self.chances = np.zeros(1, records.CHANCE)
        self.rs = np.zeros(1, records.CHANCE)
        self.chances["key1"] = key_of(seed, DICE)
        self.rs["key1"] = key_of(seed, PLAYER)
        self.e = np.zeros(1, records.EVENTS)
        self.m = np.zeros(1, records.MOVES)
        self.x = np.zeros(1, records.ACTION)
        self.first = 0

    def choose(self, g: Array, n: Array, seat: int) -> Array:
        """The tycoon's action as an array of one record. The notes are updated."""
        offers = self._offers(g, n, seat)
        self.notes[0] = n[0]
        self.notes["bot"][0] = ranks.BOT_BARON
        found = [self._baron(g, seat), *offers]
        found += [other for other in self._others(g, seat, found[0]) if not _same(other, found[0])]
        return found[0] if len(found) == 1 else self._best(g, seat, found)

    def _baron(self, g: Array, seat: int) -> Array:
        self.games[1], self.notes[1] = g[0], self.notes[0]
        b = self.backend
        b.bot_action(self.games[1], self.t[0], self.v[0], self.notes[1], self.m[0], self.rs[0], self.x[0], seat)
        return self.x.copy()

    def _offers(self, g: Array, n: Array, seat: int) -> list[Array]:
        """The offers that a baron might make, best first, when an offer is due."""
        jailed = g["phase"][0] == codes.PHASE_ROLL and g["in_jail"][0, seat]
        if not (g["phase"][0] == codes.PHASE_END or jailed) or g["decider"][0] != seat:
            return []
        self.backend.count_deeds(g[0], n[0])
        if not self.backend.time_to_look(g[0], n[0], seat, LOOKS_EVERY):
            return []
        found: list[Array] = []
        gain = ENDLESS
        while len(found) < OFFERS:
            gain = self.backend.find_offer(g[0], self.t[0], self.v[0], n[0], self.x[0], seat, gain, ranks.BOT_TYCOON)
            if gain <= 0:
                break
            found.append(self.x.copy())
        return found

    def _others(self, g: Array, seat: int, plain: Array) -> list[Array]:
        """The alternatives in this phase."""
        phase, backend = int(g["phase"][0]), self.backend
        if phase not in SEARCHED or g["decider"][0] != seat:
            return []
        if phase == codes.PHASE_BUY:
            return [_action(codes.DO_BUY), _action(codes.DO_DECLINE)] if plain["kind"][0] == codes.DO_BUY else []
        if phase == codes.PHASE_ANSWER:
            can = backend.may_accept(g[0], self.t[0], seat) == codes.DONE
            return [_action(codes.DO_ACCEPT), _action(codes.DO_REJECT)] if can else []
        if phase == codes.PHASE_AUCTION:
            low = int(backend.lowest_bid(g[0]))
            can = backend.may_bid(g[0], self.t[0], seat, low) == codes.DONE
            return [_action(codes.DO_PASS), _action(codes.DO_BID, a=low)] if can else []
        if plain["kind"][0] in (codes.DO_BUILD, codes.DO_MORTGAGE, codes.DO_REDEEM) and phase == codes.PHASE_END:
            return [_action(codes.DO_END_TURN)]
        if phase == codes.PHASE_ROLL and g["in_jail"][0, seat] and plain["kind"][0] != codes.DO_BUILD:
            ways = [_action(codes.DO_ROLL)] if backend.may_roll(g[0], self.t[0], seat) == codes.DONE else []
            if backend.may_pay_fine(g[0], self.t[0], seat) == codes.DONE:
                ways.append(_action(codes.DO_PAY_FINE))
            return ways
        return []

    def _best(self, g: Array, seat: int, found: list[Array]) -> Array:
        """The best choice on common futures: the baron's own, unless another is clearly better.

        Futures are played in batches. After each batch, clearly inferior choices are dropped.
        """
        self.games[0] = g[0]
        turns = HORIZON * int(g["alive"][0])
        batches: list[list[float]] = [[] for _ in found]
        alive = list(range(len(found)))
        played = spent = 0
        until = time.perf_counter() + self.seconds
        while len(alive) > 1 and self._goes_on(spent, until):
            for k in alive:
                batches[k].append(self._futures(found[k], seat, self.first + played, turns))
            played += BATCH
            spent += BATCH * len(alive)
            if len(batches[alive[0]]) >= FEWEST:
                lead = max(alive, key=lambda k: sum(batches[k]))
                alive = [k for k in alive if k == lead or _lead(batches[lead], batches[k]) < CLEARLY]
        self.first += played
        best = max(alive, key=lambda k: sum(batches[k]))
        return found[best if best == 0 or 0 not in alive or _lead(batches[best], batches[0]) >= BETTER else 0]

    def _futures(self, action: Array, seat: int, first: int, turns: int) -> float:
        """A seat's mean share over one batch of futures that begin with an action."""
        hands = (self.games, self.t[0], self.chances, self.e[0], self.v[0], self.notes, self.m[0], self.rs, self.x[0])
        total = self.backend.look_ahead(*hands, action[0], seat, first, BATCH, turns)
        return float(total) / (1000 * BATCH)

    def _goes_on(self, spent: int, until: float) -> bool:
        return spent < self.futures if self.futures is not None else time.perf_counter() < until


def _action(kind: int, **fields: int) -> Array:
    made = np.zeros(1, records.ACTION)
    made["kind"], made["b"] = kind, state.NOBODY
    for name, value in fields.items():
        made[name] = value
    return made


def _lead(one: list[float], other: list[float]) -> float:
    """The lead of one choice over another in standard errors, over the same batches."""
    ahead = np.subtract(one, other)
    if len(ahead) < 2:
        return 0.0  # one batch gives no standard error
    error = ahead.std(ddof=1) / len(ahead) ** 0.5
    return float(ahead.mean() / max(error, 1e-6))


def _same(one: Array, other: Array) -> bool:
    return all(one[name][0] == other[name][0] for name in FIELDS)
