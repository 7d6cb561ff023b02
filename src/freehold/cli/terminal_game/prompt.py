"""The person's decision: the situation, the menu, and keys that only display (board, deeds, why, save …)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from rich.text import Text

from freehold import rulebook, sentences
from freehold.cli.terminal import Leave, ask, ask_number, trouble
from freehold.cli.terminal_game import coach, menu, offers
from freehold.cli.terminal_game.labels import action_label, line_label
from freehold.cli.terminal_game.table_view import show_ahead, show_board, show_deeds, show_players
from freehold.cli.terminal_game.terminal_table import TerminalTable
from freehold.game import saved

Json = Mapping[str, Any]


def decide(table: TerminalTable) -> None:
    """Ask the person until an action is done, or taken back."""
    refused: list[Json] = []
    _show_situation(table)
    if table.coached:
        coach.show(table)
    while True:
        legal = [action for action in table.game.legal(table.person) if action not in refused]
        choices = menu.lines(legal)
        default = menu.suggestion(choices)
        _show_choices(table, choices, default)
        action = _read(table, choices, default)
        if action is None or table.act(action, table.person):
            return
        refused.append(action)


def claim(table: TerminalTable, claims: Sequence[Json]) -> None:
    """Out of turn: the person may claim a rent, or not."""
    table.screen.print(table.word("claim-now"), style="bold")
    choices = [menu.Line("claim", (action,)) for action in claims]
    _show_choices(table, choices, 0)
    table.screen.print(f"{0:>5}  {table.word('let-be')}")
    number = ask_number(table.screen, table.lang, _prompt(table), 0, len(claims), 1)
    if number:
        table.act(claims[number - 1], table.person)


def _prompt(table: TerminalTable) -> str:
    return table.names[table.person]


def _show_situation(table: TerminalTable) -> None:
    """What the person should know before deciding; more of it at the start of a turn."""
    game, screen, lang = table.game, table.screen, table.lang
    view = game.view(table.person)
    screen.print()
    if game.phase == "roll" and game.turn == table.person:
        show_players(screen, table.edition, view, table.person, lang)
        screen.print()
        show_ahead(screen, table.edition, view, table.person, lang)
        screen.print()
    heading = Text(sentences.phase(game.phase, lang), style="bold")
    cash = table.money(view["players"][table.person]["cash"])
    screen.print(heading.append(f"  ({table.word('in-hand', cash=cash)})", style="not bold"))
    for line in _pending(table, view):
        screen.print(line)


def _pending(table: TerminalTable, view: Json) -> list[str]:
    """The subject of the phase: the debt, the lot and its highest bid, the offer."""
    game = table.game
    if game.phase == "debt":
        debt = view["debts"][0]
        creditor = table.word("the-bank") if debt["creditor"] == "bank" else table.names[debt["creditor"]]
        return [table.word("debt", amount=table.money(debt["amount"]), creditor=creditor)]
    if game.phase == "auction":
        auction = view["auction"]
        lines = [table.word("under-hammer", lot=_lot(table, auction))]
        if "square" in auction:
            lines.append(table.facts(auction["square"]))
        if auction["leader"] is not None:
            lines.append(table.word("leads", name=table.names[auction["leader"]], amount=table.money(auction["bid"])))
        return lines
    if game.phase == "answer":
        lies = view["offer"]
        parts = {"give": table.side(lies["give"]), "ask": table.side(lies["ask"])}
        return [table.word("offer-lies", name=table.names[lies["from"]], **parts)]
    if game.phase == "buy":
        return [table.facts(view["players"][table.person]["square"])]
    return []


def _lot(table: TerminalTable, auction: Json) -> str:
    if "square" in auction:
        return table.square(auction["square"])
    buildings = table.edition.buildings
    return (buildings.small if auction["lot"] == "house" else buildings.large).name(table.lang)


def _show_choices(table: TerminalTable, choices: list[menu.Line], default: int) -> None:
    for k, line in enumerate(choices):
        suggested = k == default
        text = Text(f" {'▸' if suggested else ' '} {k + 1:>2}  ").append(line_label(table, line))
        text.stylize("bold" if suggested else "")
        table.screen.print(text)


def _read(table: TerminalTable, choices: list[menu.Line], default: int) -> Json | None:
    """Read lines until one of them is an action; None if the last one was taken back."""
    while True:
        typed = ask(table.screen, _prompt(table))
        first, _, rest = typed.partition(" ")
        action: Json | None = None
        if not typed:
            action = _action(table, choices[default], "")
        elif first.isdecimal() and 1 <= int(first[:4]) <= len(choices):
            action = _action(table, choices[int(first) - 1], rest.strip())
        elif first.lower() == "o":
            action = offers.offer(table)
        elif first.lower() == "u":
            if _take_back(table):
                return None
        elif not _look(table, first.lower(), rest.strip()):
            table.screen.print(table.word("not-understood"), style="red")
            continue
        if action is not None:
            return action
        _show_choices(table, choices, default)


def _action(table: TerminalTable, line: menu.Line, typed: str) -> Json | None:
    """The action of a menu line; None if the person cancels."""
    action = line.actions[0]
    if line.kind == "bid":
        return offers.bid(table, action, typed)
    if line.kind == "settle":
        return offers.settlement(table, action)
    if len(line.actions) == 1:
        return action
    for number, each in enumerate(line.actions, start=1):
        mark = "▸" if number == 1 else " "
        table.screen.print(f" {mark} {number:>2}  {action_label(table, each)}")
    number = ask_number(table.screen, table.lang, table.word("which"), 0, len(line.actions), 1)
    return line.actions[number - 1] if number else None


def _take_back(table: TerminalTable) -> bool:
    """Take back the person's last action and all that followed; False if there is none. What was drawn is burnt."""
    if all(entry["seat"] != table.person for entry in table.game.log):
        table.screen.print(table.word("nothing-to-take-back"), style="red")
        return False
    drawn = False
    while True:
        entry = table.game.undo(by=table.person)
        drawn = drawn or table.game.taken_back[-1]["drew"]
        if entry["seat"] == table.person:
            break
    table.screen.print(table.word("taken-back", action=action_label(table, entry["action"])))
    if drawn:
        table.screen.print(table.word("burnt"))
    return True


def _look(table: TerminalTable, key: str, rest: str) -> bool:
    """The keys that change nothing; False for an unknown key."""
    view = table.game.view(table.person)
    if key == "b":
        show_players(table.screen, table.edition, view, table.person, table.lang)
        table.screen.print()
        show_board(table.screen, table.edition, view, table.lang)
    elif key == "d":
        show_deeds(table.screen, table.edition, view, table.lang)
    elif key == "w":
        _why(table, rest)
    elif key == "s":
        file = rest or ask(table.screen, table.word("ask-file"))
        if file:
            _save(table, file)
    elif key == "q":
        _quit(table)
    elif key in ("?", "h", "help", "aide"):
        table.screen.print(table.word("help"))
    else:
        return False
    return True


def _why(table: TerminalTable, clause: str) -> None:
    """The rule behind the last event, or any clause by its id."""
    id = clause or table.last_clause
    if id is None:
        table.screen.print(table.word("no-event"))
        return
    if id not in rulebook.numbers():
        near = get_close_matches(id, rulebook.numbers(), n=1)
        hint = " " + table.word("did-you-mean", near=near[0]) if near else ""
        table.screen.print(table.word("unknown-clause", given=id) + hint, style="red")
        return
    known = {book.id for book in rulebook.books()}
    edition = table.edition.id if table.edition.id in known else None
    first, *others = str(rulebook.explain(id, lang=table.lang, edition=edition)).splitlines()
    table.screen.print(first, style="bold")
    for line in others:
        table.screen.print(line)


def _save(table: TerminalTable, file: str) -> bool:
    """Save the game with its log and the bots to a file that the person names."""
    path = Path(file)
    if path.exists() and file != table.saved_as:
        answer = ask(table.screen, table.word("overwrite", file=file))
        if not answer.lower().startswith(table.word("yes")):
            return False
    bots = [player.name if (player := table.players.get(seat)) else None for seat in range(len(table.names))]
    try:
        saved.write(path, table.game.start, table.game.log, table.game.taken_back, bots=bots)
    except OSError as error:
        table.screen.print(table.word("cannot-write", file=file, why=trouble(error, table.lang)), style="red")
        return False
    table.saved_as = file
    table.screen.print(table.word("saved", file=file))
    return True


def _quit(table: TerminalTable) -> None:
    answer = ask(table.screen, table.word("ask-quit"))
    if answer.lower() == table.word("no"):
        return
    if answer and not _save(table, answer):
        return
    raise Leave(asked=True)
