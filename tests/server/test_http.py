"""Over HTTP: headers, pages, wishes that cannot be, other pages, proxies."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import InvalidStatus

from tests.waiting import eventually

from .network import ROOMY, WAIT, Client, House, house


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("data")) as running:
        yield running


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
    assert {"Hello", "Act", "ActionApplied", "Refusal"} <= set(defined)
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


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
def test_a_body_that_is_not_called_json_is_refused(place: House, kind: str) -> None:
    body = b'{"edition": "classic"}'
    for path in ("/api/tables", "/api/verify", "/api/import", "/api/tables/abc/join", "/api/tables/abc/withdraw"):
        answer = place.http.post(path, content=body, headers={"content-type": kind} if kind else {})
        assert (answer.status_code, answer.json()["code"]) == (415, "bad-content-type")
    answer = place.http.post("/api/tables", content=body, headers={"content-type": "Application/JSON; charset=utf-8"})
    assert answer.status_code == 201


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
        eventually("the server has seen them go", lambda: not place.call(lambda: dict(place.server.addresses.open)))


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
