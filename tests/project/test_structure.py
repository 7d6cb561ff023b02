"""The structure of `src/freehold`: layers that only import downwards (`docs/layers.md`), no cycles, parts instead of
ancestors.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import freehold

from .. import layers

ROOT = Path(freehold.__file__).parent


@cache
def modules() -> dict[str, Path]:
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = ("freehold", *path.relative_to(ROOT).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(name: str) -> Iterator[str]:
    """Every module of the project that a module imports, at its top or later."""
    path = modules()[name]
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.partition(".")[0] == "freehold")
        elif isinstance(node, ast.ImportFrom):
            base = package.rsplit(".", node.level - 1)[0] if node.level else ""
            source = ".".join(part for part in (base, node.module) if part)
            if source.partition(".")[0] != "freehold":
                continue
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                yield inner if inner in modules() else source


def unit(name: str, package: str) -> str:
    """The part of a package that a module belongs to: a sub-package or a module."""
    return name.removeprefix(package + ".").partition(".")[0] if name != package else ""


def upward(package: str, order: layers.Layers) -> list[str]:
    level = {name: number for number, names in enumerate(order) for name in names}
    found = []
    for name in modules():
        here = unit(name, package)
        if name == package or not name.startswith(package + "."):
            continue
        for target in imports(name):
            there = unit(target, package)
            if not target.startswith(package + ".") or here == there:
                continue
            if level[there] >= level[here]:
                found.append(f"{name} imports {target}")
    return found


@pytest.mark.parametrize("package", ["freehold", "freehold.server", "freehold.cli"])
def test_no_import_runs_upwards(package: str) -> None:
    order = layers.of("src/" + package.replace(".", "/"))
    units = {unit(name, package) for name in modules() if name.startswith(package + ".")}
    assert units == {name for names in order for name in names}, "a new package or module needs its layer"
    assert upward(package, order) == []


def test_no_two_modules_import_each_other_in_a_circle() -> None:
    needs = {name: {target for target in imports(name) if target != name} for name in modules()}
    for name in list(needs):  # a package's own file only offers what its modules have
        if modules()[name].name == "__init__.py":
            needs[name] = {target for target in needs[name] if not target.startswith(name + ".")}
    while free := [name for name, targets in needs.items() if not targets & needs.keys()]:
        for name in free:
            del needs[name]
    assert sorted(needs) == []


def test_no_class_of_the_server_inherits_from_another() -> None:
    """Except for exceptions and protocols."""
    bases: dict[str, set[str]] = {}
    for name, path in modules().items():
        if name.startswith("freehold.server"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            others = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    named = [ast.unparse(base).rpartition(".") for base in node.bases]
                    bases.setdefault(node.name, set()).update(base for room, _, base in named if room not in others)
    assert {"Table", "TableRegistry", "Session", "SqliteStore", "PostgresStore", "Hello", "Refused"} <= bases.keys()
    apart = {name for name, of in bases.items() if {"Exception", "Protocol"} & of}
    assert {name: base for name, of in bases.items() for base in of & (bases.keys() - apart)} == {}
