"""Actions as dicts and as one line of text, and their conversion to the kernel's numbers.

Malformed actions are refused here, before any rule is asked: an unknown type, or a missing, extra or mistyped field.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from freehold.engine.records import Action
from freehold.game import names
from freehold.game.fields import FIELDS, SHOWN
from freehold.rules import codes, state

Json = dict[str, Any]

LARGEST = 1_000_000_000
_CHOICES = {"pay_tax": names.TAX_CHOICES, "choose": names.CARD_CHOICES}


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


def read(action: Any, kept: Mapping[int, list[tuple[str, int]]], seat: int) -> Any:
    """Convert an action dict to the kernel's numbers. `kept` lists each seat's jail cards as (deck, slot)."""
    if not isinstance(action, Mapping):
        raise IllegalAction("bad-field", "an action is an object with a type")
    kind = action.get("type")
    if not isinstance(kind, str) or kind not in names.ACTION_NUMBERS:
        raise IllegalAction("unknown-action", f"no action is called {kind!r}"[:120])
    _check_fields(kind, action)
    x: Any = Action()
    x.kind = names.ACTION_NUMBERS[kind]
    if "square" in action and kind != "bid":
        x.a = _square(action["square"])
    match kind:
        case "bid":
            x.a = _amount(action["amount"])
            x.b = _square(action["square"]) if "square" in action else state.NOBODY
        case "pay_tax" | "choose":
            x.a = _choice(kind, action["choice"])
        case "use_jail_card":
            x.a = _deck(action["deck"]) if "deck" in action else codes.ANY_JAIL_CARD
        case "place_force":
            x.a, x.b = _symbol(action["symbol"]), x.a
        case "want":
            x.a = _count(action.get("count", 0))
        case "build":
            x.b = _count(action.get("count", 1))
        case "sell_group":
            x.b = _count(action.get("keep", 0))
            x.give = _squares(action.get("more", []))
        case "settle":
            x.give_cash = _amount(action["cash"])
            x.give = _squares(action["squares"])
        case "offer":
            _read_offer(x, action, kept, seat)
    return x


def _read_offer(x: Any, action: Mapping[str, Any], kept: Mapping[int, list[tuple[str, int]]], seat: int) -> None:
    x.a = _number(action["to"], "to")
    if not 0 <= x.a < state.PLAYERS:
        raise IllegalAction("bad-partner")
    x.give_cash, x.give, x.give_cards = _side(action.get("give", {}), kept.get(seat, []))
    x.ask_cash, x.ask, x.ask_cards = _side(action.get("ask", {}), kept.get(x.a, []))


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


def _choice(kind: str, value: Any) -> int:
    for number, name in _CHOICES[kind].items():
        if value == name:
            return number
    raise IllegalAction("bad-choice")


def _deck(value: Any) -> int:
    if value not in names.DECKS:
        raise IllegalAction("bad-choice")
    return 1 + names.DECKS.index(value)


def _symbol(value: Any) -> int:
    if value not in ("light", "dark"):
        raise IllegalAction("wrong-symbol")
    return names.FACE_NUMBERS[value]


def bits_of(mask: int) -> list[int]:
    """The indices of the set bits."""
    return [k for k in range(state.SQUARES) if mask >> k & 1]


def bare(action: Mapping[str, Any]) -> Json:
    """An action without the informational fields of a list of legal actions."""
    return {key: value for key, value in action.items() if key not in SHOWN[action["type"]]}


def from_row(kind: int, a: int, b: int) -> Json:
    """A row of the kernel's list of legal actions as a dict."""
    name = names.ACTIONS[kind]
    action: Json = {"type": name}
    match name:
        case "bid":
            action["amount"] = a
        case "pay_tax" | "choose":
            action["choice"] = _CHOICES[name][a]
        case "use_jail_card" if a != codes.ANY_JAIL_CARD:
            action["deck"] = names.DECKS[a - 1]
        case "place_force":
            action |= {"symbol": names.FACES[a], "square": b}
        case _ if "square" in FIELDS[name]:
            action["square"] = a
    return action


def write(x: Any, kept: Mapping[int, list[tuple[str, int]]], seat: int) -> Json:
    """The kernel's action as a dict: the inverse of `read`."""
    action = from_row(x.kind, x.a, x.b)
    match action["type"]:
        case "bid" if x.b != state.NOBODY:
            action["square"] = x.b
        case "want" if x.a > 0:
            action["count"] = x.a
        case "build" if x.b > 1:
            action["count"] = x.b
        case "sell_group":
            action |= {"keep": x.b} if x.b > 0 else {}
            action |= {"more": bits_of(x.give)} if x.give else {}
        case "settle":
            action |= {"squares": bits_of(x.give), "cash": x.give_cash}
        case "offer":
            action["to"] = x.a
            action["give"] = _written_side(x.give_cash, x.give, x.give_cards, kept.get(seat, []))
            action["ask"] = _written_side(x.ask_cash, x.ask, x.ask_cards, kept.get(x.a, []))
    return action


def _written_side(cash: int, squares: int, cards: int, kept: list[tuple[str, int]]) -> Json:
    side: Json = {}
    if cash:
        side["cash"] = cash
    if squares:
        side["squares"] = bits_of(squares)
    if cards:
        side["jail_cards"] = [deck for deck, slot in kept if cards >> slot & 1]
    return side


def format_action(action: Mapping[str, Any]) -> str:
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


def parse_action(line: str) -> Json:
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
    return action


def _value(key: str, text: str) -> Any:
    if key in ("squares", "jail_cards", "more"):
        return [_plain(item) for item in text.split("+") if item]
    return _plain(text)


def _plain(text: str) -> Any:
    return int(text) if text.lstrip("-").isdigit() else text


def outcomes(chance: Iterable[Any]) -> list[int]:
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


def outcome_names(numbers: Iterable[int]) -> list[Any]:
    return [names.FACES.get(number, number) for number in numbers]
