"""One game for people and for tests: positions, actions and events as JSON, with the kernel behind them."""

from freehold.game.actions import FIELDS, IllegalAction, format_action, parse_action
from freehold.game.game import Game
from freehold.game.position import PositionError

__all__ = ["FIELDS", "Game", "IllegalAction", "PositionError", "format_action", "parse_action"]
