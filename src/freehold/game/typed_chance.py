"""Chance that people type: the dice and cards of a real box, in the order in which they fell and were drawn.

A die is 1 to 6, a Force die `light`, `dark` or `shift`, a card its id. The order of the decks is not known here: a card
that is typed is put on top before it is drawn. Cards that were drawn are out until all cards of their deck were, or
until it is shuffled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, cast

from freehold.game import draws, internals, names
from freehold.game.game import Game
from freehold.game.types import Action, Event
from freehold.json_types import Json

Outcome = int | str
Kind = Literal["die", "force", "card"]


class Wanted(NamedTuple):
    """The next outcome that an action needs, and what has happened until then. `cards`: those that may come.

    `throw`: the outcomes of the same throw from this one on, e.g. `die`, `die`, `force`.
    """

    kind: Kind
    throw: list[Kind]
    deck: str | None
    cards: list[str]
    events: list[Event]


class CannotFollow(ValueError):
    """A typed outcome cannot come next. `code` says why, and `place` counts from 0."""

    def __init__(self, code: str, place: int) -> None:
        super().__init__(code, place)
        self.code, self.place = code, place


class _Slot(NamedTuple):
    kind: Kind
    event: int
    deck: str | None = None


def play(
    game: Game, action: Mapping[str, Any], seat: int | None, typed: Sequence[Outcome]
) -> Wanted | tuple[Game, list[Event], Json]:
    """The game after an action with these outcomes, its events and its log line; or what is still to be typed.

    `IllegalAction` if the rules refuse the action, `CannotFollow` if an outcome cannot come. The game is unchanged.
    """
    decks: list[str | None] = []  # of the outcomes so far: the deck of a card
    for place, outcome in enumerate([*typed, None]):
        twin, events = _run(game, action, seat, typed[:place], decks)
        slots = _slots(events)
        if place == len(slots):
            if outcome is not None:
                raise CannotFollow("typed-too-many", place)
            return twin, events, dict(twin.log.pop())
        slot = slots[place]
        cards = [] if slot.deck is None else draws.next_cards(game, slot.deck, decks.count(slot.deck))
        if outcome is None:
            throw = [other.kind for other in slots[place:] if other.event == slot.event]
            return Wanted(slot.kind, throw, slot.deck, cards, events[: slot.event])
        _check(slot.kind, outcome, cards, place)
        decks.append(slot.deck)
    raise AssertionError("the last outcome is None")


def _run(
    game: Game, action: Mapping[str, Any], seat: int | None, typed: Sequence[Outcome], decks: Sequence[str | None]
) -> tuple[Game, list[Event]]:
    """Play the action on a copy: what is not typed comes from any seed."""
    twin = game.copy()
    internals.reseed(twin, 0)
    given = list(zip(typed, decks, strict=True))
    for deck in names.DECKS:
        draws.put_on_top(twin, deck, [str(card) for card, of in given if of == deck])
    return twin, twin.apply(cast(Action, action), seat, [outcome for outcome, deck in given if deck is None])


def _slots(events: Sequence[Event]) -> list[_Slot]:
    """The outcomes of these events, in the order in which they were drawn."""
    slots: list[_Slot] = []
    for k, event in enumerate(events):
        if event["type"] == "card":
            slots.append(_Slot("card", k, event["deck"]))
        elif event["type"] in ("roll", "rent_throw", "attack_throw"):
            slots += [_Slot("die", k)] * 2
            if event["type"] == "roll" and "force" in event:
                slots.append(_Slot("force", k))
        elif event["type"] in ("battle_won", "battle_lost"):
            slots.append(_Slot("force", k))
    return slots


def _check(kind: Kind, outcome: Outcome, cards: Sequence[str], place: int) -> None:
    """`CannotFollow` if the outcome is of another kind than the one that comes, or a card that is out."""
    if kind == "die":
        possible = isinstance(outcome, int) and not isinstance(outcome, bool) and 1 <= outcome <= 6
    elif kind == "force":
        possible = outcome in ("light", "dark", "shift")
    else:
        possible = outcome in cards
    if not possible:
        raise CannotFollow(f"typed-no-{kind}", place)
