"""Bad guests: wrong pages, floods, nonsense, clients that stop reading. They get a code or the door."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from freehold.server.protocol.messages import Refused
from freehold.server.rate_limits import AddressLimits, Limits, TokenBucket, rate_limit_key
from freehold.server.transport import frames
from tests.waiting import eventually

from .network import ROOMY, WAIT, Client, House, house, seated, still_plays


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("data")) as running:
        yield running


PING, PIECE = b"\x89\x80\0\0\0\0", b"\x00\x80\0\0\0\0"
ASKED_IF_THERE = b"\x89\0"  # the server's own ping


def until_ended(line: socket.socket) -> None:
    """Read until the server ends the connection."""
    eventually("the server ends the connection", lambda: not line.recv(65_536))


@contextlib.contextmanager
def watching(place: House, table: str) -> Iterator[socket.socket]:
    """Somebody at a table whose frames are made by hand."""
    hello = json.dumps({"type": "hello", "table": table}).encode()
    assert len(hello) < 126
    with socket.create_connection(("127.0.0.1", place.port), timeout=WAIT) as line:
        line.sendall(
            b"GET /api/play HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        line.recv(65_536)  # let in
        line.sendall(b"\x81" + bytes([0x80 | len(hello)]) + bytes(4) + hello)
        yield line


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


@pytest.mark.parametrize("size", [0, 1, 2, 5, 124, 125, 126, 127, 300, 4000])
def test_a_frame_that_is_a_whole_message_is_read_as_the_library_reads_it(size: int) -> None:
    message = bytes(k * 7 % 256 for k in range(size))
    frame = Frame(Opcode.TEXT, message)
    sent = frame.serialize(mask=True)
    assert frames.whole(sent) == message
    assert frames.bytes_of(frame) == len(sent)
    long = b"\x81\xfe" + size.to_bytes(2, "big") + bytes(4) + message  # not the shortest way, if it is short
    assert frames.whole(long) == (message if size >= 126 else None)
    others = [sent[:-1], sent + sent, sent + b"\x81", sent[:5], sent[:1], b"", PING]
    others += [Frame(Opcode.TEXT, message, fin=False).serialize(mask=True), frame.serialize(mask=False)]
    others += [Frame(Opcode.BINARY, message).serialize(mask=True), b"\xc1" + sent[1:]]
    assert [frames.whole(other) for other in others] == [None] * len(others)


def test_frames_arrive_cut_anywhere(place: House) -> None:
    """Whole messages, and halves between them: each message is answered, and none twice."""
    client = Client(place.port)
    whole = Frame(Opcode.TEXT, b'{"type":"hello","table":"nowhere"}').serialize(mask=True)
    pieces = [b'{"type":"hello",', b'"table":"nowhere"}']
    in_two = [Frame(Opcode.TEXT, pieces[0], fin=False), Frame(Opcode.CONT, pieces[1])]
    fragments = b"".join(frame.serialize(mask=True) for frame in in_two)
    not_shortest = b"\x81\xfe\x00\x02" + bytes(4) + b"{}"
    for sent, cut in [*((whole, cut) for cut in (1, 2, 6, 7, len(whole) - 1)), (fragments, 22), (PING + whole, 9)]:
        for half in (sent[:cut], sent[cut:], whole):
            client.socket.socket.sendall(half)
            place.get("/health")  # the server has read the half by now
        codes = [client.hear("refused")["code"] for _ in range(2)]
        assert codes == ["no-such-table"] * 2
    client.socket.socket.sendall(not_shortest + whole)
    assert [client.hear("refused")["code"] for _ in range(2)] == ["bad-message", "no-such-table"]
    client.socket.socket.sendall(whole)
    assert client.hear("refused")["code"] == "no-such-table"
    client.close()


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
    raw.sendall(b"GET /api/play HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n")
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
        until_ended(line)
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
        for text in (b"", b"GET /health HT", b"GET /api/play HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"):
            with socket.create_connection(("127.0.0.1", place.port), timeout=WAIT) as slow:
                slow.sendall(text)
                assert slow.recv(100) == b""

        def answered() -> bytes:
            """On a busy machine this guest may itself be too slow, and tries again."""
            answer = b""
            knocking = socket.create_connection(("127.0.0.1", place.port), timeout=WAIT)
            with knocking as slow, contextlib.suppress(ConnectionError):
                slow.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                answer = slow.recv(10_000)
                slow.sendall(b"GET /hea")  # the next one on the same connection
                until_ended(slow)
            return answer

        answer = eventually("a guest who is quick enough is answered", answered)
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
        table = place.table()["table"]["id"]

        def welcomed() -> bytes:
            """On a busy machine hello may come too late, and is said again."""
            heard = b""
            with contextlib.suppress(ConnectionError), watching(place, table) as line:
                more = heard = line.recv(65_536)
                while more and not heard.endswith(ASKED_IF_THERE):
                    more = line.recv(65_536)
                    heard += more
            return heard if b"welcome" in heard else b""

        heard = eventually("a guest who says hello in time is welcome", welcomed)
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
        made = place.server.store.read.records("lobby", True, 1)[0].id
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
    bucket = TokenBucket(2, 3)
    assert [bucket.take(10.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(11.0) for _ in range(3)] == [True, True, False]
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]


def test_tables_are_counted_by_the_hour() -> None:
    addresses = AddressLimits(Limits(tables=20))

    def opened(now: float) -> int:
        count = 0
        with contextlib.suppress(Refused):
            while True:
                addresses.take("tables", "there", now)
                count += 1
        return count

    assert [opened(now) for now in (0.0, 60.0, 200.0, 4000.0)] == [20, 0, 1, 20]


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
    assert rate_limit_key((came, 1234)) == counted
    assert rate_limit_key(None) == "unknown"
