"""Star Wars Episode II: the Force die, the two symbols and the battles with them."""

from __future__ import annotations

from tests.reference.model import money
from tests.reference.model.table import BANK, Draws, Refused, Table

ENEMY = {"light": "dark", "dark": "light"}


def shift(t: Table) -> None:
    """Both symbols move, each by the die of its colour, on to the next property (force-skip-next)."""
    assert t.dice
    for symbol, die in (("light", t.dice[0]), ("dark", t.dice[1])):
        t.force[symbol] = rest(t, t.force[symbol] + die)
    # battle-all-tokens-there: each token of the other camp, in turn order from the player on turn
    first = [] if t.seats[t.turn].bankrupt else [t.turn]
    for seat in first + [i for i in t.after(t.turn) if i != t.turn]:
        enemy = ENEMY.get(t.seats[seat].side)
        if enemy and t.force[enemy] == t.seats[seat].square:
            t.arrivals.append((seat, enemy))


def rest(t: Table, square: int) -> int:
    while not t.edition.squares[square % 40].price:
        square += 1
    return square % 40


def stands_on_enemy(t: Table, seat: int) -> str | None:
    player = t.seats[seat]
    enemy = ENEMY.get(player.side)
    return enemy if enemy and t.force[enemy] == player.square else None


def fight(t: Table, seat: int, symbol: str, draws: Draws) -> None:
    """The die shows the winner; a shift counts as light. The loser owes the bank, the winner may move the symbol."""
    face = draws.face()
    side = "light" if face == "shift" else face
    if side == t.seats[seat].side:
        t.battle = (seat, symbol)
        t.decision = "battle"
    else:
        money.owe(t, seat, BANK, t.edition.battle_loss, "battle", t.seats[seat].square)


def next_arrival(t: Table, draws: Draws) -> None:
    """battle-winner-leaves-symbol: each token fights once, unless a winner has moved the symbol away."""
    seat, symbol = t.arrivals.pop(0)
    if not t.seats[seat].bankrupt and t.force[symbol] == t.seats[seat].square:
        fight(t, seat, symbol, draws)


def free_squares(t: Table) -> list[int]:
    """battle-unoccupied-meaning: properties without token or symbol; if the table says so, without owner as well."""
    taken = {s.square for s in t.seats if not s.bankrupt_order} | set(t.force.values())
    unowned = t.edition.rules["battle_target"] == "unowned"
    return [i for i in t.edition.properties if i not in taken and not (unowned and i in t.deeds)]


def place(t: Table, seat: int, symbol: str, square: int) -> None:
    if t.battle != (seat, symbol) or square not in free_squares(t):
        raise Refused
    t.force[symbol] = square
    t.battle = t.decision = None


def leave(t: Table) -> None:
    t.battle = t.decision = None
