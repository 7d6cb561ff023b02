"""A database of a release with a hundred running games, stored as `tests/stored/<version>.sqlite3.xz`.

Run it once for each release, by that release's own code:

    PYTHONPATH=CHECKOUT/src python tools/stored_tables.py tests/stored

`tests/server/test_upgrades.py` opens the databases of all releases and plays the games on to their end. They are of
every edition and variant, with people and bots of all levels, with and without contributions to the dice, some of them
in the middle of a draw. Only names that every release has are used here.
"""

from __future__ import annotations

import argparse
import hashlib
import lzma
import random
import secrets
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

import freehold
from freehold.editions import load
from freehold.server.fairness import fair_dice
from freehold.server.fairness.hash_chains import chain
from freehold.server.protocol.messages import NewTable, Person
from freehold.server.storage import store as stores
from freehold.server.storage.recovery import open_store
from freehold.server.table import bots, seating
from freehold.server.table.table import Table

EDITIONS = ("classic", "disney-parks", "game-of-thrones", "spider-man", "star-wars-1", "star-wars-2")
LEVELS: tuple[Any, ...] = ("random", "novice", "trader", "baron")
PEOPLE = ("Ann", "Bob", "Cleo")
GAMES, LONG, LONGEST = 100, 16, 120  # every sixteenth game has a snapshot on its way
NOON = 1_763_000_000_000
Writes: Any = vars(stores)["Writes"]  # another module has it since 0.3.0
LINKS = 400  # of a player's chain


def chain_of(game: str, name: str) -> list[str]:
    """A player's hash chain: its end, then the links in the order of use."""
    return chain(hashlib.sha256(f"{game} {name}".encode()).digest(), LINKS)


def wish_of(k: int, chance: random.Random) -> dict[str, Any]:
    edition = EDITIONS[k % len(EDITIONS)]
    variants = [variant.id if hasattr(variant, "id") else variant for variant in load(edition).variants]
    variant = variants[k // len(EDITIONS) % len(variants)]
    people = k % 4  # in one game of four, none
    seats = max(people, chance.randint(2, 6))
    wish = {"edition": edition, "variant": variant, "seats": seats, "listed": bool(k % 2), "level": LEVELS[k % 4]}
    levels = [chance.choice(LEVELS) for _ in range(seats - people)]
    return {**wish, "people": [Person(name) for name in PEOPLE[:people]], "bots": levels, "pace": "fast"}


class Played:
    """One table, played by bots also where people sit, who then give links of their chains."""

    def __init__(self, store: Any, k: int) -> None:
        self._chance = random.Random(f"{freehold.__version__} {k}")
        secret = secrets.token_bytes(32)
        record = seating.open_table(NewTable(**wish_of(k, self._chance)), fair_dice.commitment(secret), NOON + k)[0]
        self._store, self._minds, self._now = store, bots.TableBots(), NOON + k
        table: Any = Table(record, secret)
        self.table = table
        store.commit([Writes(record=record, secret=secret)])
        self._links = {}
        for seat, chair in enumerate(record.seats):
            if chair.kind == "person" and k % 3:
                self._links[seat] = chain_of(record.id, chair.name)
                seating.give_chain(record, seat, self._links[seat][0])
                table.present[seat] = 1
        self._write(table.start(self._now))

    def _write(self, step: Any, draw: bool = True) -> None:
        """Write a step; if it asks for links, all give theirs, one time in twenty all but one, and the draw is made."""
        self._commit(step.writes)
        if step.asking is not None and draw:
            number = step.asking.draw
            late = min(self._links) if self._chance.random() < 0.05 else None
            for seat in step.asking.asked:
                if seat != late:
                    self.table.drawing.give(seat, number, self._links[seat][number + 1])
            self._commit(self.table.draw(self._now).writes)

    def _commit(self, writes: Any) -> None:
        if writes:
            assert self._store.commit([writes]) == [None]

    def play(self, actions: int) -> None:
        table = self.table
        while table.number < actions and table.record.status == "playing" and table.record.pending is None:
            self._act(table.number + 1 == actions and actions % 2 == 0)

    def _act(self, last: bool) -> None:
        """An action. If it is the last one and draws, the game stops in the middle of the draw."""
        table, game = self.table, self.table.game
        seat = game.decider
        self._now += 700
        person = table.record.seats[seat].kind == "person"
        twin = bots.snapshot(game) if hasattr(bots, "snapshot") else game.copy()
        action = self._minds.choose(twin, seat, table.level_of(seat), table.bot_levels())
        by, client = ("person", f"{seat}:{table.number}") if person else ("bot", None)
        step = table.act(self._now, seat, table.number + 1, action, by, client)
        self._write(step, draw=not last)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    to = parser.parse_args().folder / f"{freehold.__version__}.sqlite3.xz"
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder))[0]
        running = 0
        for k in range(10 * GAMES):
            played = Played(store, k)
            chance = random.Random(k)
            played.play(LONGEST if k % LONG == 0 else chance.randint(0, 24))
            running += played.table.record.status == "playing"
            if running == GAMES:
                break
        store.close()
        path = Path(folder) / "freehold.sqlite3"
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")
        connection.close()
        to.write_bytes(lzma.compress(path.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
    print(to, to.stat().st_size)


if __name__ == "__main__":
    main()
