"""A finished game that its players make public: its replay and picture for strangers, and nothing else of it."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from freehold import Game
from freehold.server import app
from freehold.server.http import client_files, plain_pages
from freehold.server.storage.record import Record, Seat

from .network import Client, House, house

ROOT = Path(__file__).resolve().parents[2]
PAGE = "<html><head><title>Freehold</title></head></html>"
Shared = tuple[House, str, Client, list[str]]
READS = ("log", "past", "statistics", "verify", "picture")


@pytest.fixture
def finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shared]:
    """A private game of Ann and Bob that has ended, and who sits there."""
    monkeypatch.setattr(client_files, "front", lambda folder: PAGE)
    monkeypatch.setattr(app, "CLIENT", tmp_path / "nothing")
    with house(tmp_path / "data") as place:
        made = place.table(listed=False)
        both = Client(place.port)
        both.hello(made["table"]["id"], *made["keys"], made["host"])
        both.say(type="publish", seat=0)
        assert both.hear("refused")["code"] == "not-over"
        both.say(type="say", seat=0, text="nobody else shall read this")
        both.say(type="start")
        both.hear("begun")
        for seat in (0, 1):
            both.say(type="consent", seat=seat)
        both.hear("ended")
        secrets = [*made["keys"], made["host"], made["invite"]]
        yield place, made["table"]["id"], both, secrets
        both.close()


def status_of(place: House, path: str) -> int:
    return place.http.get(path).status_code


def publish(both: Client, seat: int, agree: bool, shared: bool) -> None:
    both.say(type="publish", seat=seat, agree=agree)
    both.hear("table", that=lambda message: _published(message["table"], seat) == (agree, shared))


def _published(told: Any, seat: int) -> tuple[bool, bool]:
    return told["seats"][seat]["shares"], told["shared"]


def test_a_stranger_sees_what_all_players_share_until_one_takes_it_back(finished: Shared) -> None:
    place, id, both, _ = finished
    paths = [f"/api/tables/{id}", *(f"/api/tables/{id}/{name}" for name in READS)]
    assert {status_of(place, path) for path in paths} == {403}
    assert "og:title" not in place.http.get(f"/r/{id}").text
    publish(both, 0, agree=True, shared=False)
    assert {status_of(place, path) for path in paths} == {403}
    publish(both, 1, agree=True, shared=True)
    assert {status_of(place, path) for path in paths} == {200}

    page = place.http.get(f"/r/{id}").text
    assert "og:title" in page
    assert f"/api/tables/{id}/picture" in page
    assert "Ann" in page
    picture = place.http.get(f"/api/tables/{id}/picture")
    assert picture.headers["content-type"] == "image/png"
    assert struct.unpack(">II", picture.content[16:24]) == (1200, 630)

    publish(both, 1, agree=False, shared=False)
    assert {status_of(place, path) for path in paths} == {403}
    assert "og:title" not in place.http.get(f"/r/{id}").text


def test_a_shared_game_keeps_its_chat_and_its_keys(finished: Shared) -> None:
    place, id, both, secrets = finished
    for seat in (0, 1):
        publish(both, seat, agree=True, shared=seat == 1)
    stranger = Client(place.port)
    assert stranger.hello(id)["code"] == "wrong-invite"
    stranger.close()
    told = "".join(place.http.get(path).text for path in (f"/api/tables/{id}", f"/api/tables/{id}/log", f"/r/{id}"))
    assert "nobody else shall read this" not in told
    assert not any(key in told for key in secrets)


def test_names_cannot_break_out_of_the_page() -> None:
    record = Record(
        id="abc",
        edition="classic",
        variant="classic",
        options={},
        language="en",
        seconds=None,
        minutes=None,
        listed=False,
        level="trader",
        seats=[Seat('"><script>', "")],
        host="",
        invite="",
        commitment="",
        created=0,
    )
    assert "<script>" not in plain_pages.described(PAGE, record, "http://here")


def test_what_the_home_page_says_of_itself_gives_way_to_a_game() -> None:
    home = (ROOT / "web" / "index.html").read_text(encoding="utf-8")
    game = Game.new("classic", ["Ann", "Bob"], seed=1)
    told = plain_pages.position_described(home, game, game.link(), "http://here", "en")
    for page in (home, told):
        for name in ('name="description"', 'property="og:title"', 'property="og:description"', 'property="og:type"'):
            assert page.count(name) == 1, name
    assert "Ann, Bob" in told


def test_the_link_of_a_position_has_a_title_and_a_picture_for_messengers(finished: Shared) -> None:
    place, *_ = finished
    link = Game.new("classic", ["Ann", '"><script>'], seed=1).link()
    page = place.http.get(f"/p/{link}", headers={"accept-language": "de,fr;q=0.8,en;q=0.5"}).text
    assert 'og:title" content="Une position de Classique"' in page
    assert "Ann" in page
    assert "<script>" not in page
    assert f"/api/positions/{link}/picture" in page
    picture = place.http.get(f"/api/positions/{link}/picture")
    assert picture.headers["content-type"] == "image/png"
    assert struct.unpack(">II", picture.content[16:24]) == (1200, 630)
    damaged = f"{link[:20]}x{link[21:]}"
    assert place.http.get(f"/p/{damaged}").text == PAGE  # the client says what is wrong
    assert place.http.get(f"/api/positions/{damaged}/picture").status_code == 400
