"""Two browsers that play each other, from a position that was played before with dice that are known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect

from freehold.editions import load
from freehold.game import Game
from freehold.server.fairness import fair_dice
from tests.server.served import unfinished

from .conftest import NewPerson
from .house import House, lay
from .player import PATIENCE, Person
from .playing import play_together, together

ANN, BOB = 0, 1
ID = "annandbob"
SECRETS = (43, 23, *range(1, 43))  # the first two are known to do; the rest are there for when the rules change
SALTS = ["salt of Ann", "salt of Bob"]
LONGEST = 160  # actions


class Scene(NamedTuple):
    """Ann is on her throw, which leads her to `lot`, a deed of nobody's. Bob has `missing`, the last of her group."""

    lot: int
    group: tuple[int, ...]
    missing: int


def scene_of(game: Game, actions: int, secret: bytes) -> Scene | None:
    view = game.view()
    ann, bob = view["players"]
    if game.phase != "roll" or game.decider != ANN or ann["in_jail"] or ann["cash"] < 700 or bob["cash"] < 150:
        return None
    for group in game.edition.groups:
        deeds = [view["deeds"].get(str(square)) for square in group.squares]
        bare = len(deeds) == 3 and all(deed and not deed["mortgaged"] and not deed["buildings"] for deed in deeds)
        if not bare or sorted(deed["owner"] for deed in deeds if deed) != [ANN, ANN, BOB]:
            continue
        if game.edition.squares[group.squares[0]].house_cost > 100:
            continue
        then = Game.load(game.position(), game.edition)
        fair_dice.play(then, actions + 1, {"type": "roll"}, ANN, secret, SALTS)
        if then.phase == "buy" and not then.view()["doubles"]:
            missing = next(s for s in group.squares if view["deeds"][str(s)]["owner"] == BOB)
            return Scene(then.view()["players"][ANN]["square"], tuple(group.squares), missing)
    return None


def lay_scene(folder: Path) -> Scene:
    for number in SECRETS:
        secret, found = bytes([number]) * 32, None

        def until(game: Game, actions: int, secret: bytes = secret) -> bool:
            nonlocal found
            found = scene_of(game, actions, secret)
            return found is not None or actions > LONGEST

        log = unfinished("classic", secret, "classic", until, ID, format=1)
        if found is not None:
            lay(folder, log, secret)
            return found
    raise AssertionError("no scene found: name other secrets")


@pytest.fixture
def set_scene(tmp_path: Path) -> Iterator[tuple[House, Scene]]:
    scene = lay_scene(tmp_path)
    house = House(tmp_path)
    house.start()
    yield house, scene
    house.stop()


def deal(person: Person, **goods: int | list[int]) -> None:
    """Fill in the trade window: give_cash, ask_cash, give, ask; and send it."""
    for side in ("give", "ask"):
        for square in goods.get(side, []):  # type: ignore[union-attr]
            person.see(f"trade-{side}-deed", square=square).check()
        if f"{side}_cash" in goods:
            field = person.see(f"trade-{side}-cash")
            field.fill(str(goods[f"{side}_cash"]))
            field.press("Tab")
    person.click("trade-send")


def cash_of(person: Person, seat: int) -> int:
    return int(re.sub(r"\D", "", person.see(f"cash-{seat}").first.inner_text()))


@pytest.mark.thorough
def test_two_browsers_play_each_other(set_scene: tuple[House, Scene], person: NewPerson) -> None:
    house, scene = set_scene
    ann, bob = person(house), person(house)
    ann.sit(ID, "key of Ann")
    bob.sit(ID, "key of Bob")
    edition = load("classic")

    # an auction, and one of them is reloaded in the middle of it
    ann.act("roll")
    ann.act("decline")
    bob.wait_for("auction")
    ann.click("bid-10")
    expect(bob.see("highest-bid")).to_contain_text("Ann")
    bob.page.reload()
    expect(bob.wait_for("auction")).to_contain_text(edition.squares[scene.lot].name.en)
    expect(bob.see("highest-bid")).to_contain_text("Ann")
    together(ann, bob)
    bob.click("bid-10")
    expect(ann.see("highest-bid")).to_contain_text("Bob")
    together(ann, bob)
    ann.act("pass")
    together(ann, bob)
    assert deeds(house)[str(scene.lot)]["owner"] == BOB

    # a trade, with a counter-offer that is accepted
    before = cash_of(ann, ANN)
    ann.click("open-trade")
    deal(ann, ask=[scene.missing], give_cash=50)
    ann.wait_for("trade-waiting")
    bob.wait_for("offer-counter").click()
    deal(bob, ask_cash=120)
    bob.wait_for("trade-waiting")
    ann.page.keyboard.press("Escape")
    ann.wait_for("counter-note")  # what the counter-offer changes against Ann's offer
    expect(ann.see("deal-instead")).to_contain_text("$50")
    ann.act("accept")
    bob.wait_for("trade-trade")
    bob.click("trade-close")
    together(ann, bob)
    assert deeds(house)[str(scene.missing)]["owner"] == ANN
    assert cash_of(ann, ANN) == before - 120

    # the server is killed and comes back where it was; both go on
    house.kill()
    for one in (ann, bob):
        one.wait_for("line-lost")
    house.start()
    for one in (ann, bob):
        expect(one.see("line-lost")).to_have_count(0, timeout=PATIENCE)
        complaints = [line for line in one.trouble if "WebSocket" not in line and "ERR_CONNECTION" not in line]
        assert complaints == []
        one.trouble.clear()  # the browser itself tells of every line that it could not open

    # building on the whole group
    ann.click("open-estate")
    group = next(group.id for group in edition.groups if scene.missing in group.squares)
    ann.page.locator(f'[data-group="{group}"] [data-test="group-more"]').click()
    ann.click("estate-do")
    expect(ann.see("estate-do")).to_have_count(0, timeout=PATIENCE)
    assert [deeds(house)[str(square)]["buildings"] for square in scene.group] == [1, 1, 1]

    # a mortgage, and the other one's board shows it
    bob.click("open-estate")
    mortgage = bob.page.locator('[data-test="estate-mortgage"]:enabled').first
    square = int(mortgage.get_attribute("data-square") or "")
    mortgage.click()
    bob.click("estate-do")
    expect(bob.see("estate-do")).to_have_count(0, timeout=PATIENCE)
    assert deeds(house)[str(square)]["mortgaged"]
    together(ann, bob)

    # a bankruptcy: Bob gives away what he has, and pays with nothing
    bob.click("open-trade")
    mine = [int(square) for square, deed in deeds(house).items() if deed["owner"] == BOB]
    deal(bob, give=mine, give_cash=cash_of(bob, BOB), ask_cash=1)
    ann.wait_for("action-accept").click()
    bob.wait_for("trade-trade")
    bob.click("trade-close")
    play_together(ann, bob)
    for one in (ann, bob):
        expect(one.wait_for("winner")).to_contain_text("Ann")
    told = house.get(f"/api/tables/{ID}", "key of Ann")
    assert told["status"] == "over"
    assert view(house)["players"][BOB]["bankrupt"]


def view(house: House) -> dict[str, Any]:
    number = house.get(f"/api/tables/{ID}", "key of Ann")["number"]
    return dict(house.get(f"/api/tables/{ID}/at/{number}", "key of Ann")["view"])


def deeds(house: House) -> dict[str, dict[str, int]]:
    return dict(view(house)["deeds"])
