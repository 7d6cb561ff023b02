"""The types of what the coach answers: `evaluate`, `advise` and `review`."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

from freehold.game.types import Action

Texts: TypeAlias = dict[str, str]  # a sentence by language: `en`, `fr`


class Evaluation(TypedDict):
    """Each seat's chance to win, how far each may be off nine times in ten, and whether the game is over."""

    chances: list[float]
    margins: list[float]
    over: bool


class Advice(TypedDict):
    """A choice of a seat. `change` is that of its own chance, `changes` are those of all seats."""

    action: Action
    chance: float
    change: float
    changes: list[float]
    facts: list[str]
    why: Texts
    clause: str | None


class Better(TypedDict):
    """What would have been the best choice."""

    action: Action
    chance: float
    label: Texts
    why: Texts
    clause: str | None


class TurningPoint(TypedDict):
    """A large change of the chances. `number` counts the actions of the log from 1."""

    number: int
    seat: int | None
    kind: Literal["luck", "decision"]
    action: Action
    changes: list[float]
    loss: float
    told: Texts
    better: Better | None


class Review(TypedDict):
    """A game as the coach saw it: see `freehold.review`. Lists are by action, or by seat from `accuracy` on."""

    start: list[float]
    chances: list[list[float]]
    losses: list[float]
    drawn: list[bool]
    turning_points: list[TurningPoint]
    accuracy: list[float | None]
    decisions: list[int]
    best: list[int]
    luck: list[float]
    skill: list[float]
    others: list[float]
