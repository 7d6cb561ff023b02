"""The code of a GPU thread: one environment each. `engine/gpu/launch.py` compiles it and sets the names that are None
here. Unlike those of `engine/gpu/games_thread.py`, the threads do not wait for each other: with barriers in the loop
the kernel never ended on a real GPU, and a step is a few decisions only.
"""

from typing import Any

from freehold.envs.kernel.play import STEP, play_until_asked, show_step, start_episode, take_choice
from freehold.layouts.records import Episodes, Float32s, Frames, Int8s, Int32s, Int64s, ManyMoves

KINDS = ("EPISODE",)

cuda: Any = None
EPISODE_KIND: Any = None


def step_on_gpu(
    episodes: Episodes,
    moves: ManyMoves,
    frame: Frames,
    choices: Int64s,
    span: Int64s,
    numbers: Float32s,
    flags: Int8s,
    report: Int32s,
) -> None:
    """`step_environments` of `play.py`, in the thread's local memory; the records are read and written back. The last
    number of the report counts faults.
    """
    own = cuda.local.array(1, EPISODE_KIND)
    k = span[1] + cuda.grid(1)
    if k >= span[2]:
        return
    own[0] = episodes[k]
    if span[0] == STEP:
        own[0].state = take_choice(frame[0], own[0], choices[k], flags, report, k)
    else:
        own[0].state = start_episode(frame[0], own[0], span[0], numbers, report, k)
    play_until_asked(frame[0], own[0], moves[k], numbers, flags, report, k)
    if show_step(frame[0], own[0], numbers, flags, report, k) != 0:
        cuda.atomic.add(report, len(report) - 1, 1)
    episodes[k] = own[0]
