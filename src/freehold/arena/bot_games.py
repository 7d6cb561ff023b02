"""Games of one line-up of bots and one setting by their numbers, without statistics: what tournaments play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from freehold.arena import chunks
from freehold.arena.tables import TURNS, Array, Setting
from freehold.engine import compile as kernel
from freehold.engine.kernel import loops
from freehold.players import game_players, ladder


@dataclass(frozen=True)
class Outcomes:
    """The outcome of each game, as arrays in the order of the game numbers."""

    winner: Array  # the seat, or -1 for an unfinished game or a shared victory
    starter: Array  # the seat that threw first
    turns: Array
    finished: Array
    actions: Array
    offers: Array
    trades: Array
    auctions: Array
    shortages: Array


def play(setting: Setting, bots: Sequence[str], numbers: range, seed: int, *, turns: int = TURNS) -> Outcomes:
    """Play these games. Raises `BotError` for an unknown bot."""
    line_up = tuple(game_players.known(name) for name in bots)
    plan = chunks.Plan(setting, line_up, len(numbers), seed, turns, counted=False, kept=False)
    _, told, _ = chunks.play(plan, numbers)
    return Outcomes(
        winner=told[:, loops.RESULT_WINNER],
        starter=told[:, loops.RESULT_STARTER],
        turns=told[:, loops.RESULT_TURNS],
        finished=told[:, loops.RESULT_FINISHED] != 0,
        actions=told[:, loops.RESULT_ACTIONS],
        offers=told[:, loops.RESULT_OFFERS],
        trades=told[:, loops.RESULT_TRADES],
        auctions=told[:, loops.RESULT_AUCTIONS],
        shortages=told[:, loops.RESULT_SHORTAGES],
    )


def prepare(bots: Sequence[str]) -> None:
    """Compile the entry points that `play` needs for line-ups of these bots."""
    names: list[str] = []
    if any(name in ladder.KERNEL for name in bots):
        names.append(chunks.ENTRY_POINT)
    if any(name in ladder.RANKS and name not in ladder.KERNEL for name in bots):
        names += chunks.with_moguls(bots)
    if names:
        kernel.compiled().prepare(*names)
