"""The less frequent decisions: jail, taxes, card choices, transferred mortgages, the Force, options of a double."""

from freehold.bots.danger import mean_cost, reserve, ways
from freehold.bots.ranks import BOT_BARON, BOT_NOVICE
from freehold.bots.worth import count_deeds, lowest, swap_worth
from freehold.rules.board import in_game, is_property
from freehold.rules.codes import (
    ANY_JAIL_CARD,
    CHOOSE_DRAW,
    CHOOSE_PAY,
    DO_ATTACK,
    DO_CHOOSE,
    DO_END_TURN,
    DO_GO_TO,
    DO_KEEP_MORTGAGE,
    DO_LEAVE_FORCE,
    DO_PAY_FINE,
    DO_PAY_TAX,
    DO_PLACE_FORCE,
    DO_REDEEM,
    DO_ROLL,
    DO_THROW_AGAIN,
    DO_USE_JAIL_CARD,
    DO_USE_OPTION,
    DONE,
    LIGHT,
    PHASE_ROLL,
    TAX_FLAT,
    TAX_PERCENT,
)
from freehold.rules.doubles import may_attack, may_go_to, may_use_option
from freehold.rules.force import may_place_force, side_of
from freehold.rules.jail import may_pay_fine, may_use_jail_card
from freehold.rules.mortgages import may_redeem, redeem_price
from freehold.rules.records import Action, Game, Notes, Tables, Values
from freehold.rules.state import BANK, NOBODY, SQUARES
from freehold.rules.turn import may_roll

MANY_DEEDS = 6  # with this many deeds left at the bank, a turn in jail wastes a chance to buy
SAFE_THROW = 30  # the mean cost below which a throw is harmless
ROUGH_DEED = 180
ROUGH_BUILDING = 110


def bank_deeds(g: Game, t: Tables) -> int:
    count = 0
    for square in range(SQUARES):
        if g.owner[square] == BANK and is_property(t, square):
            count += 1
    return count


def wants_to_move(g: Game, t: Tables, seat: int, bot: int) -> int:
    """Whether leaving jail is better: early always; later only if the next squares are cheap."""
    if bot != BOT_BARON or bank_deeds(g, t) >= MANY_DEEDS:
        return True
    return mean_cost(g, t, seat) < SAFE_THROW


def roll_or_leave(g: Game, t: Tables, x: Action, seat: int, bot: int) -> int:
    """Throw, or leave jail first; at the end of a turn, stay or leave where that is still offered."""
    x.kind = DO_ROLL if g.phase == PHASE_ROLL else DO_END_TURN
    if g.in_jail[seat] == 0:
        return True
    rolling = g.phase == PHASE_ROLL and may_roll(g, t, seat) == DONE
    stuck = g.phase == PHASE_ROLL and not rolling
    if stuck or wants_to_move(g, t, seat, bot):
        if may_use_jail_card(g, t, seat, ANY_JAIL_CARD) == DONE:
            x.kind = DO_USE_JAIL_CARD
        elif may_pay_fine(g, t, seat) == DONE and (stuck or g.cash[seat] >= 3 * t.jail_fine):
            x.kind = DO_PAY_FINE
    return True


def choose_tax(g: Game, t: Tables, x: Action, seat: int, bot: int) -> int:
    """A rough guess, since nobody may count first: a novice takes the printed sum."""
    square = g.square[seat]
    rough = g.cash[seat] + 0
    for deed in range(SQUARES):
        if g.owner[deed] == seat:
            rough += ROUGH_DEED
            rough += ROUGH_BUILDING * g.buildings[deed]
    flat = bot == BOT_NOVICE or rough * t.tax_percent[square] // 100 >= t.tax[square]
    x.kind = DO_PAY_TAX
    x.a = TAX_FLAT if flat else TAX_PERCENT
    return True


def choose_card(g: Game, t: Tables, x: Action, seat: int, bot: int) -> int:
    """Pay, or draw from the other deck, which may send the token where rent is due."""
    risky = bot == BOT_BARON and bank_deeds(g, t) < MANY_DEEDS and mean_cost(g, t, seat) >= SAFE_THROW
    x.kind = DO_CHOOSE
    x.a = CHOOSE_PAY if risky or bot == BOT_NOVICE else CHOOSE_DRAW
    return True


def take_over(g: Game, t: Tables, v: Values, n: Notes, x: Action, seat: int, bot: int) -> int:
    """A mortgaged deed was transferred: redeem it if cash is plentiful, otherwise keep the mortgage."""
    count_deeds(g, n)
    square = lowest(g.transfer)  # whose owner is asked first
    x.kind = DO_KEEP_MORTGAGE
    x.a = square
    left = g.cash[seat] - redeem_price(g, t, square) - reserve(g, t, v, n, seat, bot)
    if bot != BOT_NOVICE and left >= t.price[square] and may_redeem(g, t, seat, square) == DONE:
        x.kind = DO_REDEEM
    return True


def hits(g: Game, seat: int, square: int) -> int:
    """The number of the 36 throws with which a seat's next move ends on a square."""
    total = (square - g.square[seat]) % SQUARES
    return ways(total) if 2 <= total <= 12 else 0


def place_symbol(g: Game, t: Tables, x: Action, seat: int, bot: int) -> int:
    """Place a defeated symbol where it threatens others of the bot's camp but not the bot; it only affects that
    camp.
    """
    x.kind = DO_LEAVE_FORCE
    best = threat_at(g, t, seat, g.light if g.battle_symbol == LIGHT else g.dark) if bot != BOT_NOVICE else -99
    for square in range(SQUARES):
        if may_place_force(g, t, seat, g.battle_symbol, square) == DONE:
            threat = threat_at(g, t, seat, square)
            if threat > best:
                best = threat
                x.kind = DO_PLACE_FORCE
                x.a = g.battle_symbol
                x.b = square
    return True


def threat_at(g: Game, t: Tables, seat: int, square: int) -> int:
    threat = -3 * hits(g, seat, square)
    for other in range(g.players):
        if other != seat and in_game(g, other) and side_of(g, t, other) == side_of(g, t, seat):
            threat += hits(g, other, square)
    return threat


def use_double(g: Game, t: Tables, v: Values, n: Notes, x: Action, seat: int, bot: int) -> int:
    """Spider-Man's double: the option if it pays, otherwise the second throw."""
    count_deeds(g, n)
    x.kind = DO_THROW_AGAIN
    early = bank_deeds(g, t) >= MANY_DEEDS
    if may_use_option(g, t, seat) == DONE:
        if g.die1 <= 3 or not early:  # cash now; a card only when another throw would buy nothing
            x.kind = DO_USE_OPTION
        return True
    return swing(g, t, v, n, x, seat, bot) or attack_something(g, t, v, n, x, seat, bot) or True


def swing(g: Game, t: Tables, v: Values, n: Notes, x: Action, seat: int, bot: int) -> int:
    """Go to the bank's deed with the highest value above its price; otherwise to GO for the salary."""
    best = t.salary + 0 if may_go_to(g, t, seat, 0) == DONE else 0
    place = 0 if best > 0 else NOBODY
    for square in range(SQUARES):
        if is_property(t, square) and g.owner[square] == BANK and t.price[square] <= g.cash[seat]:
            if may_go_to(g, t, seat, square) == DONE:
                gain = swap_worth(g, t, v, n, seat, 1 << square, -t.price[square], bot)
                if gain > best:
                    best = gain
                    place = square
    if place == NOBODY:
        return False
    x.kind = DO_GO_TO
    x.a = place
    return True


def attack_something(g: Game, t: Tables, v: Values, n: Notes, x: Action, seat: int, bot: int) -> int:
    """The opponent's deed with the highest value above its price."""
    best = 0
    for square in range(SQUARES):
        if may_attack(g, t, seat, square) == DONE:
            left = g.cash[seat] - t.price[square]
            gain = swap_worth(g, t, v, n, seat, 1 << square, -t.price[square], bot)
            if gain > best and left >= reserve(g, t, v, n, seat, bot) // 2:
                best = gain
                x.kind = DO_ATTACK
                x.a = square
    return best > 0
