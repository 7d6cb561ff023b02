"""What is set right around a real box: what goes with it, and the reason for which it is refused."""

from __future__ import annotations

import msgspec
import pytest

from freehold.server.protocol.messages import ActionApplied, Start
from freehold.server.table.table import Table

from .served import SECRET
from .table_steps import NOON, refused
from .test_box import Family, Json


def test_buildings_are_set_right_with_what_the_bank_has_left() -> None:
    family = Family()
    for square in (1, 3):
        family.right("owner", square=square, to=0)
    family.right("buildings", square=1, to=1)
    assert family.view["bank"]["houses"] == 31
    with refused("set-right-uneven"):
        family.right("buildings", square=1, to=3)
    family.right("buildings", square=1, to=5, group=True)
    assert [family.view["deeds"][str(square)]["buildings"] for square in (1, 3)] == [5, 5]
    assert family.view["bank"] == {"houses": 32, "hotels": 10}


def test_the_price_of_a_deed_goes_with_it() -> None:
    family = Family()
    family.does("roll", 2, 4)
    family.does("buy")
    assert family.cash() == [1400, 1500]
    family.right("owner", square=6, to=1, sum=60)  # sold by hand
    assert family.cash() == [1460, 1440]
    family.right("mortgaged", square=6, to=True)
    family.right("owner", square=6, to=None, sum=100)  # to the bank, which gives the price back
    assert (family.cash(), family.view["deeds"].get("6")) == ([1460, 1540], None)
    family.right("owner", square=6, to=0, sum=100)
    assert family.cash() == [1360, 1540]
    assert family.again() == family.view
    with refused("set-right-sum"):
        family.right("owner", square=6, to=1, sum=1541)
    with refused("set-right-sum"):
        family.right("owner", square=6, to=1, sum="much")


REFUSED: list[tuple[str, str, Json]] = [
    ("set-right-group", "buildings", {"square": 6, "to": 1}),
    ("set-right-group", "buildings", {"square": 5, "to": 1}),
    ("set-right-uneven", "buildings", {"square": 1, "to": 2}),
    ("set-right-built", "mortgaged", {"square": 11, "to": True}),
    ("set-right-bank", "mortgaged", {"square": 39, "to": True}),
    ("set-right-no-deed", "owner", {"square": 0, "to": 1}),
    ("set-right-sum", "cash", {"seat": 0, "to": -1}),
    ("set-right-impossible", "in_jail", {"seat": 0, "to": 3}),
    ("set-right-bankrupt", "turn", {"seat": 2}),
    ("set-right-bankrupt", "cash", {"seat": 2, "to": 5}),
    ("set-right-bankrupt", "owner", {"square": 6, "to": 2}),
    ("set-right-pending", "square", {"seat": 0, "to": 20}),
    ("set-right-stock", "buildings", {"square": 31, "to": 4, "group": True}),
]


@pytest.mark.parametrize(("code", "what", "fields"), REFUSED, ids=[f"{row[0]}-{k}" for k, row in enumerate(REFUSED)])
def test_what_cannot_be_set_right_is_refused_with_the_reason(code: str, what: str, fields: Json) -> None:
    """Ann has to decide about a deed; she and Bob have groups, with many buildings, and Cleo is out."""
    deeds = {str(square): {"owner": 0} for square in (1, 3, 6, 5, 31, 32, 34)}
    deeds |= {str(square): {"owner": 1, "buildings": 4} for square in (16, 18, 19, 21, 23, 24)}
    deeds |= {str(square): {"owner": 0, "buildings": 1} for square in (11, 13, 14)}
    players = [{"square": 8}, {}, {"bankrupt": True, "cash": 0}]
    start = {"players": players, "deeds": deeds, "phase": "buy", "turn": 0, "decider": 0}
    family = Family(("Ann", "Bob", "Cleo"), Start(position=start))
    before = family.game.position()
    with refused(code):
        family.right(what, **fields)
    assert (family.game.position(), family.entries) == (before, [])


def test_a_table_without_mortgages_says_so() -> None:
    family = Family(options={"mortgages": "none"})
    family.right("owner", square=6, to=0)
    with refused("set-right-no-mortgages"):
        family.right("mortgaged", square=6, to=True)


@pytest.mark.parametrize(
    ("what", "fields", "was"),
    [
        ("cash", {"seat": 1, "to": 1340}, 1500),
        ("square", {"seat": 0, "to": 24}, 6),
        ("owner", {"square": 6, "to": 1}, 0),
        ("owner", {"square": 39, "to": 1}, None),
        ("buildings", {"square": 39, "to": 0}, 0),
        ("jail_card", {"deck": "chest", "to": 1}, None),
        ("turn", {"seat": 0}, 1),
    ],
)
def test_everybody_is_told_what_was_true_before_also_when_the_table_is_loaded_again(
    what: str, fields: Json, was: int | None
) -> None:
    family = Family()
    for kind, chance in [("roll", (2, 4)), ("buy", ()), ("end_turn", ())]:
        family.does(kind, *chance)
    told = family.right(what, **fields).to_all[-1]
    assert isinstance(told, ActionApplied)
    assert msgspec.json.decode(msgspec.json.encode(told.past))["was"] == was
    twin = Table(family.table.record, SECRET)
    twin.restore(family.entries, NOON)
    assert msgspec.json.decode(twin.log.recent[-1][1])["was"] == was


def test_what_follows_from_a_correction_itself_is_not_told() -> None:
    family = Family()
    for step in (family.right("shuffled", deck="chest"), family.right("in_jail", seat=0, to=True)):
        told = step.to_all[-1]
        assert isinstance(told, ActionApplied)
        assert "was" not in msgspec.json.decode(msgspec.json.encode(told.past))
