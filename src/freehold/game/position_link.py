"""The address of a position: everything that everybody at the table can see of it, as a short text for a link.

A text is the version, then Base64 (for URLs) of a checksum and the position in a small binary form. It has no secret:
neither the order of the decks nor the random state. Reading one checks its form only; `Game.from_link` checks the
position like any other.
"""

from __future__ import annotations

import binascii
import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from freehold.editions.faults import SetupError
from freehold.game.position import FLOW
from freehold.json_types import Json

VERSION = "1"
# Words that are written as their place in this list. Append only: people keep links.
WORDS = Path(__file__).with_name("link_words.txt").read_text("ascii").split()
LONGEST = 4_000  # characters: a position of eight players with everything pending has less than half
CHECK = 4  # bytes of the checksum
DEEPEST = 6  # values within values

SMALL = 120  # below: the number itself
LARGER, NEGATIVE, NONE, FALSE, TRUE, TEXT, LIST, TABLE = range(SMALL, SMALL + 8)
WORD = 128  # from here on: a word; the last 32 of these have a second byte
FREQUENT = 96
NUMBERS = {word: number for number, word in enumerate(WORDS)}

DERIVED = ("decider", "bank", "decks", "chance")  # follow from the rest, or nobody may know them
USUAL_PLAYER: Json = {"in_jail": False, "jail_turns": 0, "jail_cards": [], "bankrupt": False}
USUAL_FLOW: Json = dict.fromkeys(FLOW, 0) | {"rent_times": 1, "base": None, "force_face": None}


class LinkError(SetupError):
    """A text that is no link to a position: damaged, too long, or of a later version."""


def write(view: Mapping[str, Any], *, with_names: bool = True) -> str:
    """The link of a view or a position. Without names, the players are called by their numbers."""
    body = _written(_short(view, with_names))
    return VERSION + urlsafe_b64encode(_check(body) + body).decode().rstrip("=")


def read(text: str) -> Json:
    """The position of a link, for `Game.load`, which checks it. `LinkError` if the text is damaged."""
    if not isinstance(text, str) or not text or len(text) > LONGEST:
        raise LinkError("link-damaged")
    if text[0] != VERSION:
        raise LinkError("link-version", {"given": text[0], "known": VERSION})
    try:
        data = urlsafe_b64decode(text[1:] + "=" * (-len(text[1:]) % 4))
        body = data[CHECK:]
        if _check(body) != data[:CHECK]:
            raise LinkError("link-damaged")
        position = _long(_Reader(body).whole())
        known = write(position, with_names="name" in position["players"][0])
    except (binascii.Error, KeyError, IndexError, TypeError, ValueError, OverflowError, AttributeError):
        raise LinkError("link-damaged") from None
    if known != text:  # one position has one link
        raise LinkError("link-damaged")
    return position


def _check(body: bytes) -> bytes:
    return hashlib.blake2s(body, digest_size=CHECK, person=b"freehold").digest()


# ---------------------------------------------------------------- what is written


def _short(view: Mapping[str, Any], with_names: bool) -> Json:
    """The position without what is usual or follows from the rest."""
    left_out = USUAL_PLAYER if with_names else {**USUAL_PLAYER, "name": ...}
    deeds = sorted((int(square), deed) for square, deed in view["deeds"].items())
    return {
        **{key: value for key, value in view.items() if key not in DERIVED},
        "players": [_unusual(player, left_out) for player in view["players"]],
        "deeds": [
            [square, deed["owner"] << 4 | deed["mortgaged"] << 3 | deed["buildings"], *deed.get("paid", ())]
            if "paid" in deed
            else square << 7 | deed["owner"] << 4 | deed["mortgaged"] << 3 | deed["buildings"]
            for square, deed in deeds
        ],
        "flow": _unusual(view["flow"], USUAL_FLOW),
    }


def _long(short: Any) -> Json:
    deeds: Json = {}
    for row in short["deeds"]:
        square, deed, *paid = row if isinstance(row, list) else divmod(row, 1 << 7)
        deeds[str(square)] = {"owner": deed >> 4, "mortgaged": bool(deed >> 3 & 1), "buildings": deed & 7}
        if paid:
            deeds[str(square)]["paid"] = paid
    return {
        **short,
        "players": [{**USUAL_PLAYER, **player} for player in short["players"]],
        "deeds": deeds,
        "flow": {**USUAL_FLOW, **short["flow"]},
    }


def _unusual(table: Mapping[str, Any], usual: Mapping[str, Any]) -> Json:
    return {key: value for key, value in table.items() if key not in usual or usual[key] not in (value, ...)}


# ---------------------------------------------------------------- the binary form


def _written(value: Any) -> bytes:
    if value is None or isinstance(value, bool):
        return bytes([NONE if value is None else TRUE if value else FALSE])
    if isinstance(value, int):
        if 0 <= value < SMALL:
            return bytes([value])
        return bytes([LARGER]) + _varint(value - SMALL) if value > 0 else bytes([NEGATIVE]) + _varint(-1 - value)
    if isinstance(value, str):
        number = NUMBERS.get(value)
        if number is None:
            text = value.encode()
            return bytes([TEXT]) + _varint(len(text)) + text
        if number < FREQUENT:
            return bytes([WORD + number])
        high, low = divmod(number - FREQUENT, 256)
        return bytes([WORD + FREQUENT + high, low])
    if isinstance(value, Mapping):
        rows = [part for key in sorted(value) for part in (key, value[key])]
        return bytes([TABLE]) + _varint(len(value)) + b"".join(map(_written, rows))
    return bytes([LIST]) + _varint(len(value)) + b"".join(map(_written, value))


def _varint(number: int) -> bytes:
    rest = bytearray()
    while number > 127:
        rest.append(number & 127 | 128)
        number >>= 7
    return bytes([*rest, number])


class _Reader:
    """Reads values from bytes; an `IndexError` or a `ValueError` if they are none."""

    def __init__(self, body: bytes) -> None:
        self._body, self._at = body, 0

    def whole(self) -> Any:
        value = self._value(DEEPEST)
        if self._at != len(self._body):
            raise ValueError
        return value

    def _value(self, room: int) -> Any:
        kind = self._byte()
        if kind < SMALL:
            return kind
        if kind >= WORD:
            number = kind - WORD
            if number >= FREQUENT:
                number = FREQUENT + (number - FREQUENT) * 256 + self._byte()
            return WORDS[number]
        if kind in (NONE, FALSE, TRUE):
            return {NONE: None, FALSE: False, TRUE: True}[kind]
        number = self._number()
        if kind in (LARGER, NEGATIVE):
            return number + SMALL if kind == LARGER else -1 - number
        if number > len(self._body):
            raise ValueError
        if kind == TEXT:
            self._at += number
            return self._body[self._at - number : self._at].decode()
        if not room:
            raise ValueError
        if kind == LIST:
            return [self._value(room - 1) for _ in range(number)]
        return {self._value(0): self._value(room - 1) for _ in range(number)}

    def _byte(self) -> int:
        self._at += 1
        return self._body[self._at - 1]

    def _number(self) -> int:
        number = shift = 0
        while True:
            byte = self._byte()
            number |= (byte & 127) << shift
            if byte < 128:
                return number
            shift += 7
            if shift > 63:
                raise ValueError
