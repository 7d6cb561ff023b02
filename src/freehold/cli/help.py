"""The layout of `--help`, and parser errors in the user's language.

The English texts are in the code of each command and option, and with the other languages in `i18n/*/cli/help.toml`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, TypeVar

import typer
from rich.console import Console
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text
from typer.core import TyperCommand, TyperGroup

from freehold.cli.terminal import console
from freehold.i18n import LANGUAGES, NO_BREAK, REFERENCE, keys, language, text
from freehold.i18n.command_words import language_of

Work = TypeVar("Work", bound=Callable[..., Any])

# The parser's errors in English (patterns), and the key of the text that other languages show.
COMPLAINTS = (
    (r"Missing (?:argument|parameter)", "missing-argument"),
    (r"Missing option '?(-[^\s']+)", "missing-option"),
    (r"Missing command", "missing-command"),
    (r"No such command '(.*?)'\. Did you mean '?(.*?)'?\?", "no-command-but"),
    (r"No such command '(.*?)'\.", "no-command"),
    (r"No such option:? '?(-[^\s']*).*?(?:Possible options: |Did you mean )'?(.*?)'?[)?]", "no-option-but"),
    (r"No such option:? '?(-[^\s']*)", "no-option"),
    (r"Got unexpected extra argument\S* \((.*)\)", "too-many"),
    (r"Option '?(-[^\s']+)'? requires", "needs-value"),
    (r"Option '?(-[^\s']+)'? does not take", "takes-no-value"),
    (r"Invalid value for '?(-[^\s':]+)", "bad-value"),
    (r"", "other"),
)
_HELD = "\ue000"  # stands for a no-break space during wrapping, because Rich breaks lines there


class _Command(TyperCommand):
    def format_help(self, ctx: Any, formatter: Any) -> None:
        _show(self, ctx)


class _Group(TyperGroup):
    def format_help(self, ctx: Any, formatter: Any) -> None:
        _show(self, ctx)


class App(typer.Typer):
    """A group of commands with our help layout. The context's object is the user's language."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(cls=_Group, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Work], Work]:
        return super().command(name, cls=_Command, **settings)


def reader(args: Sequence[str]) -> str:
    """The user's language: from `--lang`, or the system's."""
    given = [after for arg, after in pairwise(args) if arg == "--lang"]
    given += [arg.partition("=")[2] for arg in args if arg.startswith("--lang=")]
    return next((lang for lang in reversed(given) if lang in LANGUAGES), language_of())


def complaint(error: Any, lang: str) -> str:
    """The parser's error in one sentence; English readers see its own if it is none of these."""
    english = str(error.format_message())
    context, param = getattr(error, "ctx", None), getattr(error, "param", None)
    known = {"command": context.command_path if context else "freehold", "value": _value(param, lang) if param else ""}
    found = ((re.match(pattern, english), key) for pattern, key in COMPLAINTS if key != "other" or lang != REFERENCE)
    said = (text("cli/complaints", key, lang).format(*match.groups(), **known) for match, key in found if match)
    return next(said, english)


def said(english: str, lang: str) -> str:
    """A help text in a language."""
    words = " ".join(english.split())
    key = _keys().get(words)
    return text("cli/help", key, lang) if key else words


@cache
def _keys() -> dict[str, str]:
    """The key of each help text, by its English."""
    return {text("cli/help", key, REFERENCE): key for key in keys("cli/help")}


def _show(command: Any, ctx: Any) -> None:
    """A help page: usage, description, example, arguments and options."""
    lang = ctx.find_root().obj or language_of()
    params = command.get_params(ctx)
    arguments = [param for param in params if param.param_type_name == "argument"]
    options = [param for param in params if param.param_type_name == "option"]
    commands = [command.commands[name] for name in command.list_commands(ctx)] if isinstance(command, _Group) else []
    screen = console()
    with screen.capture() as page:
        usage = [ctx.command_path, said("[OPTIONS]", lang)]
        usage += [_value(param, lang) if param.required else f"[{_value(param, lang)}]" for param in arguments]
        usage += [said("COMMAND [ARGS]…", lang)] if commands else []
        _print(screen, Text.assemble((said("Usage:", lang), "yellow"), " ", (" ".join(usage), "bold")))
        for paragraph in _paragraphs(command):
            _print(screen, _paragraph(paragraph, lang))
        _panel(screen, said("Arguments", lang), [(_value(param, lang), "", _about(param, lang)) for param in arguments])
        rows = [(",".join(param.opts), _value(param, lang), _about(param, lang)) for param in options]
        _panel(screen, said("Options", lang), rows)
        rows = [(sub.name or "", "", Text(said(_paragraphs(sub)[0], lang))) for sub in commands]
        _panel(screen, said("Commands", lang), rows)
    typer.echo(page.get().replace(_HELD, NO_BREAK), nl=False)


def _print(screen: Console, words: Text) -> None:
    screen.print(Padding(_held(words), (0, 1, 1, 1)))


def _paragraphs(command: Any) -> list[str]:
    return inspect.cleandoc(command.help or "").split("\n\n")


def _paragraph(english: str, lang: str) -> Text:
    head, example, command = english.partition("Example:")
    return Text(said(head, lang)) if head else Text(said(example, lang) + command, style="dim")


def _value(param: Any, lang: str) -> str:
    """The placeholder of an option's value, with the least of a number; empty for a flag."""
    if getattr(param, "is_flag", False):
        return ""
    value, least = said(param.metavar or param.name.upper(), lang), getattr(param, "min", None)
    return value if param.metavar != "N" or least is None else f"{value}{NO_BREAK}≥{NO_BREAK}{least}"


def _about(param: Any, lang: str) -> Text:
    about = Text(said(param.help or "", lang))
    if param.required:
        about.append(f" [{said('required', lang)}]", style="dim red")
    elif param.default not in (None, False, (), []):
        about.append(f" [{said('default', lang)}{language(lang).colon}{param.default}]", style="dim")
    return about


def _panel(screen: Console, title: str, rows: Sequence[tuple[str, str, Text]]) -> None:
    if not rows:
        return
    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    table.add_column(style="bold cyan", no_wrap=True)
    table.add_column(style="yellow", no_wrap=True)
    table.add_column(ratio=1)
    for name, value, about in rows:
        table.add_row(Text(name), Text(value), _held(about))
    screen.print(Panel(table, title=title, title_align="left", border_style="dim"))


def _held(words: Text) -> Text:
    held = words.copy()
    held.plain = words.plain.replace(NO_BREAK, _HELD)
    return held
