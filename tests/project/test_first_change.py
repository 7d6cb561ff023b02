"""docs/first-change.md, followed literally on a copy of the sources: a clause, a switch and an action are added."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STEP = re.compile(r"^```(diff|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLAYED = """
import freehold
from freehold import sentences
from freehold.engine import sources
assert freehold.explain("conduct.bowing.never", lang="fr").sentence == "Personne ne salue pendant une partie."
game = freehold.Game.new("classic", 2, seed=1)
before = game.view()
bow = {"type": "bow"}
assert bow in game.legal(0) and bow in game.legal(1)
(event,) = game.apply(bow, seat=1)
assert (event["type"], event["clause"]) == ("bow", "conduct.bowing.at-any-time")
assert game.view() == before
assert freehold.parse_action(freehold.format_action(bow)) == bow
assert "bows to the table" in str(sentences.event(game.edition, event, game.names, "en"))
strict = freehold.Game.new("classic", 2, seed=1, options={"bowing": "forbidden"})
assert strict.refusal(bow, 0).reason == "wrong-phase"
assert bow not in strict.legal(0)
freehold.play_out(game, "random", turns=5)
assert {"may_bow", "do_bow"} <= set(sources.functions())
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for folder in ("src", "tools"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "static"))
    return tmp_path


def apply(step: str, root: Path) -> None:
    """A block of the page: the lines with `-` and without a sign are there, and become those with `+` and without."""
    mark, name = step.splitlines()[0].split()
    lines = step.splitlines(keepends=True)[1:]
    new = "".join(line[1:] for line in lines if line[0] != "-")
    if mark == "+++":
        (root / name).write_text(new, encoding="utf-8")
        return
    old = "".join(line[1:] for line in lines if line[0] != "+")
    text = (root / name).read_text(encoding="utf-8")
    whole = old if old in text else old.rstrip("\n")
    assert whole in text, f"{name} has changed: the page must say\n{old}"
    (root / name).write_text(text.replace(whole, new if whole == old else new.rstrip("\n"), 1), encoding="utf-8")


def test_the_page_can_be_followed(copy: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(copy / "src")}
    for kind, step in STEP.findall((ROOT / "docs" / "first-change.md").read_text(encoding="utf-8")):
        if kind == "diff":
            apply(step, copy)
        else:
            command = [sys.executable, *step.split()[1:]]
            subprocess.run(command, cwd=copy, env=environment, check=True)
    done = subprocess.run([sys.executable, "-c", PLAYED], cwd=copy, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
