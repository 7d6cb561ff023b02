"""The end: the last player left, or the richest when a short or timed game is over."""

from __future__ import annotations

from tests.reference.model import money, rent
from tests.reference.model.table import BANK, Table


def after_bankruptcy(t: Table) -> None:
    left = t.in_game()
    if len(left) == 1:
        t.over, t.winner = True, left[0]
    elif t.edition.ends_at and len(t.seats) - len(left) >= t.edition.ends_at:
        t.ending = True
        t.estate = []  # short-last-bankrupt-assets: what falls to the bank leaves the game without an auction


def close(t: Table) -> None:
    """short-game-ends-at-once: other debts are paid from cash as far as it goes, then everybody is counted."""
    for debt in t.debts:
        paid = min(debt.amount, t.seats[debt.debtor].cash)
        money.move(t, debt.debtor, debt.creditor, paid)
        if debt.creditor == BANK:
            money.into_pot(t, debt.why, paid)
    t.debts.clear()
    for i in sorted(t.transfers):  # mortgages that changed hands count as kept
        owner = t.deeds[i].owner
        if not t.transfers[i]:
            money.move(t, owner, BANK, min(t.seats[owner].cash, t.edition.tenth(t.edition.squares[i].mortgage)))
    count(t)


def count(t: Table) -> None:
    worth = {seat: final_worth(t, seat) for seat in t.in_game()}
    best = max(worth.values())
    richest = [seat for seat, each in worth.items() if each == best]
    t.over = True
    t.winner = richest[0] if len(richest) == 1 else None  # richest-tie


def final_worth(t: Table, seat: int) -> int:
    """Cash, deeds at their price or half of it under a mortgage, buildings at what was paid
    (buildings-count-at-what-was-paid, timed-valuation)."""
    total = t.seats[seat].cash
    for i in t.owned_by(seat):
        price = t.edition.squares[i].price
        total += (price // 2 if t.deeds[i].mortgaged else price) + sum(t.deeds[i].paid)
    return total


def time_is_up(t: Table) -> bool:
    """timed-end-mid-turn: looked at when a turn is over.

    house.twenty-rounds, house.thirty-rounds, house.forty-rounds, house.sixty-rounds: a round is one turn for each
    player who began the game.
    """
    limits = (t.edition.time_limit, t.edition.rounds * len(t.seats))
    return t.time_up or any(limit and t.turns + 1 >= limit for limit in limits)


def claims_count_as_asked(t: Table) -> None:
    """claims-at-the-end-of-a-timed-game."""
    for claim in list(t.claims):
        rent.becomes_debt(t, claim)
