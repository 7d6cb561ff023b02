"""A simulation's figures as tables in the terminal. The HTML page is in `simulation_page.py`."""

from __future__ import annotations

import shlex
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from rich.console import Console
from rich.table import Table
from rich.text import Text

from freehold.arena.findings import Findings
from freehold.arena.pictures import FEW_RENTS, Pictures
from freehold.arena.result import Result
from freehold.arena.simulation import ROUNDS
from freehold.arena.summaries import DeedRow, Wins
from freehold.arena.verdicts import lost_moves
from freehold.editions import Edition
from freehold.i18n.command_words import listed, word
from freehold.i18n.languages import number
from freehold.picture.heat import heat, jail_names, percent, span
from freehold.picture.scene import JAIL

WIDEST, NARROW = 88, 80


@dataclass(frozen=True)
class Report:
    """A simulation's result and the language of the report."""

    result: Result
    lang: str

    @cached_property
    def found(self) -> Findings:
        return self.result.findings(self.lang)

    @cached_property
    def pictures(self) -> Pictures:
        return Pictures(self.found)

    @cached_property
    def edition(self) -> Edition:
        return self.result.plan.setting.load()

    @cached_property
    def deeds(self) -> dict[int, DeedRow]:
        return {row["square"]: row for row in self.found.deeds()}

    def word(self, key: str, **parts: object) -> str:
        return word(key, self.lang, **parts)

    def number(self, value: float, digits: int = 0) -> str:
        return number(value, self.lang, digits)

    def percent(self, share: float, digits: int = 1) -> str:
        return percent(share, self.lang, digits)

    def interval(self, low: float, high: float) -> str:
        return f"{self.number(100 * low, 1)}–{self.number(100 * high, 1)}"

    @property
    def title(self) -> str:
        return self.word("s-title", edition=self.edition.name[self.lang], games=self.number(self.result.games))


def command(report: Report) -> str:
    """The command that plays the same games again."""
    plan = report.result.plan
    words = ["freehold", "simulate", plan.setting.edition]
    words += ["--games", str(plan.games), "--seed", str(plan.seed), "--bots", ",".join(plan.bots)]
    if plan.setting.variant != "classic":
        words += ["--variant", plan.setting.variant]
    for name, value in plan.setting.options.items():
        words += ["--option", f"{name}={value}"]
    if plan.rotate:
        words.append("--rotate")
    if plan.turns != ROUNDS * plan.players:
        words += ["--turns", str(plan.turns)]
    return shlex.join(words)


def notes(report: Report) -> list[str]:
    """What was played, in sentences."""
    plan = report.result.plan
    bots = [f"{count} × {bot}" if count > 1 else bot for bot, count in Counter(plan.bots).items()]
    said = [
        report.word(
            "s-setting",
            variant=report.word(f"variant-{plan.setting.variant}"),
            players=plan.players,
            bots=listed(bots, report.lang),
            seed=plan.seed,
        )
    ]
    if plan.setting.options:
        options = ", ".join(f"{name}={value}" for name, value in plan.setting.options.items())
        said.append(report.word("tournament-options", options=options))
    if plan.rotate:
        said.append(report.word("s-rotated"))
    if not report.result.complete:
        said.append(stopped(report))
    return said


def stopped(report: Report) -> str:
    """How far a simulation came that did not end, and what stopped it unless somebody did."""
    games, all_games = report.number(report.result.games), report.number(report.result.plan.games)
    said = report.word("s-stopped", games=games, all=all_games)
    broken = report.result.broken
    return said if broken is None else f"{said} {broken.sentence(report.lang)}"


def facts(report: Report) -> list[str]:
    """Turn order and length, and the moves that bots lost, in sentences."""
    return [_first(report), *_length(report), *lost_moves(report.result.counts.lost.rows(), report.lang)]


def _first(report: Report) -> str:
    counts, first = report.result.counts, report.found.order()[0]
    if counts.won == 0:
        return report.word("s-none-won")
    return report.word(
        "s-first" if counts.won == counts.games else "s-first-won",
        games=report.number(counts.won),
        rate=report.percent(first["share"]),
        interval=report.interval(first["share_low"], first["share_high"]),
        points=report.number(abs(100 * first["advantage"]), 1),
        side=report.word("s-above" if first["advantage"] >= 0 else "s-below"),
        even=report.percent(1 / report.result.plan.players),
    )


def _length(report: Report) -> list[str]:
    """The length of games; with unfinished games, what still holds for all of them."""
    counts, plan, length = report.result.counts, report.result.plan, report.found.length()
    median, rounds = report.number(length["turns"]["median"]), report.number(length["rounds"]["median"], 1)
    p90 = report.number(length["turns"]["p90"])
    if counts.unfinished == 0:
        mean, throws = report.number(length["turns"]["mean"], 1), report.number(length["throws"]["mean"], 1)
        return [report.word("s-length", mean=mean, median=median, rounds=rounds, p90=p90, throws=throws)]
    share = counts.unfinished / counts.games
    said = report.word(
        "s-given-up",
        share=report.percent(share),
        count=report.number(counts.unfinished),
        turns=report.number(plan.turns),
        rounds=report.number(plan.turns / plan.players, 0 if plan.turns % plan.players == 0 else 1),
    )
    if report.found.events()["trades"] == 0:
        said += " " + report.word("s-no-trades")
    known = []
    if counts.finished:
        known.append(report.word("s-ended", mean=report.number(length["ended"]["mean"], 1)))
    if share < 0.5:
        known.append(report.word("s-half", median=median, rounds=rounds))
    if share < 0.1:
        known.append(report.word("s-nine", p90=p90))
    return [said, " ".join(known)] if known else [said]


def wins(report: Report) -> list[tuple[str, list[tuple[str, Wins]]]]:
    """The shares of wins under their headings: by bot, by seat and by turn order."""
    return [(report.pictures.win_title(by), report.pictures.win_rows(by)) for by in wins_by(report)]


def wins_by(report: Report) -> tuple[str, ...]:
    """By what wins are told: by bot only if there are several."""
    return ("bots", "seats", "order") if len(set(report.result.plan.bots)) > 1 else ("seats", "order")


def endings(report: Report) -> list[tuple[str, str]]:
    """How games ended, most frequent first."""
    games = max(1, report.result.games)
    rows = [
        (report.word(f"s-ending-{name}", turns=report.number(report.result.plan.turns)), count)
        for name, count in sorted(report.found.endings().items(), key=lambda row: -row[1])
        if count
    ]
    shown = [(name, f"{report.number(count)} ({report.percent(count / games)})") for name, count in rows]
    if report.result.counts.shared:
        shown.append((report.word("s-shared", shared=report.number(report.result.counts.shared)), ""))
    return shown


def events(report: Report) -> list[tuple[str, str]]:
    return [
        (report.word(f"s-event-{name}"), report.number(mean, 2)) for name, mean in report.found.events().items() if mean
    ]


def paid(report: Report) -> float:
    """The fraction of all rents owed that was paid in cash."""
    due = sum(row["due"] for row in report.deeds.values())
    return float(sum(row["rent"] for row in report.deeds.values()) / max(1, due))


def show(report: Report, screen: Console) -> None:
    screen.print(report.title, style="bold")
    for note in notes(report):
        screen.print(note, style="dim")
    for title, rows in wins(report):
        screen.print()
        screen.print(title, style="bold")
        table = _grid()
        for name, row in rows:
            table.add_row(
                name, report.number(row["wins"]), report.percent(row["rate"]), report.interval(row["low"], row["high"])
            )
        screen.print(table)
    screen.print()
    for fact in facts(report):
        screen.print(fact)
    for key, pairs in (("s-endings", endings(report)), ("s-per-game", events(report))):
        screen.print()
        screen.print(report.word(key), style="bold")
        table = _grid()
        for pair in pairs:
            table.add_row(*pair)
        screen.print(table)
    screen.print()
    screen.print(_squares(report, screen))
    screen.print(report.word("s-deeds-note"), style="dim")
    screen.print()
    screen.print(report.word("s-returns"), style="bold")
    screen.print(_returns(report, screen))
    screen.print(report.word("s-returns-note", paid=report.percent(paid(report)), few=FEW_RENTS), style="dim")
    screen.print()
    screen.print(report.word("s-digest", digest=report.result.digest), style="dim")


def _table(width: int | None = None) -> Table:
    return Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0), width=width)


def _grid() -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(overflow="fold")
    for _ in range(3):
        table.add_column(justify="right", no_wrap=True)
    return table


def _squares(report: Report, screen: Console) -> Table:
    """Every square with its share of throws, and the cost and earnings of its deed."""
    table = _table(width=min(screen.width, WIDEST))
    table.add_column("", justify="right", style="dim", width=2)
    table.add_column(report.word("square"), no_wrap=True, overflow="ellipsis", ratio=1)
    table.add_column("", width=1)
    for key in ("s-landed", "s-bought", "s-hammer", "s-rent", "s-ruined"):
        # two lines, to leave room for the names of the squares
        table.add_column(report.word(key).replace(" ", "\n").replace("/", "/\n"), justify="right", no_wrap=True)
    inside, outside = jail_names(report.edition, report.lang)
    rows, cell = report.found.squares(), report.found.in_jail()
    low, high = span([row["share"] for row in rows])
    for row in rows:
        at = row["square"]
        share = Text(report.percent(row["share"], 2), style=heat(row["share"], low, high))
        name = outside if at == JAIL else row["name"]
        table.add_row(str(at), name, _mark(report, at), share, *figures(report, at))
        if at == JAIL:
            table.add_row("", inside, "", report.percent(cell["share"], 2), "", "", "", "")
    return table


def _mark(report: Report, square: int) -> Text:
    group = next((one for one in report.edition.groups if square in one.squares), None)
    return Text("■", style=group.hex) if group else Text(" ")


def figures(report: Report, square: int) -> list[str]:
    """The cost and earnings of a square's deed, if it has one."""
    row = report.deeds.get(square)
    if row is None:
        return [""] * 4
    games = max(1, report.result.games)
    hammer = "–" if row["auction_price"] is None else report.edition.money(round(row["auction_price"]), report.lang)
    return [
        report.number(100 * row["bought"] / games),
        hammer,
        report.edition.money(round(row["rent_per_game"]), report.lang),
        report.number(100 * row["ruined"] / games, 1),
    ]


def _returns(report: Report, screen: Console) -> Table:
    table = _table()
    table.add_column("", width=1)
    table.add_column(report.word("group"), overflow="fold")
    for name in report.pictures.levels():
        number, _, _ = name.partition(" ")
        narrow = screen.width < NARROW and number.isdecimal()
        table.add_column(number if narrow else name, justify="right", overflow="fold")
    for group, values in report.pictures.return_rows():
        shares = ("–" if value is None else report.percent(value, 0) for value in values)
        table.add_row(Text("■", style=group.hex), group.printed_colour[report.lang], *shares)
    return table
