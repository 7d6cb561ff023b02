"""`tools/kernel_names.py` does not need what it writes: it mends generated files that are missing or cannot be read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tools import kernel_names

from freehold.action_table import ACTIONS
from tests.copies import copy_folder

ROOT = Path(__file__).resolve().parents[2]
GENERATED = [path.relative_to(ROOT) for path in kernel_names.files()]
# Files that have generated lines, but are no generated files; those lines begin with this.
PARTLY = {Path("src/freehold/rules/codes.py"): "DO_", Path("src/freehold/envs/kernel/layout.py"): "ID_"}
CONFLICT = "<<<<<<< ours\nA = 1\n=======\nA = 2\n>>>>>>> theirs\n"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for folder in ("src", "tools"):
        copy_folder(folder, tmp_path, "static")
    return tmp_path


def damaged(path: Path, text: str) -> str:
    """The text instead of whatever is generated in a file."""
    if path not in PARTLY:
        return text
    first = PARTLY[path]
    kept = (ROOT / path).read_text(encoding="utf-8").splitlines(keepends=True)
    return "".join(
        text if line.startswith(f"{first}ROLL ") else line for line in kept if not line.startswith(f"{first}ACC")
    )


def generate(root: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "tools/kernel_names.py"]
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)


def assert_mended(root: Path) -> None:
    done = generate(root)
    assert done.returncode == 0, done.stderr
    for path in GENERATED:
        assert (root / path).read_text(encoding="utf-8") == (ROOT / path).read_text(encoding="utf-8")


def test_generated_files_in_a_conflict_are_written_anew(copy: Path) -> None:
    for path in GENERATED:
        (copy / path).write_text(damaged(path, CONFLICT), encoding="utf-8")
    assert_mended(copy)


def test_missing_files_are_written(copy: Path) -> None:
    for path in GENERATED:
        if path in PARTLY:
            (copy / path).write_text(damaged(path, ""), encoding="utf-8")
        else:
            (copy / path).unlink()
    assert_mended(copy)


def test_a_rule_may_name_a_clause_and_a_switch_before_they_have_their_numbers(copy: Path) -> None:
    rule = copy / "src/freehold/rules/rent.py"
    names = "from .clauses import CONDUCT_GIFTS\nfrom .switches import GIFTS_ALLOWED\n"
    rule.write_text(rule.read_text(encoding="utf-8").replace("from .board", f"{names}from .board", 1), encoding="utf-8")
    clauses = copy / "src/freehold/rulebook/data/conduct.toml"
    clause = '[[clause]]\nid = "conduct.gifts"\neditions = ["classic"]\nen = "A gift."\nfr = "Un cadeau."\n\n'
    text = clauses.read_text(encoding="utf-8")
    clauses.write_text(text.replace("[[clause]]", f"{clause}[[clause]]", 1), encoding="utf-8")
    switches = copy / "src/freehold/editions/switches.py"
    row = '= (\n    _switch("gifts", "allowed forbidden", "conduct.gifts conduct.gifts"),\n'
    switches.write_text(switches.read_text(encoding="utf-8").replace("= (\n", row, 1), encoding="utf-8")
    done = generate(copy)
    assert done.returncode == 0, done.stderr
    assert "CONDUCT_GIFTS = " in (copy / GENERATED[0]).read_text(encoding="utf-8")
    assert "GIFTS_ALLOWED = 0" in (copy / GENERATED[1]).read_text(encoding="utf-8")
    assert "    gifts: int" in (copy / GENERATED[2]).read_text(encoding="utf-8")


LIST_IT = "name a function as `listed` of [handshake] in rules/actions.toml"


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("number = 32", "[time_up] and [handshake] have the same `number` 32"),
        ("number = 99", "no row has the `number` NEXT"),
        (
            'number = NEXT\nfields = ["present"]',
            "the field 'present' is of no known kind: add it to `KINDS`",
        ),
        ('number = NEXT\nfields = ["to", "count", "keep"]', "there is no number left for the field 'keep'"),
        ('number = NEXT\nfields = ["choice"]', "the field `choice` and the values in `choices` belong together"),
        ('number = NEXT\nphase = "party"', "Add PHASE_PARTY to rules/codes.py"),
        ("number = NEXT", "rules/ has no function do_handshake: add it to the file of its topic"),
        ('number = NEXT\ndo = "give"', "rules/ has no function give, which `do` of [handshake]"),
        ('number = NEXT\ndo = "do_bid"', "rules/auctions.py: do_bid takes 'amount', which is neither a record"),
        (
            'number = NEXT\nfree = true\ndo = "do_roll"\nlisted = "list_hands"',
            "list_hands, which `listed` of",
        ),
        ('number = NEXT\nfree = true\ndo = "do_roll"\nfields = ["squares"]', LIST_IT),
        ('number = NEXT\nfree = true\ndo = "do_roll"\nfields = ["deck"]', LIST_IT),
        ('number = NEXT\nlearner = 10\ndo = "do_roll"', "give the new one another `learner` in rules/actions.toml"),
    ],
)
def test_what_a_row_lacks_is_said_with_its_place(copy: Path, row: str, told: str) -> None:
    table = copy / "src/freehold/rules/actions.toml"
    number = str(len(ACTIONS) + 1)
    row = row.replace("NEXT", number)
    table.write_text(f"{table.read_text(encoding='utf-8')}\n[handshake]\n{row}\n", encoding="utf-8")
    done = generate(copy)
    assert done.returncode == 1
    assert told.replace("NEXT", number) in done.stderr
