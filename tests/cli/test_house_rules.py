"""House rules from the command line: they reach the games, the saved file, the link, the replay and the proof."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import freehold as library
from freehold import Game
from freehold.arena import bot_games
from freehold.arena.tables import Setting
from freehold.editions.house import house_options
from freehold.i18n.command_words import word
from freehold.players import game_players
from freehold.server.storage.game_log import Log
from tests.arena import fake_bot_games
from tests.server.served import SECRET, ended, unfinished

from .terminal import Terminal
from .test_cli_browser import wished

RULES = ("half-starting-cash", "no-auctions")
HOUSE = tuple(part for rule in RULES for part in ("--house", rule))
OPTIONS = house_options(RULES)
FEW = (
    "classic",
    "--games",
    "2",
    "--bots",
    "trader",
    "--players",
    "2",
    "--turns",
    "30",
    "--workers",
    "1",
    "--seed",
    "3",
)


# ------------------------------------------------------------------ many games


def test_a_simulation_plays_by_them(freehold: Terminal) -> None:
    def found(*more: str) -> Any:
        run = freehold("simulate", *FEW, "--backend", "python", "--json", *more)
        assert (run.code, run.err) == (0, "")
        return json.loads(run.out)

    by_name = found(*HOUSE)
    assert by_name["settings"]["options"] == OPTIONS
    assert by_name == found("--option", "starting_cash=half", "--option", "declined_deed=stays")
    assert by_name["digest"] != found()["digest"]
    same = library.simulate("classic", "trader", games=2, players=2, turns=30, seed=3, house=RULES, backend="python")
    assert same.digest == by_name["digest"]


def test_a_tournament_plays_by_them(freehold: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    def play(setting: Setting, *args: Any, **more: Any) -> Any:
        played.append(setting.options)
        return fake_bot_games.play(setting, *args, **more)

    monkeypatch.setattr(bot_games, "play", play)
    monkeypatch.setattr(bot_games, "prepare", lambda bots: None)
    monkeypatch.setattr(game_players, "load_all", lambda bots: None)
    args = ("--bots", "baron,trader", "--games", "20", "--workers", "1", "--json")
    run = freehold("tournament", *args, *HOUSE)
    assert run.code == 0
    assert json.loads(run.out)["settings"]["options"] == OPTIONS
    assert played[0] == OPTIONS


def test_a_balance_is_that_of_them(freehold: Terminal) -> None:
    args = ("balance", "classic", "--compare", "spider-man", "--games", "4", "--players", "2", "--quick", "--json")
    made = json.loads(freehold(*args, *HOUSE).out)
    assert made["house"] == list(RULES)
    wanted: Any = {"compare": "spider-man", "players": 2, "games": 4, "parts": ("games",)}
    assert made == library.balance("classic", RULES, **wanted)
    plain: Any = library.balance("classic", **wanted)
    assert {name for name in made if made[name] != plain[name]} > {"house"}


# ------------------------------------------------------------------ one game


def test_a_game_in_the_terminal_is_saved_and_goes_on_by_them(freehold: Terminal, tmp_path: Path) -> None:
    file, later = str(tmp_path / "ours.json"), str(tmp_path / "later.json")
    args = ["play", "--edition", "classic", "--players", "Ann,Bob", "--seed", "9", "--lang", "en", *HOUSE]
    run = freehold(*args, typed="\n" * 12 + f"s {file}\nq\n\n")
    assert run.code == 0
    shown = " ".join(run.out.split())
    for sentence in ("House rule: half the starting money.", "House rule: no auctions of declined deeds."):
        assert sentence in shown
    game = Game.load(json.loads(Path(file).read_text(encoding="utf-8")))
    assert game.options == OPTIONS
    assert freehold("play", "--load", file, "--lang", "en", typed="\n" * 6 + f"s {later}\nq\n\n").code == 0
    then = Game.load(json.loads(Path(later).read_text(encoding="utf-8")))
    assert then.options == OPTIONS
    assert then.turns > game.turns


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_saved_game_and_a_position_have_their_own(freehold: Terminal, tmp_path: Path, lang: str) -> None:
    game = Game.new("classic", ["Ann", "Bob"], 1, options={"house": list(RULES)})
    file = tmp_path / "ours.json"
    game.save(file)
    for given in (("--load", str(file)), ("--position", game.link())):
        run = freehold("play", *given, "--house", "no-trading", "--lang", lang)
        assert run.code == 2
        assert run.err == word("save-has-all", lang, option="--house") + "\n"


def test_a_table_in_the_browser_is_asked_for_with_them() -> None:
    assert wished(option=[f"house={rule}" for rule in RULES]).options == OPTIONS


# ------------------------------------------------------------------ its log


@pytest.fixture(scope="module")
def log() -> Log:
    played = unfinished(until=lambda _, count: count == 40, options={**OPTIONS, "salaries": "double"})
    return ended(played, "consent", SECRET)


def verified(freehold: Terminal, folder: Path, log: Log) -> Any:
    file = folder / "game.json"
    file.write_bytes(msgspec.json.encode(log))
    return json.loads(freehold("verify", str(file), "--json").out)


def test_the_log_of_a_game_by_house_rules_is_proved(freehold: Terminal, tmp_path: Path, log: Log) -> None:
    assert verified(freehold, tmp_path, log)["proved"] is True


@pytest.mark.parametrize("options", [{}, OPTIONS, {**OPTIONS, "salaries": "half"}])
def test_a_log_that_names_other_house_rules_is_not(
    freehold: Terminal, tmp_path: Path, log: Log, options: dict[str, str | int]
) -> None:
    other = msgspec.structs.replace(log, header=msgspec.structs.replace(log.header, options=options))
    report = verified(freehold, tmp_path, other)
    assert report["proved"] is False
    assert report["finding"]["number"] == 0


def test_a_saved_game_is_analysed_by_its_house_rules(freehold: Terminal, tmp_path: Path) -> None:
    game = Game.new("classic", ["Ann", "Bob"], 3, options={"house": list(RULES)})
    game = library.play_out(game, "trader", 3, turns=6)
    file = tmp_path / "ours.json"
    game.save(file)
    again = Game.load(json.loads(file.read_text(encoding="utf-8")))
    assert again.position() == game.position()
    assert again.log == game.log
    run = freehold("analyse", str(file), "--json")
    assert (run.code, run.err) == (0, "")
    assert len(json.loads(run.out)["losses"]) == len(game.log)
