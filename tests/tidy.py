"""What holds after every action of every test: nothing is left over in the record, the events or the list of moves.

A number that nobody reads today is read tomorrow: by a client, a bot or the next rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from freehold import Game
from freehold.action_table import BY_NUMBER
from freehold.engine import records
from freehold.game import FREE, actions, names
from freehold.rules import clauses as clause_numbers
from freehold.rules import codes, state, step
from freehold.rules.legal import list_legal

FLAGS = ("extra", "thrown", "jail_failed", "time_up", "debt_open", "overflow")
CLAIMS = [name for name, *_ in state.GAME if name.startswith("claim_")]
DEBTS = [name for name, _, length in state.GAME if name.startswith("debt_") and length]
COMPARED = [name for name, _, length in state.GAME if length in (0, state.PLAYERS) and name not in CLAIMS]
FLAG_LISTS = ("in_jail", "mortgaged")
NO_AMOUNT = {
    codes.EVENT_DECLINE, codes.EVENT_PASS, codes.EVENT_UNSOLD, codes.EVENT_NO_RENT, codes.EVENT_JAILED,
    codes.EVENT_FREED, codes.EVENT_VISIT, codes.EVENT_REST, codes.EVENT_REJECT, codes.EVENT_WITHDRAW,
    codes.EVENT_DEED, codes.EVENT_ATTACK, codes.EVENT_ATTACK_WON, codes.EVENT_ATTACK_LOST, codes.EVENT_TURN,
    codes.EVENT_OVER, codes.EVENT_TIME_UP, codes.EVENT_DEAL,
}  # fmt: skip
NO_STEPS = (clause_numbers.CARDS_MUST_BE_OBEYED, clause_numbers.OPTION_DOUBLE_ONE_MOVE_ANYWHERE)
FREE_KINDS = {names.ACTION_NUMBERS[name] for name in FREE}


def events(g: Any, t: Any, c: Any, who: int, x: Any, chance: Sequence[Any]) -> None:
    """Play the action again from the records before it: an event without an amount says 0."""
    e: Any = records.Events()
    e.on = 1
    told = actions.outcomes(chance)
    c.told[: len(told)] = told
    c.told_n, c.told_i, c.seen_n, c.wrong, c.overflow = len(told), 0, 0, 0, 0
    step.act(g, t, c, e, who, x)
    width = state.EVENT_WIDTH
    for k in range(e.n):
        kind, _, _, _, amount, clause = e.rows[k * width : (k + 1) * width]
        told_nothing = kind in NO_AMOUNT or (kind == codes.EVENT_MOVE and clause in NO_STEPS)
        assert not told_nothing or amount == 0, (kind, amount)


def reloaded(game: Game) -> Game:
    """The game of its position: what the position does not tell is not in it."""
    return Game.load(game.position(), game.edition)


def record(game: Game) -> None:
    """Flags are 0 or 1, and what belongs to a decision that is over is gone: the position tells all of a game."""
    g = game._g
    assert all(getattr(g, name) in (0, 1) for name in FLAGS)
    assert all(set(getattr(g, name)) <= {0, 1} for name in FLAG_LISTS)
    assert g.base != codes.PHASE_END or g.stage == codes.STAGE_END
    assert g.base != codes.PHASE_ROLL or g.stage in (codes.STAGE_ROLL, codes.STAGE_AFTER)
    assert g.base != codes.PHASE_ROLL or g.thrown or g.stage == codes.STAGE_ROLL
    assert g.base == codes.PHASE_CARD or g.choice_card == state.NOBODY
    assert not g.jail_failed or g.in_jail[g.turn]
    if g.phase == codes.PHASE_ROLL and not g.thrown:
        assert (g.extra, g.doubles, g.in_hand) == (0, 0, state.NOBODY)
    told = reloaded(game)._g
    left = {name: getattr(g, name) for name in COMPARED if getattr(told, name) != getattr(g, name)}
    for fields, count in ((CLAIMS, g.claims), (DEBTS, g.debts)):
        left |= {name: getattr(g, name) for name in fields if getattr(told, name)[:count] != getattr(g, name)[:count]}
    assert not left, left


def legal(game: Game) -> None:
    """A row of the list holds the default of what may be left out and 0 where the action has no further number, and
    decisions come first.
    """
    m: Any = records.Moves()
    for seat in range(game._g.players):
        m.n = m.decisions = 7
        list_legal(game._g, game._t, m, seat)
        assert m.decisions == sum(m.kind[k] not in FREE_KINDS for k in range(m.n))
        for k in range(m.n):
            kind, a, b = m.kind[k], m.a[k], m.b[k]
            for slot, number in (("a", a), ("b", b)):
                field = next((field for field in BY_NUMBER[kind].fields if field.slot == slot), None)
                required = field is not None and not field.optional
                assert required or number == (field.default if field else 0), (kind, a, b)
