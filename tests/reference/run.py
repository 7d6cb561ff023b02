"""Play and compare: one game after the other until so many actions have been compared."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from tests.reference.compare import Disagreement, Duel
from tests.reference.model.edition import Edition
from tests.reference.random_editions import random_edition
from tests.reference.sources import RandomPlayer, bots_play, edition_data, new_game, random_options, random_pair

LONGEST = 500  # actions of one game
SHORT = 120  # where the first disagreement is looked for: many tables, with other editions, options and positions


@dataclass
class Report:
    """What was compared and found. `games`: by edition and variant."""

    actions: int = 0
    games: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    found: list[Disagreement] = field(default_factory=list)

    def add(self, other: Report) -> None:
        self.actions += other.actions
        self.games += other.games
        self.kinds += other.kinds
        self.found += other.found

    def summary(self) -> str:
        different = len({each.kind for each in self.found})
        return (
            f"{self.actions:,} actions of {sum(self.games.values()):,} games ({len(self.games)} pairs of edition and"
            f" variant) compared: {len(self.found)} disagreements of {different} kinds"
        )


def play(seed: str, actions: int, report: Report, *, random_editions: float = 0.3, bots: float = 0.15) -> None:
    """One game. `seed` says everything about it."""
    rng = Random(seed)
    name, variant = random_pair(rng)
    edition: object = name
    data = edition_data(name)
    label = f"{name} {variant}"
    if rng.random() < random_editions:
        edition, data = random_edition(rng, data)
        label = f"random {variant}"
    options = random_options(rng, variant) if rng.random() < 0.8 else {}
    duel: Duel | None = None
    try:
        setup, game = new_game(rng, edition, data, variant, options)
        duel = Duel(setup, game)
        if rng.random() < bots:
            bots_play(duel, rng, actions)
        player = RandomPlayer(rng)
        tries = 0
        while not game.over and len(duel.steps) < actions and tries < 3 * actions:
            player.step(duel)
            tries += 1
    except Disagreement as disagreement:
        disagreement.seed = seed
        report.found.append(disagreement)
    report.games[label] += 1
    if duel:
        report.actions += len(duel.steps)
        report.kinds.update(step["action"]["type"] for step in duel.steps)


def compare(seed: str, actions: int) -> Report:
    report = Report()
    number = 0
    while report.actions < actions:
        play(f"{seed}.{number}", min(LONGEST, actions - report.actions), report)
        number += 1
    return report


def compare_until_found(seed: str, actions: int) -> Report:
    """Games until the first disagreement, or until so many actions have been compared."""
    report = Report()
    number = 0
    while report.actions < actions and not report.found:
        play(f"{seed}.{number}", min(SHORT, actions - report.actions), report, bots=0)
        number += 1
    return report


__all__ = ["Edition", "Report", "compare", "compare_until_found", "play"]
