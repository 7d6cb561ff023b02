"""Who only watches: sees what anybody at the table could see, and nothing else; and may do nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.served import SECRET, unfinished

from .conftest import NewPerson
from .house import House, lay
from .playing import together


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("house"))
    for id, listed in (("open", True), ("private", False)):
        lay(found.folder, unfinished("star-wars-2", until=lambda game, n: n > 30 and game.phase == "roll", id=id))
        if not listed:
            lay(found.folder, unfinished(until=lambda game, n: n > 10, id="shut"), listed=False)
    found.start()
    yield found
    found.stop()


def parts(value: Any) -> Iterator[tuple[str, Any]]:
    """Every named part of a message, however deep."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name, inner
            yield from parts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from parts(inner)


@pytest.mark.thorough
def test_a_spectator_sees_no_more_than_a_spectator_may(house: House, person: NewPerson) -> None:
    ann, bob, guest = person(house), person(house), person(house)
    ann.sit("open", "key of Ann", edition="star-wars-2")
    bob.sit("open", "key of Bob", edition="star-wars-2")
    guest.sit("open", edition="star-wars-2")
    before = guest.number
    for one in (ann, bob):
        if one.look().asked:
            one.act("roll")
    together(ann, bob, guest)
    assert guest.number > before  # and sees the game go on

    assert guest.see("state-spectator").is_visible()
    sight = guest.look()
    assert not sight.asked
    assert not [choice for choice in sight.choices if choice.name not in ("keys-help", "hurry")]
    assert guest.see("chat-text").count() == 0

    told = "\n".join(guest.frames)
    assert "key of" not in told
    assert SECRET.hex() not in told
    for frame in guest.frames:
        message = json.loads(frame)
        named = list(parts(message))
        assert all(isinstance(deck, int) for name, decks in named if name == "decks" for deck in decks.values())
        assert not [name for name, value in named if name in ("secret", "salt", "key", "host_key") and value]
        if message["type"] == "welcome":
            assert (message["yours"], message["host"]) == ([], False)
    # what the server tells of the position is what it tells a stranger over HTTP
    number = guest.number
    views = [m["view"] for m in map(json.loads, guest.frames) if m["type"] == "told" and m["past"]["number"] == number]
    assert views == [house.get(f"/api/tables/open/at/{number}")["view"]]


def test_a_private_table_is_closed_to_strangers(house: House, person: NewPerson) -> None:
    guest = person(house)
    guest.go("#/t/shut")
    expect(guest.page.get_by_role("alert").first).to_be_visible()
    assert guest.see("table").count() == 0
    assert "Ann" not in guest.text()
    friend = person(house)
    friend.go("#/t/shut/invitation")
    friend.wait_for("table")
