"""A game around a real box: dice and cards are typed by the people at the table, and mistakes are corrected.

Nothing is proved here: the log says what was typed. Two kinds of steps exist only in these games. `take_back` returns
to the state after step `to`; what is taken back stays in the log. `set_right` changes one thing without a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from msgspec import UNSET

from freehold.game import Game, PositionError, draws, internals, line_of_play, typed_chance
from freehold.game.names import DECKS
from freehold.game.typed_chance import CannotFollow, Outcome, Wanted
from freehold.game.types import Event
from freehold.json_types import Json
from freehold.server.storage.game_log import Entry, Header

HIDDEN = ("chance", "decks", "edition", "variant", "options")  # of a position: not in the header's start
PENDING = ("auction", "contest", "debts", "claims", "offer", "transfer", "estate", "battle", "card", "flow", "dice")


class CannotCorrect(ValueError):
    """A correction is refused: a code and a detail."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code, self.detail = code, detail


def start_of(position: Mapping[str, Any]) -> Json:
    """A position as the header has it: names and tokens are those of the seats, and the decks' order is unknown."""
    players = [
        {key: value for key, value in player.items() if key not in ("name", "token")}
        for player in cast(list[Json], position["players"])
    ]
    kept = {key: value for key, value in position.items() if key not in HIDDEN}
    return {**kept, "players": players}


def set_up(header: Header) -> Game:
    """The game of a header before the first step. Whoever deals takes the same deeds from the box."""
    start = {} if header.box is UNSET else header.box
    rows = zip(start.get("players", []), header.seats, strict=True)
    players = [{**player, "name": chair.name, "token": chair.token} for player, chair in rows]
    settings = {"edition": header.edition, "variant": header.variant, "options": header.options}
    game = Game.load({**start, **settings, "players": players})
    game.setup = internals.dealt(game)
    return game


def play(
    game: Game, number: int, action: Mapping[str, Any], seat: int | None, typed: Sequence[Outcome]
) -> Wanted | tuple[list[Event], Json]:
    """Make step `number`, if all that it needs was typed. Returns its events and its log line. With something that is
    set right, that has what `was` true before.

    `IllegalAction`, `CannotFollow` or `CannotCorrect` if it is refused; the game is then as before.
    """
    correct = CORRECTIONS.get(str(action.get("type")))
    if correct is not None:
        if typed:
            raise CannotFollow("typed-too-many", 0)
        return [], {"seat": None, "action": dict(action), "chance": [], **correct(game, number, action)}
    found = typed_chance.play(game, action, seat, typed)
    if isinstance(found, Wanted):
        return found
    after, events, line = found
    line.pop("dictated", None)
    line_of_play.remember(game, number)
    game._g, game._c, game._draws, game._dealings = after._g, after._c, after._draws, after._dealings
    return events, {**line, "typed": list(typed)} if typed else line


def play_again(game: Game, entry: Entry) -> tuple[list[Event], Json] | None:
    """A step of a log; None if its chance is not what it needs."""
    try:
        found = play(game, entry.number, entry.action, entry.seat, [] if entry.typed is UNSET else entry.typed)
    except (CannotFollow, CannotCorrect):
        return None
    return None if isinstance(found, Wanted) else found


def corrected(header: Header | None, entries: Callable[[], Sequence[Entry]]) -> set[int]:
    """The numbers of the steps that were taken back, and of the corrections themselves."""
    if header is None or header.box is UNSET:
        return set()
    found: set[int] = set()
    line: list[int] = []
    for entry in entries():
        if entry.action["type"] in CORRECTIONS:
            found.add(entry.number)
        if entry.action["type"] != "take_back":
            line.append(entry.number)
        while entry.action["type"] == "take_back" and line and line[-1] > entry.action["to"]:
            found.add(line.pop())
    return found


# ---------------------------------------------------------------------- corrections


def _take_back(game: Game, number: int, action: Mapping[str, Any]) -> Json:
    if set(action) != {"type", "to"} or not _whole(action["to"]):
        raise CannotCorrect("not-in-line")
    if not line_of_play.go_back(game, action["to"]):
        raise CannotCorrect("not-in-line")
    return {}


def _set_right(game: Game, number: int, action: Mapping[str, Any]) -> Json:
    what = str(action.get("what"))
    if what not in CHANGES or set(action) - OPTIONAL.get(what, set()) != {"type", "what", *CHANGES[what][0]}:
        known = "; ".join(f"{name} ({', '.join(fields)})" for name, (fields, _) in CHANGES.items())
        raise CannotCorrect("set-right-unknown", f"what can be set right: {known}")
    fields, change = CHANGES[what]
    position = cast(Json, game.position())
    _check_places(fields, action, len(game.names))
    theirs = [action.get("seat"), action["to"] if what in ("owner", "jail_card") else None]
    if any(position["players"][seat].get("bankrupt") for seat in range(len(game.names)) if seat in theirs):
        raise CannotCorrect("set-right-bankrupt")
    was = _was(position, action)
    change(game, position, action)
    try:
        after = Game.load(position, game.edition)
    except PositionError as error:
        raise CannotCorrect(_reason(error), error.listed()[:300]) from None
    line_of_play.remember(game, number)
    game._g = after._g
    if what == "shuffled":
        draws.forget_order(game, action["deck"])
    return was


def _was(position: Json, action: Mapping[str, Any]) -> Json:
    """What was true of something that is set right, where that does not follow from the action."""
    what, players = action["what"], position["players"]
    if what in ("cash", "square"):
        return {"was": players[action["seat"]][what]}
    if what == "owner" or (what == "buildings" and action.get("group") is not True):
        return {"was": position["deeds"].get(str(action["square"]), {"owner": None, "buildings": 0})[what]}
    if what == "jail_card":
        held = (seat for seat, player in enumerate(players) if action["deck"] in player["jail_cards"])
        return {"was": next(held, None)}
    if what == "symbol":
        at = (position.get("force") or {}).get(action["symbol"])
        return {} if at is None else {"was": at}
    return {"was": position["turn"]} if what == "turn" else {}


def _reason(error: PositionError) -> str:
    """The code of the first fault that has a sentence for those around the board."""
    codes = ("cash" if fault.place.endswith(".cash") else fault.code for fault in error.faults)
    return next((REASONS[code] for code in codes if code in REASONS), "set-right-impossible")


def _check_places(fields: Sequence[str], action: Mapping[str, Any], seats: int) -> None:
    if "seat" in fields and not (_whole(action["seat"]) and action["seat"] < seats):
        raise CannotCorrect("no-such-seat")
    if "square" in fields and not (_whole(action["square"]) and action["square"] < 40):
        raise CannotCorrect("no-such-square")
    if "deck" in fields and action["deck"] not in DECKS:
        raise CannotCorrect("set-right-unknown", f"deck is one of {', '.join(DECKS)}")


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _player(name: str) -> Callable[[Game, Json, Mapping[str, Any]], None]:
    def change(game: Game, position: Json, action: Mapping[str, Any]) -> None:
        position["players"][action["seat"]][name] = action["to"]

    return change


def _deed(name: str) -> Callable[[Game, Json, Mapping[str, Any]], None]:
    def change(game: Game, position: Json, action: Mapping[str, Any]) -> None:
        deed = position["deeds"].setdefault(str(action["square"]), {})
        deed[name] = action["to"]
        deed.pop("paid", None)
        position.pop("bank", None)  # what is left of its buildings follows from those that stand

    return change


def _buildings(game: Game, position: Json, action: Mapping[str, Any]) -> None:
    """Those of a lot, or (`group`) as many on each lot of its group."""
    whole = next((group.squares for group in game.edition.groups if action["square"] in group.squares), ())
    for square in whole if action.get("group") is True else (action["square"],):
        _deed("buildings")(game, position, {**action, "square": square})


def _owner(game: Game, position: Json, action: Mapping[str, Any]) -> None:
    """A deed is somebody's, or the bank's (null). `sum` goes with it, from the new owner to the one before."""
    deed = position["deeds"].get(str(action["square"]), {"owner": None})
    before, to = deed["owner"], action["to"]
    _deed("owner")(game, position, action)
    if to is None:
        position["deeds"][str(action["square"])] |= {"buildings": 0, "mortgaged": False}
    if not _whole(paid := action.get("sum", 0)):
        raise CannotCorrect("set-right-sum", "sum is not a whole number")
    for seat, amount in ((before, paid), (to, -paid)):
        if seat is not None:
            _check_places(("seat",), {"seat": seat}, len(game.names))
            position["players"][seat]["cash"] += amount


def _square(game: Game, position: Json, action: Mapping[str, Any]) -> None:
    position["players"][action["seat"]] |= {"square": action["to"], "in_jail": False, "jail_turns": 0}


def _in_jail(game: Game, position: Json, action: Mapping[str, Any]) -> None:
    player = position["players"][action["seat"]]
    player |= {"in_jail": action["to"], "jail_turns": 0}
    if action["to"] is True:
        player["square"] = internals.tables(game).jail_square


def _jail_card(game: Game, position: Json, action: Mapping[str, Any]) -> None:
    """A deck's card for leaving jail is with a seat, or in the deck (null)."""
    deck, to = action["deck"], action["to"]
    holder = next((player for player in position["players"] if deck in player["jail_cards"]), None)
    if holder is not None:
        holder["jail_cards"].remove(deck)
    position["flow"].pop("jail_cards_of", None)
    cards = position["decks"][deck]
    free = (card.id for card in game.edition.deck(deck) if card.kind == "jail_free" and (holder or card.id in cards))
    card = next(free, None)
    if card is None:
        raise CannotCorrect("set-right-impossible", f"no card for leaving jail is in {deck}")
    if holder is not None and to is None:
        cards.append(card)
    elif holder is None and to is not None:
        cards.remove(card)
    if to is not None:
        _check_places(("seat",), {"seat": to}, len(game.names))
        position["players"][to]["jail_cards"].append(deck)


def _turn(game: Game, position: Json, action: Mapping[str, Any]) -> None:
    """It is a seat's turn, before its throw; whatever was pending is dropped."""
    turns = position["flow"]["turns"]
    for key in PENDING:
        position.pop(key, None)
    position |= {"turn": action["seat"], "decider": action["seat"], "phase": "roll", "doubles": 0}
    position["flow"] = {"turns": turns}


def _symbol(game: Game, position: Json, action: Mapping[str, Any]) -> None:
    force = position.get("force")
    if not isinstance(force, dict) or action["symbol"] not in force:
        raise CannotCorrect("wrong-symbol")
    force[action["symbol"]] = action["to"]


def _nothing(game: Game, position: Json, action: Mapping[str, Any]) -> None:
    """Only the order of the deck is forgotten."""


# what can be set right: the fields beside `type` and `what`, and what is done to the position
CHANGES: dict[str, tuple[tuple[str, ...], Callable[[Game, Json, Mapping[str, Any]], None]]] = {
    "cash": (("seat", "to"), _player("cash")),
    "square": (("seat", "to"), _square),
    "in_jail": (("seat", "to"), _in_jail),
    "jail_card": (("deck", "to"), _jail_card),
    "owner": (("square", "to"), _owner),
    "mortgaged": (("square", "to"), _deed("mortgaged")),
    "buildings": (("square", "to"), _buildings),
    "turn": (("seat",), _turn),
    "symbol": (("symbol", "to"), _symbol),
    "shuffled": (("deck",), _nothing),
}
OPTIONAL = {"owner": {"sum"}, "buildings": {"group"}}
# what is said of the faults of a position that nobody should have to read as such
REASONS = {
    "group-shared": "set-right-group",
    "only-lots": "set-right-group",
    "uneven": "set-right-uneven",
    "stock-short": "set-right-stock",
    "too-high": "set-right-stock",
    "built-and-mortgaged": "set-right-built",
    "bank-deed": "set-right-bank",
    "no-property": "set-right-no-deed",
    "no-mortgages": "set-right-no-mortgages",
    "cash": "set-right-sum",
    **dict.fromkeys(("other-phase", "other-decider", "not-for-sale", "no-tax-choice"), "set-right-pending"),
    **dict.fromkeys(("not-the-banks", "bid-too-high", "not-mortgaged", "card-not-held"), "set-right-pending"),
}
CORRECTIONS = {"take_back": _take_back, "set_right": _set_right}
