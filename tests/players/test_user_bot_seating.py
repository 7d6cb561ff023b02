"""A bot of the user's own sits down, or is refused at once with a clear sentence; and it gets up without a trace."""

from __future__ import annotations

import gc
import json
import os
import pickle
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

from freehold import i18n
from freehold.cli import main
from freehold.players import BotError, OwnBot, load, user_bot_process
from tests.table import A, table

from .workshop import AMPLE, DOCS, ROOT, blocks, written

ROLL = {"type": "roll"}

BROKEN = {
    "no-such-class": ("class Bots:\n    def decide(self, view, legal): ...", "did you mean Bots?"),
    "bot-syntax": ("class Bot:\n    def decide(self, view, legal) ...", "line 2"),
    "no-decide": ("class Bot:\n    def decide(self, view): ...", "decide(self, view, legal)"),
    "broken-bot": ("import sys\nsys.exit('not today')", "SystemExit: not today (bot.py:2)"),
}


@pytest.mark.parametrize("code", BROKEN)
def test_a_bot_that_cannot_play_is_refused_at_once(code: str, tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(BROKEN[code][0], encoding="utf-8")
    with pytest.raises(BotError) as caught:
        load(f"{file}:Bot")
    assert caught.value.code == code
    assert BROKEN[code][1] in str(caught.value)
    assert str(file) in caught.value.sentence("fr")
    assert "\n" not in str(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_constructor_that_raises_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("class Bot:\n    def __init__(self):\n        self.weights = open('none')\n", encoding="utf-8")
    with pytest.raises(BotError, match=r"FileNotFoundError.*\(bot\.py:3\)") as caught:
        load(f"{file}:Bot")
    assert caught.value.code == "broken-bot"


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ("nowhere/bot.py:Bot", "no-such-file"),
        (".:Bot", "bad-bot-name"),
        ("bots_of_nobody:Bot", "no-such-module"),
        ("freehold.bots_of_nobody:Bot", "no-such-module"),
        ("bot.py", "bad-bot-name"),
        (":Bot", "bad-bot-name"),
        ("bot.py:", "bad-bot-name"),
        ("bot.py:not a name", "bad-bot-name"),
        (r"C:\bots\bot.py", "bad-bot-name"),
        ("", "bad-bot-name"),
    ],
)
def test_a_bot_that_is_not_there_is_refused_at_once(spec: str, code: str) -> None:
    with pytest.raises(BotError) as caught:
        load(spec)
    assert caught.value.code == code
    assert str(caught.value).endswith(".")


def test_a_bot_that_never_gets_ready_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_bot_process, "START_UP", 0.5)
    file = tmp_path / "bot.py"
    file.write_text("while True: pass", encoding="utf-8")
    with pytest.raises(BotError) as caught:
        load(f"{file}:Bot")
    assert caught.value.code == "slow-start"
    assert "was not ready within 0.5 s" in str(caught.value)


def test_a_bot_whose_file_is_gone_loses_its_moves(tmp_path: Path) -> None:
    bot = OwnBot(written(tmp_path / "bot.py", "return legal[0]"))
    (tmp_path / "bot.py").unlink()
    assert bot.decide(table(), A) == ROLL
    assert bot.last_incident is not None
    assert bot.last_incident.code == "no-such-file"


def test_a_function_and_a_module_are_bots_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "neighbour.py").write_text("CHOICE = 0\n", encoding="utf-8")
    code = """
import json
from neighbour import CHOICE

def decide(view, legal):
    return json.loads(json.dumps(legal))[CHOICE]
"""
    (tmp_path / "json.py").write_text(code, encoding="utf-8")  # a name that Python uses itself
    (tmp_path / "a_bot_module.py").write_text(code, encoding="utf-8")
    with load(f"{tmp_path / 'json.py'}:decide", AMPLE) as bot:
        assert bot.decide(table(), A) == ROLL
        assert bot.incidents == 0
    (tmp_path / "json.py").unlink()
    monkeypatch.syspath_prepend(tmp_path)
    with load("a_bot_module:decide", AMPLE) as bot:
        assert bot.name == "a_bot_module:decide"
        assert bot.decide(table(), A) == ROLL
        assert bot.incidents == 0


def test_nobody_has_to_close_a_bot(tmp_path: Path) -> None:
    forgotten = OwnBot(written(tmp_path / "bot.py", "return legal[0]"), AMPLE)
    forgotten.decide(table(), A)
    worker = cast(Any, forgotten._process)._running
    assert worker is not None
    assert worker.poll() is None
    del forgotten
    gc.collect()
    assert worker.returncode == 0


def test_a_bot_ends_with_its_game_even_in_deep_thought(tmp_path: Path) -> None:
    """The bot writes to the standard error of a game that is killed: its end comes only when both have let go of it."""
    spec = written(tmp_path / "bot.py", "import sys\nprint('thinking', file=sys.stderr)\nwhile True: pass")
    play = (
        "import sys; from freehold import Game; from freehold.players import OwnBot;"
        "game = Game.new('classic', 2); OwnBot(sys.argv[1], 3600).decide(game, game.decider)"
    )
    paths = os.pathsep.join(path for path in sys.path if path)
    with subprocess.Popen(
        [sys.executable, "-c", play, spec], stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths}
    ) as game:
        assert game.stderr is not None
        assert game.stderr.readline().strip() == b"thinking"
        game.kill()
        told: tuple[Any, bytes] = game.communicate(timeout=AMPLE)
        assert told == (None, b"")


def test_every_sentence_is_there_in_both_languages(tmp_path: Path) -> None:
    for code in i18n.keys("players"):
        parts = dict.fromkeys(
            ("given", "file", "module", "line", "why", "name", "near", "bot", "limit", "exit", "answer", "kind", "most",
             "seat", "action", "count", "bots", "reason"),
            "x",
        )  # fmt: skip
        english, french = (BotError(code, parts).sentence(lang) for lang in ("en", "fr"))
        assert english != french
        assert not set("{}[]|…") & set(english + french)
    with OwnBot(written(tmp_path / "bot.py", "raise ValueError"), AMPLE, lang="fr") as bot:
        bot.decide(table(), A)
    assert bot.last_incident is not None
    assert bot.last_incident.sentence("fr").endswith("Place 1\u00a0: roll est joué par défaut.")


# --- The documents ---


@pytest.mark.parametrize("doc", DOCS)
def test_the_examples_of_the_documents_run(doc: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot, *others = blocks(doc)
    assert len([line for line in bot.splitlines() if line.strip()]) <= 10
    assert others
    monkeypatch.chdir(tmp_path)
    file = {"MyBot": "my_bot.py", "MonBot": "mon_bot.py"}[re.findall(r"class (\w+)", bot)[0]]
    Path(file).write_text(bot, encoding="utf-8")
    for block in others:
        names: dict[str, Any] = {}
        exec(compile(block, doc, "exec", dont_inherit=True), names)
        if "bot" in names:
            assert names["bot"].last_incident is None
            assert not names["bot"]._process.running


@pytest.mark.parametrize("doc", DOCS)
def test_the_command_of_the_documents_measures_the_readers_bot(
    doc: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command as it is printed, with fewer games: its result is about the bot of the page, alone at the table."""
    text = (ROOT / "docs" / doc).read_text(encoding="utf-8")
    (line,) = re.findall(r"^freehold (tournament .*)$", text, re.MULTILINE)
    bot = blocks(doc)[0]
    monkeypatch.chdir(tmp_path)
    (file, name) = re.findall(r"(\w+\.py):(\w+)", line)[0]
    Path(file).write_text(bot, encoding="utf-8")
    words = shlex.split(line)
    for option, few in (("--games", "4"), ("--rounds", "2")):
        words[words.index(option) + 1] = few
    assert main([*words, "--workers", "1", "--json"]) == 0
    shown = capsys.readouterr()
    found = json.loads(shown.out)
    mine = f"{file}:{name}"
    assert [(cell["bot"], cell["against"], cell["games"]) for cell in found["cross"]] == [(mine, "novice", 4)]
    assert next(row["seats"] for row in found["bots"] if row["bot"] == mine) == 4
    assert "4 " in shown.err.splitlines()[-1]  # how far it is, and how long the rest will take
