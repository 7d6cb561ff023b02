"""Bots at the terminal: the ladder and its sentences, who sits in which chair, and what the bots say for themselves."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from freehold import i18n, sentences
from freehold.cli.terminal import WrongUsage
from freehold.cli.terminal_game import bot_seats
from freehold.cli.terminal_game.bot_seats import USUAL, Wanted
from freehold.editions import ids, load
from freehold.engine import compile as kernel
from freehold.engine.uses import uses_of
from freehold.i18n.command_words import word
from freehold.players.ladder import RANKS
from tests.players.workshop import ROOT, written
from tests.table import deeds

from .terminal import Terminal
from .test_cli_play import french_only, saved

LANGUAGES = ("en", "fr")
CLASSIC = ("play", "--edition", "classic", "--seed", "4", "--lang")


def in_one_line(shown: str) -> str:
    """What was shown, without the breaks of its lines."""
    return " ".join(shown.split())


def sat(file: Path) -> list[str | None]:
    """Who sat where when a game was saved."""
    return list(json.loads(file.read_text(encoding="utf-8"))["bots"])


# --- The ladder ---


def test_every_level_has_a_name_and_one_sentence_and_nothing_is_left_over() -> None:
    assert set(i18n.keys("bots")) == {f"{bot}.{text}" for bot in RANKS for text in ("name", "sentence")} | {
        *("own.sentence", "own.brought")
    }
    for lang in LANGUAGES:
        assert len({sentences.bot(bot, lang) for bot in RANKS}) == len(RANKS)
        for bot in RANKS:
            sentence = sentences.bot_sentence(bot, lang)
            assert sentence[0].isupper()
            assert sentence.rstrip(".") == sentence[:-1]
            assert ". " not in sentence


def test_a_bot_of_your_own_is_called_after_its_class() -> None:
    assert sentences.bot("bots/my_bot.py:MyBot", "en") == "MyBot"
    assert "bots/my_bot.py:MyBot" in sentences.bot_sentence("bots/my_bot.py:MyBot", "fr")
    assert sentences.bot("own:MyBot", "fr") == "MyBot"
    assert sentences.bot_sentence("own:MyBot", "fr") == i18n.write("bots", "own.brought", {}, "fr")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bots_shows_the_ladder(freehold: Terminal, lang: str) -> None:
    run = freehold("bots", "--lang", lang)
    assert run.code == 0
    lines = run.out.splitlines()
    assert [line.split()[0] for line in lines if line.split()[:1] and line.split()[0] in RANKS] == list(RANKS)
    for bot in RANKS:
        assert sentences.bot(bot, lang) in run.out
        assert in_one_line(sentences.bot_sentence(bot, lang)) in in_one_line(run.out)
    assert ":MyBot" in run.out or ":MonBot" in run.out
    assert max(map(len, lines)) <= 80
    rows = json.loads(freehold("bots", "--json", "--lang", lang).out)
    assert rows == [
        {"bot": bot, "name": sentences.bot(bot, lang), "sentence": sentences.bot_sentence(bot, lang)} for bot in RANKS
    ]


@pytest.mark.parametrize(("lang", "file"), [("en", "README.md"), ("fr", "LISEZMOI.md")])
def test_the_readme_has_the_same_ladder(lang: str, file: str) -> None:
    readme = (ROOT / file).read_text(encoding="utf-8")
    for bot in RANKS:
        assert f"| `{bot}` | {sentences.bot(bot, lang)} | {sentences.bot_sentence(bot, lang)} |" in readme


# --- Who sits where ---


@pytest.mark.parametrize(
    ("bots", "bot", "players", "sits"),
    [
        (None, [], 4, USUAL),
        (None, [], 2, USUAL[:1]),
        (None, [], 6, (*USUAL, *USUAL[:2])),
        ("baron", [], 4, ("baron", "baron", "baron")),
        ("baron,novice", [], 3, ("baron", "novice")),
        (" baron , novice ", [], 3, ("baron", "novice")),
        (None, ["baron"], 3, ("baron", USUAL[0])),
        ("novice", ["baron", "my.py:Bot"], 5, ("baron", "my.py:Bot", "novice", "novice")),
        ("novice,random", ["baron"], 4, ("baron", "novice", "random")),
    ],
)
def test_a_bot_for_every_chair(bots: str | None, bot: list[str], players: int, sits: tuple[str, ...]) -> None:
    assert bot_seats.line_up(bot_seats.wanted(bots, bot, "en"), players, "en") == list(sits)


@pytest.mark.parametrize(
    ("bots", "bot", "players"),
    [("baron,novice", [], 4), ("baron,novice", [], 2), (None, ["baron", "novice"], 2), ("a:A,b:B", ["baron"], 3)],
)
def test_a_chair_too_many_or_too_few(bots: str | None, bot: list[str], players: int) -> None:
    with pytest.raises(WrongUsage, match=f"the number of bots is {players - 1}"):
        bot_seats.line_up(bot_seats.wanted(bots, bot, "en"), players, "en")


def test_names_for_each_chair_say_how_many_play() -> None:
    assert Wanted(others=("novice", "baron")).usual_players == 3
    assert Wanted(("trader",), ("novice", "baron")).usual_players == 4
    assert Wanted(others=("baron",)).usual_players == bot_seats.USUAL_PLAYERS
    assert Wanted(("baron",) * 5).usual_players == 6


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_chairs_are_shown_with_their_levels(freehold: Terminal, lang: str) -> None:
    run = freehold(*CLASSIC, lang, "--bots", "random,baron,baron")
    shown = in_one_line(run.out)
    for bot in ("random", "baron"):
        assert shown.count(in_one_line(sentences.bot_sentence(bot, lang))) == 1
    for name in (
        f"{sentences.bot('random', lang)} 2",
        f"{sentences.bot('baron', lang)} 3",
        f"{sentences.bot('baron', lang)} 4",
    ):
        assert name in shown
    named = freehold(*CLASSIC, lang, "--players", "Ann,Bob", "--bots", "novice").out
    assert f"Bob {sentences.bot('novice', lang)}. {sentences.bot_sentence('novice', lang)[:20]}" in in_one_line(named)


def test_the_level_is_asked_for_with_the_edition(freehold: Terminal, tmp_path: Path) -> None:
    for number, level in enumerate(("random", "novice", "trader", "baron"), start=2):
        file = tmp_path / level
        run = freehold("play", "--seed", "1", "--lang", "en", typed=f"\n2\nAda\n{number}\ns {file}\n")
        assert all(in_one_line(sentences.bot_sentence(bot, "en")) in in_one_line(run.out) for bot in RANKS)
        assert sat(file) == [None, level]
    mixed = tmp_path / "mixed"
    freehold("play", "--seed", "1", "--lang", "en", typed=f"\n\n\n\ns {mixed}\n")
    assert sat(mixed) == [None, *USUAL]


def test_what_was_said_is_not_asked_for(freehold: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "game"
    run = freehold("play", "--seed", "1", "--lang", "en", "--bots", "novice,baron", typed=f"\nAda\ns {file}\n")
    assert word("ask-level", "en") not in run.out
    assert word("ask-players", "en", low=2, high=8) not in run.out
    assert sat(file) == [None, "novice", "baron"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_unknown_bot_gets_the_nearest(freehold: Terminal, lang: str) -> None:
    run = freehold(*CLASSIC, lang, "--bots", "barron")
    assert run.code == 2
    assert "baron ?" in run.err.replace("\u00a0", " ") or "baron?" in run.err
    far = freehold(*CLASSIC, lang, "--bot", "xyz")
    assert far.code == 2
    assert all(bot in far.err for bot in RANKS)


# --- Saved and loaded ---


def test_a_loaded_game_keeps_its_bots(freehold: Terminal, tmp_path: Path) -> None:
    first, second, third = (tmp_path / name for name in ("first", "second", "third"))
    freehold(*CLASSIC, "en", "--bots", "random,baron", typed=f"s {first}\n")
    freehold("play", "--load", str(first), "--lang", "en", typed=f"s {second}\n")
    assert sat(second) == sat(first) == [None, "random", "baron"]
    freehold("play", "--load", str(first), "--lang", "en", "--bots", "novice", typed=f"s {third}\n")
    assert sat(third) == [None, "novice", "novice"]


def test_a_position_without_bots_gets_the_usual_ones(freehold: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "after"
    freehold("play", "--load", saved(tmp_path), "--lang", "en", typed=f"s {file}\n")
    assert sat(file) == [None, USUAL[0]]
    wrong = freehold("play", "--load", saved(tmp_path), "--lang", "en", "--bots", "novice,baron")
    assert wrong.code == 2


# --- What bots say ---

ORANGE_WANTED: dict[str, Any] = {
    "deeds": deeds(0, 16, 18) | deeds(1, 19),
    "bots": [None, "trader"],
}


@pytest.mark.parametrize(
    ("lang", "phrase"),
    [
        ("en", 'Bob: "That would give you the orange group."'),
        ("fr", "Bob : « Cela vous donnerait le groupe orange. »"),
    ],
)
def test_a_bot_that_refuses_says_why(freehold: Terminal, tmp_path: Path, lang: str, phrase: str) -> None:
    run = freehold("play", "--load", saved(tmp_path, **ORANGE_WANTED), "--lang", lang, typed="o\n1\n90\n\n\n1\n\n")
    refused, said = run.out.find(offer_refused(lang)), run.out.replace("\u00a0", " ").find(phrase)
    assert 0 <= refused < said
    if lang == "fr":
        french_only(run.out, "classic")


def offer_refused(lang: str) -> str:
    return sentences.event(load("classic"), {"type": "reject", "seat": 1, "other": 0}, ["Ann", "Bob"], lang)


def test_a_bot_that_accepts_says_nothing_more(freehold: Terminal, tmp_path: Path) -> None:
    run = freehold("play", "--load", saved(tmp_path, **ORANGE_WANTED), "--lang", "en", typed="o\n1\n1400\n\n\n1\n\n")
    assert "Ann and Bob make a deal" in run.out
    assert 'Bob: "' not in run.out


def test_bots_give_reasons_to_each_other_too(freehold: Terminal, tmp_path: Path) -> None:
    players = [{"name": "Ann"}, {"name": "Bob"}, {"name": "Cleo"}]
    offer = {"from": 2, "to": 1, "give": {"cash": 5}, "ask": {"squares": [19]}}
    file = saved(
        tmp_path,
        players=players,
        deeds=deeds(2, 16, 18) | deeds(1, 19),
        turn=2,
        phase="answer",
        decider=1,
        offer=offer,
        bots=[None, "baron", "novice"],
    )
    run = freehold("play", "--load", file, "--lang", "en", typed="")
    assert 'Bob: "That would give you the orange group."' in run.out


# --- A bot of your own ---

PLAYS = """
    can = {action["type"]: action for action in legal}
    order = "claim pay buy decline roll end_turn pass reject pay_tax choose mortgage sell bankrupt".split()
    return next(can[kind] for kind in order if kind in can)
"""


@pytest.mark.parametrize("option", ["--bot", "--bots"])
def test_a_bot_of_your_own_sits_down_and_plays(freehold: Terminal, tmp_path: Path, option: str) -> None:
    spec = written(tmp_path / "bot.py", PLAYS)
    file = tmp_path / "after"
    run = freehold(*CLASSIC, "en", "--players", "2", option, spec, typed="\n" * 12 + f"s {file}\n")
    assert run.code == 0
    assert run.err == ""
    assert "Bot 2 throws" in run.out
    assert sat(file) == [None, spec]
    assert "instead" not in run.out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_bot_that_fails_is_a_line_at_the_table(
    freehold: Terminal, tmp_path: Path, lang: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a short name, or the terminal breaks it over two lines
    spec = written(Path("bot.py"), "raise ValueError('not today')")
    run = freehold(*CLASSIC, lang, "--players", "2", "--bot", spec, typed="\n" * 12)
    assert run.code == 0
    assert run.err == ""
    shown = in_one_line(run.out)
    assert (
        in_one_line(i18n.write("players", "raised", {"bot": spec, "why": "ValueError: not today"}, lang))[:-1] in shown
    )
    assert in_one_line(i18n.write("players", "instead", {"seat": "2", "action": "roll"}, lang)) in shown
    assert not logging.getLogger("freehold.players").handlers  # nothing is left behind
    assert caplog.records  # and a program that listens to the log still hears it


def test_a_bot_that_fails_too_often_is_told_to_have_retired(
    freehold: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    spec = written(Path("bot.py"), "raise ValueError('not today')")
    run = freehold(*CLASSIC, "en", "--players", "2", "--bot", spec, typed="\n" * 80)
    told = i18n.write("players", "retired", {"bot": spec, "count": "20", "seat": "2"}, "en")
    assert in_one_line(run.out).count(in_one_line(told)) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_bot_that_cannot_play_is_wrong_usage(freehold: Terminal, tmp_path: Path, lang: str) -> None:
    file = tmp_path / "bot.py"
    file.write_text("class Bot: ...", encoding="utf-8")
    run = freehold(*CLASSIC, lang, "--bots", f"novice,{file}:Bot")
    assert run.code == 2
    assert run.out == ""
    assert run.err == i18n.write("players", "no-decide", {"file": str(file), "name": "Bot"}, lang) + "\n"


# --- The mogul ---


@pytest.mark.parametrize(("bot", "ready"), [("mogul", True), ("mogul", False), ("tycoon", True)])
def test_a_mogul_is_waited_for_once(freehold: Terminal, monkeypatch: pytest.MonkeyPatch, bot: str, ready: bool) -> None:
    """Also under the name of a bot that is no longer built in."""

    def prepare(self: kernel.Compiled, *names: str) -> None:
        if not ready:
            kernel.log.warning("Compiling.", extra={"told": "compiling", "uses": uses_of(names), "seconds": 50.0})

    monkeypatch.setattr(kernel.log, "disabled", False)
    monkeypatch.setattr(kernel.Compiled, "prepare", prepare)
    run = freehold(*CLASSIC, "en", "--players", "2", "--bots", bot, typed="\n\n\n")
    assert run.code == 0
    told = "for games of bots, moguls, the coach and environments: about 50 seconds"
    assert (told in in_one_line(run.out)) == (not ready)
    assert "Mogul 2" in run.out


def test_nobody_else_has_to_be_compiled(freehold: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*names: str) -> None:
        raise AssertionError("no search is needed here")

    monkeypatch.setattr(kernel, "compiled", refuse)
    monkeypatch.setattr(kernel, "is_compiled", refuse)
    run = freehold(*CLASSIC, "en", "--bots", "random,novice,trader,baron", typed="\n" * 20)
    assert run.code == 0


def test_the_kernel_knows_whether_it_is_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kernel.compiled().prepare("lowest_bid")
    assert kernel.is_compiled("lowest_bid")
    monkeypatch.setenv("FREEHOLD_CACHE", str(tmp_path))
    assert not kernel.is_compiled("lowest_bid")
    assert list(tmp_path.iterdir()) == []


def test_a_game_against_the_ladder_ends(freehold: Terminal) -> None:
    """The person only presses Enter, and is soon out of the game."""
    run = freehold(*CLASSIC, "en", "--bots", "novice,trader,baron", "--variant", "short", typed="\n" * 1500)
    assert run.code == 0
    assert word("standings", "en") in run.out


# --- A bot of one's own: begun, checked, measured ---


def test_a_new_bot_is_written_once_and_passes_its_check(
    freehold: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("freehold.players.bot_check.ROUNDS", 1)
    begun = freehold("bots", "new", "mine.py", "--lang", "en")
    assert begun.code == 0
    assert "freehold bots check mine.py:MyBot" in begun.out
    assert "type: ignore" not in Path("mine.py").read_text(encoding="utf-8")
    assert freehold("bots", "new", "mine.py").code == 2
    assert freehold("bots", "new", "mine.txt").code == 2
    run = freehold("bots", "check", "mine.py:MyBot", "--json")
    found = json.loads(run.out)
    assert (run.code, found["sound"], found["lost"], found["faults"]) == (0, True, 0, [])
    assert [row["edition"] for row in found["editions"]] == ids()
    assert found["games"] == sum(1 + load(id).players.max - load(id).players.min for id in ids())
    assert found["slowest"] >= found["milliseconds"] > 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_check_names_what_is_wrong(
    freehold: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.setattr("freehold.players.bot_check.ROUNDS", 1)
    monkeypatch.setattr("freehold.players.bot_check.ids", lambda: ["classic"])
    bot = written(tmp_path / "bad.py", 'return {"type": "bankrupt"} if view["phase"] == "roll" else 1 / 0')
    run = freehold("bots", "check", bot, "--lang", lang)
    assert run.code == 1
    shown = in_one_line(run.out)
    assert "ZeroDivisionError" in shown
    assert "illegal" in shown
    assert word("check-unsound", lang, bot=bot).split()[-1] in shown


@pytest.mark.parametrize(
    "content", [None, "class Other: pass", "class MyBot: pass", "class MyBot(", "import nothing_of_that_name"]
)
@pytest.mark.parametrize(
    "command", ["tournament --games 4 --bots novice,{}", "simulate classic --bots novice,{}", "bots check {}"]
)
def test_a_bot_that_cannot_play_is_one_sentence_in_every_command(
    freehold: Terminal, tmp_path: Path, content: str | None, command: str
) -> None:
    file = tmp_path / "mine.py"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    run = freehold(*command.format(f"{file}:MyBot").split(), "--lang", "en")
    assert run.code == 2
    assert run.err.count("\n") == 1
    assert "mine.py" in run.err
    assert "Traceback" not in run.err


def test_lost_moves_are_in_table_json_and_page(
    freehold: Terminal, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bot = written(tmp_path / "bad.py", "return 1 / 0")
    args = ("tournament", "--bots", f"novice,{bot}", "--games", "2", "--rounds", "3", "--workers", "1", "--lang", "en")
    page = tmp_path / "page.html"
    shown = freehold(*args)
    assert [record.getMessage().count("ZeroDivisionError") for record in caplog.records] == [1]
    plain = freehold(*args, "--json", "--html", str(page))
    (row,) = json.loads(plain.out)["lost_moves"]
    assert row["bot"] == bot
    assert row["lost"] == row["decisions"] == row["reasons"]["raised"] > 2
    said = f"lost {row['lost']} of its {row['decisions']} moves"
    assert said in in_one_line(shown.out)
    assert said in page.read_text(encoding="utf-8")
    assert "Too few games ended" in in_one_line(shown.out)
