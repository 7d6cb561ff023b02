"""What the server's tests share: games played under fair dice, with their logs, without any server."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from freehold.game import Game, IllegalAction
from freehold.server.fairness import fair_dice
from freehold.server.fairness.hash_chains import chain
from freehold.server.storage.game_log import (
    UNBOUND,
    Chair,
    Ending,
    Entry,
    Header,
    Log,
    Shares,
    bind,
    named,
    rules_digest,
    view_digest,
)
from freehold.server.storage.record import Record, Seat, digest_of
from tests.server import simple_player

SECRET = bytes(range(32))
CHAIN = 2000  # links of a test's chain


def links_of(name: str, which: int = 0) -> list[str]:
    """The hash chain of a player in these games: its end, then the links in the order of use."""
    return chain(hashlib.sha256(f"chain {which} of {name}".encode()).digest(), CHAIN)


def unfinished(
    edition: str = "classic",
    secret: bytes = SECRET,
    variant: str = "classic",
    until: Callable[[Game, int], bool] = lambda game, actions: actions == 40,
    id: str = "abc",
    names: Sequence[str] = ("Ann", "Bob"),
    format: Literal[1, 2, 3] = 3,
    options: dict[str, str | int] | None = None,
) -> Log:
    """A game of random players, up to where `until` likes the game and the number of its actions, or to its end.

    From format 2 on every seat gives its link to every draw; in format 1 each gave a salt.
    """
    tokens = [token.id for token in Game.new(edition, 2).edition.tokens[: len(names)]]
    chains = [links_of(name) for name in names]
    header = Header(
        game=id,
        edition=edition,
        variant=variant,
        options=options or {},
        seats=tuple(_chair(name, tokens[k], chains[k][0], format) for k, name in enumerate(names)),
        commitment=fair_dice.commitment(secret),
        rules=rules_digest(edition),
        at=1_000,
        start=UNBOUND,
        hash=UNBOUND,
        format=format,
        shares=_shares(chains, 0) if format > 1 else UNSET,
    )
    game = fair_dice.set_up_again(header, secret)
    header = bind("", msgspec.structs.replace(header, start=view_digest(game.view(), format)))
    entries: list[Entry] = []
    before, chance = header.hash, random.Random(5)
    while not until(game, len(entries)) and not game.over:
        seat = game.decider
        refused: list[Any] = []
        assert seat is not None
        number = len(entries) + 1
        while True:
            action = simple_player.choose(game, seat, chance, refused)
            shares: Shares | UnsetType = UNSET
            try:
                twin, _, line = fair_dice.tried(game, action, seat)
                if format == 1:
                    _, line = fair_dice.play(game, number, action, seat, secret, header.salts)
                elif twin.draws == game.draws:
                    game = twin
                else:
                    shares = _shares(chains, game.draws + 1)
                    _, line = fair_dice.play(game, game.draws + 1, action, seat, secret, shares)
                break
            except IllegalAction:
                refused.append(action)
        entry = Entry(
            number,
            seat,
            line["action"],
            line["chance"],
            "person",
            1_000 + number,
            view_digest(game.view(), format),
            UNBOUND,
            shares,
        )
        entries.append(bind(before, entry))
        before = entries[-1].hash
    return ended(Log(header, entries, None, None), "over", secret) if game.over else Log(header, entries, None, None)


def _chair(name: str, token: str, end: str, format: Literal[1, 2, 3]) -> Chair:
    if format == 1:
        return Chair(name, token, f"salt of {name}")
    if format == 2:
        return Chair(name, token, chain=end)
    blind = hashlib.sha256(f"blind of {name}".encode()).hexdigest()
    return Chair(name, token, chain=end, kind="person", named=named(name, blind), blind=blind)


def _shares(chains: Sequence[Sequence[str]], draw: int) -> Shares:
    return {str(seat): links[draw + 1] for seat, links in enumerate(chains)}


def ended(log: Log, how: Literal["over", "consent"], secret: bytes) -> Log:
    """The same game, ended after its last action."""
    before = log.entries[-1].hash if log.entries else log.header.hash
    ending = bind(before, Ending(how, len(log.entries), 9_000, UNBOUND))
    return Log(log.header, log.entries, ending, secret.hex())


def played(
    edition: str = "classic",
    actions: int = 40,
    secret: bytes = SECRET,
    variant: str = "classic",
    format: Literal[1, 2, 3] = 3,
) -> Log:
    """A game of two random players, ended by consent after so many actions."""
    log = unfinished(edition, secret, variant, lambda _, count: count >= actions, format=format)
    return log if log.ending else ended(log, "consent", secret)


def record_of(log: Log, **fields: Any) -> Record:
    """The stored record of a played log."""
    header = log.header
    seats = [Seat(chair.name, chair.token, "person", key=digest_of(f"key of {chair.name}")) for chair in header.seats]
    record = Record(
        id=header.game,
        edition=header.edition,
        variant=header.variant,
        options=header.options,
        language="en",
        seconds=None,
        minutes=None,
        listed=True,
        level="random",
        seats=seats,
        host=digest_of("key of the host"),
        invite=digest_of("invitation"),
        commitment=header.commitment,
        created=header.at,
        status="over" if log.ending else "playing",
        header=header,
        ending=log.ending,
    )
    return msgspec.structs.replace(record, **fields)
