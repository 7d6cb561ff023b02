"""A person with a browser of any engine: what `Person` is to Playwright, with the verbs that the journeys need."""

from __future__ import annotations

from typing import Any, Protocol

from ..player import ASKED, LOOK, MOVED, Choice, Sight
from .window import Window

_TEXT = "(selector) => document.querySelector(selector)?.innerText ?? ''"
SEEN = "(selector) => [...document.querySelectorAll(selector)].some((one) => one.checkVisibility())"


class Address(Protocol):
    url: str


def hook(name: str, **data: object) -> str:
    """The CSS selector of what bears this `data-test`, and these data."""
    return f'[data-test="{name}"]' + "".join(f'[data-{key}="{value}"]' for key, value in data.items())


class Visitor:
    def __init__(self, window: Window, house: Address, size: tuple[int, int] = (1280, 720)) -> None:
        self.window, self.house = window, house
        window.open(f"{house.url}/icon.svg")  # of the same origin: storage can be filled before the page is there
        window.resize(*size)
        self.keep("freehold.settings", {"sound": False, "motion": False})

    def keep(self, shelf: str, value: Any) -> None:
        self.window.call("([key, value]) => { localStorage.setItem(key, JSON.stringify(value)) }", [shelf, value])

    def go(self, hash: str = "#/") -> None:
        self.window.open(f"{self.house.url}/{hash}")

    def sit(self, id: str, *keys: str, edition: str = "classic", host: str = "") -> None:
        """Come to a table with these keys."""
        place = {"id": id, "keys": list(keys), "at": 0, "edition": edition} | ({"host": host} if host else {})
        self.keep("freehold.places", [place])
        self.go(f"#/t/{id}")
        self.window.wait(SEEN, "[data-test=table], [data-test=seat-0], [data-test=end]")

    # ------------------------------------------------------------------ looking

    def look(self) -> Sight:
        seen = self.window.call(LOOK)
        choices = [Choice(choice["name"], choice["square"]) for choice in seen["choices"]]
        return Sight(seen["over"], seen["number"], seen["phase"], seen["asked"], choices, seen["picks"])

    @property
    def number(self) -> int:
        return self.look().number

    def text(self, name: str, **data: object) -> str:
        return str(self.window.call(_TEXT, hook(name, **data)))

    def wait_for(self, name: str, **data: object) -> None:
        self.window.wait(SEEN, hook(name, **data))

    def wait_for_text(self, name: str, text: str) -> None:
        self.window.wait(f"([selector, text]) => ({_TEXT})(selector).includes(text)", [hook(name), text])

    def wait_until_asked(self) -> Sight:
        self.window.wait(ASKED)
        return self.look()

    def wait_until_moved(self, number: int) -> None:
        self.window.wait(MOVED, number)

    # ------------------------------------------------------------------ doing

    def click(self, name: str, **data: object) -> None:
        self.window.click(hook(name, **data))

    def fill(self, name: str, text: str) -> None:
        self.window.fill(hook(name), text)

    def pick(self, square: int) -> None:
        """Choose from the list of squares."""
        self.window.call(
            """([selector, value]) => {
              const list = document.querySelector(selector);
              list.value = value;
              list.dispatchEvent(new Event("change", { bubbles: true }));
            }""",
            [hook("pick-square"), str(square)],
        )

    def act(self, name: str, square: int | None = None) -> None:
        number = self.number
        self.click(f"action-{name}", **({} if square is None else {"square": square}))
        self.wait_until_moved(number)

    def try_to_act(self, name: str, number: int, square: int | None = None) -> bool:
        """The same, where somebody else may be quicker: whether it was there to be pressed."""
        data = {} if square is None else {"square": square}
        try:
            self.window.click(hook(f"action-{name}", **data), seconds=5)
        except AssertionError:
            sight = self.look()
            if sight.number > number or sight.over:
                return False
            raise
        self.wait_until_moved(number)
        return True
