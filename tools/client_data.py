"""Generates the client's data from Python: types, the table of actions, and the texts.

Run: PYTHONPATH=src:. python tools/client_data.py web/src/generated
With --sentences it also writes the expected values of the client's tests, which needs the rules and the tests: see
`client_sentences.py` and `decision_cases.py`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tools import game_types
from tools.message_types import typescript

from freehold import rulebook
from freehold.i18n import keys, text
from freehold.rules.doubles import BONUS, SHARE

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
    (folder / "game.ts").write_text(game_types.game(), encoding="utf-8")
    (folder / "edition.ts").write_text(game_types.edition(), encoding="utf-8")
    _write(folder / "say.json", sentences())
    _write(folder / "clauses.json", chapters())
    _write(folder / "sums.json", {"bonus": BONUS, "share": SHARE})


def _write(file: Path, data: object) -> None:
    file.write_text(json.dumps(data, ensure_ascii=False, sort_keys=True), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
    if "--sentences" in sys.argv:
        from tools import client_sentences, decision_cases

        _write(Path(sys.argv[1]) / "sentences.json", client_sentences.cases())
        _write(Path(sys.argv[1]) / "cases.json", decision_cases.cases())
