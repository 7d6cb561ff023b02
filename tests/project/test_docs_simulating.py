"""The examples of the tutorials and of the pages on simulations are promises: each Python block runs on its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = ("simulating.md", "simuler.md")
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("page", "count"), [*((page, 5) for page in PAGES), ("tutorials.md", 4), ("tutoriels.md", 4)])
def test_the_examples_run(page: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))
    assert len(blocks) == count
    for code in blocks:
        exec(compile(code, page, "exec", dont_inherit=True), {"__name__": "docs"})


def test_both_pages_name_the_same_things() -> None:
    """What stands in code is the same in both, but for the names of files and of the examples."""
    named = [set(re.findall(r"`(--[a-z-]+|[A-Z_]{4,}|chunk\.\w+)", (DOCS / page).read_text("utf-8"))) for page in PAGES]
    assert named[0] == named[1] != set()
