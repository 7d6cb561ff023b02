"""Ann and Bob at a table that begins in a position of the test's choosing, each with a browser of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .arranged import arrange
from .conftest import NewPerson
from .house import House
from .player import SCREEN, Person, Size

ANN, BOB = 0, 1


class Sitting:
    """The table, and who has come to it. A position names what differs from a game that begins.

    A server that runs already has its position: all its tables begin there.
    """

    def __init__(
        self, house: House, edition: str = "classic", dice: Sequence[Sequence[object]] = (), **position: Any
    ) -> None:
        if house.running:
            assert not dice
            assert not position
        else:
            arrange(house.folder, dice, **{"turn": ANN, **position})
            house.start()
        self.house, self.edition = house, edition
        self.made = house.table(edition=edition, seats=2, people=[{"name": "Ann"}, {"name": "Bob"}])

    def ann(self, person: NewPerson, lang: str = "en", size: Size = SCREEN) -> Person:
        """Ann, who is the host, comes and begins the game."""
        ann = self._come(person, ANN, lang, size, host=self.made["host"])
        ann.click("start")
        ann.wait_for("table")
        return ann

    def bob(self, person: NewPerson, lang: str = "en", size: Size = SCREEN) -> Person:
        bob = self._come(person, BOB, lang, size)
        bob.wait_for("table")
        return bob

    def _come(self, person: NewPerson, seat: int, lang: str, size: Size, host: str = "") -> Person:
        one = person(self.house, lang=lang, size=size)
        one.sit(self.made["table"]["id"], self.made["keys"][seat], edition=self.edition, host=host)
        return one
