"""The kernel's record of chance: made from a seed or a position, and dictated outcomes in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from freehold.editions.faults import SetupError
from freehold.engine.records import Chance
from freehold.game.position import PositionError, PositionFault


def of_seed(seed: Any) -> Any:
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 64:
        raise SetupError("bad-seed", {"given": repr(seed)})
    c: Any = Chance()
    c.key0 = seed & 0xFFFFFFFF
    c.key1 = seed >> 32
    return c


def read(chance: Any, c: Any) -> None:
    """Continue where the `chance` of a position was; without one, `c` stays as it is."""
    if not chance:
        return
    try:
        c.key0, c.key1 = (int(key) & 0xFFFFFFFF for key in chance["key"])
        c.drawn, c.dealt = max(0, int(chance["drawn"])), max(0, int(chance["dealt"]))
    except (KeyError, TypeError, ValueError):
        raise PositionError([PositionFault("chance", "chance")]) from None


def write(c: Any) -> dict[str, Any]:
    return {"key": [c.key0, c.key1], "drawn": c.drawn, "dealt": c.dealt}


def dictate(c: Any, outcomes: Sequence[int]) -> None:
    """Before an action: these outcomes come first."""
    c.told[: len(outcomes)] = outcomes
    c.told_n, c.told_i, c.seen_n, c.wrong, c.overflow = len(outcomes), 0, 0, 0, 0


def check_dictated(c: Any) -> None:
    """After an action: every dictated outcome was possible, and was drawn."""
    if c.wrong:
        raise ValueError(f"Outcome {c.told_i} of the dictated chance cannot come next.")
    if c.told_i < c.told_n:
        raise ValueError(f"Only {c.told_i} outcomes are drawn here, but {c.told_n} were dictated.")
