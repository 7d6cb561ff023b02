"""The examples of README.md are promises: each Python block runs on its own, top to bottom, in an empty folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).resolve().parent.parent / "README.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^##+ +(.+)$", re.MULTILINE)  # two or more: one is a comment in a block


def blocks() -> list[object]:
    """Every Python block with its first line, named by its place and the heading it stands under."""
    text = README.read_text(encoding="utf-8")
    found: list[object] = []
    for number, block in enumerate(BLOCK.finditer(text), start=1):
        line = text.count("\n", 0, block.start(1))
        heading = ["readme", *HEADING.findall(text, 0, block.start())][-1]
        name = f"{number}-{re.sub(r'[^a-z0-9]+', '-', heading.lower()).strip('-')}-line-{line + 1}"
        found.append(pytest.param(block[1], line, id=name))
    return found


def test_the_readme_has_examples() -> None:
    assert blocks(), "README.md has no ```python block"


@pytest.mark.parametrize(("code", "line"), blocks())
def test_the_example_runs(code: str, line: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # an example that writes a file leaves nothing behind
    above = "\n" * line  # so that a traceback names the line of README.md
    exec(compile(above + code, str(README), "exec", dont_inherit=True), {"__name__": "readme"})
