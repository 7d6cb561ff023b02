"""Are the dice those of the generator's key? The generator is written again here; a position has its key and its place.

A hash of 32 bits is taken of the key, the stream of the dice and the number of the draw; a draw that would favour some
faces is thrown away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Json = dict[str, Any]

WORD = 2**32
DICE = 0x9E3779B9  # the stream of the dice; decks have another one
FACES = ("light", "dark", "shift")


def mixed(word: int) -> int:
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        word = (word ^ word >> shift) * factor % WORD
    return word ^ word >> 16


def drawn(key: Sequence[int], number: int) -> int:
    return mixed(mixed(mixed((key[0] + DICE) % WORD) ^ number) ^ key[1])


def wrong_dice(before: Json, after: Json, chance: Sequence[int | str], told: int, force_faces: Json) -> list[str]:
    """Outcomes after the first `told`, which were dictated, that are not the generator's, and a wrong place after."""
    key, number = before["chance"]["key"], before["chance"]["drawn"]
    sides = [face for face in FACES for _ in range(force_faces.get(face, 0))]
    expected: list[int | str] = []
    for outcome in chance[told:]:
        faces: list[Any] = sides if outcome in FACES else [1, 2, 3, 4, 5, 6]
        while (draw := drawn(key, number)) >= WORD - WORD % len(faces):
            number += 1
        number += 1
        expected.append(faces[draw % len(faces)])
    found = []
    if expected != list(chance[told:]):
        found.append(f"dice of the key: engine {chance[told:]}, expected {expected}")
    if after["chance"]["drawn"] != number:
        found.append(f"draws: engine {after['chance']['drawn']}, expected {number}")
    return found
