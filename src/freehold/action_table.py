"""The rows of `rules/actions.toml`: every action with its number, phase and fields, and where a field is in the
kernel's action record. What can be made from them is; nothing else lists the actions.

No module of the kernel is imported here: the generator of the kernel's names reads the rows too.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

TABLE = Path(__file__).parent / "rules" / "actions.toml"

# What a field is, by its name.
KINDS = {
    "square": "square",
    "to": "seat",
    "amount": "amount",
    "cash": "amount",
    "count": "count",
    "keep": "count",
    "choice": "choice",
    "deck": "deck",
    "symbol": "symbol",
    "squares": "squares",
    "more": "squares",
    "give": "side",
    "ask": "side",
}
# Where these kinds are in the record; the others take `a` and `b`, in the order in which the row names them.
SLOTS = {"cash": "give_cash", "squares": "give", "more": "give", "give": "give", "ask": "ask"}
NOBODY = -1
DEFAULTS = {"square": NOBODY}  # of a number that may be left out and has no default of its own


class Field(msgspec.Struct, frozen=True):
    """A field of an action: its name in JSON, its kind, its place in the record, and what it is if it is left out."""

    name: str
    kind: str
    slot: str
    optional: bool
    default: int

    @classmethod
    def read(cls, text: str, free: list[str]) -> Field:
        """From `square`, `square?` or `count = 1`. `free`: the numbers of the record that are not taken yet."""
        name, _, default = text.replace("?", "").partition(" = ")
        kind = KINDS[name]
        slot = SLOTS[name] if name in SLOTS else free.pop(0)
        value = int(default) if default else DEFAULTS.get(kind, 0)
        return cls(name, kind, slot, text != name, value)


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row as it is written: see the head of the file."""

    number: int
    learner: int | None = None
    per: str = ""
    phase: str = ""
    free: bool = False
    panel: str = ""
    fields: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    may: str = ""
    do: str = ""
    listed: str | None = None
    also: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    shape: str = ""
    about: str = ""


class Action(msgspec.Struct, frozen=True):
    """What is true of one action."""

    name: str
    row: Row
    fields: tuple[Field, ...]

    @property
    def constant(self) -> str:
        return f"DO_{self.name.upper()}"

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases in whose lists the decider finds it."""
        return (self.row.phase, *self.row.also) if self.row.phase else self.row.also


def _actions() -> dict[str, Action]:
    rows = msgspec.toml.decode(TABLE.read_bytes(), type=dict[str, Row])
    found = {}
    for name, row in rows.items():
        free = ["a", "b"]
        found[name] = Action(name, row, tuple(Field.read(text, free) for text in row.fields))
    if sorted(row.number for row in rows.values()) != list(range(1, len(rows) + 1)):
        raise ValueError(f"{TABLE.name}: the numbers of {len(rows)} actions are 1 to {len(rows)}, each once.")
    return found


ACTIONS = _actions()
BY_NUMBER = {action.row.number: action for _, action in sorted(ACTIONS.items(), key=lambda item: item[1].row.number)}
