"""Actions as dicts and as one line of text, and their conversion to the kernel's numbers.

Malformed actions are refused here, before any rule is asked: an unknown type, or a missing, extra or mistyped field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from freehold.action_table import ACTIONS, BY_NUMBER
from freehold.action_table import Action as Row
from freehold.engine.records import Action
from freehold.game import names, types
from freehold.game.fields import FIELDS, SHOWN
from freehold.json_types import Json
from freehold.rules import state

Kept = Mapping[int, list[tuple[str, int]]]  # each seat's jail cards as (deck, slot)

LARGEST = 1_000_000_000


class IllegalAction(Exception):
    """The rules refuse an action. `reason` is a stable code; the game is exactly as it was."""

    def __init__(self, reason: str, detail: str = "") -> None:
        self.reason = reason
        self.detail = detail
        super().__init__(reason, detail)

    def __str__(self) -> str:
        from freehold import sentences

        sentence = sentences.reason(self.reason, "en")
        return f"{sentence} ({self.detail})" if self.detail else sentence


def read(action: Any, kept: Kept, seat: int) -> Any:
    """Convert an action dict to the kernel's numbers."""
    if not isinstance(action, Mapping):
        raise IllegalAction("bad-field", "an action is an object with a type")
    kind = action.get("type")
    if not isinstance(kind, str) or kind not in ACTIONS:
        raise IllegalAction("unknown-action", f"no action is called {kind!r}"[:120])
    _check_fields(kind, action)
    x: Any = Action()
    x.kind = ACTIONS[kind].row.number
    for field in ACTIONS[kind].fields:
        if field.kind == "side":
            owner = seat if field.slot == "give" else x.a
            cash, squares, cards = _side(action.get(field.name, {}), kept.get(owner, []))
            setattr(x, f"{field.slot}_cash", cash)
            setattr(x, field.slot, squares)
            setattr(x, f"{field.slot}_cards", cards)
        elif field.name not in action:
            setattr(x, field.slot, field.default)
        elif field.kind == "choice":
            setattr(x, field.slot, _choice(ACTIONS[kind].row.choices, action["choice"]))
        else:
            setattr(x, field.slot, READERS[field.kind](action[field.name]))
    return x


def _side(side: Any, kept: list[tuple[str, int]]) -> tuple[int, int, int]:
    """One side of an offer: cash, squares and jail cards. Nothing else can be traded."""
    if not isinstance(side, Mapping):
        raise IllegalAction("bad-field", "each side of an offer is an object with cash, squares and jail_cards")
    unknown = [key for key in side if key not in ("cash", "squares", "jail_cards")]
    if unknown:
        raise IllegalAction("bad-field", f"{unknown[0]!r} cannot be traded"[:120])
    cards = 0
    free = list(kept)
    for deck in _list(side.get("jail_cards", []), "jail_cards"):
        slot = next((held for held in free if held[0] == deck), None)
        if slot is None:
            raise IllegalAction("no-jail-card")
        free.remove(slot)
        cards |= 1 << slot[1]
    return _amount(side.get("cash", 0)), _squares(side.get("squares", [])), cards


def _check_fields(kind: str, action: Mapping[str, Any]) -> None:
    known = {field.rstrip("?") for field in FIELDS[kind]} | SHOWN[kind] | {"type"}
    extra = [key for key in action if key not in known]
    if extra:
        raise IllegalAction("bad-field", f"{kind} has no field {extra[0]!r}"[:120])
    missing = [field for field in FIELDS[kind] if not field.endswith("?") and field not in action]
    if missing:
        raise IllegalAction("bad-field", f"{kind} needs the field {missing[0]!r}")


def _number(value: Any, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise IllegalAction("bad-field", f"{what} is a whole number")
    return value


def _square(value: Any) -> int:
    number = _number(value, "square")
    if not 0 <= number < state.SQUARES:
        raise IllegalAction("no-such-square")
    return number


def _amount(value: Any) -> int:
    number = _number(value, "an amount")
    if not 0 <= number <= LARGEST:
        raise IllegalAction("bad-amount")
    return number


def _count(value: Any) -> int:
    number = _number(value, "a count")
    if not 0 <= number <= 100:
        raise IllegalAction("bad-amount")
    return number


def _list(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise IllegalAction("bad-field", f"{what} is a list")
    return list(value)


def _squares(value: Any) -> int:
    bits = 0
    for square in _list(value, "squares"):
        bit = 1 << _square(square)
        if bits & bit:
            raise IllegalAction("bad-field", "a square is named twice")
        bits |= bit
    return bits


def _choice(choices: Sequence[str], value: Any) -> int:
    if value not in choices:
        raise IllegalAction("bad-choice")
    return choices.index(value)


def _seat(value: Any) -> int:
    number = _number(value, "a seat")
    if not 0 <= number < state.PLAYERS:
        raise IllegalAction("bad-partner")
    return number


def _deck(value: Any) -> int:
    if value not in names.DECKS:
        raise IllegalAction("bad-choice")
    return 1 + names.DECKS.index(value)


def _symbol(value: Any) -> int:
    if value not in ("light", "dark"):
        raise IllegalAction("wrong-symbol")
    return names.FACE_NUMBERS[value]


READERS: dict[str, Callable[[Any], int]] = {
    "square": _square,
    "seat": _seat,
    "amount": _amount,
    "count": _count,
    "deck": _deck,
    "symbol": _symbol,
    "squares": _squares,
}


def bits_of(mask: int) -> list[int]:
    """The indices of the set bits."""
    return [k for k in range(state.SQUARES) if mask >> k & 1]


def bare(action: types.Action) -> types.Action:
    """An action without the informational fields of a list of legal actions."""
    hidden = SHOWN[action["type"]]
    return cast(types.Action, {key: value for key, value in action.items() if key not in hidden})


def from_row(kind: int, a: int, b: int) -> Json:
    """A row of the kernel's list of legal actions as a dict."""
    row = BY_NUMBER[kind]
    numbers = {"a": a, "b": b}
    action: Json = {"type": row.name}
    for field in row.fields:
        if field.slot in numbers and not (field.optional and numbers[field.slot] == field.default):
            action[field.name] = _written(row, field.kind, numbers[field.slot])
    return action


def write(x: Any, kept: Kept, seat: int) -> types.Action:
    """The kernel's action as a dict: the inverse of `read`."""
    row = BY_NUMBER[x.kind]
    action = from_row(x.kind, x.a, x.b)
    for field in row.fields:
        value = getattr(x, field.slot)
        if field.kind == "side":
            owner = seat if field.slot == "give" else x.a
            cash, cards = getattr(x, f"{field.slot}_cash"), getattr(x, f"{field.slot}_cards")
            action[field.name] = _written_side(cash, value, cards, kept.get(owner, []))
        elif field.slot not in ("a", "b") and not (field.optional and value == field.default):
            action[field.name] = _written(row, field.kind, value)
    return cast(types.Action, action)


def _written(row: Row, kind: str, value: int) -> Any:
    match kind:
        case "choice":
            return row.row.choices[value]
        case "deck":
            return names.DECKS[value - 1]
        case "symbol":
            return names.FACES[value]
        case "squares":
            return bits_of(value)
    return value


def _written_side(cash: int, squares: int, cards: int, kept: list[tuple[str, int]]) -> Json:
    side: Json = {}
    if cash:
        side["cash"] = cash
    if squares:
        side["squares"] = bits_of(squares)
    if cards:
        side["jail_cards"] = [deck for deck, slot in kept if cards >> slot & 1]
    return side


def format_action(action: types.Action) -> str:
    """An action in one line: `build square=6`, `offer to=1 give=cash:50,squares:6+8 ask=jail_cards:chest`."""
    words_ = [str(action["type"])]
    for key, value in action.items():
        if key in ("type", *SHOWN.get(str(action["type"]), ())):
            continue
        if isinstance(value, Mapping):
            value = ",".join(f"{part}:{_plus(amount)}" for part, amount in value.items())
        words_.append(f"{key}={_plus(value)}")
    return " ".join(words_)


def _plus(value: Any) -> str:
    return "+".join(str(item) for item in value) if isinstance(value, list | tuple) else str(value)


def parse_action(line: str) -> types.Action:
    """Parse the output of `format_action`; anything else raises ValueError."""
    first, *rest = line.split()
    if first not in FIELDS:
        raise ValueError(f"no action is called {first!r}")
    action: Json = {"type": first}
    for part in rest:
        key, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"{part!r} is not of the form name=value")
        if key in ("give", "ask"):
            sides = (item.partition(":") for item in value.split(",") if item)
            action[key] = {name: _value(name, text) for name, _, text in sides}
        else:
            action[key] = _value(key, value)
    return cast(types.Action, action)


def _value(key: str, text: str) -> Any:
    if key in ("squares", "jail_cards", "more"):
        return [_plain(item) for item in text.split("+") if item]
    return _plain(text)


def _plain(text: str) -> Any:
    return int(text) if text.lstrip("-").isdigit() else text


def outcomes(chance: Iterable[int | str]) -> list[int]:
    """Convert dictated random outcomes to the kernel's numbers."""
    numbers = []
    for outcome in chance:
        if isinstance(outcome, str) and outcome in names.FACE_NUMBERS:
            numbers.append(names.FACE_NUMBERS[outcome])
        elif isinstance(outcome, int) and not isinstance(outcome, bool) and 1 <= outcome <= 6:
            numbers.append(outcome)
        else:
            raise ValueError(f"{outcome!r} is not an outcome: a die shows 1 to 6, the Force die light, dark or shift.")
    if len(numbers) > state.TOLD:
        raise ValueError(f"At most {state.TOLD} outcomes can be dictated at once.")
    return numbers


def outcome_names(numbers: Iterable[int]) -> list[int | str]:
    return [names.FACES.get(number, number) for number in numbers]
