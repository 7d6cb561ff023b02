"""Wrong entries at a table around a real box, ten of every kind: each is set right without starting over, the game goes
on as if it had not happened, and the log says what was set right.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from freehold.editions import ids
from freehold.server.protocol.messages import Start, Wanted
from freehold.server.table.table_step import Step

from .test_box import Family

TIMES = 10
FACES = ("light", "dark", "shift")
OPENING = (6, 6, 5, 6)  # puts the symbols of the Force, which ask for battles, where these evenings do not come by
Json = dict[str, Any]


class Evening:
    """A family that plays with real dice; whatever it types is drawn at random."""

    def __init__(self, edition: str, seed: int, **wish: Any) -> None:
        self.chance = random.Random(seed)
        thrown = OPENING if edition == "star-wars-2" else ()
        self.family = Family(edition=edition, start=Start(first=0, chance=[*thrown]), **wish)

    def outcome(self, wanted: Wanted) -> int | str:
        faces: dict[str, Sequence[int | str]] = {"die": [1, 2, 3, 4, 5, 6], "force": [*FACES], "card": wanted.cards}
        return self.chance.choice(faces[wanted.throw[0]])

    def does(self, action: Json, *typed: int | str) -> Step:
        """An action with everything that it asks for."""
        chance = list(typed)
        while isinstance((told := (step := self.family.act(action, *chance)).to_all[0]), Wanted):
            chance.append(self.outcome(told))
        return step

    def goes_on(self, until: Callable[[], bool]) -> None:
        """Play until something holds."""
        for _ in range(3000):
            if until():
                return
            found: list[Any] = list(self.family.game.legal(offers=False))
            able = [action for action in found if action["type"] != "bankrupt"] or found
            wish = next((action for action in able if action["type"] == "buy"), self.chance.choice(able))
            self.does({key: value for key, value in wish.items() if key != "max"})
        raise AssertionError("it did not come to that")

    @property
    def throws(self) -> bool:
        game = self.family.game
        return game.phase == "roll" and not self.family.view["players"][game.decider or 0]["in_jail"]


def evenings(kind: str) -> pytest.MarkDecorator:
    """Ten of a kind, over all editions."""
    names = ids()
    return pytest.mark.parametrize(
        ("edition", "seed"), [(names[k % len(names)], k) for k in range(TIMES)], ids=lambda found: f"{kind}-{found}"
    )


def last(evening: Evening) -> Json:
    return dict(evening.family.entries[-1].action)


def force(edition: str) -> tuple[str, ...]:
    return ("light",) if edition == "star-wars-2" else ()


@evenings("die")
def test_a_wrong_die_is_taken_back(edition: str, seed: int) -> None:
    evening = Evening(edition, seed)
    evening.goes_on(lambda: evening.throws and evening.family.table.number > 3 * seed)
    before, number = evening.family.view, evening.family.table.number
    evening.does({"type": "roll"}, 1, 2, *force(edition))
    evening.family.does("take_back", to=number)
    assert evening.family.view == before
    assert last(evening) == {"type": "take_back", "to": number}
    evening.does({"type": "roll"}, 1, 3, *force(edition))
    assert evening.family.entries[-1].typed[:2] == [1, 3]  # type: ignore[index]


def card_of(evening: Evening) -> int | None:
    """Where a card is among what was typed last; None: nowhere."""
    typed = evening.family.entries[-1].typed or () if evening.family.entries else ()
    return next((k for k, one in enumerate(typed) if isinstance(one, str) and one not in FACES), None)


@evenings("card")
def test_a_wrong_card_is_taken_back_and_comes_again(edition: str, seed: int) -> None:
    evening = Evening(edition, seed)
    family = evening.family
    evening.goes_on(lambda: family.table.number > 3 * seed and card_of(evening) is not None)
    entry, at = family.entries[-1], card_of(evening)
    typed = list(entry.typed or ())
    family.does("take_back", to=entry.number - 1)
    assert last(evening) == {"type": "take_back", "to": entry.number - 1}
    asked = family.act(entry.action, *typed[:at], seat=entry.seat).to_all[0]
    assert isinstance(asked, Wanted)
    assert typed[at or 0] in asked.cards  # what was typed by mistake is in the deck again
    right = next(card for card in asked.cards if card != typed[at or 0])
    evening.does(dict(entry.action), *typed[:at], right)
    assert list(family.entries[-1].typed or ())[at or 0] == right


@evenings("square")
def test_a_token_on_a_wrong_square_is_put_right(edition: str, seed: int) -> None:
    evening = Evening(edition, seed)
    evening.goes_on(lambda: evening.throws and evening.family.table.number > 2 * seed)
    to = (7 * seed + 1) % 40
    evening.family.right("square", seat=seed % 2, to=to)
    assert evening.family.view["players"][seed % 2]["square"] == to
    assert last(evening) == {"type": "set_right", "what": "square", "seat": seed % 2, "to": to}
    evening.goes_on(lambda: evening.family.table.number > 2 * seed + 9)


@evenings("sum")
def test_a_wrong_sum_is_put_right(edition: str, seed: int) -> None:
    evening = Evening(edition, seed)
    evening.goes_on(lambda: evening.throws and evening.family.table.number > 2 * seed)
    before = evening.family.cash()
    evening.family.right("cash", seat=seed % 2, to=before[seed % 2] + 10 * seed + 5)
    before[seed % 2] += 10 * seed + 5
    assert evening.family.cash() == before
    assert last(evening)["what"] == "cash"
    evening.goes_on(lambda: evening.family.table.number > 2 * seed + 9)


@evenings("rent")
def test_a_forgotten_rent_is_claimed_after_all(edition: str, seed: int) -> None:
    """Where rents must be claimed: the next throw was typed, and with that the rent is lost; it is taken back."""
    evening = Evening(edition, seed, options={"rent_claims": "claimed"})
    family = evening.family
    square = next(k for k in (6, 8, 9) if seed % 3 == (6, 8, 9).index(k))
    family.right("owner", square=square, to=1)
    family.right("square", seat=0, to=square - 3)
    evening.does({"type": "roll"}, 1, 2, *force(edition))
    number = family.table.number
    rents = [action for action in family.game.legal(1, offers=False) if action["type"] == "claim"]
    before = family.cash()
    family.act({"type": "end_turn"})
    evening.does({"type": "roll"}, 5, 6, *force(edition))
    family.does("take_back", to=number)
    assert last(evening) == {"type": "take_back", "to": number}
    assert family.cash() == before
    family.act(rents[0], seat=1)
    assert family.cash()[1] > before[1]
    assert family.cash()[0] < before[0]
