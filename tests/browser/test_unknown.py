"""What the client was never told of does not break it: an event, a phase, an action, a refusal from a later server."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from .conftest import NewPerson
from .house import House

# The words of the last refusal: they are shown for some seconds only.
_WATCH = """addEventListener("DOMContentLoaded", () => {
  window.refusal = "";
  new MutationObserver(() => {
    window.refusal = document.querySelector("[data-test=refusal]")?.textContent.trim() || window.refusal;
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
})"""
STRANGE = {"type": "sunrise", "seat": 0, "amount": 7, "clause": "sky.sunrise", "card": "none", "deck": "nowhere"}


def change(message: Any, what: str) -> Any:
    """What a later server might say instead."""
    if what == "event" and message["type"] == "told":
        message["past"]["events"].append(STRANGE)
    if what == "event" and message["type"] == "begun":
        message["setup"].append(STRANGE)
    if what == "phase" and message["type"] == "told":
        message["view"]["phase"] = "eclipse"
        message["legal"] = [{"type": "look_up"}, {"type": "look_up", "square": 3}]
    if what == "action" and message["type"] in ("told", "begun"):
        message["legal"].append({"type": "look_up", "choice": "slowly"})
    return message


@pytest.mark.parametrize("what", ["event", "phase", "action", "refusal"])
def test_the_page_goes_on(house: House, person: NewPerson, what: str) -> None:
    made = house.table(edition="classic", seats=2, people=[{"name": "Ann"}, {"name": "Bob"}])
    ann = person(house)

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def told(frame: str | bytes) -> None:
            message = json.loads(frame)
            socket.send(json.dumps(change(message, what)))
            if what == "refusal" and message["type"] == "done":
                socket.send(json.dumps({"type": "refused", "code": "never-heard-of", "detail": "", "id": None}))

        server.on_message(told)

    ann.page.add_init_script(_WATCH)
    ann.page.route_web_socket(re.compile("/api/play"), between)
    ann.sit(made["table"]["id"], *made["keys"], host=made["host"])
    ann.click("start")
    ann.wait_until_asked()
    ann.act("roll")
    expect(ann.see("table")).to_have_attribute("data-number", "1")
    expect(ann.see("decision")).to_be_visible()
    assert ann.see("log-line").count() > 0
    if what == "event":
        expect(ann.page.locator('[data-test="log-line"][data-event="sunrise"]').last).to_have_text(re.compile(r"\w{3}"))
    if what == "phase":
        expect(ann.see("decision")).to_have_attribute("data-phase", "eclipse")
    if what == "refusal":
        ann.page.wait_for_function(r"() => /\w{3}.*\./.test(window.refusal)")
