"""The types of what `freehold.balance` and `freehold.price_tag` answer."""

from __future__ import annotations

from typing import NotRequired, TypeAlias, TypedDict


class Estimate(TypedDict):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float


class Unfinished(Estimate):
    after: int


class Length(TypedDict):
    rounds: Estimate
    median: float
    minutes: Estimate
    unfinished: Unfinished


class Place(Estimate):
    place: int


class Early(Estimate):
    rounds: int


Group = TypedDict("Group", {"group": str, "price": int, "cost": float, "earned": float, "return": Estimate})


class Best(Estimate):
    bot: str
    even: float


class Luck(TypedDict):
    bots: list[str]
    games: int
    best: Best
    luck: Estimate


class Duel(Estimate):
    bot: str
    against: str
    games: int


class Restricted(Estimate):
    restriction: str
    games: int
    even: float


Texts: TypeAlias = dict[str, str]  # a sentence by language: `en`, `fr`


class FindingRow(TypedDict):
    """What is out of line. Figures of tables have no interval."""

    code: str
    source: str
    where: dict[str, str | int]
    value: float
    low: float | None
    high: float | None
    threshold: float
    text: Texts


class Effects(TypedDict):
    """How one setting differs from another: ratios of lengths, differences of shares."""

    rounds: Estimate
    minutes: Estimate
    unfinished: Estimate
    first_seat: Estimate
    early_bankruptcies: Estimate
    luck: Estimate | None
    text: Texts


class LaboratorySettings(TypedDict):
    players: int
    games: int
    seed: int
    parts: list[str]


class Balance(TypedDict):
    """What `freehold balance --json` prints."""

    edition: str
    house: list[str]
    settings: LaboratorySettings
    digests: list[str]
    games: int
    length: Length
    seats: list[Place]
    early_bankruptcies: Early
    groups: list[Group]
    luck: Luck | None
    skill: list[Duel]
    restricted: list[Restricted]
    findings: list[FindingRow]
    compare: str | None
    compared: Effects | None


class Median(TypedDict):
    """The median number of rounds with house rules and without."""

    rounds: float
    without: float


class PriceTag(Effects):
    """What house rules do to a game, in the edition and with the players that were measured."""

    median: NotRequired[Median]

    house: list[str]
    edition: str
    players: int
    games: int
    mixed_games: int
    seed: int
    backend: str
    digest: str
