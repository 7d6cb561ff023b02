"""No function is longer than 60 lines: a longer one has parts that can be named. Tables of options are not counted."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
FOLDERS = ("src/freehold", "tools", "bench")
MOST = 60

# Longer functions of the kernel, by file. The list may only get shorter.
LONGER = {
    "src/freehold/engine/gpu/games_thread.py": 1,
    "src/freehold/engine/gpu/launch.py": 1,
    "src/freehold/engine/gpu/queues_thread.py": 1,
    "src/freehold/forecast/kernel/features.py": 2,
    "src/freehold/rules/dispatch.py": 2,
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def is_command(function: Function) -> bool:
    return "typer." in ast.unparse(function.args)


def length(function: Function) -> int:
    """The lines of a function. Of a command those of its body: its parameters are the table of its options."""
    assert function.end_lineno is not None
    first = function.body[0] if is_command(function) else function
    return function.end_lineno - first.lineno + 1


def long_functions(code: str) -> list[str]:
    found = (one for one in ast.walk(ast.parse(code)) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))
    return [one.name for one in found if length(one) > MOST]


def test_no_other_function_is_longer_than_sixty_lines() -> None:
    found: Counter[str] = Counter()
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            many = len(long_functions(path.read_text(encoding="utf-8")))
            if many:
                found[path.relative_to(ROOT).as_posix()] = many
    assert found == LONGER, "name its parts, or shorten the list"


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("def f():\n" + "    a = 1\n" * 59, []),
        ("def f():\n" + "    a = 1\n" * 60, ["f"]),
        ("def f(\n" + "".join(f"    a{k},\n" for k in range(60)) + "): ...", ["f"]),
        ("def f(\n" + "".join(f"    a{k}: Annotated[int, typer.Option()],\n" for k in range(60)) + "): ...", []),
        ("def f(a: Annotated[str, typer.Option()]):\n" + "    a = 1\n" * 61, ["f"]),
        ("class C:\n    async def f(self):\n" + "        a = 1\n" * 60, ["f"]),
        ("def f():\n    def g():\n" + "        a = 1\n" * 60 + "    return g", ["f", "g"]),
    ],
)
def test_what_is_counted(code: str, names: list[str]) -> None:
    assert long_functions(code) == names
