"""Our bots at a board of another simulator (`bench/gnome/`), with a stand-in for that board: it is not part of ours."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import freehold
from freehold.editions import load

sys.path.append(str(Path(__file__).parents[2] / "bench"))
from gnome import actions, state
from gnome.agent import CONCLUDE, FAILED, Seat

KINDS = {"street": "real_estate", "station": "railroad", "utility": "utility"}
FREE = {"skip_turn", "make_trade_offer", "mortgage_property", "free_mortgage", "improve_property", "accept_trade_offer"}


def player(name: str, **more: Any) -> Any:
    plain = {"current_cash": 1500.0, "current_position": 0, "status": "waiting_for_move", "currently_in_jail": False}
    cards = {"has_get_out_of_jail_chance_card": False, "has_get_out_of_jail_community_chest_card": False}
    return SimpleNamespace(player_name=name, is_trade_offer_outstanding=False, **plain | cards | more)


def board(*players: Any, **owners: Any) -> Any:
    """`s11=ann`: square 11 is hers."""
    places = []
    for square in load("classic").squares:
        place = SimpleNamespace(name=str(square.name.en), loc_class=KINDS.get(square.kind, "other"), color=square.group)
        if square.kind in KINDS:
            place.owned_by, place.is_mortgaged = owners.get(f"s{square.index}"), False
        if square.kind == "street":
            place.num_houses = place.num_hotels = 0
        places.append(place)
    return {"players": list(players), "location_sequence": places}


def test_a_board_is_a_position() -> None:
    ann, bob = player("Ann"), player("Bob", current_cash=99.5, current_position=7, has_get_out_of_jail_chance_card=True)
    there = board(ann, bob, player("Cleo", status="lost"), s1=ann, s3=ann, s5=bob)
    there["location_sequence"][1].num_hotels, there["location_sequence"][5].is_mortgaged = 1, True
    game = freehold.Game.load(state.position(there, "roll", 0, turns=12, less=500))
    found = game.position()
    assert [at["cash"] for at in found["players"]] == [1000, 99, 0]
    assert found["players"][1]["jail_cards"] == ["chance"]
    assert found["players"][2]["bankrupt"]
    # a hotel beside a bare lot cannot be: five buildings on two lots
    assert {square: deed["buildings"] for square, deed in found["deeds"].items()} == {"1": 3, "3": 2, "5": 0}
    assert found["deeds"]["5"]["mortgaged"]


@pytest.mark.parametrize(
    ("action", "name"),
    [
        ({"type": "pay_fine"}, "pay_jail_fine"),
        ({"type": "use_jail_card"}, "use_get_out_of_jail_card"),
        ({"type": "mortgage", "square": 5}, "mortgage_property"),
        ({"type": "redeem", "square": 5}, "free_mortgage"),
        ({"type": "build", "square": 1}, "improve_property"),
        ({"type": "sell", "square": 1}, "sell_house_hotel"),
        ({"type": "offer", "to": 1, "give": {"cash": 5}, "ask": {"squares": [5]}}, "make_trade_offer"),
        ({"type": "offer", "to": 1, "give": {"jail_cards": ["chance"]}, "ask": {"squares": [5]}}, None),
        ({"type": "offer", "to": 1, "give": {"squares": [1]}, "ask": {}}, None),  # with a house
        ({"type": "settle", "squares": []}, None),
    ],
)
def test_an_action_of_ours_in_its_words(action: Any, name: str | None) -> None:
    ann, bob = player("Ann"), player("Bob")
    there = board(ann, bob, s1=ann, s5=bob)
    there["location_sequence"][1].num_houses = 4
    move = actions.translate(action, ann, there)
    assert (None if move is None else move[0]) == name
    if name == "improve_property":
        assert move is not None
        assert move[1]["add_hotel"]


def test_promised_money_is_not_spent_and_nothing_is_taken_for_free() -> None:
    ann, bob = player("Ann", current_position=1, current_cash=900.0), player("Bob")
    there = board(ann, bob)
    seat = Seat("baron", 1)
    assert seat.after_throw(ann, there, {"buy_property", "concluded_actions"}, 0)[0] == "buy_property"
    seat.made["Bob"] = {"type": "offer", "to": 1, "give": {"cash": 850}, "ask": {}}
    assert seat.after_throw(ann, there, {"buy_property", "concluded_actions"}, 0) == CONCLUDE
    assert not seat.never_for_free(ann, there, there["location_sequence"][1])


def test_answers_to_our_offers_are_counted_and_money_is_raised() -> None:
    ann, bob = player("Ann", current_cash=-40.0), player("Bob")
    there = board(ann, bob, s5=ann, s15=bob)
    seat = Seat("baron", 1)
    seat.made["Bob"] = {"type": "offer", "to": 1, "give": {"squares": [5]}, "ask": {"squares": [15]}}
    assert seat.out_of_turn(ann, there, FREE, FAILED)[0] == "skip_turn"
    assert seat.count["refused"] == 1
    assert seat.raise_money(ann, there)[0] == "mortgage_property"
    there["location_sequence"][5].is_mortgaged = True
    assert seat.raise_money(ann, there) == (None, FAILED)
