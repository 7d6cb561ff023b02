"""A digest of Python sources that depends on what the code says and on nothing else.

Comments, docstrings and layout do not count, and neither does the release of Python: the syntax tree is written
out here by its own fields, because `tokenize` and `ast.dump` differ between releases.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable
from pathlib import Path

# Fields that say nothing about what the code does, or that only some releases have.
LEFT_OUT = frozenset({"ctx", "type_comment", "type_ignores", "type_params", "kind"})
DOCUMENTED = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def code_digest(paths: Iterable[Path]) -> bytes:
    """Of these files, in this order, with their names."""
    text = hashlib.sha256()
    for path in paths:
        text.update(path.name.encode())
        text.update(written(ast.parse(path.read_text(encoding="utf-8"))).encode())
    return text.digest()


def written(part: object) -> str:
    """A part of a syntax tree as text. Fields that are empty are left out: newer releases have more of them."""
    if isinstance(part, ast.AST):
        fields = [(name, value) for name, value in ast.iter_fields(part) if name not in LEFT_OUT]
        if isinstance(part, DOCUMENTED):
            fields = [(name, _undocumented(value) if name == "body" else value) for name, value in fields]
        if isinstance(part, ast.JoinedStr):
            fields = [("values", _joined(part.values))]
        inner = ",".join(f"{name}={written(value)}" for name, value in fields if value is not None and value != [])
        return f"{type(part).__name__}({inner})"
    if isinstance(part, list):
        return "[" + ",".join(written(item) for item in part) + "]"
    return f"{type(part).__name__}:{part!r}"


def _undocumented(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0] if body else None
    text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    return body[1:] if text else body


def _joined(values: list[ast.expr]) -> list[ast.expr]:
    """The parts of an f-string with neighbouring constants put together."""
    joined: list[ast.expr] = []
    for value in values:
        last = joined[-1] if joined else None
        if isinstance(value, ast.Constant) and isinstance(last, ast.Constant):
            joined[-1] = ast.Constant(str(last.value) + str(value.value))
        else:
            joined.append(value)
    return joined
