"""Rent on demand: the owner has to ask, and each rulebook has its deadline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from freehold import Game
from tests.table import (
    ALL,
    D2,
    JAIL,
    ST,
    X1,
    X2,
    X3,
    A,
    B,
    C,
    D,
    E,
    X,
    cash,
    clauses,
    crowd,
    deeds,
    do,
    finish_turn,
    kinds,
    owner,
    refused,
    table,
    throw,
)
from tests.tidy import reloaded

every_edition = pytest.mark.parametrize("edition", ALL)
SECOND = ("star-wars-1", "star-wars-2", "classic")
NEXT = ("spider-man", "disney-parks", "game-of-thrones")
CLAIMED = {"rent_claims": "claimed"}


def visited(edition: str = "classic", players: int = 3, options: Mapping[str, Any] = CLAIMED, **position: Any) -> Game:
    """A has stopped on X1, which C owns (of two players: B); B and C stand on the jail square."""
    owner = players - 1
    at = dict.fromkeys(range(1, players), JAIL)
    game = table(edition, players, at=at, deeds=deeds(owner, X1), options=options, **position)
    throw(game, 2, 4)
    return game


def next_throws(game: Game) -> None:
    """The running turn ends, and the next player throws."""
    do(game, "end_turn")
    throw(game, 4, 6)


@pytest.mark.clause("rent.owner-must-ask")
@every_edition
def test_rent_is_not_owed_unasked(edition: str) -> None:
    game = table(edition, deeds=deeds(C, X1), options=CLAIMED)
    events = throw(game, 2, 4)
    assert cash(game) == [1500] * 3
    opened = next(event for event in events if event["type"] == "rent_open")
    assert opened == {
        "type": "rent_open",
        "seat": A,
        "other": C,
        "square": X1,
        "amount": 6,
        "clause": "rent.owner-must-ask",
    }
    assert kinds(game, A) & {"claim"} == kinds(game, B) & {"claim"} == set()
    assert "claim" in kinds(game, C)
    left = 2 if edition in SECOND else 1
    why = "rent.amount-from-deed"
    claim = {"square": X1, "visitor": A, "owner": C, "amount": 6, "clause": why, "throws_left": left}
    assert game.position()["claims"] == [claim]


@pytest.mark.clause("rent.owner-must-ask")
@every_edition
def test_a_silent_owner_gets_nothing(edition: str) -> None:
    game = visited(edition)
    next_throws(game)
    next_throws(game)
    assert cash(game) == [1500] * 3
    assert "claims" not in game.position()


@pytest.mark.clause("rent.owner-must-ask")
@pytest.mark.parametrize("edition", [edition for edition in ALL if edition != "game-of-thrones"])
@pytest.mark.parametrize("asks", [False, True])
def test_what_could_still_be_asked_for_when_a_timed_game_ends_is_paid_before_the_count(
    edition: str, asks: bool
) -> None:
    game = visited(edition, variant="timed", options=CLAIMED | {"time_limit": 1})
    if asks:
        do(game, "claim", C, square=X1)
    do(game, "end_turn")
    assert (game.over, cash(game)) == (True, [1494, 1500, 1506])


@pytest.mark.clause("rent.owner-must-ask", "timed.richest-wins")
def test_a_visitor_short_of_cash_raises_the_last_rent_before_the_count() -> None:
    given = deeds(C, X1) | deeds(A, ST)
    options = CLAIMED | {"time_limit": 1}
    game = table("spider-man", cash={A: 0}, deeds=given, variant="timed", options=options)
    throw(game, 2, 4)
    do(game, "end_turn")
    assert (game.phase, game.decider) == ("debt", A)
    assert reloaded(game).position() == game.position()
    do(game, "mortgage", A, square=ST)
    do(game, "pay", A)
    assert (game.over, cash(game)) == (True, [94, 1500, 1506])


@pytest.mark.clause("rent.claim-deadline.second-following-player", "rent.claim-deadline.next-player")
@pytest.mark.parametrize("edition", ALL)
def test_a_turn_without_a_throw_counts_as_one(edition: str) -> None:
    game = visited(edition, players=4, jailed={B: 0}, options=CLAIMED | {"jail_fine_play": "next-turn"})
    do(game, "end_turn")
    do(game, "pay_fine", B)
    events = do(game, "end_turn", B)  # B sits out
    if edition in SECOND:
        assert game.position()["claims"][0]["throws_left"] == 1
        events = throw(game, 4, 6)  # C
    assert clauses(events, "rent_lapsed")
    assert refused(game, "claim", E, square=X1) == "no-claim"


def owing(edition: str, purse: int = 1500, **position: Any) -> Game:
    """A has visited B's lot and has so much; B owes C 50 and has nothing."""
    claims = [{"square": X1, "visitor": A, "owner": B, "amount": 40, "clause": "rent.amount-from-deed"}]
    debts = [{"debtor": B, "creditor": C, "amount": 50, "why": "option", "open": True}]
    given = deeds(B, X1, mortgaged=True) | position.pop("given", {})
    money = {A: purse, B: 0, C: 0}
    pending: dict[str, Any] = {"claims": claims, "debts": debts, "phase": "debt"}
    return table(edition, cash=money, deeds=given, options=CLAIMED, **pending, **position)


@pytest.mark.clause("rent.owner-must-ask", "debt.raise-money-first")
@every_edition
def test_a_claimed_rent_reaches_an_owner_in_debt(edition: str) -> None:
    game = owing(edition, given=deeds(B, ST))
    events = do(game, "claim", B, square=X1)
    assert [event["type"] for event in events] == ["rent_claimed", "rent", "debt"]  # paid at once, and B is asked again
    assert (game.phase, game.decider, cash(game)) == ("debt", B, [1460, 40, 0])
    assert reloaded(game).position() == game.position()
    do(game, "mortgage", B, square=ST)
    do(game, "pay", B)
    assert cash(game) == [1460, 90, 50]


@pytest.mark.clause("rent.owner-must-ask", "bankruptcy.when-debt-exceeds-all-means")
@every_edition
def test_a_visitor_without_the_cash_owes_before_the_owner_does(edition: str) -> None:
    game = owing(edition, purse=10, given=deeds(A, ST))
    do(game, "claim", B, square=X1)
    assert [(debt["debtor"], debt["creditor"]) for debt in game.position()["debts"]] == [(A, B), (B, C)]
    assert (game.phase, game.decider) == ("debt", A)
    assert reloaded(game).position() == game.position()
    do(game, "mortgage", A, square=ST)
    events = do(game, "pay", A)
    assert (game.phase, game.decider, cash(game)) == ("debt", B, [70, 40, 0])
    assert [event["type"] for event in events] == ["rent", "debt"]


@pytest.mark.clause("rent.owner-must-ask")
def test_the_rent_of_an_earlier_landing_goes_before_a_later_debt() -> None:
    claims = [{"square": X1, "visitor": A, "owner": B, "amount": 40}]
    first = {"debtor": A, "creditor": "bank", "amount": 50, "why": "tax"}
    second = {"debtor": B, "creditor": C, "amount": 50, "why": "option"}
    given: dict[str, Any] = {
        "cash": {A: 45, B: 0},
        "deeds": deeds(A, ST) | deeds(B, X1, mortgaged=True),
        "claims": claims,
    }
    game = table(phase="debt", debts=[first | {"open": True}, second], options=CLAIMED, **given)
    events = do(game, "claim", B, square=X1)
    assert [event["type"] for event in events] == ["rent_claimed", "rent", "debt"]  # and A is asked for the tax again
    assert ([debt["debtor"] for debt in game.position()["debts"]], cash(game, A, B)) == ([A, B], [5, 40])
    game = table(phase="debt", debts=[second | {"open": True}, first], options=CLAIMED, **given)
    do(game, "claim", B, square=X1)
    assert [debt["debtor"] for debt in game.position()["debts"]] == [B, A]
    assert cash(game, A, B) == [5, 40]


@pytest.mark.clause("rent.claim-deadline.second-following-player")
@pytest.mark.parametrize("edition", SECOND)
def test_the_owner_may_ask_until_the_second_following_player_throws(edition: str) -> None:
    game = visited(edition)
    next_throws(game)  # B
    assert game.position()["claims"][0]["throws_left"] == 1
    do(game, "end_turn")
    do(game, "claim", C, square=X1)  # C is on turn, but has not thrown
    assert cash(game) == [1494, 1500, 1506]
    game = visited(edition)
    next_throws(game)
    do(game, "end_turn")
    events = throw(game, 4, 6)  # C
    assert clauses(events, "rent_lapsed") == ["rent.claim-deadline.second-following-player"]
    assert refused(game, "claim", C, square=X1) == "no-claim"


@pytest.mark.clause("rent.claim-deadline.next-player")
@pytest.mark.parametrize("edition", NEXT)
def test_the_owner_may_ask_until_the_next_player_throws(edition: str) -> None:
    game = visited(edition)
    do(game, "end_turn")
    do(game, "claim", C, square=X1)
    assert cash(game) == [1494, 1500, 1506]
    game = visited(edition)
    do(game, "end_turn")
    events = throw(game, 4, 6)  # B
    assert clauses(events, "rent_lapsed") == ["rent.claim-deadline.next-player"]
    assert refused(game, "claim", C, square=X1) == "no-claim"


@pytest.mark.clause("rent.late-claim-is-void")
@every_edition
def test_a_late_claim_gives_nothing(edition: str) -> None:
    game = visited(edition)
    next_throws(game)
    next_throws(game)
    assert "claim" not in kinds(game, C)
    assert refused(game, "claim", C, square=X1) == "no-claim"
    assert cash(game) == [1500] * 3


@pytest.mark.clause("rent.claim-deadline.second-following-player", "rent.claim-deadline.next-player")
@every_edition
def test_an_extra_throw_of_the_visitor_does_not_count(edition: str) -> None:
    game = table(edition, at={A: 4}, deeds=deeds(C, X1) | deeds(A, X3), options=CLAIMED)
    throw(game, 1, 1)
    throw(game, 1, 2)
    assert game.phase == "end"
    do(game, "claim", C, square=X1)
    assert cash(game) == [1494, 1500, 1506]


@pytest.mark.clause("rent.claim-deadline.second-following-player")
@pytest.mark.parametrize("edition", SECOND)
def test_an_extra_throw_of_the_next_player_does_not_count_twice(edition: str) -> None:
    game = visited(edition)
    do(game, "end_turn")
    throw(game, 5, 5)  # B on parking
    throw(game, 1, 4)
    do(game, "claim", C, square=X1)
    assert cash(game, C) == 1506


@pytest.mark.clause("rent.claim-deadline.second-following-player", "rent.claim-deadline.next-player")
@every_edition
def test_a_throw_for_a_double_in_jail_is_a_throw(edition: str) -> None:
    game = table(edition, jailed={B: 0}, deeds=deeds(C, X1), options=CLAIMED)
    throw(game, 2, 4)
    do(game, "end_turn")
    throw(game, 1, 2)
    assert ("claim" in kinds(game, C)) is (edition in SECOND)


@pytest.mark.clause("rent.claim-deadline.second-following-player", "rent.claim-deadline.next-player")
@every_edition
@pytest.mark.parametrize(
    "seats", [{"players": 2}, {"players": 3, "out": [1]}], ids=["two players", "two left of three"]
)
def test_of_two_players_the_second_following_one_is_the_visitor(edition: str, seats: dict[str, Any]) -> None:
    game = visited(edition, **seats)
    owner = seats["players"] - 1
    next_throws(game)
    if edition in NEXT:
        assert refused(game, "claim", owner, square=X1) == "no-claim"
        return
    do(game, "end_turn")
    do(game.copy(), "claim", owner, square=X1)  # A has not thrown
    throw(game, 1, 3)
    assert refused(game, "claim", owner, square=X1) == "no-claim"


@pytest.mark.clause("rent.claim-deadline.second-following-player")
@pytest.mark.parametrize("edition", SECOND)
@pytest.mark.parametrize(("players", "open_still"), [(2, False), (3, True)])
def test_a_table_of_two_may_agree_on_the_next_throw(edition: str, players: int, open_still: bool) -> None:
    game = visited(edition, players, options=CLAIMED | {"claim_deadline_of_two": "next-player"})
    next_throws(game)
    assert ("claim" in kinds(game, players - 1)) is open_still


@pytest.mark.clause("rent.owner-must-ask")
def test_only_the_owner_asks_and_only_once() -> None:
    game = visited()
    assert refused(game, "claim", A, square=X1) == "no-claim"
    assert refused(game, "claim", B, square=X1) == "no-claim"
    assert refused(game, "claim", C, square=X2) == "no-claim"
    do(game, "claim", C, square=X1)
    assert refused(game, "claim", C, square=X1) == "no-claim"


@pytest.mark.clause("rent.mortgaged-pays-none", "rent.amount-from-deed")
@every_edition
@pytest.mark.parametrize("dealing", ["mortgage", "build"])
def test_the_rent_is_fixed_by_how_things_stood_on_landing(edition: str, dealing: str) -> None:
    options = CLAIMED | {"build_window": "any-time"}
    game = table(edition, deeds=deeds(C, *X), options=options)
    throw(game, 2, 4)
    do(game, dealing, C, square=X1)
    before = cash(game, C)
    do(game, "claim", C, square=X1)
    assert cash(game, A) == 1488
    assert cash(game, C) == before + 12


@pytest.mark.clause("rent.mortgaged-pays-none")
@every_edition
def test_a_mortgage_lifted_after_the_landing_earns_nothing_for_it(edition: str) -> None:
    game = table(edition, deeds=deeds(C, X1, mortgaged=True), options=CLAIMED)
    throw(game, 2, 4)
    do(game, "redeem", C, square=X1)
    assert refused(game, "claim", C, square=X1) == "no-claim"


def three_visits() -> Game:
    """A has stopped on X1 (C's), 14 (B's) and 18 (C's) in one turn, and nobody has asked yet."""
    game = table(at={A: 2}, deeds=deeds(C, X1, 18) | deeds(B, 14), options=CLAIMED)
    throw(game, 2, 2)
    throw(game, 4, 4)
    throw(game, 1, 3)
    return game


@pytest.mark.clause("rent.owner-must-ask")
def test_several_claims_of_one_turn_are_open_together() -> None:
    game = three_visits()
    claims = game.position()["claims"]
    assert [(claim["square"], claim["owner"], claim["amount"]) for claim in claims] == [
        (6, C, 6),
        (14, B, 12),
        (18, C, 14),
    ]
    assert {action["square"] for action in game.legal(C) if action["type"] == "claim"} == {6, 18}
    do(game, "claim", B, square=14)
    assert cash(game) == [1488, 1512, 1500]
    do(game, "claim", C, square=18)
    assert cash(game) == [1474, 1512, 1514]
    do(game, "claim", C, square=6)
    assert cash(game) == [1468, 1512, 1520]


@pytest.mark.clause("rent.owner-must-ask")
def test_the_claims_that_are_left_keep_their_own_terms() -> None:
    game = three_visits()
    do(game, "claim", C, square=6)
    left = game.position()["claims"]
    assert left == [
        {"square": 14, "visitor": A, "owner": B, "amount": 12, "clause": "rent.amount-from-deed", "throws_left": 2},
        {"square": 18, "visitor": A, "owner": C, "amount": 14, "clause": "rent.amount-from-deed", "throws_left": 2},
    ]


@pytest.mark.clause("rent.claim-deadline.second-following-player")
def test_each_claim_has_its_own_deadline() -> None:
    game = table(at={B: 0, C: JAIL}, deeds=deeds(C, X1), options=CLAIMED)
    throw(game, 2, 4)  # A visits
    do(game, "end_turn")
    throw(game, 2, 4)  # B visits
    assert [claim["throws_left"] for claim in game.position()["claims"]] == [1, 2]
    do(game, "end_turn")
    events = throw(game, 4, 6)
    lapsed = [event for event in events if event["type"] == "rent_lapsed"]
    assert [(event["seat"], event["other"], event["amount"]) for event in lapsed] == [(C, A, 6)]
    do(game, "claim", C, square=X1)
    assert cash(game) == [1500, 1494, 1506]


@pytest.mark.clause("rent.owner-must-ask")
def test_of_two_visits_to_one_lot_the_older_is_claimed_first() -> None:
    game = table(at={B: 0}, deeds=deeds(C, X1), options=CLAIMED)
    throw(game, 2, 4)
    do(game, "end_turn")
    throw(game, 2, 4)
    do(game, "claim", C, square=X1)
    assert cash(game) == [1494, 1500, 1506]
    do(game, "claim", C, square=X1)
    assert cash(game) == [1494, 1494, 1512]


@pytest.mark.clause("rent.owner-must-ask", "rent.owner-off-turn-collects")
@every_edition
def test_a_claim_during_an_auction_is_accepted_at_once_and_paid_after_it(edition: str) -> None:
    options = CLAIMED | {"double_options": "off"}
    game = table(edition, at={A: 4}, deeds=deeds(C, X1), options=options)
    throw(game, 1, 1)
    throw(game, 1, 1)
    do(game, "decline")
    assert "claim" in kinds(game, C)
    (event,) = do(game, "claim", C, square=X1)
    told = {"type": "rent_claimed", "seat": C, "other": A, "square": X1, "amount": 6}
    assert event == told | {"clause": "rent.owner-must-ask"}
    assert (game.phase, cash(game), "claims" in game.position()) == ("auction", [1500] * 3, False)
    assert reloaded(game).position() == game.position()
    assert refused(game, "claim", C, square=X1) == "no-claim"
    do(game, "bid", A, amount=1500)  # A spends the money for the rent
    for seat in (B, C):
        events = do(game, "pass", seat)
    assert [event["type"] for event in events][-2:] == ["sold", "debt"]
    assert (game.phase, game.decider) == ("debt", A)
    do(game, "mortgage", A, square=X2)
    do(game, "pay", A)
    assert cash(game) == [44, 1500, 1506]


@pytest.mark.clause("rent.owner-must-ask", "rent.owner-off-turn-collects")
def test_a_claim_while_scarce_buildings_are_asked_for_is_accepted() -> None:
    lots = deeds(A, *X) | deeds(B, *D) | crowd(C, 31) | deeds(C, ST)
    claim = {"square": ST, "visitor": A, "owner": C, "amount": 25}
    game = table(deeds=lots, claims=[claim], options=CLAIMED)
    do(game, "build", A, square=X1)
    assert game.phase == "contest"
    do(game, "claim", C, square=ST)
    assert (game.phase, cash(game, A, C)) == ("contest", [1500, 1500])
    while game.phase == "contest":
        do(game, "pass")
    assert (game.phase, cash(game, A, C)) == ("roll", [1425, 1525])


@pytest.mark.clause("rent.owner-must-ask", "rent.owner-off-turn-collects")
@pytest.mark.parametrize("answer", ["accept", "reject"])
@every_edition
def test_a_claim_while_an_offer_is_open_is_told_and_paid_after_the_answer(edition: str, answer: str) -> None:
    game = table(edition, deeds=deeds(C, X1) | deeds(A, D2), options=CLAIMED)
    throw(game, 2, 4)
    do(game, "offer", A, to=B, give={"squares": [D2]}, ask={"cash": 1})
    (event,) = do(game, "claim", C, square=X1)
    assert (event["type"], event["seat"], event["other"], event["amount"]) == ("rent_claimed", C, A, 6)
    assert (game.phase, cash(game)) == ("answer", [1500] * 3)
    events = do(game, answer, B)
    assert events[-1]["type"] == "rent"
    got = int(answer == "accept")
    assert cash(game) == [1494 + got, 1500 - got, 1506]


@pytest.mark.clause("rent.owner-must-ask", "debt.raise-money-first")
@every_edition
def test_an_offer_that_a_claim_has_made_a_gift_cannot_be_accepted(edition: str) -> None:
    """debtor-gives-nothing-away: A has nothing but the deed, which would go to the creditor."""
    game = table(edition, cash={A: 0}, deeds=deeds(C, X1) | deeds(A, D2, mortgaged=True), options=CLAIMED)
    throw(game, 2, 4)
    do(game, "offer", A, to=B, give={"squares": [D2]}, ask={"cash": 1})
    assert "accept" in kinds(game, B)
    do(game, "claim", C, square=X1)
    assert refused(game, "accept", B) == "below-worth"
    assert "accept" not in kinds(game, B)


@pytest.mark.clause("rent.owner-must-ask", "debt.raise-money-first")
def test_rents_are_settled_in_the_order_of_the_landings_not_of_the_claims() -> None:
    game = table(at={A: 4}, cash={A: 3}, deeds=deeds(C, X1) | deeds(B, X2) | deeds(A, ST), options=CLAIMED)
    throw(game, 1, 1)  # C's
    throw(game, 1, 1)  # B's
    do(game, "claim", B, square=X2)
    assert (game.phase, game.decider, game.position()["debts"][0]["older_claims"]) == ("debt", A, 1)
    assert reloaded(game).position() == game.position()
    do(game, "claim", C, square=X1)
    debts = game.position()["debts"]
    assert [(debt["creditor"], debt["square"]) for debt in debts] == [(C, X1), (B, X2)]
    assert [debt.get("older_claims", 0) for debt in debts] == [0, 0]
    do(game, "mortgage", A, square=ST)
    do(game, "pay")
    assert cash(game) == [91, 1506, 1506]


@pytest.mark.clause("rent.owner-must-ask", "debt.raise-money-first")
def test_a_later_landing_waits_for_an_earlier_one() -> None:
    game = table(at={A: 4}, cash={A: 3}, deeds=deeds(C, X1, X2) | deeds(A, ST), options=CLAIMED)
    throw(game, 1, 1)
    throw(game, 1, 1)
    do(game, "claim", C, square=X1)
    assert game.phase == "debt"
    do(game, "claim", C, square=X2)
    assert [debt["square"] for debt in game.position()["debts"]] == [X1, X2]
    do(game, "mortgage", A, square=ST)
    do(game, "pay")
    assert cash(game) == [91, 1500, 1512]


@pytest.mark.clause("rent.owner-must-ask", "bankruptcy.when-debt-exceeds-all-means")
def test_a_debt_to_the_bank_does_not_swallow_a_rent_that_was_due_first() -> None:
    game = table("star-wars-1", at={A: 32}, cash={A: 60}, deeds=deeds(B, 34), options=CLAIMED)
    throw(game, 1, 1)
    throw(game, 1, 3)  # a tax of 75
    assert (game.phase, game.position()["debts"][0]["creditor"]) == ("debt", "bank")
    do(game, "claim", B, square=34)
    assert cash(game) == [32, 1528, 1500]
    do(game, "bankrupt", A)
    assert cash(game, B) == 1528


@pytest.mark.clause("rent.owner-must-ask", "bankruptcy.to-player.assets.everything")
def test_who_is_owed_for_the_earlier_landing_inherits() -> None:
    debts = [{"debtor": A, "creditor": C, "amount": 50, "why": "card", "open": True}]
    claims = [{"square": X1, "visitor": A, "owner": B, "amount": 40}]
    given = deeds(B, X1) | deeds(A, D2, mortgaged=True)
    game = table(cash={A: 10}, deeds=given, debts=debts, claims=claims, phase="debt", options=CLAIMED)
    do(game, "claim", B, square=X1)
    do(game, "bankrupt", A)
    assert owner(game, D2) == B


@pytest.mark.clause("rent.owner-must-ask")
def test_claims_are_taken_between_turns() -> None:
    game = visited()
    finish_turn(game)
    assert (game.turn, game.phase) == (B, "roll")
    do(game, "claim", C, square=X1)
    assert (game.turn, game.phase) == (B, "roll")
    assert cash(game) == [1494, 1500, 1506]


def in_the_middle(purse: int) -> Game:
    """A owes for two earlier landings and has nothing; E, with so much, has stopped on A's lot after those."""
    rent = {"debtor": A, "why": "rent", "clause": "rent.double-bare-group"}
    debts = [
        rent | {"creditor": B, "amount": 20, "square": X1, "open": True},
        rent | {"creditor": C, "amount": 30, "square": ST, "clause": "station.rent-grows-with-count"},
    ]
    claims = [{"square": X3, "visitor": E, "owner": A, "amount": 8}]
    given = deeds(A, X3, D2) | deeds(B, X1) | deeds(C, ST) | deeds(E, 12)
    pending: dict[str, Any] = {"debts": debts, "claims": claims, "phase": "debt"}
    return table(players=4, cash={A: 0, E: purse}, deeds=given, options=CLAIMED, **pending)


@pytest.mark.clause("rent.owner-must-ask", "debt.raise-money-first")
def test_what_the_owner_owes_waits_and_stays_as_it_was() -> None:
    before = in_the_middle(0).position()["debts"]
    game = in_the_middle(0)
    do(game, "claim", A, square=X3)
    first, *rest = game.position()["debts"]
    assert (first["debtor"], first["creditor"], first["amount"], first["square"]) == (E, A, 8, X3)
    assert rest == [before[0] | {"open": False}, before[1]]
    game = in_the_middle(100)
    do(game, "claim", A, square=X3)
    assert (game.position()["debts"], cash(game, A, E)) == (before, [8, 92])


@pytest.mark.clause("rent.owner-must-ask", "debt.raise-money-first")
@pytest.mark.parametrize("asked", [[X1, X2, X3], [X3, X2, X1], [X2, X3, X1], [X3, X1, X2]])
def test_three_rents_are_settled_in_the_order_of_the_landings(asked: list[int]) -> None:
    owners = {X1: B, X2: C, X3: E}
    rows = [{"square": at, "visitor": A, "owner": seat, "amount": 60} for at, seat in owners.items()]
    given = {key: deed for at, seat in owners.items() for key, deed in deeds(seat, at).items()} | deeds(A, D2)
    game = table(players=4, cash={A: 5}, deeds=given, claims=rows, phase="end", options=CLAIMED)
    for at in asked:
        do(game, "claim", owners[at], square=at)
        assert game.copy().position() == game.position()
        waiting = [claim["square"] for claim in game.position().get("claims", ())]
        for debt in game.position()["debts"]:
            at_debt = debt["square"]
            assert at_debt is not None
            assert debt.get("older_claims", 0) == sum(other < at_debt for other in waiting)
    assert [debt["square"] for debt in game.position()["debts"]] == [X1, X2, X3]


@pytest.mark.clause("rent.owner-must-ask", "debt.raise-money-first")
def test_an_owner_in_debt_keeps_the_order_of_his_own_landings() -> None:
    """A has stopped at B's and at C's, then E at A's. C asks, A asks, and B asks last and still goes before C."""
    rows = [
        {"square": X1, "visitor": A, "owner": B, "amount": 60},
        {"square": X2, "visitor": A, "owner": C, "amount": 60},
        {"square": X3, "visitor": E, "owner": A, "amount": 8},
    ]
    given = deeds(B, X1) | deeds(C, X2) | deeds(A, X3, D2)
    game = table(players=4, cash={A: 5, E: 100}, deeds=given, claims=rows, phase="end", options=CLAIMED)
    do(game, "claim", C, square=X2)
    do(game, "claim", A, square=X3)
    assert [(debt["square"], debt["older_claims"]) for debt in game.position()["debts"]] == [(X2, 1)]
    assert cash(game, A, E) == [13, 92]
    do(game, "claim", B, square=X1)
    assert [debt["square"] for debt in game.position()["debts"]] == [X1, X2]


@pytest.mark.clause("rent.owner-must-ask")
def test_a_lot_that_was_sold_between_two_visits_has_two_owners_to_ask() -> None:
    rows = [
        {"square": X1, "visitor": B, "owner": A, "amount": 6},
        {"square": X1, "visitor": B, "owner": C, "amount": 6},
    ]
    game = table(deeds=deeds(C, X1), claims=rows, phase="end", options=CLAIMED)
    for seat in (A, C):
        assert [action for action in game.legal(seat) if action["type"] == "claim"] == [{"type": "claim", "square": X1}]


@pytest.mark.clause("rent.owner-must-ask", "debt.raise-money-first")
def test_a_debt_that_is_no_rent_knows_nothing_of_claims() -> None:
    rows = [
        {"square": X1, "visitor": A, "owner": B, "amount": 60},
        {"square": X2, "visitor": A, "owner": C, "amount": 60},
    ]
    given = deeds(B, X1) | deeds(C, X2) | deeds(A, D2)
    game = table(cash={A: 5, B: 10}, at={B: 1}, deeds=given, claims=rows, phase="end", options=CLAIMED)
    do(game, "claim", C, square=X2)
    assert game.position()["debts"][0]["older_claims"] == 1
    do(game, "mortgage", A, square=D2)
    do(game, "pay")
    do(game, "end_turn")
    throw(game, 1, 2)
    do(game, "pay_tax", choice="flat")
    (tax,) = game.position()["debts"]
    assert (tax["why"], "older_claims" in tax) == ("tax", False)
