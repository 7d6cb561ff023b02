"""Environments for reinforcement learning: `VecEnv` for many games at once, and wrappers for Gymnasium and PettingZoo.

`encode` and `decode` lead from a `Game` to an observation and from an action's number back; `PolicyBot` plays with
them. `action_name`, `observation_slices` and `observation_names` say what the numbers mean.

`kernel/` is compiled for CPU and GPU with the rules; its `layout` has the numbers of actions and observations.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from freehold.envs.kernel import layout as layout

if TYPE_CHECKING:
    from freehold.envs.action_names import action_name
    from freehold.envs.against_policies import AgainstPolicies
    from freehold.envs.at_table import NotAllowed, SeatMemory, decode, encode
    from freehold.envs.observation import observation_fields, observation_names, observation_slices
    from freehold.envs.policy_bot import PolicyBot
    from freehold.envs.vector import EnvironmentFault, VecEnv

__all__ = [
    "AgainstPolicies",
    "EnvironmentFault",
    "NotAllowed",
    "PolicyBot",
    "SeatMemory",
    "VecEnv",
    "action_name",
    "decode",
    "encode",
    "observation_fields",
    "observation_names",
    "observation_slices",
]

_MODULES = {
    "AgainstPolicies": "against_policies",
    "EnvironmentFault": "vector",
    "NotAllowed": "at_table",
    "PolicyBot": "policy_bot",
    "SeatMemory": "at_table",
    "VecEnv": "vector",
    "action_name": "action_names",
    "decode": "at_table",
    "encode": "at_table",
    "observation_fields": "observation",
    "observation_names": "observation",
    "observation_slices": "observation",
}


if not TYPE_CHECKING:  # to a type checker, every misspelt name would be one of these

    def __getattr__(name: str) -> Any:
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"freehold.envs.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
