"""`freehold simulate`: tables, JSON, files and the page, in both languages, and how it refuses."""

from __future__ import annotations

import json
import os
import re
import sys
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polars
import pytest

from freehold.arena import simulation
from freehold.cli import main
from freehold.editions import new_template
from freehold.engine import compile as kernel
from freehold.engine.gpu import cuda
from freehold.i18n.command_words import word
from freehold.picture.charts import SCREEN, Column, Curve, Frame, columns, curves, round_step

from .terminal import Terminal

LANGUAGES = ("en", "fr")
ENGLISH = re.compile(r"\b(the|games|seed|wins|seats?|throws?|rounds|bought|auctions?|returns|whole|house)\b")
FEW = ("--games", "12", "--seed", "3", "--workers", "1")


def found(freehold: Terminal, *args: str, code: int = 0) -> Any:
    run = freehold("simulate", *args, "--json")
    assert (run.code, run.err) == (code, "")
    return json.loads(run.out)


# ---------------------------------------------------------------------- JSON and tables


def test_help_has_an_example(freehold: Terminal) -> None:
    run = freehold("simulate", "--help")
    assert run.code == 0
    assert "Example: freehold simulate" in run.out


def test_json_is_what_programs_rely_on(freehold: Terminal) -> None:
    said = found(freehold, "classic", *FEW, "--bots", "baron,trader,novice")
    assert (said["games"], said["complete"]) == (12, True)
    assert said["finished"] <= 12
    assert re.fullmatch("[0-9a-f]{32}", said["digest"])
    assert [row["bot"] for row in said["seats"]] == ["baron", "trader", "novice"]
    assert {row["bot"] for row in said["bots"]} == {"baron", "trader", "novice"}
    assert len(said["squares"]) == 40
    assert len(said["deeds"]) == 28


def test_the_same_for_any_number_of_workers_and_interpreted(freehold: Terminal) -> None:
    one = found(freehold, "classic", "--games", "70", "--bots", "baron", "--workers", "1")
    assert one == found(freehold, "classic", "--games", "70", "--bots", "baron", "--workers", "2")
    few = found(freehold, "classic", *FEW)
    assert few == found(freehold, "classic", *FEW, "--backend", "python")
    assert few["digest"] != one["digest"]


def test_one_name_is_for_all_seats_and_players_may_be_told(freehold: Terminal) -> None:
    assert found(freehold, *FEW)["settings"]["bots"] == ["baron"] * 4
    assert found(freehold, *FEW, "--bots", "trader", "--players", "3")["settings"]["bots"] == ["trader"] * 3


def test_variants_options_and_limits_reach_the_games(freehold: Terminal) -> None:
    args = ("star-wars-1", *FEW, "--variant", "timed", "--option", "time_limit=20", "--turns", "50", "--rotate")
    said = found(freehold, *args)
    assert said["settings"]["options"] == {"time_limit": 20}
    assert said["endings"]["time"] == 12
    assert (said["settings"]["turns"], said["settings"]["rotate"]) == (50, True)
    assert said["length"]["turns"]["most"] == 20


def test_a_file_of_ones_own_is_an_edition(freehold: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "my-town.toml"
    file.write_text(new_template(), encoding="utf-8")
    assert found(freehold, str(file), *FEW)["settings"]["edition"] == str(file)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_terminal_says_it_all(freehold: Terminal, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    run = freehold("simulate", "classic", *FEW, "--bots", "baron,trader,novice,baron", "--lang", lang)
    assert (run.code, run.err) == (0, "")
    for key in ("s-bots", "s-seats", "s-order", "s-endings", "s-per-game", "s-returns"):
        assert word(key, lang) in run.out
    boardwalk = {"en": "Boardwalk", "fr": "Rue de la Paix"}[lang]
    assert boardwalk in run.out
    assert all(len(line) <= 100 for line in run.out.splitlines())
    if lang == "fr":
        assert not ENGLISH.search(run.out)


@pytest.mark.parametrize(("lang", "says"), [("en", "Vermont Avenue"), ("fr", "Rue de Vaugirard")])
def test_60_columns_have_room_for_the_names(
    freehold: Terminal, lang: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    out = freehold("simulate", "classic", *FEW, "--lang", lang).out
    assert says in out
    assert all(len(line) <= 60 for line in out.splitlines())


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        ("en", "had no end after 400 turns (100 rounds): they were given up, and nobody won them. Nobody traded"),
        ("fr", "n'étaient pas finies après 400 tours de jeu (100 tours de table)"),
    ],
)
def test_games_that_were_given_up_are_told(
    freehold: Terminal, lang: str, says: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Four novices seldom come to an end: what is said of them must not be read as if they had."""
    monkeypatch.setenv("COLUMNS", "1000")
    args = ("--bots", "novice", "--games", "60", "--turns", "400")
    said = found(freehold, *args)
    assert said["unfinished"] == said["endings"]["unfinished"] > 30
    out = freehold("simulate", *args, "--lang", lang).out.replace("\u00a0", " ")
    assert says in out
    assert word("s-half", lang).split("{", 1)[0] not in out  # of which nothing is known
    assert word("s-first", lang).split("{", 1)[0] not in out
    assert freehold("simulate", *args, "--html", str(tmp_path / "p.html"), "--lang", lang).code == 0
    assert f">{word('s-given-up-column', lang)}</text>" in (tmp_path / "p.html").read_text(encoding="utf-8")


def test_nobody_may_have_won(freehold: Terminal) -> None:
    run = freehold("simulate", *FEW, "--turns", "3")
    assert (run.code, run.err) == (0, "")
    assert word("s-none-won", "en") in run.out


# ---------------------------------------------------------------------- files


def test_csv_and_parquet_hold_the_figures(freehold: Terminal, tmp_path: Path) -> None:
    run = freehold("simulate", *FEW, "--csv", str(tmp_path / "c"), "--parquet", str(tmp_path / "p" / "q"))
    assert (run.code, run.err) == (0, "")
    assert str(tmp_path / "c") in run.out
    said = found(freehold, *FEW)
    for frame in (
        polars.read_csv(tmp_path / "c" / "deeds.csv"),
        polars.read_parquet(tmp_path / "p" / "q" / "deeds.parquet"),
    ):
        assert frame["rent"].to_list() == [row["rent"] for row in said["deeds"]]
    assert {path.suffix for path in (tmp_path / "c").iterdir()} == {".csv"}
    games = polars.read_parquet(tmp_path / "p" / "q" / "games.parquet")
    assert len(games) == said["games"]
    assert games["trades"].mean() == pytest.approx(said["per_game"]["trades"])


class Page(HTMLParser):
    """Every tag is closed, and nothing is fetched from elsewhere."""

    VOID = ("meta", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.lang = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert not {"src", "href", "srcset", "data"} & set(given), tag
        assert tag not in ("script", "link", "iframe", "img")
        self.tags.append(tag)
        if tag == "html":
            self.lang = given["lang"] or ""
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", ["classic", "star-wars-2"])
def test_the_page_stands_alone(freehold: Terminal, tmp_path: Path, lang: str, edition: str) -> None:
    file = tmp_path / "report.html"
    args = ("--games", "60", "--seed", "3", "--bots", "baron,novice")
    run = freehold("simulate", edition, *args, "--html", str(file), "--lang", lang)
    assert (run.code, run.err) == (0, "")
    text = file.read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    assert page.open == []
    assert page.lang == lang
    # the board; for a screen and for a phone three of wins, lengths, bankruptcies and returns
    assert page.tags.count("svg") == 1 + 2 * 6
    assert not re.search(r"url\((?!data:font/woff2)", text)
    assert "@import" not in text
    assert "prefers-color-scheme: dark" in text
    assert f"freehold simulate {edition} --games 60 --seed 3 --bots baron,novice" in text
    if lang == "fr":
        words = re.sub("<[^>]*>", " ", re.sub("<style>.*?</style>|<pre>.*?</pre>", "", text, flags=re.DOTALL))
        assert not ENGLISH.search(words)


def test_the_command_on_the_page_plays_it_again(freehold: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    args = ("spider-man", *FEW, "--variant", "short", "--rotate", "--turns", "77", "--option", "rent_claims=automatic")
    first = found(freehold, *args, "--html", str(file))
    again = re.search("<code>freehold simulate (.*?)</code>", file.read_text(encoding="utf-8"))
    assert again is not None
    assert found(freehold, *again[1].split()) == first


def test_charts_hold_nothing_and_much() -> None:
    assert columns("none", [], "x", "en").on_page("h2")
    assert curves("none", ["a"], [Curve("c", "#112233", (None,))], "x", "fr").on_page("h2")
    drawn = "".join(columns("much", [Column(str(k), k * 1e6, "") for k in range(100)], "x", "en").on_page("h2"))
    assert drawn.count("<rect") == 2 * 100  # for a screen, and for a phone
    assert drawn.count(">0</text>") >= 1


def test_the_last_column_is_always_named() -> None:
    """It may stand for all that come after it."""
    for count in (2, 3, 8, 37, 40):
        given = [Column(str(10 * k), k, "") for k in range(count - 1)] + [Column("≥ 370", 1, "")]
        drawn = "".join(columns("lengths", given, "x", "en").on_page("h2"))
        assert drawn.count(">≥ 370</text>") == 2  # for a screen, and for a phone


@pytest.mark.parametrize("most", [0, 0.003, 1, 4.17, 7, 99, 100, 12345])
def test_axes_end_at_or_above_the_most(most: float) -> None:
    frame = Frame(SCREEN, most, 3)
    assert frame.tick * frame.ticks >= most
    assert 1 <= frame.ticks <= 5
    assert round_step(most) in [step * 10.0**power for power in range(-6, 9) for step in (1, 2, 5)] or most == 0


# ---------------------------------------------------------------------- stopping and refusing


def test_ctrl_c_reports_what_is_done(freehold: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulation.run

    def stopped(plan: Any, workers: Any, progress: Any, cluster: Any, table: Any, lang: str) -> Any:
        def stop(done: int) -> None:
            if done:
                raise KeyboardInterrupt

        return whole(plan, workers, progress=stop)

    monkeypatch.setattr(simulation, "run", stopped)
    said = found(freehold, "--games", "1000", code=130)
    assert (said["games"], said["complete"]) == (64, False)
    run = freehold("simulate", "--games", "1000")
    assert run.code == 130
    assert "the first 64 of 1,000 games" in run.out


def test_ctrl_c_before_the_first_game(freehold: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulation.run

    def stop(done: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(
        simulation, "run", lambda plan, workers, progress, cluster, table, lang: whole(plan, progress=stop)
    )
    run = freehold("simulate", "--games", "1000", "--json")
    assert (run.code, run.out) == (130, "")
    assert run.err.strip() == "Stopped before a game was done."


def test_files_of_a_run_that_was_stopped_are_told_to_be_part_of_it(
    freehold: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = simulation.run

    def stop(done: int) -> None:
        if done:
            raise KeyboardInterrupt

    monkeypatch.setattr(
        simulation, "run", lambda plan, workers, progress, cluster, table, lang: whole(plan, progress=stop)
    )
    run = freehold("simulate", "--games", "1000", "--html", str(tmp_path / "page.html"), "--csv", str(tmp_path / "csv"))
    assert run.code == 130
    for says in ("page.html is written", "The files are in", "the first 64 of 1,000 games"):
        assert says in run.out
    assert "the first 64 of 1,000 games" in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
@pytest.mark.parametrize(("lang", "says"), [("en", "there is no room left"), ("fr", "il n'y a plus de place")])
def test_a_full_disk_is_one_sentence(freehold: Terminal, lang: str, says: str, tmp_path: Path) -> None:
    for kind in ("csv", "parquet"):
        (tmp_path / f"deeds.{kind}").symlink_to("/dev/full")
    for args in (("--html", "/dev/full"), ("--csv", str(tmp_path)), ("--parquet", str(tmp_path))):
        run = freehold("simulate", *FEW, *args, "--lang", lang)
        assert (run.code, run.out) == (2, "")
        assert says in run.err
        assert len(run.err.strip().splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
@pytest.mark.parametrize("args", [("odds", "classic"), ("odds", "classic", "--json"), ("simulate", *FEW, "--json")])
def test_output_that_finds_no_room_is_one_sentence(
    args: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    full = os.fdopen(os.open("/dev/full", os.O_WRONLY), "w", encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", full)
    assert main(args) == 2
    monkeypatch.undo()
    with suppress(OSError):
        full.close()
    assert capsys.readouterr().err.strip() == "The output cannot be written: there is no room left."


@pytest.mark.parametrize(("lang", "says"), [("en", "Set FREEHOLD_CACHE"), ("fr", "Donnez à FREEHOLD_CACHE")])
def test_rules_that_cannot_be_kept_are_one_sentence(
    freehold: Terminal, lang: str, says: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The folder of the compiled rules lies where a file is."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("FREEHOLD_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(kernel, "compiled", kernel.compiled.__wrapped__)
    for args in (
        ("simulate", *FEW),
        ("tournament", "--bots", "baron,trader", "--games", "2"),
        ("bench", "--backend", "cpu"),
    ):
        run = freehold(*args, "--lang", lang)
        assert run.code == 2
        assert says in run.err
        assert len(run.err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ("--bots barn", "baron"),
        ("--bots baron,,trader", "--bots baron,trader"),
        ("--bots baron,no/such/file.py:MyBot", "There is no bot file"),
        ("--bots baron,trader,novice --players 4", "not 3"),
        ("--players 9", "--players is a whole number from 2 to 8"),
        ("game-of-thrones --players 7", "2 to 6 players, not 7"),
        ("--games 0", "--games is a whole number from 1 to"),
        ("--games -3", "--games is a whole number"),
        ("--games many", "many"),
        ("--turns 0", "--turns is a whole number"),
        ("--workers 0", "--workers is a whole number"),
        ("--seed x", "A seed is a whole number"),
        ("nowhere", "There is no edition"),
        ("nowhere.toml", "There is no edition file"),
        ("--variant long", "no variant"),
        ("--option colour=blue", "no option"),
        ("--backend gpu", "There is no backend"),
        ("--backend python --bots mogul", "backend cpu only"),
        ("--html no/such/folder/page.html", "cannot be written"),
        ("--csv pyproject.toml", "name a folder"),
        ("--lang de", "language"),
        ("--nonsense", "--nonsense"),
    ],
)
def test_wrong_usage_is_one_sentence_and_2(freehold: Terminal, args: str, says: str) -> None:
    run = freehold("simulate", *args.split())
    assert (run.code, run.out) == (2, "")
    assert says in run.err
    assert len(run.err.strip().splitlines()) == 1


def test_a_gpu_that_is_not_there(freehold: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "missing", lambda: "There is none.")
    run = freehold("simulate", "--backend", "cuda")
    says = "The backend cuda is not on this machine: choose from python, cpu, or see docs/gpu.md for what it needs.\n"
    assert (run.code, run.out, run.err) == (2, "", says)


def test_wrong_usage_in_french_is_french(freehold: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "missing", lambda: "There is none.")
    for args in ("--backend cuda", "--backend gpu", "--backend python --bots mogul", "--bots barn"):
        run = freehold("simulate", *args.split(), "--lang", "fr")
        assert run.code == 2
        assert not ENGLISH.search(run.err)
