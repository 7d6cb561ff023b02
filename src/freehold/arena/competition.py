"""Tournaments for programs: `freehold.tournament`, and its result. The command `freehold tournament` shows the same.

Which bots meet at which table is in `tournament.py`, what the outcomes say in `standings.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Any, cast

from freehold.arena import bot_games, verdicts
from freehold.arena.progress_bar import bar
from freehold.arena.standings import Summary, summary
from freehold.arena.summaries import TournamentSummary
from freehold.arena.tables import Setting, table_of
from freehold.arena.tournament import FORMATS, ROUNDS, Played, TournamentPlan, run
from freehold.editions import Edition, EditionLike
from freehold.engine.batch import options_of
from freehold.json_types import Options
from freehold.picture.notebook import html_table, svg_bars
from freehold.players import game_players
from freehold.players.bot_objects import BotLike

USUAL_PLAYERS = 4


@dataclass(frozen=True)
class TournamentResult:
    """A tournament that was played. `summary()` has what `freehold tournament --json` prints first."""

    played: Played
    found: Summary

    @property
    def games(self) -> int:
        return self.found.games

    def summary(self) -> TournamentSummary:
        """Plain values: `games`, and for each of the `bots` its wins, rate and Elo with their intervals."""
        return cast(TournamentSummary, self.found.as_json() | self.played.as_json())

    def __str__(self) -> str:
        rows = [f"{row.bot:24} {row.rate:6.1%}  {row.low:.1%} to {row.high:.1%}" for row in self.found.best_first()]
        return "\n".join([f"{self.games} games; wins for each seat, with a 95 % interval", *rows, *self.sentences()])

    def sentences(self, lang: str = "en") -> list[str]:
        """Who is better than whom, if enough games ended to tell, and the moves that bots of your own lost. First of
        all the bot that could not be started any more, if one stopped the tournament.
        """
        others = self.played.plan.players - 1
        broken = [] if self.played.broken is None else [self.played.broken.sentence(lang)]
        return [*broken, verdicts.even(self.found, lang), *verdicts.verdicts(self.found, others, lang)]

    def _repr_html_(self) -> str:
        best = self.found.best_first()
        bars = svg_bars([(row.bot, row.rate, row.low, row.high) for row in best])
        columns = ("bot", "seats", "wins", "rate", "low", "high", "elo", "elo_low", "elo_high")
        rows = [{name: getattr(row, name) for name in columns} for row in best]
        said = "".join(f"<p>{escape(sentence)}</p>" for sentence in self.sentences())
        return bars + html_table(rows, f"{self.games:,} games; the rate is wins for each seat") + said


def tournament(
    bots: BotLike | Sequence[BotLike],
    edition: EditionLike | Sequence[EditionLike] = "classic",
    games: int = 1000,
    seed: int = 1,
    *,
    form: str = "table",
    players: int | None = None,
    variant: str = "classic",
    options: Options | None = None,
    rounds: int = ROUNDS,
    net_worth: bool = False,
    workers: int = 1,
    progress: Callable[[int], None] | bool | None = None,
) -> TournamentResult:
    """Bots against bots: seats rotated, the same dice for all. A ValueError says in one sentence what cannot be.

    `form` is "table" (all at one table, one name a seat or one for all), "round-robin" (each alone against a table of
    each other) or "ladder" (each alone against a table of the one named before it).

    A bot is a name, or one of your own: a class with a method `decide(self, view, legal)`, an instance of one, a
    function, or a class in a file, `my_bot.py:MyBot`. One in a file thinks in a process of its own, with a time limit;
    an object in this one. Every game gets a new instance of a class. Games with them take a while: raise `workers`,
    which are processes then, so that a script needs the usual `if __name__ == "__main__":`. The moves that they lost
    are counted in `summary()["lost_moves"]`; the first is logged.

    A game is given up after so many `rounds`. Nobody has won it then, or with `net_worth` the richest player.
    `progress` is called with the number of finished games; True shows a bar.
    """
    names = game_players.line_up(bots)
    if form not in FORMATS:
        raise ValueError(f"A tournament is one of {', '.join(FORMATS)}, not {form!r}.")
    for what, value in (("games", games), ("rounds", rounds), ("workers", workers)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise ValueError(f"The number of {what} is 1 or more, not {value!r}.")
    if form != "table" and (len(names) < 2 or len(set(names)) < len(names)):
        raise ValueError(f"A {form} needs two bots or more, each named once.")
    count = players or (len(names) if form == "table" and len(names) > 1 else USUAL_PLAYERS)
    if form == "table" and len(names) not in (1, count):
        raise ValueError(f"Name one bot for each of the {count} seats, or one for all.")
    several = list(edition) if isinstance(edition, list | tuple) else [edition]
    settings = tuple(_setting(one, variant, options, count) for one in several)
    plan = TournamentPlan(form, names, count, settings, games, seed, rounds, net_worth)
    prepare = partial(bot_games.prepare, plan.compiled_bots())
    with bar(plan.all_games(), progress) as tell:
        played = run(plan, bot_games.play, workers=workers, prepare=prepare, tell=tell or (lambda done: None))
    return TournamentResult(played, summary(played))


def _setting(edition: Any, variant: str, options: Options | None, players: int) -> Setting:
    setting = Setting.of(edition, variant, options_of(variant) | dict(options or {}))
    table_of(setting)  # an unknown variant or option
    loaded: Edition = setting.load()
    if not loaded.players.min <= players <= loaded.players.max:
        low, high = loaded.players.min, loaded.players.max
        raise ValueError(f"The edition {loaded.id} is for {low} to {high} players, not {players}.")
    return setting
