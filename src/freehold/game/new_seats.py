"""Who sits where in a new game: names, tokens, and the seats that deal and throw first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from freehold.editions import Edition
from freehold.editions.faults import SetupError


class Seats(NamedTuple):
    """The seats of a new game. `tokens`: their numbers in the edition's list."""

    names: list[str]
    tokens: list[int]
    banker: int
    opener: int


def seated(
    edition: Edition, players: Sequence[str] | int, tokens: Sequence[str] | None, banker: int, banker_plays: bool
) -> Seats:
    """The seats of a new game; `SetupError` says what the edition does not allow."""
    people = _people(players)
    low, high = edition.players.min, edition.players.max
    if not low <= len(people) <= high:
        raise SetupError("wrong-players", {"edition": edition.name, "low": low, "high": high, "given": len(people)})
    if not isinstance(banker, int) or isinstance(banker, bool) or not 0 <= banker < len(people):
        raise SetupError("bad-banker", {"players": len(people), "given": repr(banker)})
    opener = banker
    if not banker_plays:
        people, banker, opener = _without_banker(edition, people, banker)
    return Seats(people, _tokens(edition, len(people), tokens), banker, opener)


def _people(players: Sequence[str] | int) -> list[str]:
    if isinstance(players, int) and not isinstance(players, bool):
        if not 0 <= players <= 100:
            raise SetupError("table-size", {"given": players})
        return [f"Player {k + 1}" for k in range(players)]
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise SetupError("players-list")
    people = list(players)
    for k, name in enumerate(people):
        if not isinstance(name, str) or not name.strip():
            raise SetupError("bad-name", {"number": k + 1})
        if name in people[:k]:
            raise SetupError("same-name", {"name": name})
    return people


def _without_banker(edition: Edition, people: list[str], banker: int) -> tuple[list[str], int, int]:
    """The players when the banker does not play: the right neighbour deals instead, the left one opens."""
    # bank.banker-only-above-five
    least = edition.players.banker_only_from
    if least == 0:
        raise SetupError("banker-must-play", {"edition": edition.id})
    if len(people) < least:
        raise SetupError("banker-needed", {"least": least, "players": len(people)})
    rest = people[:banker] + people[banker + 1 :]
    return rest, (banker - 1) % len(rest), banker % len(rest)


def _tokens(edition: Edition, players: int, tokens: Sequence[str] | None) -> list[int]:
    ids = [token.id for token in edition.tokens]
    chosen = list(tokens) if tokens is not None else ids[:players]
    if len(chosen) != players:
        raise SetupError("tokens-count", {"players": players, "tokens": len(chosen)})
    for seat, token in enumerate(chosen):
        if token not in ids:
            raise SetupError("unknown-token", {"given": repr(token), "known": ", ".join(ids)})
        if chosen.index(token) != seat:
            raise SetupError("token-taken", {"token": token})
    return [ids.index(token) for token in chosen]
