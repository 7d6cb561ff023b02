"""Sets up a terminal game from the command line and a few questions. Errors are reported at once."""

from __future__ import annotations

import random
import secrets
from pathlib import Path
from typing import Any

from rich.console import Console

from freehold.cli.terminal import WrongUsage, ask, ask_number, trouble
from freehold.cli.terminal_game import bot_seats
from freehold.cli.terminal_game.terminal_table import TerminalTable
from freehold.editions import Edition, SetupError, ids
from freehold.editions import load as read_edition
from freehold.editions.house import OPTION, expanded
from freehold.editions.switches import BY_NAME
from freehold.game import Game, IllegalAction, PositionError, saved
from freehold.i18n import LANGUAGES, language
from freehold.i18n.command_words import language_of, word

TURNS_OF_A_TIMED_GAME = 120
LARGEST_SEED = (1 << 64) - 1
MOST_TURNS = 1_000_000


def ask_language(screen: Console) -> str:
    """One of the languages, where the system names none of them; Enter takes the first that is proposed."""
    default = language_of()
    question = word("ask-language", default)
    for number, lang in enumerate(LANGUAGES, start=1):
        screen.print(f"{number:>3}  {language(lang).name}")
    chosen = 1 + LANGUAGES.index(default)
    return LANGUAGES[ask_number(screen, default, f"{question} [{chosen}]", 1, len(LANGUAGES), chosen) - 1]


def ask_edition(screen: Console, lang: str) -> str:
    for number, id in enumerate(ids(), start=1):
        edition = read_edition(id)
        screen.print(f"{number:>3}  {edition.name[lang]} ({edition.year})")
    usual = ids().index("classic") + 1
    question = f"{word('ask-edition', lang)} [{usual}]"
    return ids()[ask_number(screen, lang, question, 1, len(ids()), usual) - 1]


def ask_players(screen: Console, edition: Edition, lang: str, count: int | None) -> list[str]:
    """Ask for the number of players, unless it is known, and for the person's name."""
    if count is None:
        low, high = edition.players.min, edition.players.max
        question = f"{word('ask-players', lang, low=low, high=high)} [{bot_seats.USUAL_PLAYERS}]"
        count = ask_number(screen, lang, question, low, high, bot_seats.USUAL_PLAYERS)
    people = players(str(count), edition, lang)
    people[0] = ask(screen, f"{word('ask-name', lang)} [{people[0]}]") or people[0]
    return people


def players(given: str, edition: Edition, lang: str) -> list[str]:
    """A number, or names separated by commas, the person's first. With a number, the bots' names are empty."""
    low, high = edition.players.min, edition.players.max
    names = [name.strip() for name in given.split(",")]
    number = given.strip()
    if number.lstrip("-").isdecimal():
        count = int(number) if len(number) < 6 else high + 1
        if not low <= count <= high:
            raise WrongUsage(word("wrong-players", lang, edition=edition.id, low=low, high=high, given=number))
        return [word("person", lang)] + [""] * (count - 1)
    if not low <= len(names) <= high:
        raise WrongUsage(word("wrong-players", lang, edition=edition.id, low=low, high=high, given=len(names)))
    if not all(names):
        raise WrongUsage(word("empty-name", lang))
    for k, name in enumerate(names):
        if name in names[:k]:
            raise WrongUsage(word("same-name", lang, name=name))
    return names


def tokens(given: str | None, edition: Edition, count: int, lang: str) -> list[str]:
    """The person's token first; the bots get the others, alternating sides if tokens have one."""
    known = [token.id for token in edition.tokens]
    mine = given if given is not None else known[0]
    if mine not in known:
        raise WrongUsage(word("unknown-token", lang, given=mine, known=", ".join(known)))
    side = {token.id: token.side for token in edition.tokens}
    rest = [token for token in known if token != mine]
    chosen = [mine]
    while len(chosen) < count:
        other = next((token for token in rest if side[token] != side[chosen[-1]]), rest[0])
        rest.remove(other)
        chosen.append(other)
    return chosen


def options(given: list[str], variant: str, lang: str) -> dict[str, Any]:
    """`name=value` pairs: choices that the rulebooks leave to the table, and house rules."""
    chosen: dict[str, Any] = {}
    open_ones = {name: switch for name, switch in BY_NAME.items() if switch.open}
    house = []
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals:
            raise WrongUsage(word("bad-option", lang, given=pair))
        if name == OPTION:
            house.append(value)
        elif name == "time_limit":
            chosen[name] = _time_limit(value, variant, lang)
        elif name in open_ones:
            values = open_ones[name].values
            if value not in values:
                raise WrongUsage(
                    word("bad-option-value", lang, name=name, known=word("or", lang).join(values), given=value)
                )
            chosen[name] = value
        elif name in BY_NAME:
            raise WrongUsage(word("fixed-option", lang, given=name))
        else:
            known = ", ".join(["time_limit", *open_ones])
            raise WrongUsage(word("unknown-option", lang, given=name, known=known))
    if variant == "timed":
        chosen.setdefault("time_limit", TURNS_OF_A_TIMED_GAME)
    try:
        return expanded(chosen, house)
    except SetupError as error:
        raise WrongUsage(error.sentence(lang)) from None


def pairs_of(option: list[str] | None, house: list[str] | None) -> list[str]:
    """`--option` and `--house` together, as `name=value` pairs."""
    return [*(option or []), *(f"{OPTION}={name}" for name in house or [])]


def named_by(pair: str) -> str:
    """The option of the command that gave such a pair."""
    return "--house" if pair.startswith(f"{OPTION}=") else "--option"


def _time_limit(value: str, variant: str, lang: str) -> int:
    if variant != "timed":
        raise WrongUsage(word("time-limit-not-timed", lang))
    if not value.isdecimal() or len(value) > 9 or not 1 <= int(value) <= MOST_TURNS:
        raise WrongUsage(word("bad-time-limit", lang, given=value))
    return int(value)


def seed_of(given: str | None, lang: str) -> int:
    """The seed, or a new one that is short enough to type."""
    if given is None:
        return secrets.randbelow(1_000_000)
    if not given.isdecimal() or len(given) > 20 or int(given) > LARGEST_SEED:
        raise WrongUsage(word("bad-seed", lang, given=given))
    return int(given)


def new_table(
    screen: Console, lang: str, name: str, variant: str, seed: int, pairs: list[str], bots: list[str], **seats: Any
) -> TerminalTable:
    """A new game with the person in the first seat and bots in the others. `seats`: `players` and `tokens`."""
    edition = read_edition(name)
    if variant not in edition.variants:
        known = ", ".join(edition.variants)
        raise WrongUsage(word("unknown-variant", lang, edition=edition.id, given=variant, known=known))
    settings = options(pairs, variant, lang)
    try:
        game = Game.new(name, seed=seed, variant=variant, options=settings, **seats)
    except SetupError as error:
        raise WrongUsage(word("refused-setup", lang, why=error.sentence(lang))) from None
    table = TerminalTable(game, lang, screen, bot_seats.sit_down(bots, random.Random(f"bots {seed}"), lang))
    kind = word(f"variant-{variant}", lang)
    screen.print(word("welcome", lang, edition=edition.name[lang], variant=kind, seed=seed), style="bold")
    if variant == "timed":
        screen.print(word("time-limit", lang, turns=settings["time_limit"]))
    _introduce(table)
    table.tell(game.setup)
    return table


def load_table(screen: Console, file: str, lang: str, asked: bot_seats.Wanted) -> TerminalTable:
    """A saved game; with its own bots, unless others are requested."""
    text = text_of(file, lang)
    try:
        position = saved.read(file)
    except PositionError:
        raise WrongUsage(word("bad-save", lang, file=file, why=word("not-json", lang))) from None
    if not isinstance(position, dict) or not position.keys() & {"players", "start"}:
        raise WrongUsage(word("bad-save", lang, file=file, why=word("not-position", lang)))
    saved_bots = position.pop("bots", None)
    try:
        game = Game.load(position)
    except PositionError as error:
        why = word("bad-position", lang, faults=error.listed(lang))
        raise WrongUsage(word("bad-save", lang, file=file, why=why)) from None
    except SetupError as error:
        why = error.sentence(lang).replace("\n ", "")
        raise WrongUsage(word("bad-save", lang, file=file, why=why)) from None
    except (ValueError, TypeError, KeyError, IllegalAction):
        raise WrongUsage(word("bad-save", lang, file=file, why=word("bad-table", lang))) from None
    if saved_bots is not None and asked == bot_seats.Wanted():
        asked = _saved_bots(saved_bots, len(game.names), file, lang)
    bots = bot_seats.line_up(asked, len(game.names), lang)
    table = TerminalTable(game, lang, screen, bot_seats.sit_down(bots, random.Random(text), lang), saved_as=file)
    screen.print(word("welcome-back", lang, edition=table.edition.name[lang], file=file), style="bold")
    table.tell_taken_back()
    _introduce(table)
    return table


def _saved_bots(saved: Any, players: int, file: str, lang: str) -> bot_seats.Wanted:
    """The bots by seat, from the file."""
    bots = saved[1:] if isinstance(saved, list) and saved[:1] == [None] else []
    if len(bots) != players - 1 or not all(isinstance(bot, str) for bot in bots):
        raise WrongUsage(word("bad-save", lang, file=file, why=word("bad-bots", lang)))
    return bot_seats.wanted(None, bots, lang)


def text_of(file: str, lang: str) -> str:
    """The text of a saved game; one that cannot be read is wrong usage."""
    path = Path(file)
    if not path.exists():
        raise WrongUsage(word("no-save", lang, file=file))
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise WrongUsage(word("bad-save", lang, file=file, why=word("not-json", lang))) from None
    except OSError as error:
        raise WrongUsage(word("cannot-read", lang, file=file, why=trouble(error, lang))) from None


def _introduce(table: TerminalTable) -> None:
    bot_seats.introduce(table)
    table.screen.print(table.word("press-help"), style="dim")
    table.screen.print()
