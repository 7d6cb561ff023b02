"""What a journey needs of a browser window, whatever its engine: the few verbs, and how each engine does them.

Firefox is spoken to by WebDriver BiDi and WebKitGTK by WebDriver, with the WebSocket and HTTP packages that the project
has anyway: Debian has no geckodriver, and a client library would add a dependency for some thirty lines.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from ..house import WAIT

PATIENCE = 2 * WAIT  # seconds
ENTER, ESCAPE, TAB = "\ue007", "\ue00c", "\ue004"
_WAIT = """async (arg) => {
  const met = %s;
  for (const end = Date.now() + %d; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    const found = met(arg);
    if (found) return found;
  }
  return null;
}"""
# The middle of an element, once it can be pressed there: it is in view, enabled, at rest and nothing lies over it.
_SPOT = """((before) => (selector) => {
  const one = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
  if (!one || one.disabled) return null;
  one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = one.getBoundingClientRect();
  const spot = [Math.floor(box.left + box.width / 2), Math.floor(box.top + box.height / 2)];
  const rests = before.join() === spot.join();
  before = spot;
  const top = document.elementFromPoint(...spot);
  return rests && top && (one.contains(top) || top.contains(one)) ? spot : null;
})([])"""


class Window(ABC):
    """A browser window with a storage of its own. What its console complained about is in `trouble`."""

    trouble: list[str]

    @abstractmethod
    def open(self, url: str) -> None: ...

    @abstractmethod
    def call(self, function: str, arg: Any = None) -> Any:
        """The result of a JavaScript function in the page, awaited."""

    @abstractmethod
    def perform(self, *sources: dict[str, Any]) -> None:
        """Actions of pointer and keyboard, as WebDriver describes them."""

    @abstractmethod
    def picture(self) -> bytes:
        """The window's content as a PNG."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    def wait(self, condition: str, arg: Any = None, seconds: float = PATIENCE) -> Any:
        """Wait until a function in the page returns something true, and return that."""
        found = self.call(_WAIT % (condition, seconds * 1000), arg)
        assert found is not None, f"after {seconds} s still not: {condition} ({arg})"
        return found

    def click(self, selector: str, seconds: float = PATIENCE) -> None:
        x, y = self.wait(_SPOT, selector, seconds)
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        move = {"type": "pointerMove", "x": x, "y": y, "duration": 0, "origin": "viewport"}
        self.perform(
            {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [move, *press]}
        )

    def type(self, text: str) -> None:
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.perform({"type": "key", "id": "keyboard", "actions": keys})

    def fill(self, selector: str, text: str) -> None:
        """Write into a field in the place of what is there, and leave it."""
        self.click(selector)
        self.call("(selector) => document.querySelector(selector).select()", selector)
        self.type(text + TAB)

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.picture())


class ChromiumWindow(Window):
    """By Playwright, like all other browser tests."""

    def __init__(self, browser: Browser, scale: float = 1) -> None:
        self._context = browser.new_context(
            locale="en-GB", reduced_motion="reduce", device_scale_factor=scale, service_workers="block"
        )
        self._page = self._context.new_page()
        self._page.set_default_timeout(PATIENCE * 1000)
        self.trouble = []
        self._page.on("console", lambda said: self._hear(said.type, said.text))
        self._page.on("pageerror", lambda error: self._hear("error", str(error)))

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and "Service Worker" not in text:
            self.trouble.append(f"{kind}: {text}")

    def open(self, url: str) -> None:
        self._page.goto(url)

    def call(self, function: str, arg: Any = None) -> Any:
        return self._page.evaluate(function, arg)

    def perform(self, *sources: dict[str, Any]) -> None:
        names = {ENTER: "Enter", ESCAPE: "Escape", TAB: "Tab"}
        for act in (act for source in sources for act in source["actions"]):
            if act["type"] == "pointerMove":
                self._page.mouse.move(act["x"], act["y"])
            elif act["type"] == "pointerDown":
                self._page.mouse.down()
            elif act["type"] == "pointerUp":
                self._page.mouse.up()
            elif act["type"] == "keyDown":
                self._page.keyboard.press(names.get(act["value"], act["value"]))

    def picture(self) -> bytes:
        return self._page.screenshot()

    def resize(self, width: int, height: int) -> None:
        self._page.set_viewport_size({"width": width, "height": height})

    def close(self) -> None:
        self._context.close()
