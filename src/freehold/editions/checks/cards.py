"""The cards: as many as a deck holds, each with the parameters of its kind."""

from __future__ import annotations

from collections.abc import Iterator

from freehold.editions.checks.rows import Table, count, key_faults, rows, squares_of, whole_board
from freehold.editions.faults import Fault
from freehold.editions.schema import CARDS_PER_DECK, DECKS, JAIL_FREE_CARDS

# For each kind of card: its parameters.
KEYS: dict[str, tuple[str, ...]] = {
    "move_to": ("target", "direction", "collect_go"),
    "move_nearest": ("group", "collect_go", "rent"),
    "move_relative": ("steps",),
    "pay_bank": ("amount",),
    "receive_bank": ("amount",),
    "pay_each": ("amount",),
    "receive_each": ("amount",),
    "repairs": ("per_small", "per_large"),
    "jail": (),
    "jail_free": (),
    "choice": ("options",),
    "draw": ("deck",),
}
RENT_KEYS = {"multiple": ("rent_multiplier",), "dice": ("dice_multiplier", "reroll")}
COMMON = ("deck", "id", "kind", "text")
OPTIONS = 2
NOT_AN_OPTION = ("choice", "jail_free")


def faults(raw: Table) -> Iterator[Fault]:
    if raw.get("cards") is not None:
        yield from _decks(raw)
    for place, card in rows(raw, "cards"):
        yield from _effect(raw, place, card, "card", COMMON)
        for number, option in enumerate(card.get("options") or ()):
            yield from _effect(raw, f"{place}.options[{number}]", option, "option", ("kind",))


def _decks(raw: Table) -> Iterator[Fault]:
    for deck in DECKS:
        cards = [(place, card.get("id")) for place, card in rows(raw, "cards") if card.get("deck") == deck]
        unread = any(card.get("deck") is None for _, card in rows(raw, "cards"))
        if len(cards) > CARDS_PER_DECK or not (cards or unread):
            problem = f"{count(len(cards), 'card')} in the deck {deck}."
            yield Fault("cards", problem, f'Write 1 to {CARDS_PER_DECK} cards with deck = "{deck}".')
        ids = [name for _, name in cards]
        for number, (place, name) in enumerate(cards):
            if name is not None and name in ids[:number]:
                yield Fault(f"{place}.id", f'The deck {deck} has two cards "{name}".', "Give each its own id.")
    keys = sum(card.get("kind") == "jail_free" for _, card in rows(raw, "cards"))
    if keys > JAIL_FREE_CARDS:
        yield Fault("cards", f"There are {keys} cards of the kind jail_free.", f"Keep at most {JAIL_FREE_CARDS}.")


def _effect(raw: Table, place: str, effect: Table, what: str, common: tuple[str, ...]) -> Iterator[Fault]:
    """One card, or one option of a choice."""
    kind = effect.get("kind")
    if kind is None:
        return
    if kind in NOT_AN_OPTION if what == "option" else kind == "draw":
        yield Fault(f"{place}.kind", f'No {what} can be of the kind "{kind}".', "Write another kind.")
        return
    needs = KEYS[kind] + RENT_KEYS.get(effect.get("rent") or "", ())
    may = common if effect.get("rent", "") is not None else common + sum(RENT_KEYS.values(), ())
    yield from key_faults(place, effect, f"A {kind} {what}", needs, may)
    if effect.get("steps") == 0:
        yield Fault(f"{place}.steps", "0 steps are no move.", "Write a number above or below 0.")
    group = effect.get("group")
    if kind == "move_nearest" and group and whole_board(raw) and not squares_of(raw, group):
        yield Fault(f"{place}.group", f"No square of the board is a {group}.", "Aim at another group.")
    options = effect.get("options")
    if kind == "choice" and options is not None and len(options) != OPTIONS:
        yield Fault(f"{place}.options", f"{count(len(options), 'option')}.", f"Write {OPTIONS} options.")
