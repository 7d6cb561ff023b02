"""Freehold: a property-trading board game in six editions, faithful to each rulebook.

`Game` is one game: positions, actions and events as JSON. `simulate`, `win_probability` and `tournament` play many;
`balance` says what is out of line in an edition, `price_tag` what a house rule does to a game. `Bot` decides for a
seat; `evaluate`, `advise` and `review` are the coach; `envs` is for reinforcement learning, `sentences` says events and
actions in words, and `types` has the types of the JSON.
Wherever an edition is asked for, it is an id, a file of your own, or an `Edition`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from freehold.editions import Edition, EditionError, EditionLike, SetupError
from freehold.editions import ids as _ids
from freehold.editions import load as _load
from freehold.extras import MissingExtra
from freehold.rulebook import Explanation, UnknownClause
from freehold.rulebook import books as _books
from freehold.rulebook import explain as _explain

if TYPE_CHECKING:
    from freehold import envs as envs
    from freehold import sentences as sentences
    from freehold import types as types
    from freehold.analysis.odds import landing_odds as odds
    from freehold.arena import simulation as _simulation
    from freehold.arena.balance.laboratory import balance
    from freehold.arena.balance.price_tag import price_tag
    from freehold.arena.competition import tournament
    from freehold.arena.simulation import simulate
    from freehold.arena.winning import win_probability
    from freehold.coach.advise import advise
    from freehold.coach.evaluate import evaluate
    from freehold.coach.review import review
    from freehold.game import Game, IllegalAction, LinkError, PositionError, format_action, parse_action
    from freehold.players.bot import Bot, play_out
    from freehold.players.bot_file import BotError
    from freehold.players.bot_objects import BotLike

    _game_of = _simulation.game_of

__version__ = "0.3.0"

__all__ = [
    "Bot",
    "BotError",
    "BotLike",
    "Edition",
    "EditionError",
    "EditionLike",
    "Game",
    "IllegalAction",
    "LinkError",
    "MissingExtra",
    "PositionError",
    "SetupError",
    "UnknownClause",
    "advise",
    "balance",
    "editions",
    "evaluate",
    "explain",
    "format_action",
    "odds",
    "parse_action",
    "play_out",
    "price_tag",
    "review",
    "simulate",
    "tournament",
    "win_probability",
]

# Imported when they are first asked for: a game alone needs neither the bots nor the arena, and the tool that generates
# parts of the kernel (`tools/kernel_names.py`) needs the editions and the rulebook, but no kernel.
_LATER = {
    "_game_of": ("freehold.arena.simulation", "game_of"),
    "Bot": ("freehold.players.bot", "Bot"),
    "BotError": ("freehold.players.bot_file", "BotError"),
    "BotLike": ("freehold.players.bot_objects", "BotLike"),
    "Game": ("freehold.game", "Game"),
    "IllegalAction": ("freehold.game", "IllegalAction"),
    "LinkError": ("freehold.game", "LinkError"),
    "PositionError": ("freehold.game", "PositionError"),
    "advise": ("freehold.coach.advise", "advise"),
    "balance": ("freehold.arena.balance.laboratory", "balance"),
    "evaluate": ("freehold.coach.evaluate", "evaluate"),
    "format_action": ("freehold.game", "format_action"),
    "odds": ("freehold.analysis.odds", "landing_odds"),
    "parse_action": ("freehold.game", "parse_action"),
    "play_out": ("freehold.players.bot", "play_out"),
    "price_tag": ("freehold.arena.balance.price_tag", "price_tag"),
    "review": ("freehold.coach.review", "review"),
    "simulate": ("freehold.arena.simulation", "simulate"),
    "tournament": ("freehold.arena.competition", "tournament"),
    "win_probability": ("freehold.arena.winning", "win_probability"),
}
_MODULES = ("envs", "sentences", "types")


def editions() -> list[str]:
    """The ids of the built-in editions. A file of your own is named by its path."""
    return _ids()


def explain(id: str, lang: str = "en", edition: EditionLike | None = None) -> Explanation:
    """A clause of the rulebook in words, and how an edition stands to it. `UnknownClause` if there is none of this id.

    An edition of your own has no rulebook: the clause is then explained without it.
    """
    if edition is None:
        return _explain(id, lang)
    known = [book.id for book in _books()]
    name = edition if isinstance(edition, str) and edition in known else _load(edition).id
    return _explain(id, lang, name if name in known else None)


if not TYPE_CHECKING:  # to a type checker, every misspelt name would be one of these

    def __getattr__(name: str) -> Any:
        if name in _MODULES:
            return import_module(f"freehold.{name}")
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, attribute = _LATER[name]
        return getattr(import_module(module), attribute)


def __dir__() -> list[str]:
    return sorted({*__all__, *_MODULES, *(name for name in globals() if name.startswith("__"))})
