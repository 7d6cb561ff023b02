"""Restricted play: one baron who may not use a part of the game, against barons who may. How much is that part worth?

The restricted baron decides between calls of the compiled kernel, as a mogul does; all others stay in the kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from freehold.arena.chunks import Plan
from freehold.arena.tables import ACTIONS, Array, BotFault, BotTable, table_of
from freehold.bots import ranks
from freehold.engine import compile as kernel
from freehold.engine import records
from freehold.engine.batch import DICE, PLAYER, keyed_chances
from freehold.engine.kernel import loops
from freehold.rules import codes, state

ENTRY_POINTS = ("start_game", "play_on", "bot_action", "step_with", "end_game", "who_acts")
MOST_HOUSES = 3
Choice = Callable[[Any, Any], int]  # the game and the chosen action to another action, or `AGAIN`, or the same
AGAIN = -1  # the bot is asked once more: it looks for each trade once


def _no_trades(g: Any, x: Any) -> int:
    if g["phase"] == codes.PHASE_ANSWER:
        return codes.DO_REJECT
    return AGAIN if x["kind"] == codes.DO_OFFER else int(x["kind"])


def _no_hotels(g: Any, x: Any) -> int:
    """The values of a fourth house are taken from the bot (`_values`); shortages and their auctions are left to the
    others.
    """
    scarce = g["phase"] == codes.PHASE_AUCTION and not 0 <= g["lot"] < state.SQUARES
    return codes.DO_PASS if scarce or g["phase"] == codes.PHASE_CONTEST else int(x["kind"])


def _no_stations(stations: int) -> Choice:
    def choice(g: Any, x: Any) -> int:
        phase, kind = int(g["phase"]), int(x["kind"])
        if phase == codes.PHASE_BUY and _bit(g["square"][g["decider"]]) & stations:
            return codes.DO_DECLINE
        if phase == codes.PHASE_AUCTION and 0 <= g["lot"] < state.SQUARES and _bit(g["lot"]) & stations:
            return codes.DO_PASS
        if phase == codes.PHASE_ANSWER and int(g["offer_give"]) & stations:
            return codes.DO_REJECT
        return AGAIN if kind == codes.DO_OFFER and int(x["ask"]) & stations else kind

    return choice


def _bit(square: Any) -> int:
    return 1 << int(square)


RESTRICTIONS = ("trades", "hotels", "stations")


def wins(plan: Plan, restriction: str) -> int:
    """How many of the plan's games the restricted player wins. The seat moves on by one in each game."""
    if restriction not in RESTRICTIONS:
        raise ValueError(f"A restriction is one of {', '.join(RESTRICTIONS)}, not {restriction!r}.")
    kernel.compiled().prepare(*ENTRY_POINTS)
    table = table_of(plan.setting).twin()
    stations = sum(_bit(square) for square in np.nonzero(table.t["kind"][0] == codes.KIND_STATION)[0])
    choices: dict[str, Choice] = {"trades": _no_trades, "hotels": _no_hotels, "stations": _no_stations(stations)}
    won = 0
    for number in range(plan.games):
        seat = number % plan.players
        won += _played(plan, table, choices[restriction], _values(table, restriction), seat, number) == seat
    return won


def _values(table: BotTable, restriction: str) -> Array:
    """What the restricted bot takes the deeds for."""
    v = table.v.copy()
    if restriction == "hotels":
        gains = v["step_gain"].reshape(state.SQUARES, state.RENTS)
        gains[:, MOST_HOUSES:] = -1
    return v


def _played(plan: Plan, table: BotTable, choice: Choice, v: Array, seat: int, number: int) -> int:
    """The winner of a game, or -1."""
    backend = kernel.compiled()
    table.seat(["baron"] * plan.players)
    table.n["bot"][0, seat] = ranks.BOT_MOGUL  # judged as a baron, and asked here
    table.n["careful"] = 0
    g, x = np.zeros(1, records.GAME), np.zeros(1, records.ACTION)
    c, r = keyed_chances([number], plan.seed, DICE), keyed_chances([number], plan.seed, PLAYER)
    told = np.zeros(loops.RESULT_WIDTH, np.int64)
    work = table.working(plan.run(range(number, number + 1)))
    backend.start_game(g[0], c[0], work, told, 0)
    while True:
        fault = backend.play_on(g[0], c[0], r[0], work, told, 0)
        if fault != codes.DONE:
            raise BotFault(f"Game {number} of seed {plan.seed} stopped with fault {fault}.")
        if g["phase"][0] == codes.PHASE_OVER or g["turns"][0] >= plan.until or told[loops.RESULT_ACTIONS] >= ACTIONS:
            break
        for _ in range(2):
            backend.bot_action(g[0], table.t[0], v[0], table.n[0], table.work["moves"][0], r[0], x[0], seat)
            kind = choice(g[0], x[0])
            if kind != AGAIN:
                break
        x["kind"] = kind
        code = backend.step_with(g[0], c[0], work, x[0], seat, told, 0)
        if code != codes.DONE:
            raise BotFault(f"Game {number} of seed {plan.seed}: a restricted bot was refused for reason {code}.")
    backend.end_game(g[0], work, told, 0)
    return int(told[loops.RESULT_WINNER]) if told[loops.RESULT_FINISHED] else -1
