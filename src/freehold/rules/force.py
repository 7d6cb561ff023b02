"""The Force of Star Wars Episode II: its die, its two symbols, and the battles against them."""

from .board import in_game, is_property, is_square, token_on
from .chance import throw_die, throw_force_die
from .clauses import (
    BATTLE_LOSER_PAYS_200_TO_BANK,
    BATTLE_ON_LANDING_ON_ENEMY_SYMBOL,
    BATTLE_ON_SYMBOL_ARRIVING,
    BATTLE_THROW_FORCE_DIE,
    BATTLE_WINNER_MAY_MOVE_SYMBOL,
    BATTLE_WON_ON_OWN_COLOUR,
    FORCE_SETUP_TWO_THROWS,
    FORCE_SHIFT_MOVES_BOTH_SYMBOLS,
)
from .codes import (
    DARK,
    DONE,
    EVENT_BATTLE,
    EVENT_BATTLE_LOST,
    EVENT_BATTLE_WON,
    EVENT_SYMBOL,
    LIGHT,
    NOTHING,
    PHASE_BATTLE,
    REFUSED_NO_SUCH_SQUARE,
    REFUSED_NOT_A_PROPERTY,
    REFUSED_OCCUPIED,
    REFUSED_SAME_SQUARE,
    REFUSED_WRONG_SYMBOL,
    SHIFT,
    WHY_BATTLE,
)
from .events import emit
from .money import owe
from .records import Chance, Events, Game, Tables
from .state import BANK, NOBODY, SQUARES
from .switches import BATTLE_TARGET_UNOWNED


def symbol_square(g: Game, symbol: int) -> int:
    return g.light + 0 if symbol == LIGHT else g.dark + 0


def stand_symbol(g: Game, symbol: int, square: int) -> None:
    if symbol == LIGHT:
        g.light = square
    else:
        g.dark = square


def walk_symbol(g: Game, t: Tables, e: Events, symbol: int, steps: int, clause: int) -> None:
    """Forward by its die, and on to the next property if it would rest anywhere else."""
    # force.only-on-buyable-squares, force.skips-other-squares
    square = (symbol_square(g, symbol) + steps) % SQUARES
    while not is_property(t, square):
        square = (square + 1) % SQUARES
    stand_symbol(g, symbol, square)
    emit(e, EVENT_SYMBOL, NOBODY, NOBODY, square, symbol, clause)


def place_symbols(g: Game, t: Tables, c: Chance, e: Events) -> None:
    """Set-up: from GO and Free Parking, two throws of the white and the black die."""
    # force.dark-symbol-starts-on-go, force.light-symbol-starts-on-parking, force.setup-two-throws
    g.light = t.light_start
    g.dark = t.dark_start
    for _ in range(2):
        white = throw_die(c)
        black = throw_die(c)
        walk_symbol(g, t, e, LIGHT, white, FORCE_SETUP_TWO_THROWS)
        walk_symbol(g, t, e, DARK, black, FORCE_SETUP_TWO_THROWS)


def side_of(g: Game, t: Tables, seat: int) -> int:
    return t.token_side[g.token[seat]]


def must_fight(g: Game, t: Tables, seat: int, symbol: int) -> int:
    """Does a token of the other camp stand on this symbol's square?"""
    # battle.own-symbol-is-harmless, battle-arriving-own-symbol
    return in_game(g, seat) and side_of(g, t, seat) != symbol and g.square[seat] == symbol_square(g, symbol)


def fight(g: Game, t: Tables, c: Chance, e: Events, seat: int, symbol: int, clause: int) -> None:
    """One throw of the Force die decides; it cannot be declined."""
    square = symbol_square(g, symbol)
    emit(e, EVENT_BATTLE, seat, NOBODY, square, symbol, clause)
    face = throw_force_die(t, c)
    # battle.shift-face-counts-white
    colour = LIGHT if face == SHIFT else face
    if colour == side_of(g, t, seat):
        emit(e, EVENT_BATTLE_WON, seat, NOBODY, square, face, BATTLE_WON_ON_OWN_COLOUR)
        g.battler = seat
        g.battle_symbol = symbol
        g.base = PHASE_BATTLE
    else:
        emit(e, EVENT_BATTLE_LOST, seat, BANK, square, face, BATTLE_THROW_FORCE_DIE)
        owe(g, seat, BANK, t.battle_loss, square, WHY_BATTLE, BATTLE_LOSER_PAYS_200_TO_BANK)


def fight_where_landed(g: Game, t: Tables, c: Chance, e: Events, seat: int) -> None:
    """The symbol of the other camp was there before the token came."""
    enemy = LIGHT if side_of(g, t, seat) == DARK else DARK
    if g.in_jail[seat] == 0 and must_fight(g, t, seat, enemy):
        fight(g, t, c, e, seat, enemy, BATTLE_ON_LANDING_ON_ENEMY_SYMBOL)


def shift_symbols(g: Game, t: Tables, e: Events) -> None:
    """The shift face: each symbol moves by the die of its colour."""
    walk_symbol(g, t, e, LIGHT, g.die1, FORCE_SHIFT_MOVES_BOTH_SYMBOLS)
    walk_symbol(g, t, e, DARK, g.die2, FORCE_SHIFT_MOVES_BOTH_SYMBOLS)


def next_arrival(g: Game, t: Tables, c: Chance, e: Events) -> int:
    """The next battle that the shift brought about, in turn order; False when there is none left."""
    # battle-all-tokens-there: once a winner has moved the symbol away, the rest are spared
    while g.battle_next < 2 * g.players:
        seat = (g.turn + g.battle_next // 2) % g.players
        symbol = LIGHT if g.battle_next % 2 == 0 else DARK
        g.battle_next += 1
        if must_fight(g, t, seat, symbol):
            fight(g, t, c, e, seat, symbol, BATTLE_ON_SYMBOL_ARRIVING)
            return True
    return False


def may_place_force(g: Game, t: Tables, seat: int, symbol: int, square: int) -> int:
    # battle.target-must-be-free-and-buyable
    if symbol != g.battle_symbol:
        return REFUSED_WRONG_SYMBOL
    if not is_square(square):
        return REFUSED_NO_SUCH_SQUARE
    if not is_property(t, square):
        return REFUSED_NOT_A_PROPERTY
    if square == symbol_square(g, symbol):
        return REFUSED_SAME_SQUARE
    if token_on(g, square) or square == g.light or square == g.dark:
        return REFUSED_OCCUPIED
    if t.battle_target == BATTLE_TARGET_UNOWNED and g.owner[square] != NOBODY:
        return REFUSED_OCCUPIED
    return DONE


def do_place_force(g: Game, t: Tables, c: Chance, e: Events, seat: int, symbol: int, square: int) -> None:
    stand_symbol(g, symbol, square)
    emit(e, EVENT_SYMBOL, seat, NOBODY, square, symbol, BATTLE_WINNER_MAY_MOVE_SYMBOL)
    end_battle(g)


def do_leave_force(g: Game, t: Tables, c: Chance, e: Events, seat: int) -> None:
    # battle-relocation-optional
    symbol = g.battle_symbol
    emit(e, EVENT_SYMBOL, seat, NOBODY, symbol_square(g, symbol), symbol, BATTLE_WINNER_MAY_MOVE_SYMBOL)
    end_battle(g)


def end_battle(g: Game) -> None:
    g.base = NOTHING
    g.battler = NOBODY
    g.battle_symbol = NOBODY
