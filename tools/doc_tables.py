"""Writes the tables of the documentation that are made from the code: the fields of an observation, and
the columns of a simulation's data frames.

Run: python tools/doc_tables.py          write them
     python tools/doc_tables.py check    exit code 1 if a page does not match the code
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from freehold import envs
from freehold.arena.result import column_meanings

DOCS = Path(__file__).parent.parent / "docs"
END = "<!-- end of the table -->"
PLAYERS = 4


def observation(lang: str) -> list[str]:
    head = {"en": ("name", "numbers (4 players)", "meaning"), "fr": ("nom", "nombres (4 joueurs)", "sens")}[lang]
    rows = []
    for field in envs.observation_fields(PLAYERS):
        size = f"{field.rows} × {field.width}" if field.rows > 1 else str(field.width)
        rows.append((f"`{field.name}`", f"{field.start} + {size}", field.meaning(lang)))
    return table(head, rows)


def columns(lang: str) -> list[str]:
    head = {"en": ("column", "meaning"), "fr": ("colonne", "sens")}[lang]
    return table(head, [(f"`{name}`", said) for name, said in column_meanings(lang).items()])


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    return [f"| {' | '.join(cells)} |" for cells in (head, ("---",) * len(head), *rows)]


# What makes each table, and the page that has it in each language
TABLES: dict[str, tuple[Callable[[str], list[str]], dict[str, str]]] = {
    "observation": (observation, {"en": "environments.md", "fr": "environnements.md"}),
    "columns": (columns, {"en": "simulating.md", "fr": "simuler.md"}),
}


def written(name: str, lang: str) -> tuple[Path, str, str]:
    """A page, its text, and its text with the table as the code gives it."""
    make, pages = TABLES[name]
    page = DOCS / pages[lang]
    text = page.read_text(encoding="utf-8")
    mark = f"<!-- {name}: python tools/doc_tables.py -->"
    before, _, rest = text.partition(mark)
    _, end, after = rest.partition(END)
    if not end:
        raise SystemExit(f"{page.name} has no place for the table {name}.")
    return page, text, "\n".join([f"{before}{mark}", "", *make(lang), "", f"{END}{after}"])


def main() -> None:
    wrong = []
    for name in TABLES:
        for lang in ("en", "fr"):
            page, old, new = written(name, lang)
            if old != new:
                wrong.append(page.name)
                if "check" not in sys.argv:
                    page.write_text(new, encoding="utf-8")
    if "check" in sys.argv and wrong:
        raise SystemExit(f"{', '.join(wrong)}: run python tools/doc_tables.py")


if __name__ == "__main__":
    main()
