"""Measures what each house rule does to a game, and writes `src/freehold/arena/balance/house_effects.json`.

Run: python tools/house_effects.py --editions classic --players 4 --only free-parking-pot
         a cell again, beside the one in the package
     python tools/house_effects.py --backend cuda --all --rows rows.jsonl --seconds 500
         the whole table, on a GPU; may be stopped and started again, which goes on with what the file has not
     python tools/house_effects.py --backend cuda --all --missing --rows rows.jsonl
         of this table what the package has not
     python tools/house_effects.py --backend cuda --again 100 --rows again.jsonl
         100 cells with another seed
     python tools/house_effects.py --merge rows.jsonl again.jsonl
         puts these cells into the package, and says how many of those that have a second seed agree
     python tools/house_effects.py --docs
         only the tables and pictures of the pages

`--games` is the number of games of four barons in a cell, and `--mixed` of games of the mixed table that luck is
measured at.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from freehold import editions
from freehold.arena.balance import price_tag
from freehold.arena.balance.comparison import sentence
from freehold.arena.balance.laboratory import BARONS, Laboratory
from freehold.arena.balance.measures import BATCHES
from freehold.editions import SetupError, load
from freehold.editions.house import HOUSE_RULES, house_options
from freehold.reports import house_effects

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "src" / "freehold" / "arena" / "balance" / price_tag.FILE
FULL = "python tools/house_effects.py --backend cuda --all --rows rows.jsonl"
DOCS = ROOT / "docs"
PAGES = {"house-rules-effects.md": "en", "effets-des-regles-maison.md": "fr"}
TABLE = re.compile(r"(<!-- effects (\d) -->).*?(<!-- end -->)", re.DOTALL)
NOTE = (
    "Effects of house rules on games of bots, with 95 % intervals: rounds and minutes as ratios to the game without "
    "the rules, the others as differences of shares; the median number of rounds beside that without the rules. Each "
    "cell says how many games of barons and of a mixed table were played for it, by which seed and on what."
)
SEED, AGAIN = 1, 2
# Games of barons and of a mixed table in a cell: of single rules where most people play, and of all others
MANY, FEW = (1_000_000, 100_000), (100_000, 20_000)
USUAL, CLASSIC = 4, "classic"
# Boards on which bots play the same games: a test compares their digests
TWINS = {"star-wars-1": ("disney-parks",)}


class Job(NamedTuple):
    """A cell to be measured."""

    edition: str
    players: int
    rules: tuple[str, ...]
    seed: int
    games: int
    mixed: int

    @property
    def key(self) -> tuple[Any, ...]:
        return self[:4]

    def laboratory(self, kind: type[Laboratory] = Laboratory, **more: Any) -> Laboratory:
        quarter = self.games / BARONS  # the unit of a laboratory
        return kind(
            self.edition, self.rules, self.players, round(quarter), self.seed, mixed=self.mixed / quarter, **more
        )


Take = Callable[[dict[str, Any]], None]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--mixed", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--backend", default="cpu")
    parser.add_argument("--editions", default=",".join(editions()))
    parser.add_argument("--players", default="2,3,4,5,6")
    parser.add_argument("--only", help="house rules, with commas")
    parser.add_argument("--pairs", action="store_true", help="pairs of rules too")
    parser.add_argument("--all", action="store_true", help="the table of the package")
    parser.add_argument("--missing", action="store_true", help="leave out what the package has from a GPU")
    parser.add_argument("--again", type=int, metavar="CELLS", help="so many of the package's cells with another seed")
    parser.add_argument("--rows", type=Path, help="add what is measured to this file, and leave out what it has")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no cell after that")
    parser.add_argument("--merge", type=Path, nargs="+", help="play nothing, and put these cells into the package")
    parser.add_argument("--check", type=Path, help="play batches of these cells on the CPU: are the games the same?")
    parser.add_argument("--docs", action="store_true", help="play nothing, and write what the pages show")
    given = parser.parse_args(arguments)
    if given.docs:
        write_pages()
    elif given.check:
        check(given.check, time.monotonic() + given.seconds)
    elif given.merge:
        merge([row for path in given.merge for row in rows_of(path)])
    else:
        measure(given)


def measure(given: argparse.Namespace) -> None:
    """Play, and add each cell to the file of rows as it comes, or compare it with the package's."""
    rows = rows_of(given.rows) if given.rows else []
    if given.rows:  # without a line that was cut off
        given.rows.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    known = {_row_key(row) for row in rows}
    wanted = _wanted(given)
    if given.missing:
        stored = {_key(cell) for cell in price_tag.stored()["cells"] if cell["backend"] == "cuda"}
        wanted = [job for job in wanted if (job.edition, job.players, tuple(sorted(job.rules))) not in stored]
    jobs = [job for job in with_plain_games(wanted) if job.key not in known]
    print(f"{len(jobs)} cells to play, {len(known)} are there.", flush=True)

    def take(made: dict[str, Any]) -> None:
        rows.append(made)
        if given.rows:
            with given.rows.open("a", encoding="utf-8") as file:
                file.write(json.dumps(made) + "\n")

    players = _gpu if given.backend == "cuda" else _cpu
    players(jobs, take, time.monotonic() + given.seconds)
    if not given.rows:
        compare(cells_of(rows), price_tag.stored()["cells"])


def _cpu(jobs: Sequence[Job], take: Take, until: float) -> None:
    for job in jobs:
        if time.monotonic() < until:
            take(price_tag.measured(job.laboratory()))


def _gpu(jobs: Sequence[Job], take: Take, until: float) -> None:
    sys.path.insert(0, str(ROOT))
    from tools import house_effects_gpu

    house_effects_gpu.play(jobs, take, until)


def check(path: Path, until: float) -> None:
    """Play batches of barons and mixed tables by chance on the CPU, and compare their digests with the file's."""
    chance, done, equal = random.Random(), 0, 0
    while time.monotonic() < until:
        rows = rows_of(path)
        if not rows:
            time.sleep(1)
            continue
        row = chance.choice(rows)
        settings, which = row["settings"], chance.randrange(BATCHES + 1)
        laboratory = Laboratory(row["edition"], tuple(row["house"]), settings["players"], settings["games"], 1)
        if which < BATCHES:
            played = laboratory.simulate("baron", row["games"] // BATCHES, 1000 * settings["seed"] + which)
        else:
            played = laboratory.simulate(laboratory.mixed_line_up, row["luck"]["games"], settings["seed"])
        same = played.digest == row["digests"][which]
        done, equal = done + 1, equal + same
        print("same" if same else "NOT THE SAME", played.games, *_row_key(row), which, flush=True)
    print(f"{equal} of {done} batches are the CPU's games.", flush=True)


# ---------------------------------------------------------------------- what is played


def _wanted(given: argparse.Namespace) -> list[Job]:
    if given.all:
        return whole_table()
    if given.again:
        return once_more(given.again, given.editions.split(","))
    rules = given.only.split(",") if given.only else list(HOUSE_RULES)
    pairs = [pair for pair in combinations(rules, 2) if possible(pair)] if given.pairs else []
    return [
        Job(edition, players, chosen, given.seed, given.games, given.mixed)
        for edition in given.editions.split(",")
        for players in map(int, given.players.split(","))
        for chosen in [*((rule,) for rule in rules), *pairs]
    ]


def whole_table() -> list[Job]:
    """The classic board with every number of players, the other editions with four, pairs of rules, and the other
    editions with other numbers.
    """
    others = [edition for edition in editions() if edition != CLASSIC]
    few = [players for players in range(load(CLASSIC).players.min, 7) if players != USUAL]
    classic = [Job(CLASSIC, players, (rule,), SEED, *MANY) for players in (USUAL, *few) for rule in HOUSE_RULES]
    usual = [Job(edition, USUAL, (rule,), SEED, *MANY) for edition in others for rule in HOUSE_RULES]
    pairs = [Job(CLASSIC, USUAL, pair, SEED, *FEW) for pair in combinations(HOUSE_RULES, 2) if possible(pair)]
    rest = [
        Job(edition, players, (rule,), SEED, *FEW)
        for edition in others
        for players in few
        if load(edition).players.min <= players <= load(edition).players.max
        for rule in HOUSE_RULES
    ]
    return [*classic, *usual, *pairs, *rest]


def once_more(count: int, wanted: Collection[str]) -> list[Job]:
    """Cells of the package's table by chance, as large, with another seed."""
    known = [cell for cell in price_tag.stored()["cells"] if cell["backend"] == "cuda" and cell["edition"] in wanted]
    return [
        Job(cell["edition"], cell["players"], tuple(cell["house"]), AGAIN, cell["games"], cell["mixed_games"])
        for cell in random.Random(AGAIN).sample(known, min(count, len(known)))
    ]


def possible(rules: tuple[str, ...]) -> bool:
    try:
        house_options(rules)
    except SetupError:
        return False
    return True


def with_plain_games(jobs: Iterable[Job]) -> Iterator[Job]:
    """With the games that cells are compared with, which are as many, before the first of them. Each cell once."""
    listed = list(dict.fromkeys(jobs))
    plain: dict[tuple[Any, ...], Job] = {}
    for job in sorted(listed, key=lambda job: job.games):
        plain[job.edition, job.players, job.seed] = job._replace(rules=())
    for job in listed:
        if base := plain.pop((job.edition, job.players, job.seed), None):
            yield base
        yield job


# ---------------------------------------------------------------------- the file


def rows_of(path: Path) -> list[dict[str, Any]]:
    """What was measured; a line that was cut off is left out."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    made = []
    for line in lines:
        with suppress(json.JSONDecodeError):
            made.append(json.loads(line))
    return made


def _row_key(row: dict[str, Any]) -> tuple[Any, ...]:
    return (row["edition"], row["settings"]["players"], tuple(row["house"]), row["settings"]["seed"])


def cells_of(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each row compared with the games without house rules of the same seed."""
    known = {_row_key(row): row for row in rows}
    made = []
    for (edition, players, rules, seed), row in known.items():
        base = known.get((edition, players, (), seed))
        if rules and base:
            made.append(price_tag.cell_of(row, base))
    return made


def _key(cell: dict[str, Any]) -> tuple[Any, ...]:
    return (cell["edition"], cell["players"], tuple(cell["house"]))


def merge(rows: Iterable[dict[str, Any]]) -> None:
    """Cells of the usual seed replace those in the package; those of another are compared with them."""
    cells = cells_of(rows)
    kept = {_key(cell): cell for cell in price_tag.stored()["cells"]} if FILE.exists() else {}
    kept |= {_key(cell): cell for cell in cells if cell["seed"] == SEED}
    kept |= {_key(twin): twin for twin in twins(kept.values()) if _key(twin) not in kept}
    write([kept[key] for key in sorted(kept)])
    compare([cell for cell in cells if cell["seed"] != SEED], kept.values())


def twins(cells: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The cells of editions in which bots play the very games of another."""
    for cell in cells:
        for twin in TWINS.get(cell["edition"], ()):
            yield {**cell, "edition": twin}


def write(cells: Sequence[dict[str, Any]]) -> None:
    head = {"note": NOTE, "command": FULL, "digest": price_tag.digest_of(cells)}
    rows = ",\n".join(f"  {json.dumps(one)}" for one in cells)
    FILE.write_text(json.dumps(head, indent=1)[:-2] + f',\n "cells": [\n{rows}\n ]\n}}\n', encoding="utf-8")


def compare(cells: Iterable[dict[str, Any]], others: Iterable[dict[str, Any]]) -> None:
    """How many effects of these cells agree with those that are known: of 100, 95 do on average."""
    stored = {_key(cell): cell for cell in others}
    agreed = effects = whole = compared = 0
    for cell in cells:
        print(cell["edition"], cell["players"], *cell["house"], sentence(cell, "en"))
        before = stored.get(_key(cell), {})
        off = [name for name in price_tag.EFFECTS if before and not price_tag.agrees(cell[name], before[name])]
        for name in off:
            print(f"  {name}: {before[name]} and {cell[name]}")
        if before:
            effects, agreed = effects + len(price_tag.EFFECTS), agreed + len(price_tag.EFFECTS) - len(off)
            compared, whole = compared + 1, whole + (not off)
    print(f"{agreed} of {effects} effects agree, and all effects in {whole} of {compared} cells.")


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
