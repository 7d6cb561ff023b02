"""Types of the JSON that a game reads and writes, for your own annotations: `from freehold.types import View`."""

from freehold.game.types import *  # noqa: F403  # every public type of the module
