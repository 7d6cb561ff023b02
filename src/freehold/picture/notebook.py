"""Results as they look in a notebook: rows as an HTML table, shares with their intervals as a small SVG chart.

Plain text in, plain text out; nothing has to be installed for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

Bar = tuple[str, float, float, float]  # label, share, and the ends of its interval

WIDTH, LABEL, HEIGHT = 560, 150, 22
INK, FILL, FAINT = "#333", "#3b7a9e", "#ddd"


def html_table(rows: Sequence[Mapping[str, Any]], caption: str = "", columns: Sequence[str] = ()) -> str:
    """Rows with the same keys as a table; numbers are rounded for the eye and set to the right."""
    if not rows:
        return "<p>–</p>"
    names = list(columns) or [name for name, value in rows[0].items() if not isinstance(value, list | dict)]
    head = "".join(f"<th>{escape(name.replace('_', ' '))}</th>" for name in names)
    body = "".join("<tr>" + "".join(_cell(row.get(name)) for name in names) + "</tr>" for row in rows)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f'<td style="text-align:left">{escape("–" if value is None else str(value))}</td>'
    shown = f"{value:,}" if isinstance(value, int) else f"{value:,.3f}"
    return f'<td style="text-align:right">{shown}</td>'


def svg_bars(bars: Sequence[Bar], most: float | None = None, unit: str = "%") -> str:
    """A bar for each share, with its interval as a line. For shares the scale is in per cent."""
    top = most or max((high for _, _, _, high in bars), default=1.0) or 1.0
    room = WIDTH - LABEL - 70
    parts = []
    for number, (label, share, low, high) in enumerate(bars):
        y = number * HEIGHT + 4
        left, right, end = (LABEL + room * value / top for value in (low, high, share))
        middle = y + (HEIGHT - 8) / 2
        shown = f"{100 * share:.1f} %" if unit == "%" else f"{share:,.2f} {unit}".strip()
        parts.append(
            f'<text x="{LABEL - 8}" y="{middle + 4:.1f}" text-anchor="end">{escape(label)}</text>'
            f'<rect x="{LABEL}" y="{y}" width="{end - LABEL:.1f}" height="{HEIGHT - 8}" fill="{FILL}"/>'
            f'<path d="M{left:.1f} {middle}H{right:.1f}" stroke="{INK}" stroke-width="2"/>'
            f'<text x="{right + 8:.1f}" y="{middle + 4:.1f}">{escape(shown)}</text>'
        )
    height = len(bars) * HEIGHT + 8
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" '
        f'role="img" font-family="sans-serif" font-size="12" fill="{INK}">'
        f'<path d="M{LABEL} 0V{height}" stroke="{FAINT}"/>{"".join(parts)}</svg>'
    )


class Picture:
    """An SVG picture: it shows itself in a notebook, and `save` writes it to a file."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> Path:
        """Write it to a file, which a browser can show."""
        file = Path(path)
        file.write_text(self.svg, encoding="utf-8")
        return file
