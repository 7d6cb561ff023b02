"""Environments for reinforcement learning: `VecEnv` for many games at once, and wrappers for Gymnasium and PettingZoo.

`kernel/` is compiled for CPU and GPU with the rules; its `layout` has the numbers of actions and observations. The rest
is `VecEnv` and, behind the extra `rl`, the wrappers.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from freehold.envs.kernel import layout as layout

if TYPE_CHECKING:
    from freehold.envs.vector import EnvironmentFault, NotAllowed, VecEnv

__all__ = ["EnvironmentFault", "NotAllowed", "VecEnv"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("freehold.envs.vector"), name)
