"""Generates the client's data from Python: the types of messages, and the texts.

Run: python tools/client_data.py web/src/generated
With --sentences it also writes the expected values of the client's tests, which needs the rules and the tests: see
`client_sentences.py`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from freehold import rulebook
from freehold.i18n import keys, text
from freehold.rules.doubles import BONUS, SHARE
from message_types import typescript

BOOKS = ("actions", "bots", "events", "phases", "reasons", "replies", "server", "words")


def sentences() -> dict[str, dict[str, dict[str, str]]]:
    """Every text of the books by its key, typeset. Texts that only the server prints are left out."""
    return {
        book: {key: {lang: text(book, key, lang) for lang in ("en", "fr")} for key in keys(book) if _wanted(book, key)}
        for book in BOOKS
    }


def chapters() -> dict[str, dict[str, object]]:
    """Every topic of the rulebook with its title and clauses in order: a clause is named by both, as "Rent 3"."""
    return {
        topic.id: {"en": topic.en, "fr": topic.fr, "clauses": [clause.id for clause in rulebook.clauses(topic.id)]}
        for topic in rulebook.topics()
    }


def _wanted(book: str, key: str) -> bool:
    return book != "server" or not key.startswith(("serve-", "page-"))


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "messages.ts").write_text(typescript(), encoding="utf-8")
    _write(folder / "say.json", sentences())
    _write(folder / "clauses.json", chapters())
    _write(folder / "sums.json", {"bonus": BONUS, "share": SHARE})


def _write(file: Path, data: object) -> None:
    file.write_text(json.dumps(data, ensure_ascii=False, sort_keys=True), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
    if "--sentences" in sys.argv:
        sys.path.insert(0, str(Path(__file__).parent.parent))  # where `tests` is
        from client_sentences import cases

        _write(Path(sys.argv[1]) / "sentences.json", cases())
