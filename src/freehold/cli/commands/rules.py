"""`freehold rules`: the topics of the rulebook, the clauses of one, one clause or reading explained, or a search."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated, Any

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from freehold import rulebook
from freehold.cli.terminal import WrongUsage, console, language, show_json
from freehold.i18n.command_words import word


def rules(
    topic: Annotated[
        str | None, typer.Argument(metavar="TOPIC", help="A topic, or the id of a clause or of a reading.")
    ] = None,
    search: Annotated[str | None, typer.Option(help="Find the clauses and readings that have all these words.")] = None,
    edition: Annotated[str | None, typer.Option(help="Only what this edition's rulebook states.")] = None,
    lang: Annotated[str | None, typer.Option(help="en or fr; else the language of your system.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """What the rulebook says, which editions say it, and how Freehold reads what is unclear.

    Example: freehold rules rent --edition spider-man --lang fr
    """
    tongue = language(lang)
    books = [book.id for book in rulebook.books()]
    if edition is not None and edition not in books:
        raise WrongUsage(word("unknown-book", tongue, given=edition, known=", ".join(books)))
    if search is not None:
        if topic is not None:
            raise WrongUsage(word("search-or-topic", tongue))
        _found(search, edition, tongue, as_json)
    elif topic is None:
        _topics(edition, tongue, as_json)
    elif topic in {chapter.id for chapter in rulebook.topics()}:
        _topic(topic, edition, tongue, as_json)
    elif topic in rulebook.numbers():
        _clause(topic, edition, tongue, as_json)
    elif topic in {reading.id for reading in rulebook.readings()}:
        _reading(topic, tongue, as_json)
    else:
        raise WrongUsage(word("unknown-rule", tongue, given=topic, hint=_hint(topic, tongue)))


def _hint(given: str, lang: str) -> str:
    known = [topic.id for topic in rulebook.topics()] + list(rulebook.numbers())
    known += [reading.id for reading in rulebook.readings()]
    near = get_close_matches(given, known, n=1)
    return word("rule-hint", lang, near=near[0]) if near else word("rule-no-hint", lang)


def _topics(edition: str | None, lang: str, as_json: bool) -> None:
    rows = [(topic, len(rulebook.clauses(topic.id, edition))) for topic in rulebook.topics()]
    rows = [(topic, count) for topic, count in rows if count]
    if as_json:
        show_json([{"id": topic.id, "title": topic.of(lang), "clauses": count} for topic, count in rows])
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(word("topic", lang), style="cyan", no_wrap=True)
    table.add_column(word("title", lang))
    table.add_column(word("clauses", lang), justify="right")
    for topic, count in rows:
        only = f" ({_book(topic.only, lang)})" if topic.only else ""
        table.add_row(topic.id, topic.of(lang) + only, str(count))
    screen = console()
    screen.print(table)
    screen.print(word("rules-hint", lang), style="dim")


def _topic(id: str, edition: str | None, lang: str, as_json: bool) -> None:
    clauses = rulebook.clauses(id, edition)
    if as_json:
        show_json([_plain(clause.id, edition, lang) for clause in clauses])
        return
    screen = console()
    title = next(topic.of(lang) for topic in rulebook.topics() if topic.id == id)
    heading = title if edition is None else f"{title} – {_book(edition, lang)}"
    screen.print(heading, style="bold")
    if not clauses:
        screen.print(word("no-clauses", lang, edition=_book(edition, lang)))
    for clause in clauses:
        line = Text("\n").append(clause.id, style="cyan")
        if clause.cardboard:
            line.append(f" [{word('cardboard', lang)}]", style="yellow")
        screen.print(line)
        screen.print(clause.of(lang))
        if edition is None:
            screen.print(", ".join(_book(book, lang) for book in clause.editions), style="dim")
    if any(clause.cardboard for clause in clauses):
        screen.print("\n" + word("cardboard-legend", lang), style="dim")


def _clause(id: str, edition: str | None, lang: str, as_json: bool) -> None:
    if as_json:
        show_json(_plain(id, edition, lang))
        return
    first, *rest = str(rulebook.explain(id, lang=lang, edition=edition)).splitlines()
    heading = Text(first, style="bold")
    if rulebook.clause(id).cardboard:
        heading.append(f" [{word('cardboard', lang)}]", style="yellow")
    screen = console()
    screen.print(heading)
    for line in rest:
        screen.print(line)


def _reading(id: str, lang: str, as_json: bool) -> None:
    found = rulebook.note(rulebook.reading(id), lang)
    if as_json:
        show_json({"lang": lang, **msgspec.to_builtins(found)})
        return
    question, *rest = found.lines(lang)
    screen = console()
    screen.print(Text(id, style="cyan"))
    screen.print(question, style="bold")
    for line in rest:
        screen.print(line)
    books = ", ".join(_book(book, lang) for book in found.editions)
    screen.print(word("reading-concerns", lang, editions=books, clauses=", ".join(found.clauses)), style="dim")


def _found(words: str, edition: str | None, lang: str, as_json: bool) -> None:
    clauses, readings = rulebook.search(words, lang, edition)
    if as_json:
        notes = [msgspec.to_builtins(rulebook.note(reading, lang)) for reading in readings]
        show_json({"clauses": [_plain(clause.id, edition, lang) for clause in clauses], "readings": notes})
        return
    screen = console()
    if not clauses and not readings:
        screen.print(word("nothing-found", lang, words=words))
    lines = [(clause.id, clause.of(lang)) for clause in clauses]
    lines += [(reading.id, reading.question.of(lang)) for reading in readings]
    for id, sentence in lines:
        screen.print(Text(id, style="cyan"))
        screen.print(sentence + "\n")


def _book(id: str | None, lang: str) -> str:
    return next((book.of(lang) for book in rulebook.books() if book.id == id), "")


def _plain(id: str, edition: str | None, lang: str) -> dict[str, Any]:
    """A clause as JSON; missing parts are null."""
    found = rulebook.explain(id, lang=lang, edition=edition)
    return {
        "id": found.id,
        "lang": found.lang,
        "topic": rulebook.clause(id).topic,
        "sentence": found.sentence,
        "stated_by": list(found.stated_by),
        "inferred": found.inferred,
        "edition": found.edition,
        "standing": found.standing,
        "versions": list(found.versions),
        "differs": found.differs,
        "reading": found.reading,
        "cardboard": found.cardboard,
        "readings": msgspec.to_builtins(found.readings),
    }
