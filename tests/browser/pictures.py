"""Takes pictures of every question in every edition with 2, 4 and 8 players, in each language and at five sizes.

Run: python -m tests.browser.pictures [--out FOLDER] [--editions …] [--people …] [--questions …]

The pictures are put together to sheets, and checked: on a laptop for what is out of view, on a phone for what is cut
off or too small, and for buttons of the question that are out of view.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tools import browser as chromium

from freehold.editions import ids, load
from freehold.i18n import LANGUAGES
from freehold.server.table.bots import NAMES as BOTS

from .arranged import arrange
from .conftest import ARTIFACTS, FLAGS
from .house import House, against_bots, lay
from .player import PHONE, Person, Size
from .positions import WAYS, position_of
from .scenes import ASKING, MORE, SECRETS, cut, id_of, scenes
from .screens import answer_faults, fit_faults, settle, view_faults

LAPTOPS: tuple[Size, ...] = ((1280, 720), (1366, 768), (1440, 900))
PHONES: tuple[Size, ...] = (PHONE, (360, 640))
PEOPLE = (2, 4, 8)
# pictures of a sheet: columns, rows, and the width of each
SHEETS: dict[Size, tuple[int, int, int]] = {
    **dict.fromkeys(LAPTOPS, (2, 3, 800)),
    **dict.fromkeys(PHONES, (6, 2, 320)),
}
_SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"


def lay_tables(folder: Path, edition: str, people: int) -> list[str]:
    """Every question to Ann in games against so many, or as many as the edition has tokens for; the questions.

    There is a table for each language.
    """
    names = ("Ann", *BOTS[: seats_of(edition, people) - 1])
    found = scenes(edition, names, SECRETS if len(names) == 2 else SECRETS + MORE)
    for asked, scene in found.items():
        for lang in LANGUAGES:
            log = cut(scene.log, table_of(edition, asked, people, lang), len(scene.log.entries))
            lay(folder, log, scene.secret, seats=against_bots(log), language=lang)
    return list(found)


def seats_of(edition: str, people: int) -> int:
    return min(people, load(edition).players.max)


def table_of(edition: str, asked: str, people: int, lang: str) -> str:
    return f"{id_of(edition, asked)}{people}{lang}"


def picture(out: Path, edition: str, asked: str, people: int, lang: str, size: Size) -> Path:
    return out / f"{edition}-{people}-{lang}-{size[0]}x{size[1]}-{asked}.png"


def photograph(
    person: Person, sizes: Sequence[Size], out: Path, edition: str, asked: str, people: int, lang: str
) -> Iterator[str]:
    """Pictures of the question that this person is asked at these sizes; what is wrong with them."""
    person.wait_until_asked()
    settle(person)
    for size in sizes:
        person.page.set_viewport_size({"width": size[0], "height": size[1]})
        person.page.evaluate(_SETTLED)
        path = picture(out, edition, asked, people, lang, size)
        person.page.screenshot(path=path)
        faults = view_faults(person) if size in LAPTOPS else fit_faults(person) + answer_faults(person)
        yield from (f"{path.stem}: {fault}" for fault in faults)


def photograph_arranged(browser: Browser, out: Path, edition: str, asked: str, people: int) -> Iterator[str]:
    """Pictures of a question that no played game came to, at every size in each language; what is wrong with them."""
    seats = seats_of(edition, people)
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), module="tests.browser.arranged")
        arrange(house.folder, **position_of(edition, asked, seats))
        house.start()
        try:
            for lang, sizes in itertools.product(LANGUAGES, (LAPTOPS, PHONES)):
                bots = ["trader"] * (seats - 1)
                made = house.table(edition=edition, seats=seats, people=[{"name": "Ann"}], bots=bots, language=lang)
                person = Person(browser, house, lang=lang, size=sizes[0])
                person.sit(made["table"]["id"], made["keys"][0], edition=edition, host=made["host"])
                person.click("start")
                person.wait_for("table")
                yield from photograph(person, sizes, out, edition, asked, people, lang)
                yield from person.trouble
                person.close()
        finally:
            house.stop()


def sheet(browser: Browser, pictures: Sequence[Path], path: Path, columns: int, width: int) -> None:
    """One picture of several, each with its name."""
    figures = "".join(f'<figure><img src="{one.name}"><figcaption>{one.stem}</figcaption></figure>' for one in pictures)
    page_file = path.with_suffix(".html")
    page_file.write_text(
        f"<style>body{{margin:0;display:grid;grid-template-columns:repeat({columns},{width}px);gap:6px;background:#888}}"
        f"figure{{margin:0;font:13px sans-serif}}img{{width:100%;display:block}}</style>{figures}",
        encoding="utf-8",
    )
    page = browser.new_page(viewport={"width": columns * (width + 6) - 6, "height": 100})
    page.goto(page_file.as_uri())
    page.screenshot(path=path, full_page=True)
    page.close()
    page_file.unlink()


def sheets(browser: Browser, out: Path) -> int:
    """Sheets of all pictures, by size; their number."""
    number = 0
    for size, (columns, rows, width) in SHEETS.items():
        found = sorted(out.glob(f"*-{size[0]}x{size[1]}-*.png"))
        for start in range(0, len(found), columns * rows):
            number += 1
            some = found[start : start + columns * rows]
            sheet(browser, some, out / f"sheet-{size[0]}-{start // (columns * rows):03}.png", columns, width)
    return number


def take(
    browser: Browser, out: Path, editions: Sequence[str], people: Sequence[int], questions: Sequence[str]
) -> tuple[int, list[str]]:
    """All pictures of these editions; their number, and what is wrong with them."""
    count = 0
    faults: list[str] = []
    for edition in editions:
        told = len(faults)
        with tempfile.TemporaryDirectory() as folder:
            house = House(Path(folder))
            asked = {many: lay_tables(house.folder, edition, many) for many in people}
            house.start()
            try:
                for lang, sizes in itertools.product(LANGUAGES, (LAPTOPS, PHONES)):
                    person = Person(browser, house, lang=lang, size=sizes[0])
                    for many in people:
                        for question in filter(questions.__contains__, asked[many]):
                            person.sit(table_of(edition, question, many, lang), "key of Ann", edition=edition)
                            faults += photograph(person, sizes, out, edition, question, many, lang)
                            count += len(sizes)
                    faults += person.trouble
                    person.close()
            finally:
                house.stop()
        for many, question in itertools.product(people, filter(questions.__contains__, WAYS)):
            if question not in asked[many]:
                faults += photograph_arranged(browser, out, edition, question, many)
                count += len(LANGUAGES) * len(LAPTOPS + PHONES)
        print(*faults[told:], f"{edition}: {count} pictures so far, {len(faults)} faults", sep="\n", flush=True)
    return count, faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ARTIFACTS / "pictures")
    parser.add_argument("--editions", nargs="+", choices=ids(), default=ids())
    parser.add_argument("--people", nargs="+", type=int, choices=PEOPLE, default=PEOPLE)
    parser.add_argument("--questions", nargs="+", choices=ASKING, default=ASKING)
    wish = parser.parse_args()
    path = chromium.find()
    if path is None:
        sys.exit(chromium.NONE)
    wish.out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        count, faults = take(browser, wish.out, wish.editions, wish.people, wish.questions)
        number = sheets(browser, wish.out)
        browser.close()
    print(f"{count} pictures on {number} sheets in {wish.out}, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
