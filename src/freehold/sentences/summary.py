"""The rules of an edition on one page, for somebody who wants to play in two minutes.

Every number, name and variant comes from the edition's data and switches, so that the page cannot disagree with them.
The parts are also the sections by which a reader finds a topic of the rulebook (`Topic.part`).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from freehold.editions.schema import Edition, Square
from freehold.editions.switches import BY_NAME
from freehold.i18n import text, write
from freehold.sentences.placeholders import listed, quoted

PARTS = ("start", "turn", "buying", "rent", "building", "trading", "jail", "debts", "ending", "special")


class SummaryPart(msgspec.Struct, frozen=True):
    """A heading and its sentences."""

    id: str
    title: str
    lines: list[str]


def summary(edition: Edition, lang: str) -> list[SummaryPart]:
    """The parts that the edition has something to say about, in the order of reading."""
    return [
        SummaryPart(part, text("summary", f"title.{part}", lang), lines)
        for part in PARTS
        if (lines := list(_Page(edition, lang).lines(part)))
    ]


class _Page:
    """What the sentences need to know about an edition, in one language."""

    def __init__(self, edition: Edition, lang: str) -> None:
        self.edition, self.lang = edition, lang

    def lines(self, part: str) -> Iterator[str]:
        for key, values in {
            "start": self._start,
            "turn": self._turn,
            "buying": self._buying,
            "rent": self._rent,
            "building": self._building,
            "trading": self._trading,
            "jail": self._jail,
            "debts": self._debts,
            "ending": self._ending,
            "special": self._special,
        }[part]():
            yield write("summary", f"{part}.{key}", values, self.lang)

    # ------------------------------------------------------------------ the edition's words

    def _money(self, amount: int) -> str:
        return self.edition.money(amount, self.lang)

    def _switch(self, name: str) -> str:
        return self.edition.rules.get(name, BY_NAME[name].values[0])

    def _square(self, kind: str) -> str:
        """The name of the first square of a kind; of a jail, without its visitors."""
        name = next(square for square in self.edition.squares if square.kind == kind).name[self.lang]
        return quoted(name.partition(" / ")[0], self.lang)

    def _all(self, kind: str) -> list[Square]:
        return [square for square in self.edition.squares if square.kind == kind]

    def _buildings(self) -> dict[str, str]:
        small, large = self.edition.buildings.small, self.edition.buildings.large
        return {
            "smalls": small.name(self.lang, 2),
            "larges": large.name(self.lang, 2),
            "few": str(small.count),
            "fewer": str(large.count),
        }

    # ------------------------------------------------------------------ the parts

    def _start(self) -> Iterator[tuple[str, dict[str, str]]]:
        players = self.edition.players
        money = self._money(self.edition.start_money.total)
        yield "money", {"least": str(players.min), "most": str(players.max), "money": money, "go": self._square("go")}

    def _turn(self) -> Iterator[tuple[str, dict[str, str]]]:
        yield f"throw-{self._switch('double_options')}", {}
        yield "salary", {"go": self._square("go"), "salary": self._money(self.edition.numbers.salary)}
        yield "cards", {"one": self._square("chance"), "other": self._square("chest")}
        for square in self._all("tax"):
            values = {"square": quoted(square.name[self.lang], self.lang), "amount": self._money(square.amount)}
            percent = square.percent_option
            yield ("tax-choice", values | {"percent": str(percent)}) if percent else ("tax", values)

    def _buying(self) -> Iterator[tuple[str, dict[str, str]]]:
        yield "buy", {}
        yield "auction", {}

    def _rent(self) -> Iterator[tuple[str, dict[str, str]]]:
        dearest = max(self._all("street"), key=lambda square: square.rents[0])
        yield (
            "lots",
            {
                "square": quoted(dearest.name[self.lang], self.lang),
                "bare": self._money(dearest.rents[0]),
                "built": self._money(dearest.rents[-1]),
            },
        )
        stations, utilities = self._all("station"), self._all("utility")
        rents = listed([self._money(rent) for rent in stations[0].rents], self.lang)
        yield "stations", {"squares": self._names(stations), "rents": rents}
        least, most = utilities[0].dice_multipliers[0], utilities[0].dice_multipliers[-1]
        values = {"squares": self._names(utilities), "least": str(least), "most": str(most)}
        yield f"utilities-{self._switch('utility_throw')}", values
        yield f"claim-{self._switch('claim_deadline')}", {}

    def _names(self, squares: list[Square]) -> str:
        return listed([quoted(square.name[self.lang], self.lang) for square in squares], self.lang)

    def _building(self) -> Iterator[tuple[str, dict[str, str]]]:
        yield "group", self._buildings()
        yield f"when-{self._switch('build_window')}", {}
        yield "bank", self._buildings()

    def _trading(self) -> Iterator[tuple[str, dict[str, str]]]:
        yield "deals", {}
        yield "mortgage", {"percent": str(self.edition.numbers.interest_percent)}

    def _jail(self) -> Iterator[tuple[str, dict[str, str]]]:
        fine = {"fine": self._money(self.edition.numbers.jail_fine)}
        yield "in", {"square": self._square("go_to_jail")}
        yield f"out-{self._switch('jail_fine_turns')}", fine
        yield f"third-{self._switch('jail_third_turn')}", fine

    def _debts(self) -> Iterator[tuple[str, dict[str, str]]]:
        yield "raise", {}
        yield f"bankrupt-{self._switch('bankrupt_mortgages_first')}", {}
        if self._switch("part_payment") == "yes":
            yield "part-payment", {}

    def _ending(self) -> Iterator[tuple[str, dict[str, str]]]:
        yield "last", {}
        short, timed = self.edition.short, self.edition.timed
        if short:
            key = f"short-{'paid' if short.paid else 'free'}-{'first' if short.ends_at == 1 else 'later'}"
            numbers = {"deal": str(short.deal), "after": str(short.hotel_after), "bankruptcies": str(short.ends_at)}
            yield key, self._buildings() | numbers
        if timed:
            yield f"timed-{'paid' if timed.paid else 'free'}", {"deal": str(timed.deal)}

    def _special(self) -> Iterator[tuple[str, dict[str, str]]]:
        numbers = self.edition.numbers
        if self._switch("force") == "yes":
            yield "force", {}
            yield "battle", {"loss": self._money(numbers.battle_loss)}
        if self._switch("double_options") == "on":
            decks = self.edition.decks
            values = {"bonus": self._money(numbers.double_bonus), "share": self._money(numbers.double_share)}
            values |= {"chest": quoted(decks.chest.name[self.lang], self.lang)}
            yield "options", values | {"chance": quoted(decks.chance.name[self.lang], self.lang)}
            yield "attack", {}
