"""What the browser tests share: a Chromium, a server process for each test file, people with browsers of their own."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tools import browser as chromium
from tools import client

from tests import world

from .house import House
from .player import PATIENCE, PHONE, SCREEN, Person

ROOT = Path(__file__).resolve().parent.parent.parent
ARTIFACTS = (ROOT if os.access(ROOT, os.W_OK) else Path(os.environ[world.FOLDER])) / "artifacts"
# Every window would load two pages for the popups of an address bar that is never seen, which takes a second. A list of
# features given here replaces Playwright's own, so what matters of that is repeated.
UNUSED = [
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    *("AimEnabled", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying"),
    *("OptimizationHints", "PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning"),
]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(UNUSED)}",
]

NewPerson = Callable[..., Person]

# a phone in French in `make test`, a large screen in English in `make thorough`
TWO_VIEWS = pytest.mark.parametrize(
    ("lang", "size"), [pytest.param("fr", PHONE), pytest.param("en", SCREEN, marks=pytest.mark.thorough)]
)


def _missing(what: str) -> None:
    """In CI a browser test that cannot run is one that fails."""
    if chromium.needed():
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not (client.BUILT / "index.html").is_file():
        _missing("The browser client is not built: run `make client`.")
    path = chromium.find()
    if path is None:
        _missing(chromium.NONE)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server for the tests of one file; a file that wants games in it lays them first with `laid`."""
    found = House(tmp_path_factory.mktemp("house"))
    found.start()
    yield found
    found.stop()


@pytest.fixture
def arranged(tmp_path: Path) -> Iterator[House]:
    """A server that has yet to be started, for a game that begins where a test wants: see `Sitting`."""
    found = House(tmp_path, module="tests.browser.arranged")
    yield found
    found.stop()


@pytest.fixture
def person(browser: Browser, request: pytest.FixtureRequest) -> Iterator[NewPerson]:
    """People of this test. When it ends, none of their consoles may have complained."""
    people: list[Person] = []

    def come(house: House, **wishes: Any) -> Person:
        people.append(Person(browser, house, **wishes))
        return people[-1]

    yield come
    failed = request.node.stash.get(FAILED, False)
    if failed:
        folder = ARTIFACTS / "failures"
        folder.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"[^\w.-]+", "-", request.node.name)
        for k, one in enumerate(people):
            one.page.screenshot(path=folder / f"{name}-{k}.png")
    trouble = [line for one in people for line in one.trouble]
    for one in people:
        one.close()
    if not failed:
        assert trouble == []


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


os.environ.setdefault("PYTHONUNBUFFERED", "1")  # so that a server's first line comes at once
expect.set_options(timeout=PATIENCE)  # how busy the machine is does not decide
