"""Compiling the code of a GPU thread for the facts of a batch, keeping it on disk, and starting it."""

from __future__ import annotations

import ctypes
import hashlib
import logging
import sys
import threading
import time
import types
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from freehold.engine import disk, records, sources, specialise
from freehold.engine.compile import less_to_do
from freehold.engine.intrinsics import blended
from freehold.engine.kernel.fingerprint import MASK
from freehold.engine.specialise import Facts

READY = "ready"  # a file that says that a kernel's folder is complete

BARRIER_OR = (  # a barrier that tells every thread whether the number of any thread is not 0
    "{ .reg .pred p, q; setp.ne.s32 p, $1, 0; barrier.red.or.pred q, 0, p; selp.s32 $0, 1, 0, q; }"
)

# What the facts of a GPU's batch name besides the batch's own: see `Facts`
TARGET: dict[str, Any] = {
    "index": "as_index",
    "short": "as_short",
    "hidden": "hidden",
    "count": "add_to",
    "total": "add_in",
}

log = logging.getLogger(__name__)


class Program(NamedTuple):
    """The code of a thread, and the records of which it has one of its own."""

    function: Any
    kinds: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return str(self.function.__name__)

    @property
    def digest(self) -> str:
        """Of the sources that decide the code of a thread besides the rules, for which `disk.folder` has a name."""
        paths = (self.function.__code__.co_filename, specialise.__file__, __file__)
        return hashlib.sha256(b"".join(Path(path).read_bytes() for path in paths)).hexdigest()

    def parts(self) -> dict[str, types.FunctionType]:
        """The other functions of its module, which it may call."""
        return {name: one for name, one in sources.functions_of(self._module).items() if name != self.name}

    def constants(self) -> dict[str, int]:
        return {name: value for name, value in vars(self._module).items() if name.isupper() and isinstance(value, int)}

    @property
    def _module(self) -> types.ModuleType:
        return sys.modules[self.function.__module__]


class Kernels:
    """One compiled kernel per set of facts: from memory, from disk, or compiled now."""

    def __init__(self, cuda: Any, registers: int, program: Program, cached: bool = True) -> None:
        self.cuda, self.registers, self.program = cuda, registers, program
        self.cached = cached and hasattr(cuda, "syncwarp")  # the simulator compiles nothing
        self._kernels: dict[Facts, Any] = {}
        self._lock = threading.Lock()

    def launch(self, facts: Facts, grid: tuple[Any, ...], *given: Any) -> None:
        """`grid`: blocks, threads per block, and perhaps a stream."""
        if facts not in self._kernels:
            with self._lock:
                if facts not in self._kernels:
                    self._kernels[facts] = self._first_launch(facts, grid, given)
                    return
        self._kernels[facts][grid](*given)

    def _first_launch(self, facts: Facts, grid: tuple[Any, ...], given: tuple[Any, ...]) -> Any:
        """The kernel, after it has played a batch: numba-cuda compiles it, or loads it, when it is launched."""
        if not self.cached:
            return self._launched(_thread(self.cuda, facts, self.program), grid, given)
        place = self._folder(facts)
        with disk.alone(place):
            if (place / READY).exists():
                try:  # nothing but constants to compile it with: it is loaded, or this fails
                    return self._launched(_bare(self.cuda, facts, self.program), grid, given, place)
                except Exception:
                    log.info("A GPU kernel cannot be loaded from %s.", place, exc_info=True)
            log.warning("Compiling the rules for this GPU, once: about a minute.", extra={"told": "compiling"})
            began = time.perf_counter()
            with less_to_do():
                made = self._kept(_thread(self.cuda, facts, self.program), grid, given, place)
            seconds = time.perf_counter() - began
            log.info("Compiled, in %.0f seconds.", seconds, extra={"told": "compiled", "seconds": seconds})
            return made

    def _kept(self, thread: Any, grid: tuple[Any, ...], given: tuple[Any, ...], place: Path) -> Any:
        try:
            made = self._launched(thread, grid, given, place)
            (place / READY).touch()
            return made
        except Exception:
            log.info("A GPU kernel cannot be kept in %s.", place, exc_info=True)
            return self._launched(thread, grid, given)

    def _launched(self, thread: Any, grid: tuple[Any, ...], given: tuple[Any, ...], place: Path | None = None) -> Any:
        if place is None:
            made = self.cuda.jit(max_registers=self.registers)(thread)
        else:
            with disk.numba_folder(place):
                made = self.cuda.jit(cache=True, max_registers=self.registers)(thread)
        made[grid](*given)
        return made

    def _folder(self, facts: Facts) -> Path:
        """Numba's cache knows a kernel by its name and file: those of other facts need another folder."""
        capability = self.cuda.get_current_device().compute_capability
        text = f"{facts.key}\n{self.program.name}\n{self.registers}\n{capability}\n{self.program.digest}"
        return disk.folder() / f"gpu-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def _bare(cuda: Any, facts: Facts, program: Program) -> Any:
    namespace = _namespace({"cuda": cuda, "np": np}, program)
    return types.FunctionType(specialise.specialised_code(program.function, facts), namespace, program.name)


def _thread(cuda: Any, facts: Facts, program: Program) -> Any:
    """The function of a thread, with the kernel functions it needs as device functions in topological order."""
    helpers = _helpers(cuda)
    namespace = _namespace(helpers, program)
    plain = sources.functions() | program.parts()
    clones = specialise.specialised_copies(plain, facts, namespace)
    thread = types.FunctionType(specialise.specialised_code(program.function, facts), namespace, program.name)
    for name, clone in sources.called_by(thread, clones).items():
        if name not in helpers:
            # one explicit signature each: otherwise one is compiled for every combination of integer types
            namespace[name] = cuda.jit(sources.signature(plain[name], on_gpu=True), device=True)(clone)
    return thread


def _namespace(helpers: dict[str, Any], program: Program) -> dict[str, Any]:
    """The globals of a thread's function: constants, types of records, and the helpers."""
    import numba

    kinds = {f"{name}_KIND": numba.from_dtype(getattr(records, name)) for name in program.kinds}
    return {"__builtins__": __builtins__, **sources.constants(), **program.constants(), **kinds, **helpers}


def _simulated_add() -> Any:
    """The simulator's threads are Python's: its atomic functions are known to kernels alone."""
    lock = threading.Lock()

    def add_to(tally: int, at: int, amount: int) -> None:
        with lock:
            ctypes.c_int64.from_address(tally + 8 * at).value += amount

    return add_to


def _simulated_add_in() -> Any:
    lock = threading.Lock()

    def add_in(numbers: Any, at: int, amount: int) -> None:
        with lock:  # a sum of hashes is one modulo 2^63
            numbers[at] = (int(numbers[at]) + amount) & MASK

    return add_in


def _helpers(cuda: Any) -> dict[str, Any]:
    """The names that the code of a thread and the facts leave open, and functions that the GPU has an instruction
    for."""
    if not hasattr(cuda, "syncwarp"):  # the CUDA simulator, which needs no synchronisation
        return {
            "cuda": cuda,
            "np": np,
            "any_of_the_block": lambda flag: flag,
            "in_step": lambda: None,
            "as_index": int,
            "as_short": int,
            "hidden": int,
            "add_to": _simulated_add(),
            "add_in": _simulated_add_in(),
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

    @intrinsic
    def add_to(typingctx: Any, tally: Any, at: Any, amount: Any) -> Any:
        """Adds to a number of the tally at this address, which other threads may do at the same time."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            place = builder.add(args[0], builder.mul(args[1], ir.Constant(word, 8)))
            builder.atomic_rmw("add", builder.inttoptr(place, ir.PointerType(word, 1)), args[2], "monotonic")
            return context.get_dummy_value()

        return nb.void(nb.int64, nb.int64, nb.int64), generate

    @intrinsic
    def blend(typingctx: Any, word: Any, value: Any, factor: Any) -> Any:
        return nb.int64(nb.int64, nb.int64, nb.int64), blended

    # `cuda.syncthreads` is an aligned barrier: all threads of a warp must come to it together. The compiler does not
    # always keep that, and then the GPU stops with an illegal instruction. These barriers count single threads.
    @intrinsic
    def barrier(typingctx: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            builder.asm(ir.FunctionType(ir.VoidType(), []), "barrier.sync 0;", "", [], True)
            return context.get_dummy_value()

        return nb.void(), generate

    @intrinsic
    def barrier_or(typingctx: Any, flag: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(32)
            return builder.asm(ir.FunctionType(word, [word]), BARRIER_OR, "=r,r", [args[0]], True)

        return nb.int32(nb.int32), generate

    def any_of_the_block(flag):  # type: ignore[no-untyped-def]
        cuda.syncwarp()
        return barrier_or(np.int32(flag)) != 0  # type: ignore[call-arg]

    def in_step():  # type: ignore[no-untyped-def]
        cuda.syncwarp()
        barrier()  # type: ignore[call-arg]

    def add_in(numbers, at, amount):  # type: ignore[no-untyped-def]
        cuda.atomic.add(numbers, at, amount)

    def lowest(squares):  # type: ignore[no-untyped-def]
        return np.int64(cuda.ffs(squares)) - 1

    at_once = cuda.jit(device=True, inline="always")
    return {
        "cuda": cuda,
        "np": np,
        "barrier": barrier,
        "barrier_or": barrier_or,
        "any_of_the_block": at_once(any_of_the_block),
        "in_step": at_once(in_step),
        "lowest": at_once(lowest),
        "as_index": np.uint32,
        "as_short": np.int32,
        "hidden": hidden,
        "blend": blend,
        "add_to": add_to,
        "add_in": at_once(add_in),
    }
