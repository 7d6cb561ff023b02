"""The tycoon's search: play the choices of a baron to their end many times, compiled, and take the one that wins most.

All choices meet the same futures, and those that fall behind are dropped on the way. The budget is a number of
futures, which makes a decision reproducible, or a time. What is hidden is shuffled anew in every future.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from freehold.bots import ranks
from freehold.engine import compile as kernel
from freehold.engine import records
from freehold.rules import state, words

Array = np.ndarray[Any, Any]

FUTURES = 480  # for one decision, where no time is given
SECONDS = 0.2
BATCH = 12
HORIZON = 60  # rounds after which a future is judged by the wealth of each
OFFERS = 6
ENDLESS = 1_000_000_000
SEARCHED = (words.PHASE_BUY, words.PHASE_ANSWER, words.PHASE_AUCTION, words.PHASE_ROLL, words.PHASE_END)
FIELDS = tuple(name for name, _, _ in state.ACTION)


class Search:
    """One tycoon at one table: records to play futures on, and a count that gives each decision its own futures."""

    def __init__(self, t: Array, v: Array, seed: int, futures: int | None = None, seconds: float = SECONDS) -> None:
        self.backend = kernel.compiled()
        self.t, self.v = t, v
        self.futures, self.seconds = futures, seconds
        self.games = np.zeros(2, records.GAME)
        self.notes = np.zeros(2, records.NOTES)
        self.chances = np.zeros(1, records.CHANCE)
        self.rs = np.zeros(1, records.CHANCE)
        self.chances["key1"] = seed * 4 + 1
        self.rs["key1"] = seed * 4 + 2
        self.e = np.zeros(1, records.EVENTS)
        self.m = np.zeros(1, records.MOVES)
        self.x = np.zeros(1, records.ACTION)
        self.first = 0

    def choose(self, g: Array, n: Array, seat: int) -> Array:
        """The tycoon's action, as an array of one record. The notes are kept up to date."""
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
        """The offers that a baron might make, best first, when it is time to think of one."""
        jailed = g["phase"][0] == words.PHASE_ROLL and g["in_jail"][0, seat]
        if not (g["phase"][0] == words.PHASE_END or jailed) or g["decider"][0] != seat:
            return []
        if not self.backend.time_to_look(g[0], n[0], seat):
            return []
        found: list[Array] = []
        gain = ENDLESS
        while len(found) < OFFERS:
            gain = self.backend.find_offer(g[0], self.t[0], self.v[0], n[0], self.x[0], seat, gain, ranks.BOT_BARON)
            if gain <= 0:
                break
            found.append(self.x.copy())
        return found

    def _others(self, g: Array, seat: int, plain: Array) -> list[Array]:
        """What else might be done in this phase."""
        phase, backend = int(g["phase"][0]), self.backend
        if phase not in SEARCHED or g["decider"][0] != seat:
            return []
        if phase == words.PHASE_BUY:
            return [_action(words.DO_BUY), _action(words.DO_DECLINE)] if plain["kind"][0] == words.DO_BUY else []
        if phase == words.PHASE_ANSWER:
            can = backend.may_accept(g[0], self.t[0], seat) == words.DONE
            return [_action(words.DO_ACCEPT), _action(words.DO_REJECT)] if can else []
        if phase == words.PHASE_AUCTION:
            low = int(backend.lowest_bid(g[0]))
            can = backend.may_bid(g[0], self.t[0], seat, low) == words.DONE
            return [_action(words.DO_PASS), _action(words.DO_BID, a=low, b=state.NOBODY)] if can else []
        if plain["kind"][0] in (words.DO_BUILD, words.DO_MORTGAGE, words.DO_REDEEM) and phase == words.PHASE_END:
            return [_action(words.DO_END_TURN)]
        if phase == words.PHASE_ROLL and g["in_jail"][0, seat] and plain["kind"][0] != words.DO_BUILD:
            ways = [_action(words.DO_ROLL)] if backend.may_roll(g[0], self.t[0], seat) == words.DONE else []
            if backend.may_pay_fine(g[0], self.t[0], seat) == words.DONE:
                ways.append(_action(words.DO_PAY_FINE))
            return ways
        return []

    def _best(self, g: Array, seat: int, found: list[Array]) -> Array:
        """Futures in batches; after each, whatever is clearly behind is dropped."""
        self.games[0] = g[0]
        turns = HORIZON * int(g["alive"][0])
        score = np.zeros(len(found))
        alive = list(range(len(found)))
        played, spent = 0, 0
        until = time.perf_counter() + self.seconds
        while len(alive) > 1 and self._goes_on(spent, until):
            for k in alive:
                score[k] += self.backend.look_ahead(
                    self.games,
                    self.t[0],
                    self.chances,
                    self.e[0],
                    self.v[0],
                    self.notes,
                    self.m[0],
                    self.rs,
                    self.x[0],
                    found[k][0],
                    seat,
                    self.first + played,
                    BATCH,
                    turns,
                )
            played += BATCH
            spent += BATCH * len(alive)
            lead = max(score[k] for k in alive)
            # two standard errors of a difference of shares, each with at most half a win of spread
            slack = 1000 * np.sqrt(played) * 1.0
            alive = [k for k in alive if score[k] >= lead - slack]
        self.first += played
        return found[max(alive, key=lambda k: (score[k], -k))]

    def _goes_on(self, spent: int, until: float) -> bool:
        return spent < self.futures if self.futures is not None else time.perf_counter() < until


def _action(kind: int, **fields: int) -> Array:
    made = np.zeros(1, records.ACTION)
    made["kind"] = kind
    for name, value in fields.items():
        made[name] = value
    return made


def _same(one: Array, other: Array) -> bool:
    return all(one[name][0] == other[name][0] for name in FIELDS)
