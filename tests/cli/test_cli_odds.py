"""`freehold odds`: the table, the JSON, the page, and how it refuses."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from freehold.analysis import Habits, landing_odds
from freehold.editions import ids, load, new_template
from freehold.picture.heat import COLD_TO_HOT, heat, heat_map, percent, span

from .terminal import Run, Terminal

LANGUAGES = ("en", "fr")
SVG = "{http://www.w3.org/2000/svg}"


def shares(freehold: Terminal, *args: str) -> list[float]:
    run = freehold("odds", *args, "--json")
    assert (run.code, run.err) == (0, "")
    found = json.loads(run.out)
    assert list(found) == ["squares", "in_jail"]
    return [*found["squares"], found["in_jail"]]


def rows(run: Run) -> list[str]:
    """The lines of the table, the cell's too."""
    return [line for line in run.out.splitlines() if re.search(r"\d[.,]\d{4} ", line)]


# ---------------------------------------------------------------------- table and JSON


def test_help_has_an_example(freehold: Terminal) -> None:
    run = freehold("odds", "--help")
    assert run.code == 0
    assert "Example: freehold odds" in run.out


@pytest.mark.parametrize("jail", ["leave", "stay"])
@pytest.mark.parametrize("edition", ids())
def test_json_is_what_the_odds_are(freehold: Terminal, edition: str, jail: str) -> None:
    odds = landing_odds(edition, jail=jail)
    assert shares(freehold, edition, "--jail", jail) == [*odds.squares, odds.in_jail]


def test_jail_is_left_unless_told_otherwise(freehold: Terminal) -> None:
    assert shares(freehold, "classic") == shares(freehold, "classic", "--jail", "leave")


def test_every_option_reaches_the_odds(freehold: Terminal) -> None:
    odds = landing_odds("classic", "short", jail="stay")
    assert shares(freehold, "classic", "--variant", "short", "--jail", "stay") == [*odds.squares, odds.in_jail]
    odds = landing_odds("spider-man", habits=Habits(doubles="option", swing_to=39, choice="draw"))
    habits = ("--doubles", "option", "--swing-to", "39", "--choice", "draw")
    assert shares(freehold, "spider-man", *habits) == [*odds.squares, odds.in_jail]
    odds = landing_odds("classic", options={"jail_third_turn": "throw-again"}, jail="stay")
    settings = ("--option", "jail_third_turn=throw-again", "--jail", "stay")
    assert shares(freehold, "classic", *settings) == [*odds.squares, odds.in_jail]


def test_an_edition_of_your_own(freehold: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "my-town.toml"
    file.write_text(new_template(), encoding="utf-8")
    assert shares(freehold, str(file)) == shares(freehold, "classic")


def test_the_table_ranks_every_square(freehold: Terminal) -> None:
    table = rows(freehold("odds", "classic"))
    assert len(table) == 41
    assert [line.split()[0] for line in table if not line.startswith("   ")] == [str(n) for n in range(40)]
    ranks = [int(re.findall(r"\d\.\d{4} +(\d+)", line)[0]) for line in table]
    assert sorted(ranks) == list(range(1, 42))
    assert re.match(r" {4}In Jail +3\.9500 +1 +█", table[11])
    assert re.match(r"24 {2}Illinois Avenue +■ {2}Red +3\.1858 +2 +█", table[25])
    assert re.match(r"30 {2}Go to Jail +0\.0000 +41 *$", table[31])
    bars = {rank: line.count("█") for rank, line in zip(ranks, table, strict=True)}
    assert bars[1] > bars[20] > bars[40] > bars[41] == 0


def test_the_table_in_french(freehold: Terminal) -> None:
    run = freehold("odds", "classic", "--jail", "stay", "--lang", "fr")
    assert re.search(r"^24 {2}Avenue Henri-Martin +■ {2}Rouge +2,9955 ", run.out, re.MULTILINE)
    assert "En prison, on tente un double" in run.out
    assert not re.search(r"\b(the|of|jail|throws|rank|group)\b", run.out)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", ids())
def test_a_narrow_terminal_keeps_the_figures(
    freehold: Terminal, monkeypatch: pytest.MonkeyPatch, edition: str, lang: str
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    table = rows(freehold("odds", edition, "--lang", lang))
    assert len(table) == 41
    assert max(map(len, table)) <= 50


def test_the_table_says_what_the_player_does(freehold: Terminal) -> None:
    usual = freehold("odds", "spider-man").out
    assert "the fine is paid before the first throw" in usual
    for says in ("its option left aside", "answered by paying", "as likely as another"):
        assert says in " ".join(usual.split())
    classic = " ".join(freehold("odds", "classic").out.split())
    assert "option" not in classic  # where there is nothing to choose nothing is said of it
    habits = ("--doubles", "option", "--swing-to", "39", "--choice", "draw", "--jail", "stay")
    said = " ".join(freehold("odds", "spider-man", *habits).out.split())
    assert f"a double 1 goes to {load('spider-man').squares[39].name.en}." in said
    assert "answered by drawing" in said
    assert "as long as the rules allow" in said


# ---------------------------------------------------------------------- the page


class Page(HTMLParser):
    """Tags in order, and whether each one is closed where it must be."""

    VOID = ("meta",)

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        assert "svg" in self.open, f"<{tag}/> is left open by a browser"

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", ids())
def test_the_page_stands_alone_with_map_and_table(freehold: Terminal, tmp_path: Path, edition: str, lang: str) -> None:
    file = tmp_path / "odds.html"
    run = freehold("odds", edition, "--html", str(file), "--lang", lang)
    assert run.code == 0
    assert run.out.startswith(str(file))
    written = file.read_text(encoding="utf-8")
    assert written.startswith(f'<!DOCTYPE html>\n<html lang="{lang}">')
    assert written.count("http") == 1  # the namespace of the picture
    assert not re.search(r"<(script|link|img|iframe)\b|\bsrc=|href|@import|url\((?!data:font/woff2)", written)
    page = Page()
    page.feed(written)
    assert page.open == []
    assert page.tags.count("svg") == 1
    assert page.tags.count("tr") == 42
    said = " ".join(page.text)
    odds = landing_odds(edition)
    for square, share in zip(load(edition).squares, odds.squares, strict=True):
        assert square.name[lang].split(" / ")[-1] in said
        figure = f"{100 * share:.4f}"
        assert (figure.replace(".", ",") if lang == "fr" else figure) in page.text


def test_the_page_may_come_with_json_and_be_written_again(freehold: Terminal, tmp_path: Path) -> None:
    file = str(tmp_path / "odds.html")
    assert shares(freehold, "classic", "--html", file) == shares(freehold, "classic")
    leave = Path(file).read_text(encoding="utf-8")
    assert freehold("odds", "classic", "--jail", "stay", "--html", file).code == 0
    assert Path(file).read_text(encoding="utf-8") != leave


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", ids())
def test_the_heat_map_is_hot_where_the_share_is_large(edition: str, lang: str) -> None:
    odds = landing_odds(edition)
    root = ElementTree.fromstring(heat_map(load(edition), odds.squares, odds.in_jail, lang, "x < y"))
    squares = {found.get("data-square"): found for found in root.iter() if found.get("class") == "square"}
    low, high = span(odds.squares)
    for index, share in enumerate(odds.squares):
        drawn = squares[str(index)]
        assert drawn.findall(f"{SVG}rect")[0].get("fill") == heat(share, low, high)
        assert percent(share, lang) in "".join(drawn.itertext())
    cell = next(found for found in root.iter() if found.get("class") == "cell")
    assert percent(odds.in_jail, lang, 4) in "".join(cell.itertext())


def test_the_scale_goes_from_cold_to_hot_and_no_further() -> None:
    assert [heat(share, 1, 4) for share in (1, 2, 3, 4)] == list(COLD_TO_HOT)
    assert (heat(0, 1, 4), heat(9, 1, 4)) == (COLD_TO_HOT[0], COLD_TO_HOT[-1])
    assert heat(0.5, 1, 1) == COLD_TO_HOT[0]
    assert span([0.0, 0.2, 0.8]) == (0.2, 0.8)
    assert (percent(0.0319, "en"), percent(0.0319, "fr")) == ("3.19%", "3,19\u00a0%")


# ---------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ("", "EDITION"),
        ("nowhere", "nowhere"),
        ("clasic", "classic"),
        ("no/such/file.toml", "no/such/file.toml"),
        ("classic more", "more"),
        ("classic --jail", "--jail"),
        ("classic --jail run", "--jail is leave or stay"),
        ("classic --jail Leave", "--jail is leave or stay"),
        ("classic --variant blitz", "classic, short, timed"),
        ("game-of-thrones --variant timed", "classic, short"),
        ("classic --doubles twice", "--doubles is throw-again or option"),
        ("classic --doubles option", "no option in the edition classic"),
        ("spider-man --doubles option --option double_options=off", "no option in the edition spider-man"),
        ("spider-man --doubles option --swing-to 40", "--swing-to is 0–39"),
        ("spider-man --swing-to -1", "--swing-to is 0–39"),
        ("classic --choice maybe", "--choice is pay or draw"),
        ("classic --option nonsense=1", "nonsense"),
        ("classic --lang de", "de"),
        ("classic --html no/such/folder/odds.html", "there is no such folder"),
        ("classic --html .", "it is a folder"),
    ],
)
def test_wrong_usage_is_one_sentence_and_2(freehold: Terminal, args: str, said: str) -> None:
    run = freehold("odds", *args.split())
    assert run.code == 2
    assert run.out == ""
    assert run.err.count("\n") == 1
    assert said in run.err


def test_wrong_usage_in_french_is_french(freehold: Terminal) -> None:
    assert freehold("odds", "classic", "--jail", "fuir", "--lang", "fr").err == (
        "L'option --jail vaut leave ou stay, pas «\u00a0fuir\u00a0».\n"
    )
    assert "n'a pas d'option" in freehold("odds", "classic", "--doubles", "option", "--lang", "fr").err
