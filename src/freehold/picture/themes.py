"""The colours and scenery of each edition; an edition without an entry uses the classic theme.

In every theme squares and panels are light and their ink is dark, and group colours and symbols stay the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from freehold.editions import Edition
from freehold.picture import scenery


@dataclass(frozen=True, kw_only=True)
class Theme:
    name: str
    rim: str  # around the board
    square: str
    panel: str
    cell: str  # the jail
    ink: str
    muted: str  # secondary text
    line: str
    accent: str  # signs and arrows
    mark: str  # whose turn it is
    sky: tuple[str, str]  # gradient from top to bottom
    title: str  # text on the sky
    ground: str
    scenery: Callable[[str, str, float], str]

    @property
    def hatch(self) -> str:
        """The id of the pattern on mortgaged deeds, unique so that several SVGs on one page do not conflict."""
        return f"freehold-{self.name}-hatch"

    @property
    def dusk(self) -> str:
        return f"freehold-{self.name}-sky"


CLASSIC = Theme(
    name="classic",
    rim="#24523b",
    square="#eaf5ea",
    panel="#fbfdf8",
    cell="#e8a15c",
    ink="#13241a",
    muted="#4b5d52",
    line="#24523b",
    accent="#b3261e",
    mark="#f2b81f",
    sky=("#bfe3dd", "#f3f6dc"),
    title="#123524",
    ground="#5f9a6d",
    scenery=scenery.town,
)

THEMES = {
    theme.name: theme
    for theme in (
        CLASSIC,
        Theme(
            name="star-wars-1",
            rim="#3b2415",
            square="#f7ecd6",
            panel="#fdf6e8",
            cell="#d9a066",
            ink="#2a190d",
            muted="#66503c",
            line="#5a3a22",
            accent="#a4421a",
            mark="#ffb52e",
            sky=("#1d1b3f", "#d9803f"),
            title="#fff3d6",
            ground="#a8662f",
            scenery=scenery.desert,
        ),
        Theme(
            name="star-wars-2",
            rim="#0b1030",
            square="#e6ebf6",
            panel="#f4f7fd",
            cell="#93a4c9",
            ink="#0d1433",
            muted="#47527a",
            line="#26305c",
            accent="#3446a8",
            mark="#ffd23e",
            sky=("#060818", "#24306b"),
            title="#f2f5ff",
            ground="#141a40",
            scenery=scenery.space,
        ),
        Theme(
            name="spider-man",
            rim="#7d0f16",
            square="#f6eeee",
            panel="#fdf8f8",
            cell="#9fb3d6",
            ink="#1c0d12",
            muted="#63494f",
            line="#6a1018",
            accent="#1c3f94",
            mark="#ffcc2f",
            sky=("#a11420", "#2a1240"),
            title="#ffffff",
            ground="#12102a",
            scenery=scenery.webs,
        ),
        Theme(
            name="disney-parks",
            rim="#3a1f6e",
            square="#fff3e6",
            panel="#fffaf4",
            cell="#d7b8e8",
            ink="#26134a",
            muted="#5f4a7d",
            line="#4d2f86",
            accent="#a3238e",
            mark="#ffc93c",
            sky=("#2a1a6b", "#e08fb6"),
            title="#fff8e7",
            ground="#4a2b8a",
            scenery=scenery.castle,
        ),
        Theme(
            name="game-of-thrones",
            rim="#22262b",
            square="#ece3ce",
            panel="#f5efdf",
            cell="#a9a08c",
            ink="#1b1710",
            muted="#574f40",
            line="#3d3729",
            accent="#7a1f1f",
            mark="#e3a72f",
            sky=("#2a323b", "#8796a3"),
            title="#f6f1e2",
            ground="#e9eef2",
            scenery=scenery.swords,
        ),
    )
}


def theme_of(edition: Edition) -> Theme:
    return THEMES.get(edition.id, CLASSIC)
