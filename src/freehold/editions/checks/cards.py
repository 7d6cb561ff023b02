"""The cards: their number per deck, and the parameters of each kind."""

from __future__ import annotations

from collections.abc import Iterator

from freehold.editions.checks.rows import Table, What, key_faults, rows, squares_of, whole_board
from freehold.editions.faults import Fault
from freehold.editions.schema import CARDS_PER_DECK, DECKS, JAIL_FREE_CARDS

# For each kind of card: its parameters.
KEYS: dict[str, tuple[str, ...]] = {
    "move_to": ("target", "direction", "collect_go"),
    "move_nearest": ("group",),
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
NEAREST_KEYS = {"station": ("rent_multiplier",), "utility": ("dice_multiplier",)}
COMMON = ("deck", "id", "kind", "text")
OPTIONS = {"pay_bank", "draw"}
# Cards that draw no further card and stay in their deck. A deck without one could send a token from card
# square to card square for ever, or become empty.
RESTING = {"pay_bank", "receive_bank", "pay_each", "receive_each", "repairs", "jail"}


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
            yield Fault("cards", "deck-size", {"count": len(cards), "deck": deck, "most": CARDS_PER_DECK})
        ids = [name for _, name in cards]
        for number, (place, name) in enumerate(cards):
            if name is not None and name in ids[:number]:
                yield Fault(f"{place}.id", "card-twice", {"deck": deck, "card": name})
        kinds = {card.get("kind") for _, card in rows(raw, "cards") if card.get("deck") == deck}
        if cards and kinds.isdisjoint({*RESTING, None}):
            yield Fault("cards", "restless-deck", {"deck": deck})
    keys = sum(card.get("kind") == "jail_free" for _, card in rows(raw, "cards"))
    if keys > JAIL_FREE_CARDS:
        yield Fault("cards", "too-many-jail-cards", {"count": keys, "most": JAIL_FREE_CARDS})


def _effect(raw: Table, place: str, effect: Table, what: What, common: tuple[str, ...]) -> Iterator[Fault]:
    """One card, or one option of a choice."""
    kind, group, options = effect.get("kind"), effect.get("group"), effect.get("options")
    if kind is None:
        return
    if kind == "draw" and what == "card":
        yield Fault(f"{place}.kind", "draw-card")
        return
    needs, may = KEYS[kind], common
    if kind == "move_nearest" and group:
        needs += NEAREST_KEYS[group]
    elif kind == "move_nearest":
        may += sum(NEAREST_KEYS.values(), ())
    yield from key_faults(place, effect, what, needs, may)
    if kind == "move_nearest" and group and whole_board(raw) and not squares_of(raw, group):
        yield Fault(f"{place}.group", "nowhere-to-go", {"group": group})
    if kind == "move_relative" and effect.get("steps") == 0:
        yield Fault(f"{place}.steps", "no-steps")
    if kind == "move_to" and effect.get("direction") == "backward" and effect.get("collect_go"):
        yield Fault(f"{place}.collect_go", "backward-salary")
    if kind == "choice" and options is not None:
        kinds = [option.get("kind") for option in options]
        if None not in kinds and (len(kinds) != len(OPTIONS) or set(kinds) != OPTIONS):
            yield Fault(f"{place}.options", "choice-options")
