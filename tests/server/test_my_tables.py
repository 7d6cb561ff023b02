"""The page "My tables": one request says where somebody is waited for, to nobody without a key."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from freehold.server.storage.store import Store
from freehold.server.storage.writes import Writes
from tests.waiting import eventually

from .network import Client, House, house
from .served import SECRET
from .table_steps import opened as opened_table


def ask(place: House, *held: tuple[str, list[str]], status: int = 200) -> Any:
    return place.post("/api/mine", {"held": [{"table": game, "keys": keys} for game, keys in held]}, status=status)


def test_where_somebody_is_waited_for_and_what_is_asked(tmp_path: Path) -> None:
    with house(tmp_path) as place:
        playing, lobby, other = (place.table(listed=False) for _ in range(3))
        game = playing["table"]["id"]
        host = Client(place.port)
        host.hello(game, playing["host"])
        host.say(type="start")
        first = host.hear("begun")["decider"]
        held = [
            (game, playing["keys"]),
            (lobby["table"]["id"], lobby["keys"][:1]),
            (other["table"]["id"], ["not a key of it"]),
            ("nosuchtable", ["key"]),
        ]

        def check() -> None:
            tables = {table["id"]: table for table in ask(place, *held)["tables"]}
            assert tables.keys() == {game, lobby["table"]["id"]}
            mine, waiting = tables[game], tables[lobby["table"]["id"]]
            assert (mine["awaited"], mine["asked"], mine["yours"]) == ([first], "roll", [0, 1])
            assert (mine["status"], mine["names"]) == ("playing", ["Ann", "Bob"])
            assert (waiting["awaited"], waiting["asked"], waiting["yours"]) == ([], "", [0])

        check()
        host.close()
        lives = place.server.registry.lives
        eventually("the table was put away", lambda: game not in lives)
        check()


def test_a_hundred_tables_are_the_most_and_keys_are_needed(tmp_path: Path) -> None:
    with house(tmp_path) as place:
        assert ask(place, *[(f"t{number}", ["key"]) for number in range(100)]) == {"tables": []}
        ask(place, *[(f"t{number}", ["key"]) for number in range(101)], status=400)
        ask(place, ("abc", []), status=400)


def test_many_records_are_one_query(opened: Callable[[], Store]) -> None:
    store = opened()
    records = [opened_table()[0] for _ in range(3)]
    store.commit([Writes(record=record, secret=SECRET) for record in records])
    wanted = [record.id for record in records[:2]]
    assert sorted(record.id for record in store.read.records_of([*wanted, "nosuchtable"])) == sorted(wanted)
    assert store.read.records_of([]) == []
