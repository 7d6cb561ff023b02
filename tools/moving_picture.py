"""Draws the moving pictures of the README, docs/pictures/game.svg and game-fr.svg: some turns of four bots.

Each is one SVG, merged from the boards that `Game.svg` draws after each turn: tokens walk from square to square, and
what looks different after a turn is there as often as it changes, each time visible for a while. There is no script:
browsers and GitHub show it as an image.

Run: python -m tools.moving_picture
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from freehold import Bot, Game

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
TITLES = {
    "game.svg": ("en", "Four bots play on the classic board: tokens walk, deeds find their owners"),
    "game-fr.svg": (
        "fr",
        "Quatre bots jouent sur le plateau classique : les titres trouvent preneur",
    ),
}
SEED, TURNS = 7, 36
SECONDS = 0.7  # for a turn
WALKING = 0.7  # of them
SIZE = 620
SQUARES = 40
LONGEST = 12  # squares that a token walks; beyond that it is put there
SVG = "{http://www.w3.org/2000/svg}"

GROUPS = (f"{SVG}g", f"{SVG}svg")

Place = tuple[float, float]


def boards(lang: str) -> tuple[list[Element], list[list[int]]]:
    """The boards before the first turn and after each, and on which square each seat stands there."""
    game, bot = Game.new("classic", 4, seed=SEED), Bot("baron")
    drawn: list[Element] = []
    squares: list[list[int]] = []
    while len(drawn) <= TURNS:
        drawn.append(ElementTree.fromstring(game.svg(lang)))
        squares.append([player["square"] for player in game.view()["players"]])
        turns = game.turns
        while game.turns == turns:
            game.apply(bot.choose(game))
    return drawn, squares


def moving(lang: str, title: str) -> str:
    """The picture in a language."""
    drawn, squares = boards(lang)
    for board in drawn:
        board.remove(board.findall(f"{SVG}desc")[0])
        board.find(f"{SVG}title").text = title  # type: ignore[union-attr]
        board.set("width", str(SIZE))
        board.set("height", str(SIZE))
    middles = [middle(square) for square in drawn[0].iterfind(f".//{SVG}g[@class='square']")]
    ways = [list(way(seat, drawn, squares, middles)) for seat in range(len(squares[0]))]
    for board in drawn:
        tokens = board.find(f"{SVG}g[@class='tokens']")
        assert tokens is not None
        tokens.clear()
    picture = merged(drawn)
    first = ElementTree.fromstring(Game.new("classic", 4, seed=SEED).svg(lang))
    for token in first.iterfind(f".//{SVG}g[@class='token']"):
        del token.attrib["transform"]
        token.append(animation("animateTransform", ways[int(token.get("data-seat", 0))], len(drawn), type="translate"))
        picture[-1].append(token)
    ElementTree.register_namespace("", SVG[1:-1])
    return ElementTree.tostring(picture, encoding="unicode") + "\n"


def merged(elements: Sequence[Element]) -> Element:
    """An element that looks like each of these in its time; they differ only in what is inside."""
    made = Element(elements[0].tag, elements[0].attrib)
    made.text = elements[0].text
    for children in zip(*elements, strict=True):
        if all(ElementTree.tostring(child) == ElementTree.tostring(children[0]) for child in children):
            made.append(children[0])
        elif all(skeleton(child) == skeleton(children[0]) for child in children) and children[0].tag in GROUPS:
            made.append(merged(children))
        else:
            made.extend(variants(children))
    return made


def skeleton(element: Element) -> tuple[object, ...]:
    return element.tag, element.attrib, element.text, len(element)


def variants(children: Sequence[Element]) -> Iterator[Element]:
    """A child as it looks at different times."""
    begin = 0
    for _, run in groupby(children, key=ElementTree.tostring):
        alike = list(run)
        shown = Element(f"{SVG}g")
        shown.append(alike[0])
        steps = [(0, "hidden"), (begin, "visible"), (begin + len(alike), "hidden")]
        shown.append(animation("animate", steps[begin == 0 :], len(children), calcMode="discrete"))
        yield shown
        begin += len(alike)


def animation(tag: str, steps: Sequence[tuple[float, str]], count: int, **more: str) -> Element:
    """Values at their times, which are numbers of boards, over and over."""
    steps = [(at, value) for at, value in steps if at < count or tag != "animate"]
    made = Element(f"{SVG}{tag}", {"attributeName": "transform" if "type" in more else "visibility", **more})
    made.set("values", ";".join(value for _, value in steps))
    made.set("keyTimes", ";".join(f"{at / count:.5f}".rstrip("0").rstrip(".") for at, _ in steps))
    made.set("dur", f"{count * SECONDS:.1f}s")
    made.set("repeatCount", "indefinite")
    return made


def way(
    seat: int, drawn: Sequence[Element], squares: Sequence[Sequence[int]], middles: Sequence[Place]
) -> Iterator[tuple[float, str]]:
    """Where a token is, wherever it turns or rests."""
    here = place_of(seat, drawn[0])
    yield 0, written(here)
    for k in range(1, len(drawn)):
        there = place_of(seat, drawn[k])
        if there != here:
            begin, steps = squares[k - 1][seat], (squares[k][seat] - squares[k - 1][seat]) % SQUARES
            passed = range(begin + 1, begin + steps) if steps <= LONGEST else range(0)
            corners = [*(middles[at % SQUARES] for at in passed), there]
            yield k - 1 + 0.001, written(here)
            for n, corner in enumerate(corners, 1):
                yield k - 1 + WALKING * n / len(corners), written(corner)
            here = there
    yield len(drawn), written(here)


def place_of(seat: int, board: Element) -> Place:
    token = board.find(f".//{SVG}g[@data-seat='{seat}'][@class='token']")
    assert token is not None
    x, y = re.findall(r"[\d.]+", token.get("transform", ""))
    return float(x), float(y)


def middle(square: Element) -> Place:
    ground = next(square.iter(f"{SVG}rect"))
    x, y, width, height = (float(ground.get(name, 0)) for name in ("x", "y", "width", "height"))
    return x + width / 2, y + height / 2


def written(place: Place) -> str:
    return f"{place[0]:.0f} {place[1]:.0f}"


if __name__ == "__main__":
    for name, (lang, title) in TITLES.items():
        (PICTURES / name).write_text(moving(lang, title), encoding="utf-8")
