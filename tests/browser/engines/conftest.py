"""Windows of the three engines. Each is started when a test first asks for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser
from tools import browser as found

from ..conftest import ARTIFACTS, FAILED
from . import firefox as firefox_engine
from . import webkit as webkit_engine
from .firefox import Firefox
from .visitor import Address, Visitor
from .webkit import WebKit
from .window import ChromiumWindow, Window

ENGINES = ("chromium", "firefox", "webkit")
NewVisitor = Callable[..., Visitor]


def require(engine: str, path: str | None, packages: str) -> None:
    """In CI an engine that is missing is an error."""
    if path is None:
        said = f"There is no {engine} here: `python tools/browser.py {engine}` installs it (Debian: {packages})."
        (pytest.fail if found.needed() else pytest.skip)(said)


@pytest.fixture(scope="session")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    require("firefox", firefox_engine.path(), firefox_engine.PACKAGES)
    opened = Firefox(tmp_path_factory.mktemp("firefox"))
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def webkit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebKit]:
    require("webkit", webkit_engine.path(), webkit_engine.PACKAGES)
    opened = WebKit(tmp_path_factory.mktemp("webkit"))
    yield opened
    opened.close()


@pytest.fixture
def visitor(browser: Browser, request: pytest.FixtureRequest) -> Iterator[NewVisitor]:
    """People of this test, each with an engine. When it ends, none of their consoles may have complained."""
    people: list[Visitor] = []

    def come(house: Address, engine: str, size: tuple[int, int] = (1280, 720), scale: float = 1) -> Visitor:
        window: Window
        window = (
            ChromiumWindow(browser, scale) if engine == "chromium" else request.getfixturevalue(engine).window(scale)
        )
        try:
            people.append(Visitor(window, house, size))
        except BaseException:
            window.close()
            raise
        return people[-1]

    yield come
    failed = request.node.stash.get(FAILED, False)
    name = re.sub(r"[^\w.-]+", "-", request.node.name)
    for k, one in enumerate(people):
        if failed:
            one.window.save(ARTIFACTS / "failures" / f"{name}-{k}.png")
    trouble = [line for one in people for line in one.window.trouble]
    for one in people:
        one.window.close()
    if not failed:
        assert trouble == []
