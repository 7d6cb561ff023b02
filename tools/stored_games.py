"""Finished games of every release, as logs, replayed with the rules of today.

`python tools/stored_games.py write` plays 10,000 games of bots with the rules of this version and stores them in
`tests/stored/<version>.games`: every edition with each of its variants, 2 to 8 players, all levels, rents automatic and
claimed. With `--house` the games have house rules, a set of its own each, and are stored beside them, in
`<version>-house.games`. `python tools/stored_games.py` replays the games of every version and prints how many play
differently, grouped by their first difference. `tests/stored/reasons.toml` has the reason of each group; without one
the exit code is 1.
Ctrl-C stops the writing, and stores what was played so far. `--part 50` takes every fiftieth game; `--interpreted`
compiles nothing, and writes no games with moguls. The result does not depend on the number of processes.

A log has the number of the game, which gives its dice and decks, the levels of its bots, the actions, and after every
eight of them one byte of a checksum of the position, so that a difference is found near the action that caused it.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import lzma
import multiprocessing
import os
import random
import signal
import sys
import tomllib
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

import freehold
from freehold.arena.tables import BotTable, Setting, own_seed
from freehold.editions import load
from freehold.editions.faults import SetupError
from freehold.editions.switches import SWITCHES
from freehold.engine import batch, records
from freehold.engine import compile as kernel
from freehold.game import names
from freehold.players import ladder
from freehold.players.mogul import Mogul
from freehold.rules import codes, state

STORED = Path(__file__).parent.parent / "tests" / "stored"
REASONS = STORED / "reasons.toml"
GAMES = 10_000
SEED = 2026
LONGEST = 1_500  # actions; a longer game is left out, and another number played instead
CHECKED = 8  # actions from one checksum to the next
HOUSE = 1_000_000  # games from this number on have house rules
MOGULS = 100  # one game in so many has a mogul: it thinks long
LEVELS = ("random", "novice", "trader", "baron", "mogul")
OFF_TURN = 64  # the bit of an action by somebody else than who has to decide; its seat follows
# What an action needs besides its kind and seat. Jail cards are stored by deck, because slots are the kernel's own.
FIELDS = {
    "use_jail_card": ("a",),
    "attack": ("a",),
    "go_to": ("a",),
    "bid": ("a", "b"),
    "pay_tax": ("a",),
    "settle": ("give_cash", "give"),
    "redeem": ("a",),
    "keep_mortgage": ("a",),
    "place_force": ("a", "b"),
    "want": ("a",),
    "choose": ("a",),
    "build": ("a", "b"),
    "sell": ("a",),
    "sell_group": ("a", "b", "give"),
    "mortgage": ("a",),
    "offer": ("a", "give_cash", "ask_cash", "give", "ask", "give_cards", "ask_cards"),
    "claim": ("a",),
}
ALL_FIELDS = ("a", "b", "give", "ask", "give_cash", "ask_cash", "give_cards", "ask_cards")
# The kinds that change money or deeds in the rarer ways, most telling first: a difference is named after one of them.
TELLING = (
    *("redeem", "keep_mortgage", "claim", "settle", "bankrupt", "sell", "sell_group", "pay_tax", "use_jail_card"),
    *("pay_fine", "pay", "place_force", "leave_force", "attack", "use_option", "choose", "want", "accept", "mortgage"),
)


Differences = dict[str, list[int]]  # the numbers of games by their first difference


@dataclass(frozen=True)
class Stored:
    """One game: its number, who played, its actions as (kind, seat or None for who decides, fields), the checksums."""

    number: int
    bots: tuple[str, ...]
    actions: list[tuple[str, int | None, list[int]]]
    checks: bytes
    winner: int


Switches = Mapping[str, Sequence[str]]  # the house rules' switches by name, with the values that are not usual
SWITCHES_NOW: Switches = {switch.name: switch.values[1:] for switch in SWITCHES if switch.house}


def setting_of(pairs: Sequence[Sequence[str]], number: int, switches: Switches = SWITCHES_NOW) -> Setting:
    """Edition, variant and options of a numbered game."""
    edition, variant = pairs[number % len(pairs)]
    claims = "claimed" if number // len(pairs) % 2 else "automatic"
    return Setting(edition, variant, {**batch.options_of(variant), **house_of(number, switches), "rent_claims": claims})


def house_of(number: int, switches: Switches) -> dict[str, str]:
    """The house rules of a numbered game, from the switches that its version had: each has one in three games."""
    whim = random.Random(f"house {number}")
    known = switches if number >= HOUSE else {}
    return {name: whim.choice(values) for name, values in known.items() if whim.random() < 1 / 3}


def bots_of(pairs: Sequence[Sequence[str]], number: int) -> tuple[str, ...]:
    whim = random.Random(number)
    players = whim.randint(2, load(pairs[number % len(pairs)][0]).players.max)
    bots = [whim.choice(LEVELS[:-1]) for _ in range(players)]
    if number % MOGULS == 0:
        bots[whim.randrange(players)] = LEVELS[-1]
    return tuple(bots)


@cache
def table_of(edition: str, variant: str, options: str) -> BotTable:
    return BotTable(Setting(edition, variant, json.loads(options)))


class Board:
    """A game of the kernel, compiled or interpreted, with the dice of its number and all that its bots need."""

    def __init__(self, setting: Setting, bots: Sequence[str], number: int, backend: Any) -> None:
        self.backend = backend
        self.plain = backend.name == "python"
        self.table = table = table_of(setting.edition, setting.variant, json.dumps(dict(setting.options)))
        dice, own = (batch.chances(number, 1, SEED, kind) for kind in (batch.DICE, batch.PLAYER))
        table.seat(bots)
        if self.plain:
            self.g, self.c, self.r, self.e = records.Game(), records.Chance(), records.Chance(), records.Events()
            self.m, self.x, self.n = records.Moves(), records.Action(), records.Notes()
            self.c.copy_from(dice[0])
            self.r.copy_from(own[0])
            self.n.copy_from(table.n[0])
            self.t, self.v, self.look = table.plain_t, table.plain_v, self.g
        else:
            self.games = np.zeros(1, records.GAME)
            self.g, self.c, self.r, self.e = self.games[0], dice[0], own[0], table.e[0]
            self.m, self.x, self.n = table.work["moves"][0], table.x[0], table.n[0]
            self.t, self.v, self.look = table.t[0], table.v[0], self.games.view(np.recarray)[0]
        backend.clear_notes(self.n)
        backend.new_game(self.g, self.t, self.c, self.e, len(bots), 0)

    def act(self, kind: str, seat: int | None, fields: Sequence[int]) -> str:
        """Do a stored action. The reason if it is refused, else an empty string."""
        for name in ALL_FIELDS:
            self._write(name, 0)
        self._write("kind", names.ACTION_NUMBERS[kind])
        who = int(self.look.decider) if seat is None else seat
        for name, value in zip(FIELDS.get(kind, ()), fields, strict=True):
            holder = who if name == "give_cards" else int(fields[0])
            self._write(name, self._slots(holder, value) if name.endswith("_cards") else value)
        code = int(self.backend.act(self.g, self.t, self.c, self.e, who, self.x))
        return names.REASONS.get(code, "")

    def _write(self, name: str, value: int) -> None:
        if self.plain:
            setattr(self.x, name, value)
        else:
            self.x[name] = value

    def _slots(self, holder: int, decks: int) -> int:
        """Jail cards of a seat by deck, one bit each, as the kernel's slots."""
        slots = [k for k in range(state.KEPT) if self.look.kept_by[k] == holder]
        return sum(1 << k for k in slots if decks >> int(self.look.kept_card[k]) // state.DECK_ROOM & 1)

    def decks(self, slots: int) -> int:
        held = [k for k in range(state.KEPT) if slots >> k & 1]
        return sum(1 << int(self.look.kept_card[k]) // state.DECK_ROOM for k in held)

    def check(self) -> int:
        """One byte about the position. It does not depend on how the record is laid out."""
        g, players = self.look, int(self.look.players)
        told = [*g.cash[:players], *g.square[:players], *g.out[:players], *g.in_jail[:players]]
        told += [*g.owner, *g.buildings, *g.mortgaged, g.phase, g.decider, g.turn, g.houses, g.hotels]
        return zlib.crc32(np.array(told, np.int32).tobytes()) & 255


# ------------------------------------------------------------------ writing


def play(pairs: Sequence[Sequence[str]], number: int, backend: Any) -> Stored | None:
    """Play a numbered game; None if it takes too long. A mogul needs the compiled kernel."""
    bots = bots_of(pairs, number)
    board = Board(setting_of(pairs, number), bots, number, backend)
    g, t, n, look, table = board.g, board.t, board.n, board.look, board.table
    minds = {
        seat: Mogul(table.t, table.v, own_seed(SEED, number, seat))
        for seat, bot in enumerate(bots)
        if bot not in ladder.KERNEL
    }
    actions: list[tuple[str, int | None, list[int]]] = []
    checks = bytearray()
    while look.phase != codes.PHASE_OVER:
        if len(actions) >= LONGEST:
            return None
        seat = int(backend.who_acts(g, t, n))
        x = board.x
        if seat in minds:
            x = minds[seat].choose(board.games, table.n, seat)[0]
        elif not backend.bot_action(g, t, board.v, n, board.m, board.r, x, seat):
            raise RuntimeError(f"game {number}: seat {seat} has no action")
        told = {name: int(getattr(x, name) if board.plain else x[name]) for name in ("kind", *ALL_FIELDS)}
        kind = names.ACTIONS[told["kind"]]
        fields = [board.decks(told[name]) if name.endswith("_cards") else told[name] for name in FIELDS.get(kind, ())]
        actions.append((kind, None if seat == look.decider else seat, fields))
        code = backend.take_step(g, t, board.c, board.e, n, x, seat)
        if code != codes.DONE:
            raise RuntimeError(f"game {number}: {kind} of seat {seat} stopped with {code}")
        if len(actions) % CHECKED == 0:
            checks.append(board.check())
    return Stored(number, bots, actions, bytes(checks), int(look.winner))


def write(path: Path, games: int, backend: Any, jobs: int, first: int = 0) -> None:
    pairs = batch.variants()
    found: list[list[Stored]] = [[] for _ in pairs]  # the games of each pair of edition and variant
    tried = [-(-first // len(pairs))] * len(pairs)
    with mapping(jobs) as each, contextlib.suppress(KeyboardInterrupt):  # what was played until then is stored
        while numbers := missing(found, tried, games):
            for game in each(partial(finished, pairs, backend.name), numbers):
                if game is not None:
                    found[game.number % len(pairs)].append(game)
                    if sum(map(len, found)) % 500 == 0:
                        print(f"{sum(map(len, found)):,} games", flush=True)
    ordered = [game for row in itertools.zip_longest(*found) for game in row if game is not None]
    path.write_bytes(packed(ordered, pairs))
    print(f"{path.name}: {len(ordered):,} games, {path.stat().st_size:,} bytes")


def missing(found: Sequence[Sequence[Stored]], tried: list[int], games: int) -> list[int]:
    """The numbers to play next: of each pair of edition and variant as many as games of it are missing."""
    numbers = []
    for pair, some in enumerate(found):
        lack = len(range(pair, games, len(found))) - len(some)
        numbers += [k * len(found) + pair for k in range(tried[pair], tried[pair] + lack)]
        tried[pair] += lack
    return sorted(numbers)


def finished(pairs: Sequence[Sequence[str]], backend: str, number: int) -> Stored | None:
    """A numbered game, if it is not too long and, interpreted, without a mogul."""
    return None if backend == "python" and number % MOGULS == 0 else play(pairs, number, backend_called(backend))


@cache
def backend_called(name: str) -> Any:
    return kernel.interpreted() if name == "python" else kernel.compiled()


@contextlib.contextmanager
def mapping(jobs: int) -> Iterator[Any]:
    """`map`, in so many processes, which leave Ctrl-C to this one."""
    if jobs == 1:
        yield map
    else:
        with multiprocessing.get_context("fork").Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
            yield partial(pool.imap, chunksize=4)


def packed(games: Sequence[Stored], pairs: Sequence[Sequence[str]]) -> bytes:
    """The games as columns, which compress better than rows."""
    kinds = sorted(names.ACTION_NUMBERS)
    steps, fields = bytearray(), bytearray()
    for game in games:
        for kind, seat, values in game.actions:
            steps.append(kinds.index(kind) | (0 if seat is None else OFF_TURN))
            for value in ([] if seat is None else [seat]) + values:
                fields += varint(value + 1)  # nobody is -1
    columns = {
        "numbers": np.array([game.number for game in games], "<u4").tobytes(),
        "bots": b"".join(bytes([len(game.bots), *map(LEVELS.index, game.bots)]) for game in games),
        "lengths": np.array([len(game.actions) for game in games], "<u4").tobytes(),
        "winners": bytes(game.winner + 1 for game in games),
        "steps": bytes(steps),
        "fields": bytes(fields),
        "checks": b"".join(game.checks for game in games),
    }
    head = {
        "version": freehold.__version__,
        "pairs": pairs,
        "house": SWITCHES_NOW,
        "kinds": kinds,
        "fields": FIELDS,
        "columns": {name: len(column) for name, column in columns.items()},
    }
    return lzma.compress(json.dumps(head).encode() + b"\n" + b"".join(columns.values()), preset=9 | lzma.PRESET_EXTREME)


def varint(value: int) -> bytes:
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])


# ------------------------------------------------------------------ reading and replaying


def unpacked(path: Path) -> tuple[dict[str, Any], Iterator[Stored]]:
    """The head of a file, and its games."""
    first, _, rest = lzma.decompress(path.read_bytes()).partition(b"\n")
    head = json.loads(first)
    columns, at = {}, 0
    for name, size in head["columns"].items():
        columns[name] = rest[at : at + size]
        at += size
    return head, _games(head, columns)


def _games(head: dict[str, Any], columns: dict[str, bytes]) -> Iterator[Stored]:
    numbers, lengths = np.frombuffer(columns["numbers"], "<u4"), np.frombuffer(columns["lengths"], "<u4")
    step, at, bot, check = 0, 0, 0, 0
    fields = columns["fields"]

    def value() -> int:
        nonlocal at
        found, shift = 0, 0
        while True:
            byte = fields[at]
            at += 1
            found |= (byte & 127) << shift
            if byte < 128:
                return found - 1
            shift += 7

    for number, length, winner in zip(numbers, lengths, columns["winners"], strict=True):
        players = columns["bots"][bot]
        bots = tuple(LEVELS[level] for level in columns["bots"][bot + 1 : bot + 1 + players])
        bot += 1 + players
        actions: list[tuple[str, int | None, list[int]]] = []
        for code in columns["steps"][step : step + int(length)]:
            seat = value() if code & OFF_TURN else None
            kind = head["kinds"][code & ~OFF_TURN]
            actions.append((kind, seat, [value() for _ in head["fields"].get(kind, ())]))
        step += int(length)
        checks = columns["checks"][check : check + int(length) // CHECKED]
        check += int(length) // CHECKED
        yield Stored(int(number), bots, actions, checks, winner - 1)


def difference(head: dict[str, Any], game: Stored, backend: Any) -> str:
    """Where a game first plays differently today, in words; empty if it does not."""
    setting = setting_of(head["pairs"], game.number, head.get("house", {}))
    try:
        board = Board(setting, game.bots, game.number, backend)
    except SetupError as fault:
        return f"{setting.edition}: it cannot be set up ({fault.code})"
    for done, (kind, seat, fields) in enumerate(game.actions, 1):
        if board.look.phase == codes.PHASE_OVER:
            return f"{setting.edition}: it is over sooner"
        reason = board.act(kind, seat, fields)
        if reason:
            return f"{kind} is refused: {reason}"
        if done % CHECKED == 0 and board.check() != game.checks[done // CHECKED - 1]:
            return f"{setting.edition}: another position after {telling(game.actions[done - CHECKED : done])}"
    if board.look.phase != codes.PHASE_OVER:
        return f"{setting.edition}: it is not over at the end"
    return "" if board.look.winner == game.winner else f"{setting.edition}: another winner"


def telling(actions: Sequence[tuple[str, int | None, list[int]]]) -> str:
    """The action among these that the difference is named after."""
    kinds = [kind for kind, _, _ in actions]
    return next((kind for kind in TELLING if kind in kinds), kinds[-1])


def replay(path: Path, backend: Any, part: int = 1, most: int | None = None, jobs: int = 1) -> tuple[int, Differences]:
    """How many games of a file were replayed, at most so many, and which of them play differently."""
    head, games = unpacked(path)
    some = list(itertools.islice(games, 0, None if most is None else most * part, part))
    differ: Differences = defaultdict(list)
    with mapping(jobs) as each:
        for game, found in zip(some, each(partial(_difference, head, backend.name), some), strict=True):
            if found:
                differ[found].append(game.number)
    return len(some), differ


def _difference(head: dict[str, Any], backend: str, game: Stored) -> str:
    return difference(head, game, backend_called(backend))


def reasons(version: str) -> dict[str, str]:
    known: dict[str, dict[str, str]] = tomllib.loads(REASONS.read_text(encoding="utf-8"))
    return known.get(version, {})


def report(folder: Path, backend: Any, part: int, jobs: int) -> int:
    """Replay the games of all versions; the number of differences for which there is no reason."""
    unexplained = 0
    for path in sorted(folder.glob("*.games")):
        tried, differ = replay(path, backend, part, jobs=jobs)
        known = reasons(path.stem)
        print(f"{sum(map(len, differ.values())):,} of {tried:,} games of {path.stem} play differently", flush=True)
        for found, numbers in sorted(differ.items(), key=lambda item: -len(item[1])):
            why = known.get(found) or f"no reason is known, as in game {numbers[0]}"
            print(f"  {len(numbers):6,}  {found}: {why}", flush=True)
            unexplained += found not in known
    return unexplained


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=("replay", "write"), default="replay")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--house", action="store_true", help="write games with house rules")
    parser.add_argument("--part", type=int, default=1, help="replay every so many-th game")
    parser.add_argument("--folder", type=Path, default=STORED, help="where the games are, or are written to")
    parser.add_argument("--interpreted", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    given = parser.parse_args()
    backend = kernel.interpreted() if given.interpreted else kernel.compiled()
    if given.what == "write":
        version = freehold.__version__.rpartition(".")[0]
        name, first = (f"{version}-house.games", HOUSE) if given.house else (f"{version}.games", 0)
        write(given.folder / name, given.games, backend, given.jobs, first)
        return 0
    return 1 if report(given.folder, backend, given.part, given.jobs) else 0


if __name__ == "__main__":
    sys.exit(main())
