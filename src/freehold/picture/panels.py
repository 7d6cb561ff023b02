"""A panel for each player: name, token, cash, properties, jail cards, and the deeds themselves."""

from __future__ import annotations

from freehold.editions import Edition
from freehold.picture import marks
from freehold.picture.scene import Scene, Seat
from freehold.picture.svg import el, fit_line, tag, tag_width, text, width, words
from freehold.picture.themes import Theme
from freehold.picture.vocabulary import labels

ROOM = 900  # width and height of the middle of the board
EDGE = 20
PANEL_ROOM = (ROOM - 3 * EDGE) / 2
PANEL_HEIGHT = 98
PANEL_STEP = PANEL_HEIGHT + 10
INDENT = 70  # the left edge of the text, beside the disc
CARD = 17


def sheet(theme: Theme, x: float, y: float, room: float, height: float, stroke: str = "", line: float = 1.5) -> str:
    """A blank panel."""
    edge = stroke or theme.line
    return el("rect", x=x, y=y, width=room, height=height, rx=8, fill=theme.panel, stroke=edge, stroke_width=line)


def panel(edition: Edition, scene: Scene, theme: Theme, lang: str, seat: Seat, x: float, y: float) -> str:
    label, left, right = labels(lang), x + INDENT, x + PANEL_ROOM - 12
    on_turn = scene.turn == seat.seat and not seat.bankrupt
    owned = scene.owned(seat.seat)
    cash = edition.money(seat.cash, lang)
    name_room = right - width(cash, 20, bold=True) - 14 - left
    size, name = fit_line(seat.name, name_room, largest=20, smallest=14, bold=True)
    strike = "line-through" if seat.bankrupt else None
    counts = f"{label['properties'].format(len(owned))} · {label['jail_cards'].format(seat.jail_cards)}"
    paper = sheet(theme, x, y, PANEL_ROOM, PANEL_HEIGHT, theme.mark if on_turn else "", 5 if on_turn else 1.5)
    parts = [
        el("title", words(" · ".join(part for part in (seat.number, seat.name, seat.token) if part))),
        el("rect", x=x + 6, y=y + 8, width=7, height=PANEL_HEIGHT - 16, rx=3, fill=marks.seat_colour(seat.seat)),
        marks.disc(seat.seat, x + 42, y + 31, 20),
        text(left, y + 29, name, size, anchor="start", bold=True, text_decoration=strike, class_="player"),
        text(right, y + 29, cash, 20, anchor="end", bold=True, class_="cash"),
        text(x + 22, y + 70, counts, 14, anchor="start", class_="counts"),
    ]
    end = right
    for shown, word, fill, ink in (
        (seat.bankrupt, "bankrupt", "#3a3a3a", "#ffffff"),
        (scene.winner == seat.seat, "winner", theme.mark, "#111111"),
        (on_turn, "turn", theme.mark, "#111111"),
        (seat.seat in scene.deciders and not on_turn, "decides", theme.ink, theme.panel),
    ):
        if shown:
            parts.append(tag(label[word], end, y + 51, fill, ink, class_=word))
            end -= tag_width(label[word]) + 6
    size, token = fit_line(seat.token, end - left - 4, largest=14)
    parts.append(text(left, y + 49, token, size, anchor="start", fill=theme.muted))
    if seat.jailed and not seat.bankrupt:
        parts.append(tag(label["in_jail"], right, y + 73, theme.ink, theme.panel, class_="in-jail"))
    step = min(CARD + 2, (PANEL_ROOM - 34) / max(1, len(owned)))
    for place, square in enumerate(owned):
        parts.append(_held(edition, scene, theme, lang, square, x + 22 + place * step, y + 77, min(CARD - 3, step - 2)))
    writing = el("g", *parts, opacity=0.7 if seat.bankrupt else None)
    return el("g", paper, writing, class_="panel", data_seat=seat.seat)


def _held(edition: Edition, scene: Scene, theme: Theme, lang: str, index: int, x: float, y: float, room: float) -> str:
    """setup.deeds-in-board-slots: a deed that was sold lies with its owner; a mortgaged one is hatched."""
    square = edition.squares[index]
    colour = next((group.hex for group in edition.groups if group.id == square.group), theme.ink)
    card = marks.deed_card(x, y, colour, room, 16)
    if scene.deeds[index].mortgaged:
        card += el("rect", x=x, y=y, width=room, height=16, fill=f"url(#{theme.hatch})")
    return el("g", el("title", words(square.name[lang])), card, class_="held", data_deed=index)
