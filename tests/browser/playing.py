"""A generic player of the browser client: presses whatever is legal, in an order that brings any game to an end."""

from __future__ import annotations

import time
from typing import Protocol

from tests.browser.player import Choice, Sight
from tests.waiting import WAIT

# Of what is offered, the first of these is pressed.
LIKED = (
    *("pay", "raise", "suggest", "bankrupt", "bankrupt-ask"),
    *("roll", "use_jail_card", "pay_fine", "throw_again", "use_option", "pay_tax", "choose", "reject"),
    *(
        "keep_mortgage",
        "redeem",
        "leave_force",
        "place_force",
        "attack",
        "go_to",
        "pass",
        "want",
        "decline",
        "end_turn",
    ),
)
ONLY_SHOWS = ("suggest", "bankrupt-ask")  # these change the page and not the game
NEEDS_A_SQUARE = ("place_force", "attack", "go_to")
MOST_PRESSES = 1500
DEEDS_WANTED = 2  # somebody who buys little and never builds does not last


class Person(Protocol):
    """Whoever can look and press: a `Person` of Playwright's, or a `Visitor` with another engine."""

    @property
    def number(self) -> int: ...
    def look(self) -> Sight: ...
    def wait_until_asked(self) -> Sight: ...
    def wait_until_moved(self, number: int) -> None: ...
    def click(self, name: str) -> None: ...
    def pick(self, square: int) -> None: ...
    def try_to_act(self, name: str, number: int, square: int | None = None) -> bool: ...


def play(person: Person, most: int = MOST_PRESSES) -> int:
    """Play until the game is over; how many buttons that took."""
    bought, before = 0, ("", -1)
    presses, until = 0, time.monotonic() + WAIT
    while presses < most and time.monotonic() < until:
        sight = person.wait_until_asked()
        if sight.over:
            return presses
        wanted = ("buy", *LIKED) if bought < DEEDS_WANTED else LIKED
        choice = liked(sight, wanted, before)
        if choice is None:
            continue  # somebody was quicker, or was asked for a plan, and what may be done now has yet to come
        before = choice.name, sight.number
        bought += choice.name == "buy"
        press(person, sight, choice)
        presses, until = presses + 1, time.monotonic() + WAIT
    raise AssertionError(f"no end after {presses} buttons: {person.look()}")


def play_together(*people: Person, most: int = MOST_PRESSES) -> None:
    """People who play each other, each for themselves, until the game is over."""
    for _ in range(most):
        together(*people)
        sights = [(person, person.look()) for person in people]
        if any(sight.over for _, sight in sights):
            return
        for person in [person for person, sight in sights if sight.asked][:1]:
            sight = person.wait_until_asked()
            choice = liked(sight, ("buy", *LIKED))
            if choice is not None:
                press(person, sight, choice)
    raise AssertionError(f"no end after {most} buttons: {[person.look() for person in people]}")


def together(*people: Person) -> None:
    """Wait until all see the last action that any of them has seen."""
    latest = max(person.number for person in people)
    for person in people:
        person.wait_until_moved(latest - 1)


def liked(sight: Sight, wanted: tuple[str, ...] = LIKED, before: tuple[str, int] = ("", -1)) -> Choice | None:
    """The best of what is offered. A suggestion that was just asked for, and did not help, is not asked for again."""
    offered = {choice.name: choice for choice in reversed(sight.choices)}
    if before[0] in ONLY_SHOWS and before[1] == sight.number:
        offered.pop(before[0], None)
    return next((offered[name] for name in wanted if name in offered), None)


def press(person: Person, sight: Sight, choice: Choice) -> None:
    """One decision."""
    if choice.name in ONLY_SHOWS:
        person.click(f"action-{choice.name}")
        return
    square = choice.square
    if choice.name in NEEDS_A_SQUARE and square is None:
        square = int(sight.picks[0])
        person.pick(square)
    person.try_to_act(choice.name, sight.number, square)
