"""What the compiled kernel is used for: the entry points of each use, and how long they take to compile.

The seconds are of one core that has nothing else to do, from an empty cache. Uses share functions: after one, the next
ones in the same process take less.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Use(NamedTuple):
    """What is compiled for a use, and the seconds it takes."""

    entry_points: tuple[str, ...]
    seconds: int


_LOOP = ("start_game", "play_on", "step_with", "end_game", "who_acts")
USES = {
    "games": Use(("play_games",), 30),
    "moguls": Use(("weigh", "first_choice", "deal_with_care", *_LOOP), 50),
    "coach": Use(("weigh", "first_choice", "chances_after"), 40),
    "environments": Use(("step_environments",), 20),
}
TRAINING = Use(("sample_games", "encode_positions", "forecast_positions", "learned_games"), 60)
USUAL = ("games",)  # what `freehold compile` compiles unless told


def uses_of(names: Iterable[str]) -> list[str]:
    """The uses for which these entry points are compiled: the fewest, in the order above, that have them all."""
    left = set(names)
    found: list[str] = []
    for name, use in (USES | {"training": TRAINING}).items():
        if left and left <= set(use.entry_points):
            return [*found, name]
    for name, use in (USES | {"training": TRAINING}).items():
        if left & set(use.entry_points):
            found.append(name)
            left -= set(use.entry_points)
    return found


def seconds_for(names: Iterable[str]) -> int:
    """About how long these entry points take to compile."""
    every = USES | {"training": TRAINING}
    return sum(every[name].seconds for name in uses_of(names)) or 20
