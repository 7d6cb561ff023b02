"""The frame of a page for a browser: one file, with nothing to fetch from elsewhere."""

from __future__ import annotations

from freehold.picture.svg import el, words


def document(title: str, lang: str, style: str, *body: str) -> str:
    """A whole HTML document; its parts are markup already."""
    parts = (
        "<!DOCTYPE html>",
        f'<html lang="{lang}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        el("title", words(title)),
        el("style", style),
        "</head>",
        "<body>",
        el("h1", words(title)),
        *body,
        "</body>",
        "</html>",
    )
    return "\n".join(parts) + "\n"
