"""What everybody does, in each engine: a short game, a table of two engines with dice that are proved, a trade."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ..arranged import arrange, deeds
from ..house import House, lay_with_bots
from ..playing import LIKED, liked, play, press, together
from ..test_dice import end_here, entries
from .conftest import ENGINES, NewVisitor
from .firefox import Firefox
from .visitor import SEEN, Visitor, hook

pytestmark = pytest.mark.thorough
ANN, BOB = 0, 1


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("house"))
    for engine in ENGINES:
        lay_with_bots(found.folder, engine, "classic", "short", ["baron", "baron"], "en")
    found.start()
    yield found
    found.stop()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_short_game_to_its_end(house: House, visitor: NewVisitor, engine: str) -> None:
    ann = visitor(house, engine)
    ann.sit(engine, "key of Ann")
    presses = play(ann)
    ann.wait_for("end")
    assert presses > 10
    assert "Ann" in ann.text("end")
    assert house.get(f"/api/tables/{engine}", "key of Ann")["status"] == "over"


@pytest.mark.parametrize(
    "engines", [("firefox", "webkit"), ("webkit", "chromium"), ("chromium", "firefox")], ids="-".join
)
def test_two_engines_at_one_table_prove_the_dice(house: House, visitor: NewVisitor, engines: tuple[str, str]) -> None:
    made = house.table(edition="classic", seats=2, people=[{"name": "Ann"}, {"name": "Bob"}])
    ann, bob = (visitor(house, engine) for engine in engines)
    ann.sit(made["table"]["id"], made["keys"][ANN], host=made["host"])
    bob.sit(made["table"]["id"], made["keys"][BOB])
    for one in (ann, bob):
        for seat in (ANN, BOB):
            one.wait_for_text(f"seat-{seat}", "number")  # both have committed to theirs
    ann.click("start")
    for one in (ann, bob):
        one.wait_for("table")
    for _ in range(12):
        decide(ann, bob)
    end_here(house, made)
    drawn = [entry["shares"] for entry in entries(house, made) if "shares" in entry]
    assert len(drawn) >= 3
    for one in (ann, bob):
        one.window.wait("(selector) => document.querySelector(selector)?.dataset.proved", hook("proof"))
        assert one.window.call("(selector) => document.querySelector(selector).dataset.proved", hook("proof")) == "true"
        for name in ("Ann", "Bob"):
            assert f"{name} added a number to" in one.text("proof-parts")


def decide(*people: Visitor) -> None:
    """Whoever is asked decides."""
    together(*people)
    for one in people:
        sight = one.look()
        if sight.asked and not sight.over:
            choice = liked(one.wait_until_asked(), ("buy", "roll", "end_turn", "decline", "pass", "pay", *LIKED))
            if choice is not None:
                press(one, sight, choice)
            return


@pytest.mark.parametrize("engine", ENGINES)
def test_the_trade_window(arranged: House, visitor: NewVisitor, engine: str) -> None:
    arrange(arranged.folder, turn=ANN, phase="end", deeds=deeds(ANN, 16, 18) | deeds(BOB, 19))
    arranged.start()
    made = arranged.table(edition="classic", seats=2, people=[{"name": "Ann"}, {"name": "Bob"}])
    id = made["table"]["id"]
    ann, bob = visitor(arranged, engine), visitor(arranged, "chromium")
    ann.sit(id, made["keys"][ANN], host=made["host"])
    ann.click("start")
    ann.wait_until_asked()
    bob.sit(id, made["keys"][BOB])
    ann.click("open-trade")
    ann.click("trade-ask-deed", square=19)
    ann.wait_for_text("trade-summary", "New York")
    ann.fill("trade-give-cash", "300")
    ann.wait_for_text("trade-summary", "300")
    slider = "(selector) => document.querySelector(selector).value"
    assert ann.window.call(slider, hook("trade-give-slider")) == "300"
    ann.click("trade-send")
    ann.wait_for("trade-waiting")
    bob.act("accept")
    ann.wait_for("trade-trade")
    view = position(arranged, made)
    assert view["deeds"]["19"]["owner"] == ANN
    assert [player["cash"] for player in view["players"]] == [1200, 1800]


def position(house: House, made: Any) -> Any:
    path, key = f"/api/tables/{made['table']['id']}", made["keys"][0]
    return house.get(f"{path}/at/{house.get(path, key)['number']}", key)["view"]


def test_firefox_that_blocks_all_cookies(house: House, firefox: Firefox, tmp_path: Path) -> None:
    """With them it blocks storage; `firefox` says whether there is one."""
    strict = Firefox(tmp_path, **{"network.cookie.cookieBehavior": 2})
    try:
        window = strict.window()
        window.open(f"{house.url}/#/")
        window.resize(1280, 720)
        window.click(hook("play-now"))
        for name in ("table", "not-kept", "decision"):
            window.wait(SEEN, hook(name))
    finally:
        strict.close()
