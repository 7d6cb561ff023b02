"""One game of a simulation by its number, as a `Game` with its log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from freehold.arena.chunks import Plan, begin
from freehold.arena.tables import BotFault, BotTable, own_seed, table_of
from freehold.bots.choose import bot_action, who_acts
from freehold.bots.memory import clear_notes, take_note
from freehold.engine import records
from freehold.engine.batch import PLAYER, keyed_chances
from freehold.game import Game, actions, internals, position
from freehold.players import caution, game_players, ladder
from freehold.players.mogul import Mogul

Move = tuple[int, Any]  # a seat, and its action as the kernel's record


def numbered(number: int) -> int:
    """A game's number, checked."""
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < 0:
        raise ValueError(f"Games are numbered from 0, not {number!r}.")
    return int(number)


def played(plan: Plan, number: int) -> Game:
    """A game of a plan, played to its end or up to the plan's limit of turns."""
    game, seated = begin(plan, number), plan.seated(number)
    if all(name in ladder.RANKS for name in seated):
        _play(game, plan, _kernel_moves(plan, number))
        return game
    names = [(name, own_seed(plan.seed, number, seat)) for seat, name in enumerate(seated)]
    with game_players.seated(names) as players:
        while not game.over and game.turns < plan.until:
            seat, action = game_players.next_move(game, players)
            game.apply(action, seat)
    return game


def _play(game: Game, plan: Plan, next_move: Callable[[Any], Move]) -> None:
    while not game.over and game.turns < plan.until:
        g = internals.record(game)
        seat, x = next_move(g)
        game.apply(actions.write(x, position.kept_cards(g), seat), seat)


def _kernel_moves(plan: Plan, number: int) -> Callable[[Any], Move]:
    """What the bots of a numbered game do in a position, as in `play_on` of `engine/kernel/loops.py`."""
    table: BotTable = table_of(plan.setting).twin()
    seated = plan.seated(number)
    table.seat(seated)
    t, v, m = table.plain_t, table.plain_v, records.Moves()
    n, r, x = records.Notes(), records.Chance(), records.Action()
    n.copy_from(table.n[0])
    r.copy_from(keyed_chances([number], plan.seed, PLAYER)[0])
    clear_notes(n)
    minds: dict[int, Mogul] = {}
    for seat, name in enumerate(seated):
        if name not in ladder.KERNEL:
            minds[seat] = Mogul(table.t, table.v, own_seed(plan.seed, number, seat))

    def think(g: Any, seat: int) -> None:
        """Ask a mogul, which is compiled."""
        notes = records.to_record(n, records.NOTES)
        found = minds[seat].choose(records.to_record(g, records.GAME), notes, seat)
        n.copy_from(notes[0])
        x.copy_from(found[0])

    def next_move(g: Any) -> Move:
        seat = who_acts(g, t, n)
        if seat in minds:
            think(g, seat)
        elif not bot_action(g, t, v, n, m, r, x, seat):
            raise BotFault(f"Game {number} of seed {plan.seed}: no bot can act.")
        else:
            caution.confirm(g, t, v, n, seat, x)
        take_note(g, t, n, x.kind, x.a)
        return seat, x

    return next_move
