"""The short game: its taxes, the bankruptcy that ends it, what the players are worth then, and who wins."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from tests.table import ALL, D1, D2, ST, UTILITIES, X1, X2, A, B, C, E, X, cash, clauses, deeds, do, owner, table, throw

FIRST = ("spider-man", "disney-parks", "star-wars-1", "game-of-thrones", "classic")
S2 = "star-wars-2"
DEBT = {"debtor": A, "creditor": "bank", "amount": 100, "why": "tax"}


def ruined(
    edition: str, *, creditor: int | str = "bank", before: bool | None = None, variant: str = "short", **position: Any
) -> Game:
    """A of four owes 100 and has nothing but what `deeds` gives; in Star Wars II seat E is bankrupt already."""
    before = edition == S2 if before is None else before
    purse = {A: 0} | ({E: 0} if before else {}) | position.pop("cash", {})
    game = table(
        edition, 4, cash=purse, variant=variant, phase="debt", debts=[DEBT | {"creditor": creditor}], **position
    )
    given = game.position()
    if before:
        given["players"][E] |= {"bankrupt": True, "bankrupt_order": 1}
    return Game.load(given)


@pytest.mark.clause("short.tax.bad-press-100")
def test_the_income_kind_of_tax_is_100_in_spider_man() -> None:
    for variant, at, amount in [("short", 4, 100), ("classic", 4, 200), ("short", 38, 100), ("classic", 38, 100)]:
        game = table("spider-man", at={A: (at - 3) % 40}, variant=variant)
        events = throw(game, 1, 2)
        assert cash(game, A) == 1500 - amount
        lowered = (variant, at) == ("short", 4)
        assert clauses(events, "tax") == ["short.tax.bad-press-100" if lowered else "tax.fixed-printed-amount"]


@pytest.mark.clause("short.tax.flat-200")
@pytest.mark.parametrize("edition", ["disney-parks", "star-wars-1", "classic"])
def test_the_income_kind_of_tax_is_a_flat_200(edition: str) -> None:
    game = table(edition, at={A: 1}, cash={A: 500}, variant="short")
    assert clauses(throw(game, 1, 2), "tax") == ["short.tax.flat-200"]
    assert (cash(game, A), game.phase) == (300, "end")
    normal = table(edition, at={A: 1}, cash={A: 500})
    throw(normal, 1, 2)
    assert normal.phase == "tax"
    do(normal, "pay_tax", choice="percent")
    assert cash(normal, A) == 450


@pytest.mark.clause("short.tax.flat-200")
@pytest.mark.parametrize(("edition", "luxury"), [("disney-parks", 75), ("star-wars-1", 75)])
def test_the_second_tax_square_keeps_its_printed_amount(edition: str, luxury: int) -> None:
    for variant in ("classic", "short"):
        game = table(edition, at={A: 35}, variant=variant)
        throw(game, 1, 2)
        assert cash(game, A) == 1500 - luxury


@pytest.mark.clause("short.tax.bad-press-100", "short.tax.flat-200", "short.otherwise-normal")
@pytest.mark.parametrize("edition", [S2, "game-of-thrones"])
@pytest.mark.parametrize(("at", "amount"), [(4, 200), (38, 100)])
def test_star_wars_2_and_game_of_thrones_change_no_tax(edition: str, at: int, amount: int) -> None:
    for variant in ("classic", "short"):
        game = table(edition, at={A: (at - 3) % 40}, variant=variant)
        throw(game, 1, 2)
        assert cash(game, A) == 1500 - amount


@pytest.mark.clause("short.end.first-bankruptcy", "short.winner-richest")
@pytest.mark.parametrize("edition", FIRST)
def test_the_first_bankruptcy_ends_the_game_and_the_richest_wins(edition: str) -> None:
    game = ruined(edition, cash={B: 2100, C: 1800, E: 2400})
    events = do(game, "bankrupt")
    assert (game.phase, game.over, game.winner) == ("over", True, E)
    assert clauses(events, "count") == ["short.end.first-bankruptcy"]
    assert clauses(events, "over") == ["short.winner-richest"]
    assert [event["amount"] for event in events if event["type"] == "count"] == [1]
    assert [row["worth"] for row in game.standings()] == [2400, 2100, 1800, None]


@pytest.mark.clause("short.end.first-bankruptcy", "short.end.second-bankruptcy")
def test_in_star_wars_2_the_first_retires_and_the_second_ends_the_game() -> None:
    first = ruined(S2, before=False)
    do(first, "bankrupt")
    assert (first.over, first.phase, first.turn) == (False, "roll", B)
    second = ruined(S2, cash={B: 2100, C: 2400})
    events = do(second, "bankrupt")
    assert (second.over, second.winner) == (True, C)
    assert clauses(events, "count") == ["short.end.second-bankruptcy"]
    assert clauses(events, "over") == ["short.winner-richest"]


@pytest.mark.clause("short.end.first-bankruptcy", "short.end.second-bankruptcy")
@pytest.mark.parametrize("edition", ALL)
def test_the_normal_game_goes_on_after_two_bankruptcies(edition: str) -> None:
    game = ruined(edition, before=True, variant="classic")
    do(game, "bankrupt")
    assert (game.over, game.phase, game.turn) == (False, "roll", B)


@pytest.mark.clause("short.end.first-bankruptcy", "short.end.second-bankruptcy")
@pytest.mark.parametrize("edition", ALL)
def test_the_last_player_left_wins_without_counting(edition: str) -> None:
    game = table(edition, 2, cash={A: 0, B: 1}, variant="short", phase="debt", debts=[DEBT])
    events = do(game, "bankrupt")
    assert (game.over, game.winner) == (True, B)
    assert clauses(events, "over") == ["win.last-player-left"]
    assert clauses(events, "count") == []


@pytest.mark.clause("short.end.bankrupt-hands-over-all")
@pytest.mark.parametrize("edition", [edition for edition in ALL if edition != "game-of-thrones"])
def test_the_last_estate_goes_to_its_creditor_before_the_count(edition: str) -> None:
    owned = deeds(A, X1) | deeds(A, X2, mortgaged=True)
    game = ruined(edition, creditor=B, cash={A: 7, B: 1000, C: 1154}, deeds=owned, cards={A: ["chest"]})
    do(game, "mortgage", A, square=X1)  # all that can be raised: 57
    do(game, "bankrupt")
    # 1000 + 57 in cash, two mortgages of 50 in worth, less 5 + 5 of interest
    worths = {row["seat"]: row["worth"] for row in game.standings()}
    assert (worths[B], worths[C]) == (1000 + 57 + 100 - 10, 1154)
    assert game.winner == (C if edition == S2 else E)
    assert [owner(game, at) for at in (X1, X2)] == [B, B]
    assert "transfer" not in game.position()  # nobody is asked about the mortgages any more
    assert game.position()["players"][B]["jail_cards"] == ["chest"]


@pytest.mark.clause("short.end.bankrupt-hands-over-all")
def test_in_game_of_thrones_it_goes_over_mortgaged() -> None:
    game = ruined("game-of-thrones", creditor=B, cash={A: 7, B: 1000}, deeds=deeds(A, X1))
    do(game, "bankrupt")
    assert game.position()["deeds"][str(X1)] == {"owner": B, "mortgaged": True, "buildings": 0}
    assert {row["seat"]: row["worth"] for row in game.standings()}[B] == 1000 + 7 + 50 + 50 - 5


@pytest.mark.clause("short.end.bankrupt-hands-over-all")
@pytest.mark.parametrize("edition", ALL)
def test_an_estate_that_goes_to_the_bank_leaves_the_game_without_an_auction(edition: str) -> None:
    game = ruined(edition, deeds=deeds(A, X1, mortgaged=True))
    events = do(game, "bankrupt")
    assert game.over
    assert owner(game, X1) is None
    assert "auction" not in [event["type"] for event in events]
    assert "estate" not in game.position()
    normal = ruined(edition, variant="classic", deeds=deeds(A, X1, mortgaged=True))
    do(normal, "bankrupt")
    assert normal.phase == "auction"


@pytest.mark.clause("short.end.bankrupt-hands-over-all")
@pytest.mark.parametrize("edition", [edition for edition in ALL if edition != "game-of-thrones"])
@pytest.mark.parametrize(("purse", "paid"), [(0, 0), (3, 3), (5, 5), (9, 5)])
def test_a_creditor_pays_the_interest_from_cash_as_far_as_it_goes(edition: str, purse: int, paid: int) -> None:
    owned = deeds(A, X1, mortgaged=True) | deeds(B, ST)
    game = ruined(edition, creditor=B, cash={B: purse}, deeds=owned)
    events = do(game, "bankrupt")
    assert game.over
    assert [event["amount"] for event in events if event["type"] == "interest"] == ([paid] if paid else [])
    assert {row["seat"]: row["worth"] for row in game.standings()}[B] == purse - paid + 50 + 200


@pytest.mark.clause("short.end.first-bankruptcy", "short.end.second-bankruptcy")
@pytest.mark.parametrize("edition", ALL)
def test_nobody_acts_or_goes_bankrupt_after_the_bankruptcy_that_ends_the_game(edition: str) -> None:
    owed = [{"debtor": seat, "creditor": A, "amount": 50, "why": "card"} for seat in (B, C, E)]
    owed[0]["open"] = True
    five = edition == S2  # where the second bankruptcy ends it
    money = {A: 500, B: 0, C: 20, E: 700}
    given: dict[str, Any] = {"deeds": deeds(C, D2), "variant": "short", "phase": "debt", "debts": owed}
    game = table(edition, 5 if five else 4, out=(4,) if five else (), cash=money, **given)
    events = do(game, "bankrupt", B)
    assert game.over
    assert game.legal(C) == game.legal(E) == []
    assert cash(game, A, C, E) == [500 + 20 + 50, 0, 650]  # what there is, and nothing is sold
    assert [event["amount"] for event in events if event["type"] == "paid"] == [20, 50]
    assert (owner(game, D2), game.winner) == (C, E)
    worth = {row["seat"]: row["worth"] for row in game.standings()}
    assert (worth[A], worth[C], worth[E]) == (570, 400, 650)


@pytest.mark.clause("bankruptcy.to-bank.everything-to-bank", "short.end.bankrupt-hands-over-all")
@pytest.mark.parametrize("edition", ALL)
def test_no_event_speaks_of_an_auction_that_is_not_held(edition: str) -> None:
    game = ruined(edition, deeds=deeds(A, X1, mortgaged=True))
    events = do(game, "bankrupt", A)
    assert game.over
    assert clauses(events, "deed") == ["bankruptcy.to-bank.everything-to-bank"]
    game = table(edition, players=2, cash={A: 0}, deeds=deeds(A, X1, mortgaged=True), phase="debt", debts=[DEBT])
    assert clauses(do(game, "bankrupt", A), "deed") == ["bankruptcy.to-bank.everything-to-bank"]


@pytest.mark.clause("short.end.bankrupt-hands-over-all", "mortgage.transfer-keep-pays-ten-percent")
@pytest.mark.parametrize("edition", ALL)
def test_who_bought_a_mortgaged_deed_from_the_bankrupt_pays_for_it_before_the_count(edition: str) -> None:
    game = ruined(edition, cash={B: 1000}, deeds=deeds(A, X1, mortgaged=True))
    do(game, "offer", A, to=B, give={"squares": [X1]}, ask={"cash": 50})  # half its price
    do(game, "accept", B)
    do(game, "bankrupt", A)
    assert game.over
    assert {row["seat"]: row["worth"] for row in game.standings()}[B] == 1000 - 50 + 50 - 5


@pytest.mark.clause("short.end.bankrupt-hands-over-all", "mortgage.transfer-keep-pays-ten-percent")
@pytest.mark.parametrize("edition", ALL)
def test_who_bought_a_mortgaged_deed_of_the_last_bankrupt_pays_the_interest_before_the_count(edition: str) -> None:
    game = ruined(edition, creditor=B, cash={C: 1000}, deeds=deeds(A, X2, mortgaged=True))
    do(game, "offer", A, to=C, give={"squares": [X2]}, ask={"cash": 50})
    do(game, "accept", C)
    events = do(game, "bankrupt", A)
    assert game.over
    assert [(event["seat"], event["amount"]) for event in events if event["type"] == "interest"] == [(C, 5)]
    assert {row["seat"]: row["worth"] for row in game.standings()}[C] == 1000 - 50 - 5 + 50


@pytest.mark.clause("short.end.bankrupt-hands-over-all", "mortgage.transfer-keep-pays-ten-percent")
@pytest.mark.parametrize("edition", FIRST)
@pytest.mark.parametrize(("purse", "interest"), [(52, []), (151, [1])])
def test_debts_are_paid_before_the_interest_of_a_mortgage_when_the_game_ends(
    edition: str, purse: int, interest: list[int]
) -> None:
    owed = [{"debtor": seat, "creditor": A, "amount": 100, "why": "card", "open": seat == B} for seat in (B, C)]
    given: dict[str, Any] = {"variant": "short", "phase": "debt", "debts": owed, "deeds": deeds(B, X1, mortgaged=True)}
    game = table(edition, 4, cash={A: 500, B: 0, C: purse, E: 700}, **given)
    do(game, "offer", B, to=C, give={"squares": [X1]}, ask={"cash": 50})
    do(game, "accept", C)  # who has 2 or 101 left for the card, which is 100, and for ten per cent
    events = do(game, "bankrupt", B)
    assert cash(game, A, C) == [500 + 50 + min(100, purse - 50), 0]
    assert [event["amount"] for event in events if event["type"] == "interest"] == interest


def check_worth(edition: str, owned: dict[str, Any], purse: int, worth: int) -> None:
    """B has this; C has cash alone. The count must find B richer by one, equal, and poorer by one."""
    for rival, winner in ((worth - 1, B), (worth, None), (worth + 1, C)):
        game = ruined(edition, cash={B: purse, C: rival, E: 0}, deeds=owned)
        do(game, "bankrupt")
        assert game.over
        assert game.winner == winner
        assert {row["seat"]: row["worth"] for row in game.standings()}[B] == worth


@pytest.mark.clause("short.value.cash")
@pytest.mark.parametrize("edition", ALL)
def test_cash_counts(edition: str) -> None:
    check_worth(edition, {}, 640, 640)


@pytest.mark.clause("short.value.property-at-printed-price")
@pytest.mark.parametrize("edition", ALL)
def test_properties_count_at_their_printed_price(edition: str) -> None:
    check_worth(edition, deeds(B, X1, ST), 10, 10 + 100 + 200)
    check_worth(edition, deeds(B, D1, UTILITIES[0]), 10, 10 + 350 + 150)


@pytest.mark.clause("short.value.mortgaged-at-half-price")
@pytest.mark.parametrize("edition", ALL)
def test_mortgaged_properties_count_at_half(edition: str) -> None:
    check_worth(edition, deeds(B, ST, mortgaged=True), 10, 10 + 100)
    check_worth(edition, deeds(B, D1, UTILITIES[0], mortgaged=True) | deeds(B, X1), 10, 10 + 175 + 75 + 100)


@pytest.mark.clause("short.value.houses-at-cost")
@pytest.mark.parametrize("edition", ALL)
def test_houses_count_at_cost(edition: str) -> None:
    owned = deeds(B, *X[:2], buildings=1) | deeds(B, X[2])
    check_worth(edition, owned, 10, 10 + 320 + 2 * 50)


@pytest.mark.clause("short.value.hotels-at-cost-with-three-houses")
@pytest.mark.parametrize("edition", ALL)
def test_hotels_count_at_cost_with_three_houses(edition: str) -> None:
    owned = deeds(B, X1, buildings=5) | deeds(B, *X[1:], buildings=3)
    check_worth(edition, owned, 10, 10 + 320 + 4 * 50 + 6 * 50)
    check_worth(edition, deeds(B, D1, D2, buildings=5), 10, 10 + 750 + 2 * 4 * 200)


@pytest.mark.clause("short.winner-richest")
@pytest.mark.parametrize("edition", ALL)
def test_equal_worth_is_a_shared_victory(edition: str) -> None:
    game = ruined(edition, cash={B: 1800, C: 1800, E: 0})
    events = do(game, "bankrupt")
    assert (game.over, game.winner, game.decider) == (True, None, None)
    assert events[-1]["winner"] is None
    assert [row["place"] for row in game.standings()] == [1, 1, 3, 4]


@pytest.mark.clause("short.only-survivors-are-valued")
@pytest.mark.parametrize("edition", ALL)
def test_a_bankrupt_is_last_and_has_no_worth(edition: str) -> None:
    game = ruined(edition, cash={B: 0, C: 1})
    do(game, "bankrupt")
    ranking = [(row["seat"], row["worth"]) for row in game.standings()]
    if edition == S2:
        assert ranking == [(C, 1), (B, 0), (A, None), (E, None)]
    else:
        assert ranking == [(E, 1500), (C, 1), (B, 0), (A, None)]
    assert game.winner == ranking[0][0]
