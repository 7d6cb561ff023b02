"""Bankruptcy to a player: what the creditor gets, and the interest on mortgages taken over."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from tests.table import (
    ALL,
    D1,
    FIVE,
    ST,
    STATIONS,
    X1,
    X2,
    X3,
    A,
    B,
    C,
    D,
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
    throw,
)

every_edition = pytest.mark.parametrize("edition", ALL)
as_they_stand = pytest.mark.parametrize("edition", [edition for edition in ALL if edition != "game-of-thrones"])


def owes_500(edition: str = "classic", players: int = 3, **position: Any) -> Game:
    """A has stopped on B's D1, which has two houses."""
    position["deeds"] = position.get("deeds", {}) | deeds(B, *D, buildings=2)
    game = table(edition, players, at={A: 30}, **position)
    throw(game, 3, 4)
    assert (game.phase, game.decider) == ("debt", A)
    return game


def mortgaged(game: Game, at: int) -> bool:
    return game.position()["deeds"][str(at)]["mortgaged"]


@pytest.mark.clause("bankruptcy.to-player.buildings-sold-at-half")
@as_they_stand
def test_the_houses_of_a_bankrupt_are_sold_for_the_creditor(edition: str) -> None:
    group = deeds(A, X1, X2, buildings=1) | deeds(A, X3)
    game = owes_500(edition, cash={A: 30}, deeds=group)
    houses, hotels = stock(game)
    events = do(game, "bankrupt")
    assert cash(game) == [0, 1500 + 50 + 30, 1500]
    assert stock(game) == (houses + 2, hotels)
    assert buildings(game, *X) == [0, 0, 0]
    assert clauses(events, "sell") == ["bankruptcy.to-player.buildings-sold-at-half"] * 2
    assert [owner(game, lot) for lot in X] == [B, B, B]
    assert not any(mortgaged(game, lot) for lot in X)


@pytest.mark.clause("bankruptcy.to-player.buildings-sold-at-half")
@every_edition
def test_the_hotels_of_a_bankrupt_are_sold_with_the_houses_they_stand_for(edition: str) -> None:
    purples = (1, 3)  # house 50, mortgage 30
    game = owes_500(edition, cash={A: 30}, deeds=deeds(A, *purples, buildings=5))
    houses, hotels = stock(game)
    do(game, "bankrupt")
    estate = 30 + 125 + 125
    if edition == "game-of-thrones":
        estate += 60 - 6  # mortgaged first, less the interest on taking over
    assert cash(game, B) == 1500 + estate
    assert stock(game) == (houses, hotels + 2)


@pytest.mark.clause("bankruptcy.to-player.assets.everything", "bankruptcy.to-player.assets.money-deeds-jail-cards")
@as_they_stand
def test_the_creditor_gets_everything_as_it_stands(edition: str) -> None:
    estate = deeds(A, X1) | deeds(A, X2, mortgaged=True)
    game = owes_500(edition, cash={A: 30}, deeds=estate, cards={A: ["chest"]})
    events = do(game, "bankrupt")
    assert [owner(game, X1), owner(game, X2)] == [B, B]
    assert [mortgaged(game, X1), mortgaged(game, X2)] == [False, True]
    players = game.position()["players"]
    assert (players[A]["cash"], players[A]["jail_cards"]) == (0, [])
    assert players[B]["jail_cards"] == ["chest"]
    assert cash(game, B) == 1500 + 30 - 5
    listed = {"star-wars-2": "money-deeds-jail-cards", "spider-man": "building-money-and-mortgaged"}
    for kind in ("estate", "deed", "jail_card"):
        assert set(clauses(events, kind)) == {f"bankruptcy.to-player.assets.{listed.get(edition, 'everything')}"}
    assert (game.phase, game.decider) == ("transfer", B)


@pytest.mark.clause("bankruptcy.to-player.assets.cash-mortgaged-jail-cards")
def test_in_game_of_thrones_everything_is_mortgaged_before_it_goes_over() -> None:
    estate = deeds(A, X1) | deeds(A, X2, mortgaged=True)
    game = owes_500("game-of-thrones", cash={A: 12}, deeds=estate, cards={A: ["chance"]})
    events = do(game, "bankrupt")
    assert [owner(game, X1), owner(game, X2)] == [B, B]
    assert [mortgaged(game, X1), mortgaged(game, X2)] == [True, True]
    assert clauses(events, "mortgage") == ["mortgage.when.to-pay-a-debt"]
    assert cash(game, A, B) == [0, 1500 + 12 + 50 - 10]
    assert game.position()["players"][B]["jail_cards"] == ["chance"]
    assert set(clauses(events, "estate")) == {"bankruptcy.to-player.assets.cash-mortgaged-jail-cards"}
    assert game.position()["transfer"]["squares"] == [X1, X2]


@pytest.mark.clause("bankruptcy.to-player.assets.cash-mortgaged-jail-cards")
def test_in_game_of_thrones_all_own_deeds_may_be_mortgaged_already() -> None:
    game = owes_500("game-of-thrones", cash={A: 12}, deeds=deeds(A, X1, ST, mortgaged=True), cards={A: ["chest"]})
    do(game, "bankrupt")
    assert [owner(game, X1), owner(game, ST)] == [B, B]
    assert cash(game, B) == 1500 + 12 - 15
    assert game.position()["players"][B]["jail_cards"] == ["chest"]


@pytest.mark.clause("bankruptcy.to-player.assets.everything", "bankruptcy.to-player.assets.cash-mortgaged-jail-cards")
@every_edition
@pytest.mark.parametrize(("first", "state"), [("no", False), ("yes", True)])
def test_a_table_may_agree_on_the_other_reading(edition: str, first: str, state: bool) -> None:
    options = {"bankrupt_mortgages_first": first}
    game = owes_500(edition, cash={A: 0}, deeds=deeds(A, X1), options=options)
    do(game, "bankrupt")
    assert mortgaged(game, X1) is state


@pytest.mark.clause("bankruptcy.to-player.assets.building-money-and-mortgaged")
@pytest.mark.parametrize("edition", [edition for edition in FIVE if edition != "game-of-thrones"])
def test_the_building_money_and_the_mortgaged_deeds_go_to_the_creditor(edition: str) -> None:
    lots = deeds(A, 1, 3, buildings=1) | deeds(A, X2, mortgaged=True)
    game = owes_500(edition, cash={A: 0}, deeds=lots)
    do(game, "bankrupt")
    assert owner(game, X2) == B
    assert cash(game, B) == 1500 + 50 - 5


@pytest.mark.clause("bankruptcy.to-player.interest-at-once")
@every_edition
def test_the_creditor_pays_ten_per_cent_on_every_mortgage_at_once(edition: str) -> None:
    game = owes_500(edition, cash={A: 0}, deeds=deeds(A, X1, ST, mortgaged=True))
    events = do(game, "bankrupt")
    assert cash(game, B) == 1500 - 15
    assert clauses(events, "interest") == ["bankruptcy.to-player.interest-at-once"]
    assert next(event["amount"] for event in events if event["type"] == "interest") == 15


@pytest.mark.clause("bankruptcy.to-player.interest-at-once")
@every_edition
@pytest.mark.parametrize(("held", "phase"), [(14, "debt"), (15, "transfer")])
def test_interest_that_the_creditor_lacks_is_a_debt_like_any_other(edition: str, held: int, phase: str) -> None:
    game = owes_500(edition, cash={A: 0, B: held}, deeds=deeds(A, X1, ST, mortgaged=True))
    do(game, "bankrupt")
    assert (game.phase, game.decider) == (phase, B)
    if phase == "transfer":
        assert cash(game, B) == 0
        return
    do(game, "sell", B, square=D1)
    do(game, "pay")
    assert (cash(game, B), game.phase) == (14 + 100 - 15, "transfer")


@pytest.mark.clause("bankruptcy.to-player.interest-at-once")
def test_an_estate_may_bankrupt_the_creditor_too() -> None:
    stations = deeds(A, *STATIONS, mortgaged=True)
    game = table("star-wars-2", 4, at={B: 28}, cash={A: 0, B: 0}, deeds=stations, decks={"chest": ["birthday"]}, turn=B)
    throw(game, 2, 3)  # each pays B 10, and A cannot
    assert (game.phase, game.decider, cash(game)) == ("debt", A, [0, 20, 1490, 1490])
    do(game, "bankrupt")
    assert (game.phase, game.decider) == ("debt", B)  # 40 of interest
    assert refused(game, "keep_mortgage", square=ST) == "wrong-phase"
    do(game, "bankrupt")
    assert [player["bankrupt"] for player in game.position()["players"]] == [True, True, False, False]
    auction = game.position()["auction"]
    assert (auction["square"], auction["bidders"]) == (ST, [2, 3])
    assert game.position()["estate"] == list(STATIONS[1:])
    assert "transfer" not in game.position()


@pytest.mark.clause("bankruptcy.to-player.interest-at-once")
def test_no_mortgage_no_interest() -> None:
    game = owes_500(cash={A: 0}, deeds=deeds(A, *STATIONS[:2]))
    events = do(game, "bankrupt")
    assert clauses(events, "interest") == []
    assert (game.phase, cash(game, B)) == ("roll", 1500)


@pytest.mark.clause("bankruptcy.to-player.keep-or-lift")
@every_edition
def test_a_mortgage_lifted_at_once_bears_no_second_interest(edition: str) -> None:
    game = owes_500(edition, cash={A: 0}, deeds=deeds(A, X1, mortgaged=True))
    do(game, "bankrupt")
    assert game.position()["transfer"] == {"squares": [X1], "interest_paid": [X1]}
    assert kinds(game) >= {"redeem", "keep_mortgage"}
    assert cash(game, B) == 1495
    events = do(game, "redeem", square=X1)
    assert cash(game, B) == 1445
    assert clauses(events, "redeem") == ["bankruptcy.to-player.keep-or-lift"]
    assert not mortgaged(game, X1)
    assert (game.turn, game.phase) == (B, "roll")


@pytest.mark.clause("bankruptcy.to-player.keep-or-lift", "bankruptcy.to-player.second-interest-later")
@every_edition
def test_a_mortgage_kept_bears_the_interest_again_when_it_is_lifted_later(edition: str) -> None:
    game = owes_500(edition, cash={A: 0}, deeds=deeds(A, X1, mortgaged=True))
    do(game, "bankrupt")
    events = do(game, "keep_mortgage", square=X1)
    assert cash(game, B) == 1495  # nothing is paid twice
    assert clauses(events, "interest") == ["bankruptcy.to-player.keep-or-lift"]
    assert (game.turn, game.phase) == (B, "roll")
    events = do(game, "redeem", B, square=X1)
    assert cash(game, B) == 1440
    assert clauses(events, "redeem") == ["mortgage.lift-costs-value-plus-ten-percent"]


@pytest.mark.clause("bankruptcy.to-player.second-interest-later")
@every_edition
@pytest.mark.parametrize("choice", ["keep_mortgage", "redeem"])
def test_what_the_creditor_paid_does_not_serve_a_later_buyer(edition: str, choice: str) -> None:
    game = owes_500(edition, cash={A: 0}, deeds=deeds(A, X1, mortgaged=True))
    do(game, "bankrupt")
    do(game, choice, square=X1)
    if choice == "redeem":
        do(game, "mortgage", B, square=X1)
    do(game, "offer", B, to=C, give={"squares": [X1]}, ask={"cash": 20})
    do(game, "accept", C)
    assert game.position()["transfer"] == {"squares": [X1], "interest_paid": []}
    do(game, "keep_mortgage", C, square=X1)
    assert cash(game, C) == 1500 - 20 - 5
