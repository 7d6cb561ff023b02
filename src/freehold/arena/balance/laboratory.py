"""`freehold.balance`: tables are checked, bots play, and the result is one JSON object, findings in words included."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from typing import Any, cast

from freehold.arena.balance import measures, restricted
from freehold.arena.balance.answers import Balance
from freehold.arena.balance.comparison import compared
from freehold.arena.balance.game_checks import game_findings
from freehold.arena.balance.measures import ROUNDS, Played
from freehold.arena.balance.table_checks import table_findings
from freehold.arena.chunks import Plan
from freehold.arena.pool import cores
from freehold.arena.result import Result
from freehold.arena.simulation import plan_of, run
from freehold.arena.statistics import wilson
from freehold.editions import Edition, EditionLike, load
from freehold.editions.house import house_options
from freehold.players import ladder

PARTS = ("games", "luck", "skill", "restricted")
LADDER = ("baron", "trader", "novice", "random")  # of a mixed table, best first
# Games of each kind for each of `games`: of four barons, of a mixed table, of each pair of bots, of each pair with a
# mogul, and of each restriction, from the cheapest to the dearest
BARONS, MIXED, PAIR, MOGUL, RESTRICTED = 4.0, 2.0, 0.25, 0.03, 0.1
FEWEST = 10


@dataclass(frozen=True)
class Laboratory:
    """What is played: an edition with house rules, how many games, and the seed."""

    edition: EditionLike
    house: tuple[str, ...]
    players: int
    games: int
    seed: int
    tell: Callable[[str], object] = str  # told what is played next; by default nobody hears it
    backend: str = "cpu"
    mixed: float = MIXED
    spread: measures.Spread = map  # may play the batches of barons at once

    def plan(self, bots: str | Sequence[str], games: int, seed: int) -> Plan:
        return plan_of(
            self.edition, bots, games, seed, options=self.options, players=self.players,
            rotate=True, turns=ROUNDS * self.players, backend=self.backend,
        )  # fmt: skip

    def simulate(self, bots: str | Sequence[str], games: int, seed: int, workers: int | None = None) -> Result:
        return run(self.plan(bots, games, seed), workers)

    @property
    def options(self) -> dict[str, str]:
        return house_options(self.house)

    def share(self, part: float) -> int:
        return max(FEWEST, round(part * self.games))

    def measured(self, parts: Sequence[str]) -> dict[str, Any]:
        """Everything but the findings."""
        loaded = load(self.edition)
        self.tell("games")
        played = Played.of(
            lambda games, seed: self.simulate("baron", games, seed), self.share(BARONS), self.seed, self.spread
        )
        made: dict[str, Any] = {
            "edition": loaded.id,
            "house": list(self.house),
            "settings": {"players": self.players, "games": self.games, "seed": self.seed, "parts": list(parts)},
            "digests": list(played.digests),
            "games": played.whole.games,
            "length": measures.length(played),
            "seats": measures.seats(played.whole),
            "early_bankruptcies": measures.early(played),
            "groups": measures.earnings(played, loaded),
        }
        made["luck"] = None
        if "luck" in parts:
            mixed = self._mixed()
            made["luck"] = measures.luck(mixed.counts)
            made["digests"].append(mixed.digest)
        made["skill"] = self._skill() if "skill" in parts else []
        made["restricted"] = self._restricted() if "restricted" in parts else []
        return made

    def _mixed(self) -> Result:
        self.tell("luck")
        return self.simulate(self.mixed_line_up, self.share(self.mixed), self.seed)

    @property
    def mixed_line_up(self) -> tuple[str, ...]:
        return (LADDER * 2)[: self.players]

    def _skill(self) -> list[dict[str, Any]]:
        """Each bot alone against a table of each other one; the mogul against each, as it takes a hundred times as
        long.
        """
        rows = []
        kernel, thinkers = reversed(LADDER), [name for name in ladder.RANKS if name not in ladder.KERNEL]
        pairs = [*permutations(kernel, 2), *((one, other) for one in thinkers for other in reversed(LADDER))]
        for one, other in pairs:
            self.tell(f"{one} – {other}")
            slow = one in thinkers
            games = self.share(MOGUL if slow else PAIR)
            line_up = (one, *[other] * (self.players - 1))
            counts = self.simulate(line_up, games, self.seed, cores() if slow and games > FEWEST else None).counts
            low, high = wilson(counts.bots[one], counts.games)
            value = counts.bots[one] / counts.games
            rows.append({"bot": one, "against": other, "games": counts.games, "value": value, "low": low, "high": high})
        return rows

    def _restricted(self) -> list[dict[str, Any]]:
        rows = []
        for name in restricted.RESTRICTIONS:
            self.tell(name)
            plan = plan_of(
                self.edition, "baron", self.share(RESTRICTED), self.seed, options=self.options,
                players=self.players, turns=ROUNDS * self.players,
            )  # fmt: skip
            won = restricted.wins(plan, name)
            low, high = wilson(won, plan.games)
            value, even = won / plan.games, 1 / self.players
            rows.append(
                {"restriction": name, "games": plan.games, "value": value, "low": low, "high": high, "even": even}
            )
        return rows


def balance(
    edition: EditionLike = "classic",
    house: Sequence[str] = (),
    compare: EditionLike | None = None,
    *,
    players: int = 4,
    games: int = 1000,
    seed: int = 1,
    parts: Sequence[str] = PARTS,
    progress: Callable[[str], object] | bool | None = None,
) -> Balance:
    """Is an edition in balance? Figures of bot games with 95 % intervals, and `findings` in words, in both languages.

    `house` are house rules by name. `compare` names another edition, which is measured too, without house rules;
    `compared` then says what differs. `games` scales everything that is played. `parts` leaves out what is not wanted:
    "luck", "skill" (the slowest), "restricted". A ValueError says in one sentence what cannot be. `progress` is called
    with the name of each part before it is played; True prints it. What the figures mean: docs/balance.md.
    """
    for name, value, least in (("games", games, 1), ("players", players, 2)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ValueError(f"The number of {name} is {least} or more, not {value!r}.")
    for name in parts:
        if name not in PARTS:
            raise ValueError(f"A part is one of {', '.join(PARTS)}, not {name!r}.")
    loaded: Edition = load(edition)
    tell: Callable[[str], object] = partial(print, file=sys.stderr) if progress is True else progress or str
    made = Laboratory(edition, tuple(house), players, games, seed, tell).measured(parts)
    found = [*table_findings(loaded), *game_findings(loaded, made)]
    made["findings"] = [finding.as_json() for finding in found]
    made["compare"], made["compared"] = None, None
    if compare is not None:
        other = Laboratory(compare, (), players, games, seed, tell).measured(parts)
        made["compare"], made["compared"] = load(compare).id, compared(made, other)
    return cast(Balance, made)


def findings_of(made: Mapping[str, Any], lang: str) -> list[str]:
    """The findings of a result as sentences."""
    return [finding["text"][lang] for finding in made["findings"]]
