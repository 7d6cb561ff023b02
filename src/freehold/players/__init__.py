"""Who sits in a chair, apart from how it thinks: the chair itself, a plain default, and a bot of the user's own."""

from freehold.players.bot_file import BotError
from freehold.players.fallback_player import plain
from freehold.players.player import Player
from freehold.players.user_bot import Incident, OwnBot, load

__all__ = ["BotError", "Incident", "OwnBot", "Player", "load", "plain"]
