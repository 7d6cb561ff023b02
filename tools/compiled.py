"""Compiles the entry points of the kernel that the tests call, into the folder that FREEHOLD_CACHE names.

One process does it, so that functions they share are compiled once. A test that calls another one compiles it itself.
"""

from __future__ import annotations

from freehold.engine.compile import compiled

ENTRY_POINTS = (
    *("weigh", "first_choice", "chances_after"),  # first: in a browser somebody waits for the coach
    *("play_games", "random_games", "recorded_game"),
    *("start_game", "play_on", "step_with", "end_game", "who_acts"),
    *("deal_with_care", "step_environments"),
)

if __name__ == "__main__":
    for name in ENTRY_POINTS:  # one at a time: a test that waits for the first can begin
        compiled().prepare(name)
