"""The mogul's matches (one against others of one kind, seats rotated), and games of mixed bots with a mogul among them.

PYTHONPATH=src python bench/mogul.py [--part matches|house|answers|mixed] [--scale 1.0] [--games 100000] [--threads 2]
    [--only RULE+RULE …] [--seed 424242] [--seconds 480] [--json FILE]

`careful` barons and traders ask the forecast about a mogul's offers, as everywhere in Freehold; the others answer by
their formula alone. Compiled games of `forecast/kernel/learned_games.py`; what is known so far is printed every minute.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from freehold.arena.statistics import wilson
from freehold.arena.tables import Setting
from freehold.bots import ranks
from freehold.editions import load
from freehold.editions.house import HOUSE_RULES, house_options, house_rules_of
from freehold.engine import compile as kernel
from freehold.engine.kernel import loops
from freehold.forecast import weights
from freehold.learn.matches import play, play_and_count
from freehold.learn.positions import settings
from freehold.players import ladder
from freehold.rules.state import PLAYERS

Array = np.ndarray[Any, Any]

MINUTE = 60.0
TIMED = Setting("classic", "timed", {"time_limit": 120})
OTHERS = ("star-wars-1", "star-wars-2", "spider-man", "disney-parks", "game-of-thrones")
AT_A_TIME = 10  # mixed games of one setting
KINDS = (ranks.BOT_RANDOM, ranks.BOT_NOVICE, ranks.BOT_TRADER, ranks.BOT_BARON)
SHARES = (0.15, 0.25, 0.3, 0.3)


class Match(NamedTuple):
    """One bot against others of one kind."""

    one: str
    other: str
    games: int
    setting: Setting = Setting()
    players: int = 4
    careful: int = 1

    def __str__(self) -> str:
        how = "" if self.careful else ", who answer by their formula alone"
        return f"{self.one} against {self.players - 1} of {self.other}{how}, {_name(self.setting)}"


MATCHES = (
    Match("mogul", "baron", 4000),
    Match("mogul", "baron", 2000, careful=0),
    Match("mogul", "novice", 2000),
    Match("mogul", "trader", 1000),
    *(Match("mogul", "baron", 900, Setting(edition)) for edition in OTHERS),
    Match("mogul", "baron", 1500, Setting("classic", "short")),
    Match("mogul", "baron", 900, TIMED),
    Match("mogul", "baron", 1200, players=3),
    Match("mogul", "baron", 900, players=6),
    *(Match(name, "mogul", 200) for name in ("novice", "trader", "baron")),
)


HOUSE_SETS, HOUSE_GAMES = 10, 400


def house_matches(only: Sequence[str]) -> list[Match]:
    """Against three barons with each house rule and with random sets of them, or only with some."""
    sets: list[tuple[str, ...]] = [(rule,) for rule in HOUSE_RULES]
    for number in range(HOUSE_SETS):
        rng = Random(number)
        chosen = {rule.switch: rule.id for rule in rng.sample(list(HOUSE_RULES.values()), rng.randint(2, 8))}
        sets.append(tuple(chosen.values()))
    if only:
        sets = [tuple(rules.split("+")) for rules in only]
    return [Match("mogul", "baron", HOUSE_GAMES, Setting.of("classic", options=house_options(rules))) for rules in sets]


def _name(setting: Setting) -> str:
    house = [rule.id for rule in house_rules_of(setting.options)]
    return " ".join([setting.edition, setting.variant, *([f"with {', '.join(house)}"] if house else [])])


def faults(rows: Array) -> int:
    """Games that ended with an illegal action, or in which nobody could act."""
    return int((rows[:, loops.RESULT_ACTIONS] < 0).sum())


def unfinished(rows: Array) -> int:
    return int((rows[:, loops.RESULT_FINISHED] == 0).sum())


def run(work: Callable[[Any], Any], tasks: Iterable[Any], threads: int, tell: Callable[[], None]) -> Iterator[Any]:
    """The results of all tasks, in order; tells what is known every minute."""
    last = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        for found in pool.map(work, tasks):
            yield found
            if time.perf_counter() - last > MINUTE:
                print("\nSo far:", flush=True)
                tell()
                last = time.perf_counter()


def matches(
    wanted: Sequence[Match], scale: float, threads: int, seed: int, seconds: float = float("inf")
) -> list[dict[str, Any]]:
    """All matches side by side, so that each has its share of the games at any time, also when time is up."""
    plan = [match._replace(games=max(8, int(match.games * scale))) for match in wanted]
    until = time.perf_counter() + seconds
    tasks = []
    for at, match in enumerate(plan):
        step = 2 * match.players
        for start in range(0, match.games, step):
            tasks.append((start / match.games, at, np.arange(start, min(match.games, start + step))))
    found: list[list[Array]] = [[] for _ in plan]
    won = [0] * len(plan)

    def one(task: tuple[float, int, Array]) -> tuple[int, int, Array]:
        _, at, numbers = task
        if time.perf_counter() > until:
            numbers = numbers[:0]
        match, mine = plan[at], numbers % plan[at].players
        lineups = np.full((len(numbers), PLAYERS), ladder.RANKS[match.other], np.int8)
        lineups[np.arange(len(numbers)), mine] = ladder.RANKS[match.one]
        rows = np.zeros((0, loops.RESULT_WIDTH), np.int64)
        if len(numbers):
            rows = play(lineups, numbers, seed, match.setting, match.players, weights.shipped(), match.careful)
        return at, int((rows[:, loops.RESULT_WINNER] == mine).sum()), rows

    def told() -> list[dict[str, Any]]:
        made = []
        for match, parts, wins in zip(plan, found, won, strict=True):
            rows = np.concatenate([*parts, np.zeros((0, loops.RESULT_WIDTH), np.int64)])
            low, high = wilson(wins, len(rows)) if len(rows) else (0.0, 1.0)
            share = {"value": wins / max(1, len(rows)), "low": low, "high": high}
            ends = {"unfinished": unfinished(rows), "faults": faults(rows)}
            made.append({"match": str(match), "games": len(rows), "wins": wins, **share, **ends})
        return made

    def tell() -> None:
        print("| match | games | wins | 95 % interval | unfinished | faults |\n|---|---|---|---|---|---|")
        for row in told():
            share = f"{row['value']:.1%} | {row['low']:.1%}–{row['high']:.1%}"
            print(
                f"| {row['match']} | {row['games']:,} | {share} | {row['unfinished']} | {row['faults']} |", flush=True
            )

    for at, wins, rows in run(one, sorted(tasks, key=lambda task: task[0]), threads, tell):
        found[at].append(rows)
        won[at] += wins
    print("\nIn all:")
    tell()
    return told()


def answers(games: int, threads: int, seed: int) -> None:
    """How often a mogul's offers are refused, by three of each other bot, on the classic board."""
    print("| one mogul against three of | games | wins | 95 % interval | offers a game | refused |")
    print("|---|---|---|---|---|---|")
    for name in ("baron", "trader", "novice"):

        def one(number: int, name: str = name) -> tuple[int, Array]:
            lineup = np.full((1, PLAYERS), ladder.RANKS[name], np.int8)
            lineup[0, number % 4] = ranks.BOT_MOGUL
            rows, told = play_and_count(lineup, np.array([number]), seed, Setting(), 4, weights.shipped())
            return int(rows[0, loops.RESULT_WINNER] == number % 4), told

        with ThreadPoolExecutor(threads) as pool:
            found = list(pool.map(one, range(games)))
        won, (yes, no) = sum(win for win, _ in found), np.sum([told for _, told in found], axis=0)
        low, high = wilson(won, games)
        share = f"{won / games:.1%} | {low:.1%}–{high:.1%}"
        print(f"| {name} | {games:,} | {share} | {(yes + no) / games:.1f} | {no / max(1, yes + no):.1%} |", flush=True)


def mixed(games: int, threads: int, seed: int) -> None:
    """Tables of 2 players to the edition's most, in every edition and variant in turn: a mogul and kernel bots."""
    choices = settings()
    sums: dict[str, Array] = {}

    def one(number: int) -> tuple[str, Sequence[int]]:
        rng = np.random.default_rng((seed, number))
        setting = choices[number % len(choices)]
        players = int(rng.integers(2, load(setting.given).players.max + 1))
        lineups = rng.choice(np.array(KINDS, np.int8), size=(AT_A_TIME, PLAYERS), p=SHARES)
        lineups[np.arange(AT_A_TIME), rng.integers(0, players, AT_A_TIME)] = ranks.BOT_MOGUL
        rows = play(lineups, np.arange(AT_A_TIME) + AT_A_TIME * number, seed, setting, players, weights.shipped())
        actions = int(np.maximum(rows[:, loops.RESULT_ACTIONS], 0).sum())
        return _name(setting), (len(rows), actions, unfinished(rows), faults(rows))

    def tell() -> None:
        print("| edition and variant | games | actions | unfinished | faults |\n|---|---|---|---|---|")
        for name, (count, *rest) in [*sorted(sums.items()), ("all", np.sum([*sums.values()], axis=0))]:
            print(f"| {name} | {count:,} | {' | '.join(f'{number:,}' for number in rest)} |", flush=True)

    for name, numbers in run(one, range(games // AT_A_TIME), threads, tell):
        sums[name] = sums.get(name, np.zeros(4, np.int64)) + np.array(numbers)
    print("\nIn all:")
    tell()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--part", choices=("matches", "house", "answers", "mixed"), default="matches")
    parser.add_argument("--only", nargs="*", default=(), help="house rules, or sets of them with + between")
    parser.add_argument("--scale", type=float, default=1.0, help="of the number of games of each match")
    parser.add_argument("--games", type=int, default=100_000, help="mixed ones, or against each bot")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=424242)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no match game after that")
    parser.add_argument("--json", type=Path, help="a file for what the matches came to")
    given = parser.parse_args()
    kernel.compiled().prepare("learned_games")
    if given.part in ("matches", "house"):
        wanted = MATCHES if given.part == "matches" else house_matches(given.only)
        found = matches(wanted, given.scale, given.threads, given.seed, given.seconds)
        if given.json:
            given.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    elif given.part == "answers":
        answers(given.games, given.threads, given.seed)
    else:
        mixed(given.games, given.threads, given.seed)


if __name__ == "__main__":
    main()
