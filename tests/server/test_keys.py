"""Keys and invitations: replaced by their owners, void for those who were removed, expired long after a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from freehold.server.protocol.messages import Join, Refused
from freehold.server.storage.record import digest_of
from freehold.server.storage.recovery import open_store
from freehold.server.storage.writes import Writes
from freehold.server.table import seating, voting
from freehold.server.table.seating import KEYS_LAST

from .network import Client, House, house, until_cut
from .served import SECRET, played, record_of, unfinished

NOON = 10**12


def refused(code: str) -> Any:
    return pytest.raises(Refused, match=f"^\\('{code}'")


def test_a_replaced_key_is_void_and_the_new_one_works(tmp_path: Path) -> None:
    with house(tmp_path) as place:
        made = place.table(listed=False)
        id, (old, others) = made["table"]["id"], made["keys"]
        ann, thief, bob = Client(place.port), Client(place.port), Client(place.port)
        assert ann.hello(id, old)["inherited"] == []
        assert thief.hello(id, old)["yours"] == [0]
        bob.hello(id, others)
        ann.say(type="new_key", seat=1, digest=digest_of("x"))
        assert ann.hear("refused")["code"] == "not-your-seat"
        ann.say(type="new_key", digest=digest_of("x"))
        assert ann.hear("refused")["code"] == "host-only"
        ann.say(type="new_key", seat=0, digest=digest_of("a new one"))
        assert ann.hear("keyed") | {"type": ""} == {"type": "", "seat": 0, "replaces": digest_of(old)}
        until_cut(thief)
        until_cut(bob)  # comes again, as everybody but Ann
        ann.say(type="token", seat=0, token="car")
        assert ann.hear("table", "refused")["type"] == "table"
        again, back = Client(place.port), Client(place.port)
        assert again.hello(id, old)["code"] == "wrong-invite"
        assert back.hello(id, old, "a new one")["yours"] == [0]
        for client in (ann, thief, bob, again, back):
            client.close()


def test_a_host_replaces_the_key_and_the_invitation(tmp_path: Path) -> None:
    with house(tmp_path) as place:
        made = place.table(listed=False, people=[{"name": "Ann"}], seats=3)
        id, host = made["table"]["id"], Client(place.port)
        host.hello(id, made["host"])
        host.say(type="new_key", digest=digest_of("host"))
        assert host.hear("keyed")["seat"] is None
        host.say(type="new_invite", digest=digest_of("invitation"))
        host.hear("table")
        path = f"/api/tables/{id}/join"
        assert place.post(path, {"name": "Bob", "invite": made["invite"]}, 403)["code"] == "wrong-invite"
        assert place.post(path, {"name": "Bob", "invite": "invitation"})["seat"] == 1
        later = Client(place.port)
        assert later.hello(id, made["host"])["code"] == "wrong-invite"
        assert later.hello(id, "host")["host"]
        guest = Client(place.port)
        guest.hello(id, made["keys"][0])
        guest.say(type="new_invite", digest=digest_of("mine"))
        assert guest.hear("refused")["code"] == "host-only"
        for client in (host, later, guest):
            client.close()


def test_who_was_removed_cannot_come_back_by_the_same_invitation(tmp_path: Path) -> None:
    with house(tmp_path) as place:
        made = place.table(listed=False, people=[{"name": "Ann"}], seats=3)
        id, path = made["table"]["id"], f"/api/tables/{made['table']['id']}/join"
        stranger = place.post(path, {"name": "Stranger", "invite": made["invite"]})
        host = Client(place.port)
        host.hello(id, made["host"])
        host.say(type="remove", seat=stranger["seat"])
        assert not host.hear("table")["table"]["invited"]
        assert place.post(path, {"name": "Innocent", "invite": made["invite"]}, 403)["code"] == "wrong-invite"
        host.say(type="new_invite", digest=digest_of("for friends"))
        assert host.hear("table")["table"]["invited"]
        assert place.post(path, {"name": "Friend", "invite": "for friends"})["seat"] == 1
        host.close()


def test_who_was_removed_from_a_public_table_cannot_come_back_from_there(tmp_path: Path) -> None:
    with house(tmp_path, proxies=("127.0.0.1/32",)) as place:
        made = place.table(people=[{"name": "Ann"}], seats=3)
        id, path = made["table"]["id"], f"/api/tables/{made['table']['id']}/join"
        there: dict[str, Any] = {"X-Forwarded-For": "10.0.0.1"}
        elsewhere: dict[str, Any] = {"X-Forwarded-For": "10.0.0.2"}
        stranger = place.post(path, {"name": "Stranger"}, **there)
        host = Client(place.port)
        host.hello(id, made["host"])
        host.say(type="remove", seat=stranger["seat"])
        host.hear("table")
        assert place.post(path, {"name": "Innocent"}, 403, **there)["code"] == "was-removed"
        assert place.post(path, {"name": "Friend"}, **elsewhere)["seat"] == 1
        record = place.server.store.read.record(id)
        assert record is not None
        assert "10.0.0" not in str(record)
        host.close()


def test_who_was_voted_out_cannot_come_back() -> None:
    record = record_of(unfinished(names=("Ann", "Bob", "Cleo")))
    record.seats[2].origin = "there"
    for seat in (0, 1):
        voting.vote(record, seat, 2, True, {2: 1}, {}, NOON)
    seating.open_seat(record, 2)
    with refused("was-removed"):
        seating.join(record, Join("Cleo"), "there")
    assert seating.join(record, Join("Dan"), "elsewhere")[0] == 2
    again = seating.rematch_record(record, "again", "", NOON)
    seating.leave(again, 2)
    with refused("was-removed"):  # nor at the table after this one
        seating.join(again, Join("Cleo"), "there")


def over(place: House, keys: tuple[str, ...], **hello: Any) -> tuple[Any, Client]:
    client = Client(place.port)
    return client.hello("abc", *keys, **hello), client


def test_the_keys_of_a_game_expire_long_after_its_end(tmp_path: Path) -> None:
    log = played(actions=5)
    store, _ = open_store(tmp_path)
    record = record_of(log, listed=False)
    entries: list[Any] = [(entry, None) for entry in log.entries]
    store.commit([Writes(record=record, secret=SECRET, game="abc", entries=entries)])
    store.close()
    assert log.ending is not None
    end = log.ending.at
    with house(tmp_path) as place:
        place.server.resources.clock = lambda: end + KEYS_LAST
        watching, client = over(place, (), invite="invitation")
        assert watching["type"] == "welcome"
        client.close()
        ann, client = over(place, ("key of Ann",))
        client.say(type="say", seat=0, text="well played")
        assert client.hear("said", "refused")["type"] == "said"
        place.server.resources.clock = lambda: end + KEYS_LAST + 1
        for message in ({"type": "say", "seat": 0, "text": "x"}, {"type": "rematch"}):
            client.say(**message)
            assert client.hear("said", "rematch", "refused")["code"] == "keys-expired"
        client.close()
        told, client = over(place, (), invite="invitation")
        assert told["code"] == "wrong-invite"
        client.close()
        ann, client = over(place, ("key of Ann",))
        assert ann["yours"] == [0]  # to look at it, and to delete it
        client.close()
        for key in ("key of Ann", "key of Bob"):
            deleted = place.post("/api/tables/abc/withdraw", {"keys": [key]}, 200)
        assert deleted == {"deleted": True}


def test_the_keys_of_a_rematch_are_to_be_replaced(tmp_path: Path) -> None:
    with house(tmp_path) as place:
        made = place.table()
        ann = Client(place.port)
        ann.hello(made["table"]["id"], made["host"], made["keys"][0])
        ann.say(type="start")
        ann.say(type="leave", seat=0)
        ann.hear("begun")
        ann.close()
        ann = Client(place.port)
        ann.hello(made["table"]["id"], made["host"], made["keys"][1])
        ann.say(type="consent", seat=1)
        ann.hear("ended")
        ann.say(type="rematch")
        next = ann.hear("rematch")["table"]
        ann.close()
        ann = Client(place.port)
        assert ann.hello(next, made["host"], made["keys"][1])["inherited"] == [1, None]
        ann.say(type="new_key", seat=1, digest=digest_of("new"))
        ann.hear("keyed")
        ann.close()
        ann = Client(place.port)
        assert ann.hello(next, made["host"], "new")["inherited"] == [None]
        ann.close()
