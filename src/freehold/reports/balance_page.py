"""The balance laboratory's result as lines for the terminal and as an HTML page. It reads the JSON object alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rich.console import Console
from rich.table import Table

from freehold.arena.balance.game_checks import group_name
from freehold.arena.balance.measures import AUCTION, REFUSAL, THROW, TRADE
from freehold.editions import Edition
from freehold.i18n import text
from freehold.i18n.languages import number
from freehold.picture.charts import STYLE as CHART_STYLE
from freehold.picture.charts import Line, chart, heading, paragraphs
from freehold.picture.heat import heat, percent
from freehold.picture.svg import el, ink_on, words
from freehold.reports.html_page import document

Row = Mapping[str, Any]
STYLE = ".cross { width: auto; } .cross td { min-width: 5.5rem; text-align: center; border: 1px solid var(--line); }"


@dataclass(frozen=True)
class BalanceReport:
    """A result of `freehold.balance`, its edition and the language."""

    made: Row
    edition: Edition
    lang: str

    def say(self, key: str, **parts: object) -> str:
        return text("balance", f"page-{key}", self.lang).format(**parts)

    def shares(self, row: Row, digits: int = 1) -> str:
        low, high = (number(100 * row[name], self.lang, digits) for name in ("low", "high"))
        return f"{percent(row['value'], self.lang, digits)} ({low}–{high})"

    def figures(self, row: Row, digits: int = 1) -> str:
        value, low, high = (number(row[name], self.lang, digits) for name in ("value", "low", "high"))
        return f"{value} ({low}–{high})"

    @property
    def title(self) -> str:
        return self.say("title", edition=self.edition.name[self.lang])

    def notes(self) -> list[str]:
        settings = self.made["settings"]
        games, players = number(self.made["games"], self.lang), settings["players"]
        said = [self.say("setting", games=games, players=players, seed=settings["seed"])]
        if self.made["house"]:
            said.append(self.say("house", rules=", ".join(self.made["house"])))
        return said

    def findings(self) -> list[str]:
        return [row["text"][self.lang] for row in self.made["findings"]] or [self.say("nothing")]

    def facts(self) -> list[str]:
        """Length, bankruptcies and luck in sentences, and how it compares."""
        length, luck = self.made["length"], self.made["luck"]
        seconds = {"throw": THROW, "trade": TRADE, "refusal": REFUSAL, "auction": AUCTION}
        said = [
            self.say("length", rounds=self.figures(length["rounds"]), minutes=self.figures(length["minutes"], 0)),
            self.say("minutes", **seconds),
            self.say("unfinished", share=self.shares(length["unfinished"]), rounds=length["unfinished"]["after"]),
            self.say(
                "early",
                share=self.shares(self.made["early_bankruptcies"]),
                rounds=self.made["early_bankruptcies"]["rounds"],
            ),
        ]
        if luck:
            bots = ", ".join(luck["bots"])
            best, luck_share = self.shares(luck["best"]), self.shares(luck["luck"], 0)
            said.append(self.say("luck", bot=luck["best"]["bot"], bots=bots, best=best, luck=luck_share))
        return said

    def compared(self) -> list[str]:
        found = self.made["compared"]
        return [] if found is None else [self.say("compared", edition=self.made["compare"]), found["text"][self.lang]]

    @cached_property
    def seats(self) -> list[Line]:
        return [self._line(self.say("place", place=row["place"]), row) for row in self.made["seats"]]

    @cached_property
    def restricted(self) -> list[Line]:
        return [self._line(self.say(f"never-{row['restriction']}"), row) for row in self.made["restricted"]]

    @cached_property
    def groups(self) -> list[Line]:
        """What each group earned for each unit that it cost."""
        named = [(group_name(self.edition, row["group"])(self.lang), row["return"]) for row in self.made["groups"]]
        return [Line(name, row["value"], row["low"], row["high"], self.figures(row, 2)) for name, row in named]

    @cached_property
    def skill(self) -> dict[tuple[str, str], Row]:
        return {(row["bot"], row["against"]): row for row in self.made["skill"]}

    def bots(self) -> list[str]:
        return list(dict.fromkeys(bot for bot, _ in self.skill))

    def _line(self, name: str, row: Row) -> Line:
        return Line(name, row["value"], row["low"], row["high"], self.shares(row))

    def charts(self) -> list[tuple[str, list[Line], float]]:
        """Heading, lines, and where the dashed line is."""
        even = 1 / self.made["settings"]["players"]
        made = [("seats", self.seats, even), ("groups", self.groups, 1.0), ("restricted", self.restricted, even)]
        return [(self.say(key), lines, mark) for key, lines, mark in made if lines]


def show(report: BalanceReport, screen: Console) -> None:
    """The report as text."""
    screen.print(report.title, style="bold")
    for note in report.notes():
        screen.print(note, style="dim", soft_wrap=True)
    screen.print(f"\n{report.say('findings')}", style="bold")
    for finding in report.findings():
        screen.print(f"• {finding}", soft_wrap=True)
    screen.print()
    for fact in (*report.facts(), *report.compared()):
        screen.print(fact, soft_wrap=True)
    for title, lines, _ in report.charts():
        table = Table(box=None, pad_edge=False, show_header=False)
        for line in lines:
            table.add_row(line.name, line.figure)
        screen.print(f"\n{title}", style="bold", soft_wrap=True)
        screen.print(table)
    if report.skill:
        screen.print(f"\n{report.say('skill')}", style="bold", soft_wrap=True)
        bots = report.bots()
        table = Table("", *bots, box=None, pad_edge=False)
        for one in bots:
            table.add_row(one, *(_cell(report, one, other) for other in bots))
        screen.print(table)


def _cell(report: BalanceReport, one: str, other: str) -> str:
    row = report.skill.get((one, other))
    return "" if row is None else percent(row["value"], report.lang, 0)


def page(report: BalanceReport) -> str:
    """A whole HTML document."""
    body = paragraphs(report.notes())
    body += [heading("h2", report.say("findings")), el("ul", *(el("li", words(said)) for said in report.findings()))]
    body += paragraphs([*report.facts(), *report.compared()])
    for title, lines, mark in report.charts():
        body += chart(title, lines, 0, max(line.high for line in lines), mark, bars=True).on_page("h2")
    if report.skill:
        body += [heading("h2", report.say("skill")), _cross(report)]
    return document(report.title, report.lang, CHART_STYLE + STYLE, *body)


def _cross(report: BalanceReport) -> str:
    bots = report.bots()
    head = el("tr", el("th", ""), *(el("th", words(bot)) for bot in bots))
    lines = []
    for one in bots:
        cells = []
        for other in bots:
            row = report.skill.get((one, other))
            if row is None:
                cells.append(el("td", ""))
            else:
                colour = heat(row["value"], 0, 1)
                style = f"background:{colour};color:{ink_on(colour)}"
                cells.append(el("td", words(report.shares(row, 0)), style=style))
        lines.append(el("tr", el("th", words(one)), *cells))
    return el("div", el("table", el("thead", head), el("tbody", *lines), class_="cross"), class_="scroll")
