"""A generic player of the browser client: presses whatever is legal, in an order that brings any game to an end."""

from __future__ import annotations

from tests.browser.player import Choice, Person, Sight

# Of what is offered, the first of these is pressed. Somebody who buys all they can and never builds does not last.
LIKED = (
    *("buy", "pay", "roll", "use_jail_card", "pay_fine", "throw_again", "use_option", "pay_tax", "choose", "reject"),
    *("keep_mortgage", "redeem", "leave_force", "place_force", "attack", "go_to", "pass", "want", "decline"),
    *("bankrupt", "end_turn"),
)
MOST_PRESSES = 2000


def liked(sight: Sight) -> Choice | None:
    for name in LIKED:
        for choice in sight.choices:
            if choice.name == name:
                return choice
    return None


def play(person: Person, most: int = MOST_PRESSES) -> int:
    """Play until the game is over; how many buttons that took."""
    for presses in range(most):
        sight = person.wait_until_asked()
        if sight.over:
            return presses
        press(person, sight)
    raise AssertionError(f"no end after {most} buttons: {person.look()}")


def press(person: Person, sight: Sight) -> None:
    """One decision."""
    choice = liked(sight)
    if choice is None:
        if not sight.asked:
            return  # somebody else was quicker
        raise AssertionError(f"nothing that can be pressed: {sight}\n{person.text()}")
    if choice.square is None and sight.picks:
        person.see("pick-square").first.select_option(sight.picks[0])
        choice = Choice(choice.name, int(sight.picks[0]))
    person.try_to_act(choice.name, sight.number, choice.square)
