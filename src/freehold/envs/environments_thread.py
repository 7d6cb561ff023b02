"""The code of a GPU thread: one environment each. `engine/gpu/launch.py` compiles it and sets the names that are None
here. Unlike those of `engine/gpu/games_thread.py`, the threads do not wait for each other: with barriers in the loop
the kernel never ended on a real GPU, and a step is a few decisions only.
"""

from typing import Any

from freehold.envs.kernel.play import STEP, play_until_asked, show_step, start_episode, take_choice
from freehold.layouts.records import (
    Chances,
    Environments,
    Float32s,
    Games,
    Int8s,
    Int32s,
    Int64s,
    ManyEvents,
    ManyMoves,
    ManyNotes,
    ManyTables,
    ManyTerms,
    ManyValues,
)

KINDS = ("GAME", "NOTES", "CHANCE", "ACTION", "ENVIRONMENT")

cuda: Any = None
GAME_KIND: Any = None
NOTES_KIND: Any = None
CHANCE_KIND: Any = None
ACTION_KIND: Any = None
ENVIRONMENT_KIND: Any = None


def step_on_gpu(
    games: Games,
    t: ManyTables,
    chances: Chances,
    events: ManyEvents,
    v: ManyValues,
    notes: ManyNotes,
    moves: ManyMoves,
    rs: Chances,
    envs: Environments,
    u: ManyTerms,
    choices: Int64s,
    how: int,
    masks: Int8s,
    gains: Float32s,
    rewards: Float32s,
    ends: Int8s,
    obs: Float32s,
    final: Float32s,
    report: Int32s,
    faults: Int32s,
    first: int,
    last: int,
) -> None:
    """`step_environments` of `play.py`, in the thread's local memory; the records are read and written back."""
    g = cuda.local.array(1, GAME_KIND)
    n = cuda.local.array(1, NOTES_KIND)
    c = cuda.local.array(1, CHANCE_KIND)
    r = cuda.local.array(1, CHANCE_KIND)
    x = cuda.local.array(1, ACTION_KIND)
    env = cuda.local.array(1, ENVIRONMENT_KIND)
    k = first + cuda.grid(1)
    if k >= last:
        return
    g[0] = games[k]
    n[0] = notes[k]
    c[0] = chances[k]
    r[0] = rs[k]
    env[0] = envs[k]
    if how == STEP:
        state = take_choice(g[0], t[0], v[0], n[0], x[0], env[0], u[0], choices[k], masks, report, k)
    else:
        state = start_episode(g[0], t[0], v[0], n[0], env[0], u[0], how, obs, final, report, k)
    state = play_until_asked(
        g[0], t[0], c[0], events[0], v[0], n[0], moves[k], r[0], x[0], env[0], u[0], state, masks, gains, rewards,
        final, report, k,
    )  # fmt: skip
    if show_step(g[0], t[0], v[0], n[0], env[0], u[0], state, masks, gains, rewards, ends, obs, report, k) != 0:
        cuda.atomic.add(faults, 0, 1)
    games[k] = g[0]
    notes[k] = n[0]
    chances[k] = c[0]
    rs[k] = r[0]
    envs[k] = env[0]
