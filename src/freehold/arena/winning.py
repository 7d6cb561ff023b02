"""The chance of each seat to win from a position, by playing it on many times."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from freehold.arena import simulation
from freehold.arena.findings import won
from freehold.arena.progress_bar import bar
from freehold.arena.summaries import WinChance
from freehold.editions import EditionLike
from freehold.game import Game
from freehold.picture.notebook import html_table, svg_bars
from freehold.players.bot_objects import BotLike

ENOUGH = 10_000


class WinChances(list[WinChance]):
    """A row for each seat: `{"seat": 0, "rate": 0.41, "low": 0.40, "high": 0.42, …}`. A notebook shows it as a chart.

    `low` and `high` are Wilson's 95 % interval. A game that was given up, or that ended in a shared victory, is
    nobody's: the rates add up to 1 without those. `games` is how many were played.
    """

    def __init__(self, rows: Sequence[WinChance], games: int) -> None:
        super().__init__(rows)
        self.games = games

    def _repr_html_(self) -> str:
        return svg_bars([(row["name"], row["rate"], row["low"], row["high"]) for row in self]) + html_table(self)


def win_probability(
    position: Mapping[str, object] | Game,
    bots: BotLike | Sequence[BotLike] = "baron",
    games: int = ENOUGH,
    seed: int = 1,
    *,
    edition: EditionLike | None = None,
    backend: str = "cpu",
    workers: int | None = None,
    turns: int | None = None,
    shuffle: bool = True,
    progress: Callable[[int], None] | bool | None = None,
) -> WinChances:
    """How often each seat wins when bots play on from a position: any phase, also in an auction, a debt or an offer.

    `position` is a position, a view or a `Game`. `bots` are one for each seat, or one for all; the seats are played by
    them from here on. Every game has dice of its own and shuffled decks: see `simulate`, which also counts what
    happened. The same seed gives the same figures, with any number of `workers`. `progress=True` shows a bar.
    """
    if position is None:
        raise ValueError("Win chances are those of a position, a view or a Game, not of None.")
    plan = simulation.plan_of(
        edition, bots, games, seed, start=position, backend=backend, turns=turns, shuffle=shuffle, counted=False
    )
    with bar(plan.games, progress) as tell:
        found = simulation.run(plan, workers, progress=tell)
    assert plan.start is not None
    names = [player["name"] for player in plan.start.position["players"]]
    rows = [
        {"seat": seat, "name": name, "bot": plan.bots[seat], **won(found.counts.seats[seat], found.games)}
        for seat, name in enumerate(names)
    ]
    return WinChances(cast(list[WinChance], rows), found.games)
