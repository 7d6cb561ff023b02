"""The numbers of the action space in words: the labels of the actions, and texts for a learner's own steps."""

from __future__ import annotations

from functools import cache
from typing import Any

from freehold import sentences
from freehold.action_table import BY_NUMBER
from freehold.editions import Edition, EditionLike, load
from freehold.envs.kernel import action_numbers, actions, layout
from freehold.i18n import write
from freehold.rules import codes, state
from freehold.sentences.placeholders import quoted

GROUPS = {state.STATIONS: "station", state.UTILITIES: "utility"}  # beside the colour groups


def action_name(action: int, lang: str = "en", edition: EditionLike = "classic") -> str:
    """An action of a learner in words, in English or French: as the log and the buttons say it, with the names that the
    squares have in an edition.
    """
    number = int(action)
    if number != action or not 0 <= number < layout.SPACE:
        raise ValueError(f"Actions are numbered from 0 to {layout.SPACE - 1}; there is no {action}.")
    board = load(edition)
    key, values, group = _step(number)
    if not key:
        return _plain(number, board, lang)
    if group is not None:
        first = _first_square(group, board)
        if first is None:
            return write("environment", "spare-group", {}, lang)
        values = values | {"square": quoted(board.squares[first].name[lang], lang)}
    return write("environment", key, values, lang)


@cache
def _step(number: int) -> tuple[str, dict[str, str], int | None]:
    """The text of a step that is no action of the rules, its values, and the group it is about."""
    if number == layout.ID_CANCEL:
        return "cancel", {}, None
    if number == layout.ID_WANT + layout.WANTS - 1:
        return "want-most", {}, None
    if number == layout.ID_BID:
        return "bid-lowest", {}, None
    if number == layout.ID_BUILD - 1:
        return "bid-cash", {}, None
    if layout.ID_BID < number < layout.ID_BUILD:
        unused: Any = None
        percent = actions.bid_limit(unused, 100, 0, 1 << 20, number - layout.ID_BID)  # of a price of 100
        return "bid-percent", {"percent": str(percent)}, None
    if layout.ID_CANDIDATE <= number < layout.ID_ASK:
        return "candidate", {"number": str(number - layout.ID_CANDIDATE + 1)}, None
    if layout.ID_ASK <= number < layout.ID_GIVE:
        slot, group = divmod(number - layout.ID_ASK, layout.GROUP_CHOICES)
        return _about("ask", group, {"slot": str(slot + 1)})
    if layout.ID_GIVE <= number < layout.ID_PRICE:
        return _about("give", number - layout.ID_GIVE, {})
    if layout.ID_PRICE <= number < layout.ID_PRICE + layout.PRICE_LEVELS:
        return f"price-{number - layout.ID_PRICE}", {}, None
    if not layout.ID_WANT <= number < layout.ID_BID and action_numbers.action_of(number) == codes.NOTHING:
        return "spare", {}, None
    return "", {}, None


def _about(key: str, group: int, values: dict[str, str]) -> tuple[str, dict[str, str], int | None]:
    return (f"{key}-nothing", values, None) if group == layout.NO_GROUP else (key, values, group)


def _plain(number: int, board: Edition, lang: str) -> str:
    """The label of an action of the rules."""
    if layout.ID_WANT <= number < layout.ID_BID:
        return sentences.action(board, {"type": "want", "count": number - layout.ID_WANT + 1}, [], lang)
    kind, field = BY_NUMBER[action_numbers.action_of(number)], action_numbers.field_of(number)
    action: dict[str, Any] = {"type": kind.name}
    if kind.row.choices:
        action["choice"] = kind.row.choices[field]
    elif kind.row.per == "square":
        action["square"] = field
    elif kind.row.per == "group":
        action["square"] = _first_square(field, board)
        if action["square"] is None:
            return write("environment", "spare-group", {}, lang)
    name = sentences.action(board, action, [], lang)
    twins = [square.index for square in board.squares if square.name == board.squares[field].name]
    return f"{name} ({field})" if kind.row.per == "square" and len(twins) > 1 else name


def _first_square(group: int, board: Edition) -> int | None:
    if group not in GROUPS and group >= len(board.groups):
        return None
    return next(iter(board.members(GROUPS.get(group) or board.groups[group].id)), None)
