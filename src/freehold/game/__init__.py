"""One game for programs and people: positions, actions and events as JSON, executed by the kernel."""

from freehold.game.actions import IllegalAction, format_action, parse_action
from freehold.game.fields import FIELDS, FREE, PHASE_OF
from freehold.game.game import Game
from freehold.game.position import PositionError
from freehold.game.position_link import LinkError

__all__ = [
    "FIELDS",
    "FREE",
    "PHASE_OF",
    "Game",
    "IllegalAction",
    "LinkError",
    "PositionError",
    "format_action",
    "parse_action",
]
