"""Everything that costs work has a limit: replays, proofs, logs, lists, rematches, bodies, output that nobody reads."""

from __future__ import annotations

import contextlib
import json
import re
import select
import socket
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from freehold import Bot, Game
from freehold.engine import compile as kernel
from freehold.server.rate_limits import AddressLimits, Limits
from freehold.server.session.joining import MISSED_SHOWN
from freehold.server.storage.sqlite import FILE, SqliteStore
from freehold.server.storage.writes import Writes
from freehold.server.transport import uvicorn_config
from freehold.server.workers import jobs
from tests.table import A, B, C, deeds, do, table
from tests.waiting import eventually

from .network import ROOMY, WAIT, Client, House, house, still_plays
from .served import SECRET, played, record_of, unfinished

JSON = {"Content-Type": "application/json"}


def keep(folder: Path, actions: int, **fields: Any) -> None:
    """A stored game of so many actions."""
    log = unfinished(until=lambda _, count: count == actions)
    store = SqliteStore(folder / FILE)
    entries: list[Any] = [(entry, None) for entry in log.entries]
    store.commit([Writes(record=record_of(log, **fields), secret=SECRET, game="abc", entries=entries)])
    store.close()


def limited(**fields: Any) -> Any:
    return msgspec.structs.replace(ROOMY, **fields)


def test_looks_into_the_past_are_counted_over_the_websocket_too(tmp_path: Path) -> None:
    keep(tmp_path, 60)
    with house(tmp_path, limits=limited(returns=0.001, returns_burst=2, readings=0.001, readings_burst=1)) as place:
        codes = []
        for _ in range(4):
            client = Client(place.port)
            told = client.hello("abc", seen=0)
            codes.append(told.get("code", "welcome"))
            client.close()
        assert codes == ["welcome", "welcome", "too-fast", "too-fast"]
        assert len(place.get("/api/tables/abc/log")["entries"]) == 60  # which has a limit of its own
        assert place.get("/api/tables/abc/log", status=429)["code"] == "too-fast"
        watcher = Client(place.port)
        assert watcher.hello("abc")["number"] == 60  # who wants nothing of the past is let in
        watcher.close()


def test_what_was_missed_comes_in_a_page(tmp_path: Path) -> None:
    keep(tmp_path, 260)
    with house(tmp_path) as place:
        client = Client(place.port)
        welcome = client.hello("abc", seen=3)
        numbers = [past["number"] for past in welcome["missed"]]
        assert numbers == list(range(260 - MISSED_SHOWN + 1, 261))
        client.close()
        rows = place.get("/api/tables/abc/past?after=3&most=57")["rows"]  # the rest is read in pages
        assert [row["number"] for row in rows] == list(range(4, 61))


def test_loading_tables_is_counted(tmp_path: Path) -> None:
    with house(tmp_path, limits=limited(loadings=0.001, loadings_burst=1)) as place:
        codes = []
        for made in [place.table() for _ in range(2)]:
            client = Client(place.port)
            codes.append(client.hello(made["table"]["id"], made["host"]).get("code", "welcome"))
            client.close()
        assert codes == ["welcome", "too-fast"]


def test_a_rematch_counts_as_a_new_table(tmp_path: Path) -> None:
    with house(tmp_path, limits=limited(tables=2)) as place:
        made = place.table(people=[], bots=["novice", "novice"])
        client, told = Client(place.port), made["table"]["id"]
        answers = []
        for _ in range(2):
            client = Client(place.port)
            client.hello(told, made["host"])
            client.say(type="start")
            client.hear("begun")
            client.say(type="consent")
            client.hear("ended")
            client.say(type="rematch")
            answer = client.hear("rematch", "refused")
            answers.append(answer.get("code", "rematch"))
            told = answer.get("table", told)
            client.close()
        assert answers == ["rematch", "too-many-tables"]


def test_health_and_metrics_have_a_limit(tmp_path: Path) -> None:
    with house(tmp_path, limits=limited(watching=0.001, watching_burst=3)) as place:
        codes = [place.http.get(path).status_code for path in ("/health", "/metrics", "/health", "/health", "/metrics")]
        assert codes == [200, 200, 200, 429, 429]
        assert place.http.get("/api/tables").status_code == 200  # it is a limit of its own


def test_who_goes_on_after_refusals_waits_for_the_next_one() -> None:
    limits = Limits(refusals=1, refusals_burst=2, refusal_seconds=9, connections=2, refusals_waiting=3)
    addresses = AddressLimits(limits)

    def refused(now: float) -> float:
        with addresses.refusing("ann", now) as seconds:
            return seconds

    with ExitStack() as waiting:

        def wait(address: str, now: float) -> float:
            return waiting.enter_context(addresses.refusing(address, now))

        assert [wait("ann", 0.0) for _ in range(5)] == [0, 0, 9, 9, 0]  # too many of this address wait already
        assert wait("ann", 1.0) == 0  # a second later, one more is refused at once
        assert [wait("bob", 1.0) for _ in range(4)] == [0, 0, 9, 0]  # too many of all addresses
    assert [refused(1.0), refused(1.0)] == [9, 9]


def test_a_flood_of_refused_requests_is_slowed_down(tmp_path: Path) -> None:
    limits = limited(watching=0.001, watching_burst=1, requests=0.001, requests_burst=1, handshakes=0.001)
    limits = msgspec.structs.replace(limits, handshakes_burst=0, refusals=0.001, refusals_burst=2, refusal_seconds=WAIT)
    with house(tmp_path, limits=limits) as place:
        assert place.http.get("/api/editions").status_code == 200
        assert [place.http.get("/api/editions").status_code for _ in range(2)] == [429, 429]
        waiting = place.server.addresses._refusals_waiting
        upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        upgrade += b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        asked = (b"GET /api/editions", b""), (b"GET /api/play", upgrade), (b"GET /health", b""), (b"GET /metrics", b"")
        answers = []
        with ExitStack() as stack:
            for line, headers in asked:
                client = stack.enter_context(socket.create_connection(("127.0.0.1", place.port), timeout=WAIT))
                client.sendall(line + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers + b"\r\n")
                answers.append(client)
            eventually("three refusals wait", lambda: waiting.get("127.0.0.1") == 3)
            assert b" 200 " in answers[2].recv(100)  # which has a limit of its own
            assert not select.select([answers[k] for k in (0, 1, 3)], [], [], 0)[0]


def test_one_log_at_a_time_is_taken_from_an_address(tmp_path: Path) -> None:
    with house(tmp_path) as place, socket.create_connection(("127.0.0.1", place.port), timeout=WAIT) as slow:
        body = msgspec.json.encode(played())
        slow.sendall(
            b"POST /api/verify HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            + f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body[:100]
        )

        def answered(status: int) -> Any:
            answer = place.http.post("/api/verify", content=body, headers=JSON)
            return answer if answer.status_code == status else None

        busy = eventually("the slow one has been heard", lambda: answered(503))
        assert busy.json()["code"] == "busy"
        slow.sendall(body[100:])
        assert b"200 OK" in slow.recv(100)
        assert eventually("the slow one is done", lambda: answered(200)).json()["proved"]


def test_a_body_that_never_comes_is_not_waited_for(tmp_path: Path) -> None:
    with house(tmp_path, limits=limited(body_seconds=0.1)) as place:
        for head in (b"POST /api/tables", b"POST /api/verify", b"GET /health"):
            with socket.create_connection(("127.0.0.1", place.port), timeout=WAIT) as slow:
                slow.sendall(head + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{")
                heard = b"x"
                while heard:  # it ends: whatever is answered, the connection is closed
                    try:
                        heard = slow.recv(1000)
                    except ConnectionResetError:
                        break

        def opened() -> Any:
            """On a busy machine the body of this guest may itself come too late, and is sent again."""
            with contextlib.suppress(httpx.TransportError):
                wish = {"edition": "classic", "seats": 2, "people": [{"name": "Ann"}, {"name": "Bob"}]}
                answer = place.http.post("/api/tables", json=wish)
                return answer.json() if answer.status_code == 201 else None
            return None

        made = eventually("a guest who is quick enough has a table", opened)
        ann = Client(place.port)
        ann.hello(made["table"]["id"], made["host"], *made["keys"])
        ann.say(type="start")
        ann.hear("begun")
        still_plays(ann)
        ann.close()


def test_a_client_that_never_reads_its_welcome_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uvicorn_config, "SEND_BUFFER", 4096)
    keep(tmp_path, 260)
    with house(tmp_path, limits=limited(unread_seconds=0.1)) as place:
        lazy = socket.socket()
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        lazy.settimeout(WAIT)
        lazy.connect(("127.0.0.1", place.port))
        lazy.sendall(
            b"GET /api/play HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        assert b"101" in lazy.recv(200)
        said = json.dumps({"type": "hello", "table": "abc", "seen": 0}).encode()
        lazy.sendall(b"\x81" + bytes([0x80 | len(said)]) + bytes(4) + said)
        eventually("it is cut off", lambda: "freehold_cut_total 1.0" in place.http.get("/metrics").text)
        lazy.close()
        assert place.call(lambda: place.server.addresses.open) == {}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with house(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.mark.skipif(not kernel.is_compiled(), reason="would compile the kernel in the background")
def test_a_table_of_moguls_thinks_elsewhere(place: House) -> None:
    made = place.table(people=[], bots=["mogul", "mogul"])
    client = Client(place.port)
    client.hello(made["table"]["id"], made["host"])
    client.say(type="start")
    client.hear("begun")
    for number in range(1, 6):
        assert client.hear("told")["past"]["number"] == number
    client.close()
    asked = re.search(r'freehold_job_waited_seconds_count{kind="thinking"} (\d+)', place.http.get("/metrics").text)
    assert asked is not None
    assert int(asked[1]) >= 5


def test_the_list_of_tables_is_up_to_date_when_a_table_was_written(place: House) -> None:
    for _ in range(3):
        made = place.table()
        assert made["table"]["id"] in {table["id"] for table in place.get("/api/tables")["tables"]}


def test_a_flood_of_looks_is_dropped_when_its_clients_are_gone(tmp_path: Path) -> None:
    keep(tmp_path, 260)
    with house(tmp_path) as place:
        for _ in range(30):
            client = Client(place.port)
            client.say(type="hello", table="abc", seen=0)
            client.socket.socket.close()
        workers = place.server.resources.workers
        eventually("no job waits", lambda: not any(place.call(lambda: workers.waiting).values()))
        client = Client(place.port)
        assert client.hello("abc", seen=0)["number"] == 260
        client.close()


def test_a_bot_that_thinks_elsewhere_does_not_repeat_a_refused_offer() -> None:
    game = Game.new("classic", 3, seed=4)
    bots = [Bot("trader", seat) for seat in range(3)]
    while True:
        assert game.decider is not None
        seat, action = game.decider, bots[game.decider].choose(game)
        if action["type"] == "offer":
            break
        game.apply(action, seat)
    everybody = dict.fromkeys(range(3), "trader")
    assert thought(jobs.prepare("{}"), game, seat, everybody)["type"] == "offer"
    game.apply(action, seat)
    game.apply({"type": "reject"}, action["to"])
    assert deeds_of(thought(jobs.prepare("{}"), game, seat, everybody)) != deeds_of(action)


def test_a_bot_that_thinks_elsewhere_knows_who_accepted_and_who_refused() -> None:
    """Two workers in turns: each is told what happened while the other one thought."""
    game = table(turn=A, phase="end", deeds=deeds(A, 6, 8) | deeds(B, 9, 16, 21))
    workers = [jobs.prepare("{}"), jobs.prepare("{}")]
    known = []
    answers = ((9, "reject"), (9, "accept"), (16, "accept"), (21, "reject"))
    for worker, (square, answer) in zip([*workers, *workers], answers, strict=True):
        do(game, "offer", B, to=C, give={"squares": [square]}, ask={"cash": 1})
        do(game, answer, C)
        thought(worker, game, A, {A: "baron"})
        notes = worker.minds["abc"][0]._seated[A].notes(game, A)
        known.append((notes.agreed[C], notes.declined[C]))
    assert known == [(0, 1), (1, 1), (2, 1), (2, 2)]


def thought(worker: jobs.Worker, game: Game, seat: int, others: dict[int, str]) -> dict[str, Any]:
    """The action of a bot that is asked in a worker, which is told by bytes alone."""
    asked = msgspec.msgpack.encode(jobs.question("abc", game, seat, others[seat], others))
    answer: dict[str, Any] = msgspec.msgpack.decode(jobs.think(worker, asked))
    return answer["action"]  # type: ignore[no-any-return]


def deeds_of(action: Any) -> tuple[Any, ...]:
    """Which deeds an offer moves: for more cash it would still be the same offer."""
    sides = (action.get(side, {}).get("squares", []) for side in ("give", "ask"))
    return action["type"], action.get("to"), *sides


def test_only_so_many_tables_of_one_address_have_bots_that_think_long(tmp_path: Path) -> None:
    with house(tmp_path, limits=limited(thinking=1), idle=0) as place:
        hosts = []
        for level in ("mogul", "mogul", "novice"):
            made = place.table(people=[{"name": "Ann"}], bots=["novice"], level=level)
            hosts.append(Client(place.port))
            hosts[-1].hello(made["table"]["id"], made["host"], *made["keys"])
        moguls, more, novices = hosts
        moguls.say(type="start")
        assert moguls.hear("begun", "refused")["type"] == "begun"
        more.say(type="start")
        assert more.hear("begun", "refused")["code"] == "too-many-thinkers"
        novices.say(type="start")
        assert novices.hear("begun", "refused")["type"] == "begun"
        novices.say(type="replace", seat=1, level="mogul")
        assert novices.hear("table", "refused").get("code") == "too-many-thinkers"
        moguls.say(type="consent", seat=0)
        moguls.hear("ended")
        moguls.close()
        lives = place.server.registry.lives
        eventually("the first table is no longer live", lambda: place.call(lambda: len(lives)) < 3)
        more.say(type="start")  # the first table is over
        assert more.hear("begun", "refused")["type"] == "begun"
        for host in hosts[1:]:
            host.close()
