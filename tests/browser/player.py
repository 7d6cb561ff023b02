"""A person at the table, as the tests drive one: a browser of their own, what they see, and what they do.

What is looked for are the `data-test` hooks of the client. Nothing here waits for a time; it waits for what is seen.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Response, WebSocket, expect
from playwright.sync_api import TimeoutError as NotSeen

from tests.browser.house import WAIT, House
from tests.waiting import eventually

PATIENCE = WAIT * 1000
LOOK_EACH = 50  # ms; a look at each frame would have the browser draw all the time
PHONE, TABLET, SCREEN = (390, 844), (820, 1180), (1440, 900)
Size = tuple[int, int]
NO_WORKER = "Service Worker registration blocked by Playwright"  # it would hide requests from the tests

# What the place of deciding offers, in one look.
LOOK = """() => {
  const found = document.querySelector("[data-test=decision]");
  const table = document.querySelector("[data-test=table]");
  const over = document.querySelector("[data-test=end]") !== null;
  const buttons = found ? [...found.querySelectorAll("button[data-test]")] : [];
  return {
    over,
    number: Number(table?.dataset.number ?? -1),
    phase: found?.dataset.phase ?? "",
    asked: found?.dataset.asked === "true",
    choices: buttons.filter((button) => !button.disabled && button.checkVisibility()).map((button) => ({
      name: button.dataset.test.replace(/^action-/, ""),
      square: button.dataset.square === undefined ? null : Number(button.dataset.square),
    })),
    picks: [...document.querySelectorAll("[data-test=pick-square] option:not(:disabled)")].map((one) => one.value),
  };
}"""
MOVED = """(number) => {
  if (document.querySelector("[data-test=end]")) return true;
  if (document.querySelector("[data-test=decision] [data-test=refusal]")) return true;
  return Number(document.querySelector("[data-test=table]")?.dataset.number ?? -1) > number;
}"""
ASKED = """() => {
  if (document.querySelector("[data-test=end]")) return true;
  const found = document.querySelector("[data-test=decision][data-asked=true]");
  return found !== null && found.querySelector("button[data-test^=action-]:not(:disabled)") !== null;
}"""


class Choice(NamedTuple):
    name: str
    square: int | None


class Sight(NamedTuple):
    """What one look shows: whether the game is over, the last action's number, and what is asked of whom."""

    over: bool
    number: int
    phase: str
    asked: bool
    choices: list[Choice]
    picks: list[str]

    def may(self, name: str) -> bool:
        return any(choice.name == name for choice in self.choices)


class Person:
    """One browser window with its own memory. Whatever the console complained about is kept in `trouble`."""

    def __init__(
        self,
        browser: Browser,
        house: House,
        lang: str = "en",
        size: Size = SCREEN,
        motion: bool = False,
        worker: bool = False,
    ) -> None:
        self.house = house
        width, height = size
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            locale="fr-FR" if lang == "fr" else "en-GB",
            timezone_id="UTC",
            color_scheme="light",
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=size == PHONE,
            service_workers="allow" if worker else "block",
        )
        self.context.set_default_timeout(PATIENCE)
        self._keep("freehold.settings", {"sound": False, "motion": motion})
        self.trouble: list[str] = []
        self.frames: list[str] = []  # all that the server told
        self.sent: list[str] = []  # all that it was told
        self.page: Page
        self.open_window()

    def open_window(self) -> None:
        """Another window of this browser, from now on the one that is looked at."""
        self.page = self.context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))
        self.page.on("response", self._response)
        self.page.on("websocket", self._websocket)

    def _keep(self, shelf: str, value: Any) -> None:
        """Lay something into the browser's storage, unless the page has put something there itself."""
        text = json.dumps(json.dumps(value))
        self.context.add_init_script(
            f"if (location.protocol === 'http:')"  # a blank page has no storage
            f" localStorage.getItem({json.dumps(shelf)}) ?? localStorage.setItem({json.dumps(shelf)}, {text})"
        )

    def _console(self, message: ConsoleMessage) -> None:
        refused = "409" in message.text and self._cannot_be_replayed(message.location["url"])
        if message.type in ("error", "warning") and message.text != NO_WORKER and not refused:
            self.trouble.append(f"{message.type}: {message.text}")

    def _response(self, response: Response) -> None:
        if response.status >= 400 and not (response.status == 409 and self._cannot_be_replayed(response.url)):
            self.trouble.append(f"{response.status}: {response.url}")

    def _cannot_be_replayed(self, url: str) -> bool:
        """The figures of a finished game with dictated dice, which come before or after its test has ended."""
        return self.house.module.endswith("arranged") and url.endswith("/statistics")

    def _websocket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))

    def close(self) -> None:
        self.context.close()

    # ------------------------------------------------------------------ going places

    def go(self, hash: str = "#/") -> None:
        self.page.goto(f"{self.house.url}/{hash}")

    def remember(self, id: str, *keys: str, **more: str | bool) -> None:
        """Have the keys of a table in this browser, as if one had sat down there before."""
        place = {"id": id, "keys": list(keys), "at": 0} | {name: value for name, value in more.items() if value}
        if self.page.url == "about:blank":
            self._keep("freehold.places", [place])
            return
        self.page.evaluate(
            """(place) => {
              const places = JSON.parse(localStorage.getItem("freehold.places") ?? "[]");
              localStorage.setItem("freehold.places", JSON.stringify([place, ...places]));
            }""",
            place,
        )

    def sit(self, id: str, *keys: str, edition: str = "classic", host: str = "", invite: str = "") -> None:
        """Come to a table with keys that this browser has; with none, as a spectator."""
        self.remember(id, *keys, edition=edition, host=host, invite=invite)
        self.go(f"#/t/{id}")
        expect(self.see("table").or_(self.see("start")).or_(self.see("end")).first).to_be_visible(timeout=PATIENCE)

    # ------------------------------------------------------------------ looking

    def see(self, name: str, **data: object) -> Locator:
        """What bears this hook, and these data."""
        more = "".join(f'[data-{key}="{value}"]' for key, value in data.items())
        return self.page.locator(f'[data-test="{name}"]{more}')

    def look(self) -> Sight:
        seen = self.page.evaluate(LOOK)
        choices = [Choice(choice["name"], choice["square"]) for choice in seen["choices"]]
        return Sight(seen["over"], seen["number"], seen["phase"], seen["asked"], choices, seen["picks"])

    @property
    def number(self) -> int:
        return self.look().number

    def text(self) -> str:
        return self.page.inner_text("body")

    def wait_until_told(self, kind: str, holds: Callable[[Any], bool]) -> None:
        """Until this holds of the last message of a kind that the server has sent: of what it has stored, and not of
        what the page shows already.
        """

        def found() -> bool:
            self.page.evaluate("1")  # what has come meanwhile is among the frames
            told = (message for message in map(json.loads, reversed(self.frames)) if message["type"] == kind)
            last = next(told, None)
            return last is not None and holds(last)

        eventually(f"the server says so in {kind!r}", found)

    # ------------------------------------------------------------------ doing

    def wait_until_asked(self) -> Sight:
        """Until a decision is ours, or the game is over."""
        self.page.wait_for_function(ASKED, polling=LOOK_EACH, timeout=PATIENCE)
        return self.look()

    def wait_until_moved(self, number: int) -> None:
        """Until the table has gone on from this action, or the wish was refused, or the game is over."""
        self.page.wait_for_function(MOVED, arg=number, polling=LOOK_EACH, timeout=PATIENCE)

    def wait_for(self, name: str, **data: object) -> Locator:
        found = self.see(name, **data).first
        expect(found).to_be_visible(timeout=PATIENCE)
        return found

    def click(self, name: str, **data: object) -> None:
        self.see(name, **data).first.click()

    def pick(self, square: int) -> None:
        """Choose from the list of squares."""
        self.see("pick-square").first.select_option(str(square))

    def act(self, name: str, square: int | None = None) -> None:
        """Press the button of an action, and wait until the table has moved on."""
        data = {} if square is None else {"square": square}
        button = self.wait_for(f"action-{name}", **data)
        number = self.number  # while it is asked: what led to the question is behind us
        button.click()
        self.wait_until_moved(number)

    def try_to_act(self, name: str, number: int, square: int | None = None) -> bool:
        """The same, where somebody else may be quicker: whether it was there to be pressed."""
        data = {} if square is None else {"square": square}

        until = time.monotonic() + WAIT
        while time.monotonic() < until:
            try:
                self.see(f"action-{name}", **data).first.click(timeout=2000)
            except NotSeen:
                if self.number > number or self.look().over:
                    return False
            else:
                self.wait_until_moved(number)
                return True
        raise AssertionError(f"Waited {WAIT} s in vain to press {name}.")

    def press(self, key: str) -> None:
        """A key and nothing else, and wait until the table has moved on."""
        number = self.number
        self.page.keyboard.press(key)
        self.wait_until_moved(number)
