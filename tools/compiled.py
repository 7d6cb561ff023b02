"""Compiles what the tests call of the kernel, into the folder that FREEHOLD_CACHE names.

One process does it, so that functions that several uses share are lowered once. A test that calls another entry point
compiles it itself.
"""

from __future__ import annotations

from freehold.engine.compile import compiled
from freehold.engine.uses import PROGRAMS, entry_points_of

if __name__ == "__main__":
    for program in PROGRAMS:  # one at a time: a test that waits for the first can begin
        compiled().prepare(*entry_points_of(program))
