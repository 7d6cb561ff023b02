"""Checks the texts of every language against English, and writes a pseudo-language for tests.

Run: PYTHONPATH=src python tools/texts.py                  what is missing, left over, unused, or has other placeholders
     PYTHONPATH=src python tools/texts.py pseudo FOLDER    an accented, longer English in FOLDER/xa

With FREEHOLD_LANGUAGES=FOLDER every part of Freehold offers the pseudo-language: text that appears without accents on
a screen does not come from the catalogue.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from freehold.i18n import LANGUAGES, REFERENCE, books, read
from freehold.i18n.languages import FOLDERS

ROOT = Path(__file__).resolve().parent.parent
PSEUDO = "xa"
FIELD = re.compile(r"\{(\w*)\}")
# Texts that differ from language to language in number and meaning.
FREE = {"client/search": "also."}
SAME = ("client/search", "client/shortcuts")  # not sentences: the pseudo-language leaves them
# Python's own error messages are English; other languages show what is known of the error instead.
OTHER_PARTS = ("not-toml.problem", "unreadable.problem")
ACCENTS = str.maketrans("aceinouyACEINOUY", "áçéíñöúýÁÇÉÍÑÖÚÝ")
KEPT = re.compile(r"(\{\w*\}|`[^`]*`|--[\w-]+|[\[\]|])")  # placeholders, commands, and the marks of optional parts


def problems() -> Iterator[str]:
    """Everything that is wrong with the texts, one line each."""
    for lang in LANGUAGES:
        for book in sorted({*books(), *books(lang)}):
            yield from _compared(book, lang)
    yield from _unused()


def _compared(book: str, lang: str) -> Iterator[str]:
    wanted, found = read(book, REFERENCE) if book in books() else {}, read(book, lang)
    free = FREE.get(book)
    for key in wanted.keys() | found.keys():
        at = f"{lang}/{book}.toml: {key}"
        if free and key.startswith(free):
            continue
        if key not in found:
            yield f"{at} is missing"
        elif key not in wanted:
            yield f"{at} does not exist in {REFERENCE}"
        elif not found[key].strip():
            yield f"{at} is empty"
        elif key not in OTHER_PARTS and _fields(found[key]) != _fields(wanted[key]):
            yield f"{at} has other placeholders than in {REFERENCE}"


def _fields(text: str) -> set[str]:
    """The placeholders of a text. {Who} is {who} at the beginning of a sentence."""
    return {field.lower() for field in FIELD.findall(text)}


def _unused() -> Iterator[str]:
    """Keys of the client and the command line that no source names. Other books are read by computed keys."""
    client = _sources(ROOT / "web" / "src", ".ts", ".svelte")
    python = _sources(ROOT / "src" / "freehold", ".py")
    for book in books():
        area = book.removeprefix("client/")
        for key in read(book, REFERENCE):
            used = True
            if book.startswith("client/") and book not in SAME:
                used = f'"{area}.{key}"' in client
            elif book in ("cli/commands", "cli/simulation", "cli/tournament"):
                used = _named(key, python)
            if not used:
                yield f"{REFERENCE}/{book}.toml: {key} is used nowhere"


def _named(key: str, sources: str) -> bool:
    """Whether a source contains the key, or its beginning before a computed part: `f"trouble-{name}"`."""
    starts = [key[: k + 1] for k, sign in enumerate(key) if sign == "-"]
    whole = any(f"{quote}{key}{quote}" in sources for quote in "'\"")
    return whole or any(f"f{quote}{start}{{" in sources for start in starts for quote in "'\"")


def _sources(folder: Path, *endings: str) -> str:
    files = (file for file in sorted(folder.rglob("*")) if file.name.endswith(endings))
    return "\n".join(file.read_text(encoding="utf-8") for file in files if not {"generated", "static"} & {*file.parts})


def pseudo(folder: Path) -> Path:
    """Write the pseudo-language: every English text, accented and about a third longer."""
    target = folder / PSEUDO
    for book in books():
        texts = {key: text if book in SAME else accented(text) for key, text in read(book, REFERENCE).items()}
        file = target / f"{book}.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        rows = (f"{json.dumps(key)} = {json.dumps(text)}\n" for key, text in texts.items())
        file.write_text("".join(rows), encoding="utf-8")
    conventions = (FOLDERS[REFERENCE] / "language.toml").read_text(encoding="utf-8")
    (target / "language.toml").write_text(conventions.replace("English", accented("English")), encoding="utf-8")
    return target


def accented(text: str) -> str:
    """A text with accents on its letters and a tail; placeholders and commands stay."""
    said = "".join(part if k % 2 else part.translate(ACCENTS) for k, part in enumerate(KEPT.split(text)))
    return said + "ó" * (sum(sign.isalpha() for sign in text) // 3)


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["pseudo"] and len(arguments) == 2:
        print(pseudo(Path(arguments[1])))
        return 0
    found = sorted(problems())
    print("\n".join(found) or f"The texts are complete in {', '.join(LANGUAGES)}.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
