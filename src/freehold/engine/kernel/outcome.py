"""What a run of games came to, added up on a GPU, where no result of a single game is copied back.

`Counts` and `Digest` of `arena/accumulators.py` have the same figures by the result rows of games on a CPU.
"""

from freehold.engine.kernel.fingerprint import in_place
from freehold.engine.kernel.loops import (
    RESULT_ACTIONS,
    RESULT_FINISHED,
    RESULT_HASH,
    RESULT_STARTER,
    RESULT_THROWS,
    RESULT_TURNS,
    RESULT_WINNER,
)
from freehold.layouts.records import Int64s, Run
from freehold.rules.state import NOBODY, PLAYERS

# The places of the figures
OUTCOME_FINISHED = 0
OUTCOME_SHARED = 1
OUTCOME_ACTIONS = 2
OUTCOME_DIGEST = 3  # two sums of terms of 63 bits
OUTCOME_WINS = 5  # by seat
OUTCOME_ORDER = OUTCOME_WINS + PLAYERS  # wins by who threw first, second …
OUTCOME_LENGTHS = OUTCOME_ORDER + PLAYERS  # histograms: turns, turns of finished games, throws
THROWS_A_TURN = 4  # room in the last of them: a third double ends a turn


def add_outcome(outcome: Int64s, results: Int64s, at: int, number: int, run: Run) -> None:
    """Add the result row of a numbered game."""
    outcome[OUTCOME_ACTIONS] += results[at + RESULT_ACTIONS]
    outcome[OUTCOME_DIGEST] += in_place(results[at + RESULT_HASH], number)
    outcome[OUTCOME_DIGEST + 1] += in_place(results[at + RESULT_HASH + 1], number)
    turns = min(results[at + RESULT_TURNS], run.lengths - 1)
    throws = min(results[at + RESULT_THROWS], THROWS_A_TURN * run.lengths - 1)
    outcome[OUTCOME_LENGTHS + turns] += 1
    outcome[OUTCOME_LENGTHS + 2 * run.lengths + throws] += 1
    if results[at + RESULT_FINISHED]:
        outcome[OUTCOME_FINISHED] += 1
        outcome[OUTCOME_LENGTHS + run.lengths + turns] += 1
        winner = results[at + RESULT_WINNER]
        if winner == NOBODY:
            outcome[OUTCOME_SHARED] += 1
        else:
            outcome[OUTCOME_WINS + winner] += 1
            outcome[OUTCOME_ORDER + (winner - results[at + RESULT_STARTER] + run.players) % run.players] += 1
