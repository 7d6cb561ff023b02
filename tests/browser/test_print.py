"""On a laptop nothing on the board is printed smaller than ten pixels, and nothing leaves its square."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from freehold.editions import ids
from freehold.i18n import LANGUAGES
from tests.server.served import SECRET, unfinished

from .conftest import NewPerson
from .house import House, lay

LAPTOPS = ((1280, 720), (1366, 768))
LEAST = 10  # pixels
# The texts of the board, apart from the question in its middle: too small, or outside their square.
_FAULTS = """(least) => {
  const board = document.querySelector("[data-test=square-0]").parentElement;
  const faults = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(board, NodeFilter.SHOW_TEXT);
  let seen = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [element, text] = [node.parentElement, node.textContent.trim()];
    if (!text || element.closest(".unseen, [data-test=decision]") || !element.checkVisibility()) continue;
    seen++;
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (size < least - 0.01) faults.push(`${size.toFixed(2)} px: ${text}`);
    const square = element.closest("[data-test^=square-]")?.getBoundingClientRect();
    if (!square) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const [left, right] = [box.left < square.left - 0.5, box.right > square.right + 0.5];
    const [above, below] = [box.top < square.top - 0.5, box.bottom > square.bottom + 0.5];
    if (left || right || above || below) faults.push(`outside: ${text}`);
  }
  if (seen < 70) faults.push(`only ${seen} texts`);
  return faults;
}"""


# The fonts are there, and what follows from the size of the window was drawn.
_SETTLED = """async () => {
  await document.fonts.ready;
  for (let k = 0; k < 3; k++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}"""


def table_of(edition: str, lang: str) -> str:
    return edition.replace("-", "") + lang


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("house"))
    for edition in ids():
        for lang in LANGUAGES:
            log = unfinished(edition, SECRET, "classic", lambda game, actions: actions >= 60, table_of(edition, lang))
            lay(found.folder, log, language=lang)
    found.start()
    yield found
    found.stop()


@pytest.mark.parametrize("edition", ids())
def test_the_print_on_the_board_can_be_read(house: House, person: NewPerson, edition: str) -> None:
    faults: list[str] = []
    for lang in LANGUAGES:
        ann = person(house, lang=lang, size=LAPTOPS[0])
        ann.sit(table_of(edition, lang), "key of Ann", edition=edition)
        for width, height in LAPTOPS:
            ann.page.set_viewport_size({"width": width, "height": height})
            ann.page.evaluate(_SETTLED)
            faults += [f"{lang}, {width}: {fault}" for fault in ann.page.evaluate(_FAULTS, LEAST)]
    assert not faults, "\n".join(faults)
