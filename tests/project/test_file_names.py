"""A file that a document or a docstring names in back quotes exists."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NAME = re.compile(r"`([\w./-]*\w\.(?:py|pyi|md|toml|ts|svelte|js|yml|yaml|json))`")
# What a user writes, a program makes or a server answers: no file of the sources.
ELSEWHERE = {"card.json", "my_bot.py", "my_policy.py", "mon_bot.py", "/api/messages.json"}


@cache
def files() -> tuple[str, ...]:
    """Every file that belongs to the sources, with a slash in front."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if found.returncode == 0:
        return tuple(f"/{name}" for name in found.stdout.splitlines())
    everything = (path.relative_to(ROOT) for path in ROOT.rglob("*.*") if "node_modules" not in path.parts)
    return tuple(f"/{path.as_posix()}" for path in everything)


def documents() -> Iterator[tuple[Path, str]]:
    """The pages for people, and the docstrings of the sources. The changelog tells of files that are gone."""
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")):
        if path.name != "CHANGELOG.md":
            yield path, path.read_text(encoding="utf-8")
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield path, ast.get_docstring(node) or ""


def missing(text: str) -> list[str]:
    return [
        name
        for name in NAME.findall(text)
        if name not in ELSEWHERE and not any(path.endswith(f"/{name}") for path in files())
    ]


def test_every_file_that_is_named_exists() -> None:
    named = [(path.relative_to(ROOT).as_posix(), name) for path, text in documents() for name in missing(text)]
    assert named == []
    assert sum(len(NAME.findall(text)) for _, text in documents()) > 100


@pytest.mark.parametrize("name", ["rules/rents.py", "ules/rent.py", "gone.toml"])
def test_a_file_that_is_gone_is_noticed(name: str) -> None:
    assert missing(f"See `{name}` and `rules/rent.py`.") == [name]
