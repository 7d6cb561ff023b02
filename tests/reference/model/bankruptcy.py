"""Bankruptcy: who may declare it, and where the estate goes."""

from __future__ import annotations

from tests.reference.model import cards, ending, money, mortgage, rent, selling
from tests.reference.model.table import BANK, Refused, Table


def may_declare(t: Table, seat: int) -> bool:
    """Only whoever owes more than could be raised."""
    if not t.debts or not t.debts[0].open or t.debts[0].debtor != seat or t.offer or t.auction or t.contest:
        return False
    return money.raisable(t, seat) < t.debts[0].amount


def declare(t: Table, seat: int) -> None:
    if not may_declare(t, seat):
        raise Refused
    creditor = t.debts[0].creditor
    player = t.seats[seat]
    player.bankrupt_order = 1 + max(s.bankrupt_order for s in t.seats)
    deeds = t.owned_by(seat)
    for i in deeds:  # bankruptcy.to-player.buildings-sold-at-half
        level = t.level(i)
        if creditor != BANK:
            player.cash += selling.refund(t, i, 0)
        selling.take_down(t, i, level)
    if creditor != BANK and t.edition.rules["bankrupt_mortgages_first"] == "yes":  # bankrupt-liquidates-first
        for i in deeds:
            if not t.deeds[i].mortgaged and t.edition.rules["mortgages"] == "allowed":  # house.no-mortgages
                mortgage.take(t, seat, i)
    rent.forget(t, seat)
    t.debts = [d for d in t.debts if seat not in (d.debtor, d.creditor)]
    for i in deeds:
        t.transfers.pop(i, None)
    if creditor == BANK:
        to_bank(t, seat, deeds)
    else:
        to_player(t, seat, creditor, deeds)
    player.cash = 0
    player.in_jail, player.jail_turns = False, 0
    if t.turn == seat:  # bankrupt-on-own-turn
        cards.put_back(t)
        t.again = False
        if not t.battle or t.battle[0] == seat:  # somebody else's victory over a symbol stays open
            t.battle = t.decision = None
        t.stage = "next" if t.stage not in ("shift", "arrivals") else t.stage
    ending.after_bankruptcy(t)


def to_player(t: Table, seat: int, creditor: int, deeds: list[int]) -> None:
    player = t.seats[seat]
    t.seats[creditor].cash += player.cash
    for i in deeds:
        mortgage.hand_over(t, i, creditor)
    for card in player.jail_cards:
        t.seats[creditor].take_card(card)
    player.jail_cards = []
    mortgaged = [i for i in deeds if t.deeds[i].mortgaged]
    interest = sum(t.edition.tenth(t.edition.squares[i].mortgage) for i in mortgaged)  # bankruptcy-interest-base
    mortgage.taken_over(t, mortgaged, interest_paid=True)
    money.owe(t, creditor, BANK, interest, "interest")  # creditor-cannot-pay-interest


def to_bank(t: Table, seat: int, deeds: list[int]) -> None:
    """Deeds lose their mortgages (auctioned-mortgage-state), cards go under their decks (jail-card-return-silent)."""
    for card in t.seats[seat].jail_cards:
        t.decks[card.deck].append(card.id)
    t.seats[seat].jail_cards = []
    for i in deeds:
        del t.deeds[i]
    t.estate = sorted(t.estate + deeds)  # order-of-settlement: also those of an earlier bankrupt
