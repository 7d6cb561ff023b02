"""Names that the other types share: seats, decks, phases."""

from __future__ import annotations

from typing import Literal, TypeAlias

Seat: TypeAlias = int
Party: TypeAlias = int | Literal["bank"]
DeckId = Literal["chest", "chance"]
Lot = Literal["house", "hotel"]
Symbol = Literal["light", "dark"]
ForceFace = Literal["light", "dark", "shift"]
Variant = Literal["classic", "short", "timed"]
Phase = Literal[
    "over", "roll", "double", "buy", "auction", "tax", "debt", "transfer", "battle", "contest", "answer", "end", "card"
]  # fmt: skip

SHOWN = "shown"  # marks a field that a list of legal actions adds for the reader; the rules do not need it
