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
        if name not in KINDS:
            raise ValueError(
                f"the field {name!r} is of no known kind: add it to `KINDS` in action_table.py, or use one of "
                f"{', '.join(KINDS)}."
            )
        kind = KINDS[name]
        if name not in SLOTS and not free:
            raise ValueError(
                f"there is no number left for the field {name!r}: a row has room for two, besides {', '.join(SLOTS)}. "
                "For more, add a number to `ACTION` in rules/state.py, and its place to `SLOTS` in action_table.py."
            )
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
        found[name] = _action(name, row)
    _check_numbers(found)
    return found


def _action(name: str, row: Row) -> Action:
    free = ["a", "b"]
    try:
        action = Action(name, row, tuple(Field.read(text, free) for text in row.fields))
        if bool(row.choices) != any(field.kind == "choice" for field in action.fields):
            raise ValueError("the field `choice` and the values in `choices` belong together: add what is missing.")
    except ValueError as trouble:
        raise ValueError(f"rules/{TABLE.name}, [{name}]: {trouble}") from None
    return action


def _check_numbers(found: dict[str, Action]) -> None:
    """The numbers of so many actions are 1 to that, each once."""
    owners: dict[int, str] = {}
    for name, action in found.items():
        other = owners.setdefault(action.row.number, name)
        if other != name:
            raise ValueError(
                f"rules/{TABLE.name}: [{other}] and [{name}] have the same `number` {action.row.number}. "
                "A new action has the next one that is free; the number of an old one never changes."
            )
    for number in range(1, len(found) + 1):
        if number not in owners:
            raise ValueError(
                f"rules/{TABLE.name}: no row has the `number` {number}. A new action has the next one that is free, "
                "and the row of an old one stays: logs of games hold its number."
            )


class _ByNumber(dict[int, Action]):
    """The actions by their numbers. A number without a row, as a stale generated file has, is said to need one."""

    def __missing__(self, number: int) -> Action:
        raise KeyError(
            f"No row of rules/{TABLE.name} has the number {number}: add the row, "
            "then run `python tools/kernel_names.py`."
        )


ACTIONS = _actions()
BY_NUMBER = _ByNumber(
    (action.row.number, action) for action in sorted(ACTIONS.values(), key=lambda one: one.row.number)
)
