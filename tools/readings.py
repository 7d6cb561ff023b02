"""Writes docs/readings.md and docs/lectures.md from the readings in the rulebook's data.

Run: python tools/readings.py          write the two pages
     python tools/readings.py check    exit code 1 if a page does not match the data
"""

from __future__ import annotations

import sys
from pathlib import Path

from freehold import rulebook

DOCS = Path(__file__).parent.parent / "docs"
PAGES = {"en": "readings.md", "fr": "lectures.md"}
WORDS = {
    "en": {
        "title": "How we read the rulebooks",
        "opening": (
            "Five rulebooks, and points on which they are silent, unclear or at odds. Each is a question here, with our"
            " answer and the reason for it. `freehold rules ID` shows one, `freehold.explain` shows those of a clause,"
            " and the rulebook in the browser has them beside the clauses. This page is generated from"
            " `src/freehold/rulebook/data/readings/` by `tools/readings.py`."
        ),
        "editions": "Editions",
        "clauses": "Clauses",
    },
    "fr": {
        "title": "Comment nous lisons les livrets de règles",
        "opening": (
            "Cinq livrets, et des points sur lesquels ils se taisent, manquent de clarté ou se contredisent. Chacun est"
            " ici une question, avec notre réponse et sa raison. `freehold rules ID` en montre une, `freehold.explain`"
            " celles d'un article, et le livret dans le navigateur les donne à côté des articles. Cette page est"
            " produite par `tools/readings.py` à partir de `src/freehold/rulebook/data/readings/`."
        ),
        "editions": "Éditions",
        "clauses": "Articles",
    },
}


def page(lang: str) -> str:
    """The whole page in one language; the chapters are those of the rulebook, by each reading's first clause."""
    say = WORDS[lang]
    lines = [f"# {say['title']}", "", say["opening"], ""]
    for topic in rulebook.topics():
        here = [found for found in rulebook.readings() if rulebook.clause(found.clauses[0]).topic == topic.id]
        if here:
            lines += [f"## {topic.of(lang)}", ""]
        for found in here:
            lines += _entry(found, lang)
    return "\n".join(lines)


def _entry(found: rulebook.Reading, lang: str) -> list[str]:
    say, note = WORDS[lang], rulebook.note(found, lang)
    colon = "\u00a0:" if lang == "fr" else ":"
    names = {book.id: book.of(lang) for book in rulebook.books()}
    about = [f"`{found.id}`"]
    if found.editions:
        about.append(f"{say['editions']}{colon} {', '.join(names[id] for id in found.editions)}")
    about.append(f"{say['clauses']}{colon} {', '.join(f'`{id}`' for id in found.clauses)}")
    question, answer, *rest = note.lines(lang)
    return [f"### {question}", "", f"**{answer}** {' '.join(rest)}", "", ". ".join(about) + ".", ""]


def main(arguments: list[str]) -> int:
    if arguments == ["check"]:
        stale = [name for lang, name in PAGES.items() if (DOCS / name).read_text(encoding="utf-8") != page(lang)]
        for name in stale:
            print(f"docs/{name} does not match the readings: run `python tools/readings.py`.", file=sys.stderr)
        return 1 if stale else 0
    for lang, name in PAGES.items():
        (DOCS / name).write_text(page(lang), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
