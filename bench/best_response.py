"""A best response to the mogul: a player that is trained against three moguls, and what it wins against them.

The responder is a mogul with a network of its own, which starts from the shipped weights. In each round it plays
against three moguls, and its network is fitted to who won from the positions of all games so far. It knows its
opponents: before it makes an offer, it works out whether the partner would accept and what is the lowest price, and it
looks for another deal after each. In half of the games it tries other candidates than its best up to some turn, and
learns from the positions after that.

  PYTHONPATH=src python bench/best_response.py --games 4000 --rounds 3 --test 1000 --threads 2 --out build/best-response

Needs torch (the extra `learn`). Classic board, seats rotated; a game that is trained on is never measured. The weights
of each round go into a folder.
"""

from __future__ import annotations

import argparse
import os
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from freehold.arena.statistics import wilson
from freehold.arena.tables import ACTIONS, BotTable, Setting, own_seed, table_of
from freehold.bots import ranks
from freehold.engine import compile as kernel
from freehold.engine import records
from freehold.engine.batch import DICE, keyed_chances
from freehold.engine.kernel import loops
from freehold.forecast import weights
from freehold.forecast.kernel.judge import LOOK_EVERY
from freehold.layouts.network_shape import CERTAIN
from freehold.learn import positions
from freehold.learn.positions import Positions
from freehold.players.mogul import Mogul, study_of
from freehold.rules import codes
from freehold.rules.state import PLAYERS

Array = np.ndarray[Any, Any]

ENTRY_POINTS = (
    "weigh",
    "first_choice",
    "who_acts",
    "step_with",
    "clear_notes",
    "new_game",
    "encode_positions",
    "forecast_positions",
)
SEATS = 4
TURNS = 1200
AT_A_TIME = 2 * SEATS  # games of one task
MINUTE = 60.0
KEPT = 16  # positions of a game
TRIED_ONE_IN = 6  # decisions in which another candidate is tried, while any are
TRIED_UNTIL = 30 * SEATS  # turns, at most
TRIED_WITHIN = CERTAIN // 40  # of the best candidate
DEALS = 5  # of one turn
CUTS = (256, 128, 64, 32, 16, 8)  # of a price
HELD_OUT = 10  # one game in so many is not trained on
TEST_SEED = 1_000_000  # added to the seed for games that are measured
EPOCHS = 6
RATE = 2e-4
BATCH = 1024


class Task(NamedTuple):
    """Numbered games of one responder."""

    numbers: range
    seed: int
    own: Array  # the responder's weights
    knows: bool  # whether it asks before it makes an offer
    learning: bool  # whether other candidates are tried and positions kept


class Played(NamedTuple):
    won: int
    unfinished: int
    seconds: float  # of a processor
    store: Array  # positions as game records
    winner: Array
    number: Array


class Responder(Mogul):
    """A mogul with other weights that knows which of its offers a mogul accepts."""

    def __init__(self, table: BotTable, seed: int, own: Array, knows: bool) -> None:
        super().__init__(table.t, table.v, seed, own)
        self.partner = Mogul(table.t, table.v, seed) if knows else None
        self.table = table
        self.rng = np.random.default_rng(seed)
        self.deals, self.turn = 0, -1  # of this turn

    def decide(self, g: Array, n: Array, seat: int, trying: bool) -> tuple[Array, bool]:
        """The action, and whether it is another than the best."""
        if self.partner is not None:
            self.look_again(g, n, seat)
        count = self.weigh(g, n, seat)
        value = self.study["thought"]["value"][0]
        while True:
            pick = int(self.backend.first_choice(self.study["thought"][0], count))
            other = trying and count > 1 and self.rng.integers(TRIED_ONE_IN) == 0
            if other:
                near = np.flatnonzero(value[:count] >= max(0, value[pick] - TRIED_WITHIN))
                pick = int(self.rng.choice(near)) if len(near) else pick
            action = self.study["acts"][0, pick : pick + 1].copy()
            if pick == 0 or self.partner is None or action["kind"][0] != codes.DO_OFFER:
                return action, other
            if self.is_accepted(g, n, seat, action):
                self.deals += 1
                return self.haggled(g, n, seat, action), other
            value[pick] = -1

    def look_again(self, g: Array, n: Array, seat: int) -> None:
        """A mogul looks for one deal in a turn; this one does so again after each."""
        if g["turns"][0] != self.turn:
            self.deals, self.turn = 0, int(g["turns"][0])
        if 0 < self.deals < DEALS:
            n["looked_at"][0, seat] = self.turn - LOOK_EVERY * SEATS

    def is_accepted(self, g: Array, n: Array, seat: int, offer: Array) -> bool:
        """Whether the rules allow an offer and the partner would accept it."""
        assert self.partner is not None
        then, notes, work, other = g.copy(), n.copy(), self.table.twin().working(RUN), int(offer["a"][0])
        told, c = np.zeros(loops.RESULT_WIDTH, np.int64), np.zeros(1, records.CHANCE)
        work["notes"] = notes[0]
        code = self.backend.step_with(then[0], c[0], work, offer[0], seat, told, 0)
        notes[0] = work["notes"]
        return bool(code == codes.DONE and self.partner.choose(then, notes, other)["kind"][0] == codes.DO_ACCEPT)

    def haggled(self, g: Array, n: Array, seat: int, offer: Array) -> Array:
        """The same deal at the lowest price that the partner accepts."""
        for less in CUTS:
            price = int(offer["give_cash"][0]) - int(offer["ask_cash"][0]) - less
            cheaper = offer.copy()
            cheaper["give_cash"], cheaper["ask_cash"] = max(price, 0), max(-price, 0)
            if self.is_accepted(g, n, seat, cheaper):
                offer = cheaper
        return offer


RUN = records.run_of(SEATS, TURNS, ACTIONS)


def play(task: Task) -> Played:
    """The games of a task. Which seat the responder has depends on the number."""
    began, table = time.process_time(), table_of(Setting()).twin()
    table.seat(["mogul"] * SEATS)
    won = unfinished = 0
    store, winner, numbers = [np.zeros(0, records.GAME)], [], []
    for number in task.numbers:
        g, kept = play_game(table, task, number)
        if g["phase"][0] != codes.PHASE_OVER:
            unfinished += 1
            continue
        won += int(g["winner"][0] == number % SEATS)
        store += kept
        winner += [int(g["winner"][0])] * len(kept)
        numbers += [number] * len(kept)
    seconds = time.process_time() - began
    return Played(won, unfinished, seconds, np.concatenate(store), np.array(winner), np.array(numbers))


def play_game(table: BotTable, task: Task, number: int) -> tuple[Array, list[Array]]:
    """One game: its end, and positions before a throw, from the last candidate on that was not the best."""
    backend, seat = kernel.compiled(), number % SEATS
    responder = Responder(table, own_seed(task.seed, number, seat), task.own, task.knows)
    moguls = {k: Mogul(table.t, table.v, own_seed(task.seed, number, k)) for k in range(SEATS) if k != seat}
    rng = np.random.default_rng((task.seed, number))
    until = int(rng.integers(TRIED_UNTIL)) if task.learning and rng.integers(2) else 0
    g, told = np.zeros(1, records.GAME), np.zeros(loops.RESULT_WIDTH, np.int64)
    c, seen = keyed_chances([number], task.seed, DICE), []
    t, n, e = table.t[0], table.n[0], table.e[0]
    backend.clear_notes(n)
    backend.new_game(g[0], t, c[0], e, SEATS, 0)
    while g["phase"][0] != codes.PHASE_OVER and g["turns"][0] < TURNS and told[loops.RESULT_ACTIONS] < ACTIONS:
        if task.learning and g["phase"][0] == codes.PHASE_ROLL and g["claims"][0] == 0 == g["thrown"][0]:
            seen.append(g.copy())
        mover = int(backend.who_acts(g[0], t, n))
        if mover == seat:
            action, other = responder.decide(g, table.n, seat, bool(g["turns"][0] < until))
            if other:
                seen.clear()
        else:
            action = moguls[mover].choose(g, table.n, mover)
        code = backend.step_with(g[0], c[0], table.working(RUN), action[0], mover, told, 0)
        if code != codes.DONE:
            raise RuntimeError(f"game {number}: seat {mover} was refused for reason {code}")
    chosen = rng.permutation(len(seen))[:KEPT]
    return g, [seen[k] for k in sorted(chosen)]


def sum_up(parts: list[Played]) -> Played:
    won, unfinished, seconds = (sum(part[k] for part in parts) for k in range(3))
    store, winner, number = (np.concatenate([part[k] for part in parts]) for k in range(3, 6))
    return Played(won, unfinished, seconds, store.astype(records.GAME), winner, number)  # other processes' lose padding


def run(pool: ProcessPoolExecutor, what: str, games: int, task: Task) -> Played:
    """Play so many games; tells what is known every minute and at the end."""
    began = last = time.perf_counter()
    found: list[Played] = []
    starts = range(0, games, AT_A_TIME)
    for part in pool.map(play, [task._replace(numbers=range(k, min(games, k + AT_A_TIME))) for k in starts]):
        found.append(part)
        done = min(games, len(found) * AT_A_TIME)
        if time.perf_counter() - last > MINUTE or done == games:
            last = time.perf_counter()
            all = sum_up(found)
            low, high = wilson(all.won, done)
            share = f"{all.won / done:.1%} | {low:.1%}–{high:.1%} | {all.unfinished}"
            print(f"| {what} | {done:,} | {share} | {all.seconds:.0f} | {last - began:.0f} |", flush=True)
    return sum_up(found)


def lineups(number: Array) -> Array:
    """Who plays, as the responder's network sees it: itself as a baron, which is how its candidates go on."""
    found = np.full((len(number), PLAYERS), ranks.BOT_MOGUL, np.int8)
    found[np.arange(len(number)), number % SEATS] = ranks.BOT_BARON
    return found


def encoded(table: BotTable, found: Played) -> Positions:
    """What the network learns from: only the seats that are taken."""
    all = positions.encode(found.store, table, found.winner, lineups(found.number))
    groups, seats, alive = (part[:, :SEATS] for part in (all.groups, all.seats, all.alive))
    return replace(all, groups=groups, seats=seats, alive=alive)


def log_loss(table: BotTable, found: Played, known: Array) -> float:
    """The mean log-loss of the forecast with these weights, as it is played with."""
    told, seated = np.zeros(len(found.store) * PLAYERS, np.int64), lineups(found.number).reshape(-1)
    kernel.compiled().forecast_positions(study_of(table.t, table.v)[0], known[0], found.store, seated, told)
    chance = told.reshape(-1, PLAYERS)[np.arange(len(found.store)), found.winner] / CERTAIN
    return float(-np.log(np.maximum(chance, 1e-6)).mean())


def some_of(found: Played, some: Array) -> Played:
    return found._replace(store=found.store[some], winner=found.winner[some], number=found.number[some])


def fitted(table: BotTable, data: list[Played], device: str) -> Array:
    """New weights, from the shipped ones and from the positions of all games so far."""
    from freehold.learn import model

    began, all = time.process_time(), sum_up(data)
    out = all.number % (HELD_OUT * SEATS) < SEATS
    train, test = some_of(all, ~out), some_of(all, out)
    print(f"\n{len(train.store):,} positions, {len(test.store):,} held out", flush=True)
    network = model.fit(
        encoded(table, train),
        encoded(table, test),
        EPOCHS,
        lambda what, *, number, loss, seconds: print(
            f"{what} {number}: log-loss {loss:.4f}, {seconds:.0f} s", flush=True
        ),
        start=model.dequantise(weights.shipped()),
        rate=RATE,
        batch=BATCH,
        device=device,
    )
    found = model.quantise(network)
    before, after = (log_loss(table, test, known) for known in (weights.shipped(), found))
    seconds = time.process_time() - began
    print(f"log-loss of held-out games {before:.4f} before, {after:.4f} after; {seconds:.0f} processor s\n", flush=True)
    return found


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=4000, help="of each round, to learn from")
    asked.add_argument("--rounds", type=int, default=3)
    asked.add_argument("--test", type=int, default=1000, help="games of each measurement")
    asked.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    asked.add_argument("--device", default="", help="for the fit: cpu or cuda")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", type=Path, default=Path("build/best-response"))
    given = asked.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    kernel.compiled().prepare(*ENTRY_POINTS)
    shipped, table, data = weights.shipped(), table_of(Setting()), []
    test = Task(range(0), given.seed + TEST_SEED, shipped, knows=True, learning=False)
    with ProcessPoolExecutor(given.threads) as pool:  # started before torch is there
        print("| against three moguls | games | wins | 95 % interval | unfinished | processor s | s |")
        print("|---|---|---|---|---|---|---|")
        run(pool, "the shipped mogul", given.test, test._replace(knows=False))
        run(pool, "the shipped network, which knows its opponents", given.test, test)
        own = shipped
        for number in range(1, given.rounds + 1):
            learn = Task(range(0), given.seed + number, own, knows=True, learning=True)
            data.append(run(pool, f"round {number}, games to learn from", given.games, learn))
            own = fitted(table, data, given.device)
            weights.save(own, given.out / f"round-{number}.npz")
            run(pool, f"after round {number}", given.test, test._replace(own=own))


if __name__ == "__main__":
    main()
