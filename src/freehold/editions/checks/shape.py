"""Is every key of a file there, known, and of the right type? The schema itself is walked, so nothing is said twice.

msgspec stops at the first fault; a designer wants all of them. The walk also hands back a copy of the file in which a
faulty value is None (TOML has no null), so that `sense.py` can go on with the rest and report no fault twice.
"""

from __future__ import annotations

import datetime
import re
from typing import Any

import msgspec.inspect as form

from freehold.editions.faults import Fault, nearest, quoted, suggest
from freehold.editions.schema import Edition

_LANGUAGE = {"en": "English", "fr": "French", "en_plural": "English plural", "fr_plural": "French plural"}
_TOML_TYPES = (
    (bool, "true or false"),
    (int, "a whole number"),
    (float, "a fraction"),
    (str, "text"),
    (list, "a list"),
    (dict, "a table"),
    ((datetime.date, datetime.time), "a date"),
)


def read(raw: dict[str, Any], faults: list[Fault]) -> dict[str, Any]:
    """Add every fault of form to `faults`; return the file with those values blanked out."""
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
    if problem := _problem(value, wanted):
        faults.append(Fault(place, problem, _mend(value, wanted)))
        return None
    return value


def _plain(wanted: form.Type) -> form.Type:
    """The type of a value that is there: of "X or nothing", X."""
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
            faults.append(Fault(inside + key, f'The key "{key}" is not known here.', suggest(key, fields)))
            if (meant := nearest(key, fields)) and meant not in table:
                readable[meant] = None  # there, but misspelt
    for key, field in fields.items():
        if field.required and key not in table and key not in readable:
            readable[key] = None
            what = f"{_LANGUAGE[key]} text" if key in _LANGUAGE else f'key "{key}"'
            faults.append(Fault(inside + key, f"The {what} is missing.", f"Add {key}: {_describe(field.type)}."))
    return readable


def _walk_list(items: list[Any], wanted: form.VarTupleType, place: str, faults: list[Fault]) -> list[Any] | None:
    least, most = wanted.min_length or 0, wanted.max_length
    if len(items) < least or (most is not None and len(items) > most):
        faults.append(Fault(place, f"The list has {len(items)} entries.", f"Write {_describe(wanted)}."))
        return None
    readable = [_walk(item, wanted.item_type, f"{place}[{number}]", faults) for number, item in enumerate(items)]
    # A list of plain values with a hole says nothing; a list of tables keeps its places.
    if isinstance(wanted.item_type, form.StructType):
        return [{} if item is None else item for item in readable]
    return None if None in readable else readable


def _problem(value: object, wanted: form.Type) -> str | None:
    """What is wrong with a single value, or None if it fits."""
    found = next(name for python, name in _TOML_TYPES if isinstance(value, python))
    match wanted:
        case form.IntType() if isinstance(value, int) and not isinstance(value, bool):
            if wanted.ge is not None and value < wanted.ge:
                return f"The number {value} is too small."
            return f"The number {value} is too large." if wanted.le is not None and value > wanted.le else None
        case form.StrType() if isinstance(value, str):
            if wanted.min_length and not value.strip():
                return "The text is empty."
            fits = wanted.pattern is None or re.search(wanted.pattern, value)
            return None if fits else f'The text "{value}" has the wrong form.'
        case form.BoolType() if isinstance(value, bool):
            return None
        case form.LiteralType() if type(value) is type(wanted.values[0]):
            return None if value in wanted.values else f'The value "{value}" is not known.'
    return f"This is {found}, which does not fit here."


def _mend(value: object, wanted: form.Type) -> str:
    if isinstance(wanted, form.LiteralType) and isinstance(value, str):
        return suggest(value, [str(choice) for choice in wanted.values])
    return f"Write {_describe(wanted)}."


def _describe(wanted: form.Type) -> str:
    """What a file should hold, in words for somebody who has never seen the schema."""
    wanted = _plain(wanted)
    match wanted:
        case form.IntType(ge=None) | form.IntType(le=None):
            return "a whole number"
        case form.IntType():
            return f"a whole number from {wanted.ge} to {wanted.le}"
        case form.BoolType():
            return "true or false"
        case form.LiteralType(values=(int(only),)):
            return str(only)
        case form.LiteralType():
            return f"one of {quoted(wanted.values)}"
        case form.StrType(pattern=str(pattern)) if "#" in pattern:
            return 'a colour such as "#8b4b32"'
        case form.StrType(pattern=str()):
            return 'small letters, digits and hyphens, such as "my-edition"'
        case form.StrType():
            return "text in quotes"
        case form.VarTupleType(min_length=int(least)):
            return f"a list of {least} entries"
        case form.VarTupleType():
            return "a list"
    return "a table"
