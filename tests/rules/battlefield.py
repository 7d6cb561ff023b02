"""A field of battle for Star Wars II: tokens of both camps, the two symbols, and throws that bring them together."""

from __future__ import annotations

from typing import Any

from freehold import Game
from tests.table import A, B, C, deeds, table
from tests.table import throw as cast

S2 = "star-wars-2"
LIGHT = ("obi-wan", "padme", "anakin", "mace-windu", "clone-trooper")
DARK = ("super-battle-droid", "jango-fett", "dooku")
TOKENS = {A: "dooku", B: "obi-wan", C: "mace-windu"}
FIELD = 23  # a lot of A's, so that nothing but the Force happens there


def symbols(game: Game) -> tuple[int, int]:
    """Where the light and the dark symbol stand."""
    force = game.position()["force"]
    return force["light"], force["dark"]


def landing(token: str = "dooku", *, light: int = FIELD, dark: int = 5, **position: Any) -> Game:
    """A, seven squares before the field, which is A's own; the others are far away on GO."""
    others = [name for name in LIGHT + DARK if name != token]
    tokens = {A: token, B: others[0], C: others[1]}
    given: dict[str, Any] = {"deeds": deeds(A, FIELD), "at": {A: FIELD - 7}} | position
    return table(S2, tokens=tokens, force={"light": light, "dark": dark}, **given)


def arriving(*, at: dict[int, int], light: int = 37, dark: int = 5, **position: Any) -> Game:
    """A sits in jail and throws white 2, black 3 and a shift: dark goes from 5 to 8, light from 37 to 39."""
    given: dict[str, Any] = {"tokens": TOKENS, "jailed": {A: 0}} | position
    return table(S2, at=at, force={"light": light, "dark": dark}, **given)


def throw(game: Game, *battle: str, force: str = "light") -> list[dict[str, Any]]:
    return cast(game, 3, 4, *battle, force=force)


def shift(game: Game, *battle: str) -> list[dict[str, Any]]:
    return cast(game, 2, 3, *battle, force="shift")


def battles(events: list[dict[str, Any]]) -> list[tuple[int, str, int]]:
    return [(event["seat"], event["symbol"], event["square"]) for event in events if event["type"] == "battle"]
