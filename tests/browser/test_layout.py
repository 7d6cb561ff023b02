"""On a laptop every question, all players and the log are in view at once, and nothing in the question scrolls."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from freehold.game import Game
from tests.server.served import SECRET, unfinished

from .conftest import ARTIFACTS, NewPerson
from .house import House, lay
from .player import Size
from .scenes import cut

ANN = 0
LONGEST = 700  # actions
NAMES = ["Ann", "Bob", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal"]
LAPTOP, WIDER = (1280, 720), (1366, 768)
TABLES = [
    pytest.param("spider-man", 2, "fr", LAPTOP, id="spider-man-2"),
    pytest.param("star-wars-2", 4, "fr", WIDER, id="star-wars-2-4"),
    pytest.param("classic", 8, "en", LAPTOP, id="classic-8"),
]
# What is outside the window, or clipped by an ancestor, or does not belong to the panel's visible part.
_HIDDEN = """() => {
  const faults = [];
  const inside = (element) => {
    const box = element.getBoundingClientRect();
    if (box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5) return false;
    for (let up = element.parentElement; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.overflow === "visible") continue;
      const around = up.getBoundingClientRect();
      if (box.bottom > around.bottom + 1 || box.top < around.top - 1) return false;
    }
    return true;
  };
  for (const cash of document.querySelectorAll("[data-test^=cash-]"))
    if (!inside(cash)) faults.push(`out of view: ${cash.dataset.test}`);
  const panel = document.querySelector("[data-test=decision]");
  for (const button of panel.querySelectorAll("button, input, select"))
    if (button.checkVisibility() && !inside(button)) faults.push(`out of view: ${button.outerHTML.slice(0, 80)}`);
  if (panel.scrollHeight > panel.clientHeight + 1) faults.push("the question scrolls");
  const log = document.querySelector("[data-test=log]")?.getBoundingClientRect();
  if (!log || log.height < 60) faults.push("no room for the log");
  return faults;
}"""


def lay_questions(folder: Path, edition: str, people: int) -> list[str]:
    """A game, cut off at each question that is asked of Ann; their ids."""
    stops: dict[str, int] = {}

    def until(game: Game, actions: int) -> bool:
        if actions > 30 and game.decider == ANN and not game.over:
            stops.setdefault(game.phase, actions)
        return actions >= LONGEST

    log = unfinished(edition, SECRET, "classic", until, names=NAMES[:people])
    for phase, actions in stops.items():
        lay(folder, cut(log, f"at{phase}", actions))
    return [f"at{phase}" for phase in stops]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path)
    yield found
    found.stop()


@pytest.mark.parametrize(("edition", "people", "lang", "size"), TABLES)
def test_all_is_in_view(house: House, person: NewPerson, edition: str, people: int, lang: str, size: Size) -> None:
    ids = lay_questions(house.folder, edition, people)
    assert len(ids) >= 4
    house.start()
    ann = person(house, lang=lang, size=size)
    folder = ARTIFACTS / "layout"
    folder.mkdir(parents=True, exist_ok=True)
    faults: list[str] = []
    for id in ids:
        ann.sit(id, "key of Ann", edition=edition)
        ann.wait_until_asked()
        ann.page.screenshot(path=folder / f"{edition}-{people}-{id}.png")
        faults += [f"{id}: {fault}" for fault in ann.page.evaluate(_HIDDEN)]
    assert not faults, "\n".join(faults)
