"""The notebooks of `examples/` run from the first cell to the last, with few games, and are stored without output.

They are executed as plain Python, in one namespace per notebook. The last expression of a cell shows itself.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


def cells(notebook: Path) -> list[str]:
    found = json.loads(notebook.read_text(encoding="utf-8"))
    assert (found["nbformat"], found["nbformat_minor"]) == (4, 5)
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in found["cells"])
    return ["".join(cell["source"]) for cell in found["cells"] if cell["cell_type"] == "code"]


def run(code: str, names: dict[str, Any]) -> Any:
    """Run a cell; the value of its last expression, as a notebook would show it."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path) -> None:
    names: dict[str, Any] = {"__name__": "notebook"}
    shown = []
    for code in cells(notebook):
        value = run(code.replace("GAMES = 300", "GAMES = 12").replace("games=200", "games=12"), names)
        for form in ("_repr_svg_", "_repr_html_"):
            if hasattr(value, form):
                shown.append(getattr(value, form)())
                assert shown[-1].startswith("<")
    assert shown


def test_there_are_three() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["a-game", "a-rule-change", "which-deeds-pay"]
