"""`freehold play` in the browser: the table that is set, the window that is opened, and how it all ends."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from freehold import Game
from freehold.cli.commands import browser
from freehold.cli.terminal import WrongUsage
from freehold.cli.terminal_game import bot_seats
from freehold.i18n.command_words import word
from freehold.server import app
from tests.waiting import WAIT

from .terminal import Terminal

NO_WINDOW = "import sys"  # a browser that shows nothing


def wished(players: str | None = None, bots: str | None = None, edition: str = "classic", **more: Any) -> Any:
    asked = bot_seats.wanted(bots, [], "en")
    variant, token = more.get("variant", "classic"), more.get("token")
    return browser.wish(edition, variant, players, token, more.get("option", []), asked, "en")


def test_a_table_that_begins_in_a_position() -> None:
    link = Game.load({"players": [{}, {}, {"bankrupt": True}], "turn": 1}).link()
    asked = bot_seats.wanted("novice", [], "en")
    table = browser.wish_at(f"https://table.example/p/{link}", None, asked, "en")
    assert (table.position, table.at, table.bots) == (link, [1], ["novice"])
    assert browser.wish_at(link, 1, asked, "en").at == [0]
    for wrong, seat in ((link, 3), (link, 8), ("1AAAA", None)):
        with pytest.raises(WrongUsage):
            browser.wish_at(wrong, seat, asked, "en")


def test_the_table_that_is_set() -> None:
    usual = wished()
    assert (usual.edition, usual.variant, usual.seats) == ("classic", "classic", 4)
    assert [person.name for person in usual.people] == [word("person", "en")]
    assert usual.bots == ["trader", "novice", "baron"]
    assert wished(bots="novice,baron").seats == 3
    assert wished(players="6", bots="baron").bots == ["baron"] * 5
    assert [person.name for person in wished(players="Ann").people] == ["Ann"]
    assert wished(players="Ann").seats == 4
    hot_seat = wished(players="Ann, Bob", bots="trader")
    assert ([person.name for person in hot_seat.people], hot_seat.bots) == (["Ann", "Bob"], ["trader"])
    assert wished(players="Ann,Bob").seats == 2
    assert wished(token="iron").people[0].token == "iron"
    assert wished(variant="timed").options == {}  # the server's own minutes
    assert wished(variant="timed", option=["time_limit=30"]).options == {"time_limit": 30}


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"players": "1"}, "2 to 8 players"),
        ({"players": "9"}, "2 to 8 players"),
        ({"players": "Ann,,Bob"}, "Every player needs a name"),
        ({"players": "Ann,Ann"}, "name"),
        ({"players": "4", "bots": "baron,trader"}, "number of bots"),
        ({"players": "A,B,C,D,E,F,G,H,I"}, "cannot be set"),
        ({"variant": "endless"}, "no variant"),
        ({"token": "sauron"}, "not a token"),
        ({"option": ["rent_claims=never"]}, "rent_claims"),
        ({"variant": "timed", "option": ["time_limit=100000"]}, "cannot be set"),
    ],
)
def test_a_table_that_cannot_be_is_refused_before_anything_runs(wish: dict[str, Any], sentence: str) -> None:
    with pytest.raises(WrongUsage, match=sentence):
        wished(**wish)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_without_a_client_it_says_what_to_do(
    freehold: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.setattr(app, "CLIENT", tmp_path)
    run = freehold("play", "--lang", lang)
    assert run.code == 2
    assert run.err == word("no-client", lang) + "\n"
    assert "make play" in run.err


def test_the_terminal_has_no_port(freehold: Terminal) -> None:
    run = freehold("play", "--seed", "1", "--port", "8000")
    assert run.code == 2
    assert "--port" in run.err
    assert "--seed" in run.err


def test_a_browser_in_the_terminal_is_no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BROWSER", raising=False)
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("lynx"))
    assert not browser._show("http://127.0.0.1/")


@contextlib.contextmanager
def playing(folder: Path, *args: str, window: str = NO_WINDOW) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """A running `freehold play`, and the address and the link that it tells."""
    shown = folder / "browser.py"
    shown.write_text(window, encoding="utf-8")
    (folder / "static").mkdir()
    (folder / "static" / "index.html").write_text("the client", encoding="utf-8")
    code = (
        "import pathlib, sys; from freehold.server import app; app.CLIENT = pathlib.Path(sys.argv[1]);"
        "from freehold.cli import main; sys.exit(main(sys.argv[2:]))"
    )
    command = [sys.executable, "-c", code, str(folder / "static"), "play", "--port", "0", "--data", str(folder / "d")]
    environment = {**os.environ, "BROWSER": f"{shlex.quote(sys.executable)} {shown} %s", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen([*command, *args], stdout=subprocess.PIPE, text=True, env=environment) as run:
        try:
            assert run.stdout is not None
            address = re.search(r"http://127\.0\.0\.1:\d+", run.stdout.readline())
            link = re.search(r"http://127\.0\.0\.1:\d+/#/k/\S+", run.stdout.readline())
            assert address
            assert link
            yield run, address[0], link[0]
        finally:
            if run.poll() is None:
                run.kill()


def test_the_browser_is_opened_on_a_table_with_bots_until_ctrl_c(tmp_path: Path) -> None:
    window = "import pathlib, sys; pathlib.Path(__file__).with_name('seen').write_text(sys.argv[1])"
    args = ("--edition", "spider-man", "--bots", "trader,baron", "--lang", "fr")
    with playing(tmp_path, *args, window=window) as (run, address, link):
        assert (tmp_path / "seen").read_text() == link
        lang, id, edition, host, *keys = link.partition("#/k/")[2].split("/")
        assert (lang, edition, len(keys)) == ("fr", "spider-man", 1)
        assert httpx.get(address, timeout=WAIT).text == "the client"
        for key in (host, *keys):
            table = httpx.get(f"{address}/api/tables/{id}", headers={"x-freehold-key": key}, timeout=WAIT).json()
            assert [seat["level"] for seat in table["seats"][1:]] == ["trader", "baron"]
            assert (table["status"], table["language"]) == ("lobby", "fr")
        run.send_signal(signal.SIGINT)
        out, _ = run.communicate(timeout=WAIT)
        assert run.returncode == 0
        assert out.endswith(word("goodbye", "fr") + "\n")


def test_a_bot_of_ones_own_is_at_the_table(tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    file.write_text("def decide(view, legal): return legal[0]", encoding="utf-8")
    with playing(tmp_path, "--bots", f"trader,{file}:decide", "--lang", "en") as (run, address, link):
        _, id, _, host, *_ = link.partition("#/k/")[2].split("/")
        table = httpx.get(f"{address}/api/tables/{id}", headers={"x-freehold-key": host}, timeout=WAIT).json()
        assert [(seat["name"], seat["level"]) for seat in table["seats"][2:]] == [("decide", "own:decide")]
        listed = httpx.get(f"{address}/api/editions", timeout=WAIT).json()["bots"]
        assert listed[-1]["level"] == "own:decide"
        assert str(tmp_path) not in json.dumps(listed)
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=WAIT)
        assert run.returncode == 0


def test_a_server_that_runs_already_has_no_bot_of_ones_own(
    freehold: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "index.html").touch()
    monkeypatch.setattr(app, "CLIENT", tmp_path)
    monkeypatch.setattr(browser, "_ours", lambda port: True)
    file = tmp_path / "my_bot.py"
    file.write_text("def decide(view, legal): return legal[0]", encoding="utf-8")
    run = freehold("play", "--bots", f"{file}:decide", "--lang", "en")
    assert run.code == 2
    assert run.err == word("running-without-bot", "en", address=f"http://127.0.0.1:{browser.PORT}") + "\n"


def test_where_no_browser_opens_the_address_is_told(tmp_path: Path) -> None:
    with playing(tmp_path, "--lang", "en", window="import sys; sys.exit(1)") as (run, address, link):
        assert link.startswith(address)
        assert json.loads(httpx.get(f"{address}/health", timeout=WAIT).text)["status"] == "ok"
        run.send_signal(signal.SIGINT)
        assert run.wait(timeout=WAIT) == 0
