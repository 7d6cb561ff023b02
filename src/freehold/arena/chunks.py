"""Playing numbered games on one backend: a plan in; final records, result rows and a tally out.

The kernel's bots run compiled; moguls decide between its calls; games with a user's own bot run interpreted.
`simulation.py` distributes chunks of games over workers and accumulates them; `bot_games.py` serves tournaments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, overload

import numpy as np

from freehold.arena.tables import ACTIONS, Array, BotFault, BotTable, Setting, own_seed, table_of
from freehold.arrays import Integers, Records
from freehold.engine import compile as kernel
from freehold.engine import records
from freehold.engine.batch import DICE, PLAYER, game_seed, keyed_chances, numbered
from freehold.engine.facts import facts_of
from freehold.engine.gpu import cuda
from freehold.engine.kernel import loops, outcome
from freehold.engine.specialise import Facts
from freehold.game import Game, actions, internals, position
from freehold.game.types import Position
from freehold.players import caution, game_players, ladder
from freehold.players.built_in import entry_points as thinkers_entry_points
from freehold.players.lost_moves import LostMoves
from freehold.players.mogul import Mogul
from freehold.players.player import Player
from freehold.rules import codes, state

ENTRY_POINT = "play_games"  # of games that the kernel's bots play alone
COUNTS = tuple(name for name, kind, _ in state.TALLY if kind == "i8")  # the rest is scratch space
# Games per call: of the compiled kernel at least and at most; of a GPU if the records are wanted, and if they are not;
# of all slower backends. Each call costs about a millisecond of Python, during which the other threads wait for the
# interpreter, and at the end of each a GPU waits for the last games.
CHUNK, LARGE_CHUNK, GPU_CHUNK, LARGE_GPU_CHUNK, SLOW_CHUNK = 64, 1024, 1 << 20, 1 << 22, 1
CHUNKS = 400  # calls of a run, if it is large enough: few, and yet enough for all workers to end together
MANY = 1_000_000  # games from which compiling the kernel for one edition and line-up pays off on a CPU


@dataclass(frozen=True)
class Start:
    """A position from which games are played on."""

    position: Position
    record: bytes  # the same as the kernel has it
    turns: int  # that were played before
    shuffled: bool = True  # the decks get a new order in every game, since nobody at the table knows it

    @classmethod
    def of(cls, game: Game, *, shuffled: bool = True) -> Start:
        record = internals.record(game)
        return cls(game.position(), records.pack_game(record), int(record.turns), shuffled)

    def games(self, count: int) -> Array:
        """So many records of the position."""
        return np.repeat(np.frombuffer(self.record, records.GAME), count)

    def plain(self) -> Any:
        return _plain(records.Game, self.games(1)[0])


@dataclass(frozen=True)
class Plan:
    """What is simulated: everything that determines the games, plus the backend, which does not affect them."""

    setting: Setting
    bots: tuple[str, ...]  # one per seat
    games: int
    seed: int
    turns: int  # the turn limit; longer games count as unfinished
    backend: str = "cpu"
    rotate: bool = False  # shift the line-up by one seat in every game
    start: Start | None = None  # the position to play on from; None: set up every game
    counted: bool = True  # False: no tally, which is faster; only winners and lengths are known
    kept: bool = True  # False: nobody reads the final records

    @property
    def players(self) -> int:
        return len(self.bots)

    @property
    def in_kernel(self) -> bool:
        """Whether all bots are kernel functions."""
        return all(name in ladder.KERNEL for name in self.bots)

    def run(self, numbers: range) -> Any:
        """How the kernel plays these games."""
        return records.run_of(
            self.players,
            self.until,
            ACTIONS,
            counted=self.counted,
            kept=self.keeps,
            resumed=self.start is not None,
            shuffled=self.start is not None and self.start.shuffled,
            lengths=self.lengths,
            **numbered(numbers, self.seed),
        )

    @property
    def keeps(self) -> bool:
        """Whether each game has a record of its own: it is wanted at the end, or the game begins from it."""
        return self.kept or self.start is not None

    @property
    def lengths(self) -> int:
        """The size of a histogram of turns; the last place stays empty."""
        return min(self.until, ACTIONS) + 2

    @property
    def until(self) -> int:
        """The turn at which a game is given up, counted as the record counts."""
        return self.turns + (0 if self.start is None else self.start.turns)

    def facts(self) -> Facts | None:
        """What is known beforehand of games that are set up and played by the kernel's bots alone."""
        if self.start is not None or not self.in_kernel:
            return None
        ranks = [ladder.RANKS[name] for name in self.bots]
        return _facts(table_of(self.setting), tuple(ranks), int(self.counted))

    def seated(self, number: int) -> tuple[str, ...]:
        """The bots by seat in a game."""
        turned = number % self.players if self.rotate else 0
        return self.bots[self.players - turned :] + self.bots[: self.players - turned]

    @property
    def chunk(self) -> int:
        """The number of games per call."""
        if not self.in_kernel:
            return SLOW_CHUNK
        if self.backend == "cuda":
            return GPU_CHUNK if self.kept else LARGE_GPU_CHUNK
        return min(max(self.games // CHUNKS, CHUNK), LARGE_CHUNK) if self.backend == "cpu" else SLOW_CHUNK

    def chunks(self, size: int | None = None) -> Iterator[range]:
        """The game numbers in chunks, which depend on the plan alone."""
        step = size or self.chunk
        return (range(first, min(first + step, self.games)) for first in range(0, self.games, step))

    def seatings(self, numbers: range) -> Iterator[tuple[tuple[str, ...], slice]]:
        """The given games grouped by seating."""
        step = self.players if self.rotate and len(set(self.bots)) > 1 else 1
        for first in range(min(step, len(numbers))):
            yield self.seated(numbers[first]), slice(first, None, step)


class Column:
    """A named column of `Chunk.results`."""

    def __init__(self, which: int, doc: str) -> None:
        self.which, self.__doc__ = which, doc

    @overload
    def __get__(self, chunk: None, owner: type[Chunk]) -> Column: ...

    @overload
    def __get__(self, chunk: Chunk, owner: type[Chunk]) -> Integers: ...

    def __get__(self, chunk: Chunk | None, owner: type[Chunk]) -> Column | Integers:
        return self if chunk is None else chunk.column(self.which)


@dataclass(frozen=True)
class Chunk:
    """Played games: their numbers, and in the same order their records and results."""

    numbers: range
    records: Records  # final game records, if the plan keeps them
    results: Integers  # one row of `RESULT_…` numbers per game
    tally: Records  # one record of counts for the whole chunk
    lost: LostMoves = field(default_factory=LostMoves)  # by bots of the user's own

    winner = Column(loops.RESULT_WINNER, "The seat that won; -1 for a game that was given up or shared.")
    finished = Column(loops.RESULT_FINISHED, "1 for a game that came to its end, 0 for one that was given up.")
    starter = Column(loops.RESULT_STARTER, "The seat that threw first, or was on turn in the position given.")
    turns = Column(loops.RESULT_TURNS, "Turns that were played.")
    throws = Column(loops.RESULT_THROWS, "Throws of the dice.")
    actions = Column(loops.RESULT_ACTIONS, "Actions of all players.")
    offers = Column(loops.RESULT_OFFERS, "Offers that were made.")
    trades = Column(loops.RESULT_TRADES, "Offers that were accepted.")
    auctions = Column(loops.RESULT_AUCTIONS, "Auctions that were held.")
    shortages = Column(loops.RESULT_SHORTAGES, "Times that buildings were short.")
    first_bankruptcy = Column(loops.RESULT_FIRST_BANKRUPTCY, "Turns played up to the first bankruptcy; -1 without one.")

    def __len__(self) -> int:
        return len(self.numbers)

    def column(self, which: int) -> Integers:
        """One of the `RESULT_…` columns of `engine/kernel/loops.py`."""
        column: Integers = self.results[:, which]
        return column


def play_chunk(plan: Plan, numbers: range) -> Chunk:
    """Play these games on the plan's backend."""
    return Chunk(numbers, *play(plan, numbers))


def play(plan: Plan, numbers: range) -> PlayedGames:
    """Play these games, and count the turns from the start of the plan."""
    on_backend = BACKENDS[plan.backend]
    lost = LostMoves()
    if plan.rotate:
        games = np.zeros(len(numbers) if plan.keeps else 0, records.GAME)
        results = np.zeros((len(numbers), loops.RESULT_WIDTH), np.int64)
        tally = np.zeros(1, records.TALLY)
        for seated, which in plan.seatings(numbers):
            made, results[which], more, some = on_backend(plan, seated, numbers[which])
            if plan.keeps:
                games[which] = made
            add_tally(tally, more)
            lost.add(some)
    else:
        games, results, tally, lost = on_backend(plan, plan.seated(numbers[0]), numbers)
    if plan.start is not None:
        results[:, loops.RESULT_TURNS] -= plan.start.turns
        first = results[:, loops.RESULT_FIRST_BANKRUPTCY]
        first[first >= 0] -= plan.start.turns
    bad = np.nonzero(results[:, loops.RESULT_ACTIONS] < 0)[0]
    if len(bad):
        code = -results[bad[0], loops.RESULT_ACTIONS]
        raise BotFault(f"Game {numbers[bad[0]]} of seed {plan.seed} stopped with fault {code}.")
    return PlayedGames(games, results, tally, lost)


@lru_cache(maxsize=32)
def _facts(table: BotTable, ranks: tuple[int, ...], counted: int) -> Facts:
    return facts_of(table.t[0], sorted(ranks), 0, counted, index="as_index")


def add_tally(total: Array, more: Array) -> None:
    for name in COUNTS:
        total[name] += more[name]


class PlayedGames(NamedTuple):
    """Final records, rows of results, the tally, and the moves that the user's bots lost."""

    records: Array
    results: Array
    tally: Array
    lost: LostMoves


Play = Callable[[Plan, Sequence[str], range], PlayedGames]


def _on_cpu(plan: Plan, seated: Sequence[str], numbers: range) -> PlayedGames:
    table, made = _allocated(plan, seated, len(numbers))
    if plan.in_kernel:
        return _run_kernel(cpu_kernel(plan).play_games, plan, numbers, table, made)
    games, results, tally, lost = made
    built_in = all(name in ladder.RANKS for name in seated)
    for k, number in enumerate(numbers):
        which = slice(k, k + 1) if plan.keeps else slice(1)
        if built_in:
            _with_moguls(plan, table, seated, number, games[which], results[k])
        else:
            lost.take(_at_table(plan, table, seated, number, games[which], results[k], tally))
    return made


def cpu_kernel(plan: Plan) -> kernel.Compiled:
    """The compiled kernel for a plan: one made for its edition and line-up, if that is compiled already or so many
    games make up for compiling it."""
    facts = plan.facts()
    if facts is not None and (plan.games >= MANY or kernel.is_compiled(ENTRY_POINT, facts=facts)):
        return kernel.compiled_for(facts)
    return kernel.compiled()


def _on_gpu(plan: Plan, seated: Sequence[str], numbers: range) -> PlayedGames:
    return _run_kernel(cuda.compiled().play_games, plan, numbers, *_allocated(plan, seated, len(numbers)))


def count_on_gpu(
    plan: Plan, numbers: range, gpu: kernel.Backend | cuda.Launcher | None = None
) -> Iterator[tuple[tuple[str, ...], Array, Array]]:
    """Games of which only the sums are wanted: by seating, the numbers of `outcome.py` and the tally."""
    backend = gpu or cuda.compiled()
    size = outcome.OUTCOME_LENGTHS + (2 + outcome.THROWS_A_TURN) * plan.lengths
    for seated, which in plan.seatings(numbers):
        table = _seated_table(plan, seated)
        total = np.zeros(size, np.int64)
        fault = backend.count_games(table.working(plan.run(numbers[which])), total)
        if fault:
            raise BotFault(f"A game of seed {plan.seed} stopped with fault {fault}.")
        yield seated, total, records.tally_of(table.e["counts"])


def _allocated(plan: Plan, seated: Sequence[str], games: int) -> tuple[BotTable, PlayedGames]:
    """A table with the bots in their seats, and empty output arrays; the tally is in the table's event buffer."""
    table = _seated_table(plan, seated)
    results = np.zeros((games, loops.RESULT_WIDTH), np.int64)
    begun = np.zeros(games if plan.keeps else 1, records.GAME) if plan.start is None else plan.start.games(games)
    return table, PlayedGames(begun, results, records.tally_of(table.e["counts"]), LostMoves())


def _seated_table(plan: Plan, seated: Sequence[str]) -> BotTable:
    table = table_of(plan.setting).twin()
    table.seat(seated)
    return table


def _run_kernel(
    play: Callable[..., None], plan: Plan, numbers: range, table: BotTable, made: PlayedGames
) -> PlayedGames:
    """The entry point into the kernel, on one backend."""
    play(made.records, table.working(plan.run(numbers)), made.results.reshape(-1))
    return made


def _interpreted(plan: Plan, seated: Sequence[str], numbers: range) -> PlayedGames:
    """The same functions interpreted, on plain objects: slow, and a reference for all other backends."""
    work = _seated_table(plan, seated).plain_work(plan.run(numbers))
    games = [records.Game() if plan.start is None else plan.start.plain() for _ in (numbers if plan.keeps else [0])]
    results = [0] * (len(numbers) * loops.RESULT_WIDTH)
    kernel.interpreted().play_games(games, work, results)
    made = np.frombuffer(b"".join(records.pack_game(g) for g in games), records.GAME)
    rows = np.array(results).reshape(-1, loops.RESULT_WIDTH)
    return PlayedGames(made, rows, records.tally_of(np.array([work.events.counts])), LostMoves())


def _plain(kind: type[records.PlainRecord], record: Any) -> Any:
    made = kind()
    made.copy_from(record)
    return made


def _with_moguls(plan: Plan, table: BotTable, seated: Sequence[str], number: int, g: Array, row: Array) -> None:
    """Play one game with moguls: the kernel plays on until one of them has to decide. The result goes to `row`."""
    backend, seed = kernel.compiled(), plan.seed
    c, r = keyed_chances([number], seed, DICE), keyed_chances([number], seed, PLAYER)
    minds = {
        seat: Mogul(table.t, table.v, own_seed(seed, number, seat))
        for seat, name in enumerate(seated)
        if name not in ladder.KERNEL
    }
    second_look = caution.Caution(table.t, table.v)
    work = table.working(plan.run(range(number, number + 1)))
    backend.start_game(g[0], c[0], work, row, 0)
    while True:
        fault = backend.play_on(g[0], c[0], r[0], work, row, 0)
        if fault != codes.DONE:
            raise BotFault(f"Game {number} of seed {seed} stopped with fault {fault}.")
        if g["phase"][0] == codes.PHASE_OVER or g["turns"][0] >= plan.until or row[loops.RESULT_ACTIONS] >= ACTIONS:
            break
        seat = int(backend.who_acts(g[0], table.t[0], table.n[0]))
        if seat in minds:
            action = minds[seat].choose(g, table.n, seat)
        else:  # a bot of the kernel has chosen a deal with a mogul, and looks at it once more
            action = second_look.confirm(g, table.n, seat, table.x)
        code = backend.step_with(g[0], c[0], work, action[0], seat, row, 0)
        if code != codes.DONE:
            raise BotFault(f"Game {number} of seed {seed}: a bot was refused for reason {code}.")
    backend.end_game(g[0], work, row, 0)


def begin(plan: Plan, number: int) -> Game:
    """A numbered game as a `Game`, before its first action."""
    setting, seed = plan.setting, game_seed(number, plan.seed)
    if plan.start is None:
        return Game.new(setting.given, plan.players, seed, setting.variant, setting.options)
    game = Game.load(plan.start.position, setting.given)
    internals.reseed(game, seed)
    if plan.start.shuffled:
        internals.shuffle_decks(game)
    return game


def _at_table(
    plan: Plan, table: BotTable, seated: Sequence[str], number: int, games: Array, row: Array, tally: Array
) -> list[Player]:
    """One game with `Game` and Python players, who are returned. The kernel plays the same actions beside it and
    counts.
    """
    backend = kernel.interpreted()
    work = table.plain_work(plan.run(range(number, number + 1)))
    c = _plain(records.Chance, keyed_chances([number], plan.seed, DICE)[0])
    game = begin(plan, number)
    g = records.Game() if plan.start is None else plan.start.plain()
    backend.start_game(g, c, work, row, 0)
    names = [(name, own_seed(plan.seed, number, seat)) for seat, name in enumerate(seated)]
    with game_players.seated(names, kept=True) as players:
        while not game.over and game.turns < plan.until:
            seat, action = game_players.next_move(game, players)
            x = actions.read(action, position.kept_cards(internals.record(game)), seat)
            game.apply(action, seat)
            backend.step_with(g, c, work, x, seat, row, 0)
    backend.end_game(g, work, row, 0)
    games[0] = np.frombuffer(records.pack_game(g), records.GAME)[0]
    add_tally(tally, records.tally_of(np.array([work.events.counts])))
    return players


# A backend is a function of a plan, a seating and game numbers.
BACKENDS: Mapping[str, Play] = {"python": _interpreted, "cpu": _on_cpu, "cuda": _on_gpu}


def entry_points(plan: Plan) -> tuple[str, ...]:
    """The entry points of the compiled kernel that play a plan on the CPU; games of a user's own bots need none."""
    if plan.in_kernel:
        return (ENTRY_POINT,)
    return with_moguls(plan.bots) if all(name in ladder.RANKS for name in plan.bots) else ()


def with_moguls(bots: Iterable[str]) -> tuple[str, ...]:
    """Those of games in which some of these bots are moguls."""
    loop = ("start_game", "play_on", "step_with", "end_game", "who_acts")
    return (*thinkers_entry_points(bots), *caution.ENTRY_POINTS, *loop)


def prepare(plan: Plan) -> None:
    """Compile the entry points that a plan needs."""
    if plan.backend == "cpu":
        backend = cpu_kernel(plan) if plan.in_kernel else kernel.compiled()
        backend.prepare(*entry_points(plan))


def backends() -> list[str]:
    """The backends available on this machine."""
    return [name for name in BACKENDS if name != "cuda" or cuda.missing() is None]
