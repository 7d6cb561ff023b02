"""The sections and fields of an observation by name: one table, from which slices, names and the documentation come.

`kernel/observe.py` writes the numbers in this order; the texts of the fields are in `i18n/*/observation.toml`.
"""

from __future__ import annotations

from typing import NamedTuple

from freehold.envs.kernel import layout
from freehold.envs.settings import between
from freehold.i18n import text
from freehold.layouts.environment_shape import SHORTLIST
from freehold.rules.state import GROUPS, PLAYERS, SQUARES

# Widths that depend on the number of players: each slot, or nobody (the bank) and each slot
SLOTS, NONE_OR_SLOT = -1, -2
# Section: its rows, and the fields of each row with their widths. A width of 1 is one number.
TABLE: dict[str, tuple[int, dict[str, int]]] = {
    "seats": (
        SLOTS,
        {
            **dict.fromkeys(("cash", "in_game", "in_jail", "failed_throws"), 1),
            **dict.fromkeys(("on_turn", "decides", "jail_cards", "wishes"), 1),
            "square": SQUARES,
        },
    ),
    "squares": (
        SQUARES,
        {
            "owner": NONE_OR_SLOT,
            **dict.fromkeys(("mortgaged", "buildings", "rent", "dark", "light"), 1),
            **dict.fromkeys(("transfer", "auction", "offered", "asked"), 1),
        },
    ),
    "groups": (SLOTS, {"held": GROUPS}),
    "turn": (
        1,
        {
            "phase": layout.PHASES,
            **dict.fromkeys(("die_1", "die_2"), 6),
            "force": 3,
            **dict.fromkeys(("doubles", "houses", "hotels", "turns"), 1),
            **dict.fromkeys(("players_left", "offers_made", "time_left", "throws_again"), 1),
        },
    ),
    "debt": (1, {"amount": 1, "to": NONE_OR_SLOT}),
    "auction": (1, {"house": 1, "hotel": 1, "bid": 1, "lowest": 1, "leader": NONE_OR_SLOT, "bidders": SLOTS}),
    "offer": (1, {"cash": 1, "jail_cards_given": 1, "jail_cards_asked": 1, "settlement": 1, "maker": SLOTS}),
    "builder": (
        1,
        {"step": 3, "partner": SLOTS, "asked": layout.GROUP_CHOICES, "given": layout.GROUP_CHOICES},
    ),
    "candidates": (
        SHORTLIST,
        {
            **dict.fromkeys(("listed", "gain", "cash", "deeds_given", "deeds_asked", "price_given"), 1),
            **dict.fromkeys(("price_asked", "completes_mine", "completes_theirs", "partner"), 1),
            **dict.fromkeys(("group_asked", "group_given"), 1),
        },
    ),
    "facts": (SQUARES, dict.fromkeys(("price", "house_cost", "lowest_rent", "highest_rent", "visits"), 1)),
}


class Field(NamedTuple):
    """A field of an observation: in the section's row `r` it has `width` numbers, from `start + r * step` on."""

    name: str  # section and field: `seats.cash`
    start: int
    rows: int
    step: int
    width: int

    def meaning(self, lang: str = "en") -> str:
        """What its numbers say, in English or French."""
        return text("observation", self.name, lang)


def observation_fields(players: int = 4) -> list[Field]:
    """All fields of an observation, in order."""
    between("players", players, 2, PLAYERS)
    found, at = [], 0
    for section, (rows, fields) in TABLE.items():
        row, rows = 0, _width(rows, players)
        step = sum(_width(width, players) for width in fields.values())
        for name, width in fields.items():
            found.append(Field(f"{section}.{name}", at + row, rows, step, _width(width, players)))
            row += _width(width, players)
        at += rows * step
    return found


def observation_slices(players: int = 4) -> dict[str, slice[int, int, int | None]]:
    """Where the numbers are: each section by its name (`seats`), and each field that has one number in a row by its own
    (`seats.cash`: one for each slot).

    Slot 0 is the seat that sees, slot 1 the one to its left, and so on.
    """
    found: dict[str, slice[int, int, int | None]] = {}
    for field in observation_fields(players):
        section = field.name.partition(".")[0]
        end = field.start + field.rows * field.step
        if section not in found:
            found[section] = slice(field.start, end)
        if field.rows == 1:
            found[field.name] = slice(field.start, field.start + field.width)
        elif field.width == 1:
            found[field.name] = slice(field.start, found[section].stop, field.step)
    return found


def observation_names(players: int = 4) -> list[str]:
    """A name for every number: `seats[0].cash`, `squares[39].owner[1]`."""
    names = [""] * layout.observation_size(players)
    for field in observation_fields(players):
        section, _, name = field.name.partition(".")
        for row in range(field.rows):
            for k in range(field.width):
                label = section + (f"[{row}]" if field.rows > 1 else "") + f".{name}"
                names[field.start + row * field.step + k] = label + (f"[{k}]" if field.width > 1 else "")
    return names


def _width(width: int, players: int) -> int:
    return {SLOTS: players, NONE_OR_SLOT: players + 1}.get(width, width)
