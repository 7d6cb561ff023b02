"""Measures what each house rule does to a game, and writes `src/freehold/arena/balance/house_effects.json`.

Run: python tools/house_effects.py --games 500 --editions classic --players 4
     python tools/house_effects.py --games 250000 --backend cuda --pairs    a million games of barons a cell
     python tools/house_effects.py --games 500 --repeat 2                   another seed: how many effects agree
     python tools/house_effects.py --docs                                   only the tables and pictures of the pages

Cells that are measured replace those of the same rules, edition and players in the file; the others stay. `--games` is
a quarter of the games of barons in a cell, and half of those of the mixed table that luck is measured at.
"""

from __future__ import annotations

import argparse
import json
import re
from itertools import combinations
from pathlib import Path
from typing import Any

from freehold import editions
from freehold.arena.balance import price_tag
from freehold.arena.balance.comparison import sentence
from freehold.arena.balance.laboratory import Laboratory
from freehold.editions import SetupError
from freehold.editions.house import HOUSE_RULES, house_options
from freehold.reports import house_effects

FILE = Path(__file__).resolve().parent.parent / "src" / "freehold" / "arena" / "balance" / price_tag.FILE
FULL = "python tools/house_effects.py --games 250000 --backend cuda --pairs"
DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGES = {"house-rules-effects.md": "en", "effets-des-regles-maison.md": "fr"}
TABLE = re.compile(r"(<!-- effects (\d) -->).*?(<!-- end -->)", re.DOTALL)
NOTE = (
    "Effects of house rules on games of bots, with 95 % intervals: rounds and minutes as ratios to the game without "
    "the rules, the others as differences of shares. Each cell says how many games of barons and of a mixed table "
    "were played for it, by which seed and on what. The command makes the whole table with a million games a cell, "
    "which needs a GPU; the cells that are here were played on a CPU if they say so."
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--backend", default="cpu")
    parser.add_argument("--editions", default=",".join(editions()))
    parser.add_argument("--players", default="2,3,4,5,6")
    parser.add_argument("--only", help="house rules, with commas")
    parser.add_argument("--pairs", action="store_true", help="pairs of rules too")
    parser.add_argument("--repeat", type=int, metavar="SEED", help="write nothing, and compare with the file")
    parser.add_argument("--docs", action="store_true", help="play nothing, and write what the pages show")
    given = parser.parse_args()
    if given.docs:
        write_pages()
    elif given.repeat is None:
        _write(given)
    else:
        _repeat(given)


def _sets(given: argparse.Namespace) -> list[tuple[str, ...]]:
    rules = given.only.split(",") if given.only else list(HOUSE_RULES)
    pairs = [pair for pair in combinations(rules, 2) if _possible(pair)] if given.pairs else []
    return [*((rule,) for rule in rules), *pairs]


def _possible(rules: tuple[str, ...]) -> bool:
    try:
        house_options(rules)
    except SetupError:
        return False
    return True


def _cells(given: argparse.Namespace, seed: int) -> Any:
    for edition in given.editions.split(","):
        for players in map(int, given.players.split(",")):
            plain = Laboratory(edition, (), players, given.games, seed, backend=given.backend)
            base = plain.measured(("luck",))
            for rules in _sets(given):
                laboratory = Laboratory(edition, rules, players, given.games, seed, backend=given.backend)
                try:
                    cell = price_tag.measure(rules, base, laboratory)
                except SetupError as refused:
                    print(f"{'+'.join(rules)}: {refused}")
                    continue
                print(edition, players, *rules, sentence(cell, "en"), flush=True)
                yield cell


def _key(cell: dict[str, Any]) -> tuple[Any, ...]:
    return (cell["edition"], cell["players"], tuple(cell["house"]))


def _write(given: argparse.Namespace) -> None:
    kept = {_key(cell): cell for cell in json.loads(FILE.read_text(encoding="utf-8"))["cells"]} if FILE.exists() else {}
    for cell in _cells(given, given.seed):
        kept[_key(cell)] = cell
        cells = [kept[key] for key in sorted(kept)]
        head = {"note": NOTE, "command": FULL, "digest": price_tag.digest_of(cells)}
        rows = ",\n".join(f"  {json.dumps(one)}" for one in cells)
        text = json.dumps(head, indent=1)[:-2] + f',\n "cells": [\n{rows}\n ]\n}}\n'
        FILE.write_text(text, encoding="utf-8")


def _repeat(given: argparse.Namespace) -> None:
    """Measure the cells again with another seed: of 100 effects, 95 agree on average."""
    stored = {_key(cell): cell for cell in price_tag.stored()["cells"]}
    agreed = effects = 0
    for cell in _cells(given, given.repeat):
        before = stored.get(_key(cell), {})
        for name in price_tag.EFFECTS if before else ():
            same = price_tag.agrees(cell[name], before[name])
            agreed, effects = agreed + same, effects + 1
            if not same:
                print(f"  {name}: {before[name]} and {cell[name]}")
    print(f"{agreed} of {effects} effects agree.")


def write_pages() -> None:
    """Put the tables of the classic board into the two pages, and draw their picture."""
    for page, lang in PAGES.items():
        file = DOCS / page
        file.write_text(with_tables(file.read_text(encoding="utf-8"), lang), encoding="utf-8")
        name = f"house-rules{'' if lang == 'en' else f'-{lang}'}.svg"
        (DOCS / "pictures" / name).write_text(house_effects.picture("classic", 4, lang), encoding="utf-8")


def with_tables(text: str, lang: str) -> str:
    """The page with each table, between its two comments, as the file in the package has it."""

    def made(found: re.Match[str]) -> str:
        return "\n".join([found[1], "", *house_effects.table("classic", int(found[2]), lang), "", found[3]])

    return TABLE.sub(made, text)


if __name__ == "__main__":
    main()
