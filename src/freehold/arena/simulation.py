"""Simulations: many games of one line-up, distributed over workers and counted on the way.

The same plan gives the same result on every backend and with any number of workers. `chunks.py` plays the games,
`accumulators.py` counts, `result.py` presents.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from freehold.arena import one_game
from freehold.arena.accumulators import Accumulator, Counts, Digest, Mergeable, played
from freehold.arena.chunks import BACKENDS, Chunk, Plan, Start, entry_points, prepare
from freehold.arena.cluster import Answer, cluster_results
from freehold.arena.games_table import GamesTable
from freehold.arena.pool import cores, delayed_interrupt, in_order
from freehold.arena.progress_bar import bar
from freehold.arena.result import Result
from freehold.arena.tables import Setting, table_of
from freehold.editions import Edition, EditionLike, load
from freehold.editions.house import expanded
from freehold.engine import compile as kernel
from freehold.engine.batch import options_of
from freehold.engine.gpu import cuda
from freehold.game import Game
from freehold.game.position import from_view
from freehold.json_types import Options
from freehold.players import game_players
from freehold.players.bot_file import BotError
from freehold.players.bot_objects import BotLike, ObjectBot, check_workers

ROUNDS = 500  # the limit of a game in rounds; a round is a turn for each player
USUAL_PLAYERS = 4
GPU_WORKERS = 2  # threads: while the GPU plays the chunk of one, the other adds up its last one and sends the next

# Actions that the interpreter plays in about a third of the compile time, and estimates of a game's length
FEW_ACTIONS = 200_000
ACTIONS_A_TURN, ACTIONS_WITH_TRADES = 2, 550


def simulate(
    edition: EditionLike | None = None,
    bots: BotLike | Sequence[BotLike] = "baron",
    games: int = 1000,
    seed: int = 1,
    *,
    start: Mapping[str, object] | Game | None = None,
    variant: str | None = None,
    options: Options | None = None,
    house: Sequence[str] = (),
    players: int | None = None,
    backend: str = "cpu",
    workers: int | None = None,
    rotate: bool = False,
    turns: int | None = None,
    shuffle: bool = True,
    per_game: bool = False,
    accumulators: Sequence[Accumulator] = (),
    progress: Callable[[int], None] | bool | None = None,
    cluster: str | None = None,
) -> Result:
    """Play many games and return their statistics. A ValueError explains invalid input in one sentence.

    `edition` is an id, a file or an `Edition`; the classic board unless told.

    `start` is a position (or a `Game`) from which every game is played on, with dice of its own and with decks that are
    shuffled anew, since nobody at the table knows their order (`shuffle=False` leaves them as they lie). It names its
    own edition, variant and options; `turns` are counted from there on. Bots remember nothing of what was said before.

    `house` names house rules, such as "free-parking-pot"; `freehold rules house` lists them.

    `bots` are names or objects (see `tournament`), one per seat, or one for all seats. `rotate` shifts the line-up by
    one seat in every game. `per_game` keeps a row for each game: `frames()["games"]`. `accumulators` are statistics of
    your own (`freehold.arena.accumulators.Accumulator`). `progress` is called with the number of finished games; True
    shows a bar. Ctrl-C stops early: the result then covers the games from the first to the last finished one.

    The kernel's bots play in threads on all cores. With backend "python", with moguls and with bots of your own,
    `workers` are processes (default one); a script that asks for more needs the usual `if __name__ == "__main__":`.

    `cluster` is the address of a Ray cluster ("auto", "local" or "HOST:PORT"). Its machines then play instead of this
    one, as many games at once as they have processors, or `workers`.
    """
    plan = plan_of(
        edition, bots, games, seed, variant, expanded(options or {}, house), players=players,
        backend=backend, rotate=rotate, turns=turns, here=cluster is None, start=start, shuffle=shuffle,
    )  # fmt: skip
    if workers is not None and (isinstance(workers, bool) or not isinstance(workers, int) or workers < 1):
        raise ValueError(f"The number of workers is 1 or more, not {workers!r}.")
    check_accumulators(accumulators)
    table = GamesTable() if per_game else None
    with bar(plan.games, progress) as tell:
        return run(plan, workers, accumulators, tell, cluster, table)


def plan_of(
    edition: EditionLike | None,
    bots: BotLike | Sequence[BotLike],
    games: int,
    seed: int,
    variant: str | None = None,
    options: Options | None = None,
    *,
    players: int | None = None,
    backend: str = "cpu",
    rotate: bool = False,
    turns: int | None = None,
    here: bool = True,
    start: Mapping[str, object] | Game | None = None,
    shuffle: bool = True,
    counted: bool = True,
) -> Plan:
    """The plan of a simulation; invalid input raises a ValueError with one sentence.

    With `here` false the plan may name a backend that is not available on this machine.
    """
    for name, value in (("games", games), ("turns", turns)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
            raise ValueError(f"The number of {name} is 1 or more, not {value!r}.")
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise ValueError(f"A seed is a whole number from 0, not {seed!r}.")
    begun = None if start is None else _begun(start, edition, variant, options)
    if begun is None:
        variant = variant or "classic"
        setting = Setting.of(edition or "classic", variant, options_of(variant) | dict(options or {}))
    else:
        players = players or len(begun.names)
        setting = Setting.of(begun.edition, begun.variant, begun.options)
    loaded = setting.load()
    seated = _seats(bots, players)
    if begun is not None and len(seated) != len(begun.names):
        raise ValueError(f"The position has {len(begun.names)} seats, not {len(seated)}.")
    if not loaded.players.min <= len(seated) <= loaded.players.max:
        low, high = loaded.players.min, loaded.players.max
        raise ValueError(f"The edition {loaded.id} is for {low} to {high} players, not {len(seated)}.")
    table_of(setting)  # raises for an unknown variant or option
    plan = Plan(
        setting, seated, games, seed, turns or ROUNDS * len(seated), backend, rotate,
        None if begun is None else Start.of(begun, shuffled=shuffle), counted,
    )  # fmt: skip
    check_backend(plan, here=here)
    return plan


def game_of(edition: EditionLike, bots: BotLike | Sequence[BotLike], seed: int, number: int, **settings: Any) -> Game:
    """`Game.of`."""
    return one_game.played(plan_of(edition, bots, 1, seed, **settings), one_game.numbered(number))


def _begun(
    start: Mapping[str, object] | Game, edition: EditionLike | None, variant: str | None, options: Options | None
) -> Game:
    """The `Game` of a starting position. Raises ValueError if `edition`, `variant` or `options` are given and
    contradict it.
    """
    own = edition if isinstance(edition, Edition) else None
    game = start if isinstance(start, Game) else Game.load(from_view(start), own)
    if edition is not None and load(edition).id != game.edition.id:
        raise ValueError(f"The position is of the edition {game.edition.id}, not of {load(edition).id}.")
    if variant is not None and variant != game.variant:
        raise ValueError(f"The position is of a {game.variant} game, not of a {variant} one.")
    for name, value in expanded(options or {}).items():
        if game.options.get(name) != value:
            raise ValueError(f"The position does not have the option {name}={value}: set it in the position itself.")
    return game


def _seats(bots: BotLike | Sequence[BotLike], players: int | None) -> tuple[str, ...]:
    named = game_players.line_up(bots)
    if len(named) == 1:
        return named * (players or USUAL_PLAYERS)
    if not named or (players is not None and players != len(named)):
        raise ValueError(f"Name one bot for each of the {players or USUAL_PLAYERS} seats, or one for all.")
    return named


def check_accumulators(given: object) -> None:
    """Check them before the first game. Raises ValueError with one sentence."""
    if not isinstance(given, Iterable):
        raise ValueError(f"accumulators is a list of objects, not {given!r}.")
    for one in given:
        if isinstance(one, type):
            raise ValueError(f"An accumulator is an object: {one.__name__}(), not the class {one.__name__}.")
        for name in ("before", "add", "result"):
            if not callable(getattr(one, name, None)):
                raise ValueError(f"An accumulator has methods before, add and result; {one!r} has no {name}.")


def check_backend(plan: Plan, *, here: bool = True) -> None:
    if plan.backend not in BACKENDS:
        raise ValueError(f"There is no backend {plan.backend!r}; choose from {', '.join(BACKENDS)}.")
    if plan.backend == "cuda" and plan.start is not None:
        raise ValueError("Games from a position are played on the backends python and cpu.")
    if plan.backend != "cpu" and not plan.in_kernel:
        raise ValueError("Moguls and bots of your own play on the backend cpu only.")
    if here and plan.backend == "cuda" and (why := cuda.missing()):
        raise ValueError(f"The backend cuda is not on this machine, only python and cpu. {why}")


def in_threads(plan: Plan) -> bool:
    """The compiled kernel releases the GIL, so threads of one process use every core."""
    return plan.backend == "cpu" and plan.in_kernel


def quicker_interpreted(plan: Plan) -> bool:
    """Whether the kernel is not compiled yet and the plan is so small that compiling would take longer."""
    if plan.backend != "cpu" or not plan.in_kernel or kernel.is_compiled(*entry_points(plan)):
        return False
    trading = any(name in ("trader", "baron") for name in plan.bots)
    actions = min(ACTIONS_A_TURN * plan.turns, ACTIONS_WITH_TRADES if trading else sys.maxsize)
    return plan.games * actions <= FEW_ACTIONS


def usual_workers(plan: Plan) -> int:
    return cores() if in_threads(plan) else 1


def run(
    plan: Plan,
    workers: int | None = None,
    accumulators: Sequence[Accumulator] = (),
    progress: Callable[[int], None] | None = None,
    cluster: str | None = None,
    table: GamesTable | None = None,
    lang: str = "en",
) -> Result:
    """Play a plan. If necessary the rules are compiled first; then progress is called with 0."""
    if cluster is not None and any(isinstance(name, ObjectBot) for name in plan.bots):
        raise ValueError("A cluster plays bots that have a name; put the class of your own into a file.")
    warned: set[str] = set()
    broken: BotError | None = None
    counts, digest = Counts(), Digest()
    own = [*accumulators, *([] if table is None else [table])]
    whole, plan = plan, replace(plan, kept=bool(own))
    everything: list[Accumulator] = [counts, digest, *own]
    for one in everything:
        one.before(plan)
    began = time.perf_counter()
    try:
        with (
            _local_results(plan, workers)
            if cluster is None
            else cluster_results(cluster, plan, workers, everything) as answers
        ):
            if progress is not None:
                progress(0)
            began = time.perf_counter()
            with delayed_interrupt() as stop:
                for answer in answers:
                    take(everything, answer)
                    counts.lost.warn(warned, lang)
                    if progress is not None:
                        progress(counts.games)
                    if stop():
                        break
    except KeyboardInterrupt:
        pass  # interrupted before the first game, or by the progress callback
    except BotError as error:  # the games that were played are kept
        if counts.games == 0:
            raise
        broken = error
    seconds = time.perf_counter() - began
    extra = tuple(one.result() for one in accumulators)
    return Result(whole, counts, digest.result(), seconds, extra, None if table is None else table.result(), broken)


@contextmanager
def _local_results(plan: Plan, workers: int | None) -> Iterator[Iterator[Answer]]:
    if quicker_interpreted(plan):
        plan, workers = replace(plan, backend="python"), 1
    game_players.load_all(plan.bots)
    check_workers(plan.bots, workers or 1)
    prepare(plan)
    with closing(chunks_of(plan, usual_workers(plan) if workers is None else workers)) as chunks:
        try:
            yield chunks
        finally:
            game_players.pool.close()


def chunks_of(plan: Plan, workers: int) -> Generator[Answer, None, None]:
    """The played chunks in order, or what they came to: in threads, in processes, or on a GPU, which always has
    `GPU_WORKERS` threads.
    """
    on_gpu = plan.backend == "cuda"
    at_once = GPU_WORKERS if on_gpu else workers
    return in_order(partial(played, plan), plan.chunks(), at_once, threads=on_gpu or in_threads(plan))


def take(accumulators: Sequence[Accumulator], answer: Answer) -> None:
    """Add games, or merge the parts that were counted elsewhere."""
    if isinstance(answer, Chunk):
        for one in accumulators:
            one.add(answer)
        return
    for one, part in zip(accumulators, answer, strict=True):
        assert isinstance(one, Mergeable)
        one.merge(part)
