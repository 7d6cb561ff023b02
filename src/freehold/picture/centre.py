"""The middle of the board: name and scenery, pending decision, players, the bank's stock.

The players' panels are in `panels.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from freehold.editions import Edition
from freehold.i18n import language
from freehold.picture import marks
from freehold.picture.panels import EDGE, PANEL_ROOM, PANEL_STEP, ROOM, panel, sheet
from freehold.picture.scene import Scene
from freehold.picture.svg import el, fit_line, text, width
from freehold.picture.themes import Theme
from freehold.picture.vocabulary import labels, phases, variants

STATUS_TOP = 112
STATUS_HEIGHT = 70
PANELS_END = 780
BANK_TOP = 794
HORIZON = 560  # the lowest edge of the scenery, if there are few players


def centre(edition: Edition, scene: Scene, theme: Theme, lang: str) -> str:
    """All of it, in a square of ROOM by ROOM."""
    top = PANELS_END - math.ceil(len(scene.seats) / 2) * PANEL_STEP + 10
    size, name = fit_line(edition.name[lang], ROOM - 60, largest=42, smallest=16, bold=True)
    subtitle = f"{variants(lang).get(scene.variant, scene.variant)} · {edition.year}"
    parts = [
        el("rect", width=ROOM, height=ROOM, fill=f"url(#{theme.dusk})"),
        theme.scenery(theme.ground, theme.accent, min(top - 12, HORIZON)),
        text(ROOM / 2, 62, name, size, bold=True, fill=theme.title, class_="edition"),
        text(ROOM / 2, 94, subtitle, 18, fill=theme.title),
        _status(edition, scene, theme, lang),
    ]
    for seat in scene.seats:
        row, column = divmod(seat.seat, 2)
        x, y = EDGE + column * (PANEL_ROOM + EDGE), top + row * PANEL_STEP
        parts.append(panel(edition, scene, theme, lang, seat, x, y))
    return "".join([*parts, _bank(edition, scene, theme, lang)])


def summary(edition: Edition, scene: Scene, lang: str) -> str:
    """The position in words, for screen readers."""
    label = labels(lang)
    phase, names = _waiting(scene, lang)
    said = [language(lang).colon.join(part for part in (names, phase) if part)]
    if scene.dice:
        said.append(label["dice"].format(", ".join(_face(face, lang) for face in scene.dice)))
    for seat in scene.seats:
        where = label["in_jail"] if seat.jailed else edition.squares[seat.square].name[lang]
        facts = [label["bankrupt"]] if seat.bankrupt else [where, edition.money(seat.cash, lang)]
        owned = [edition.squares[square].name[lang] for square in scene.owned(seat.seat)]
        said.append(f"{seat.number} {seat.name}{language(lang).colon}{', '.join([*facts, *owned])}")
    return " ".join(f"{sentence}." for sentence in said if sentence)


def _waiting(scene: Scene, lang: str) -> tuple[str, str]:
    """The pending decision, and who decides."""
    return phases(lang).get(scene.phase, ""), ", ".join(scene.name(seat) for seat in scene.deciders)


def _face(face: int | str, lang: str) -> str:
    return str(face) if isinstance(face, int) else labels(lang).get(f"force_{face}", "")


def _status(edition: Edition, scene: Scene, theme: Theme, lang: str) -> str:
    """The pending decision, who decides, and the last throw."""
    middle = STATUS_TOP + STATUS_HEIGHT / 2
    parts = [sheet(theme, EDGE, STATUS_TOP, ROOM - 2 * EDGE, STATUS_HEIGHT)]
    left, right = EDGE + 18.0, ROOM - EDGE - 16.0
    for number, face in reversed(list(enumerate(scene.dice))):
        colour = edition.dice.colours[number] if number < len(edition.dice.colours) else ""
        parts.append(marks.die(face, colour, right - 23, middle, 46, _face(face, lang)))
        right -= 54
    if scene.dice:
        label = labels(lang)["thrown"]
        parts.append(text(right - 4, middle + 5, label, 14, anchor="end", fill=theme.muted))
        right -= width(label, 14) + 24
    for seat in scene.deciders:
        if seat < len(scene.seats) and left < right - 240:
            parts.append(marks.disc(seat, left + 18, middle, 18))
            left += 42
    left += 6 if scene.deciders else 0
    phase, names = _waiting(scene, lang)
    size, line = fit_line(phase, right - left, largest=20, bold=True)
    foot = middle + 22 if names else middle + 7
    parts.append(text(left, foot, line, size, anchor="start", bold=True, class_="phase"))
    size, line = fit_line(names, right - left, largest=20)
    parts.append(text(left, middle - 6, line, size, anchor="start", class_="decider") if names else "")
    return el("g", *parts, class_="status")


def _bank(edition: Edition, scene: Scene, theme: Theme, lang: str) -> str:
    """The bank's stock, and a legend of the symbols."""
    label = labels(lang)
    left = len(edition.deeds) - len(scene.deeds)
    one = not language(lang).is_plural(left)
    small, large = edition.buildings.small, edition.buildings.large
    stock = (
        (marks.small_building(11, 0, 20), 28, f"{scene.small} {small.name(lang, scene.small)}"),
        (marks.large_building(13, 0, 26, 24), 33, f"{scene.large} {large.name(lang, scene.large)}"),
        (marks.deed_card(0, -9, theme.accent, 15, 18), 22, f"{left} {label['deed_left' if one else 'deeds_left']}"),
    )
    strip = el("rect", y=-9, width=30, height=18, fill=theme.panel, stroke=theme.ink)
    legend = [
        (strip + text(15, 5.4, "1", 15, bold=True), 36, label["owned"]),
        (
            el("rect", y=-9, width=30, height=18, fill=f"url(#{theme.hatch})", stroke=theme.ink)
            + marks.mortgage_mark(label["mortgage_mark"], 15, 0, 15),
            36,
            label["mortgaged"],
        ),
    ]
    for symbol in scene.force:
        legend.append((marks.force_symbol(symbol, 11, 0, 11, label[symbol]), 28, label[symbol]))
    start = EDGE + 18 + width(label["bank"], 20, bold=True) + 26
    parts = (
        sheet(theme, EDGE, BANK_TOP, ROOM - 2 * EDGE, ROOM - BANK_TOP - 14),
        text(EDGE + 18, BANK_TOP + 36, label["bank"], 20, anchor="start", bold=True),
        _row(stock, start, BANK_TOP + 29, 19),
        _row(legend, EDGE + 18, BANK_TOP + 66, 15),
    )
    return el("g", *parts, class_="stock")


def _row(items: Iterable[tuple[str, float, str]], x: float, y: float, size: float) -> str:
    """Symbols side by side, each with its text; a symbol comes with its width."""
    parts = []
    for mark, room, label in items:
        parts.append(
            el("g", mark, text(room, size * 0.35, label, size, anchor="start"), transform=f"translate({x:.1f} {y})")
        )
        x += room + width(label, size) + 28
    return "".join(parts)
