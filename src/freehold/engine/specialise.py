"""Partial evaluation: the constants of one edition and line-up are folded into copies of the kernel functions.

Edition and bots do not change within a batch, so its kernel can omit what they never use. The transformation works on
the syntax trees of all kernel functions and of the code of a GPU thread: fields become numbers, and branches that
cannot be taken are removed.
"""

from __future__ import annotations
import __future__

import ast
import hashlib
import inspect
import operator
import types
from dataclasses import dataclass
from functools import cached_property
from typing import Any

BINARY: dict[type[ast.AST], Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.LShift: operator.lshift,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


@dataclass(frozen=True)
class Facts:
    """The constants of a batch."""

    fields: tuple[tuple[str, int], ...] = ()  # values by record and field, as in "t.salary"
    names: tuple[tuple[str, int], ...] = ()  # arguments with one value in every call, and constants
    silent: frozenset[str] = frozenset()  # functions whose output nobody reads; their calls are removed
    index: str = ""  # a function that casts to an unsigned index, so that no check for negative indices is compiled
    short: str = ""  # a function that casts to 32 bits, for loop counters
    hidden: str = ""  # a function that returns its number but hides it from the compiler, to prevent unrolling
    count: str = ""  # a function (address, at, amount) that adds to a number of the counts that are at `e.tally`
    total: str = ""  # the same for an array that is called `outcome`

    @cached_property
    def key(self) -> str:
        """A short name for these facts, the same in every process."""
        told = str(self).replace(str(self.silent), str(sorted(self.silent)))
        return hashlib.sha256(told.encode()).hexdigest()[:16]


def specialised_code(function: Any, facts: Facts) -> types.CodeType:
    """The code object of a function after the facts are folded in."""
    tree = ast.parse(inspect.getsource(function))
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    tree = ast.fix_missing_locations(_ConstantFolder(facts).visit(tree))
    made: dict[str, Any] = {}
    # the annotations are not evaluated: their names are not needed here
    exec(compile(tree, function.__code__.co_filename, "exec", __future__.annotations.compiler_flag), made)
    code: types.CodeType = made[function.__name__].__code__
    return code


def specialised_copies(
    functions: dict[str, types.FunctionType], facts: Facts, namespace: dict[str, Any]
) -> dict[str, types.FunctionType]:
    """Specialised copies of the functions; they call each other through the namespace."""
    made = {}
    for name, function in functions.items():
        made[name] = types.FunctionType(specialised_code(function, facts), namespace, name, function.__defaults__)
        made[name].__module__ = function.__module__
        made[name].__annotations__ = function.__annotations__
    return made


class _ConstantFolder(ast.NodeTransformer):
    """Substitutes the facts and folds constant expressions."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.fields = dict(facts.fields)
        self.names = dict(facts.names)
        self.loops = 0

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if isinstance(node.ctx, ast.Load) and node.id in self.names:
            return _number(self.names[node.id], node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        path = ast.unparse(node)
        if isinstance(node.ctx, ast.Load) and path in self.fields:
            return _number(self.fields[path], node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        path = ast.unparse(node.value) + "[]"  # an array whose elements are all equal
        if isinstance(node.ctx, ast.Load) and path in self.fields:
            return _number(self.fields[path], node)
        self.generic_visit(node)
        if self.facts.index and isinstance(node.value, ast.Attribute) and not isinstance(node.slice, ast.Constant):
            node.slice = self._call(self.facts.index, node.slice)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        """`e.counts[k] += 1` as a call: several threads may add to one tally, and to one outcome."""
        shared = {"e.counts": (self.facts.count, "e.tally"), "outcome": (self.facts.total, "outcome")}
        if not isinstance(node.target, ast.Subscript):
            return self.generic_visit(node)
        function, place = shared.get(ast.unparse(node.target.value), ("", ""))
        if not function:
            return self.generic_visit(node)
        given = [ast.parse(place, mode="eval").body, self.visit(node.target.slice), self.visit(node.value)]
        return ast.copy_location(ast.Expr(ast.Call(ast.Name(function, ast.Load()), given, [])), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        return self._folded(node, node.left, node.op, node.right)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if len(node.ops) > 1:
            return node
        return self._folded(node, node.left, node.ops[0], node.comparators[0])

    def _folded(self, node: ast.expr, left: ast.expr, op: ast.AST, right: ast.expr) -> ast.AST:
        if type(op) in BINARY and isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
            return _number(BINARY[type(op)](left.value, right.value), node)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and isinstance(node.operand, ast.Constant):
            return _number(not node.operand.value, node)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """`and` ends at the first false constant, `or` at the first true one; other constants are dropped."""
        self.generic_visit(node)
        last = isinstance(node.op, ast.Or)
        left: list[ast.expr] = []
        for value in node.values:
            if isinstance(value, ast.Constant):
                if bool(value.value) == last:
                    left.append(value)
                    break
            else:
                left.append(value)
        if not left:
            return _number(not last, node)
        if len(left) == 1:
            return left[0]
        node.values = left
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.test, ast.Constant):
            return node.body if node.test.value else node.orelse
        return node

    def visit_If(self, node: ast.If) -> Any:
        node.test = self.visit(node.test)
        if isinstance(node.test, ast.Constant):
            return self._block(node.body if node.test.value else node.orelse)
        node.body = self._block(node.body) or [ast.copy_location(ast.Pass(), node)]
        node.orelse = self._block(node.orelse)
        return node

    def visit_For(self, node: ast.For) -> Any:
        node.iter = self.visit(node.iter)
        node.body = self._block(node.body) or [ast.copy_location(ast.Pass(), node)]
        if not self.facts.short or not isinstance(node.iter, ast.Call) or len(node.iter.args) > 2:
            return node
        return self._counted(node, node.iter.args)

    def _counted(self, node: ast.For, bounds: list[ast.expr]) -> list[ast.stmt]:
        """Rewrite a loop over a range so that its counter has 32 bits."""
        self.loops += 1
        at, last, short = f"at_{self.loops}", f"last_{self.loops}", self.facts.short
        first = ast.unparse(bounds[0]) if len(bounds) == 2 else "0"
        made = ast.parse(
            f"{at} = {short}(({first}) - 1)\n"
            f"{last} = {short}(({ast.unparse(self._hidden(bounds[-1]))}) - 1)\n"
            f"while {at} < {last}:\n"
            f"    {at} = {short}({at} + 1)\n"
            f"    {ast.unparse(node.target)} = {at}\n"
        ).body
        assert isinstance(made[-1], ast.While)
        for statement in made:
            ast.increment_lineno(statement, node.lineno - statement.lineno)
        made[-1].body += node.body
        return made

    def _hidden(self, bound: ast.expr) -> ast.expr:
        if not self.facts.hidden or not isinstance(bound, ast.Constant) or bound.value in (0, 1):
            return bound
        return self._call(self.facts.hidden, bound)

    def _call(self, name: str, value: ast.expr) -> ast.expr:
        return ast.copy_location(ast.Call(ast.Name(name, ast.Load()), [value], []), value)

    def visit_While(self, node: ast.While) -> Any:
        node.test = self.visit(node.test)
        node.body = self._block(node.body) or [ast.copy_location(ast.Pass(), node)]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if node.name in self.facts.silent:
            node.body = [ast.copy_location(ast.Pass(), node)]
        else:
            node.body = self._block(node.body) or [ast.copy_location(ast.Pass(), node)]
        return node

    def visit_Expr(self, node: ast.Expr) -> Any:
        call = node.value
        if isinstance(call, ast.Constant):
            return None  # a docstring
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in self.facts.silent:
            return None
        return self.generic_visit(node)

    def _block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """The statements that remain; code after a return, break or continue is removed."""
        left: list[ast.stmt] = []
        for statement in statements:
            made = self.visit(statement)
            left += made if isinstance(made, list) else [made] if made is not None else []
            if left and isinstance(left[-1], ast.Return | ast.Break | ast.Continue):
                break
        return left


def _number(value: int, like: ast.expr) -> ast.expr:
    return ast.copy_location(ast.Constant(value), like)
