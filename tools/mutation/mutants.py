"""Makes the mutants of `rules/`: every small change of one place that `run.py` can try.

A mutant changes a comparison, a sign, a number or a condition, or leaves a statement out. Its id names the function,
the statement and the change, but no line, so that it stays the same when other code moves.
"""

from __future__ import annotations

import ast
import copy
import hashlib
import types
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
RULES = ROOT / "src" / "freehold" / "rules"
WITHOUT_RULES = {"state", "codes", "clauses", "switches", "__init__"}

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
CHANGEABLE = (ast.Compare, ast.BinOp, ast.AugAssign, ast.BoolOp, ast.Constant, ast.If, ast.While, ast.IfExp)


@dataclass(frozen=True)
class Mutant:
    """One change. `first` and `last`: the lines of its statement, which a test must execute in order to notice it."""

    id: str
    module: str
    function: str
    source: str  # a digest of the function: a result holds as long as it stays the same
    line: int
    first: int
    last: int
    code: types.CodeType

    def __str__(self) -> str:
        return f"rules/{self.module}.py:{self.line} {self.id}"


def all_mutants(module: str = "") -> list[Mutant]:
    """Every mutant of every rule function, in the order of the files; or those of one module."""
    found: list[Mutant] = []
    for path in sorted(RULES.glob("*.py")):
        if path.stem not in WITHOUT_RULES and module in ("", path.stem):
            for function in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(function, ast.FunctionDef):
                    found += _mutants_of(path, function)
    return found


def _mutants_of(path: Path, function: ast.FunctionDef) -> Iterator[Mutant]:
    if ast.get_docstring(function) is not None and len(function.body) > 1:
        function.body = function.body[1:]
    source = hashlib.sha256(ast.unparse(function).encode()).hexdigest()[:16]
    statements = _statements(function)
    times: Counter[str] = Counter()
    for node, what, twin in _changes(function):
        statement = statements[node]
        first, last = _lines(statement)
        id = f"{path.stem}.{function.name}: {what} in `{_header(statement)}`"
        times[id] += 1
        if times[id] > 1:
            id += f" ({times[id]})"
        whole = ast.fix_missing_locations(ast.Module(body=[twin], type_ignores=[]))
        code = _code_of(compile(whole, str(path), "exec"), function.name)
        yield Mutant(id, path.stem, function.name, source, getattr(node, "lineno", first), first, last, code)


def _code_of(module: types.CodeType, function: str) -> types.CodeType:
    """A function's code. From Python 3.14 on the code of its annotations is beside it."""
    found = [code for code in module.co_consts if isinstance(code, types.CodeType)]
    return next(code for code in found if code.co_name == function)


def _changes(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, str, ast.FunctionDef]]:
    """Every mutated copy of a function, with the node that was changed and a word on what was done."""
    nodes = list(ast.walk(function))
    for n, node in enumerate(nodes):
        for k in range(len(node.ops) if isinstance(node, ast.Compare) else 1):
            if isinstance(node, CHANGEABLE):
                twin = copy.deepcopy(function)
                what = _change(list(ast.walk(twin))[n], k)
                if what:
                    yield node, what, twin
    for n, node in enumerate(nodes):
        for branch in ("body", "orelse"):
            statements = getattr(node, branch, None)
            for k, statement in enumerate(statements if isinstance(statements, list) else []):
                if _is_effect(statement):
                    twin = copy.deepcopy(function)
                    getattr(list(ast.walk(twin))[n], branch)[k] = ast.copy_location(ast.Pass(), statement)
                    yield statement, "left out", twin


def _change(node: ast.AST, k: int) -> str:
    """Change a node in place, of a comparison its k-th operator; what was done, or nothing."""
    if isinstance(node, ast.Compare) and type(node.ops[k]) in SWAPS:
        old = type(node.ops[k])
        node.ops[k] = SWAPS[old]()
        return f"{old.__name__} → {SWAPS[old].__name__}"
    if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant) and node.right.value == 0:
        return ""  # `x + 0` copies a value out of the record: to add or to subtract nothing is the same
    if isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp) and type(node.op) in SWAPS:
        before = type(node.op)
        node.op = SWAPS[before]()
        return f"{before.__name__} → {SWAPS[before].__name__}"
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


def _is_effect(statement: ast.stmt) -> bool:
    """Does leaving the statement out change a game? Events do not, and a local name would be missing."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        return not (isinstance(statement.value.func, ast.Name) and statement.value.func.id == "emit")
    return isinstance(statement, ast.Assign | ast.AugAssign) and not (
        isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
    )


def _statements(function: ast.FunctionDef) -> dict[ast.AST, ast.stmt]:
    """The innermost statement that contains each node; the function itself for a default value."""
    found: dict[ast.AST, ast.stmt] = {function: function}
    for node in ast.walk(function):
        for child in ast.iter_child_nodes(node):
            found[child] = child if isinstance(child, ast.stmt) else found[node]
    return found


def _lines(statement: ast.stmt) -> tuple[int, int]:
    """The lines of a statement; of one with a body, those of its head."""
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if isinstance(body, list) else statement.end_lineno
    return statement.lineno, max(statement.lineno, last or 0)


def _header(statement: ast.stmt) -> str:
    return ast.unparse(statement).split("\n")[0]
