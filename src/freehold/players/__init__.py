"""Who decides in a seat: the `Player` protocol, the built-in bots, a fallback player, and bots written by users, among
them those that the operator of a server brought.
"""

from freehold.players.bot import Bot, play_out
from freehold.players.bot_file import BotError
from freehold.players.fallback_player import plain
from freehold.players.player import Player
from freehold.players.user_bot import Incident, OwnBot, load

__all__ = ["Bot", "BotError", "Incident", "OwnBot", "Player", "load", "plain", "play_out"]
