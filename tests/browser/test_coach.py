"""The coach in the browser: chances, hint, the meters of a deal and a plan, consent in the lobby, and the review."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from freehold.coach.compiled_forecast import ENTRY_POINTS
from freehold.engine import compile as kernel

from .arranged import arrange, deeds
from .boxes import family
from .conftest import TWO_VIEWS, NewPerson
from .house import House, lay
from .player import PHONE, SCREEN, Person, Size
from .scenes import finished, id_of
from .screens import axe_faults, fit_faults
from .test_phone import SHORT

ANN, BOT, THIRD = 0, 1, 2
ORANGE = (16, 18, 19)
RETRY = 5000  # milliseconds until a coach that is getting ready is asked again, see web/src/decisions/Hint.svelte
Json = dict[str, Any]
SPREAD = deeds(BOT, 6, 8, 24, 31, 5) | deeds(THIRD, 9, 21, 39, 37)


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """Workers answer only once the kernel is compiled."""
    kernel.compiled().prepare(*ENTRY_POINTS)


def alone(house: House, person: NewPerson, lang: str, size: Size, **position: Any) -> Person:
    """Ann against two bots, in a position."""
    arrange(house.folder, (), **{"turn": ANN, **position})
    house.start()
    made = house.table(edition="classic", seats=3, people=[{"name": "Ann"}], level="baron")
    ann = person(house, lang=lang, size=size)
    ann.sit(made["table"]["id"], made["keys"][ANN], edition="classic", host=made["host"])
    ann.click("start")
    ann.wait_for("table")
    ann.wait_until_asked()
    return ann


@TWO_VIEWS
def test_chances_and_a_hint_with_its_reason(arranged: House, person: NewPerson, lang: str, size: Size) -> None:
    place = deeds(ANN, 16, 18) | SPREAD
    ann = alone(arranged, person, lang, size, phase="buy", players=[{"square": 19, "cash": 600}], deeds=place)
    expect(ann.see("chances-bar")).to_have_count(0)  # off until it is switched on
    ann.click("hint-ask")
    best = ann.wait_for("hint-best")
    expect(best).to_contain_text("orange")
    expect(ann.see("hint-clause")).to_be_visible()
    if ann.see("chances-on").count() and ann.see("chances-on").is_visible():
        ann.see("chances-on").check()
        ann.wait_for("chances-bar")
    assert axe_faults(ann) == []
    assert fit_faults(ann) == []


def test_around_a_box_the_coach_gives_hints_if_all_want_it(house: House, person: NewPerson) -> None:
    one = family(house, person, coach=True)
    one.click("type-2-4")
    one.click("hint-ask")
    best = one.wait_for("hint-best").inner_text()
    assert "Oriental" in best
    one.click("hint-do")
    one.wait_for("log-line", event="buy")


def on_its_way(ann: Person, answers: list[Json]) -> None:
    """These answers reach the page in place of the coach's first ones to hints."""

    def carry(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def asked(message: str | bytes) -> None:
            told = json.loads(message)
            if answers and told["type"] == "coach" and told["what"] == "hint":
                answer = {"type": "coached", "seat": told["seat"], "id": told["id"], "number": 0}
                route.send(json.dumps(answer | {"answer": answers.pop(0)}))
            else:
                server.send(message)

        route.on_message(asked)

    ann.page.route_web_socket("**", carry)


def test_a_coach_that_was_not_ready_answers_by_itself_and_what_it_says_is_done(
    arranged: House, person: NewPerson
) -> None:
    def one(house: House, **how: Any) -> Person:
        ann = person(house, **how)
        ann.page.clock.install()
        on_its_way(ann, [{"refused": "coach-not-ready"}])
        return ann

    place = deeds(ANN, 16, 18) | SPREAD
    ann = alone(arranged, one, "en", SCREEN, phase="buy", players=[{"square": 19, "cash": 600}], deeds=place)
    ann.click("hint-ask")
    expect(ann.wait_for("hint")).to_contain_text("getting ready")
    ann.page.clock.fast_forward(RETRY)
    expect(ann.wait_for("hint-best")).to_contain_text("orange")
    ann.click("hint-do")
    ann.wait_for("log-line", event="buy")


def test_a_hinted_offer_is_put_into_the_trade_window_and_not_sent(arranged: House, person: NewPerson) -> None:
    offer = {"type": "offer", "to": BOT, "give": {"cash": 120, "squares": [16]}, "ask": {"squares": [6]}}
    advice = {"action": offer, "chance": 0.5, "change": 0.1, "changes": [0.1, 0, 0], "clause": None}
    why = {"en": "A deal.", "fr": "Un échange."}

    def one(house: House, **how: Any) -> Person:
        ann = person(house, **how)
        on_its_way(ann, [{"chances": [], "margins": [], "advice": [{**advice, "why": why}]}])
        return ann

    place = deeds(ANN, 16, 18) | SPREAD
    ann = alone(arranged, one, "fr", PHONE, phase="end", players=[{"cash": 600}], deeds=place)
    ann.click("hint-ask")
    expect(ann.wait_for("hint-do")).to_have_text("Préparer cet échange")
    assert fit_faults(ann) == []
    ann.click("hint-do")
    window = ann.page.locator("dialog[open]")
    expect(window.locator("[data-test=trade-partner][data-seat='1']")).to_be_checked()
    expect(window.get_by_role("checkbox", checked=True)).to_have_count(2)
    assert axe_faults(ann) == []
    assert ann.see("log-line", event="offer").count() == 0


def test_the_meters_of_a_deal_and_a_plan(arranged: House, person: NewPerson) -> None:
    place = deeds(ANN, *ORANGE) | SPREAD
    ann = alone(arranged, person, "en", SCREEN, phase="end", players=[{"cash": 1200}], deeds=place)
    ann.click("open-trade")
    ann.page.locator("[data-test=trade-partner][data-seat='1']").check()
    ann.page.locator("dialog[open]").get_by_label("Reading Railroad").check()
    expect(ann.wait_for("effect")).to_contain_text("you ")
    assert axe_faults(ann) == []


def test_between_people_it_is_off_until_all_agree(house: House, person: NewPerson) -> None:
    made = house.table(edition="classic", seats=2, people=[{"name": "Ann"}, {"name": "Bob"}])
    ann, bob = person(house), person(house)
    ann.sit(made["table"]["id"], made["keys"][0], edition="classic", host=made["host"])
    bob.remember(made["table"]["id"], made["keys"][1], edition="classic")
    bob.go(f"#/t/{made['table']['id']}")
    bob.wait_for("agree-to-coach")
    ann.wait_for("agree-0").check()
    expect(bob.wait_for("agree-to-coach")).to_contain_text("1 of 2")
    assert axe_faults(bob) == []
    ann.click("start")
    for one in (ann, bob):
        one.wait_for("table")
        expect(one.see("chances")).to_have_count(0)
        expect(one.see("hint")).to_have_count(0)


@pytest.mark.thorough
def test_the_review_of_a_finished_game(tmp_path: Any, person: NewPerson) -> None:
    over = finished("classic")
    lay(tmp_path, over.log, over.secret)
    place = House(tmp_path)
    place.start()
    try:
        one = person(place)
        one.go(f"#/t/{id_of('classic', 'over')}")
        one.wait_for("review-graph")
        places = one.see("deciders").locator("li .number").all_inner_texts()
        assert len(places) == 2  # whole per cents, the better first
        assert sorted((int(place.removesuffix("%")) for place in places), reverse=True) == [int(p[:-1]) for p in places]
        one.click("turning-point-0")
        one.wait_for("turning-point")
        assert axe_faults(one) == []
        one.click("point-replay")
        one.wait_for("replay-log")
        for size in (SHORT, PHONE):
            other = person(place, lang="fr", size=size)
            other.go(f"#/t/{id_of('classic', 'over')}")
            other.wait_for("review-graph")
            cells = other.see("review").locator("td").all()
            assert len(cells) == 10  # five figures for each of two players
            ends = [box["x"] + box["width"] for cell in cells if (box := cell.bounding_box())]
            assert len(ends) == len(cells)
            assert max(ends) <= size[0]
            assert axe_faults(other) == []
            assert fit_faults(other) == []
    finally:
        place.stop()


@pytest.mark.thorough
@TWO_VIEWS
def test_the_review_of_a_game_around_a_box(house: House, person: NewPerson, lang: str, size: Size) -> None:
    one = family(house, person, lang, size)
    for throw in ("type-1-2", "type-2-4", "type-1-5", "type-2-4"):
        one.wait_for(throw).click()
        one.act("buy")
        one.wait_for("typing", wanted="die-die")
    one.click("tab-table")
    one.click("box-end")
    one.click("box-end-yes")
    one.wait_for("end")
    one.wait_for("review-graph")
    assert len(one.see("deciders").locator("li .number").all()) == 2
    assert axe_faults(one) == []
    one.click("to-replay")
    one.click("replay-end")
    expect(one.wait_for("replay-log")).to_contain_text("150")
