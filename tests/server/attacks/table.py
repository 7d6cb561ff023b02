"""Runs attacks and counts: how often the attacker had its wish, whether the victim was warned, what `verify` says.

Run: python -m tests.server.attacks.table     the table of docs/fair-dice.md, with 500 throws for each attack
"""

from __future__ import annotations

import functools
from collections import Counter
from typing import NamedTuple

from . import attacks
from .browser import Browser
from .game import AttackedGame, chance_of, wished

THROWS = 500
VERDICTS = {"proved": "Proved", "old": "Holds by format 2", "partly": "Incomplete", "failed": "Not proved"}


class Case(NamedTuple):
    """An attack, and who plays against the victim."""

    attack: type[AttackedGame]
    colluding: int
    bots: int = 0

    @property
    def players(self) -> str:
        people = "alone" if not self.colluding else f"{1 + self.colluding} people"
        return people + (f", {self.bots} bot{'s' * (self.bots > 1)}" if self.bots else "")


CASES = [
    Case(attacks.Nothing, 0, 1),
    Case(attacks.Nothing, 1),
    Case(attacks.Withholding, 1),
    Case(attacks.Withholding, 1, 1),
    Case(attacks.Withholding, 5),
    Case(attacks.Delaying, 1),
    Case(attacks.ShuttingOut, 1),
    Case(attacks.ShuttingOut, 5),
    Case(attacks.LateChains, 1),
    Case(attacks.Doubling, 1),
    Case(attacks.Restoring, 1),
    Case(attacks.BotsChain, 0, 1),
    Case(attacks.Disguised, 1),
    Case(attacks.SayingLate, 1),
    Case(attacks.SayingLate, 5),
    Case(attacks.DroppingChain, 1),
    Case(attacks.AskingLater, 1),
    Case(attacks.AskingFirst, 1),
    Case(attacks.AskingFirst, 5),
    Case(attacks.OldRules, 1),
    Case(attacks.TakingBack, 1),
    Case(attacks.TakingBack, 5),
    Case(attacks.ForgedAgreement, 1),
    Case(attacks.ReusedAgreement, 1),
]


class Played(NamedTuple):
    """One game: its throws, whether the victim was warned in it, and the verdict on its log."""

    throws: list[tuple[int | None, list[int]]]
    warned: bool
    verdict: str


class Result(NamedTuple):
    games: list[Played]

    @property
    def throws(self) -> int:
        return sum(len(game.throws) for game in self.games)

    @staticmethod
    def deviations(games: list[Played]) -> float:
        """How many standard deviations more throws than by chance were as the attacker wished."""
        throws = [throw for game in games for throw in game.throws]
        expected = sum(chance_of(seat) for seat, _ in throws)
        spread = sum(chance_of(seat) * (1 - chance_of(seat)) for seat, _ in throws) ** 0.5
        return (sum(wished(*throw) for throw in throws) - expected) / spread if throws else 0.0

    @property
    def wished(self) -> int:
        return sum(wished(*throw) for game in self.games for throw in game.throws)

    @property
    def expected(self) -> float:
        return sum(chance_of(seat) for game in self.games for seat, _ in game.throws)

    @property
    def unseen(self) -> list[Played]:
        """The games in which the victim was not warned, or that `verify` calls proved."""
        return [game for game in self.games if not game.warned or game.verdict == "proved"]

    def row(self, case: Case) -> str:
        """A row of the table in docs/fair-dice.md."""
        warned = sum(game.warned for game in self.games)
        verdicts = Counter(VERDICTS[game.verdict] for game in self.games)
        said = ", ".join(f"{verdict}: {count}" for verdict, count in sorted(verdicts.items()))
        what = " ".join((case.attack.__doc__ or "").split())
        figures = f"{self.wished} ({self.expected:.0f}) | {self.deviations(self.games):+.1f}"
        return f"| {what} | {case.players} | {figures} | {warned} of {len(self.games)} | {said} |"


@functools.cache
def result_of(case: Case, throws: int = THROWS) -> Result:
    """Games until there were so many throws in all."""
    games: list[Played] = []
    with Browser() as browser:
        while (left := throws - sum(len(game.throws) for game in games)) > 0:
            game = case.attack(browser, len(games), case.colluding, case.bots)
            game.play(left)
            report, seen = game.end()
            warned = bool(seen["faults"] or seen["n"] or seen["others"])
            verdict = "old" if report.proved and report.format < 3 else report.verdict
            games.append(Played(game.throws, warned, verdict))
    return Result(games)


def main() -> None:
    for case in CASES:
        print(result_of(case).row(case), flush=True)


if __name__ == "__main__":
    main()
