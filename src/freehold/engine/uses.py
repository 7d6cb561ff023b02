"""What the compiled kernel is used for: the entry points of each use, what is compiled together, and how long it takes.

Games, thinking and environments are one program (`bundle.py`): they share the rules and the bots, which take most of
the time, so that all three take less than two of them would by themselves. The seconds are of one core that has
nothing else to do, from an empty cache.
"""

from __future__ import annotations

from collections.abc import Iterable

_GAMES = ("play_games", "random_games", "recorded_game")
_LOOP = ("start_game", "play_on", "bot_action", "step_with", "end_game", "who_acts")
_THOUGHTS = ("weigh", "first_choice", "chances_after", "odds_of_offer", "deal_with_care")
TRAINING = ("sample_games", "encode_positions", "forecast_positions", "learned_games")
USES = {
    "games": _GAMES,
    "thinking": (*_THOUGHTS, *_LOOP),
    "environments": ("step_environments",),
    "training": TRAINING,
}
PROGRAMS = {"play": ("games", "thinking", "environments"), "train": ("training",)}  # uses that are compiled together
SECONDS = {"play": 55, "train": 60}
USUAL = "play"  # what `freehold compile` compiles unless told


def program_of(name: str) -> str | None:
    """The program that an entry point is in; None for a function that is of no use by itself."""
    return next((program for program in PROGRAMS if name in entry_points_of(program)), None)


def entry_points_of(program: str) -> tuple[str, ...]:
    return tuple(name for use in PROGRAMS[program] for name in USES[use])


def uses_of(names: Iterable[str]) -> list[str]:
    """The uses that are compiled with these entry points, in the order above."""
    return [use for program in _programs(names) for use in PROGRAMS[program]]


def seconds_for(names: Iterable[str]) -> int:
    """About how long these entry points take to compile."""
    return sum(SECONDS[program] for program in _programs(names)) or 20


def _programs(names: Iterable[str]) -> list[str]:
    asked = {program_of(name) for name in names}
    return [program for program in PROGRAMS if program in asked]
