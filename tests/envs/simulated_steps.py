"""Steps of environments on Numba's simulator of a GPU, for `test_gpu.py`: a script, as in `tests/engine`.

It prints a digest of all that the steps returned.
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

import numpy as np

from freehold.engine.gpu import cuda
from freehold.envs import VecEnv
from tests.engine.simulated_gpu import prepare


def digest(settings: dict[str, Any], steps: int) -> str:
    """What an environment returns for the first allowed actions and then the last ones, in turn."""
    env = VecEnv(**settings)
    told = hashlib.sha256()

    def tell(*arrays: Any) -> None:
        for array in arrays:
            told.update(np.ascontiguousarray(on_host(array)).tobytes())

    tell(*env.reset())
    for number in range(steps):
        masks = on_host(env.masks) != 0
        last = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        actions = np.where((np.arange(len(masks)) + number) % 3 == 0, last, masks.argmax(axis=1))
        tell(*env.step(actions), env.seat_rewards, env.final_observations, env.report)
    told.update(json.dumps([env.save(index) for index in range(env.num_envs)]).encode())
    env.load(0, env.save(env.num_envs - 1))
    tell(env.observations, env.masks)
    return told.hexdigest()


def on_host(array: Any) -> Any:
    return array if isinstance(array, np.ndarray) else array.copy_to_host()


def main() -> None:
    module = cuda.library()
    if not hasattr(module, "simulator"):
        raise SystemExit("The simulator was not chosen.")
    prepare(module)
    print(json.dumps([digest(**given) for given in json.loads(sys.argv[1])]))


if __name__ == "__main__":
    main()
