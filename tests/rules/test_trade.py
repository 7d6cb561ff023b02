"""Trade between players: deeds, cash and jail cards, at any price, all at once, with nobody else's hand in it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import (
    ALL,
    D1,
    MOMENTS,
    ST,
    STATIONS,
    UTILITIES,
    X1,
    X2,
    X3,
    A,
    B,
    C,
    D,
    E,
    X,
    buildings,
    cash,
    clauses,
    deeds,
    do,
    kinds,
    owner,
    refused,
    stock,
    table,
    whole,
)

every_edition = pytest.mark.parametrize("edition", ALL)


@pytest.mark.clause("trade.at-agreed-price")
@pytest.mark.parametrize("price", [0, 1, 900])
@every_edition
def test_property_is_sold_at_the_price_agreed_on(edition: str, price: int) -> None:
    game = table(edition, deeds=deeds(A, X1))
    offer = do(game, "offer", A, to=B, give={"squares": [X1]}, ask={"cash": price})
    assert [(event["type"], event["other"], event["amount"]) for event in offer] == [("offer", B, -price)]
    assert (game.phase, game.decider, owner(game, X1)) == ("answer", B, A)
    events = do(game, "accept", B)
    assert owner(game, X1) == B
    assert cash(game) == [1500 + price, 1500 - price, 1500]
    assert clauses(events) == 2 * ["trade.at-agreed-price"]
    assert [event["type"] for event in events] == ["trade", "deed"]
    assert events[0]["amount"] == -price  # from the maker's side
    assert (game.phase, game.decider) == ("roll", A)
    assert whole(game)


@pytest.mark.clause("trade.at-agreed-price")
@every_edition
def test_the_buyer_may_be_the_one_who_offers(edition: str) -> None:
    game = table(edition, deeds=deeds(A, X1))
    do(game, "offer", C, to=A, give={"cash": 80}, ask={"squares": [X1]})
    do(game, "accept", A)
    assert (owner(game, X1), cash(game)) == (C, [1580, 1500, 1420])


@pytest.mark.clause("trade.blocked-by-group-buildings")
@pytest.mark.parametrize("built", X)
@every_edition
def test_no_lot_of_a_built_group_is_sold(edition: str, built: int) -> None:
    game = table(edition, deeds=deeds(A, *X, *D) | deeds(A, built, buildings=1))
    for lot in X:
        assert refused(game, "offer", A, to=B, give={"squares": [lot]}, ask={"cash": 100}) == "buildings-stand"
        assert refused(game, "offer", B, to=A, give={"cash": 100}, ask={"squares": [lot]}) == "buildings-stand"
    offer = next(action for action in game.legal(A) if action["type"] == "offer")
    assert offer["give"]["squares"] == [*D]
    do(game, "offer", A, to=B, give={"squares": [D1]})
    do(game, "accept", B)
    assert owner(game, D1) == B


@pytest.mark.clause("trade.sell-group-buildings-first")
@every_edition
def test_the_groups_buildings_are_sold_first(edition: str) -> None:
    game = table(edition, cash={A: 0}, deeds=deeds(A, *X, buildings=1))
    for lot in (X3, X1, X2):
        assert refused(game, "offer", A, to=B, give={"squares": [X3]}, ask={"cash": 100}) == "buildings-stand"
        do(game, "sell", A, square=lot)
    assert (cash(game, A), stock(game)) == (75, (32, 12))
    do(game, "offer", A, to=B, give={"squares": [X3]}, ask={"cash": 100})
    do(game, "accept", B)
    assert (owner(game, X3), cash(game, A)) == (B, 175)
    assert buildings(game, *X) == [0, 0, 0]


@pytest.mark.clause("trade.stations-and-utilities")
@pytest.mark.parametrize("square", [*STATIONS, *UTILITIES])
@every_edition
def test_stations_and_utilities_are_sold_too(edition: str, square: int) -> None:
    game = table(edition, deeds=deeds(A, square) | deeds(A, *X, buildings=1))
    do(game, "offer", A, to=B, give={"squares": [square]}, ask={"cash": 250})
    events = do(game, "accept", B)
    assert owner(game, square) == B
    assert cash(game, A, B) == [1750, 1250]
    assert clauses(events, "deed") == ["trade.stations-and-utilities"]


@pytest.mark.clause("trade.mortgaged-property-to-players")
@every_edition
def test_mortgaged_property_is_sold_as_it_is(edition: str) -> None:
    game = table(edition, deeds=deeds(A, X1, mortgaged=True))
    do(game, "offer", A, to=B, give={"squares": [X1]}, ask={"cash": 30})
    events = do(game, "accept", B)
    assert clauses(events, "deed") == ["trade.mortgaged-property-to-players"]
    assert game.position()["deeds"][str(X1)] == {"owner": B, "mortgaged": True, "buildings": 0}
    assert (game.phase, game.decider, cash(game, A, B)) == ("transfer", B, [1530, 1470])
    lifting = game.copy()
    assert refused(game, "offer", B, to=C, give={"squares": [X1]}) == "transfer-pending"
    do(game, "keep_mortgage", B, square=X1)
    assert game.position()["deeds"][str(X1)]["mortgaged"]
    assert (game.phase, cash(game, B)) == ("roll", 1465)
    do(lifting, "redeem", B, square=X1)
    assert lifting.position()["deeds"][str(X1)] == {"owner": B, "mortgaged": False, "buildings": 0}
    assert (lifting.phase, cash(lifting, B)) == ("roll", 1420 if edition == "game-of-thrones" else 1415)


@pytest.mark.clause("trade.mortgaged-property-not-to-bank")
@every_edition
def test_the_bank_buys_no_property(edition: str) -> None:
    game = table(edition, deeds=deeds(A, X1, mortgaged=True) | deeds(A, ST))
    assert {action["type"] for action in game.legal(A) if action.get("square") == X1} == {"redeem"}
    assert {action["to"] for action in game.legal(A) if action["type"] == "offer"} == {B, C}
    assert refused(game, "mortgage", A, square=X1) == "already-mortgaged"
    assert refused(game, "sell", A, square=X1) == "no-buildings"
    assert refused(game, "offer", A, to=-1, give={"squares": [X1]}, ask={"cash": 30}) == "bad-partner"
    assert refused(game, "offer", A, to="bank", give={"squares": [X1]}, ask={"cash": 30}) == "bad-field"


@pytest.mark.clause("trade.barter")
@every_edition
def test_money_deeds_and_jail_cards_change_hands_at_once(edition: str) -> None:
    game = table(edition, deeds=deeds(A, X1) | deeds(B, X2), cards={B: ["chance"]})
    give, ask = {"squares": [X1], "cash": 20}, {"squares": [X2], "jail_cards": ["chance"]}
    do(game, "offer", A, to=B, give=give, ask=ask)
    events = do(game, "accept", B)
    assert (owner(game, X1), owner(game, X2)) == (B, A)
    assert cash(game, A, B) == [1480, 1520]
    assert [player["jail_cards"] for player in game.position()["players"]] == [["chance"], [], []]
    assert clauses(events, "trade") == ["trade.barter"]
    assert sorted(event["type"] for event in events) == ["deed", "deed", "jail_card", "trade"]
    assert whole(game)


@pytest.mark.clause("trade.barter")
@every_edition
def test_cards_are_swapped_for_cards_and_deeds_for_deeds(edition: str) -> None:
    game = table(edition, cards={A: ["chest"], B: ["chance"]}, deeds=deeds(A, ST, X1) | deeds(B, 12, X2, X3))
    do(game, "offer", A, to=B, give={"jail_cards": ["chest"]}, ask={"jail_cards": ["chance"]})
    assert clauses(do(game, "accept", B), "trade") == ["trade.at-agreed-price"]
    assert [player["jail_cards"] for player in game.position()["players"]] == [["chance"], ["chest"], []]
    do(game, "offer", B, to=A, give={"squares": [12, X2, X3]}, ask={"squares": [ST, X1]})
    do(game, "accept", A)
    assert [owner(game, square) for square in (ST, X1, 12, X2, X3)] == [B, B, A, A, A]

    game = table(edition, cards={A: ["chest"]})
    do(game, "offer", A, to=B, give={"jail_cards": ["chest"]}, ask={"cash": 30})
    do(game, "accept", B)
    assert cash(game, A, B) == [1530, 1470]
    assert whole(game)


@pytest.mark.clause("trade.off-turn")
@pytest.mark.parametrize("moment", [moment for moment in MOMENTS if moment != "over an offer"])
@every_edition
def test_deals_are_made_off_turn_and_in_jail(edition: str, moment: str) -> None:
    for jailed in ({}, {A: 0, C: 1}):
        game = table(edition, cash={B: 100}, jailed=jailed, turn=B, deeds=deeds(A, X1), **MOMENTS[moment])
        do(game, "offer", A, to=C, give={"squares": [X1]}, ask={"cash": 80})
        do(game, "accept", C)
        assert (owner(game, X1), cash(game, A, C)) == (C, [1580, 1420])
        assert (game.turn, game.phase) == (B, MOMENTS[moment]["phase"])


@pytest.mark.clause("trade.off-turn")
def test_no_deal_is_made_during_an_auction() -> None:
    game = table(deeds=deeds(A, X1), phase="auction", auction={"square": ST})
    assert refused(game, "offer", A, to=B, give={"squares": [X1]}, ask={"cash": 80}) == "auction-open"
    assert "offer" not in kinds(game, A)


@pytest.mark.clause("trade.private-transaction")
@every_edition
def test_a_sale_is_between_two_players_alone(edition: str) -> None:
    game = table(edition, 4, deeds=deeds(A, X1))
    before: dict[str, Any] = {**game.position()}
    events = do(game, "offer", A, to=B, give={"squares": [X1]}, ask={"cash": 80})
    for other in (C, E):
        assert not {"accept", "reject", "bid"} & kinds(game, other)
        assert refused(game, "bid", other, amount=90) == "wrong-phase"
    events += do(game, "accept", B)
    assert cash(game) == [1580, 1420, 1500, 1500]
    assert [event["type"] for event in events] == ["offer", "trade", "deed"]
    after: dict[str, Any] = {**game.position()}
    assert {key for key in before if before[key] != after[key]} == {"players", "deeds"}
