"""What the server's tests share: games played under fair dice, with their logs, without any server."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from freehold.game import Game, IllegalAction
from freehold.server import fair
from freehold.server.log import UNBOUND, Chair, Ending, Entry, Header, Log, bind, rules_digest, view_digest
from freehold.server.record import Record, Seat, digest_of
from tests import simple_player

SECRET = bytes(range(32))


def played(edition: str = "classic", actions: int = 40, secret: bytes = SECRET, variant: str = "classic") -> Log:
    """A game of two random players, ended by consent after so many actions."""
    chairs = (Chair("Ann", "", "salt of Ann"), Chair("Bob", "", "salt of Bob"))
    tokens = [token.id for token in Game.new(edition, 2).edition.tokens[:2]]
    chairs = tuple(Chair(chair.name, token, chair.salt) for chair, token in zip(chairs, tokens, strict=True))
    salts = [chair.salt for chair in chairs]
    game = fair.set_up(edition, variant, {}, ["Ann", "Bob"], tokens, secret, salts)
    header = bind(
        "",
        Header(
            game="abc",
            edition=edition,
            variant=variant,
            options={},
            seats=chairs,
            commitment=fair.commitment(secret),
            rules=rules_digest(edition),
            at=1_000,
            start=view_digest(game),
            hash=UNBOUND,
        ),
    )
    entries: list[Entry] = []
    before, chance = header.hash, random.Random(5)
    while len(entries) < actions and not game.over:
        seat, refused = game.decider, []
        assert seat is not None
        number = len(entries) + 1
        while True:
            action = simple_player.choose(game, seat, chance, refused)
            try:
                _, line = fair.play(game, number, action, seat, secret, salts)
                break
            except IllegalAction:
                refused.append(action)
        entry = Entry(
            number, seat, line["action"], line["chance"], "person", 1_000 + number, view_digest(game), UNBOUND
        )
        entries.append(bind(before, entry))
        before = entries[-1].hash
    ending = bind(before, Ending("over" if game.over else "consent", len(entries), 9_000, UNBOUND))
    return Log(header, entries, ending, secret.hex())


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
