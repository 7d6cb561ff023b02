"""Why an action was refused: a sentence for every stable code, which says what is wrong and what to do."""

from __future__ import annotations

from freehold.i18n import has, write


def reason(code: str, lang: str) -> str:
    """The sentence for a code such as `not-your-turn`."""
    return write("reasons", code if has("reasons", code) else "unknown", {"code": code}, lang)
