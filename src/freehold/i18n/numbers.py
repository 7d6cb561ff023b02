"""Numbers formatted for each language."""

from __future__ import annotations


def number(value: float, lang: str, digits: int = 0) -> str:
    """1,234.5 as the language formats it."""
    text = f"{value:,.{digits}f}"
    return text.translate({ord(","): "\u202f", ord("."): ","}) if lang == "fr" else text
