"""Spider-Man's options: what a double may give in place of the second throw, and the attack of a double six."""

from .board import is_property, is_square, owns_group
from .cards import draw_card, others_and
from .chance import throw_die
from .clauses import (
    ATTACK_HIGHER_DIE_WINS,
    ATTACK_LOSER_PAYS_NOTHING,
    ATTACK_RED_AGAINST_BLUE,
    ATTACK_TIE_THROWS_AGAIN,
    ATTACK_WINNER_PAYS_CARD_VALUE,
    OPTION_DOUBLE_FIVE_BLACK_CARD,
    OPTION_DOUBLE_FOUR_SPIDER_MAN_CARD,
    OPTION_DOUBLE_ONE_MOVE_ANYWHERE,
    OPTION_DOUBLE_SIX_ATTACK,
    OPTION_DOUBLE_THREE_EACH_PLAYER_PAYS_50,
    OPTION_DOUBLE_TWO_BANK_PAYS_200,
)
from .codes import (
    BY_JUMP,
    CHANCE_DECK,
    CHEST,
    DONE,
    EVENT_ATTACK,
    EVENT_ATTACK_LOST,
    EVENT_ATTACK_THROW,
    EVENT_ATTACK_WON,
    EVENT_DEED,
    EVENT_MOVE,
    EVENT_OPTION,
    EVENT_PAID,
    EVENT_RECEIVED,
    KIND_STREET,
    NOTHING,
    REFUSED_ALREADY_MORTGAGED,
    REFUSED_BUILDINGS_STAND,
    REFUSED_NO_SUCH_SQUARE,
    REFUSED_NOT_A_LOT,
    REFUSED_NOT_A_PROPERTY,
    REFUSED_NOT_ENOUGH_CASH,
    REFUSED_NOT_YOUR_DEED,
    REFUSED_PROTECTED_GROUP,
    REFUSED_SAME_SQUARE,
    REFUSED_WRONG_DOUBLE,
    STAGE_AFTER,
    WHY_OPTION,
)
from .events import emit
from .money import bank_pays, hand_over
from .mortgages import await_transfer
from .movement import arrive, pay_salary
from .records import Chance, Events, Game, Tables
from .state import NOBODY
from .switches import ATTACK_MORTGAGED_NO, ATTACK_STATIONS_NO, SWING_SALARY_PASS

SWING = 1
FIRST_OPTION = 2
LAST_OPTION = 5
ATTACK = 6


def take_option(g: Game) -> None:
    """An option is taken: the second throw is given up, and with it the series of doubles."""
    # option.replaces-second-throw
    g.extra = 0
    g.base = NOTHING
    g.stage = STAGE_AFTER


def may_use_option(g: Game, t: Tables, seat: int) -> int:
    # option.matches-the-double
    return DONE if FIRST_OPTION <= g.die1 <= LAST_OPTION else REFUSED_WRONG_DOUBLE


def do_use_option(g: Game, t: Tables, c: Chance, e: Events, seat: int) -> None:
    double = g.die1 + 0
    take_option(g)
    if double == 2:
        emit(e, EVENT_OPTION, seat, NOBODY, NOBODY, double, OPTION_DOUBLE_TWO_BANK_PAYS_200)
        bank_pays(g, seat, t.double_bonus)
        emit(e, EVENT_RECEIVED, seat, NOBODY, NOBODY, t.double_bonus, OPTION_DOUBLE_TWO_BANK_PAYS_200)
    elif double == 3:
        emit(e, EVENT_OPTION, seat, NOBODY, NOBODY, double, OPTION_DOUBLE_THREE_EACH_PLAYER_PAYS_50)
        others_and(g, seat, t.double_share, True, WHY_OPTION, OPTION_DOUBLE_THREE_EACH_PLAYER_PAYS_50)
    elif double == 4:
        emit(e, EVENT_OPTION, seat, NOBODY, NOBODY, double, OPTION_DOUBLE_FOUR_SPIDER_MAN_CARD)
        draw_card(g, t, c, e, seat, CHEST)
    else:
        emit(e, EVENT_OPTION, seat, NOBODY, NOBODY, double, OPTION_DOUBLE_FIVE_BLACK_CARD)
        draw_card(g, t, c, e, seat, CHANCE_DECK)


def may_go_to(g: Game, t: Tables, seat: int, square: int) -> int:
    if g.die1 != SWING:
        return REFUSED_WRONG_DOUBLE
    if not is_square(square):
        return REFUSED_NO_SUCH_SQUARE
    return REFUSED_SAME_SQUARE if square == g.square[seat] else DONE


def do_go_to(g: Game, t: Tables, c: Chance, e: Events, seat: int, square: int) -> None:
    """A swing to any square, which is then played as if landed on."""
    take_option(g)
    emit(e, EVENT_OPTION, seat, NOBODY, square, SWING, OPTION_DOUBLE_ONE_MOVE_ANYWHERE)
    # web-swing-salary: a jump passes nothing; only GO itself pays
    if square == 0 or (t.swing_salary == SWING_SALARY_PASS and square < g.square[seat]):
        pay_salary(g, t, e, seat, BY_JUMP)
    g.rent_times = 1
    g.dice_times = 0
    arrive(g, seat, square, BY_JUMP)
    emit(e, EVENT_MOVE, seat, NOBODY, square, 0, OPTION_DOUBLE_ONE_MOVE_ANYWHERE)


def may_attack(g: Game, t: Tables, seat: int, square: int) -> int:
    if g.die1 != ATTACK:
        return REFUSED_WRONG_DOUBLE
    if not is_square(square):
        return REFUSED_NO_SUCH_SQUARE
    if not is_property(t, square):
        return REFUSED_NOT_A_PROPERTY
    owner = g.owner[square]
    if owner == NOBODY or owner == seat:
        return REFUSED_NOT_YOUR_DEED  # attack.one-property-of-another-player
    if t.attack_stations == ATTACK_STATIONS_NO and t.kind[square] != KIND_STREET:
        return REFUSED_NOT_A_LOT
    if t.attack_mortgaged == ATTACK_MORTGAGED_NO and g.mortgaged[square] != 0:
        return REFUSED_ALREADY_MORTGAGED
    if g.buildings[square] != 0:
        return REFUSED_BUILDINGS_STAND  # house.build-without-group: elsewhere only whole groups are built on
    if owns_group(g, t, t.group[square], owner):
        return REFUSED_PROTECTED_GROUP  # attack.not-against-full-colour
    if g.cash[seat] < t.price[square]:
        return REFUSED_NOT_ENOUGH_CASH  # attack.must-afford-price
    return DONE


def do_attack(g: Game, t: Tables, c: Chance, e: Events, seat: int, square: int) -> None:
    """Red against blue until one is higher; who wins by attack pays the printed price to the owner."""
    take_option(g)
    owner = g.owner[square] + 0
    emit(e, EVENT_ATTACK, seat, owner, square, 0, OPTION_DOUBLE_SIX_ATTACK)
    red = throw_die(c)
    blue = throw_die(c)
    emit(e, EVENT_ATTACK_THROW, seat, owner, square, 10 * red + blue, ATTACK_RED_AGAINST_BLUE)
    while red == blue and c.wrong == 0:
        red = throw_die(c)
        blue = throw_die(c)
        emit(e, EVENT_ATTACK_THROW, seat, owner, square, 10 * red + blue, ATTACK_TIE_THROWS_AGAIN)
    if red < blue:
        emit(e, EVENT_ATTACK_LOST, seat, owner, square, 0, ATTACK_LOSER_PAYS_NOTHING)
        return
    emit(e, EVENT_ATTACK_WON, seat, owner, square, 0, ATTACK_HIGHER_DIE_WINS)
    emit(e, EVENT_PAID, seat, owner, square, t.price[square], ATTACK_WINNER_PAYS_CARD_VALUE)
    hand_over(g, seat, owner, t.price[square])
    g.owner[square] = seat
    if g.mortgaged[square] != 0:
        await_transfer(g, square, False)  # attack-mortgaged-target
    emit(e, EVENT_DEED, seat, owner, square, 0, ATTACK_HIGHER_DIE_WINS)
