"""Endings: the last player left, the short game's bankruptcy, the agreed hour, and who is richest then."""

from .board import left_of
from .clauses import (
    SHORT_END_FIRST_BANKRUPTCY,
    SHORT_END_SECOND_BANKRUPTCY,
    SHORT_WINNER_RICHEST,
    TIMED_RICHEST_WINS,
    TURN_PASSES_TO_THE_LEFT,
    WIN_LAST_PLAYER_LEFT,
)
from .codes import (
    DONE,
    EVENT_COUNT,
    EVENT_OVER,
    EVENT_TIME_UP,
    EVENT_TURN,
    NOTHING,
    PHASE_OVER,
    PHASE_ROLL,
    REFUSED_NOT_TIMED,
    STAGE_ROLL,
    TIMED_GAME,
)
from .events import emit
from .money import worth
from .records import Chance, Events, Game, Tables
from .rent import count_down_claims, owe_claimed_rent
from .state import NOBODY


def short_game_is_over(g: Game, t: Tables) -> int:
    """Have as many players gone bankrupt as end the short game?"""
    return t.ends_at > 0 and g.players - g.alive >= t.ends_at


def ends_with_next_bankruptcy(g: Game, t: Tables) -> int:
    """Will the next bankruptcy end the game?"""
    return g.alive <= 2 or (t.ends_at > 0 and g.players - g.alive + 1 >= t.ends_at)


def declare_last_player(g: Game, e: Events) -> None:
    for seat in range(g.players):
        if g.out[seat] == 0:
            finish(g, e, seat, WIN_LAST_PLAYER_LEFT)


def finish(g: Game, e: Events, winner: int, clause: int) -> None:
    g.winner = winner
    g.phase = PHASE_OVER
    g.base = NOTHING
    g.decider = NOBODY
    emit(e, EVENT_OVER, winner, NOBODY, NOBODY, 0, clause)


def last_round_is_over(g: Game, t: Tables) -> int:
    """Is this the last turn of the last round? A round is a turn of each player who began the game."""
    return t.rounds > 0 and g.turns + 1 >= t.rounds * g.players


def count_out(g: Game, t: Tables, e: Events, clause: int) -> None:
    """The richest of those left wins; equal worth is a shared victory, and no seat stands alone."""
    best = -1
    winner = NOBODY
    for seat in range(g.players):
        if g.out[seat] == 0:
            value = worth(g, t, seat, True)
            if value > best:
                best = value
                winner = seat
            elif value == best:
                winner = NOBODY
    finish(g, e, winner, clause)


def end_short_game(g: Game, t: Tables, e: Events) -> None:
    clause = SHORT_END_FIRST_BANKRUPTCY if t.ends_at == 1 else SHORT_END_SECOND_BANKRUPTCY
    emit(e, EVENT_COUNT, NOBODY, NOBODY, NOBODY, g.players - g.alive, clause)
    count_out(g, t, e, SHORT_WINNER_RICHEST)


def next_turn(g: Game, t: Tables, e: Events) -> None:
    """The turn is over: time may be up; else play goes to the left."""
    if g.thrown == 0:
        # claim-deadline-counts-players: a turn without a throw counts as one
        count_down_claims(g, t, e)
        g.thrown = 1
    time_is_over = g.time_up != 0 or (t.time_limit > 0 and g.turns + 1 >= t.time_limit) or last_round_is_over(g, t)
    if time_is_over and g.claims > 0:
        # claims-at-the-end-of-a-timed-game: they count as claimed; once they are settled the turn is over
        while g.claims > 0:
            owe_claimed_rent(g, 0)
        return
    # house.twenty-rounds and its like
    clause = t.rounds_clause if last_round_is_over(g, t) else TIMED_RICHEST_WINS
    g.turns += 1
    g.doubles = 0
    g.extra = 0
    g.thrown = 0
    g.jail_failed = 0
    if time_is_over:
        count_out(g, t, e, clause)
        return
    g.turn = left_of(g, g.turn)
    g.stage = STAGE_ROLL
    g.base = PHASE_ROLL
    emit(e, EVENT_TURN, g.turn, NOBODY, NOBODY, 0, TURN_PASSES_TO_THE_LEFT)


def may_call_time(g: Game, t: Tables) -> int:
    return DONE if t.variant == TIMED_GAME else REFUSED_NOT_TIMED


def do_call_time(g: Game, t: Tables, c: Chance, e: Events) -> None:
    """The agreed hour has struck: the running turn is finished, then the count."""
    g.time_up = 1
    emit(e, EVENT_TIME_UP, NOBODY, NOBODY, NOBODY, 0, TIMED_RICHEST_WINS)
