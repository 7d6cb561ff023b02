"""The six boards by picture, in each engine: lines between all squares, and what the documentation shows.

Each picture is written to artifacts/engines. Where the board was changed on purpose, copy those of Chromium to
docs/pictures/boards, after a look at them.
"""

from __future__ import annotations

import base64
import itertools
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from freehold.editions import ids
from tests.server.served import SECRET, unfinished

from ..conftest import ARTIFACTS
from ..house import House, lay
from .conftest import ENGINES, NewVisitor
from .visitor import Visitor

pytestmark = pytest.mark.thorough
LAPTOP, PHONE = (1280, 720), (390, 844)
DOCUMENTED = Path(__file__).resolve().parents[3] / "docs" / "pictures" / "boards"
MOST_UNLIKE = 0.03  # the part of all blocks; letters are drawn a little differently
_SCRIPT = (Path(__file__).parent / "picture.js").read_text(encoding="utf-8")
_SETTLED = """async () => {
  await document.fonts.ready;
  for (let k = 0; k < 3; k++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}"""
# Where lines must be, at three places between any two neighbours where no token stands, and the colour of lines.
_LINES = """() => {
  const squares = [...document.querySelectorAll(".square[class*=side]")];
  const places = [];
  squares.forEach((one, k) => {
    const [a, b] = [one, squares[(k + 1) % squares.length]].map((square) => square.getBoundingClientRect());
    const upright = Math.abs(a.top - b.top) < Math.abs(a.left - b.left);
    for (const part of [0.35, 0.5, 0.65])
      places.push(
        upright
          ? [a.left < b.left ? b.left : a.left, Math.max(a.top, b.top) + Math.min(a.height, b.height) * part, true]
          : [Math.max(a.left, b.left) + Math.min(a.width, b.width) * part, a.top < b.top ? b.top : a.top, false],
      );
  });
  const tokens = [...document.querySelectorAll("[data-token], [data-token] *")];
  const covers = (x, y) => (token) => {
    const { left, right, top, bottom } = token.getBoundingClientRect();
    return left - 4 < x && x < right + 4 && top - 4 < y && y < bottom + 4;
  };
  const line = getComputedStyle(squares[0]).getPropertyValue("--edge").trim();
  return {
    places: places.filter(([x, y]) => !tokens.some(covers(x, y))),
    colour: [1, 3, 5].map((k) => parseInt(line.slice(k, k + 2), 16)),
    scale: devicePixelRatio,
  };
}"""
# The lines of the title that are wider than their place in the middle of the board.
_TITLE_CUT = """() => {
  const place = document.querySelector(".title").getBoundingClientRect();
  const range = document.createRange();
  return [...document.querySelectorAll(".title .lines > span")].filter((line) => {
    range.selectNodeContents(line);
    const { left, right } = range.getBoundingClientRect();
    return left < place.left || right > place.right;
  }).map((line) => line.textContent);
}"""
_BOARD = """() => {
  const boxes = [...document.querySelectorAll(".square[class*=side]")].map((one) => one.getBoundingClientRect());
  const [left, top] = ["left", "top"].map((side) => Math.ceil(Math.min(...boxes.map((box) => box[side]))));
  const [right, bottom] = ["right", "bottom"].map((side) => Math.floor(Math.max(...boxes.map((box) => box[side]))));
  return [left, top, right - left, bottom - top];
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("house"))
    for edition in ids():
        lay(
            found.folder,
            unfinished(edition, SECRET, "classic", lambda game, actions: actions >= 60, edition_id(edition)),
        )
    found.start()
    yield found
    found.stop()


@cache
def edition_id(edition: str) -> str:
    return edition.replace("-", "")


@pytest.fixture
def measure(browser: Browser) -> Iterator[Any]:
    """A function of `picture.js`, in a page of its own."""
    page = browser.new_page()
    yield lambda name, arg: page.evaluate(f"(arg) => ({_SCRIPT}).{name}(arg)", arg)
    page.close()


def board(visitor: NewVisitor, house: House, engine: str, edition: str, **wishes: Any) -> tuple[Visitor, str]:
    """Somebody at the board, and its picture."""
    one = visitor(house, engine, **wishes)
    one.sit(edition_id(edition), "key of Ann", "key of Bob", edition=edition)  # nobody is waited for
    one.wait_for("table")
    width, height = wishes.get("size", LAPTOP)
    return one, picture(one, f"{edition}-{engine}-{width}x{height}-{wishes.get('scale', 1)}")


def picture(one: Visitor, name: str) -> str:
    one.window.call(_SETTLED)
    png = one.window.picture()
    path = ARTIFACTS / "engines" / f"{name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(png)
    return base64.b64encode(png).decode()


@pytest.mark.parametrize(("engine", "edition"), list(itertools.product(ENGINES, ids())))
def test_the_board_is_as_the_documentation_shows_it(
    house: House, visitor: NewVisitor, measure: Any, engine: str, edition: str
) -> None:
    one, drawn = board(visitor, house, engine, edition)
    lines = one.window.call(_LINES)
    assert len(lines["places"]) > 100
    assert measure("missing", {"png": drawn, **lines}) == []
    expected = base64.b64encode((DOCUMENTED / f"{edition}.png").read_bytes()).decode()
    box = one.window.call(_BOARD)
    unlike, blocks = measure("different", {"one": drawn, "other": expected, "box": box})
    assert unlike <= MOST_UNLIKE * blocks, f"{unlike} of {blocks} blocks differ"
    # the measure can fail: a side of the board without its colours is noticed
    for square in (1, 2, 3, 4, 6, 7, 8, 9):
        one.window.call(f"() => {{ document.querySelector('[data-test=square-{square}]').style.filter = 'invert(1)' }}")
    inverted = picture(one, f"{edition}-{engine}-inverted")
    unlike, blocks = measure("different", {"one": inverted, "other": expected, "box": box})
    assert unlike > MOST_UNLIKE * blocks


@pytest.mark.parametrize("engine", ENGINES)
def test_the_longest_title_is_whole(house: House, visitor: NewVisitor, engine: str) -> None:
    one, _ = board(visitor, house, engine, "star-wars-2")
    assert one.window.call(_TITLE_CUT) == []


@pytest.mark.parametrize(("size", "scale"), [(LAPTOP, 2), (PHONE, 1), (PHONE, 2), (PHONE, 3)], ids=str)
@pytest.mark.parametrize("engine", ENGINES)
def test_lines_at_other_sizes(
    house: House, visitor: NewVisitor, measure: Any, engine: str, size: tuple[int, int], scale: float
) -> None:
    one, drawn = board(visitor, house, engine, "classic", size=size, scale=scale)
    lines = one.window.call(_LINES)
    assert lines["scale"] == scale
    assert len(lines["places"]) > 100
    assert measure("missing", {"png": drawn, **lines}) == []
