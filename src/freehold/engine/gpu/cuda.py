"""The GPU backend: the kernel and the bots compiled by numba-cuda (the extra `gpu`), one game per thread.

The functions of `compile.py` are cloned again for the GPU. `missing` returns the reason when the package or a GPU is
not available. `games_kernel.py` has the code of a thread, `specialise.py` folds constants into it.
"""

from __future__ import annotations

import types
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from freehold.bots.ranks import BOT_NOVICE, BOT_RANDOM
from freehold.engine import compile as kernel
from freehold.engine import records, sources, specialise
from freehold.engine.gpu import games_kernel
from freehold.rules.state import NOBODY

Array = np.ndarray[Any, Any]

BLOCK = 768  # threads per block; they run in step and so share instruction fetches
BLOCKS = 2  # resident blocks per multiprocessor
REGISTERS = 40  # per thread, so that all blocks are resident
WARP = 32
MANY = 50_000  # games from which compiling a specialised kernel pays off


def missing() -> str | None:
    """Why the GPU backend is not available, in one sentence; None if it is."""
    try:
        cuda = library()
    except ImportError:
        return "The GPU backend needs numba-cuda: install freehold[gpu]."
    return None if cuda.is_available() else "There is no CUDA GPU here, or its driver does not answer."


def library() -> Any:
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda 0.30 needs it; NumPy 2.5 removed it
    from numba import cuda

    return cuda


@cache
def compiled() -> kernel.Backend:
    """The functions that play whole batches on the GPU, with the same arguments as on the CPU."""
    return kernel.Backend("cuda", {"bot_games": Launcher().bot_games})


class Batch(NamedTuple):
    """The arguments of `loops.bot_games`, which every backend takes."""

    games: Array
    t: Any
    chances: Array
    e: Any
    v: Any
    n: Any
    m: Any
    rs: Array
    x: Any
    players: int
    turns: int
    limit: int
    audited: int
    results: Array

    def bots(self) -> list[int]:
        return [int(bot) for bot in np.asarray(self.n["bot"])[: self.players]]


class Sent:
    """A batch in GPU memory. Event buffers, move lists and actions are allocated there."""

    def __init__(self, cuda: Any, batch: Batch, threads: int, events: Any, rs: Array) -> None:
        send, make = cuda.to_device, cuda.device_array
        self.batch = batch
        self.final, self.told = make(len(batch.games), records.GAME), send(batch.results)
        self.hands = (
            self.final,
            send(_alone(batch.t, records.TABLES)),
            send(batch.chances),
            events,
            send(_alone(batch.v, records.VALUES)),
            send(_alone(batch.n, records.NOTES)),
            # the list of legal actions is large, and only random players read it: one per thread for them, else one
            make(threads if BOT_RANDOM in batch.bots() else 1, records.MOVES),
            send(rs),
        )
        self.limits = (batch.players, batch.turns, batch.limit, batch.audited, self.told)

    def fetch(self) -> None:
        """Copy the finished games and their results back."""
        self.final.copy_to_host(self.batch.games)
        self.told.copy_to_host(self.batch.results)


class Launcher:
    """The compiled kernels, and the transfer of batches to the GPU and back."""

    def __init__(self) -> None:
        self.cuda = library()
        self.kernels: dict[specialise.Facts, Any] = {}

    def kernel_for(self, facts: specialise.Facts) -> Any:
        """The generic kernel, or the one specialised for a setting; compiled on first use."""
        if facts not in self.kernels:
            made = _thread(self.cuda, facts)
            self.kernels[facts] = self.cuda.jit(max_registers=REGISTERS)(made)
        return self.kernels[facts]

    def bot_games(self, *given: Any) -> None:
        """As `loops.bot_games`."""
        batch = Batch(*given)
        games, bots = len(batch.games), batch.bots()
        facts = facts_of(batch.t, bots, batch.audited) if games >= MANY else ALWAYS
        blocks, block = self._grid(games)
        events = self.cuda.to_device(np.zeros(1, records.EVENTS))
        # only random players use their own generator
        sent = Sent(self.cuda, batch, blocks * block, events, batch.rs if BOT_RANDOM in bots else batch.rs[:1])
        begun = self.cuda.to_device(np.zeros(1, np.int32))
        self.kernel_for(facts)[blocks, block](*sent.hands, *sent.limits, begun)
        sent.fetch()

    def _grid(self, games: int) -> tuple[int, int]:
        """Blocks and threads per block; a small batch is spread over the whole GPU."""
        room = self.cuda.get_current_device().MULTIPROCESSOR_COUNT
        block = BLOCK if games >= room * BLOCK else WARP
        return min(room * BLOCKS * (BLOCK // block), -(-games // block)), block


def _alone(record: Any, dtype: Any) -> Array:
    one = np.zeros(1, dtype)
    one[0] = record
    return one


def _facts(fields: dict[str, int], names: dict[str, int]) -> specialise.Facts:
    """These facts plus those of every batch: nobody reads events or recorded throws."""
    return specialise.Facts(
        fields=tuple(sorted(({"e.on": 0, "c.told_n": 0, "g.time_up": 0} | fields).items())),
        names=tuple(sorted((sources.constants() | names).items())),
        silent=frozenset({"emit", "note"}),
        index="as_index",
        short="as_short",
        hidden="hidden",
    )


ALWAYS = _facts({}, {})


def facts_of(t: Any, bots: list[int], audited: int) -> specialise.Facts:
    """The constants of a batch on one edition, and what the rules imply from them."""
    fields = {f"t.{name}": int(t[name]) for name in records.TABLES.names or () if np.ndim(t[name]) == 0}
    names = {"audited": int(audited)}
    if fields["t.rent_claims"] == 0:
        fields["g.claims"] = 0
    if fields["t.force"] == 0:
        fields |= {"g.dark": NOBODY, "g.light": NOBODY, "g.battler": NOBODY}
    if fields["t.short_jail"] == 0:
        fields["g.jail_failed"] = 0
    fields["g.players"] = len(bots)
    if len(set(bots)) == 1 and bots[0] != BOT_RANDOM:
        fields |= {"n.bot[]": bots[0], "n[0].bot[]": bots[0]}
        names["bot"] = bots[0]
    if set(bots) == {BOT_NOVICE}:  # novices never trade
        fields |= {"g.offer_from": NOBODY, "g.offer_give": 0, "g.offer_ask": 0}
    return _facts(fields, names)


def _thread(cuda: Any, facts: specialise.Facts) -> Any:
    """The function of a thread, with the kernel functions it needs as device functions in topological order."""
    namespace = namespace_of(_helpers(cuda))
    plain = sources.functions()
    clones = specialise.specialised_copies(plain, facts, namespace)
    thread = types.FunctionType(specialise.specialised_code(games_kernel.play_games, facts), namespace, "play_games")
    for name, clone in sources.called_by(thread, clones).items():
        # one explicit signature each: otherwise one is compiled for every combination of integer types
        namespace[name] = cuda.jit(sources.signature(plain[name]), device=True)(clone)
    return thread


def namespace_of(helpers: dict[str, Any]) -> dict[str, Any]:
    """The globals of a thread's function: constants, record types and the given extra names."""
    import numba

    kinds = {f"{name}_KIND": numba.from_dtype(getattr(records, name)) for name in ("GAME", "NOTES", "CHANCE", "ACTION")}
    return {"__builtins__": __builtins__, **sources.constants(), **kinds, **helpers}


def _helpers(cuda: Any) -> dict[str, Any]:
    """The names that `games_kernel.py` and the facts leave open."""
    if not hasattr(cuda, "syncwarp"):  # the CUDA simulator, which needs no synchronisation
        return {
            "cuda": cuda,
            "np": np,
            "any_of_the_block": lambda flag: flag,
            "in_step": lambda: None,
            "as_index": int,
            "as_short": int,
            "hidden": int,
        }
    from llvmlite import ir
    from numba import types as nb
    from numba.cuda.extending import intrinsic

    @intrinsic
    def hidden(typingctx: Any, n: Any) -> Any:
        """Returns its number but hides it from the compiler, which would otherwise unroll every loop."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(32)
            number = context.cast(builder, args[0], signature.args[0], nb.int32)
            return builder.asm(ir.FunctionType(word, [word]), "mov.b32 $0, $1;", "=r,r", [number], False)

        return nb.int32(n), generate

    def any_of_the_block(flag):  # type: ignore[no-untyped-def]
        cuda.syncwarp()
        return cuda.syncthreads_or(np.int32(flag)) != 0

    def in_step():  # type: ignore[no-untyped-def]
        cuda.syncwarp()
        cuda.syncthreads()

    return {
        "cuda": cuda,
        "np": np,
        "any_of_the_block": cuda.jit(device=True)(any_of_the_block),
        "in_step": cuda.jit(device=True)(in_step),
        "as_index": np.uint32,
        "as_short": np.int32,
        "hidden": hidden,
    }
