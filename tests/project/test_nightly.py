"""`make nightly`: what its summary says of the steps, and that each of them is something that can be run."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from tools import nightly
from tools.nightly import Step

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = Step("one", [["-c", "print('3 found'); print('bye')"], ["-c", "print('5 found')"]], says=r"\d found")
    two = Step("two", [["-c", "import os; raise SystemExit(os.environ['WHY'])"]], environment=(("WHY", "no|luck"),))
    monkeypatch.setattr(nightly, "STEPS", [one, two])
    monkeypatch.setattr(nightly, "OUT", tmp_path / "nightly")


@pytest.mark.usefixtures("steps")
@pytest.mark.parametrize(("wanted", "code"), [([], 1), (["one"], 0), (["two"], 1)])
def test_the_summary_has_what_each_step_said(
    wanted: list[str], code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["nightly.py", *wanted])
    assert nightly.main() == code
    summary = (nightly.OUT / "summary.md").read_text(encoding="utf-8")
    rows = re.sub(r"[\d.]+ min", "some min", summary)
    assert ("| one | passed | some min | 3 found<br>5 found |" in rows) == (wanted != ["two"])
    assert ("| two | **failed** | some min | no/luck |" in rows) == (wanted != ["one"])
    assert summary in capsys.readouterr().out


@pytest.mark.usefixtures("steps")
def test_a_step_that_is_not_there(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["nightly.py", "three"])
    with pytest.raises(SystemExit):
        nightly.main()
    assert "no such step: three" in capsys.readouterr().err


def test_every_step_is_a_script_or_a_module_of_the_project() -> None:
    assert len({step.name for step in nightly.STEPS}) == len(nightly.STEPS)
    for command in (command for step in nightly.STEPS for command in step.commands):
        script = f"{command[1].replace('.', '/')}.py" if command[0] == "-m" else command[0]
        assert script == "pytest.py" or (ROOT / script).is_file()
        assert all((ROOT / part).exists() for part in command if part.startswith("tests/"))


def test_every_test_that_takes_hours_is_in_a_step() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("test_*.py")
        if re.search(r"mark\.nightly|\bnightly=", path.read_text(encoding="utf-8")) and path.name != Path(__file__).name
    }
    assert found
    assert found <= {part for step in nightly.STEPS for command in step.commands for part in command}
