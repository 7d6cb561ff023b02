"""The picture's own texts; names of squares, tokens and buildings come from the edition."""

from __future__ import annotations

from functools import cache

from freehold.i18n import keys, text


@cache
def _table(name: str, lang: str) -> dict[str, str]:
    """A table of `picture.toml` in one language."""
    start = f"{name}."
    return {key.removeprefix(start): text("picture", key, lang) for key in keys("picture") if key.startswith(start)}


def labels(lang: str) -> dict[str, str]:
    return _table("labels", lang)


def phases(lang: str) -> dict[str, str]:
    """What each phase asks for."""
    return _table("phases", lang)


def variants(lang: str) -> dict[str, str]:
    return _table("variants", lang)
