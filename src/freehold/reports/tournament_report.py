"""A tournament's figures as tables in the terminal, and as JSON."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from freehold.arena import verdicts as sentences
from freehold.arena.standings import Cell, Standing, Summary, summary
from freehold.arena.tournament import ROUNDS, Played
from freehold.editions import load
from freehold.i18n.command_words import word
from freehold.i18n.languages import number
from freehold.picture.heat import heat, percent
from freehold.picture.svg import ink_on


@dataclass(frozen=True)
class Report:
    """A tournament's games, its figures over all and by edition, and the language of the report."""

    played: Played
    all: Summary
    editions: tuple[Summary, ...]
    lang: str

    def word(self, key: str, **parts: object) -> str:
        return word(key, self.lang, **parts)

    def number(self, value: float, digits: int = 0) -> str:
        return number(value, self.lang, digits)

    def percent(self, share: float) -> str:
        return percent(share, self.lang, 1)

    def interval(self, low: float, high: float) -> str:
        """The interval of a share in per cent."""
        return f"{self.number(100 * low, 1)}–{self.number(100 * high, 1)}"

    @property
    def title(self) -> str:
        return self.word(f"tournament-title-{self.played.plan.form}")

    @property
    def names(self) -> list[str]:
        return self.played.plan.names()

    @property
    def others(self) -> int:
        """The number of opponents of the single bot."""
        return self.played.plan.players - 1

    def edition_names(self) -> list[str]:
        return [load(setting.edition).name[self.lang] for setting in self.played.plan.settings]


def report(played: Played, lang: str) -> Report:
    return Report(played, summary(played), tuple(summary(played.of(setting)) for setting in played.plan.settings), lang)


def command(report: Report) -> str:
    """The command that plays the same games again."""
    plan = report.played.plan
    setting = plan.settings[0]
    words = ["freehold", "tournament"]
    if plan.form != "table":
        words.append(f"--{plan.form}")
    words += ["--edition", ",".join(setting.edition for setting in plan.settings)]
    if setting.variant != "classic":
        words += ["--variant", setting.variant]
    for name, value in setting.options.items():
        words += ["--option", f"{name}={value}"]
    words += ["--bots", ",".join(plan.bots), "--players", str(plan.players)]
    words += ["--games", str(plan.games), "--seed", str(plan.seed)]
    if plan.rounds != ROUNDS:
        words += ["--rounds", str(plan.rounds)]
    if plan.net_worth:
        words.append("--net-worth")
    return shlex.join(words)


def as_json(report: Report) -> dict[str, Any]:
    """The figures over all editions, then what was played, then the same figures for each edition."""
    plan, match = report.played.plan, report.played.plan.matches()[0]
    setting = plan.settings[0]
    settings = {
        "format": plan.form,
        "bots": list(plan.bots),
        "players": plan.players,
        "editions": [setting.edition for setting in plan.settings],
        "variant": setting.variant,
        "options": dict(setting.options),
        "games_asked": plan.games,
        "games_each": match.games(plan.games),
        "rounds": plan.rounds,
        "net_worth": plan.net_worth,
        "seed": plan.seed,
        "numbers": [0, match.numbers(plan.games) - 1],
        "command": command(report),
    }
    editions = [
        {"edition": setting.edition, **found.as_json()}
        for setting, found in zip(plan.settings, report.editions, strict=True)
    ]
    return report.all.as_json() | report.played.as_json(report.lang) | {"settings": settings, "editions": editions}


def notes(report: Report) -> list[str]:
    """What was played, in sentences."""
    plan, match = report.played.plan, report.played.plan.matches()[0]
    setting, each = plan.settings[0], match.games(plan.games)
    kind = report.word(f"variant-{setting.variant}")
    editions = ", ".join(report.edition_names())
    said = [report.word("tournament-editions", editions=editions, variant=kind, players=plan.players)]
    if setting.options:
        options = ", ".join(f"{name}={value}" for name, value in setting.options.items())
        said.append(report.word("tournament-options", options=options))
    last = report.number(match.numbers(plan.games) - 1)
    games = report.number(plan.all_games())
    key = "tournament-games" if len(plan.matches()) > 1 else "tournament-games-one"
    said.append(report.word(key, games=games, each=report.number(each), seed=plan.seed, last=last))
    if each != plan.games:
        said.append(report.word("tournament-rounded", asked=report.number(plan.games), each=report.number(each)))
    if not report.played.complete:
        said.append(stopped(report))
    return said


def stopped(report: Report) -> str:
    """How far a tournament came that did not end, and what stopped it unless somebody did."""
    done, games = report.number(report.played.games), report.number(report.played.plan.all_games())
    said = report.word("tournament-stopped", games=done, all=games)
    broken = report.played.broken
    return said if broken is None else f"{said} {broken.sentence(report.lang)}"


def facts(report: Report, found: Summary) -> list[str]:
    """Statistics of the games, in sentences."""
    said = [sentences.even(found, report.lang)]
    length = {
        "rounds": report.number(found.rounds, 1),
        "unfinished": report.number(found.unfinished),
        "share": report.percent(found.unfinished / max(1, found.games)),
        "limit": report.number(report.played.plan.rounds),
    }
    if report.played.plan.net_worth:
        said.append(report.word("t-by-worth", by_worth=report.number(found.by_worth), **length))
    else:
        said.append(report.word("t-length" if 2 * found.unfinished < found.games else "t-endless", **length))
    if found.shared:
        said.append(report.word("t-shared", shared=report.number(found.shared)))
    per_game = {name: report.number(count, 2) for name, count in found.per_game.items()}
    said.append(report.word("t-per-game", **per_game))
    shares = " · ".join(report.percent(place.rate) for place in found.order)
    said.append(report.word("t-order", shares=shares))
    return said


def verdicts(report: Report, found: Summary) -> list[str]:
    """Who is better than whom, as far as the intervals say, and the moves that were lost."""
    return sentences.verdicts(found, report.others, report.lang)


def show(report: Report, screen: Console) -> None:
    screen.print(report.title, style="bold")
    for note in notes(report):
        screen.print(note, style="dim")
    screen.print()
    screen.print(_standings(report, report.all.best_first()))
    if report.all.cross:
        screen.print()
        screen.print(report.word("t-cross", others=report.others), style="bold")
        screen.print(_cross(report, report.all))
    if len(report.editions) > 1:
        screen.print()
        screen.print(report.word("t-by-edition"), style="bold")
        screen.print(_by_edition(report))
    screen.print()
    for verdict in verdicts(report, report.all):
        screen.print(verdict)
    for fact in facts(report, report.all):
        screen.print(fact, style="dim")


def _grid() -> Table:
    return Table(box=None, pad_edge=False, header_style="bold")


def _standings(report: Report, rows: list[Standing]) -> Table:
    table = _grid()
    table.add_column(report.word("t-bot"), overflow="fold")
    for key in ("t-wins", "t-rate", "t-interval", "t-elo", "t-interval"):
        # two lines, to leave room for the names of the bots
        table.add_column(report.word(key).replace(" ", "\n", 1), justify="right", no_wrap=True)
    for row in rows:
        table.add_row(
            row.bot,
            report.number(row.wins),
            report.percent(row.rate),
            Text(report.interval(row.low, row.high), style="dim"),
            f"{row.elo:.0f}",
            Text(f"{row.elo_low:.0f}–{row.elo_high:.0f}", style="dim"),
        )
    return table


def _cross(report: Report, found: Summary) -> Table:
    table = _grid()
    table.add_column("", overflow="fold")
    for name in report.names:
        table.add_column(name, justify="right", overflow="fold")
    for name in report.names:
        if any(cell.bot == name for cell in found.cross):
            cells = [found.cell(name, other) for other in report.names]
            table.add_row(name, *(_cell(report, cell) if cell else Text("·", style="dim") for cell in cells))
    return table


def _cell(report: Report, cell: Cell) -> Text:
    colour = heat(cell.rate, 0, 1)
    share = Text(report.percent(cell.rate), style=f"{ink_on(colour)} on {colour}")
    return share.append(f"\n{report.interval(cell.low, cell.high)}", style="not bold default on default")


def _by_edition(report: Report) -> Table:
    table = _grid()
    table.add_column(report.word("edition"), overflow="fold")
    for name in report.names:
        table.add_column(name, justify="right", overflow="fold")
    table.add_column(report.word("t-unfinished"), justify="right", no_wrap=True)
    for setting, found in zip(report.played.plan.settings, report.editions, strict=True):
        shares = (Text(report.percent(row.rate)).append(f"\n{row.elo:.0f}", style="dim") for row in found.bots)
        table.add_row(setting.edition, *shares, report.number(found.unfinished))
    return table
