"""One throw as a Markov chain: dice, square, cards, doubles and jail.

Everything comes from an edition's tables `t`, as the kernel reads them; `odds.py` computes the stationary distribution.
The Force of Star Wars II moves its own symbols and never a token, so it is not modelled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from freehold.rules.codes import (
    CARD_CHOICE,
    CARD_JAIL,
    CARD_JAIL_FREE,
    CARD_MOVE_NEAREST,
    CARD_MOVE_RELATIVE,
    CARD_MOVE_TO,
    CHANCE_DECK,
    CHEST,
    KIND_CHANCE,
    KIND_CHEST,
    KIND_GO_TO_JAIL,
)
from freehold.rules.doubles import SWING
from freehold.rules.jail import LAST_ATTEMPT
from freehold.rules.state import DECK_ROOM, SQUARES
from freehold.rules.switches import SHORT_JAIL_MUST_LEAVE
from freehold.rules.turn import THIRD_DOUBLE

Matrix = NDArray[np.floating[Any]]

FACES = range(1, 7)
SPREAD = Counter(first + second for first in FACES for second in FACES if first != second)  # totals without doubles
THROWS = len(FACES) ** 2
DECKS = (CHEST, CHANCE_DECK)
DECK_OF = {KIND_CHEST: CHEST, KIND_CHANCE: CHANCE_DECK}
CARD_OPTIONS = {4: CHEST, 5: CHANCE_DECK}  # option.double-four-spider-man-card, option.double-five-black-card

# The places of a token after a throw: the squares, then jail.
CELL = SQUARES
PLACES = SQUARES + 1
# The states of the chain: the square and the number of doubles in this turn; in jail, the number of failed
# throws, and last a prisoner who has just paid the fine and throws once more.
CELLS = THIRD_DOUBLE * SQUARES
FREED = CELLS + LAST_ATTEMPT
STATES = FREED + 1


@dataclass(frozen=True, kw_only=True)
class Habits:
    """A player's decisions where the rules leave a choice.

    - `doubles`: "throw-again", or "option" where a double has one. A double one then goes to `swing_to`, whose player
      throws again if already there; a double six always finds something to attack.
    - `choice`: the answer to a card that says "pay, or draw a card": "pay" or "draw".
    - `jail_cards`: "returned" as if a get-out-of-jail card went back into its deck at once, "kept" as if every one of
      them were in a player's hand.
    """

    doubles: str = "throw-again"
    swing_to: int = 0
    choice: str = "pay"
    jail_cards: str = "returned"


USUAL = Habits()
KNOWN = {
    "jail": ("leave", "stay"),
    "doubles": ("throw-again", "option"),
    "choice": ("pay", "draw"),
    "jail_cards": ("returned", "kept"),
}


def _check(t: Any, jail: str, habits: Habits) -> None:
    """Raise a ValueError with one sentence for impossible input."""
    given = {"jail": jail, **vars(habits)}
    for name, known in KNOWN.items():
        if given[name] not in known:
            raise ValueError(f"{name} is {' or '.join(known)}, not {given[name]!r}.")
    if habits.doubles == "option" and t.double_options == 0:
        raise ValueError("A double has no option here: the switch double_options is off.")
    if habits.swing_to not in range(SQUARES):
        raise ValueError(f"swing_to is a square, 0 to {SQUARES - 1}, not {habits.swing_to!r}.")


def landings(t: Any, habits: Habits) -> tuple[Matrix, Matrix]:
    """Where a token comes to rest after stopping on a square (row), and after drawing a card there (deck, row).

    A card may send it to a square that draws again, so a linear system is solved for all of them. Every deck of a
    playable edition has a card that lets a token rest.
    """
    rests = np.zeros((len(DECKS), SQUARES, PLACES))
    moves = np.zeros((len(DECKS), SQUARES, SQUARES))
    draws = np.zeros((len(DECKS), len(DECKS)))
    for deck in DECKS:
        cards = list(_cards(t, deck, habits))
        for card in cards:
            kind = t.card_kind[card]
            if kind == CARD_CHOICE and habits.choice == "draw":
                draws[deck, t.card_b[card]] += 1 / len(cards)
                continue
            for square in range(SQUARES):
                if kind in (CARD_MOVE_TO, CARD_MOVE_NEAREST, CARD_MOVE_RELATIVE):
                    moves[deck, square, _target(t, card, square)] += 1 / len(cards)
                else:
                    rests[deck, square, CELL if kind == CARD_JAIL else square] += 1 / len(cards)
    drawn = np.linalg.inv(np.eye(len(DECKS)) - draws)  # expected number of cards of each deck drawn, by the first deck
    rests, moves = np.tensordot(drawn, rests, 1), np.tensordot(drawn, moves, 1)
    stops, goes_on = np.eye(SQUARES, PLACES), np.zeros((SQUARES, SQUARES))
    for square in range(SQUARES):
        kind = t.kind[square]
        if kind in DECK_OF:
            stops[square], goes_on[square] = rests[DECK_OF[kind], square], moves[DECK_OF[kind], square]
        elif kind == KIND_GO_TO_JAIL:
            stops[square] = np.eye(PLACES)[CELL]
    landing = np.linalg.solve(np.eye(SQUARES) - goes_on, stops)
    return landing, rests + moves @ landing


def _cards(t: Any, deck: int, habits: Habits) -> Iterator[int]:
    """The cards that may be on top: any of them, each time."""
    for card in range(deck * DECK_ROOM, deck * DECK_ROOM + t.deck_cards[deck]):
        if habits.jail_cards == "returned" or t.card_kind[card] != CARD_JAIL_FREE:
            yield card


def _target(t: Any, card: int, square: int) -> int:
    """Where a card that moves sends a token; the direction only matters for the salary."""
    kind, a = t.card_kind[card], int(t.card_a[card])
    if kind == CARD_MOVE_TO:
        return a
    if kind == CARD_MOVE_RELATIVE:
        return (square + a) % SQUARES
    ahead = ((square + steps) % SQUARES for steps in range(1, SQUARES + 1))
    return next(found for found in ahead if t.kind[found] == a)


def chain(t: Any, jail: str = "leave", habits: Habits = USUAL) -> Matrix:
    """The transition matrix between states. For `jail` see `odds.landing_odds`."""
    _check(t, jail, habits)
    landing, drawing = landings(t, habits)
    odds = np.zeros((STATES, STATES))
    everywhere = np.arange(SQUARES)
    for doubles in range(THIRD_DOUBLE):
        rows = odds[_after(doubles)]
        for total, ways in SPREAD.items():
            _come_to(rows, landing[(everywhere + total) % SQUARES] * ways / THROWS, 0)
        for face in FACES:
            if doubles + 1 == THIRD_DOUBLE:
                rows[:, CELLS] += 1 / THROWS  # dice.third-double-sends-to-jail
                continue
            reached = landing[(everywhere + 2 * face) % SQUARES] / THROWS
            option = _option(face, habits, landing, drawing)
            _come_to(rows, reached @ option, 0)
            _come_to(rows, reached * (option.sum(axis=1) == 0), doubles + 1)
    odds[CELLS:] = odds[t.jail_square]  # after the fine, an ordinary throw
    if jail == "stay":
        for failed in range(LAST_ATTEMPT):
            _throw_in_jail(t, odds, failed, landing)
    return odds


def _after(doubles: int) -> slice:
    """The states of a free token after a number of doubles, by square."""
    return slice(doubles * SQUARES, (doubles + 1) * SQUARES)


def _come_to(rows: Matrix, reached: Matrix, doubles: int) -> None:
    """Places that a throw reaches, as states of the chain."""
    rows[..., _after(doubles)] += reached[..., :SQUARES]
    rows[..., CELLS] += reached[..., CELL]


def _option(face: int, habits: Habits, landing: Matrix, drawing: Matrix) -> Matrix:
    """Where the option of a double moves a token from each place; a row of zeros means a second throw instead."""
    option = np.eye(PLACES)
    if habits.doubles == "throw-again":
        option[:SQUARES] = 0
    elif face in CARD_OPTIONS:
        option[:SQUARES] = drawing[CARD_OPTIONS[face]]
    elif face == SWING:
        option[:SQUARES] = landing[habits.swing_to]
        option[habits.swing_to] = 0
    return option  # the options of two, three and six do not move the token


def _throw_in_jail(t: Any, odds: Matrix, failed: int, landing: Matrix) -> None:
    """A throw for a double after a number of failed ones."""
    row = odds[CELLS + failed]
    row[:] = 0
    for face in FACES:
        # jail.double-is-the-move, jail.double-gives-no-extra-roll
        _come_to(row, landing[(t.jail_square + 2 * face) % SQUARES] / THROWS, 0)
    last = failed + 1 == LAST_ATTEMPT or t.short_jail == SHORT_JAIL_MUST_LEAVE
    for total, ways in SPREAD.items():
        if last and t.jail_third_turn == 0:
            _come_to(row, landing[(t.jail_square + total) % SQUARES] * ways / THROWS, 0)
        else:
            row[FREED if last else CELLS + failed + 1] += ways / THROWS


def places(states: Matrix) -> Matrix:
    """States summed into places, regardless of doubles and failed throws."""
    squares = states[..., :CELLS].reshape(*states.shape[:-1], THIRD_DOUBLE, SQUARES).sum(axis=-2)
    return np.concatenate((squares, states[..., CELLS:].sum(axis=-1, keepdims=True)), axis=-1)
