"""What is out of line in the games of bots. A figure counts if its whole interval is beyond the threshold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from statistics import median
from typing import Any

from freehold.arena.balance import findings as limits
from freehold.arena.balance.findings import Finding, Part, called, figure, share
from freehold.editions import Edition
from freehold.i18n import text

Row = Mapping[str, Any]


def game_findings(edition: Edition, measured: Row) -> list[Finding]:
    """All findings of the parts that were measured."""
    found = [*_length(measured["length"]), *_seats(measured["seats"]), *_early(measured["early_bankruptcies"])]
    found += _luck(measured["luck"]) if measured["luck"] else []
    found += _earnings(edition, measured["groups"])
    return [*found, *_restricted(measured["restricted"])]


def interval(row: Row, digits: int = 0, *, shares: bool = True) -> dict[str, Part]:
    """The parts {value}, {low} and {high} of a sentence."""
    written = share if shares else figure
    return {name: written(row[name], digits) for name in ("value", "low", "high")}


def made(code: str, row: Row, limit: float, where: dict[str, Any], parts: dict[str, Part]) -> Finding:
    return Finding(code, row["value"], limit, where, parts, row["low"], row["high"])


def _length(length: Row) -> Iterator[Finding]:
    given_up, rounds = length["unfinished"], length["rounds"]
    if given_up["low"] > limits.ENDLESS:
        parts = {**interval(given_up), "rounds": figure(given_up["after"])}
        yield made("endless", given_up, limits.ENDLESS, {}, parts)
    parts = {**interval(rounds, 1, shares=False), "minutes": figure(length["minutes"]["value"])}
    if rounds["low"] > limits.LONGEST:
        yield made("long", rounds, limits.LONGEST, {}, parts)
    if rounds["high"] < limits.SHORTEST:
        yield made("short", rounds, limits.SHORTEST, {}, parts)


def _seats(seats: Sequence[Row]) -> Iterator[Finding]:
    even = 1 / len(seats)
    for row in seats:
        parts = {**interval(row, 1), "place": figure(row["place"]), "even": share(even, 1)}
        if row["low"] > even + limits.SEAT:
            yield made("seat-ahead", row, even + limits.SEAT, {"place": row["place"]}, parts)
        if row["high"] < even - limits.SEAT:
            yield made("seat-behind", row, even - limits.SEAT, {"place": row["place"]}, parts)


def _early(early: Row) -> Iterator[Finding]:
    if early["low"] > limits.EARLY:
        yield made("early", early, limits.EARLY, {}, {**interval(early), "rounds": figure(early["rounds"])})


def _luck(luck: Row) -> Iterator[Finding]:
    best = luck["best"]
    if best["high"] < limits.LEAST_SKILL:
        parts = {**interval(best, 1), "even": share(best["even"])}
        yield made("luck", best, limits.LEAST_SKILL, {"bot": best["bot"]}, parts)


def _earnings(edition: Edition, groups: Sequence[Row]) -> Iterator[Finding]:
    usual = median([row["return"]["value"] for row in groups] or [0.0])
    if usual <= 0:
        return
    for row in groups:
        relative = {name: row["return"][name] / usual for name in ("value", "low", "high")}
        where, name = {"group": row["group"]}, group_name(edition, row["group"])
        if relative["low"] > limits.MUCH:
            yield made(
                "earns-much", relative, limits.MUCH, where, {"group": name, **interval(relative, 1, shares=False)}
            )
        if relative["high"] < limits.LITTLE:
            yield made("earns-little", relative, limits.LITTLE, where, {"group": name, **interval(relative)})


def group_name(edition: Edition, id: str) -> Part:
    """The name of a group; "station" and "utility" are groups too."""
    group = next((group for group in edition.groups if group.id == id), None)
    return partial(text, "balance", id) if group is None else called(group.printed_colour)


def _restricted(restricted: Sequence[Row]) -> Iterator[Finding]:
    for row in restricted:
        if row["low"] > row["even"] + limits.RIDE:
            parts = {**interval(row, 1), "even": share(row["even"])}
            where = {"restriction": row["restriction"]}
            yield made(f"restricted-{row['restriction']}", row, row["even"] + limits.RIDE, where, parts)
