"""Who sits in a chair, apart from how it thinks: the chair itself, a plain default, and a bot of the user's own."""

from freehold.players.bot_file import BotError
from freehold.players.default import plain
from freehold.players.own import Incident, OwnBot, load
from freehold.players.seat import Player

__all__ = ["BotError", "Incident", "OwnBot", "Player", "load", "plain"]
