"""Reads the pending parts of a position: auction, contest, debts, claims, offer, transfers, battle."""

from __future__ import annotations

from typing import Any

from freehold.game import names
from freehold.game.position import MOST_CASH
from freehold.game.position_fields import FieldReader
from freehold.rules import codes, state


def read_pending(r: FieldReader) -> None:
    """Read everything pending into the game record and collect faults."""
    position, g = r.position, r.g
    if "auction" in position:
        _auction(r, r.table(position["auction"], "auction"))
    if "contest" in position:
        _contest(r, r.table(position["contest"], "contest"))
    for k, row in enumerate(r.rows(position.get("debts", []), "debts", state.DEBTS)):
        _debt(r, r.table(row, f"debts[{k}]"), k)
    for k, row in enumerate(r.rows(position.get("claims", []), "claims", state.CLAIMS)):
        _claim(r, r.table(row, f"claims[{k}]"), k)
    if "offer" in position:
        _offer(r, r.table(position["offer"], "offer"))
    if "transfer" in position:
        transfer = r.table(position["transfer"], "transfer", {"squares", "interest_paid"})
        g.transfer = r.squares(transfer.get("squares", []), "transfer.squares")
        g.prepaid = r.squares(transfer.get("interest_paid", []), "transfer.interest_paid")
        for square in range(state.SQUARES):
            if g.transfer >> square & 1 and not g.mortgaged[square]:
                r.fault("transfer.squares", "not-mortgaged", square=square)
    g.estate = r.squares(position.get("estate", []), "estate")
    if "battle" in position:
        battle = r.table(position["battle"], "battle", {"seat", "symbol"})
        g.battler = r.seat(battle.get("seat"), "battle.seat")
        g.battle_symbol = r.choice(battle.get("symbol"), "battle.symbol", names.FACE_NUMBERS, codes.LIGHT)
    elif g.base == codes.PHASE_BATTLE:
        r.fault("battle", "battle-missing")
    if g.base == codes.PHASE_CARD and g.choice_card == state.NOBODY:
        r.fault("card", "choice-missing")


def _auction(r: FieldReader, auction: Any) -> None:
    g = r.g
    if "lot" in auction:
        g.lot = r.choice(auction["lot"], "auction.lot", names.LOT_NUMBERS, codes.LOT_HOUSE)
    else:
        g.lot = r.square(auction.get("square"), "auction.square")
        if g.owner[g.lot] != state.BANK:
            r.fault("auction.square", "not-the-banks")
    everybody = [seat for seat in range(g.players) if g.out[seat] == 0]
    g.bidders = r.seats(auction.get("bidders", everybody), "auction.bidders")
    g.bid = r.number(auction.get("bid", 0), "auction.bid", 0, MOST_CASH, 0)
    g.floor = r.number(auction.get("floor", 1), "auction.floor", 1, MOST_CASH, 1)
    g.leader = r.seat(auction.get("leader"), "auction.leader", none=True)
    g.place = state.NOBODY if auction.get("place") is None else r.square(auction["place"], "auction.place")
    speakers = [seat for seat in everybody if g.bidders >> seat & 1 and seat != g.leader]
    default = speakers[0] if speakers else None
    g.bidder = r.seat(auction.get("bidder", default), "auction.bidder", none=True)
    if g.leader != state.NOBODY and g.bid > g.cash[g.leader]:
        r.fault("auction.bid", "bid-too-high")


def _contest(r: FieldReader, contest: Any) -> None:
    g = r.g
    g.contest = r.choice(contest.get("lot"), "contest.lot", names.LOT_NUMBERS, codes.LOT_HOUSE)
    g.contest_by = r.seat(contest.get("by"), "contest.by")
    square = contest.get("square")
    g.contest_square = state.NOBODY if square is None else r.square(square, "contest.square")
    g.asked = r.seats(contest.get("asked", []), "contest.asked")
    for seat, wish in enumerate(r.rows(contest.get("wishes", []), "contest.wishes", g.players)):
        g.wish[seat] = r.number(wish, f"contest.wishes[{seat}]", 0, 100, 0)


def _debt(r: FieldReader, debt: Any, k: int) -> None:
    g, place = r.g, f"debts[{k}]"
    g.debt_from[k] = r.seat(debt.get("debtor"), f"{place}.debtor")
    g.debt_to[k] = r.party(debt.get("creditor"), f"{place}.creditor")
    g.debt_amount[k] = r.number(debt.get("amount"), f"{place}.amount", 1, MOST_CASH, 1)
    g.debt_why[k] = r.choice(debt.get("why", "rent"), f"{place}.why", names.DEBT_NUMBERS, codes.WHY_RENT)
    g.debt_clause[k] = _clause(r, debt, place)
    square = debt.get("square")
    g.debt_square[k] = state.NOBODY if square is None else r.square(square, f"{place}.square")
    g.debt_older[k] = r.number(debt.get("older_claims", 0), f"{place}.older_claims", 0, state.CLAIMS, 0)
    if k == 0:
        g.debt_open = r.flag(debt.get("open", False), f"{place}.open")
    if g.debt_from[k] == g.debt_to[k]:
        r.fault(place, "own-debt")
    g.debts = k + 1


def _clause(r: FieldReader, row: Any, place: str) -> int:
    """The clause that says why this much is owed."""
    clause = row.get("clause", "rent.due-to-owner")
    if clause not in names.CLAUSE_NUMBERS:
        r.fault(f"{place}.clause", "unknown-clause", given=repr(clause))
        clause = "rent.due-to-owner"
    return names.CLAUSE_NUMBERS[clause]


def _claim(r: FieldReader, claim: Any, k: int) -> None:
    g, place = r.g, f"claims[{k}]"
    g.claim_square[k] = r.square(claim.get("square"), f"{place}.square")
    g.claim_visitor[k] = r.seat(claim.get("visitor"), f"{place}.visitor")
    g.claim_owner[k] = r.seat(claim.get("owner"), f"{place}.owner")
    g.claim_amount[k] = r.number(claim.get("amount"), f"{place}.amount", 1, MOST_CASH, 1)
    g.claim_clause[k] = _clause(r, claim, place)
    g.claim_left[k] = r.number(claim.get("throws_left", 1), f"{place}.throws_left", 1, 2, 1)
    g.claims = k + 1


def _offer(r: FieldReader, offer: Any) -> None:
    g = r.g
    g.offer_kind = codes.OFFER_SETTLEMENT if offer.get("kind") == "settlement" else codes.OFFER_TRADE
    g.offer_from = r.seat(offer.get("from"), "offer.from")
    g.offer_to = r.seat(offer.get("to"), "offer.to")
    for side, seat in (("give", g.offer_from), ("ask", g.offer_to)):
        table = r.table(offer.get(side, {}), f"offer.{side}", {"cash", "squares", "jail_cards"})
        setattr(g, f"offer_{side}_cash", r.number(table.get("cash", 0), f"offer.{side}.cash", 0, MOST_CASH, 0))
        setattr(g, f"offer_{side}", r.squares(table.get("squares", []), f"offer.{side}.squares"))
        cards = 0
        for k, deck in enumerate(r.rows(table.get("jail_cards", []), f"offer.{side}.jail_cards", state.KEPT)):
            slots = [
                slot
                for slot in range(state.KEPT)
                if g.kept_by[slot] == seat
                and names.DECKS[g.kept_card[slot] // state.DECK_ROOM] == deck
                and not cards >> slot & 1
            ]
            if slots:
                cards |= 1 << slots[0]
            else:
                r.fault(f"offer.{side}.jail_cards[{k}]", "card-not-held")
        setattr(g, f"offer_{side}_cards", cards)
