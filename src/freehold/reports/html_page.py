"""The frame of an HTML page: one self-contained file, for light and dark, wide and narrow screens."""

from __future__ import annotations

from freehold.picture.faces import FONT, font_faces
from freehold.picture.svg import el, words

STYLE = f"""
:root {{ color-scheme: light dark; --paper: #fffdf8; --ink: #1b1b1b; --line: #ddd6c8; }}
@media (prefers-color-scheme: dark) {{ :root {{ --paper: #191a1d; --ink: #ececec; --line: #3a3b40; }} }}
body {{ margin: 0 auto; padding: 1.5rem; max-width: 68rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 {FONT}; }}
h1 {{ font-size: 1.6rem; line-height: 1.25; margin: 0 0 0.5rem; }}
h2 {{ font-size: 1.2rem; margin: 1.8rem 0 0.4rem; }}
h3 {{ font-size: 1rem; margin: 1.2rem 0 0.3rem; }}
p {{ margin: 0 0 0.3rem; }}
svg {{ display: block; width: 100%; height: auto; margin: 1.2rem 0; }}
table {{ width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }}
th, td {{ padding: 0.25rem 0.5rem; border-bottom: 1px solid var(--line); text-align: left; }}
pre {{ padding: 0.8rem; border: 1px solid var(--line); border-radius: 4px; white-space: pre-wrap;
  overflow-wrap: anywhere; }}
.scroll {{ overflow-x: auto; }}
.number {{ text-align: right; white-space: nowrap; }}
.mark {{ display: inline-block; width: 0.8rem; height: 0.8rem; margin-right: 0.5rem; border-radius: 2px; }}
.tagged {{ padding-left: 1.8rem; }}
.tagged .mark {{ margin-left: -1.3rem; }}
@media (max-width: 40rem) {{
  body {{ padding: 1rem; }}
  th, td {{ padding: 0.25rem 0.35rem; }}
  th.number {{ white-space: normal; }}
  .tagged {{ padding-left: 1.5rem; }}
  .tagged .mark {{ margin-left: -1.15rem; margin-right: 0.35rem; }}
}}
"""


def document(title: str, lang: str, style: str, *body: str) -> str:
    """A whole HTML document. Its parts are markup; `style` is appended to the common style sheet."""
    parts = (
        "<!DOCTYPE html>",
        f'<html lang="{lang}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        el("title", words(title)),
        el("style", font_faces("".join((title, *body))) + STYLE + style),
        "</head>",
        "<body>",
        el("h1", words(title)),
        *body,
        "</body>",
        "</html>",
    )
    return "\n".join(parts) + "\n"
