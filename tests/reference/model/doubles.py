"""Spider-Man: what a double may be used for in place of another throw, and the attack of the double six."""

from __future__ import annotations

from tests.reference.model import money, mortgage
from tests.reference.model.table import BANK, Draws, Refused, Table


def options(t: Table) -> list[tuple[str, int | None]]:
    """The actions that the double gives: their type and square."""
    assert t.dice
    seat = t.seats[t.turn]
    match t.dice[0]:
        case 1:
            return [("go_to", i) for i in range(40) if i != seat.square]  # web-swing-targets
        case 6:
            return [("attack", i) for i in t.edition.properties if can_attack(t, t.turn, i)]
        case _:
            return [("use_option", None)]


def can_attack(t: Table, seat: int, square: int) -> bool:
    deed = t.deeds.get(square)
    if deed is None or deed.owner == seat or t.owns_group(deed.owner, square):
        return False  # attack-stations-utilities: all of a kind are protected like a colour
    if t.level(square):
        return False  # house-attack-beside-built-lots: buildings never change hands
    if t.edition.squares[square].kind != "street" and t.edition.rules["attack_stations"] == "no":
        return False
    if deed.mortgaged and t.edition.rules["attack_mortgaged"] == "no":
        return False
    return t.seats[seat].cash >= t.edition.squares[square].price  # attack-afford-cash


def attack(t: Table, seat: int, square: int, draws: Draws) -> None:
    """Red against blue, again if they are equal; the winner pays the printed price (attack-value-on-card)."""
    if not can_attack(t, seat, square):
        raise Refused
    red = blue = 0
    while red == blue:
        red, blue = draws.die(), draws.die()
    if red > blue:
        money.move(t, seat, t.deeds[square].owner, t.edition.squares[square].price)
        mortgage.hand_over(t, square, seat)
        mortgage.taken_over(t, [square])


def bonus(t: Table, seat: int) -> None:
    money.move(t, BANK, seat, t.edition.double_bonus)


def share(t: Table, seat: int) -> None:
    """Every other player pays (double-three-unpayable)."""
    for other in t.after(seat)[:-1]:
        money.owe(t, other, seat, t.edition.double_share, "option", t.seats[seat].square)
