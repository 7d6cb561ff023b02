"""Mutation testing of the rules: makes one small change at a time and checks that a test fails.

A mutant changes one place in `rules/`: a comparison, a sign, a number, a condition, a removed statement. The tests are
imported once; each mutant runs in a forked process in which one function's code is replaced, so a mutant costs no more
than the tests it takes to notice it. Surviving mutants are listed: each is a missing test, or an equivalent change.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import importlib
import os
import random
import signal
import sys
import time
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RULES = ROOT / "src" / "freehold" / "rules"
WITHOUT_RULES = {"state", "codes", "clauses", "__init__"}
FOLDERS = ("rules", "game")  # of tests/
SLOW = {"test_random_games", "test_any_play", "test_picture"}
PATIENCE = 120  # timeout in seconds; a mutant that hangs counts as noticed
NOTICED, SURVIVED = 0, 3

SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


class Mutant:
    """One change: its place, a description, and the function's new code."""

    def __init__(self, module: str, function: str, line: int, what: str, code: types.CodeType) -> None:
        self.module, self.function, self.line, self.what, self.code = module, function, line, what, code

    def __str__(self) -> str:
        return f"rules/{self.module}.py:{self.line} {self.function}: {self.what}"


def changes(function: ast.FunctionDef) -> Iterator[tuple[int, str, ast.FunctionDef]]:
    """Every mutated copy of a function, with the line and a description."""
    count = sum(1 for _ in ast.walk(function))
    for n in range(count):
        twin = copy.deepcopy(function)
        node = list(ast.walk(twin))[n]
        what = change(node)
        if what:
            yield getattr(node, "lineno", function.lineno), what, twin
    yield from deletions(function)


def change(node: ast.AST) -> str:
    """Change a node in place; returns a description, or nothing."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        old = type(node.ops[0])
        node.ops[0] = SWAPS[old]()
        return f"{old.__name__} → {SWAPS[old].__name__}"
    if isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp) and type(node.op) in SWAPS:
        old = type(node.op)
        node.op = SWAPS[old]()
        return f"{old.__name__} → {SWAPS[old].__name__}"
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        node.value = not node.value
        return f"{not node.value} → {node.value}"
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        node.value += 1
        return f"{node.value - 1} → {node.value}"
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        test = node.test
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            node.test = test.operand
            return "not dropped"
    return ""


def deletions(function: ast.FunctionDef) -> Iterator[tuple[int, str, ast.FunctionDef]]:
    """The function without one of its statements. Events are kept: they do not affect the game."""
    places = []
    for n, node in enumerate(ast.walk(function)):
        body = getattr(node, "body", None)
        places += [(n, k) for k, statement in enumerate(body if isinstance(body, list) else []) if is_effect(statement)]
    for n, k in places:
        twin = copy.deepcopy(function)
        body = list(ast.walk(twin))[n].body  # type: ignore[attr-defined]
        line, text = body[k].lineno, ast.unparse(body[k])[:60]
        body[k] = ast.copy_location(ast.Pass(), body[k])
        yield line, f"without `{text}`", twin


def is_effect(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        return not (isinstance(statement.value.func, ast.Name) and statement.value.func.id == "emit")
    return isinstance(statement, ast.Assign | ast.AugAssign) and not (
        isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    )


def all_mutants() -> list[Mutant]:
    found = []
    for path in sorted(RULES.glob("*.py")):
        if path.stem in WITHOUT_RULES:
            continue
        for function in ast.parse(path.read_text()).body:
            if isinstance(function, ast.FunctionDef):
                if function.body and isinstance(function.body[0], ast.Expr) and len(function.body) > 1:
                    function.body = function.body[1:] if ast.get_docstring(function) else function.body
                for line, what, twin in changes(function):
                    module = ast.fix_missing_locations(ast.Module(body=[twin], type_ignores=[]))
                    code = compile(module, str(path), "exec")
                    inner = next(c for c in code.co_consts if isinstance(c, types.CodeType))
                    found.append(Mutant(path.stem, function.name, line, what, inner))
    return found


# The test files of a rule file, if their names differ
TOPICS = {
    "auctions": ("auction",),
    "buildings": ("build", "hotel", "sell"),
    "buying": ("buy",),
    "debts": ("debt", "bankruptcy"),
    "decks": ("cards",),
    "doubles": ("option", "attack"),
    "endings": ("win", "short", "timed"),
    "force": ("force", "battle"),
    "legal": ("perft",),
    "money": ("mortgage", "tax", "short"),
    "mortgages": ("mortgage",),
    "movement": ("go", "turn"),
    "setup": ("setup", "short", "timed"),
    "squares": ("turn",),
    "step": ("perft",),
    "turn": ("turn", "dice"),
}


def tests_for(module: str) -> tuple[list[str], list[str]]:
    """The fast test files: those of the mutant's topic, and the rest."""
    near = tuple(f"test_{topic}" for topic in TOPICS.get(module, (module,)))
    found = [path for folder in FOLDERS for path in sorted((ROOT / "tests" / folder).glob("test_*.py"))]
    files = [path for path in found if path.stem not in SLOW]
    close = [str(path) for path in files if path.stem.startswith(near)]
    return close, [str(path) for path in files if str(path) not in close]


def run(files: list[str]) -> bool:
    """Whether these test files pass."""
    return pytest.main(["-x", "-p", "no:cacheprovider", "-p", "no:xdist", *files]) == pytest.ExitCode.OK


def noticed(mutant: Mutant) -> bool:
    """Run the tests on a mutant in a forked process."""
    child = os.fork()
    if child == 0:
        signal.alarm(PATIENCE)
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
            function = getattr(importlib.import_module(f"freehold.rules.{mutant.module}"), mutant.function)
            function.__code__ = mutant.code
            with contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
                survived = all(run(files) for files in tests_for(mutant.module) if files)
        os._exit(SURVIVED if survived else NOTICED)
    _, status = os.waitpid(child, 0)
    return not (os.WIFEXITED(status) and os.WEXITSTATUS(status) == SURVIVED)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--sample", type=int, default=300, help="how many mutants to try (0: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="a module of rules/")
    parser.add_argument("--least", type=float, default=0.85, help="exit 1 below this share")
    parser.add_argument("--part", default="0/1", help="k/n: the k-th of n parts, to run several side by side")
    given = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    os.chdir(ROOT)
    mutants = [m for m in all_mutants() if given.only in ("", m.module)]
    total = len(mutants)
    random.Random(given.seed).shuffle(mutants)
    mutants = mutants[: given.sample or None]
    part, parts = map(int, given.part.split("/"))
    mutants = mutants[part::parts]
    close, rest = tests_for("turn")
    if not run(close + rest):
        print("The tests fail without any mutant; fix that first.")
        return 2
    survivors = []
    started = time.monotonic()
    for k, mutant in enumerate(mutants, 1):
        if not noticed(mutant):
            survivors.append(mutant)
            print(f"  not noticed: {mutant}", flush=True)
        if k % 50 == 0:
            print(
                f"{k} of {len(mutants)}, {k - len(survivors)} noticed, {time.monotonic() - started:.0f} s", flush=True
            )
    share = 1 - len(survivors) / max(len(mutants), 1)
    print(f"{share:.1%} noticed: {len(mutants) - len(survivors)} of {len(mutants)} tried ({total} possible).")
    return 0 if share >= given.least else 1


if __name__ == "__main__":
    sys.exit(main())
