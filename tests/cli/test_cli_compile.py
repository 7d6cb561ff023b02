"""`freehold compile`: for which uses the rules are compiled, and what is said about it; tab completion."""

from __future__ import annotations

import json
import logging

import pytest

from freehold.arena import chunks
from freehold.arena.balance import restricted
from freehold.cli import compile_messages, main
from freehold.coach import compiled_forecast
from freehold.engine import compile as kernel
from freehold.engine import disk
from freehold.engine.uses import PROGRAMS, SECONDS, USES, entry_points_of, seconds_for, uses_of

from .terminal import Terminal


class Pretends:
    """Compiles nothing; remembers what it should have."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def prepare(self, *names: str) -> None:
        self.asked.append(names)
        kernel.log.warning("…", extra={"told": "compiling", "uses": uses_of(names), "seconds": 30.0})
        kernel.log.info("…", extra={"told": "compiled", "uses": uses_of(names), "seconds": 31.4})


@pytest.fixture
def pretends(monkeypatch: pytest.MonkeyPatch) -> Pretends:
    made = Pretends()
    monkeypatch.setattr(kernel.log, "disabled", False)
    monkeypatch.setattr(kernel, "compiled", lambda: made)
    monkeypatch.setattr(kernel, "is_compiled", lambda *names: False)
    return made


def test_each_use_has_the_entry_points_that_it_calls() -> None:
    assert chunks.ENTRY_POINT in USES["games"]
    thinking = {*chunks.with_moguls(["mogul"]), *compiled_forecast.ENTRY_POINTS, *restricted.ENTRY_POINTS}
    assert set(USES["thinking"]) == thinking
    assert [use for program in PROGRAMS.values() for use in program] == list(USES)
    for program, uses in PROGRAMS.items():
        for name in entry_points_of(program):
            assert (uses_of([name]), seconds_for([name])) == (list(uses), SECONDS[program])
    assert uses_of(["lowest_bid"]) == []


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_it_says_what_for_how_long_and_what_comes_later(freehold: Terminal, pretends: Pretends, lang: str) -> None:
    run = freehold("compile", "--lang", lang)
    assert (run.code, run.err) == (0, "")
    assert pretends.asked == [entry_points_of("play")]
    first, second, kept = run.out.splitlines()
    said = {
        "en": "for games of bots, moguls, the coach and environments: about 30 seconds",
        "fr": "pour des parties de bots, les nababs, le coach et les environnements : environ 30 secondes",
    }
    assert said[lang] in first.replace("\u00a0", " ")
    assert "freehold compile" in first
    assert "31" in second
    assert str(disk.folder()) in kept


def test_all_of_it_and_for_a_program(freehold: Terminal, pretends: Pretends) -> None:
    run = freehold("compile", "--all", "--json")
    assert run.code == 0
    assert pretends.asked == [entry_points_of(program) for program in PROGRAMS]
    assert json.loads(run.out) == {"folder": str(disk.folder()), "seconds": dict.fromkeys(PROGRAMS, 31.4)}


def test_what_is_there_is_said(freehold: Terminal, pretends: Pretends, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "is_compiled", lambda *names: True)
    monkeypatch.setattr(pretends, "prepare", lambda *names: None)
    assert freehold("compile", "--lang", "en").out.startswith(
        "Compiled already, for games of bots, moguls, the coach and environments.\n"
    )


def test_the_library_logs_the_purpose(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(kernel.log, "disabled", False)
    made = kernel.Compiled()
    monkeypatch.setattr(made, "_linked", lambda name: {name: None})
    monkeypatch.setattr(disk, "keep", lambda name, place: None)
    heard: list[tuple[str, list[str]]] = []
    made._compile(["step_environments"])
    assert f"(games, thinking, environments), once: about {SECONDS['play']} seconds" in caplog.records[0].getMessage()
    with compile_messages.heard(lambda told, seconds, uses: heard.append((told, uses))):
        made._compile(["play_games"])
    uses = ["games", "thinking", "environments"]
    assert heard == [("compiling", uses), ("compiled", uses)]


@pytest.mark.parametrize(("line", "found"), [("freehold tourn", "tournament"), ("freehold bots ch", "check")])
def test_a_shell_completes_commands(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: str, found: str
) -> None:
    monkeypatch.setenv("_FREEHOLD_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
    with pytest.raises(SystemExit):
        main([])
    assert found in capsys.readouterr().out.split()
