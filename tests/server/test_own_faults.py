"""When something fails on our side, or would get out: secrets, logs, disks, tables."""

from __future__ import annotations

import ast
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from freehold import server
from freehold.players.ladder import LadderBot
from freehold.server.logging_setup import ALLOWED, JsonLines, note
from freehold.server.protocol import messages
from tests.waiting import eventually

from .network import Client, House, house, seated, still_plays, until_cut


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("data")) as running:
        yield running


def test_no_secret_is_logged_or_shown(place: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    made, ann = seated(place, listed=True)
    id = made["table"]["id"]
    ann.act(ann.decider or 0, {"type": "nonsense"}, "a")
    ann.say(type="say", seat=0, text="a private word")
    ann.hear("said")
    place.http.get(f"/api/tables/{id}/nonsense", headers={"X-Freehold-Key": made["host"]})
    # the line about that request is written after its answer
    eventually("the request is logged", lambda: "request" in {record.getMessage() for record in caplog.records})
    secret = place.server.store.read.secret(id).hex()
    hidden = [made["host"], made["invite"], *made["keys"], secret]
    ours = [r.getMessage() + str(r.__dict__) for r in caplog.records if r.name.startswith(("freehold", "uvicorn"))]
    assert ours
    shown = "".join(ours) + json.dumps(ann.heard) + place.http.get("/metrics").text
    for path in ("", "/log", "/at/0", "/statistics", "/verify"):
        shown += place.http.get(f"/api/tables/{id}{path}").text
    shown += place.http.get("/api/tables").text + place.http.get("/").text
    assert not [word for word in hidden if word in shown]
    record = place.server.store.read.record(id)
    assert record is not None
    digests = [record.host, record.invite, *(seat.key for seat in record.seats)]
    assert not [word for word in digests if word in shown]
    live = place.server.registry.lives[id].table.game
    assert live is not None
    order = live.position()["decks"]["chest"]
    assert json.dumps(order)[1:-1] not in shown
    assert '"key":' not in shown
    assert "a private word" not in "".join(ours)
    assert id not in "".join(ours)
    ann.close()


def test_the_log_is_json_and_takes_only_harmless_facts(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    note("request", status=404)
    line = json.loads(JsonLines().format(caplog.records[-1]))
    assert (line["what"], line["status"], line["level"]) == ("request", 404, "info")
    with pytest.raises(ValueError, match="not for the log"):
        note("request", key="x")


def test_every_line_of_the_log_names_facts_that_it_may() -> None:
    lines = 0
    for path in sorted(Path(server.__path__[0]).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("note", "warn"):
                lines += 1
                assert {str(fact.arg) for fact in node.keywords} <= ALLOWED, f"{path}:{node.lineno}"
    assert lines > 20


def test_a_failing_disk_refuses_and_loses_nothing(place: House, monkeypatch: pytest.MonkeyPatch) -> None:
    made, ann = seated(place)
    store = place.server.store
    commit = store.commit

    def full(batch: Any) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store, "commit", full)
    ann.say(type="act", seat=ann.decider, number=1, id="a", action={"type": "roll"})
    assert not {"done", "told"} & until_cut(ann)
    monkeypatch.setattr(store, "commit", commit)
    back = Client(place.port)
    assert back.hello(made["table"]["id"], *made["keys"], seen=0)["number"] == 0
    assert back.act(back.decider or 0, {"type": "roll"}, "a")["number"] == 1
    back.close()


def test_a_fault_of_our_own_is_told_and_the_table_is_what_is_stored(
    place: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made, ann = seated(place)
    id = made["table"]["id"]
    table = place.server.registry.lives[id].table

    def half_done(*_: Any, **__: Any) -> Any:
        table.log.number += 1
        raise KeyError(made["host"])

    monkeypatch.setattr(table, "act", half_done)
    ann.say(type="act", seat=ann.decider, number=1, id="a", action={"type": "roll"})
    assert not {"done", "told"} & until_cut(ann)
    fault = next(record for record in caplog.records if record.getMessage() == "trouble")
    line = json.loads(JsonLines().format(fault))
    assert (line["error"], line["where"].partition(":")[0]) == ("KeyError", Path(__file__).name)
    assert made["host"] not in json.dumps(line)
    back = Client(place.port)
    assert back.hello(id, *made["keys"], seen=0)["number"] == 0
    still_plays(back)
    back.close()


def test_hello_may_be_said_again_when_the_table_failed_meanwhile(place: House, monkeypatch: pytest.MonkeyPatch) -> None:
    made, ann = seated(place, seconds=3600)
    id, registry = made["table"]["id"], place.server.registry
    monkeypatch.setattr(registry.lives[id].table, "back", lambda *_: 1 // 0)
    bob = Client(place.port)
    assert bob.hello(id, made["keys"][1])["code"] == "trouble"
    until_cut(ann)
    assert bob.hello(id, made["keys"][1])["yours"] == [1]
    assert place.call(lambda: dict(registry.lives[id].table.present)) == {1: 1}
    bob.close()


def test_a_move_that_another_process_wrote_is_not_overwritten(place: House) -> None:
    made, ann = seated(place)
    id = made["table"]["id"]
    live = place.server.registry.lives[id]
    twin = messages.encode(live.table.info())  # another process would have the same table
    assert twin
    seat = ann.decider or 0
    read = place.call(lambda: place.server.registry.loader.read(id))
    assert read is not None
    foreign = read[0].act(1, seat, 1, {"type": "roll"})
    place.call(lambda: place.server.store.commit([foreign.writes]))
    ann.say(type="act", seat=seat, number=1, id="a", action={"type": "roll"})
    assert "done" not in until_cut(ann)
    back = Client(place.port)
    welcome = back.hello(id, *made["keys"], seen=0)
    assert welcome["number"] == 1
    assert welcome["missed"][0]["at"] == 1
    back.close()


def test_a_dead_server_is_a_plain_error(tmp_path: Path) -> None:
    with house(tmp_path) as place:
        url = place.url
    with pytest.raises(httpx.ConnectError):
        httpx.get(url)


def test_a_bot_that_chooses_an_illegal_action_does_not_stop_the_game(
    place: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(LadderBot, "decide", lambda *_: {"type": "build", "square": 1})
    made = place.post("/api/tables", {"edition": "classic", "seats": 2, "bots": ["novice", "novice"], "listed": True})
    id, host = made["table"]["id"], Client(place.port)
    host.hello(id, made["host"])
    host.say(type="start")
    eventually("the bots have acted five times", lambda: place.server.store.read.last(id) >= 5)
    kinds = {entry["action"]["type"] for entry in place.get(f"/api/tables/{id}/log")["entries"]}
    assert "roll" in kinds
    assert "build" not in kinds
    assert "bot-refused" in {record.getMessage() for record in caplog.records}
    host.close()
