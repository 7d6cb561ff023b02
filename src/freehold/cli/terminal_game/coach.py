"""The coach in the terminal: everybody's chances, and the best choices with their reasons, before each decision."""

from __future__ import annotations

from rich.text import Text

from freehold.cli.terminal_game.terminal_table import TerminalTable
from freehold.coach.advise import advise
from freehold.coach.evaluate import evaluate
from freehold.coach.why import label
from freehold.i18n.languages import percent

SHOWN = 3


def show(table: TerminalTable) -> None:
    """The chances, and what the coach would do."""
    game, lang = table.game, table.lang
    chances = [
        f"{name} {percent(100 * chance, lang)}"
        for name, chance in zip(table.names, evaluate(game)["chances"], strict=True)
        if chance
    ]
    table.screen.print(Text(table.word("c-chances", chances=" · ".join(chances)), style="cyan"))
    bots = {seat: player.name for seat, player in table.players.items()}
    found = advise(game, table.person, SHOWN, bots=bots)
    if len(found) < 2:
        return
    for row in found:
        told = label(game, row["action"], lang)
        line = Text(f"  {percent(100 * row['chance'], lang):>7}  {told}", style="cyan")
        table.screen.print(line.append(f"  {row['why'][lang]}" if row is found[0] else "", style="not bold"))
