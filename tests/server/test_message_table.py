"""The table of messages: each has one row, which says who may send it. Everybody else is refused."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from msgspec import Struct

from freehold.server.protocol.messages import ClientMessage
from freehold.server.session.message_table import (
    ANYBODY,
    HOST,
    MESSAGES,
    PLAYER,
    ROWS,
    SEAT,
    SEAT_OR_HOST,
    SEATS,
    VISITOR,
)

from .network import Client, House, house

HASH = "ab" * 32
FIELDS: dict[str, Any] = {
    "about": 1,
    "auth": "A" * 22,
    "action": {"type": "roll"},
    "actions": [{"type": "roll"}],
    "digest": HASH,
    "draw": 1,
    "end": HASH,
    "endpoint": "https://push.example/1",
    "how": "end",
    "id": 1,
    "kind": "ntfy",
    "links": {"0": HASH},
    "muted": True,
    "number": 1,
    "orders": {},
    "p256dh": "A" * 87,
    "pace": "slow",
    "paper": True,
    "paused": True,
    "seat": 0,
    "text": "hello",
    "to": 0,
    "token": "car",
    "url": "https://ntfy.example/topic",
    "what": "chances",
}
REFUSALS = {HOST: "host-only", PLAYER: "host-only", SEAT: "not-your-seat", SEATS: "not-your-seat"}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with house(tmp_path_factory.mktemp("messages")) as running:
        yield running


def tag(kind: type[Struct]) -> str:
    return str(kind.__struct_config__.tag)


def written(kind: type[Struct]) -> Any:
    """A message of this kind about somebody else's seat."""
    message = {name: FIELDS[name] for name in kind.__struct_fields__ if name in FIELDS}
    return {"type": tag(kind)} | message | ({"id": "x"} if tag(kind) == "act" else {})


def test_every_message_has_one_row() -> None:
    assert [row.kind for row in ROWS] == list(get_args(ClientMessage))
    assert len(MESSAGES) == len(ROWS)


@pytest.mark.parametrize("row", [row for row in ROWS if row.who in REFUSALS], ids=lambda row: tag(row.kind))
def test_a_spectator_is_refused(place: House, row: Any) -> None:
    made = place.table()
    watcher = Client(place.port)
    watcher.hello(made["table"]["id"], invite=made["invite"])
    watcher.say(**written(row.kind))
    assert watcher.hear("refused")["code"] == REFUSALS[row.who]
    watcher.close()


@pytest.mark.parametrize("row", [row for row in ROWS if row.who is SEAT_OR_HOST], ids=lambda row: tag(row.kind))
def test_without_a_seat_a_message_is_the_hosts(place: House, row: Any) -> None:
    made = place.table()
    guest = Client(place.port)
    guest.hello(made["table"]["id"], made["keys"][1])
    guest.say(**written(row.kind))
    assert guest.hear("refused")["code"] == "not-your-seat"
    guest.say(**written(row.kind) | {"seat": None})
    assert guest.hear("refused")["code"] == "host-only"
    guest.close()


@pytest.mark.parametrize("row", [row for row in ROWS if row.who is not ANYBODY], ids=lambda row: tag(row.kind))
def test_before_hello_nothing_is_answered(place: House, row: Any) -> None:
    client = Client(place.port)
    client.say(**written(row.kind))
    assert client.hear("refused")["code"] == "hello-first"
    client.close()


def test_the_others_are_for_all_at_the_table() -> None:
    others = {tag(row.kind) for row in ROWS if row.who in (ANYBODY, VISITOR)}
    assert others == {"hello", "ping", "skip"}
