"""A position as a small board in plain text, for terminals and `print(game)`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from freehold.editions import Edition
from freehold.i18n import text

SIDE, WIDTH = 11, 6  # squares along a side, and characters of a square
MARKS = "ABCDEFGH"  # the players by seat


def draw(edition: Edition, view: Mapping[str, Any], lang: str = "en") -> str:
    """The board, a square in two lines: its number with the owner and the buildings (`*`: the large one, `-`:
    mortgaged), and below it who stands there. The middle lists the players.
    """
    middle = iter(_middle(edition, view, lang))
    room = (SIDE - 2) * WIDTH
    lines = _two_lines([_square(view, at) for at in range(20, 31)])
    for row in range(1, SIDE - 1):
        for left, right in zip(_square(view, 20 - row), _square(view, 30 + row), strict=True):
            lines.append(f"{left}{next(middle, ''):<{room}.{room}}{right}")
    lines += _two_lines([_square(view, at) for at in range(10, -1, -1)])
    return "\n".join(line.rstrip() for line in lines)


def _two_lines(cells: Sequence[tuple[str, str]]) -> list[str]:
    return ["".join(half) for half in zip(*cells, strict=True)]


def _square(view: Mapping[str, Any], at: int) -> tuple[str, str]:
    deed = view["deeds"].get(str(at))
    mark = ""
    if deed is not None:
        level = deed["buildings"]
        mark = MARKS[deed["owner"]] + ("-" if deed["mortgaged"] else "*" if level == 5 else str(level or ""))
    there = [MARKS[seat] for seat, player in enumerate(view["players"]) if _stands(player, at)]
    stands = "".join(there) if len(there) < WIDTH else f"{len(there)} pl."
    return f"{at:>2} {mark:<{WIDTH - 3}}", f"{stands:>{WIDTH - 1}} "


def _stands(player: Mapping[str, Any], at: int) -> bool:
    return player["square"] == at and not player["bankrupt"]


def _middle(edition: Edition, view: Mapping[str, Any], lang: str) -> list[str]:
    def label(key: str) -> str:
        return text("picture", f"labels.{key}", lang)

    lines = ["", f"  {edition.name[lang]}", ""]
    for seat, player in enumerate(view["players"]):
        deeds = sum(deed["owner"] == seat for deed in view["deeds"].values())
        facts = [label("properties").format(deeds), *([label("in_jail")] if player["in_jail"] else [])]
        if player["bankrupt"]:
            facts = [label("bankrupt")]
        sign = ">" if seat == view["decider"] else " "
        cash = edition.money(player["cash"], lang)
        lines.append(f" {sign}{MARKS[seat]} {player['name']:<13.13} {cash:>9}  {' · '.join(facts)}")
    return [*lines, "", f"  {text('picture', 'phases.' + view['phase'], lang)}"]
