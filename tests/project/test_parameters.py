"""At most eight parameters without a default: more means that a record is missing."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
FOLDERS = ("src/freehold", "tools", "bench")
MOST = 8


def required(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The parameters of a function that a caller has to give; `self` and `cls` are not counted."""
    given = function.args
    names = [one.arg for one in given.posonlyargs + given.args]
    bound = names[:1] in (["self"], ["cls"])
    return len(names) - len(given.defaults) + given.kw_defaults.count(None) - bound


def functions_with_more(code: str) -> list[str]:
    found = (one for one in ast.walk(ast.parse(code)) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
    return [one.name for one in found if required(one) > MOST]


def test_no_function_has_more_than_eight_parameters() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): many
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        if (many := functions_with_more(path.read_text(encoding="utf-8")))
    }
    assert not found, "use a record"


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("def f(a, b, c, d, e, g, h, i): ...", []),
        ("def f(a, b, c, d, e, g, h, i, j): ...", ["f"]),
        ("def f(a, b, c, d, e, g, h, i, *, j, k=1): ...", ["f"]),
        ("def f(a, b, c, d, e, g, h, i, j=1, *k, **m): ...", []),
        ("class C:\n    async def f(self, a, b, c, d, e, g, h, i): ...", []),
    ],
)
def test_what_is_counted(code: str, names: list[str]) -> None:
    assert functions_with_more(code) == names
