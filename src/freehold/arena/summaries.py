"""The types of what `summary()` gives of a simulation and of a tournament, and of the rows in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from freehold.players.bot_file import BotError
from freehold.players.lost_moves import LostRow


class Wins(TypedDict):
    """Wins, their share of the games, and its 95 % interval."""

    wins: int
    rate: float
    low: float
    high: float


class SeatRow(Wins):
    seat: int
    bot: str | None


class WinChance(Wins):
    """A row of `win_probability`."""

    seat: int
    name: str
    bot: str


class PlaceRow(Wins):
    """Wins by turn order. `share`: of the games with a single winner."""

    place: int
    share: float
    share_low: float
    share_high: float
    advantage: float


class BotRow(Wins):
    bot: str
    seats: int


class Spread(TypedDict):
    mean: float
    p10: float
    median: float
    p90: float
    least: float
    most: float


class Lengths(TypedDict):
    turns: Spread
    throws: Spread
    rounds: Spread
    ended: Spread


class LengthRow(TypedDict):
    turns: int
    games: int


class Landings(TypedDict):
    landings: int
    share: float


class SquareRow(Landings):
    square: int
    name: str


ReturnRow = TypedDict(
    "ReturnRow",
    {
        "level": str,
        "throws": int,
        "rents": int,
        "due": int,
        "rent": int,
        "cost": int,
        "return": float,
        "cash_return": float,
    },
)


class DeedRow(TypedDict):
    square: int
    name: str
    group: str
    price: int
    bought: int
    dealt: int
    auctioned: int
    auction_price: float | None
    rents: int
    due: int
    rent: int
    rent_per_game: float
    ruined: int
    buildings: int
    building_cost: int
    mortgages: int
    returns: list[ReturnRow]


class GroupRow(TypedDict):
    group: str
    completed: int
    per_game: float
    inherited: int


class BankruptcyRow(TypedDict):
    round: int
    bankruptcies: int


class Settings(TypedDict):
    edition: str
    variant: str
    options: dict[str, str | int | Sequence[str]]
    bots: list[str]
    players: int
    games: int
    seed: int
    turns: int
    rotate: bool


class Stopped(TypedDict):
    """A bot that could not be started any more, in a sentence."""

    code: str
    sentence: str


class Ended(TypedDict):
    """Whether all games were played, and what stopped them unless somebody did."""

    complete: bool
    stopped_by: Stopped | None


def stopped_by(broken: BotError | None, lang: str) -> Stopped | None:
    return None if broken is None else {"code": broken.code, "sentence": broken.sentence(lang)}


class SimulationSummary(Ended):
    """What `freehold simulate --json` prints."""

    games: int
    finished: int
    unfinished: int
    shared: int
    digest: str
    settings: Settings
    seats: list[SeatRow]
    order: list[PlaceRow]
    bots: list[BotRow]
    length: Lengths
    endings: dict[str, int]
    per_game: dict[str, float]
    squares: list[SquareRow]
    in_jail: Landings
    deeds: list[DeedRow]
    groups: list[GroupRow]
    bankruptcies: list[BankruptcyRow]
    lost_moves: list[LostRow]


class Rated(TypedDict):
    """A bot of a tournament: wins for each seat, and its Elo with its interval."""

    bot: str
    wins: int
    seats: int
    rate: float
    low: float
    high: float
    elo: float
    elo_low: float
    elo_high: float


class Against(Wins):
    """One bot against a table of another."""

    bot: str
    against: str
    games: int


class TournamentSummary(Ended):
    """What `freehold tournament --json` prints first. `even`: the wins for each seat if all were equal."""

    games: int
    unfinished: int
    by_worth: int
    shared: int
    bots: tuple[Rated, ...]
    cross: tuple[Against, ...]
    order: tuple[Wins, ...]
    rounds: float
    per_game: dict[str, float]
    lost_moves: tuple[LostRow, ...]
    even: float
    enough: bool
