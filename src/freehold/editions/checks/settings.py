"""The other tables: players and tokens, money, rule switches, variants, and sources."""

from __future__ import annotations

from collections.abc import Iterator

from freehold.editions.checks.rows import Table, rows, squares_of, twice, whole_board
from freehold.editions.faults import Fault, suggest
from freehold.editions.schema import OWNABLE
from freehold.editions.switches import BY_NAME

DIE_FACES = 6


def faults(raw: Table) -> Iterator[Fault]:
    yield from _players(raw)
    yield from _money(raw)
    yield from _rules(raw)
    yield from _force(raw)
    yield from _variants(raw)
    yield from _sources(raw)


def _players(raw: Table) -> Iterator[Fault]:
    yield from twice(raw, "tokens")
    players, tokens = raw.get("players") or {}, raw.get("tokens")
    least, most = players.get("min"), players.get("max")
    if most is None:
        return
    if least is not None and least > most:
        yield Fault("players.min", "min-above-max", {"least": least, "most": most})
    if tokens is not None and len(tokens) < most:
        yield Fault("tokens", "too-few-tokens", {"count": len(tokens), "most": most})


def _money(raw: Table) -> Iterator[Fault]:
    money = raw.get("start_money") or {}
    total, notes = money.get("total"), money.get("notes")
    if total is None or notes is None or any(None in (note.get("value"), note.get("count")) for note in notes):
        return
    if (worth := sum(note["value"] * note["count"] for note in notes)) != total:
        yield Fault("start_money.notes", "notes-worth", {"worth": worth, "total": total})


def _rules(raw: Table) -> Iterator[Fault]:
    for name, value in (raw.get("rules") or {}).items():
        if name not in BY_NAME:
            yield Fault(f"rules.{name}", "unknown-switch", {"switch": name, **suggest(name, BY_NAME)})
        elif value is not None and value not in BY_NAME[name].values:
            near = suggest(value, BY_NAME[name].values)
            yield Fault(f"rules.{name}", "unknown-switch-value", {"value": value, **near})


def _force(raw: Table) -> Iterator[Fault]:
    """With the Force, every token needs a side, and the die and the loss must be given."""
    numbers = raw.get("numbers") or {}
    faces = numbers.get("force_faces")
    if faces and None not in faces.values() and sum(faces.values()) != DIE_FACES:
        yield Fault("numbers.force_faces", "force-faces", {"count": sum(faces.values()), "all": DIE_FACES})
    if (raw.get("rules") or {}).get("force") != "yes":
        return
    for key in ("battle_loss", "force_faces"):
        if raw.get("numbers") is not None and key not in numbers:
            yield Fault(f"numbers.{key}", "force-key", {"key": key})
    for place, token in rows(raw, "tokens"):
        if "side" not in token:
            yield Fault(f"{place}.side", "force-side")


def _variants(raw: Table) -> Iterator[Fault]:
    """There must be enough deeds to deal, and somebody left at the end."""
    most = (raw.get("players") or {}).get("max")
    deeds = sum(len(squares_of(raw, kind)) for kind in OWNABLE)
    for variant in ("short", "timed"):
        deal = (raw.get(variant) or {}).get("deal")
        if most and deal and whole_board(raw) and deal * most > deeds:
            need = {"players": most, "needed": deal * most, "deeds": deeds}
            yield Fault(f"{variant}.deal", "too-many-dealt", need)
    ends_at = (raw.get("short") or {}).get("ends_at")
    if most and ends_at and ends_at >= most:
        yield Fault("short.ends_at", "nobody-left", {"ends_at": ends_at, "players": most})


def _sources(raw: Table) -> Iterator[Fault]:
    """Every cited source is listed in [sources]."""
    known = raw.get("sources") or {}
    cited = [("decks", raw.get("decks") or {})]
    cited += [row for name in ("tokens", "groups", "squares") for row in rows(raw, name)]
    for place, row in cited:
        for name in row.get("source") or ():
            if name not in known:
                code = "unknown-source" if known else "no-sources"
                yield Fault(f"{place}.source", code, {"name": name, **suggest(name, known)})
