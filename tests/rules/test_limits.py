"""No silent limit: the largest cases fit, and whatever found no room would be a fault of the auditor."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from freehold.engine.kernel import audit
from freehold.engine.records import Chance, Events, Moves
from freehold.game import internals
from freehold.rules import chance, codes, events, money, moves, rent, state
from tests.table import ALL, ST, X1, A, B, C, cash, deeds, do, table, throw
from tests.tidy import reloaded

EIGHT = 8
CLAIMED = {"rent_claims": "claimed"}


def queue(game: Game) -> list[tuple[int, Any]]:
    return [(debt["debtor"], debt["creditor"]) for debt in game.position().get("debts", [])]


def all_pay(edition: str = "star-wars-1", **position: Any) -> Game:
    """Eight players; A draws a card by which each of the others owes A 50, and none of them has it."""
    card = next(card.id for card in Game.new(edition, 2).edition.deck("chest") if card.kind == "receive_each")
    money = dict.fromkeys(range(1, EIGHT), 0)
    game = table(edition, EIGHT, at={A: 14}, cash=money, decks={"chest": [card]}, **position)
    throw(game, 1, 2)
    return game


@pytest.mark.clause("cards.must-be-obeyed", "debt.raise-money-first")
@pytest.mark.parametrize("edition", ["star-wars-1", "disney-parks", "classic"])
def test_each_of_seven_players_owes_a_debt_of_his_own(edition: str) -> None:
    game = all_pay(edition)
    assert queue(game) == [(seat, A) for seat in range(1, EIGHT)]
    for seat in range(1, EIGHT):
        assert (game.phase, game.decider) == ("debt", seat)
        do(game, "bankrupt", seat)
    assert (game.over, game.winner) == (True, A)


@pytest.mark.clause("rent.owner-must-ask", "debt.raise-money-first")
def test_thirteen_debts_at_once() -> None:
    """Seven owe A by a card. A and H have each been to three lots of the other's, and claim in turn: six more."""
    first, last = A, EIGHT - 1
    hers, his = (1, 6, 11), (3, 8, 13)
    lots = deeds(first, *hers, mortgaged=True) | deeds(last, *his, mortgaged=True)
    claims = [{"square": lot, "visitor": first, "owner": last, "amount": 500} for lot in his]
    claims += [{"square": lot, "visitor": last, "owner": first, "amount": 500} for lot in hers]
    debts = [{"debtor": seat, "creditor": A, "amount": 50, "why": "card"} for seat in range(1, EIGHT)]
    money = dict.fromkeys(range(EIGHT), 0)
    game = table(players=EIGHT, cash=money, deeds=lots, claims=claims, debts=debts, phase="debt", options=CLAIMED)
    for mine, yours in zip(his, hers, strict=True):
        do(game, "claim", last, square=mine)
        do(game, "claim", first, square=yours)
    assert len(queue(game)) == 13
    # ahead of the card, which came later, and each ahead of what its owner owes
    assert queue(game)[:7] == [(last, first)] * 3 + [(first, last)] * 3 + [(1, first)]
    assert internals.record(game).overflow == 0
    assert audit.audit(internals.record(game), internals.tables(game)) == audit.SOUND
    assert reloaded(game).position() == game.position()
    do(game, "bankrupt", last)
    assert (game.phase, game.decider, len(queue(game))) == ("debt", 1, 7)  # six by the card, and the interest of A


def test_the_queue_takes_the_most_debts_that_can_arise() -> None:
    game = all_pay(options=CLAIMED)
    g = internals.record(game)
    while g.debts < 14:
        money.owe_at(g, 0, B, A, 1, state.NOBODY, codes.WHY_RENT, 0)
    assert (g.debts, g.overflow) == (14, 0)
    assert audit.audit(g, internals.tables(game)) == audit.SOUND


def test_a_debt_without_room_is_a_fault() -> None:
    game = table()
    g = internals.record(game)
    for _ in range(state.DEBTS):
        money.owe(g, A, B, 1, state.NOBODY, codes.WHY_RENT, 0)
    assert (g.debts, g.overflow) == (state.DEBTS, 0)
    money.owe(g, A, B, 1, state.NOBODY, codes.WHY_RENT, 0)
    assert (g.debts, g.overflow) == (state.DEBTS, 1)
    assert audit.audit(g, internals.tables(game)) == audit.OVERFLOW


def test_a_claim_without_room_is_a_fault() -> None:
    game = table(deeds=deeds(B, X1), options=CLAIMED)
    g, t = internals.record(game), internals.tables(game)
    for _ in range(state.CLAIMS):
        rent.open_claim(g, t, Events(), A, X1, 6, 0)
    assert (g.claims, g.overflow) == (state.CLAIMS, 0)
    rent.open_claim(g, t, Events(), A, X1, 6, 0)
    assert audit.audit(g, t) == audit.OVERFLOW


@pytest.mark.clause("rent.claim-deadline.second-following-player")
def test_two_turns_of_three_visits_are_the_most_claims() -> None:
    owned = {**deeds(C, 6, 14, 24, 9, 19, 26)}
    game = table("star-wars-1", 4, at={A: 0, B: 1}, deeds=owned, options=CLAIMED)
    for dice in ((3, 3), (4, 4), (4, 6)):
        throw(game, *dice)
    do(game, "end_turn")
    for dice in ((4, 4), (5, 5), (3, 4)):
        throw(game, *dice)
    assert len(game.position()["claims"]) == 6
    do(game, "end_turn")
    throw(game, 1, 2)
    assert len(game.position().get("claims", [])) == 3


def test_events_outcomes_and_moves_without_room_are_faults() -> None:
    e: Any = Events()
    e.on = 1
    for k in range(state.EVENTS + 1):
        assert e.overflow == 0
        events.emit(e, codes.EVENT_ROLL, 0, 0, 0, k, 0)
    assert (e.n, e.overflow) == (state.EVENTS, 1)
    c: Any = Chance()
    for _ in range(state.TOLD + 1):
        assert c.overflow == 0
        chance.note(c, 3)
    assert (c.seen_n, c.overflow) == (state.TOLD, 1)
    m: Any = Moves()
    for _ in range(state.MOVES + 1):
        assert m.overflow == 0
        moves.add(m, codes.DO_PASS, 0, 0)
    assert (m.n, m.overflow) == (state.MOVES, 1)


@pytest.mark.clause("attack.tie-throws-again")
def test_ties_beyond_what_a_log_can_hold_are_refused_whole() -> None:
    game = table("spider-man", at={A: 7}, deeds=deeds(A, 19) | deeds(B, 1))
    throw(game, 6, 6)
    before = game.position()
    with pytest.raises(OverflowError, match="64"):
        do(game, "attack", square=1, chance=[3, 3] * 32)
    assert game.position() == before


@pytest.mark.parametrize("edition", ALL)
def test_a_bankruptcy_with_every_deed_fits_into_the_events(edition: str) -> None:
    book = Game.new(edition, 2).edition
    lots = {str(s.index): {"owner": A} for s in book.squares if s.ownable}
    for group in book.groups[:3]:
        for square in group.squares:
            lots[str(square)]["buildings"] = 3
    owed = [{"debtor": A, "creditor": B, "amount": 100_000, "why": "rent", "open": True}]
    game = table(edition, cash={A: 0}, deeds=lots, debts=owed, phase="debt")
    told = do(game, "bankrupt", A)
    assert sum(event["type"] == "deed" for event in told) == 28
    assert len(told) < state.EVENTS // 2 + 20


@pytest.mark.clause("cards.must-be-obeyed", "station.rent-grows-with-count")
def test_what_a_card_makes_of_a_rent_does_not_outlive_the_card() -> None:
    decks = {"chance": ["nearest-station-1", "advance-station-1"]}
    given: dict[str, Any] = {"deeds": deeds(B, ST, 25), "decks": decks, "options": {"double_options": "on"}}
    game = table("classic", at={A: 12}, **given)
    throw(game, 5, 5)  # on Chance, and to the nearest station: twice the rent
    assert cash(game, A) == 1500 - 2 * 50
    do(game, "use_option")  # another card, past GO to a station at its own rent
    assert cash(game, A) == 1400 + 200 - 50


@pytest.mark.clause(
    "bankruptcy.to-player.buildings-sold-at-half", "bankruptcy.to-player.assets.cash-mortgaged-jail-cards"
)
def test_a_bankrupt_sells_all_buildings_before_mortgaging_anything() -> None:
    owed = [{"debtor": A, "creditor": B, "amount": 9000, "why": "rent", "open": True}]
    lots = deeds(A, 1) | deeds(A, 3, buildings=1) | deeds(A, ST)
    game = table("game-of-thrones", cash={A: 0}, deeds=lots, debts=owed, phase="debt")
    told = [event["type"] for event in do(game, "bankrupt", A)]
    assert [kind for kind in told if kind in ("sell", "mortgage")] == ["sell", "mortgage", "mortgage", "mortgage"]
