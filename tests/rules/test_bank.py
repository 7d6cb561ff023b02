"""The bank: it owns what nobody has bought, pays, collects, lends on mortgages, runs auctions, and never runs dry."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from freehold.engine.kernel.audit import SOUND, audit
from tests.table import (
    ALL,
    D1,
    FIVE,
    ST,
    X1,
    A,
    B,
    C,
    D,
    X,
    cash,
    deeds,
    do,
    kinds,
    owner,
    refused,
    stock,
    table,
    throw,
)


def bank(game: Game) -> int:
    """What the bank took since the start, less what it gave. Its books must always balance."""
    assert audit(game._g, game._t) == SOUND
    return int(game._g.bank)


def told(events: list[dict[str, Any]], kind: str) -> list[tuple[Any, Any, int]]:
    """Events of a kind as (who, with whom, how much)."""
    return [(event["seat"], event["other"], event["amount"]) for event in events if event["type"] == kind]


# ------------------------------------------------------------------ the banker


@pytest.mark.clause("bank.banker-chosen")
@pytest.mark.parametrize("edition", ALL)
def test_one_participant_is_the_banker(edition: str) -> None:
    assert Game.new(edition, 3).position()["flow"]["banker"] == A
    game = Game.new(edition, 3, banker=C)
    assert game.position()["flow"]["banker"] == C
    assert [event["seat"] for event in game.setup if event["type"] == "shuffle"] == [C, C]
    for nobody in (-1, 3, True, "A", None):
        with pytest.raises(ValueError, match="banker is one of the 3 people"):
            Game.new(edition, 3, banker=nobody)  # type: ignore[arg-type]


@pytest.mark.clause("bank.banker-runs-auctions")
@pytest.mark.parametrize("edition", ALL)
def test_the_bank_opens_and_closes_every_auction(edition: str) -> None:
    game = table(edition)
    throw(game, 1, 2)
    events = do(game, "decline")
    assert [event["type"] for event in events] == ["decline", "auction"]
    assert (game.phase, game.decider) == ("auction", B)
    for seat in (A, B, C):  # nobody at the table can call or stop it: one bids or passes
        assert kinds(game, seat) == {"bid", "pass"}
    do(game, "bid", seat=B, amount=80)
    passed = do(game, "pass", seat=C)
    assert [event["clause"] for event in passed] == ["bank.banker-runs-auctions"]
    events = do(game, "pass", seat=A)
    assert [event["type"] for event in events][:2] == ["pass", "sold"]
    assert (owner(game, 3), game.phase) == (B, "end")


@pytest.mark.clause("bank.banker-keeps-funds-apart")
@pytest.mark.parametrize("edition", ALL)
def test_the_bankers_purse_is_not_the_banks(edition: str) -> None:
    game = table(edition, cash={A: 300}, at={B: 38}, turn=B, decks={"chest": ["doctor"]})
    assert game.position()["flow"]["banker"] == A
    events = throw(game, 1, 3)  # past GO, then 50 to the bank
    assert cash(game) == [300, 1500 + 200 - 50, 1500]
    assert [event["amount"] for event in events if event["type"] in ("salary", "paid")] == [200, 50]


@pytest.mark.clause("bank.banker-only-above-five")
@pytest.mark.parametrize("edition", ["star-wars-1", "star-wars-2", "spider-man", "disney-parks", "classic"])
def test_from_six_people_on_the_banker_may_stand_aside(edition: str) -> None:
    people = ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay"]
    game = Game.new(edition, people, banker=2, banker_plays=False)
    players = game.position()["players"]
    assert [player["name"] for player in players] == ["Ann", "Bob", "Dot", "Eve", "Fay"]
    assert len({player["token"] for player in players}) == 5
    assert [event["seat"] for event in game.setup if event["type"] == "opening"][:5] == [2, 3, 4, 0, 1]
    assert len(Game.new(edition, people).position()["players"]) == 6
    with pytest.raises(ValueError, match="from 6 people on"):
        Game.new(edition, people[:5], banker=2, banker_plays=False)
    last = Game.new(edition, people, banker=5, banker_plays=False)
    assert [player["name"] for player in last.position()["players"]] == people[:5]


@pytest.mark.clause("bank.banker-only-above-five")
def test_where_the_banker_may_not_stand_aside() -> None:
    with pytest.raises(ValueError, match="stand aside"):
        Game.new("game-of-thrones", 6, banker_plays=False)
    for edition, most in (("spider-man", 6), ("star-wars-1", 8), ("star-wars-2", 8), ("disney-parks", 8)):
        assert len(Game.new(edition, most, banker_plays=False).position()["players"]) == most - 1
        with pytest.raises(ValueError, match=f"for 2 to {most} players"):
            Game.new(edition, most + 1, banker_plays=False)


# ------------------------------------------------------------------ what it holds and sells


@pytest.mark.clause("bank.holds-unsold-deeds-and-buildings")
@pytest.mark.parametrize("edition", ALL)
def test_an_unsold_lot_is_the_banks_and_takes_no_rent(edition: str) -> None:
    game = table(edition, deeds=deeds(B, X1))
    throw(game, 3, 6)
    assert (owner(game, 9), game.phase, cash(game)) == (None, "buy", [1500] * 3)
    assert stock(game) == (32, 12)
    assert refused(game, "mortgage", square=9) == "not-your-deed"
    assert refused(game, "build", square=9) == "not-your-deed"
    assert refused(game, "offer", to=B, give={"squares": [9]}, ask={"cash": 5}) == "not-your-deed"


@pytest.mark.clause("bank.sells-and-collects-prices")
@pytest.mark.parametrize("edition", ALL)
def test_the_bank_gets_the_price_of_deeds_auctions_and_buildings(edition: str) -> None:
    game = table(edition, deeds=deeds(A, *X))
    before = bank(game)
    assert told(do(game, "build", square=X1), "build") == [(A, "bank", 50)]
    assert bank(game) == before + 50
    throw(game, 1, 2)
    assert told(do(game, "buy"), "buy") == [(A, "bank", 60)]
    assert (bank(game), owner(game, 3)) == (before + 110, A)
    game = table(edition)
    before = bank(game)
    throw(game, 1, 2)
    do(game, "decline")
    do(game, "bid", amount=80)
    do(game, "pass")
    assert told(do(game, "pass"), "sold") == [(B, "bank", 80)]
    assert (bank(game), cash(game), owner(game, 3)) == (before + 80, [1500, 1420, 1500], B)


# ------------------------------------------------------------------ what it pays


@pytest.mark.clause("bank.pays-salaries-and-bonuses")
@pytest.mark.parametrize("edition", ALL)
def test_salary_and_bonus_come_from_the_bank(edition: str) -> None:
    game = table(edition, at={A: 33}, decks={"chance": ["dividend"]})
    before = bank(game)
    events = throw(game, 1, 2)
    assert told(events, "received") == [(A, "bank", 50)]
    assert (cash(game), bank(game)) == ([1550, 1500, 1500], before - 50)
    game = table(edition, at={A: 38}, deeds=deeds(A, 3))
    before = bank(game)
    throw(game, 1, 4)
    assert (cash(game), bank(game)) == ([1700, 1500, 1500], before - 200)


@pytest.mark.clause("bank.never-broke")
@pytest.mark.parametrize("edition", ALL)
def test_the_bank_pays_when_its_notes_are_long_used_up(edition: str) -> None:
    rich = 900_000_000
    game = table(edition, cash={A: rich, B: rich, C: rich}, at={A: 38}, deeds=deeds(A, 3, D1))
    throw(game, 1, 4)
    assert cash(game) == [rich + 200, rich, rich]
    do(game, "mortgage", square=D1)
    assert cash(game, A) == rich + 375


# ------------------------------------------------------------------ what it collects and lends


@pytest.mark.clause("bank.collects-taxes-and-fines")
@pytest.mark.parametrize("edition", ALL)
def test_taxes_and_fines_go_to_the_bank_and_lie_nowhere(edition: str) -> None:
    game = table(edition, jailed={A: 0})
    before, held = bank(game), game.position()
    events = do(game, "pay_fine")
    assert told(events, "fine") == [(A, "bank", 50)]
    assert (bank(game), cash(game)) == (before + 50, [1450, 1500, 1500])
    after = game.position()
    after["players"][A] |= {"cash": 1500, "in_jail": True}
    assert after == held  # the money is in no other place of the position
    game = table(edition, at={A: 35})
    before = bank(game)
    tax = {"star-wars-1": 75, "disney-parks": 75, "classic": 75}.get(edition, 100)
    events = throw(game, 1, 2)
    assert told(events, "tax") == [(A, "bank", tax)]
    assert (bank(game), cash(game)) == (before + tax, [1500 - tax, 1500, 1500])


@pytest.mark.clause("bank.collects-loans-and-interest")
@pytest.mark.parametrize("edition", ALL)
def test_loan_and_interest_go_back_to_the_bank(edition: str) -> None:
    game = table(edition, cash={A: 55}, deeds=deeds(A, X1, mortgaged=True))
    before = bank(game)
    assert told(do(game, "redeem", square=X1), "redeem") == [(A, "bank", 55)]
    assert (cash(game), bank(game)) == ([0, 1500, 1500], before + 55)
    game = table(edition, cash={A: 54}, deeds=deeds(A, X1, mortgaged=True))
    assert refused(game, "redeem", square=X1) == "not-enough-cash"


@pytest.mark.clause("bank.collects-loans-and-interest")
@pytest.mark.parametrize("edition", ALL)
def test_the_interest_of_a_deed_that_changes_hands_goes_to_the_bank(edition: str) -> None:
    game = table(edition, deeds=deeds(A, X1, mortgaged=True))
    do(game, "offer", A, to=B, give={"squares": [X1]}, ask={"cash": 20})
    do(game, "accept", B)
    before = bank(game)
    assert told(do(game, "keep_mortgage", B, square=X1), "interest") == [(B, "bank", 5)]
    assert (cash(game), bank(game)) == ([1520, 1475, 1500], before + 5)


@pytest.mark.clause("bank.lends-only-on-mortgage")
@pytest.mark.parametrize("edition", FIVE)
def test_without_a_property_to_mortgage_the_bank_lends_nothing(edition: str) -> None:
    pledged = deeds(A, X1, ST, mortgaged=True)
    game = table(edition, cash={A: 0}, at={A: 14}, deeds=pledged, decks={"chest": ["doctor"]})
    assert kinds(game, A) == {"roll", "offer"}
    assert refused(game, "mortgage", square=X1) == "already-mortgaged"
    assert refused(game, "borrow") == "unknown-action"
    throw(game, 1, 2)
    assert (game.phase, kinds(game, A)) == ("debt", {"bankrupt", "offer"})
    assert refused(game, "pay") == "not-enough-cash"


@pytest.mark.clause("bank.lends-only-on-mortgage")
@pytest.mark.parametrize("edition", FIVE)
def test_the_bank_lends_on_a_mortgage(edition: str) -> None:
    game = table(edition, cash={A: 0}, deeds=deeds(A, *D))
    before = bank(game)
    assert told(do(game, "mortgage", square=D1), "mortgage") == [(A, "bank", 175)]
    assert (cash(game, A), bank(game)) == (175, before - 175)
