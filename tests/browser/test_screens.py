"""Every screen in every edition: accessible by axe, whole on a phone, no English word in French.

All of it is in `make thorough`; every screen is photographed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from freehold.editions import ids, load
from freehold.server.table.bots import NAMES as BOT_NAMES

from .conftest import ARTIFACTS, NewPerson
from .house import House
from .player import PHONE, SCREEN
from .scenes import THIRTEEN, lay_all
from .screens import axe_faults, fit_faults, tour, visit, words

PEOPLE = {"Ann", "Bob", "Freehold", *BOT_NAMES}
# English words that no French sentence has.
ENGLISH = re.compile(
    r"\b(the|you|your|throw|throws|buy|buys|pay|pays|bid|rent|deed|deeds|turn|house|houses|mortgage|offer|player"
    r"|players|standings|worth|cash|where|build|sell|auction|jail|wins|owes|with|from|draws|which|and|waiting)\b",
    re.IGNORECASE,
)

# What is the same in both: words, names that the server gave, the ids of tables.
SAME = re.compile(
    r"Action|Baron|Bot \d|Normal|Orange,?|Secret|Signature|Table|Total|(?:§ )?Transports(?:,| \d+)?|Votes|"
    r"\d+ minutes?|[a-z\d]{8,}"
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path)
    yield found
    found.stop()


def names_of(edition: str) -> set[str]:
    """What an edition calls by the same name in both languages, and how people and tokens are called."""
    own = load(edition)
    things: list[Any] = [*own.squares, *own.tokens, own.decks.chest, own.decks.chance]
    things += [load(other) for other in ids()]
    same = {thing.name.fr for thing in things if thing.name.fr == thing.name.en}
    for building in (own.buildings.small, own.buildings.large):
        same |= {building.en, building.en_plural} & {building.fr, building.fr_plural}
    # where several people play, squares and decks have their names in the language of the table, which is English here
    printed = [square.name.en for square in own.squares] + [own.decks.chest.name.en, own.decks.chance.name.en]
    places = {name for place in printed for name in (place, place.replace("'", "’"))}
    halves = {half for name in places for half in name.split(" / ")}
    return same | places | halves | PEOPLE


def pattern(names: set[str]) -> re.Pattern[str]:
    """Any of these names, of two that begin alike the longer one."""
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")


def photograph(edition: str, name: str) -> Path:
    folder = ARTIFACTS / "screens" / edition
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{name}.png"


@pytest.mark.thorough
@pytest.mark.parametrize("edition", ids())
def test_every_screen(house: House, person: NewPerson, edition: str) -> None:
    questions = lay_all(house.folder, edition, THIRTEEN)
    house.start()
    made = house.table(edition=edition, people=[{"name": "Ann"}], bots=["trader"], seats=4)
    lobby = {"id": made["table"]["id"], "key": made["keys"][0], "host": made["host"]}
    french, english = person(house, lang="fr", size=PHONE), person(house, lang="en", size=SCREEN)
    own = load(edition)
    things: list[Any] = [*own.squares, *own.tokens, own.decks.chest, own.decks.chance]
    named = names_of(edition)
    names = pattern(named)
    french_names = pattern(named | {thing.name.fr for thing in things})
    faults: list[str] = []
    steps = zip(*(tour(one, edition, lobby, questions) for one in (french, english)), strict=True)
    for number, (screen, _) in enumerate(steps):
        for one, size in ((french, "phone"), (english, "wide")):
            one.page.screenshot(path=photograph(edition, f"{number:02}-{screen}-{size}"))
            faults += [f"{screen}, {size}: {fault}" for fault in axe_faults(one)]
        faults += [f"{screen}: {fault}" for fault in fit_faults(french)]
        said, meant = words(french), words(english)
        same = [text for text in said & meant if re.search(r"[^\W\d]{3}", names.sub("", text))]
        faults += [f"{screen}: the same in both languages: {text!r}" for text in same if not SAME.fullmatch(text)]
        strange = [text for text in said if ENGLISH.search(french_names.sub("", text))]
        faults += [f"{screen}: English in French: {text!r}" for text in strange]
    assert not faults, "\n".join(faults)


def test_a_theme_reaches_every_line_at_once(house: House, person: NewPerson) -> None:
    """Without motion, a change of theme is no transition: not one line keeps the ink of the page before for a frame."""
    lay_all(house.folder, "star-wars-2")
    house.start()
    ann = person(house, lang="en", size=SCREEN)
    for asked in ("roll", "buy", "roll"):
        visit(ann, "star-wars-2", asked)
        ann.wait_for("log-line")  # the log comes after the table
        inks = ann.page.evaluate(
            "[...document.querySelectorAll('[data-test=log-line] .what')].map((line) => getComputedStyle(line).color)"
        )
        assert set(inks) == {ann.page.evaluate("getComputedStyle(document.body).color")}
