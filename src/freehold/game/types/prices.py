"""Prices of a position, and plans: the actions that lead to an estate that is wished for."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from freehold.game.types.actions import Action


class Rent(TypedDict):
    """The rent of a deed now, and the row of its title deed that gives it.

    `row`: the bare lot, the bare lot of a whole group, so many buildings, or so many stations or utilities `owned`.
    A utility has `times` the throw in place of an amount; with `fresh`, the dice are thrown again for it.
    """

    row: Literal["lot", "group", "buildings", "owned"]
    count: int
    amount: NotRequired[int]
    times: NotRequired[int]
    fresh: NotRequired[bool]


class DeedPrices(TypedDict):
    """`redeem`: what lifting a mortgage costs (or would cost). The rest is only there for a sold deed.

    `interest`: what the next owner of a mortgaged deed pays at least. `value`: what it counts for in a final count.
    `bound`: the reason why the deed cannot change hands now.
    """

    redeem: int
    rent: NotRequired[Rent]
    interest: NotRequired[int]
    value: NotRequired[int]
    bound: NotRequired[str]


class Tax(TypedDict):
    amount: int
    percent: int


class Prices(TypedDict):
    """The prices of the current position. `hotel_after`: the number of small buildings before a large one. `salary`:
    what passing GO pays, and `landing` what stopping there does. `double_offers`: whether a double offers options.
    """

    hotel_after: int
    salary: int
    landing: int
    rent_claimed: bool
    double_offers: bool
    deeds: dict[str, DeedPrices]
    taxes: dict[str, Tax]


class Wish(TypedDict):
    """The desired state of a lot. `level` counts buildings as steps; the large building is the highest."""

    square: int
    level: NotRequired[int]
    mortgaged: NotRequired[bool]


class Blocked(TypedDict):
    square: int
    reason: str


class LotOptions(TypedDict):
    """The possible changes of a deed after the plan: None, or the reason why not. `sell_price`: for one step down."""

    build: str | None
    sell: str | None
    mortgage: str | None
    redeem: str | None
    sell_price: int
    redeem_price: int


class GroupOptions(TypedDict):
    """May every lot of a group go up, or down, to the same level?"""

    build: str | None
    sell: str | None


class Plan(TypedDict):
    """The actions that lead to the estate wished for, each with its amount, and the estate after them.

    `blocked`: why the wishes cannot all be met. `contested`: a building on the way is scarce, so that others are asked
    first; the plan assumes that nobody else wants it.
    """

    steps: list[Action]
    cash: int
    houses: int
    hotels: int
    blocked: Blocked | None
    contested: bool
    raisable: int
    wishes: list[Wish]
    lots: dict[str, LotOptions]
    groups: dict[str, GroupOptions]
