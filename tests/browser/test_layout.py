"""On a laptop every question, all players and the log are in view at once, and nothing in the question scrolls."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from freehold.editions import ids, load
from freehold.game import Game
from tests.server.served import SECRET, unfinished

from .arranged import arrange
from .conftest import ARTIFACTS, NewPerson
from .house import House, against_bots, lay
from .player import TABLET, Size
from .scenes import cut
from .screens import settle, view_faults

ANN = 0
LONGEST = 700  # actions
NAMES = ["Ann", "Bob", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal"]
LAPTOP, WIDER = (1280, 720), (1366, 768)
TABLES = [
    pytest.param("spider-man", 2, "fr", LAPTOP, id="spider-man-2", marks=pytest.mark.thorough),
    pytest.param("star-wars-2", 4, "fr", WIDER, id="star-wars-2-4", marks=pytest.mark.thorough),
    pytest.param("classic", 8, "en", LAPTOP, id="classic-8", marks=pytest.mark.thorough),
    *(
        pytest.param(edition, people, "fr", LAPTOP, id=f"every-{edition}-{people}", marks=pytest.mark.thorough)
        for edition in ids()
        for people in (2, load(edition).players.max)
    ),
]


def lay_questions(folder: Path, edition: str, people: int) -> list[str]:
    """A game, cut off at each question that is asked of Ann; their ids."""
    stops: dict[str, int] = {}

    def until(game: Game, actions: int) -> bool:
        if actions > 30 and game.decider == ANN and not game.over:
            stops.setdefault(game.phase, actions)
        return actions >= LONGEST

    log = unfinished(edition, SECRET, "classic", until, names=NAMES[:people])
    for phase, actions in stops.items():
        asked = cut(log, f"at{phase}", actions)
        lay(folder, asked, seats=against_bots(asked))  # with them there is the coach, which needs room too
    return [f"at{phase}" for phase in stops]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path)
    yield found
    found.stop()


@pytest.mark.parametrize(("edition", "people", "lang", "size"), TABLES)
def test_all_is_in_view(house: House, person: NewPerson, edition: str, people: int, lang: str, size: Size) -> None:
    asked = lay_questions(house.folder, edition, people)
    assert len(asked) >= 4
    house.start()
    ann = person(house, lang=lang, size=size)
    folder = ARTIFACTS / "layout"
    folder.mkdir(parents=True, exist_ok=True)
    faults: list[str] = []
    for id in asked:
        ann.sit(id, "key of Ann", edition=edition)
        ann.wait_until_asked()
        settle(ann)
        ann.page.screenshot(path=folder / f"{edition}-{people}-{id}.png")
        faults += [f"{id}: {fault}" for fault in view_faults(ann)]
    assert not faults, "\n".join(faults)


# The lowest pixel of the salary, and the highest of the tokens with the numbers on them.
_SALARY_AND_TOKENS = """() => {
  const salary = [...document.querySelectorAll("[data-test=square-0] .lines")].at(-1);
  const tokens = [...document.querySelectorAll("[data-token], [data-token] *")];
  return [
    salary.getBoundingClientRect().bottom,
    Math.min(...tokens.map((token) => token.getBoundingClientRect().top)),
    salary.textContent,
  ];
}"""


@pytest.mark.parametrize("size", [LAPTOP, TABLET])
def test_eight_tokens_on_go_leave_the_salary_readable(arranged: House, person: NewPerson, size: Size) -> None:
    arrange(arranged.folder, turn=ANN, phase="roll")
    arranged.start()
    made = arranged.table(edition="star-wars-2", seats=8, people=[{"name": "Ann"}], bots=["trader"] * 7)
    ann = person(arranged, lang="fr", size=size)
    ann.sit(made["table"]["id"], made["keys"][ANN], edition="star-wars-2", host=made["host"])
    ann.click("start")
    ann.wait_for("table")
    expect(ann.page.locator("[data-token]")).to_have_count(8)
    settle(ann)
    lowest, highest, salary = ann.page.evaluate(_SALARY_AND_TOKENS)
    assert "200" in salary
    assert lowest <= highest + 1
