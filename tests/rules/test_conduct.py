"""No house rules: what a table gets without asking is what its rulebook says."""

from __future__ import annotations

import pytest

from freehold import Game
from freehold.editions.switches import SWITCHES
from tests.table import ALL, PARKING, A, B, cash, do, refused, table, throw

every_edition = pytest.mark.parametrize("edition", ALL)


@pytest.mark.clause("conduct.no-house-rules")
@every_edition
@pytest.mark.parametrize("rule", ["free_parking_pot", "loans", "rent_immunity", "double_salary_on_go", "no_auctions"])
def test_house_rules_cannot_even_be_asked_for(edition: str, rule: str) -> None:
    with pytest.raises(ValueError, match=rule):
        Game.new(edition, players=2, options={rule: "yes"})


@pytest.mark.clause("conduct.no-house-rules")
@every_edition
def test_a_table_that_asks_for_nothing_plays_by_its_rulebook(edition: str) -> None:
    game = Game.new(edition, players=2, seed=3)
    assert game.position()["options"] == {}
    readings = {switch.name: game.edition.switch(switch.name) for switch in SWITCHES if switch.open}
    del readings["short_jail"]  # of the short game alone
    agreed = Game.new(edition, players=2, seed=3, options=readings)
    assert agreed.position() | {"options": {}} == game.position()


@pytest.mark.clause("conduct.no-house-rules")
@every_edition
def test_no_pot_gathers_on_parking(edition: str) -> None:
    game = table(edition, players=2, at={A: 31, B: 10})
    throw(game, 3, 4)  # luxury tax
    paid = 1500 - cash(game, A)
    assert paid > 0
    do(game, "end_turn")
    throw(game, 4, 6)
    assert game.position()["players"][B]["square"] == PARKING
    assert cash(game) == [1500 - paid, 1500]


@pytest.mark.clause("conduct.no-house-rules")
@every_edition
def test_there_are_neither_loans_nor_waived_rents(edition: str) -> None:
    game = table(edition)
    assert refused(game, "offer", A, to=B, give={"cash": 100}) == "empty-offer"
    assert refused(game, "offer", A, to=B, give={"cash": 100}, ask={"rent_immunity": 1}) == "bad-field"
