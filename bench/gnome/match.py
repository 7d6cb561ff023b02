"""Bots of Freehold among the agents of the research simulator GNOME-p3: who wins how often.

PYTHONPATH=src python bench/gnome/match.py CHECKOUT [--line-up mogul,theirs,theirs,theirs] [--games 100] [--seed 0]

CHECKOUT is a checkout of mayankkejriwal/GNOME-p3 at the commit below; nothing of it is part of Freehold. `theirs` is
its `background_agent_v3_1`. The simulator shuffles the seats by the seed. A line of JSON for each game, then the shares
with 95 % intervals.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import subprocess
import sys
import time
import types
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from freehold.arena.statistics import wilson
from gnome.agent import Seat

COMMIT = "8347408e89742e021ae7ecb04ab7af1c45d9a4a5"
THEIRS = "theirs"
SCHEMA = "monopoly_game_schema_v1-2.json"


def simulator(checkout: Path) -> Any:
    """The simulator's modules that a match needs. It logs every step and writes spreadsheets: neither is wanted."""
    there = subprocess.run(["git", "-C", checkout, "rev-parse", "HEAD"], capture_output=True, text=True).stdout.strip()
    if there != COMMIT:
        print(f"This is not the commit {COMMIT[:7]} that the figures are for.", file=sys.stderr)
    sys.modules.setdefault("xlsxwriter", types.ModuleType("xlsxwriter"))
    sys.path.insert(0, str(checkout.resolve()))
    logging.disable(logging.CRITICAL)
    from monopoly_simulator import agent, background_agent_v3_1, gameplay  # type: ignore[import-not-found]

    return types.SimpleNamespace(agent=agent, theirs=background_agent_v3_1, gameplay=gameplay)


def play(sim: Any, checkout: Path, line_up: list[str], seed: int) -> dict[str, Any]:
    """One game: who won, and what our seats did."""
    ours: dict[str, Seat] = {}
    agents = {}
    for k, bot in enumerate(line_up, 1):
        if bot == THEIRS:
            agents[f"player_{k}"] = sim.agent.Agent(**sim.theirs.decision_agent_methods)
        else:
            ours[f"player_{k}"] = Seat(bot, seed)
            agents[f"player_{k}"] = sim.agent.Agent(**ours[f"player_{k}"].methods())
    board = sim.gameplay.set_up_board(str(checkout / SCHEMA), agents)
    for each in agents.values():
        each.startup(board)
    began = time.process_time()
    winner = sim.gameplay.simulate_game_instance(board, history_log_file=None, np_seed=seed)
    order = [player.player_name for player in board["players"]]
    names = {f"player_{k}": bot for k, bot in enumerate(line_up, 1)}
    return {
        "seed": seed,
        "winner": names.get(winner, "nobody"),
        "player": winner,
        "seats": [names[name] for name in order],
        "seconds": round(time.process_time() - began, 2),
        "did": {name: dict(seat.count) for name, seat in ours.items()},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--line-up", default=f"mogul,{THEIRS},{THEIRS},{THEIRS}")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    line_up = asked.line_up.split(",")
    sim = simulator(asked.checkout)
    wins: Counter[str] = Counter()
    did: Counter[str] = Counter()
    for seed in range(asked.seed, asked.seed + asked.games):
        with open(os.devnull, "w") as nowhere:  # the simulator prints, too
            before, sys.stdout = sys.stdout, nowhere
            try:
                game = play(sim, asked.checkout, line_up, seed)
            finally:
                sys.stdout = before
        print(json.dumps(game), flush=True)
        wins[game["winner"]] += 1
        for each in game["did"].values():
            did.update(each)
    for bot in dict.fromkeys(line_up):
        low, high = wilson(wins[bot], asked.games)
        share = line_up.count(bot) / len(line_up)
        found = f"{wins[bot]} of {asked.games}, {wins[bot] / asked.games:.1%} ({low:.1%} to {high:.1%})"
        print(f"{bot}: {found}; even is {share:.0%}")
    print("our decisions:", dict(did))


if __name__ == "__main__":
    main()
