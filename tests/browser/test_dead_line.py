"""A connection that dies without being closed: the page notices, says so, connects again, and loses nothing.

Where the page waits some seconds for an answer, its clock is put forward.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.waiting import eventually

from .conftest import NewPerson
from .house import House
from .player import PATIENCE, Person
from .sitting import BOB, Sitting
from .wire import Wire

ANSWER = 5000  # milliseconds that the page waits for a sign of life, see web/src/connection/socket.ts


@pytest.fixture
def wire(arranged: House) -> Iterator[Wire]:
    found = Wire(arranged)
    yield found
    found.close()


def come(sitting: Sitting, wire: Wire, person: NewPerson) -> Person:
    """Ann, over the wire, with a clock that can be put forward."""
    ann = person(wire)
    ann.page.clock.install()
    ann.sit(sitting.made["table"]["id"], sitting.made["keys"][0], host=sitting.made["host"])
    ann.click("start")
    ann.wait_for("table")
    return ann


def test_an_action_without_an_answer_is_sent_again(arranged: House, wire: Wire, person: NewPerson) -> None:
    sitting = Sitting(arranged, dice=[[1, 2]])
    ann = come(sitting, wire, person)
    ann.wait_until_asked()
    number = ann.number
    wire.cut()
    ann.click("action-roll")
    ann.page.clock.fast_forward(ANSWER)  # now the server is asked whether it is there
    ann.page.clock.fast_forward(ANSWER)
    ann.wait_for("line-lost")
    wire.mend()
    ann.wait_until_moved(number)
    expect(ann.see("line-lost")).to_have_count(0, timeout=PATIENCE)
    id, key = sitting.made["table"]["id"], sitting.made["keys"][0]
    assert arranged.get(f"/api/tables/{id}", key)["number"] == number + 1  # once


@pytest.mark.parametrize(
    "woken",
    [
        pytest.param("document.dispatchEvent(new Event('visibilitychange'))", id="seen"),
        pytest.param("dispatchEvent(new Event('pageshow'))", id="shown", marks=pytest.mark.thorough),
        pytest.param("dispatchEvent(new Event('online'))", id="online", marks=pytest.mark.thorough),
    ],
)
def test_a_window_that_wakes_up_looks_whether_the_server_is_there(
    arranged: House, wire: Wire, person: NewPerson, woken: str
) -> None:
    sitting = Sitting(arranged, turn=BOB, dice=[[1, 2]])
    ann = come(sitting, wire, person)
    bob = sitting.bob(person)
    bob.wait_until_asked()
    number = ann.number
    wire.cut()
    bob.act("roll")
    assert ann.number == number
    ann.page.evaluate(woken)
    ann.page.clock.fast_forward(ANSWER)
    ann.wait_for("line-lost")
    wire.mend()
    ann.wait_until_moved(number)
    expect(ann.see("line-lost")).to_have_count(0, timeout=PATIENCE)


def test_a_window_that_wakes_up_keeps_a_connection_that_lives(arranged: House, wire: Wire, person: NewPerson) -> None:
    sitting = Sitting(arranged, dice=[[1, 2]])
    ann = come(sitting, wire, person)
    ann.wait_until_asked()
    opened: list[str] = []
    ann.page.on("websocket", lambda socket: opened.append(socket.url))
    ann.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    ann.act("roll")  # answered after the question whether the server is there
    assert '{"type":"pong"}' in ann.frames
    for _ in range(2):
        ann.page.clock.fast_forward(ANSWER)
        eventually("every question has its answer", lambda: answered(ann))  # a slow server must not pass for a dead one
    assert opened == []


def answered(person: Person) -> bool:
    person.page.evaluate("1")  # what the timers did, and what has come meanwhile, has been told
    return person.sent.count('{"type":"ping"}') == person.frames.count('{"type":"pong"}')
