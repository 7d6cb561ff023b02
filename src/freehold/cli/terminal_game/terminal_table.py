"""The state of a terminal game: the game, its language, the person, the bots, and the last clause shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from freehold import sentences
from freehold.cli.terminal_game.table_view import WIDEST, deck_name, rents_of
from freehold.editions import Edition
from freehold.game import Game, IllegalAction
from freehold.game.types import Action, Event
from freehold.i18n.command_words import listed, word
from freehold.players import Player
from freehold.sentences.placeholders import quoted

Json = Mapping[str, Any]

DITTO = "″"  # the same clause as the event before


@dataclass
class TerminalTable:
    """Shared by all modules of the terminal game."""

    game: Game
    lang: str
    screen: Console
    players: Mapping[int, Player]  # the bots, by seat
    person: int = 0
    last_clause: str | None = None
    saved_as: str | None = None
    coached: bool = False
    let_be: set[tuple[int, int]] = field(default_factory=set)  # rents that the person chose not to claim

    @property
    def edition(self) -> Edition:
        return self.game.edition

    @property
    def names(self) -> list[str]:
        return self.game.names

    def word(self, key: str, **parts: object) -> str:
        return word(key, self.lang, **parts)

    def money(self, amount: int) -> str:
        return self.edition.money(amount, self.lang)

    def square(self, index: int) -> str:
        return self.edition.squares[index].name[self.lang]

    def facts(self, index: int) -> str:
        """A deed in short: group, price, rents and the cost of a building."""
        square = self.edition.squares[index]
        group = next((group for group in self.edition.groups if group.id == square.group), None)
        facts = [group.printed_colour[self.lang]] if group else []
        facts.append(f"{self.word('price')} {self.money(square.price)}")
        facts.append(f"{self.word('rents')} {rents_of(square, self.lang)}")
        if square.house_cost:
            facts.append(f"{self.edition.buildings.small.name(self.lang)} {self.money(square.house_cost)}")
        return " · ".join(facts)

    def tell(self, events: Sequence[Json]) -> None:
        """Print each event as a sentence with its clause."""
        before = None
        told = self.game.tell(cast(list[Event], events), self.lang)
        for event, sentence in zip(events, told, strict=True):
            if event["type"] == "turn":
                self.screen.print()
            clause = DITTO if event["clause"] == before else event["clause"]
            self._line(sentence, clause, "bold" if event["type"] in ("turn", "over") else "")
            self.last_clause = before = event["clause"]

    def quote(self, seat: int, phrase: str) -> None:
        """Print what a player says."""
        self.screen.print(self.word("says", name=self.names[seat], phrase=phrase), style="italic")

    def _line(self, sentence: str, clause: str, style: str) -> None:
        """Print a sentence with its clause in the right margin, if there is room."""
        width = min(self.screen.width, WIDEST)
        lines = Text(sentence, style=style).wrap(self.screen, width)
        if lines[-1].cell_len + cell_len(clause) + 2 > width:
            lines.append(Text())
        room = width - lines[-1].cell_len - cell_len(clause)
        lines[-1].append(" " * room).append(clause, style="not bold dim")
        for line in lines:
            self.screen.print(line, no_wrap=True)

    def act(self, action: Json, seat: int) -> bool:
        """Apply an action and print its events, or the reason for a refusal."""
        try:
            events = self.game.apply(cast(Action, action), seat)
        except IllegalAction as refusal:
            self.screen.print(sentences.reason(refusal.reason, self.lang), style="red")
            return False
        self.tell(events)
        return True

    def tell_taken_back(self) -> None:
        """Print how much was taken back in this game, if anything was."""
        if undone := self.game.taken_back:
            burnt = sum(each["drew"] for each in undone)
            self.screen.print(self.word("were-taken-back", count=len(undone), burnt=burnt))

    def side(self, side: Json) -> str:
        """One side of an offer in words."""
        things = [self.money(side["cash"])] if side.get("cash") else []
        things += [quoted(self.square(square), self.lang) for square in side.get("squares", [])]
        things += [self.jail_card(deck) for deck in side.get("jail_cards", [])]
        return listed(things, self.lang) or self.word("nothing")

    def jail_card(self, deck: str) -> str:
        return self.word("jail-card", deck=deck_name(self.edition, deck, self.lang))
