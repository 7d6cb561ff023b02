"""The forty squares: what is printed on them, owners, buildings and tokens.

Names are upright on all four sides, because nobody walks around a picture.
"""

from __future__ import annotations

from dataclasses import dataclass

from freehold.editions import Edition
from freehold.editions.schema import Square
from freehold.picture import marks
from freehold.picture.faces import PRINT
from freehold.picture.scene import JAIL, LARGE, Scene
from freehold.picture.svg import block, el, fit, ink_on, text, words
from freehold.picture.themes import Theme
from freehold.picture.vocabulary import labels

MARGIN = 10
DEPTH = 160  # the height of a square; a corner is as wide
BREADTH = 100
ROW = 9 * BREADTH
SIZE = 2 * (MARGIN + DEPTH) + ROW

BAND = 26  # the colour band with the buildings
STRIP = 20  # the owner's strip along the rim
SIGN = 42  # replaces both on squares that cannot be owned
FEET = 41  # the strip for tokens
PRICE = 16
INNER = ("top", "right", "bottom", "left")  # the inner edge of a square, by side of the board
OUTER = ("bottom", "left", "top", "right")


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    w: float
    h: float

    @property
    def cx(self) -> float:
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        return self.y + self.h / 2

    def take(self, edge: str, amount: float) -> tuple[Box, Box]:
        """Split off a strip along an edge; returns the strip and the rest."""
        x, y, w, h = self.x, self.y, self.w, self.h
        if edge == "top":
            return Box(x, y, w, amount), Box(x, y + amount, w, h - amount)
        if edge == "bottom":
            return Box(x, y + h - amount, w, amount), Box(x, y, w, h - amount)
        if edge == "left":
            return Box(x, y, amount, h), Box(x + amount, y, w - amount, h)
        return Box(x + w - amount, y, amount, h), Box(x, y, w - amount, h)

    def shrunk(self, by: float) -> Box:
        return Box(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def drawn(self, fill: str, stroke: str | None = None, stroke_width: float = 1, rx: float | None = None) -> str:
        return el(
            "rect",
            x=self.x,
            y=self.y,
            width=self.w,
            height=self.h,
            rx=rx,
            fill=fill,
            stroke=stroke,
            stroke_width=stroke_width if stroke else None,
        )


def place(index: int) -> Box:
    """The box of a square: GO at the bottom right, then clockwise."""
    side, step = divmod(index, 10)
    far = MARGIN + DEPTH + ROW
    back, along = (far - step * BREADTH, MARGIN + DEPTH + (step - 1) * BREADTH)
    if step == 0:
        x, y = ((far, far), (MARGIN, far), (MARGIN, MARGIN), (far, MARGIN))[side]
        return Box(x, y, DEPTH, DEPTH)
    x, y = ((back, far), (MARGIN, back), (along, MARGIN), (far, along))[side]
    return Box(x, y, BREADTH, DEPTH) if side % 2 == 0 else Box(x, y, DEPTH, BREADTH)


def squares(edition: Edition, scene: Scene, theme: Theme, lang: str) -> str:
    """All squares, each in a group with a title that describes it in words."""
    colours = {group.id: group.hex for group in edition.groups}
    drawn = []
    for square in edition.squares:
        index, box = square.index, place(square.index)
        if square.ownable:
            parts = _deed(edition, scene, theme, lang, square, colours.get(square.group, theme.ink))
        elif index == JAIL:
            parts = _jail(theme, lang, square)
        elif index % 10 == 0:
            parts = _corner(edition, scene, theme, lang, square)
        else:
            parts = _other(edition, scene, theme, lang, square)
        title = el("title", words(_title(edition, scene, lang, square)))
        frame = box.drawn("none", theme.line, 1.5)
        drawn.append(el("g", title, box.drawn(theme.square), *parts, frame, class_="square", data_square=index))
    # Drawn last, so that no square covers a token.
    feet = [_standing(scene, lang, square) for square in edition.squares]
    return el("g", *drawn, class_="board", font_family=PRINT) + el("g", *feet, _cell(scene, lang), class_="tokens")


def _title(edition: Edition, scene: Scene, lang: str, square: Square) -> str:
    label = labels(lang)
    parts = [square.name[lang]]
    if square.ownable:
        parts += [group.printed_colour[lang] for group in edition.groups if group.id == square.group]
        parts.append(edition.money(square.price, lang))
        deed = scene.deeds.get(square.index)
        parts.append(label["owner"].format(scene.name(deed.owner)) if deed else label["unsold"])
        if deed and deed.mortgaged:
            parts.append(label["mortgaged"])
        if deed and deed.buildings >= LARGE:
            parts.append(f"1 {edition.buildings.large.name(lang)}")
        elif deed and deed.buildings:
            parts.append(f"{deed.buildings} {edition.buildings.small.name(lang, deed.buildings)}")
    elif square.kind == "tax":
        parts.append(_tax(edition, scene, lang, square))
    return " · ".join(parts)


def _deed(edition: Edition, scene: Scene, theme: Theme, lang: str, square: Square, colour: str) -> list[str]:
    side = square.index // 10
    band, rest = place(square.index).take(INNER[side], BAND)
    strip, body = rest.take(OUTER[side], STRIP)
    deed = scene.deeds.get(square.index)
    parts = [band.drawn(colour, theme.line)]
    if square.kind != "street":
        parts.append(marks.sign(square.kind, band.cx, band.cy, ink_on(colour)))
    if deed and deed.mortgaged:
        parts.append(el("g", body.drawn(f"url(#{theme.hatch})"), class_="mortgaged"))
    parts.append(_label(theme, body, square.name[lang], edition.money(square.price, lang)))
    if deed is None:
        # setup.deeds-in-board-slots
        parts.append(marks.deed_card(strip.cx - 7, strip.cy - 8.5, colour, class_="unsold"))
        return parts
    seat = marks.seat_colour(deed.owner)
    away = 26 if deed.mortgaged else 0
    x, y = (strip.cx - away, strip.cy) if side % 2 == 0 else (strip.cx, strip.cy - away)
    number = text(x, y + 5.6, str(deed.owner + 1), 16, bold=True, fill=ink_on(seat))
    parts.append(el("g", strip.drawn(seat, theme.line), number, class_="owner", data_seat=deed.owner))
    if deed.mortgaged:
        x, y = (strip.cx + away, strip.cy) if side % 2 == 0 else (strip.cx, strip.cy + away)
        parts.append(marks.mortgage_mark(labels(lang)["mortgage_mark"], x, y))
    return [*parts, *_buildings(band, deed.buildings)]


def _buildings(band: Box, count: int) -> list[str]:
    wide = band.w > band.h
    if count >= LARGE:
        return [marks.large_building(band.cx, band.cy, *((64, 21) if wide else (21, 64)))]
    shifts = [(number - (count - 1) / 2) * 22 for number in range(count)]
    return [
        marks.small_building(band.cx + shift, band.cy) if wide else marks.small_building(band.cx, band.cy + shift)
        for shift in shifts
    ]


def _label(theme: Theme, body: Box, name: str, amount: str = "") -> str:
    """The name, and an amount below it; tokens are below both."""
    _, upper = body.take("bottom", FEET)
    foot, upper = upper.take("bottom", PRICE if amount else 0)
    size, lines = fit(name, upper.w - 8, upper.h - 3, largest=14.5, narrow=True)
    label = block(upper.cx, upper.y + 3, upper.h - 3, lines, size, class_="name", fill=theme.ink)
    if amount:
        size, lines = fit(amount, foot.w - 6, foot.h, largest=12.5, narrow=True)
        label += block(foot.cx, foot.y, foot.h, lines, size, bold=True, class_="amount", fill=theme.ink)
    return label


def _tax(edition: Edition, scene: Scene, lang: str, square: Square) -> str:
    short = edition.short if scene.variant == "short" else None
    amount = edition.money((square.short_game_amount if short else 0) or square.amount, lang)
    if square.percent_option and not (short and short.income_tax_flat):
        return labels(lang)["choice"].format(amount, square.percent_option)
    return amount


def _other(edition: Edition, scene: Scene, theme: Theme, lang: str, square: Square) -> list[str]:
    """A deck or a tax."""
    side = square.index // 10
    head, rest = place(square.index).take(INNER[side], SIGN)
    amount = _tax(edition, scene, lang, square) if square.kind == "tax" else ""
    return [marks.sign(square.kind, head.cx, head.cy, theme.accent), _label(theme, rest, square.name[lang], amount)]


def _corner(edition: Edition, scene: Scene, theme: Theme, lang: str, square: Square) -> list[str]:
    """GO, Free Parking and Go to Jail."""
    box = place(square.index).shrunk(4)
    _, upper = box.take("bottom", FEET)
    head, foot = upper.take("top", 62 if square.kind == "go" else 66)
    x, y = head.cx, head.cy
    if square.kind == "go":
        arrow = f"M{x - 62} {y + 4}l24 -20v12h86v16h-86v12z"
        picture = el("path", d=arrow, fill=theme.accent)
        salary = f"+{edition.money(scene.salary, lang)}"
        name, pay = foot.take("top", foot.h - 18)
        size, lines = fit(square.name[lang], name.w, name.h + 4, largest=30, narrow=True)
        label = block(name.cx, name.y - 4, name.h + 4, lines, size, bold=True, class_="name")
        return [picture, label + text(pay.cx, pay.y + 11, salary, 14, bold=True, class_="amount")]
    if square.kind == "parking":
        picture = el("path", d=f"M{x - 4} {y + 28}v-18h8v18z", fill=theme.ink)
        picture += "".join(el("circle", cx=x + dx, cy=y + dy, r=16, fill=theme.accent) for dx, dy in _TREE)
    else:
        picture = el("circle", cx=x - 30, cy=y + 4, r=17, fill=theme.accent)
        picture += el("path", d=f"M{x - 8} {y}h16v-8l14 12l-14 12v-8h-16z", fill=theme.ink)
        picture += _bars(Box(x + 28, y - 16, 36, 40), theme, 4)
    size, lines = fit(square.name[lang], foot.w - 4, foot.h, largest=18, narrow=True)
    return [picture, block(foot.cx, foot.y - 2, foot.h, lines, size, bold=True, class_="name")]


_TREE = ((-14, -2), (14, -2), (0, -16), (0, 2))


def _bars(box: Box, theme: Theme, bars: int) -> str:
    lines = "".join(f"M{box.x + box.w * bar / (bars + 1):.1f} {box.y}v{box.h}" for bar in range(1, bars + 1))
    return box.drawn(theme.cell, theme.ink, 2) + el("path", d=lines, stroke=theme.ink, stroke_width=2, opacity=0.3)


def _jail(theme: Theme, lang: str, square: Square) -> list[str]:
    """jail.visitor-shown-apart: the cell towards the middle of the board, with the visitors' path around it."""
    box, cell = place(JAIL), cell_box()
    inside, _, outside = square.name[lang].partition(" / ")
    plate = Box(cell.x + 6, cell.y + 5, cell.w - 12, 32)
    size, lines = fit(inside, plate.w - 4, plate.h, largest=16, narrow=True)
    parts = [_bars(cell, theme, 6), plate.drawn(theme.square, theme.line, rx=3)]
    parts.append(block(plate.cx, plate.y, plate.h, lines, size, bold=True, class_="name"))
    if outside:
        way, _ = box.take("bottom", 44)
        size, lines = fit(outside, way.w - 12, way.h - 6, largest=17, narrow=True)
        parts.append(block(way.cx, way.y, way.h, lines, size, bold=True, class_="name"))
    return parts


def cell_box() -> Box:
    box = place(JAIL)
    return Box(box.x + 48, box.y, DEPTH - 48, DEPTH - 48)


def _feet(index: int, ownable: bool) -> Box:
    """The area for tokens on a square."""
    box, side = place(index), index // 10
    if index == JAIL:
        return Box(box.x + 2, box.y + 2, 44, DEPTH - 48)
    if index % 10 == 0:
        return box.take("bottom", FEET + 4)[0].shrunk(3)
    rest = box.take(INNER[side], BAND if ownable else SIGN)[1]
    rest = rest.take(OUTER[side], STRIP)[1] if ownable else rest
    feet = rest.take("bottom", FEET)[0]
    return Box(feet.x + 2, feet.y, feet.w - 4, feet.h - 2)


def _standing(scene: Scene, lang: str, square: Square) -> str:
    """The tokens and Force symbols on a square, outside the cell."""
    label = labels(lang)
    seats = scene.here(square.index)
    symbols = [symbol for symbol, where in scene.force.items() if where == square.index]
    box = _feet(square.index, square.ownable)
    radius, middles = marks.places(len(seats) + len(symbols), box.x, box.y, box.w, box.h, largest=13)
    visit = label["visiting"] if square.index == JAIL else ""
    tokens = [marks.token(seat, *at, radius, visit) for seat, at in zip(seats, middles, strict=False)]
    force = middles[len(seats) :]
    return "".join(
        [*tokens, *(marks.force_symbol(s, *at, radius, label[s]) for s, at in zip(symbols, force, strict=True))]
    )


def _cell(scene: Scene, lang: str) -> str:
    """jail.visitor-shown-apart: the tokens of those in jail."""
    cell = cell_box()
    radius, middles = marks.places(len(scene.cell), cell.x + 4, cell.y + 40, cell.w - 8, cell.h - 44, largest=14)
    where = labels(lang)["in_jail"]
    return "".join(marks.token(seat, x, y, radius, where) for seat, (x, y) in zip(scene.cell, middles, strict=True))
