"""How honest and how fast `freehold.win_probability` is: how often its interval covers the truth, and CPU seconds.

Run: python bench/win_probability.py [--trials 100] [--games 10000]

The truth is an estimate of its own, from many more games. A 95 % interval should cover it in about 95 of 100 trials.
"""

from __future__ import annotations

import argparse
import time

import freehold

TRUTH = 400  # so many times the games of a trial: its own error is a twentieth of theirs


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--trials", type=int, default=100)
    options.add_argument("--games", type=int, default=1000, help="of each trial")
    options.add_argument("--bots", default="baron")
    given = options.parse_args()
    game = freehold.play_out(freehold.Game.new("classic", 4, seed=3), "baron", turns=40)
    freehold.win_probability(game, given.bots, games=10_000, workers=1)  # compiles, where it has to

    began = time.process_time()
    freehold.win_probability(game, given.bots, games=10_000, workers=1)
    print(
        f"10,000 games of four {given.bots}s from turn {game.turns}: {time.process_time() - began:.2f} CPU s, one core"
    )

    truth = freehold.win_probability(game, given.bots, games=TRUTH * given.games, seed=0)
    covered = [0] * len(truth)
    for seed in range(1, given.trials + 1):
        for row in freehold.win_probability(game, given.bots, games=given.games, seed=seed):
            covered[row["seat"]] += row["low"] <= truth[row["seat"]]["rate"] <= row["high"]
    for row in truth:
        share = covered[row["seat"]]
        print(
            f"seat {row['seat']}: {row['rate']:.3f}, covered in {share} of {given.trials} trials of {given.games} games"
        )


if __name__ == "__main__":
    main()
