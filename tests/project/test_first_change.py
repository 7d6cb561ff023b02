"""docs/first-change.md, followed literally on a copy of the sources: a clause, a switch and an action are added."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.copies import copy_folder

ROOT = Path(__file__).resolve().parents[2]
STEP = re.compile(r"^```(diff|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLAYED = """
import freehold
from freehold import sentences
from freehold.engine import sources
assert freehold.explain("conduct.gifts.none", lang="fr").sentence == "Personne n'offre d'argent à un autre joueur."
game = freehold.Game.new("classic", 3, seed=1, options={"gifts": "of-money"})
listed = {"type": "gift", "to": 2, "amount": 1}
assert listed in game.legal(0) and listed in game.legal(1) and listed not in game.legal(2)
gift = {"type": "gift", "to": 2, "amount": 300}
(event,) = game.apply(gift, seat=1)
assert (event["type"], event["clause"]) == ("paid", "conduct.gifts.of-money")
assert [player["cash"] for player in game.view()["players"]] == [1500, 1200, 1800]
assert freehold.parse_action(freehold.format_action(gift)) == gift
assert sentences.action(game.edition, gift, game.names, "en") == "Give Player 3 money: $300"
assert freehold.Game.replay(game.start, game.log).view() == game.view()
strict = freehold.Game.new("classic", 3, seed=1)
assert strict.refusal(gift, 0).reason == "wrong-phase"
assert listed not in strict.legal(0)
freehold.play_out(game, "random", turns=5)
assert {"may_gift", "do_gift"} <= set(sources.functions())
"""
# Those that ask for everything that belongs to a clause, a switch and an action, and those of the page itself.
ASKING = (
    "game/test_position_link.py",
    "game/test_sentences.py",
    "project/test_kernel_names.py",
    "reference/test_reference.py::test_every_edition_and_variant",
    "rules/test_actions.py",
    "rules/test_corners.py",
    "rules/test_gifts.py",
    "rules/test_loan.py",
    "rules/test_off_turn.py",
    "rules/test_options.py",
    "rules/test_options_more.py",
    "rules/test_parking.py",
    "rules/test_perft.py::test_legal_lists_just_what_apply_accepts",
    "rules/test_readings.py",
    "rules/test_rulebook.py",
    "rules/test_tax.py",
)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for folder in ("src", "tools", "tests", "docs"):
        copy_folder(folder, tmp_path, "static")
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


def follow(root: Path) -> dict[str, str]:
    """Apply the page to a copy of the sources, and return the environment for running it."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(root / "src"), str(root)))}
    for kind, step in STEP.findall((ROOT / "docs" / "first-change.md").read_text(encoding="utf-8")):
        if kind == "diff":
            apply(step, root)
        else:
            for line in step.splitlines():
                subprocess.run([sys.executable, *line.split()[1:]], cwd=root, env=environment, check=True)
    return environment


def test_the_page_can_be_followed(copy: Path) -> None:
    environment = follow(copy)
    done = subprocess.run([sys.executable, "-c", PLAYED], cwd=copy, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert_passed([f"tests/{name}" for name in ASKING], copy, environment)


def assert_passed(tests: list[str], root: Path, environment: dict[str, str]) -> None:
    shutil.copy(ROOT / "pyproject.toml", root)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", *tests]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:]
