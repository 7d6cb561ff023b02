"""Bad guests: wrong pages, floods, nonsense, clients that stop reading. They get a code or the door."""

from __future__ import annotations

import contextlib
import json
import logging
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from freehold.server import messages
from freehold.server.limits import Bucket, Limits, visitor
from freehold.server.logs import JsonLines, note

from .network import ROOMY, WAIT, Client, House, house, seated


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("data")) as running:
        yield running


def still_plays(client: Client) -> None:
    assert client.act(client.decider or 0, {"type": "roll"}, "still", number=client.number + 1)["type"] == "done"


def until_cut(client: Client) -> set[str]:
    """The kinds of messages that come before the server ends the connection."""
    before = len(client.heard)
    with contextlib.suppress(ConnectionClosed):
        while True:
            client.hear()
    return {message["type"] for message in client.heard[before:]}


PING, PIECE = b"\x89\x80\0\0\0\0", b"\x00\x80\0\0\0\0"
ASKED_IF_THERE = b"\x89\0"  # the server's own ping


@contextlib.contextmanager
def watching(place: House, table: str) -> Iterator[socket.socket]:
    """Somebody at a table whose frames are made by hand."""
    hello = json.dumps({"type": "hello", "table": table}).encode()
    assert len(hello) < 126
    with socket.create_connection(("127.0.0.1", place.port), timeout=WAIT) as line:
        line.sendall(
            b"GET /api/play HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        line.recv(65_536)  # let in
        line.sendall(b"\x81" + bytes([0x80 | len(hello)]) + bytes(4) + hello)
        yield line


# ---------------------------------------------------------------------- HTTP


@pytest.mark.parametrize("path", ["/", "/api", "/health", "/metrics", "/api/editions", "/nowhere", "/api/tables/zzz"])
def test_every_answer_has_strict_headers(place: House, path: str) -> None:
    headers = place.http.get(path).headers
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_health_metrics_and_description(place: House) -> None:
    health = place.get("/health")
    assert health["status"] == "ok"
    assert health["recovered"] is None
    place.table()
    assert "freehold_requests_total" in place.http.get("/metrics").text
    paths = place.get("/api/schema/openapi.json")["paths"]
    assert {"/health", "/api/editions", "/api/tables", "/api/tables/{table}/join"} <= set(paths)
    assert "/api/tables/{table}/join" in place.http.get("/api").text
    defined = place.get("/api/messages.json")["$defs"]
    assert {"Hello", "Act", "Told", "Refusal"} <= set(defined)
    assert len(place.get("/api/editions")["editions"]) == 6
    assert len(place.get("/api/editions/classic")["squares"]) == 40
    assert place.get("/api/words/fr")["stale-number"].startswith("La table a avancé")
    assert place.get("/api/words/de", 404)["code"] == "not-found"


def test_a_browser_that_looks_for_an_icon_finds_one(place: House) -> None:
    for path in ("/favicon.ico", "/favicon.ico?x"):
        icon = place.http.get(path)
        assert (icon.status_code, icon.headers["content-type"]) == (200, "image/svg+xml")
        assert icon.text.startswith("<svg")
    assert 'href="/favicon.ico"' in place.http.get("/api").text


def test_who_asks_for_the_head_only_gets_it(place: House) -> None:
    for path in ("/", "/health", "/api/editions"):
        whole, head = place.http.get(path), place.http.head(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"] == whole.headers["content-type"]
    assert place.http.head("/nowhere.txt").status_code == 404


def test_the_plain_page_lists_open_tables_in_two_languages_and_escapes_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("freehold.server.app.CLIENT", tmp_path / "not built")
    with house(tmp_path) as place:
        place.table(people=[{"name": "<b>Ann</b>"}, {"name": "Bob"}])
        page = place.http.get("/").text
        assert "&lt;b&gt;Ann&lt;/b&gt;" in page
        assert "<b>" not in page
        assert "Open tables" in page
        assert "Tables ouvertes" in place.http.get("/", headers={"Accept-Language": "fr-FR,fr;q=0.9"}).text
        assert "Tables ouvertes" in place.http.get("/?lang=fr").text


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"edition": "../../etc/passwd"}, "unknown-edition"),
        ({"edition": "classic", "seats": 9}, "bad-request"),
        ({"edition": "classic", "extra": 1}, "bad-request"),
        ({"edition": "classic", "people": [{"name": "x" * 25}]}, "bad-request"),
        ({"edition": "classic", "options": {"time_limit": 5}}, "bad-table"),
        ([], "bad-request"),
        ("nonsense", "bad-request"),
    ],
)
def test_a_bad_wish_has_a_code_and_no_traceback(place: House, body: Any, code: str) -> None:
    fault = place.post("/api/tables", body, 400)
    assert fault["code"] == code
    assert "Traceback" not in json.dumps(fault)


def test_broken_bodies_are_refused(place: House) -> None:
    for content in (b"{", b"\xff\xfe", b"[" * 3000):
        answer = place.http.post("/api/tables", content=content, headers={"content-type": "application/json"})
        assert answer.status_code == 400, answer.text
        assert answer.json()["code"] == "bad-request"
    large = place.http.post("/api/tables", content=b"x" * 5000, headers={"content-type": "application/json"})
    assert (large.status_code, large.json()["code"]) == (413, "too-large")


@pytest.mark.parametrize("id", ["..", "%2e%2e%2fetc", "x';--", "%00", "A", "a" * 40])
def test_odd_ids_are_only_not_found(place: House, id: str) -> None:
    answer = place.http.get(f"/api/tables/{id}/log")
    assert answer.status_code in (400, 404)
    assert answer.json()["code"] in ("bad-request", "not-found", "no-such-table")


def test_another_page_may_not_speak_for_a_player(place: House) -> None:
    wish = {"edition": "classic"}
    for origin in ("https://evil.example", "null", f"http://127.0.0.1:{place.port}.evil.example", place.url + "/"):
        assert place.post("/api/tables", wish, 403, Origin=origin)["code"] == "bad-origin"
        with pytest.raises(InvalidStatus):
            Client(place.port, origin=origin)
    place.post("/api/tables", wish, 201, Origin=place.url)
    client = Client(place.port, origin=place.url)
    client.close()


def test_behind_a_proxy_the_page_and_the_address_are_the_visitors_own(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(ROOMY, connections=2)
    with house(tmp_path, limits=limits, proxies=("127.0.0.0/8",)) as place:
        page = f"https://127.0.0.1:{place.port}"
        with pytest.raises(InvalidStatus):
            Client(place.port, origin=page)  # the page was not fetched by https
        visitors = [
            Client(place.port, origin=page, additional_headers={"X-Forwarded-Proto": "https", "X-Forwarded-For": who})
            for who in ("192.0.2.1", "192.0.2.1", "192.0.2.2")
        ]
        assert place.call(lambda: dict(place.server.addresses.open)) == {"192.0.2.1": 2, "192.0.2.2": 1}
        with pytest.raises(InvalidStatus):
            Client(place.port, additional_headers={"X-Forwarded-For": "192.0.2.1"})
        for visitor in visitors:
            visitor.close()
        while place.call(lambda: dict(place.server.addresses.open)):
            pass  # until the server has seen them go


def test_behind_a_proxy_nobody_shares_the_proxys_connections(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(ROOMY, connections=2)
    for proxies, served in (((), 2), (("127.0.0.1/32",), 6)):
        with house(tmp_path / str(served), limits=limits, proxies=proxies) as place, contextlib.ExitStack() as held:
            answers = []
            for _ in range(6):
                line = held.enter_context(socket.create_connection(("127.0.0.1", place.port), timeout=WAIT))
                with contextlib.suppress(ConnectionError):
                    line.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
                    answers.append(line.recv(10_000)[9:12])
            assert answers.count(b"200") == served


def test_without_a_proxy_nobody_chooses_an_address(tmp_path: Path) -> None:
    with house(tmp_path, limits=msgspec.structs.replace(ROOMY, connections=2)) as place:
        pretender = Client(place.port, additional_headers={"X-Forwarded-For": "192.0.2.1"})
        assert place.call(lambda: dict(place.server.addresses.open)) == {"127.0.0.1": 1}
        pretender.close()
        page = f"https://127.0.0.1:{place.port}"
        with pytest.raises(InvalidStatus):
            Client(place.port, origin=page, additional_headers={"X-Forwarded-Proto": "https"})


def test_messages_in_pieces_pings_and_a_long_row_of_messages(place: House) -> None:
    client = Client(place.port)
    client.socket.send(iter(['{"type":', '"start"}']))
    assert client.hear("refused")["code"] == "hello-first"
    assert client.socket.ping().wait(WAIT)
    for _ in range(200):  # more than are read at once
        client.say(type="start")
    assert [client.hear("refused")["code"] for _ in range(200)] == ["hello-first"] * 200
    client.close()
    with pytest.raises(InvalidStatus):
        connect(f"ws://127.0.0.1:{place.port}/api/elsewhere", open_timeout=WAIT)


# ---------------------------------------------------------------------- WebSocket


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        "1e999",
        '"\ud7ff"',
        "[" * 4000,
        '{"type":"act"}',
        '{"type":"nonsense"}',
        '{"type":"start","extra":1}',
        '{"type":"hello","table":"../x"}',
        '{"type":"hello","table":"a","seen":-1}',
    ],
)
def test_nonsense_is_refused_with_a_code(place: House, text: str) -> None:
    client = Client(place.port)
    client.socket.send(text)
    assert client.hear("refused")["code"] == "bad-message"
    client.socket.send(text.encode())
    assert client.hear("refused")["code"] == "bad-message"
    client.say(type="start")
    assert client.hear("refused")["code"] == "hello-first"
    client.say(type="hello", table="nowhere")
    assert client.hear("refused")["code"] == "no-such-table"
    client.close()


def test_a_long_message_ends_the_connection_and_nobody_elses(place: House) -> None:
    _, ann = seated(place)
    rude = Client(place.port)
    rude.socket.send("x" * 5000)
    with pytest.raises(ConnectionClosed):
        rude.socket.recv(WAIT)
    still_plays(ann)
    ann.close()


def test_half_a_frame_and_a_broken_handshake_hold_nobody_up(place: House) -> None:
    _, ann = seated(place)
    half = Client(place.port)
    half.socket.socket.sendall(b"\x81\xfe\x0f\xff\x01\x02\x03\x04half of it")
    raw = socket.create_connection(("127.0.0.1", place.port))
    raw.sendall(b"GET /api/play HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n")
    still_plays(ann)
    half.socket.socket.close()
    raw.close()
    ann.close()


def test_a_client_that_stops_reading_is_cut_off_and_the_table_goes_on(tmp_path: Path) -> None:
    with house(tmp_path, limits=msgspec.structs.replace(ROOMY, waiting=8_000)) as place:
        made, ann = seated(place)
        with watching(place, made["table"]["id"]) as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            cut = 0.0
            for k in range(4000):
                ann.say(type="legal", seat=0)
                ann.hear("legal")
                ann.say(type="pause", paused=k % 2 == 0)
                ann.hear("table")
                cut = place.server.metrics.cut._value.get()
                if cut:
                    break
            assert cut == 1
            ann.say(type="pause", paused=False)
            ann.hear("table")
            still_plays(ann)
            ann.close()


def test_a_flood_is_slowed_then_shown_the_door(tmp_path: Path) -> None:
    limits = Limits(messages=0.001, messages_burst=10, patience=20)
    with house(tmp_path, limits=limits) as place:
        flood = Client(place.port)
        codes: list[str] = []

        def on_and_on() -> None:
            for _ in range(100):
                flood.say(type="start")
                codes.append(flood.hear("refused")["code"])

        with pytest.raises(ConnectionClosed):
            on_and_on()
        assert codes[:10] == ["hello-first"] * 10
        assert set(codes[10:]) == {"too-fast"}
        assert len(codes) <= 32


@pytest.mark.parametrize("flood", [PING * 300, b"\x01\x80\0\0\0\0" + PIECE * 300], ids=["pings", "pieces"])
def test_a_flood_of_frames_that_say_nothing_is_cut_off(place: House, flood: bytes) -> None:
    before = place.server.metrics.cut._value.get()
    with watching(place, place.table()["table"]["id"]) as line, contextlib.suppress(ConnectionError):
        assert b"welcome" in line.recv(65_536)
        line.sendall(flood)
        while line.recv(65_536):
            pass
    assert place.server.metrics.cut._value.get() == before + 1


def test_who_is_too_fast_is_told_which_action_was_passed_over(tmp_path: Path) -> None:
    with house(tmp_path, limits=msgspec.structs.replace(ROOMY, messages=0.001, messages_burst=3)) as place:
        _, ann = seated(place)  # hello and start
        assert ann.act(ann.decider or 0, {"type": "roll"}, "in time")["type"] == "done"
        late = ann.act(ann.decider or 0, {"type": "roll"}, "too soon")
        assert (late["code"], late["id"], late["number"]) == ("too-fast", "too soon", 1)
        ann.close()


def test_the_connections_of_one_address_share_its_messages(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(ROOMY, address_messages=0.001, address_messages_burst=5)
    with house(tmp_path, limits=limits) as place:
        one, two = Client(place.port), Client(place.port)
        codes = []
        for client in (one, two) * 4:
            client.say(type="start")
            codes.append(client.hear("refused")["code"])
        assert codes == ["hello-first"] * 5 + ["too-fast"] * 3
        one.close()
        two.close()


def test_a_request_that_never_ends_is_let_go(tmp_path: Path) -> None:
    with house(tmp_path, limits=msgspec.structs.replace(ROOMY, hello_seconds=0.05)) as place:
        for text in (b"", b"GET /health HT", b"GET /api/play HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"):
            with socket.create_connection(("127.0.0.1", place.port), timeout=WAIT) as slow:
                slow.sendall(text)
                assert slow.recv(100) == b""
        answer = b""
        while not answer:  # on a busy machine this guest may itself be too slow, and tries again
            knocking = socket.create_connection(("127.0.0.1", place.port), timeout=WAIT)
            with knocking as slow, contextlib.suppress(ConnectionError):
                slow.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
                answer = slow.recv(10_000)
                slow.sendall(b"GET /hea")  # the next one on the same connection
                while slow.recv(10_000):
                    pass
        assert answer.startswith(b"HTTP/1.1 200")


def test_a_thousand_connections_of_one_address_leave_room_for_others(tmp_path: Path) -> None:
    with house(tmp_path, limits=msgspec.structs.replace(ROOMY, connections=20)) as place:
        _, ann = seated(place)
        crowd = [socket.create_connection(("127.0.0.1", place.port), timeout=WAIT) for _ in range(1000)]
        still_plays(ann)
        for one in crowd:
            one.close()
        place.http.close()
        ann.close()


def test_who_never_says_hello_is_let_go(tmp_path: Path) -> None:
    with house(tmp_path, limits=msgspec.structs.replace(ROOMY, hello_seconds=0.3)) as place:
        silent = Client(place.port)
        with pytest.raises(ConnectionClosed):
            silent.socket.recv(WAIT)
        table, heard = place.table()["table"]["id"], b""
        while b"welcome" not in heard:  # on a busy machine hello may come too late, and is said again
            with contextlib.suppress(ConnectionError), watching(place, table) as line:
                more = heard = line.recv(65_536)
                while more and not heard.endswith(ASKED_IF_THERE):
                    more = line.recv(65_536)
                    heard += more
        assert heard.endswith(ASKED_IF_THERE)  # the time for hello is over, and who said it is still here


def test_an_address_may_open_only_so_much(tmp_path: Path) -> None:
    with house(
        tmp_path,
        limits=Limits(connections=3, tables=2, requests=0.001, requests_burst=30, readings=0.001, readings_burst=2),
    ) as place:
        clients = [Client(place.port) for _ in range(3)]
        with pytest.raises(InvalidStatus):
            Client(place.port)
        clients.pop().close()
        for _ in range(2):
            place.table()
        body = {"edition": "classic"}
        assert place.post("/api/tables", body, 429)["code"] == "too-many-tables"
        made = place.server.store.records("lobby", True, 1)[0].id
        codes = [place.http.get(f"/api/tables/{made}/statistics").status_code for _ in range(3)]
        assert codes == [409, 409, 429]  # not begun, and then too often asked
        answers = [place.http.get("/api/editions") for _ in range(40)]
        assert answers[-1].status_code == 429
        assert answers[-1].headers["connection"] == "close"  # a flood has to come in by the door each time
        assert place.http.get("/health").status_code == 200
        for client in clients:
            client.close()


def test_many_connections_at_once_leave_a_table_playing(place: House) -> None:
    made, ann = seated(place)
    crowd = [Client(place.port) for _ in range(200)]
    for client in crowd[:100]:
        client.say(type="hello", table=made["table"]["id"])
    still_plays(ann)
    for client in crowd[:100]:
        assert client.hear("told", "welcome")["type"] in ("told", "welcome")
    for client in crowd:
        client.close()
    ann.close()


def test_the_bucket_fills_with_time() -> None:
    bucket = Bucket(2, 3)
    assert [bucket.take(10.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(11.0) for _ in range(3)] == [True, True, False]
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]


# ---------------------------------------------------------------------- what may not get out


def test_no_secret_is_logged_or_shown(place: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    made, ann = seated(place, listed=True)
    id = made["table"]["id"]
    ann.act(ann.decider or 0, {"type": "nonsense"}, "a")
    ann.say(type="say", seat=0, text="a private word")
    ann.hear("said")
    place.http.get(f"/api/tables/{id}/nonsense", headers={"X-Freehold-Key": made["host"]})
    while "request" not in {record.getMessage() for record in caplog.records}:
        place.get("/health")  # the line about that request is written after its answer
    secret = place.server.store.secret(id).hex()
    hidden = [made["host"], made["invite"], *made["keys"], secret]
    ours = [r.getMessage() + str(r.__dict__) for r in caplog.records if r.name.startswith(("freehold", "uvicorn"))]
    assert ours
    shown = "".join(ours) + json.dumps(ann.heard) + place.http.get("/metrics").text
    for path in ("", "/log", "/at/0", "/statistics", "/verify"):
        shown += place.http.get(f"/api/tables/{id}{path}").text
    shown += place.http.get("/api/tables").text + place.http.get("/").text
    assert not [word for word in hidden if word in shown]
    record = place.server.store.record(id)
    assert record is not None
    digests = [record.host, record.invite, *(seat.key for seat in record.seats)]
    assert not [word for word in digests if word in shown]
    live = place.server.rooms.lives[id].table.game
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
    table = place.server.rooms.lives[id].table

    def half_done(*_: Any, **__: Any) -> Any:
        table.number += 1
        raise KeyError(made["host"])

    monkeypatch.setattr(table, "act", half_done)
    ann.say(type="act", seat=ann.decider, number=1, id="a", action={"type": "roll"})
    assert not {"done", "told"} & until_cut(ann)
    fault = next(record for record in caplog.records if record.getMessage() == "trouble")
    line = json.loads(JsonLines().format(fault))
    assert (line["error"], line["where"].partition(":")[0]) == ("KeyError", "test_abuse.py")
    assert made["host"] not in json.dumps(line)
    back = Client(place.port)
    assert back.hello(id, *made["keys"], seen=0)["number"] == 0
    still_plays(back)
    back.close()


def test_hello_may_be_said_again_when_the_table_failed_meanwhile(place: House, monkeypatch: pytest.MonkeyPatch) -> None:
    made, ann = seated(place, seconds=3600)
    id, rooms = made["table"]["id"], place.server.rooms
    monkeypatch.setattr(rooms.lives[id].table, "back", lambda *_: 1 // 0)
    bob = Client(place.port)
    assert bob.hello(id, made["keys"][1])["code"] == "trouble"
    until_cut(ann)
    assert bob.hello(id, made["keys"][1])["yours"] == [1]
    assert place.call(lambda: dict(rooms.lives[id].table.present)) == {1: 1}
    bob.close()


def test_a_move_that_another_process_wrote_is_not_overwritten(place: House) -> None:
    made, ann = seated(place)
    id = made["table"]["id"]
    live = place.server.rooms.lives[id]
    twin = messages.encode(live.table.info())  # another process would have the same table
    assert twin
    seat = ann.decider or 0
    foreign = place.call(lambda: place.server.rooms._read(id)).act(1, seat, 1, {"type": "roll"})
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


@pytest.mark.parametrize(
    ("came", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("a socket file", "a socket file"),
    ],
)
def test_a_home_counts_as_one_visitor_however_many_addresses_it_has(came: str, counted: str) -> None:
    assert visitor((came, 1234)) == counted
    assert visitor(None) == "unknown"
