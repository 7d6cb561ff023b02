"""The bots' display names, how each of them plays, and what it says when it refuses an offer."""

from __future__ import annotations

from collections.abc import Mapping

from freehold.editions.schema import Edition
from freehold.i18n import has, write

BROUGHT = "own:"  # before the name of a bot that the operator of a server brought; see `players/built_in.py`


def bot(name: str, lang: str) -> str:
    """A bot's display name: "Trader". A user's bot has the name of its class."""
    key = f"{name}.name"
    return write("bots", key, {}, lang) if has("bots", key) else name.rpartition(":")[2]


def bot_sentence(name: str, lang: str) -> str:
    """One sentence that says how a bot plays."""
    key = "own.brought" if name.startswith(BROUGHT) else f"{name}.sentence"
    return write("bots", key if has("bots", key) else "own.sentence", {"bot": name}, lang)


def reply(edition: Edition, code: str, parts: Mapping[str, str], lang: str) -> str:
    """Why a bot refuses an offer, addressed to the player who made it. `parts` may name a `group` by its id."""
    colours = {group.id: group.printed_colour[lang] for group in edition.groups}
    colour = colours.get(parts.get("group", ""), "")
    values = {"group": colour[:1].lower() + colour[1:]} if colour else {}
    return write("replies", code if has("replies", code) else "no-reason", values, lang)
