"""Two settings side by side: how much longer games last, whether luck counts more, who profits; in one sentence too."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log, sqrt
from typing import Any

from freehold.i18n import LANGUAGES, text
from freehold.i18n.languages import number, percent

Row = Mapping[str, Any]
MANY = 0.25  # more games without an end: the length is a lower bound then
NOTABLE = 0.05  # a smaller change of the length is "about as long", however certain it is
TYPICAL = 0.02  # a smaller change of the median: the mean is longer because of a few games


def compared(one: Row, other: Row) -> dict[str, Any]:
    """How `one` differs from `other`, both as `Laboratory.measured` gives them."""
    made: dict[str, Any] = {
        "rounds": ratio(one["length"]["rounds"], other["length"]["rounds"]),
        "minutes": ratio(one["length"]["minutes"], other["length"]["minutes"]),
        "unfinished": difference(one["length"]["unfinished"], other["length"]["unfinished"]),
        "first_seat": difference(one["seats"][0], other["seats"][0]),
        "early_bankruptcies": difference(one["early_bankruptcies"], other["early_bankruptcies"]),
        "luck": difference(one["luck"]["luck"], other["luck"]["luck"]) if one["luck"] and other["luck"] else None,
    }
    made["text"] = {lang: sentence(made, lang) for lang in LANGUAGES}
    return made


def sentence(effect: Row, lang: str, *, between: bool = True) -> str:
    """For example: Games last 40% longer (38–42%); luck counts more. Without `between` there is no interval."""
    said = [_length(effect["rounds"], effect.get("median"), lang, between)]
    if effect["unfinished"]["low"] > MANY:
        said.append(text("balance", "no-end", lang))
    if effect["luck"] is not None:
        said.append(text("balance", _luck(effect["luck"]), lang))
    return text("balance", "joined", lang).join(said) + "."


def _length(row: Row, median: Row | None, lang: str, between: bool) -> str:
    if row["low"] > 1 and row["value"] - 1 >= NOTABLE:
        usual = median is not None and median["rounds"] <= (1 + TYPICAL) * median["without"]
        key = "longer-rarely" if usual else "longer"
    elif row["high"] < 1 and 1 - row["value"] >= NOTABLE:
        key = "shorter"
    else:
        return text("balance", "same-length", lang)
    said = text("balance", key, lang).format(share=percent(100 * abs(row["value"] - 1), lang))
    low, high = sorted(100 * abs(row[end] - 1) for end in ("low", "high"))
    return f"{said} ({number(low, lang)}–{percent(high, lang)})" if between else said


def _luck(row: Row) -> str:
    if row["low"] > 0:
        return "more-luck"
    return "less-luck" if row["high"] < 0 else "same-luck"


def difference(one: Row, other: Row) -> dict[str, float]:
    """The difference of two independent figures; the interval adds the squares of their half widths."""
    value = one["value"] - other["value"]
    half = sqrt(_half(one) ** 2 + _half(other) ** 2)
    return {"value": value, "low": value - half, "high": value + half}


def ratio(one: Row, other: Row) -> dict[str, float]:
    """The ratio of two independent figures, with an interval on the logarithmic scale."""
    if one["value"] <= 0 or other["value"] <= 0:
        return {"value": 1.0, "low": 0.0, "high": float("inf")}
    value = log(one["value"] / other["value"])
    half = sqrt((_half(one) / one["value"]) ** 2 + (_half(other) / other["value"]) ** 2)
    return {"value": exp(value), "low": exp(value - half), "high": exp(value + half)}


def _half(row: Row) -> float:
    return float(row["high"] - row["low"]) / 2
