"""Random play with the auditor: every edition and variant, 2 to 8 players, rents automatic and claimed, random offers.

`python tools/random_audit.py --actions 10000000` plays at least so many actions with the compiled rules and checks the
whole game after each of them. `--gpu` plays bots that act at random on a GPU. Each setting is compiled alone there,
so the number of players changes from setting to setting; `--house` plays each with a random set of house rules;
`--part 0/8` takes every eighth of them, to run several side
by side. It prints the actions of each round and exits with 1 at the first fault.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from freehold.arena.tables import BotTable, Setting
from freehold.editions import load
from freehold.editions.switches import SWITCHES
from freehold.engine import batch, records
from freehold.engine.kernel import loops

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.batches import Batch

LIMIT = 2_000  # actions of one game
GAMES = 64  # a portion; on a GPU a portion is much larger
GAMES_ON_GPU = 40_000
CLAIMS = ("automatic", "claimed")


def settings() -> Iterator[tuple[str, str, str, int]]:
    """Edition, variant, how rents are paid, and the number of players."""
    for edition, variant in batch.variants():
        for claims in CLAIMS:
            for players in range(2, load(edition).players.max + 1):
                yield edition, variant, claims, players


def settings_on_gpu() -> Iterator[tuple[str, str, str, int]]:
    """Every edition, variant and way to pay rents once, each with another number of players."""
    for number, (edition, variant) in enumerate(batch.variants()):
        most = load(edition).players.max
        for turn, claims in enumerate(CLAIMS):
            yield edition, variant, claims, 2 + (number + 3 * turn) % (most - 1)


def options(variant: str, claims: str) -> dict[str, Any]:
    return batch.options_of(variant) | {"rent_claims": claims}


def random_house(rng: Random, share: float = 0.25) -> dict[str, str]:
    """A random set of house rules, as options."""
    return {s.name: rng.choice(s.values[1:]) for s in SWITCHES if s.house and rng.random() < share}


class OnTheCpu:
    """Random games of one edition and variant, events switched on."""

    def __init__(self) -> None:
        self.batches: dict[tuple[str, str, str], Batch] = {}

    def play(
        self, edition: str, variant: str, claims: str, players: int, seed: int, house: dict[str, str] | None = None
    ) -> int:
        key = (edition, variant, claims)
        games = self.batches.get(key)
        if games is None or house is not None:
            games = self.batches[key] = Batch(edition, variant, {"rent_claims": claims} | (house or {}))
            games.work["events"]["on"] = 1
        _, results = games.random_games(players, GAMES, LIMIT, seed)
        check(results, games.work["events"]["overflow"][0] or games.work["moves"]["overflow"][0])
        return int(results.sum())


class OnTheGpu:
    """The same with bots that act at random; only the player who has to decide acts."""

    def __init__(self) -> None:
        from freehold.engine.gpu import cuda

        why = cuda.missing()
        if why:
            raise SystemExit(why)
        self.gpu = cuda.compiled()

    def play(
        self, edition: str, variant: str, claims: str, players: int, seed: int, house: dict[str, str] | None = None
    ) -> int:
        table = BotTable(Setting(edition, variant, options(variant, claims) | (house or {})))
        table.seat(["random"] * players)
        final = np.zeros(GAMES_ON_GPU, records.GAME)
        rows = np.zeros(GAMES_ON_GPU * loops.RESULT_WIDTH, np.int64)
        numbers = batch.numbered(range(GAMES_ON_GPU), seed)
        run = records.run_of(players, 1_000_000, LIMIT, audited=1, kept=1, **numbers)
        self.gpu.play_games(final, table.working(run), rows)
        actions = rows.reshape(-1, loops.RESULT_WIDTH)[:, loops.RESULT_ACTIONS]
        check(actions, 0)
        return int(actions.sum())


def check(results: Any, overflow: Any) -> None:
    if results.min() <= 0:
        raise SystemExit(f"fault {-results.min()} in game {results.argmin()}")
    if overflow:
        raise SystemExit("an event or a legal action found no room")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--actions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--house", action="store_true", help="with random sets of house rules")
    parser.add_argument("--part", default="0/1", help="k/n: every n-th setting from the k-th on")
    given = parser.parse_args()
    part, parts = map(int, given.part.split("/"))
    chosen = list(settings_on_gpu() if given.gpu else settings())[part::parts]
    start, table = time.perf_counter(), OnTheGpu() if given.gpu else OnTheCpu()
    done, seed = 0, given.seed
    while done < given.actions // parts:
        for edition, variant, claims, players in chosen:
            house = random_house(Random(f"{edition} {variant} {claims} {players} {seed}")) if given.house else None
            try:
                done += table.play(edition, variant, claims, players, seed, house)
            except SystemExit as fault:
                print(f"{edition} {variant}, rents {claims}, {players} players, seed {seed}, house {house}: {fault}")
                return 1
        seed += 1
        print(f"{done:,} actions, no fault ({time.perf_counter() - start:.0f} s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
