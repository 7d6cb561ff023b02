"""Checks that every key of a file is present, known and of the right type, by walking the schema.

msgspec stops at the first fault; a designer wants all of them. The walk returns a copy of the file in which faulty
values are None (TOML has no null), so that the other checks can continue and report no fault twice.
"""

from __future__ import annotations

import datetime
import re
from typing import Any

import msgspec.inspect as form

from freehold.editions.faults import Fault, nearest, quoted, suggest
from freehold.editions.schema import Edition

Parts = dict[str, str | int]

_LANGUAGES = {"en": "english", "fr": "french", "en_plural": "english-plural", "fr_plural": "french-plural"}
_TOML_TYPES = (
    (bool, "truth"),
    (int, "number"),
    (float, "fraction"),
    (str, "text"),
    (list, "list"),
    (dict, "table"),
    ((datetime.date, datetime.time), "date"),
)


def read(raw: dict[str, Any], faults: list[Fault]) -> dict[str, Any]:
    """Add every fault of form to `faults`; return the file with those values set to None."""
    readable = _walk(raw, form.type_info(Edition), "", faults)
    assert isinstance(readable, dict)
    return readable


def _walk(value: object, wanted: form.Type, place: str, faults: list[Fault]) -> Any:
    wanted = _plain(wanted)
    match wanted:
        case form.StructType() if isinstance(value, dict):
            return _walk_table(value, wanted, place, faults)
        case form.DictType() if isinstance(value, dict):
            return {key: _walk(item, wanted.value_type, f"{place}.{key}", faults) for key, item in value.items()}
        case form.VarTupleType() if isinstance(value, list):
            return _walk_list(value, wanted, place, faults)
    if code := _problem(value, wanted):
        faults.append(Fault(place, code, _parts(value, wanted)))
        return None
    return value


def _plain(wanted: form.Type) -> form.Type:
    """The type of a present value: X for `X | None`."""
    if isinstance(wanted, form.UnionType):
        return next(choice for choice in wanted.types if not isinstance(choice, form.NoneType))
    return wanted


def _walk_table(table: dict[str, Any], wanted: form.StructType, place: str, faults: list[Fault]) -> dict[str, Any]:
    readable: dict[str, Any] = {}
    inside = f"{place}." if place else ""
    fields = {field.name: field for field in wanted.fields}
    for key, value in table.items():
        if key in fields:
            readable[key] = _walk(value, fields[key].type, inside + key, faults)
        else:
            faults.append(Fault(inside + key, "unknown-key", {"key": key, **suggest(key, fields)}))
            if (meant := nearest(key, fields)) and meant not in table:
                readable[meant] = None  # present, but misspelt
    for key, field in fields.items():
        if field.required and key not in table and key not in readable:
            readable[key] = None
            code = "missing-text" if key in _LANGUAGES else "missing-key"
            parts = {"key": key, "language": _LANGUAGES.get(key, ""), **_describe(field.type)}
            faults.append(Fault(inside + key, code, parts))
    return readable


def _walk_list(items: list[Any], wanted: form.VarTupleType, place: str, faults: list[Fault]) -> list[Any] | None:
    least, most = wanted.min_length or 0, wanted.max_length
    if len(items) < least or (most is not None and len(items) > most):
        faults.append(Fault(place, "list-length", {"count": len(items), **_describe(wanted)}))
        return None
    readable = [_walk(item, wanted.item_type, f"{place}[{number}]", faults) for number, item in enumerate(items)]
    # A list of plain values with a fault is dropped; a list of tables keeps its indices.
    if isinstance(wanted.item_type, form.StructType):
        return [{} if item is None else item for item in readable]
    return None if None in readable else readable


def _problem(value: object, wanted: form.Type) -> str | None:
    """The fault code of a single value, or None if it is valid."""
    match wanted:
        case form.IntType() if isinstance(value, int) and not isinstance(value, bool):
            if wanted.ge is not None and value < wanted.ge:
                return "too-small"
            return "too-large" if wanted.le is not None and value > wanted.le else None
        case form.StrType() if isinstance(value, str):
            if wanted.min_length and not value.strip():
                return "empty-text"
            fits = wanted.pattern is None or re.search(wanted.pattern, value)
            return None if fits else "wrong-form"
        case form.BoolType() if isinstance(value, bool):
            return None
        case form.LiteralType() if type(value) is type(wanted.values[0]):
            return None if value in wanted.values else "unknown-value"
    return "wrong-type"


def _parts(value: object, wanted: form.Type) -> Parts:
    """The parts of the sentences about a single value: the value, its type, and the expected type."""
    parts: Parts = {
        "found": next(name for python, name in _TOML_TYPES if isinstance(value, python)),
        **_describe(wanted),
    }
    if isinstance(value, str | int):
        parts["value"] = str(value)
    if isinstance(wanted, form.LiteralType) and isinstance(value, str):
        parts |= suggest(value, [str(choice) for choice in wanted.values])
    return parts


def _describe(wanted: form.Type) -> Parts:
    """The expected content: the name of a description, and its parts."""
    wanted = _plain(wanted)
    match wanted:
        case form.IntType(ge=None) | form.IntType(le=None):
            return {"wanted": "number"}
        case form.IntType(ge=int(low), le=int(high)):
            return {"wanted": "number-between", "low": low, "high": high}
        case form.BoolType():
            return {"wanted": "truth"}
        case form.LiteralType(values=(int(only),)):
            return {"wanted": "only", "only": only}
        case form.LiteralType():
            return {"wanted": "one-of", "known": quoted(wanted.values)}
        case form.StrType(pattern=str(pattern)) if "#" in pattern:
            return {"wanted": "colour"}
        case form.StrType(pattern=str()):
            return {"wanted": "id"}
        case form.StrType():
            return {"wanted": "text"}
        case form.VarTupleType(min_length=int(least)):
            return {"wanted": "list-of", "least": least}
        case form.VarTupleType():
            return {"wanted": "list"}
    return {"wanted": "table"}
