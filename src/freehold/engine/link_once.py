"""Many small functions as one program: what Numba links, optimises and turns into machine code for each of them is done
once, for the entry point that Python calls.

A function in between is typed and lowered, and that is all. Numba has no option for that, so two of its private methods
are replaced while the kernel is compiled; `available` says whether they are as expected here. Where they are not,
`compile.py` does without, which takes more than twice as long; the games are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


def available() -> bool:
    """Whether this Numba has all the private parts that this module uses."""
    try:
        from numba import _dynfunc  # type: ignore[attr-defined]  # private, as said above
        from numba.core import codegen, compiler_lock, cpu
    except ImportError:
        return False
    library = getattr(codegen, "CPUCodeLibrary", object)
    wanted = ("_raise_if_finalized", "_ensure_finalized", "add_linking_library", "_optimize_functions")
    return (
        "finalize" in vars(library)
        and all(hasattr(library, name) for name in wanted)
        and hasattr(getattr(cpu, "CPUContext", None), "get_executable")
        and hasattr(_dynfunc, "make_function")
        and hasattr(compiler_lock, "global_compiler_lock")
    )


@contextmanager
def replaced(finalize: Callable[[Any, Any], None], executable: Any) -> Iterator[None]:
    """Numba with another way to finish a library, given the usual one, and to make it callable; nobody else compiles
    meanwhile."""
    from numba.core import codegen, compiler_lock, cpu

    library, context = codegen.CPUCodeLibrary, cpu.CPUContext
    usual, callable_by_python, optimise = library.finalize, context.get_executable, library._optimize_functions
    with compiler_lock.global_compiler_lock:
        library.finalize = lambda self: finalize(self, usual)  # type: ignore[method-assign]
        library._optimize_functions = _optimise  # type: ignore[method-assign]
        if executable is not None:
            context.get_executable = lambda self, *given: executable(  # type: ignore[method-assign]
                self, callable_by_python, *given
            )
        try:
            yield
        finally:
            library.finalize, context.get_executable = usual, callable_by_python  # type: ignore[method-assign]
            library._optimize_functions = optimise  # type: ignore[method-assign]


def _optimise(library: Any, module: Any) -> None:
    """The usual passes over the functions that a module defines, and not over those that it only names."""
    module.data_layout = library._codegen._data_layout
    for function in module.functions:
        if not function.is_declaration:
            passes, builder = library._codegen._function_pass_manager()
            passes.run(function, builder)


@contextmanager
def lowered_only(names: frozenset[str]) -> Iterator[None]:
    """Functions of these names that are compiled in here are left unlinked and without machine code."""
    from numba import _dynfunc  # type: ignore[attr-defined]

    def finalize(library: Any, usual: Any) -> None:
        if library.name not in names:
            usual(library)
            return
        library._raise_if_finalized()
        library._finalized = True

    def executable(context: Any, usual: Any, library: Any, described: Any, env: Any) -> Any:
        if library.name not in names:
            return usual(context, library, described, env)
        library._ensure_finalized()
        return _dynfunc.make_function(described.lookup_module(), described.qualname, "inner", 0, env, (library,))

    with replaced(finalize, executable):
        yield


@contextmanager
def linked_whole() -> Iterator[None]:
    """A function that is compiled in here is linked with all that it reaches, not only with what it calls itself.

    Nothing else calls those functions, and LLVM is told so: it can then inline what has one caller, and drop arguments
    that are constant. Otherwise it would have to keep each of them callable from outside.
    """

    def finalize(library: Any, usual: Any) -> None:
        own = {function.name for function in library._final_module.functions if not function.is_declaration}
        for other in _reached(library):
            library._reload_init.update(other._reload_init)
            library._final_module.link_in(other._final_module, preserve=True)  # also what nothing linked so far calls
        for function in library._final_module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"
        library._linking_libraries.clear()
        usual(library)

    with replaced(finalize, None):
        yield


def _reached(library: Any) -> list[Any]:
    found: dict[Any, None] = {}
    ask = list(library._linking_libraries)
    while ask:
        other = ask.pop(0)
        if other not in found:
            found[other] = None
            ask += other._linking_libraries
    return list(found)
