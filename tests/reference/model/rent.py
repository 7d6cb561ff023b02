"""Rent: how much, and until when the owner may ask for it."""

from __future__ import annotations

from tests.reference.model import money
from tests.reference.model.table import Claim, Debt, Draws, Refused, Table


def amount(t: Table, square: int, draws: Draws, *, times: int = 1, dice_times: int = 0, fresh: bool = False) -> int:
    """The rent of a property as it stands (mortgage-state-at-landing). `times`, `dice_times`: what a card says."""
    deed = t.deeds[square]
    facts = t.edition.squares[square]
    if facts.kind == "street":
        return lot_rent(t, square) * times
    rules = t.edition.rules
    counts_mortgaged = rules[f"{facts.kind}_counts_mortgaged"] == "yes"  # station-, utility-mortgaged-sibling
    group = [t.deeds.get(i) for i in t.edition.group_of[square]]
    held: int = sum(d is not None and d.owner == deed.owner and (counts_mortgaged or not d.mortgaged) for d in group)
    if facts.kind == "station":
        return facts.rents[held - 1] * times
    assert t.dice
    dice = sum(t.dice)
    if fresh or rules["utility_throw"] == "fresh":  # utility-which-roll, utility-sent-by-card
        dice = draws.die() + draws.die()
    return dice * (dice_times or facts.multipliers[held - 1] * times)


def lot_rent(t: Table, square: int) -> int:
    deed = t.deeds[square]
    facts = t.edition.squares[square]
    if deed.level:
        return facts.rents[5 if deed.level == t.edition.top else deed.level]
    if not t.owns_group(deed.owner, square) or t.edition.rules["bare_group_rent"] == "single":  # house.single-rent
        return facts.rents[0]
    mortgaged = any(t.deeds[i].mortgaged for i in t.edition.group_of[square])
    if mortgaged and t.edition.rules["double_rent_beside_mortgage"] == "denied":
        return facts.rents[0]
    return 2 * facts.rents[0]  # rent.double-bare-group, also beside built lots


def owner_is_kept_from_it(t: Table, owner: int) -> bool:
    """house.no-rent-in-jail: whoever stops there while the owner is in jail owes nothing."""
    return t.seats[owner].in_jail and t.edition.rules["rent_to_jail"] == "none"


def due(t: Table, visitor: int, square: int, sum_due: int) -> None:
    """The rent is a debt, or a claim that the owner has to make in time."""
    owner = t.deeds[square].owner
    if not t.edition.claimed:
        money.owe(t, visitor, owner, sum_due, "rent", square)
        return
    throws = 2 if t.edition.rules["claim_deadline"] == "second-following-player" else 1
    if len(t.in_game()) == 2 and t.edition.rules["claim_deadline_of_two"] == "next-player":
        throws = 1  # claim-deadline-two-players
    t.claims.append(Claim(square, visitor, owner, sum_due, throws, t.event()))


def a_player_throws(t: Table) -> None:
    """The first throw of a turn, or its end without one (claim-deadline-counts-players), brings deadlines nearer.

    claim-deadline-own-extra-roll: further throws of the same player do not count.
    """
    for claim in t.claims:
        claim.throws_left -= 1
    t.claims = [claim for claim in t.claims if claim.throws_left > 0]


def claim(t: Table, seat: int, square: int) -> None:
    """The owner asks for the oldest rent of a square."""
    mine = next((c for c in t.claims if c.owner == seat and c.square == square and not c.asked), None)
    if mine is None:
        raise Refused
    becomes_debt(t, mine)


def becomes_debt(t: Table, mine: Claim) -> None:
    """claim-while-the-visitor-owes-others: in the order of the events they come from; claim-reaches-a-debtor: only
    what the asking owner owes waits for it. Whoever waits is asked again."""
    t.claims.remove(mine)
    debt = Debt(mine.visitor, mine.owner, mine.amount, "rent", mine.square, mine.since)
    place = next((i for i, other in enumerate(t.debts) if other.since > debt.since), len(t.debts))
    ahead, later, first = t.debts[:place], t.debts[place:], t.debts[:1]
    own = [other for other in ahead if other.debtor == mine.owner]
    t.debts = [*(other for other in ahead if other.debtor != mine.owner), debt, *own, *later]
    for other in t.debts[1:] if t.debts[:1] == first else t.debts:
        other.open = False


def forget(t: Table, seat: int) -> None:
    """bankrupt-open-claims: rents that a bankrupt could still ask for lapse, and those owed by him go with him."""
    t.claims = [c for c in t.claims if seat not in (c.owner, c.visitor)]
