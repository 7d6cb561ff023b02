"""Kernel functions for which the processor has an instruction. Code compiled for a CPU uses it in place of the Python
function of the same name, which defines the result; `gpu/launch.py` has those of a GPU.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from freehold.engine.kernel.fingerprint import MASK


@cache
def intrinsics() -> dict[str, Any]:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def lowest(typingctx: Any, squares: Any) -> Any:
        """`bots/worth.py`: the number of zeros below the lowest set bit; 64 if no bit is set."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))  # 0: a result for 0, too

        return types.int64(types.int64), generate

    @intrinsic
    def blend(typingctx: Any, word: Any, value: Any, factor: Any) -> Any:
        """`kernel/fingerprint.py`: modulo 2^63."""
        return types.int64(types.int64, types.int64, types.int64), blended

    return {"lowest": lowest, "blend": blend}


def blended(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """The instructions of `blend`, for a CPU and a GPU: a product and a sum that may overflow."""
    from llvmlite import ir

    word, value, factor = args
    return builder.and_(builder.add(builder.mul(word, factor), value), ir.Constant(ir.IntType(64), MASK))
