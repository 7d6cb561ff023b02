"""Following the coach's first hint in every decision, against three barons: the share of wins, and the mogul's own on
the same dice. The mogul is the bot whose eye the coach has. Classic board, seats rotated.

  PYTHONPATH=src python bench/hints.py --games 1000
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import freehold
from freehold.arena.statistics import wilson
from freehold.arena.tables import own_seed
from freehold.engine.batch import game_seed
from freehold.game import Game
from freehold.players.game_players import next_move
from freehold.players.ladder import LadderBot

SEATS = 4
TURNS = 2000
ADVISED, MOGUL = "first hint", "mogul"


class Follower:
    """A person who asks for a hint in every decision and does what it says first."""

    name = ADVISED

    def __init__(self, bots: dict[int, str]) -> None:
        self.bots = bots

    def decide(self, game: Game, seat: int) -> dict[str, Any]:
        rows = freehold.advise(game, seat, 1, bots=self.bots)
        return rows[0]["action"] if rows else {}

    def close(self) -> None:
        pass


def play(task: tuple[str, int, int]) -> int:
    """One game: 1 if the player in question wins, 0 if a baron does, -1 if nobody has after so many turns."""
    name, number, seed = task
    mine = number % SEATS
    bots = {seat: "baron" for seat in range(SEATS) if seat != mine}
    everybody = bots if name == ADVISED else bots | {mine: MOGUL}
    players: list[Any] = [LadderBot("baron", own_seed(seed, number, seat), everybody) for seat in range(SEATS)]
    players[mine] = Follower(bots) if name == ADVISED else LadderBot(MOGUL, own_seed(seed, number, mine), everybody)
    game = Game.new("classic", SEATS, game_seed(number, seed))
    while not game.over and game.turns < TURNS:
        seat, action = next_move(game, players)
        game.apply(action, seat)
    return int(game.winner == mine) if game.over else -1


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=1000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = asked.parse_args()
    freehold.advise(Game.new("classic", SEATS, 1), 0)  # compile once, before the workers start
    print("| one against three barons | games | wins | 95 % interval | unfinished |\n|---|---|---|---|---|")
    with ProcessPoolExecutor(given.workers) as pool:
        for name in (ADVISED, MOGUL):
            found = list(pool.map(play, [(name, number, given.seed) for number in range(given.games)], chunksize=4))
            won = found.count(1)
            low, high = wilson(won, len(found))
            share = f"{100 * won / len(found):.1f} % | {100 * low:.1f}–{100 * high:.1f}"
            print(f"| {name} | {len(found)} | {share} | {found.count(-1)} |", flush=True)


if __name__ == "__main__":
    main()
