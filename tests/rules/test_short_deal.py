"""The short game, before the first throw: the deal of deeds; and that nothing changes but what is listed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from freehold import Game
from freehold.editions import load as load_edition
from freehold.engine import edition_tables
from freehold.rules import state
from tests.table import ALL, D2, PRICES, ST, X1, A, B, C, X, cash, clauses, deeds, do, table, throw

TWO = ("star-wars-2", "spider-man")
THREE = ("disney-parks", "star-wars-1", "game-of-thrones", "classic")
SEEDS = range(12)


def held(game: Game, seat: int) -> list[int]:
    return [int(at) for at, deed in game.position()["deeds"].items() if deed["owner"] == seat]


def dealt(game: Game) -> list[tuple[Any, int]]:
    return [(event["seat"], event["square"]) for event in game.setup if event["type"] == "deal"]


def check_deal(edition: str, each: int, paid: bool, clause: str) -> None:
    most = load_edition(edition).players.max
    seen: set[int] = set()
    for seed in SEEDS:
        for players in (2, most):
            game = Game.new(edition, players, seed=seed, variant="short")
            seen |= {int(at) for at in game.position()["deeds"]}
            assert {at for _, at in dealt(game)} == {int(at) for at in game.position()["deeds"]}
            assert len(dealt(game)) == players * each
            for seat in range(players):
                deal = held(game, seat)
                assert len(deal) == each
                assert cash(game, seat) == 1500 - (sum(PRICES[at] for at in deal) if paid else 0)
            assert set(clauses(game.setup, "deal")) == {clause}
            fees = [(e["seat"], e["square"], e["amount"], e["clause"]) for e in game.setup if e["type"] == "paid"]
            assert fees == ([(seat, at, PRICES[at], clause) for seat, at in dealt(game)] if paid else [])
            assert game.phase == "roll"
    assert seen == set(PRICES)  # any of the 28 may be dealt


@pytest.mark.clause("short.deal.two-paid")
def test_star_wars_2_deals_two_deeds_to_each_for_their_price() -> None:
    check_deal("star-wars-2", 2, True, "short.deal.two-paid")


@pytest.mark.clause("short.deal.two-free")
def test_spider_man_deals_two_deeds_to_each_for_nothing() -> None:
    check_deal("spider-man", 2, False, "short.deal.two-free")


@pytest.mark.clause("short.deal.three-free")
@pytest.mark.parametrize("edition", THREE)
def test_the_others_deal_three_deeds_to_each_for_nothing(edition: str) -> None:
    check_deal(edition, 3, False, "short.deal.three-free")


@pytest.mark.clause("short.otherwise-normal")
@pytest.mark.parametrize("edition", ALL)
def test_no_deed_is_dealt_in_the_normal_game(edition: str) -> None:
    game = Game.new(edition, 3)
    assert game.position()["deeds"] == {}
    assert dealt(game) == []


@pytest.mark.clause("short.deal-shuffled-by-banker")
@pytest.mark.parametrize("edition", ALL)
def test_the_banker_shuffles_the_deeds_before_the_deal(edition: str) -> None:
    one, same, other = (Game.new(edition, 4, seed=seed, variant="short", banker=2) for seed in (5, 5, 6))
    assert dealt(one) == dealt(same)
    assert dealt(one) != dealt(other)
    kinds = [event["type"] for event in one.setup]
    (shuffle,) = [event for event in one.setup if event["type"] == "shuffle" and event["what"] == "deeds"]
    assert (shuffle["seat"], shuffle["clause"]) == (2, "short.deal-shuffled-by-banker")
    assert one.setup.index(shuffle) < kinds.index("deal")


@pytest.mark.clause("short.deal-cut-by-left-neighbour")
@pytest.mark.parametrize(("banker", "left"), [(0, 1), (1, 2), (2, 0)])
def test_in_star_wars_2_the_banker_s_left_neighbour_cuts(banker: int, left: int) -> None:
    game = Game.new("star-wars-2", 3, variant="short", banker=banker)
    piles: list[Any] = [event for event in game.setup if event["type"] in ("shuffle", "cut", "deal")][2:]
    assert [event["type"] for event in piles] == ["shuffle", "cut", *["deal"] * 6]
    assert (piles[0]["seat"], piles[0]["what"]) == (banker, "deeds")
    assert (piles[1]["seat"], piles[1]["clause"]) == (left, "short.deal-cut-by-left-neighbour")


@pytest.mark.clause("short.deal-cut-by-left-neighbour")
@pytest.mark.parametrize("edition", [edition for edition in ALL if edition != "star-wars-2"])
def test_nobody_cuts_in_the_other_editions(edition: str) -> None:
    game = Game.new(edition, 3, variant="short")
    assert [event for event in game.setup if event["type"] == "cut"] == []


@pytest.mark.clause("short.deal-includes-playing-banker")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("banker", [0, 3])
def test_the_deal_goes_round_from_the_banker_s_left_and_the_banker_is_last(edition: str, banker: int) -> None:
    game = Game.new(edition, 4, variant="short", banker=banker)
    each = 2 if edition in TWO else 3
    assert [seat for seat, _ in dealt(game)] == [(banker + k) % 4 for k in (1, 2, 3, 4)] * each
    assert len(held(game, banker)) == each


@pytest.mark.clause("short.deal-cut-by-left-neighbour")
def test_the_cut_may_come_anywhere_in_the_pile() -> None:
    setups = [Game.new("star-wars-2", 2, seed=seed, variant="short").setup for seed in range(60)]
    cuts = {event["amount"] for told in setups for event in told if event["type"] == "cut"}
    assert cuts <= set(range(28))
    assert len(cuts) > 14


@pytest.mark.clause("short.deal.two-paid")
def test_a_home_made_edition_may_be_too_poor_for_its_deal() -> None:
    printed = load_edition("star-wars-2")
    poor = structs.replace(printed, start_money=structs.replace(printed.start_money, total=200))
    exact = 0
    for seed in range(30):
        game = Game.new(poor, 2, seed=seed, variant="short")
        purse, owed = {A: 200, B: 200}, []
        for seat, at in dealt(game):
            if purse[seat] >= PRICES[at]:
                purse[seat] -= PRICES[at]
                exact += purse[seat] == 0
            else:
                owed.append((seat, "bank", PRICES[at], "deal"))
        assert cash(game) == [purse[A], purse[B]]
        debts = game.position().get("debts", [])
        assert [(debt["debtor"], debt["creditor"], debt["amount"], debt["why"]) for debt in debts] == owed
        assert game.phase == ("debt" if owed else "roll")
    assert exact > 0


@pytest.mark.clause("short.deal.three-free")
def test_a_deal_ends_with_the_last_deed() -> None:
    printed = load_edition("star-wars-1")
    assert printed.short
    generous = structs.replace(printed, short=structs.replace(printed.short, deal=4))
    game = Game.new(generous, 8, variant="short")
    assert sorted(at for _, at in dealt(game)) == sorted(PRICES)
    assert [len(held(game, seat)) for seat in range(8)] == [3, 4, 4, 4, 4, 3, 3, 3]


@pytest.mark.clause("short.deal-includes-playing-banker")
def test_a_banker_who_does_not_play_gets_nothing() -> None:
    people = ["Ann", "Bob", "Cid", "Dee", "Eve", "Flo"]
    game = Game.new("star-wars-2", people, variant="short", banker=2, banker_plays=False)
    assert game.names == ["Ann", "Bob", "Dee", "Eve", "Flo"]
    assert [len(held(game, seat)) for seat in range(5)] == [2] * 5
    assert len(game.position()["deeds"]) == 10


CHANGES: dict[str, set[str]] = {
    "star-wars-2": {"deal", "deal_paid", "deal_cut", "hotel_after", "ends_at"},
    "spider-man": {"deal", "hotel_after", "short_jail", "tax", "tax_in_short", "ends_at"},
    "disney-parks": {"deal", "hotel_after", "short_jail", "tax_percent", "tax_in_short", "ends_at"},
    "star-wars-1": {"deal", "hotel_after", "short_jail", "tax_percent", "tax_in_short", "ends_at"},
    "game-of-thrones": {"deal", "hotel_after", "short_jail", "ends_at"},
    "classic": {"deal", "hotel_after", "short_jail", "tax_percent", "tax_in_short", "ends_at"},
}


@pytest.mark.clause("short.otherwise-normal")
@pytest.mark.parametrize("edition", ALL)
def test_a_short_game_differs_in_what_its_rulebook_lists_and_nothing_else(edition: str) -> None:
    normal, short = (edition_tables.build(load_edition(edition), variant, {}) for variant in ("classic", "short"))
    fields = [name for name, _, _ in state.TABLES] + list(state.SWITCHES)
    changed = {name for name in fields if getattr(normal, name) != getattr(short, name)}
    assert changed - {"variant"} == CHANGES[edition]


@pytest.mark.clause("short.otherwise-normal")
@pytest.mark.parametrize("edition", ALL)
def test_rents_and_auctions_are_those_of_the_normal_game(edition: str) -> None:
    told = []
    for variant in ("classic", "short"):
        game = table(edition, at={A: 1, B: 35}, deeds=deeds(B, *X) | deeds(C, ST), variant=variant)
        events = throw(game, 2, 3)  # 6, a bare lot of B's full group
        assert cash(game, A, B) == [1500 - 12, 1500 + 12]
        events += do(game, "end_turn")
        events += throw(game, 1, 3)  # B on D2, unowned
        events += do(game, "decline") + do(game, "pass") + do(game, "pass") + do(game, "bid", B, amount=1)
        told.append((events, game.position()["deeds"], cash(game)))
        assert cash(game, B) == 1500 + 12 - 1
        assert game.position()["deeds"][str(D2)]["owner"] == B
        assert game.position()["deeds"].get(str(X1)) == {"owner": B, "mortgaged": False, "buildings": 0}
    assert told[0] == told[1]
