"""`freehold tournament`: the tables, the JSON, the page, and how it refuses. The games are a fake's, save one run."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from freehold.arena import bot_games
from freehold.arena.bot_games import Outcomes
from freehold.arena.tables import Setting
from freehold.cli.commands.arena import arena_options
from freehold.editions import ids, new_template
from freehold.i18n.languages import number
from freehold.players import BotError, game_players
from tests.arena import fake_bot_games

from .terminal import Terminal

LANGUAGES = ("en", "fr")
FOUR = "baron,trader,novice,random"
ENGLISH = re.compile(r"\b(the|games|seed|wins|seats?|against|rounds|each|table of|column|row)\b")


@pytest.fixture
def arena(freehold: Terminal, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """The command, with nothing to compile and nothing to wait for."""
    monkeypatch.setattr(bot_games, "play", fake_bot_games.play)
    monkeypatch.setattr(bot_games, "prepare", lambda bots: None)
    monkeypatch.setattr(game_players, "load_all", lambda bots: None)
    fake_bot_games.calls.clear()
    return freehold


def found(arena: Terminal, *args: str, code: int = 0, told: str = "") -> Any:
    """The JSON; `told` is a pattern of what may be on the error stream beside it."""
    run = arena("tournament", *args, "--workers", "1", "--json")
    assert run.code == code
    assert re.fullmatch(told, run.err), run.err
    return json.loads(run.out)


# ---------------------------------------------------------------------- JSON


def test_help_has_an_example(arena: Terminal) -> None:
    run = arena("tournament", "--help")
    assert run.code == 0
    assert "Example: freehold tournament" in run.out


def test_json_is_what_programs_rely_on(arena: Terminal) -> None:
    said = found(arena, "--edition", "classic", "--bots", FOUR, "--games", "200", "--seed", "3")
    assert said["games"] == 200
    assert [row["bot"] for row in said["bots"]] == FOUR.split(",")
    for row in said["bots"]:
        assert {"bot", "wins", "rate", "low", "high", "elo"} <= set(row)
        assert row["rate"] == row["wins"] / 200
        assert 0 <= row["low"] <= row["rate"] <= row["high"] <= 1
        assert row["elo_low"] < row["elo"] < row["elo_high"]
    assert sum(row["wins"] for row in said["bots"]) == 200 - said["unfinished"] - said["shared"]


def test_json_says_what_was_played(arena: Terminal) -> None:
    said = found(arena, "--bots", FOUR, "--games", "41", "--seed", "3", "--edition", "classic,spider-man")
    assert said["complete"] is True
    assert said["games"] == 88
    assert said["settings"] == {
        "format": "table",
        "bots": FOUR.split(","),
        "players": 4,
        "editions": ["classic", "spider-man"],
        "variant": "classic",
        "options": {},
        "games_asked": 41,
        "games_each": 44,
        "rounds": 500,
        "net_worth": False,
        "seed": 3,
        "numbers": [0, 10],
        "command": f"freehold tournament --edition classic,spider-man --bots {FOUR} --players 4 --games 41 --seed 3",
    }
    assert [part["edition"] for part in said["editions"]] == ["classic", "spider-man"]
    assert [part["games"] for part in said["editions"]] == [44, 44]


@pytest.mark.parametrize(
    "args",
    [
        f"--bots {FOUR} --games 12",
        "--bots baron --players 3 --games 6 --seed 18446744073709551615",
        "--ladder --games 8 --variant short --rounds 99",
        "--round-robin --bots baron,trader --players 2 --games 5 --edition all",
        "--bots baron --games 4 --variant timed --edition classic --option rent_claims=automatic",
    ],
)
def test_the_command_plays_it_again(arena: Terminal, args: str) -> None:
    first = found(arena, *args.split())
    calls = list(fake_bot_games.calls)
    fake_bot_games.calls.clear()
    again = found(arena, *first["settings"]["command"].split()[2:])
    assert again == first
    assert fake_bot_games.calls == calls


def test_one_name_is_for_all_seats(arena: Terminal) -> None:
    said = found(arena, "--bots", "baron", "--games", "16")
    assert [(row["bot"], row["wins"], row["rate"]) for row in said["bots"]] == [("baron", 16, 0.25)]
    assert {call.bots for call in fake_bot_games.calls} == {("baron",) * 4}


def test_as_many_players_as_bots_unless_told(arena: Terminal) -> None:
    found(arena, "--bots", "baron,trader,novice", "--games", "3")
    assert {len(call.bots) for call in fake_bot_games.calls} == {3}
    fake_bot_games.calls.clear()
    found(arena, "--bots", "baron", "--players", "6", "--games", "3")
    assert {len(call.bots) for call in fake_bot_games.calls} == {6}
    fake_bot_games.calls.clear()
    found(arena, "--ladder", "--players", "8", "--games", "3")
    assert {len(call.bots) for call in fake_bot_games.calls} == {8}


def test_the_ladder_has_all_levels_unless_told(arena: Terminal) -> None:
    said = found(arena, "--ladder", "--games", "400")
    pairs = [(cell["bot"], cell["against"]) for cell in said["cross"]]
    levels = ["random", "novice", "trader", "baron", "mogul"]
    assert pairs == [(high, low) for low, high in pairwise(levels)]
    assert all(cell["games"] == 400 for cell in said["cross"])
    assert said["games"] == 1600
    elo = [row["elo"] for row in said["bots"]]
    assert elo == sorted(elo)


def test_a_round_robin_is_a_whole_cross_table(arena: Terminal) -> None:
    said = found(arena, "--round-robin", "--bots", FOUR, "--games", "40")
    assert len(said["cross"]) == 12
    assert said["games"] == 480
    assert all({"bot", "against", "wins", "games", "rate", "low", "high"} == set(cell) for cell in said["cross"])


def test_bots_and_editions_may_be_repeated_and_in_files(
    arena: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[str] = []
    monkeypatch.setattr(arena_options, "known", checked.append)
    file = tmp_path / "my-town.toml"
    file.write_text(new_template(), encoding="utf-8")
    args = ("--edition", "classic", "--edition", f"{file}, classic", "--bot", "my_bot.py:Mine", "--bot", "baron")
    told = r"2 of 4 games, [\d,.]+ a second, \d:\d\d:\d\d left\n"  # a bot of one's own is slow: one line says how slow
    said = found(arena, *args, "--games", "2", told=told)
    assert said["settings"]["editions"] == ["classic", str(file)]
    assert [row["bot"] for row in said["bots"]] == checked == ["my_bot.py:Mine", "baron"]


def test_the_name_of_a_retired_bot_is_its_successors(arena: Terminal) -> None:
    said = found(arena, "--ladder", "--bots", "baron,tycoon", "--games", "8")
    assert said["settings"]["bots"] == ["baron", "mogul"]
    assert "baron,mogul" in said["settings"]["command"]
    assert "mogul is named twice" in arena("tournament", "--ladder", "--bots", "tycoon,mogul").err


def test_all_editions(arena: Terminal) -> None:
    said = found(arena, "--edition", "all", "--bots", "baron", "--games", "1")
    assert said["settings"]["editions"] == ids()
    assert {call.edition for call in fake_bot_games.calls} == set(ids())


def test_a_real_one(freehold: Terminal) -> None:
    args = ("--edition", "classic", "--bots", "baron,novice", "--games", "6", "--seed", "1")
    said = found(freehold, *args)
    assert said["games"] == 6
    assert sum(row["wins"] for row in said["bots"]) + said["unfinished"] + said["shared"] == 6
    assert found(freehold, *args) == said


# ---------------------------------------------------------------------- the terminal


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_60_columns_have_room_for_the_names(arena: Terminal, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = arena("tournament", "--bots", FOUR, "--games", "40", "--lang", lang).out.splitlines()
    assert all(len(line) <= 60 for line in lines)
    for bot in FOUR.split(","):
        assert any(line.startswith(f"{bot} ") for line in lines)


def test_the_table_stands_best_first(arena: Terminal) -> None:
    run = arena("tournament", "--bots", "random,novice,trader,baron", "--games", "400", "--workers", "1")
    assert run.code == 0
    rows = re.findall(r"^(\w+) +\d+ +\d+\.\d% +\d+\.\d–\d+\.\d +\d{3,4} +\d+–\d+$", run.out, re.MULTILINE)
    assert rows == ["baron", "trader", "novice", "random"]
    assert "seed 1, game numbers 0 to 99" in " ".join(run.out.split())
    assert "were asked for" not in run.out


def test_rounding_is_said(arena: Terminal) -> None:
    run = arena("tournament", "--bots", FOUR, "--games", "999", "--workers", "1")
    assert "999 games were asked for; 1,000 give every bot every seat equally often." in run.out


def test_the_cross_table_in_the_terminal(arena: Terminal) -> None:
    run = arena("tournament", "--ladder", "--bots", "novice,trader,baron", "--games", "400", "--workers", "1")
    said = found(arena, "--ladder", "--bots", "novice,trader,baron", "--games", "400")
    lines = run.out.splitlines()
    head = next(k for k, line in enumerate(lines) if line.split() == ["novice", "trader", "baron"])
    assert len(said["cross"]) == 2  # each but the first against the one before it
    for k, cell in enumerate(said["cross"]):
        assert lines[head + 1 + 2 * k].startswith(cell["bot"])
        assert f"{100 * cell['rate']:.1f}%" in lines[head + 1 + 2 * k]
        assert f"{100 * cell['low']:.1f}–{100 * cell['high']:.1f}" in lines[head + 2 + 2 * k]


def test_editions_have_rows_when_there_are_several(arena: Terminal) -> None:
    args = ("tournament", "--bots", FOUR, "--games", "40", "--workers", "1", "--edition")
    assert re.search(r"^spider-man +\d", arena(*args, "classic,spider-man").out, re.MULTILINE)
    assert "By edition" not in arena(*args, "classic").out


@pytest.mark.parametrize("form", [("--bots", FOUR), ("--ladder",), ("--round-robin",)])
def test_all_of_it_in_french(arena: Terminal, form: tuple[str, ...]) -> None:
    args = ("--games", "999", "--edition", "classic,spider-man", "--lang", "fr", "--workers", "1")
    run = arena("tournament", *form, *args)
    assert run.code == 0
    assert not ENGLISH.search(run.out)
    assert re.search(r"\d,\d\u00a0%", run.out)
    assert "1\u202f000 donnent" in " ".join(run.out.split(" "))


def test_no_progress_is_shown_where_no_terminal_is(arena: Terminal) -> None:
    assert arena("tournament", "--bots", FOUR, "--games", "4", "--workers", "1").err == ""


def test_progress_on_a_terminal(arena: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    run = arena("tournament", "--bots", FOUR, "--games", "400", "--workers", "1", "--json")
    assert json.loads(run.out)["games"] == 400
    assert "400 of 400 games" in run.err
    assert "0:00:00 left" in run.err


def test_numbers_as_each_language_writes_them() -> None:
    assert number(1234567, "en") == "1,234,567"
    assert number(1234.56, "en", 1) == "1,234.6"
    assert number(1234.56, "fr", 1) == "1\u202f234,6"


# ---------------------------------------------------------------------- stopping


def stop_after(monkeypatch: pytest.MonkeyPatch, patience: int, what: type[BaseException] = KeyboardInterrupt) -> None:
    left = [patience]

    def play(
        setting: Setting, bots: Sequence[str], numbers: Sequence[int], seed: int, *, turns: int, net_worth: bool
    ) -> Outcomes:
        left[0] -= 1
        if left[0] < 0:
            raise what
        return fake_bot_games.play(setting, bots, numbers, seed, turns=turns)

    monkeypatch.setattr(bot_games, "play", play)


def test_ctrl_c_reports_what_is_done(arena: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stop_after(monkeypatch, 9)
    said = found(arena, "--bots", FOUR, "--games", "400", code=130)
    assert (said["games"], said["complete"]) == (16, False)
    stop_after(monkeypatch, 9)
    file = tmp_path / "page.html"
    run = arena("tournament", "--bots", FOUR, "--games", "400", "--workers", "1", "--html", str(file))
    assert run.code == 130
    assert "Stopped early: 16 of 400 games" in file.read_text(encoding="utf-8")


def test_a_bot_that_cannot_be_started_any_more_ends_it_and_the_games_are_kept(
    arena: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(BotError):
        def __init__(self) -> None:
            super().__init__("slow-start", {"bot": "mine.py:Mine", "limit": "300"})

    stop_after(monkeypatch, 9, Slow)
    run = arena("tournament", "--bots", FOUR, "--games", "400", "--workers", "1")
    assert run.code == 1
    assert "Stopped early: 16 of 400 games" in " ".join(run.out.split())
    assert "mine.py:Mine was not ready within 300 s" in " ".join(run.out.split())
    stop_after(monkeypatch, 9, Slow)
    said = found(arena, "--bots", FOUR, "--games", "400", code=1)
    assert said["stopped_by"]["code"] == "slow-start"
    stop_after(monkeypatch, 0, Slow)
    run = arena("tournament", "--bots", FOUR, "--workers", "1")
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("mine.py:Mine was not ready within 300 s")


def test_progress_in_a_file_is_a_line_now_and_then(arena: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_options, "EVERY", 0.0)
    run = arena("tournament", "--bots", FOUR, "--games", "400", "--workers", "1")
    lines = run.err.splitlines()
    assert len(lines) > 2
    assert all("of 400 games" in line and "\r" not in line for line in lines)


def test_ctrl_c_at_once_reports_nothing(arena: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stop_after(monkeypatch, 0)
    file = tmp_path / "page.html"
    run = arena("tournament", "--bots", FOUR, "--workers", "1", "--html", str(file))
    assert (run.code, run.out, run.err) == (130, "", "Stopped before a game was done.\n")
    assert not file.exists()


# ---------------------------------------------------------------------- the page


class Page(HTMLParser):
    """Tags in order, and whether each one is closed where it must be."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        assert "svg" in self.open, f"<{tag}/> is left open by a browser"
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def page_of(arena: Terminal, file: Path, *args: str) -> tuple[str, Page]:
    run = arena("tournament", *args, "--workers", "1", "--html", str(file))
    assert run.code == 0
    assert run.out.startswith(str(file))
    written = file.read_text(encoding="utf-8")
    page = Page()
    page.feed(written)
    assert page.open == []
    return written, page


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("form", [("--bots", FOUR), ("--ladder",), ("--round-robin",), ("--bots", "baron")])
def test_the_page_stands_alone(arena: Terminal, tmp_path: Path, form: tuple[str, ...], lang: str) -> None:
    args = (*form, "--games", "39", "--edition", "classic,spider-man", "--lang", lang)
    written, page = page_of(arena, tmp_path / "page.html", *args)
    assert written.startswith(f'<!DOCTYPE html>\n<html lang="{lang}">')
    assert not re.search(r"<(script|link|img|iframe)\b|\bsrc=|href|@import|url\((?!data:font/woff2)|http", written)
    said = " ".join(page.text)
    assert "--seed 1" in said
    assert "freehold tournament " in said
    if lang == "fr":
        body = written[written.index("<body>") :]
        shown = " ".join(re.sub(r"<pre>.*?</pre>|<[^>]*>", " ", body).split())
        assert not ENGLISH.search(shown)


def test_the_page_has_the_figures_of_the_json(arena: Terminal, tmp_path: Path) -> None:
    args = ("--round-robin", "--bots", "novice,trader,baron", "--games", "40")
    written, page = page_of(arena, tmp_path / "page.html", *args)
    said = found(arena, *args)
    assert page.tags.count("svg") == 2 * 3  # for a screen and for a phone wins, Elo, and the one against the rest
    assert page.tags.count("table") == 2
    for cell in said["cross"]:
        figure = f"{100 * cell['rate']:.1f}%<small>{100 * cell['low']:.1f}–{100 * cell['high']:.1f}</small>"
        assert f'title="{cell["wins"]} / {cell["games"]}">{figure}' in written
    for row in said["bots"]:
        assert f"{row['elo']:.0f} ({row['elo_low']:.0f}–{row['elo_high']:.0f})" in page.text
        assert f"{100 * row['rate']:.1f}% ({100 * row['low']:.1f}–{100 * row['high']:.1f})" in page.text
    assert said["settings"]["command"] in page.text


def test_a_heat_map_is_hotter_where_more_is_won(arena: Terminal, tmp_path: Path) -> None:
    written, _ = page_of(arena, tmp_path / "page.html", "--ladder", "--bots", "random,mogul,baron", "--games", "400")
    cells = re.findall(r"background:#(\w\w)(\w\w)\w\w;color:#\w+\" title=\"\d+ / \d+\">([\d.]+)%", written)
    (_, mild, low), (_, hot, high) = sorted(cells, key=lambda cell: float(cell[2]))
    assert float(high) > 2 * float(low)
    assert int(hot, 16) < int(mild, 16)  # less green in a warmer colour


def test_a_bot_with_a_strange_name_is_only_text(
    arena: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, _ = page_of(arena, tmp_path / "page.html", "--bots", "<b>&.py:X", "--games", "4")
    assert "<b>" not in written
    assert "&lt;b&gt;&amp;.py:X" in written


# ---------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ("", "--bots baron,trader"),
        ("--bots", "--bots"),
        ("--bots baron,,trader", "--bots baron,trader"),
        ("--bots barn", "baron"),
        ("--ladder --bots baron,barn", "baron"),
        ("--bots baron,trader,novice,random,random --players 4", "A table of 4 needs 4 bots, or one for all seats"),
        ("--bots baron,trader,novice --players 4", "not 3"),
        ("--bots b,b,b,b,b,b,b,b,b", "2 to 8 players, not 9"),
        ("--bots baron --players 1", "--players is a whole number from 2 to 8"),
        ("--bots baron --players 9", "--players is a whole number from 2 to 8"),
        ("--bots baron --players four", "four"),
        ("--bots baron --players 8 --edition classic,game-of-thrones", "game-of-thrones is for 2 to 6 players, not 8"),
        ("--bots baron --games 0", "--games is a whole number from 1 to"),
        ("--bots baron --games -5", "--games is a whole number"),
        ("--bots baron --games many", "many"),
        ("--bots baron --games 1e3", "1e3"),
        ("--bots baron --seed x", "A seed is a whole number"),
        ("--bots baron --rounds 0", "--rounds is a whole number"),
        ("--bots baron --workers 0", "--workers is a whole number"),
        ("--bots baron --edition nowhere", "nowhere"),
        ("--bots baron --edition clasic", "Did you mean classic?"),
        ("--bots baron --edition classic,", 'no edition ""'),
        ("--bots baron --edition no/such/file.toml", "no/such/file.toml"),
        ("--bots baron --variant blitz", "classic, short, timed"),
        ("--bots baron --variant timed --edition all", "game-of-thrones has no variant"),
        ("--bots baron --option nonsense=1", "nonsense"),
        ("--bots baron --lang de", "de"),
        ("--ladder --round-robin", "choose one"),
        ("--ladder --bots baron", "--ladder needs two bots or more"),
        ("--round-robin --bots baron,trader,baron", "The bot baron is named twice"),
        ("--bots baron --html no/such/folder/page.html", "there is no such folder"),
        ("--bots baron --html .", "it is a folder"),
        ("--bots baron more", "more"),
    ],
)
def test_wrong_usage_is_one_sentence_and_2(arena: Terminal, args: str, said: str) -> None:
    run = arena("tournament", "--workers", "1", *args.split())
    assert run.code == 2
    assert run.out == ""
    assert run.err.count("\n") == 1
    assert said in run.err
    assert fake_bot_games.calls == []


def test_wrong_usage_in_french_is_french(arena: Terminal) -> None:
    def said(*args: str) -> str:
        return arena("tournament", *args, "--lang", "fr").err

    assert said("--bots", "baron", "--games", "zéro") == (
        "L'option --games est un nombre entier de 1 à 100000000, pas «\u00a0zéro\u00a0».\n"
    )
    assert said().startswith("Nommez les bots avec des virgules")
    assert "une seule fois" in said("--ladder", "--bots", "baron,baron")
    assert not ENGLISH.search(said("--bots", "barn"))


def test_what_is_wrong_with_a_bot_is_said_by_the_bot(arena: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(BotError):
        def __init__(self) -> None:
            ValueError.__init__(self, "broken")

        def sentence(self, lang: str = "en") -> str:
            return {"en": "My bot is broken.", "fr": "Mon bot est cassé."}[lang]

    def known(name: str) -> str:
        raise Broken

    monkeypatch.setattr(arena_options, "known", known)
    assert arena("tournament", "--bots", "my_bot.py:Mine").err == "My bot is broken.\n"
    assert arena("tournament", "--bots", "my_bot.py:Mine", "--lang", "fr").err == "Mon bot est cassé.\n"
