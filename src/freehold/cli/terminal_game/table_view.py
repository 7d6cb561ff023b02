"""The terminal display: players, squares ahead, board, deeds, standings.

Everything is drawn from a `view` of the game, so that nothing hidden is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from freehold.editions import Edition
from freehold.editions.schema import OWNABLE, SQUARES, Square
from freehold.i18n.command_words import word

Json = Mapping[str, Any]

SMALL, LARGE, LIGHT, DARK = "⌂", "▲", "○", "●"
LARGE_ONE = 5  # the value of `buildings` for the large building
AHEAD = 12
VALUE_WIDTH, VISITORS_WIDTH = 6, 4
WIDEST = 100  # wider lines are hard to read
SEAT_STYLES = ("green", "yellow", "cyan", "magenta", "red", "blue", "bright_green", "bright_yellow")


def tag(seat: int) -> Text:
    """A seat's number in its colour."""
    return Text(str(seat + 1), style=f"bold {SEAT_STYLES[seat]}")


def group_mark(edition: Edition, square: Square) -> Text:
    colour = next((group.hex for group in edition.groups if group.id == square.group), None)
    return Text("■", style=colour) if colour else Text(" ")


def owned_mark(view: Json, square: Square, lang: str) -> Text:
    """The owner and buildings of a square, as `2⌂⌂`."""
    deed = view["deeds"].get(str(square.index))
    if deed is None:
        return Text()
    mark = tag(deed["owner"])
    if deed["mortgaged"]:
        return mark.append(word("mortgage-mark", lang), style="red")
    count = deed["buildings"]
    return mark.append(LARGE if count == LARGE_ONE else SMALL * count)


def visitors(view: Json, square: int) -> Text:
    """The tokens on a square, prisoners in brackets, and the symbols of the Force."""
    here = Text()
    for side, mark in (("light", LIGHT), ("dark", DARK)):
        if view.get("force", {}).get(side) == square:
            here.append(mark)
    players = [(seat, p) for seat, p in enumerate(view["players"]) if p["square"] == square and not p["bankrupt"]]
    if players:
        here.append("◂")
    for seat, player in players:
        here.append_text(Text.assemble("(", tag(seat), ")") if player["in_jail"] else tag(seat))
    return here


def _cell(edition: Edition, view: Json, index: int, width: int, lang: str) -> Text:
    """One square in a given width: number, colour, name, owner or price, and tokens."""
    square = edition.squares[index]
    tax = (view["variant"] == "short" and square.short_game_amount) or square.amount
    amount = square.price or -tax  # taxes are shown as negative amounts
    value = owned_mark(view, square, lang) or Text(edition.money(amount, lang) if amount else "", style="dim")
    here = visitors(view, index)
    right = max(VALUE_WIDTH, value.cell_len) + 1 + max(VISITORS_WIDTH, here.cell_len)
    name = Text(square.name[lang])
    name.truncate(width - right - 6, overflow="ellipsis", pad=True)
    cell = Text(f"{index:>2} ", style="dim", end="")
    cell = Text.assemble(cell, group_mark(edition, square), " ", name, " ", " " * (VALUE_WIDTH - value.cell_len), value)
    return cell.append(" ").append_text(here).append(" " * (VISITORS_WIDTH - here.cell_len))


def _show_squares(screen: Console, edition: Edition, view: Json, squares: list[int], lang: str) -> None:
    """Squares in two columns, the first half on the left."""
    half = len(squares) // 2
    width = (min(screen.width, WIDEST) - 2) // 2
    for left, right in zip(squares[:half], squares[half:], strict=True):
        first, second = (_cell(edition, view, square, width, lang) for square in (left, right))
        screen.print(first.append("  ").append_text(second), no_wrap=True, overflow="crop")


def show_ahead(screen: Console, edition: Edition, view: Json, seat: int, lang: str) -> None:
    """The token's square and those that a throw can reach."""
    first = view["players"][seat]["square"]
    squares = [(first + k) % SQUARES for k in range(AHEAD + 1) if k != 1]  # two dice cannot show 1
    _show_squares(screen, edition, view, squares, lang)


def show_board(screen: Console, edition: Edition, view: Json, lang: str) -> None:
    """All forty squares, and the bank's stock."""
    _show_squares(screen, edition, view, list(range(SQUARES)), lang)
    small, large = edition.buildings.small, edition.buildings.large
    legend = word("legend", lang, small=SMALL, large=LARGE, small_name=small.name(lang), large_name=large.name(lang))
    screen.print(legend, style="dim")
    if "force" in view:
        screen.print(word("legend-force", lang, light=LIGHT, dark=DARK), style="dim")
    houses, hotels = view["bank"]["houses"], view["bank"]["hotels"]
    left = word(
        "bank-left",
        lang,
        small=f"{houses} {small.name(lang, houses)}",
        large=f"{hotels} {large.name(lang, hotels)}",
    )
    screen.print(left, style="dim")


def show_players(screen: Console, edition: Edition, view: Json, person: int, lang: str) -> None:
    """Every player's cash, square and number of deeds."""
    tokens = {token.id: token.name[lang] for token in edition.tokens}
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("")
    table.add_column(word("player", lang), no_wrap=True, overflow="ellipsis", max_width=14)
    table.add_column(word("token", lang), no_wrap=True, overflow="ellipsis", max_width=22)
    table.add_column(word("cash", lang), justify="right")
    table.add_column(word("where", lang), no_wrap=True, overflow="ellipsis")
    table.add_column(word("deeds", lang), justify="right")
    for seat, player in enumerate(view["players"]):
        deeds = sum(deed["owner"] == seat for deed in view["deeds"].values())
        token = Text(tokens[player["token"]], style="dim")
        if player["bankrupt"]:
            table.add_row(tag(seat), player["name"], token, "", word("bankrupt", lang), "", style="dim")
            continue
        where = word("jailed", lang) if player["in_jail"] else edition.squares[player["square"]].name[lang]
        name = Text(player["name"], style="bold" if seat == person else "")
        table.add_row(tag(seat), name, token, edition.money(player["cash"], lang), where, str(deeds))
    screen.print(table)


def show_deeds(screen: Console, edition: Edition, view: Json, lang: str) -> None:
    """Every player's deeds with their rents, the present one in bold."""
    for seat, player in enumerate(view["players"]):
        if player["bankrupt"]:
            continue
        heading = Text.assemble(tag(seat), " ", (player["name"], "bold"), f"  {edition.money(player['cash'], lang)}")
        screen.print(heading)
        owned = [edition.squares[int(k)] for k, deed in view["deeds"].items() if deed["owner"] == seat]
        if owned:
            screen.print(_deeds(edition, view, sorted(owned, key=lambda s: (OWNABLE.index(s.kind), s.index)), lang))
        else:
            screen.print(f"  {word('no-deeds', lang)}", style="dim")
        for deck in player["jail_cards"]:
            screen.print("  " + word("jail-card", lang, deck=deck_name(edition, deck, lang)))


def deck_name(edition: Edition, deck: str, lang: str) -> str:
    return (edition.decks.chest if deck == "chest" else edition.decks.chance).name[lang]


def _deeds(edition: Edition, view: Json, squares: list[Square], lang: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("", width=3, justify="right")
    table.add_column("", no_wrap=True, overflow="ellipsis")
    table.add_column("")
    for key in ("rents", "house-cost", "mortgage-value"):
        table.add_column(word(key, lang), justify="right", no_wrap=True)
    for square in squares:
        deed = view["deeds"][str(square.index)]
        mark = owned_mark(view, square, lang)[1:]
        cost = str(square.house_cost or "")
        rents = _rents(square, deed, lang)
        table.add_row(group_mark(edition, square), square.name[lang], mark, rents, cost, str(square.mortgage))
    return table


def rents_of(square: Square, lang: str) -> str:
    """The rents of a deed, or the dice multipliers of a utility."""
    if square.dice_multipliers:
        return word("times-dice", lang, factors=" / ".join(map(str, square.dice_multipliers)))
    return " ".join(map(str, square.rents))


def _rents(square: Square, deed: Json, lang: str) -> Text:
    if square.dice_multipliers:
        return Text(rents_of(square, lang))
    rents = Text()
    for count, rent in enumerate(square.rents):
        now = square.kind == "street" and count == deed["buildings"] and not deed["mortgaged"]
        rents.append(" " if count else "").append(str(rent), style="bold" if now else "dim")
    return rents


def show_standings(screen: Console, edition: Edition, standings: Sequence[Json], lang: str) -> None:
    """The standings with net worth."""
    table = Table(box=None, pad_edge=False, header_style="dim", title=word("standings", lang), title_justify="left")
    table.add_column("", justify="right")
    table.add_column(word("player", lang))
    table.add_column(word("worth", lang), justify="right")
    for row in standings:
        worth = word("bankrupt", lang) if row["worth"] is None else edition.money(row["worth"], lang)
        table.add_row(str(row["place"]), row["name"], worth)
    screen.print(table)
