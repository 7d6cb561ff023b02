"""A finding: what is out of line, by which figure and threshold, and in words. The thresholds are all here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from freehold.editions.schema import Text
from freehold.i18n import LANGUAGES, text
from freehold.i18n.languages import number, percent

# Tables: factors by which a number may differ from the classic board's relation of prices, rents and costs
PRICE, LOT, RENT, BUILDING, SCALE = 1.25, 1.4, 1.6, 1.6, 2.0
LEAST_MORTGAGE, MOST_MORTGAGE = 0.3, 0.7  # of the price; usually a half
DECK, CARD, TAX = 0.25, 1.5, 2.0  # of the median price of a lot: a deck's mean payment, one card's payment, a tax
# Games of four barons, each compared with its 95 % interval
ENDLESS = 0.05  # of the games have no end within `ROUNDS`
SHORTEST, LONGEST = 12.0, 75.0  # rounds on average
SEAT = 0.08  # a seat's share of the wins above or below an even one; the first has 4 to 5 points more by nature
EARLY, EARLY_ROUNDS = 0.25, 20  # of the players are bankrupt within so many rounds
LEAST_SKILL = 0.35  # of the games are won by the best of four different bots
LITTLE, MUCH = 0.4, 3.5  # what a group earns for what it cost, relative to the median; brown earns up to 2.6 times
RIDE = 0.1  # a restricted player wins so much more than an even share

Part = Callable[[str], str]


@dataclass(frozen=True)
class Finding:
    """What is out of line. `value` is compared with `threshold`; a figure of games has its interval."""

    code: str
    value: float
    threshold: float
    where: dict[str, Any] = field(default_factory=dict)
    parts: dict[str, Part] = field(default_factory=dict)
    low: float | None = None
    high: float | None = None

    def sentence(self, lang: str) -> str:
        return text("balance", self.code, lang).format(**{name: part(lang) for name, part in self.parts.items()})

    def as_json(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "source": "tables" if self.low is None else "games",
            "where": self.where,
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "threshold": self.threshold,
            "text": {lang: self.sentence(lang) for lang in LANGUAGES},
        }


def called(name: Text) -> Part:
    return lambda lang: name[lang]


def share(value: float, digits: int = 0) -> Part:
    """A share as a percentage."""
    return lambda lang: percent(100 * value, lang, digits)


def figure(value: float, digits: int = 0) -> Part:
    return lambda lang: number(value, lang, digits)


def times(factor: float) -> Part:
    """A factor in words: 33 % below, or 2.5 times; always as a distance from 1."""
    if factor >= 2:
        return lambda lang: text("balance", "times", lang).format(factor=number(factor, lang, 1))
    key = "above" if factor >= 1 else "below"
    return lambda lang: text("balance", key, lang).format(share=percent(100 * abs(factor - 1), lang))
