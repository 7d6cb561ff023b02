"""The client is drawn in the faces that it brings, whatever is installed, and is laid out when they are there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Route, expect

from freehold.editions import ids, load
from freehold.i18n import LANGUAGES
from freehold.picture import draw
from tests.game.test_picture import busy
from tests.server.served import SECRET, unfinished
from tests.sizes import each_edition

from .conftest import NewPerson
from .house import House, lay
from .player import Person

TITLES = {
    "classic": "Josefin Sans",
    "star-wars-1": "Righteous",
    "star-wars-2": "Orbitron",
    "spider-man": "Bangers",
    "disney-parks": "Berkshire Swash",
    "game-of-thrones": "Cinzel",
}
OURS = ("Archivo", "Archivo Narrow")
SIGNS = "Noto Sans Math"  # ▸, ✓ and their like
# Writes the text of each element that has some into an attribute.
_TEXTS = """() => {
  const written = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim();
  const found = [...document.querySelectorAll("body *")].filter(({ childNodes }) => [...childNodes].some(written));
  for (const element of found) element.dataset.text = element.textContent.trim();
}"""
# The faces of all that is laid out: laying it out asks for those that are missing.
_LOADED = "() => document.body.getBoundingClientRect() && document.fonts.status === 'loaded'"
_LATIN = "".join(map(chr, (*range(0x20, 0x250), *range(0x2000, 0x2070), 0x20AC, 0x2212)))
_SYMBOLS = "→≈≠∴▲▶▸▾◂●★✓✕✗"
# The families that were loaded when the first element came into the page.
_FIRST = """new MutationObserver((_, observer) => {
  if (!document.getElementById("app")?.firstElementChild) return;
  observer.disconnect();
  window.loadedFirst = [...document.fonts].filter((face) => face.status === "loaded").map((face) => face.family);
}).observe(document, { childList: true, subtree: true })"""


class Drawn(NamedTuple):
    """A text, a family in which at least one glyph of it is drawn, and whether the page loaded that itself."""

    text: str
    family: str
    loaded: bool


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("house"))
    for edition in ids():
        log = unfinished(edition, SECRET, "classic", lambda game, actions: actions >= 60, edition.replace("-", ""))
        lay(found.folder, log, language="fr")
    found.start()
    yield found
    found.stop()


def loaded(person: Person) -> None:
    person.page.wait_for_function(_LOADED)


def texts(person: Person, where: str = "[data-text]") -> list[Drawn]:
    """All texts of the page, or some, each with the families that draw it."""
    person.page.evaluate(_TEXTS)
    line = person.context.new_cdp_session(person.page)
    line.send("DOM.enable")
    line.send("CSS.enable")
    root = line.send("DOM.getDocument")["root"]["nodeId"]
    found = []
    for node in line.send("DOM.querySelectorAll", {"nodeId": root, "selector": where})["nodeIds"]:
        written = line.send("DOM.getAttributes", {"nodeId": node})["attributes"]
        text = written[written.index("data-text") + 1]
        for font in line.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]:
            found.append(Drawn(text, family(font["familyName"]), font["isCustomFont"]))
    return found


def family(name: str) -> str:
    """A family without the weight that a font file may have in its name: Josefin Sans Thin."""
    return max((known for known in (*OURS, *TITLES.values()) if name.startswith(known)), key=len, default=name)


def of_the_system(found: list[Drawn]) -> list[Drawn]:
    """What is drawn in a face of the system although ours have all its letters."""
    return [text for text in found if not text.loaded and set(text.text) <= set(_LATIN + _SYMBOLS)]


@each_edition("classic", "game-of-thrones")
def test_a_table_is_drawn_in_the_faces_that_it_brings(house: House, person: NewPerson, edition: str) -> None:
    ann = person(house, lang="fr", size=(1280, 720))
    ann.sit(edition.replace("-", ""), "key of Ann", edition=edition)
    ann.wait_for("log-line")  # the log comes after the table, and has signs of its own
    loaded(ann)
    found = texts(ann)
    assert of_the_system(found) == []
    assert {text.family for text in found if text.loaded} == {*OURS, SIGNS, TITLES[edition]}
    printed = texts(ann, "[data-test^=square-] .lines [data-text]")
    assert len(printed) > 60
    assert {text.family for text in printed} == {"Archivo Narrow"}


def test_the_home_page_is_too(house: House, person: NewPerson) -> None:
    ann = person(house)
    ann.go()
    ann.wait_for("play-now")  # the list of editions has come
    loaded(ann)
    found = texts(ann)
    assert len(found) > 20
    assert of_the_system(found) == []


def test_the_narrow_space_of_french_numbers_can_be_seen(house: House, person: NewPerson) -> None:
    ann = person(house, lang="fr")
    ann.go()
    expect(ann.page.locator("main h1")).to_be_visible()
    for face in OURS:
        wide, close = ann.page.evaluate(
            """(face) => {
              const pen = document.createElement("canvas").getContext("2d");
              pen.font = `100px "${face}"`;
              return ["1\\u202f500", "1500"].map((number) => pen.measureText(number).width);
            }""",
            face,
        )
        assert wide - close > 15  # hundredths of the font's size


def test_nothing_is_laid_out_before_the_faces_are_there(house: House, person: NewPerson) -> None:
    ann = person(house)
    ann.page.clock.install()
    ann.page.clock.pause_at("2030-01-01")  # so that the page's patience does not end
    ann.page.add_init_script(_FIRST)
    ann.go()
    expect(ann.page.locator("#app > *").first).to_be_attached()
    assert set(ann.page.evaluate("window.loadedFirst.map((name) => name.replaceAll('\"', ''))")) >= set(OURS)


def test_the_page_opens_without_them_if_they_do_not_come(house: House, person: NewPerson) -> None:
    ann = person(house)
    held: list[Route] = []
    ann.page.route(re.compile(r"/(archivo|thin-space|symbols)[^/]*\.woff2$"), lambda route: held.append(route))
    ann.page.goto(f"{house.url}/", wait_until="commit")
    expect(ann.page.locator("main h1")).to_be_visible()
    assert held
    assert not {text.family for text in texts(ann)} & set(OURS)
    for route in held:
        route.continue_()
    loaded(ann)
    assert of_the_system(texts(ann)) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@each_edition("classic", "star-wars-2")
def test_a_picture_is_drawn_in_the_same_faces(house: House, person: NewPerson, edition: str, lang: str) -> None:
    ann = person(house)
    ann.page.set_content(draw(load(edition), busy(load(edition)), lang))
    loaded(ann)
    found = texts(ann)
    assert len(found) > 100
    assert of_the_system(found) == []
    assert {text.family for text in found if text.loaded} == set(OURS)
