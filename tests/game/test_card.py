"""The picture for link previews has words: a title, names and money, also in letters that it does not know."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np
import pytest

from freehold import Game
from freehold.picture import letters
from freehold.picture.card import HEIGHT, LEFT, WIDTH, card

TITLE, FIRST_ROW, GRAPH = slice(30, 80), slice(100, 128), slice(300, 550)


def pixels(png: bytes) -> Any:
    """The pixels of a PNG file whose rows have no filter."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == (WIDTH, HEIGHT)
    at = png.index(b"IDAT")
    (size,) = struct.unpack(">I", png[at - 4 : at])
    rows = np.frombuffer(zlib.decompress(png[at + 4 : at + 4 + size]), np.uint8).reshape(HEIGHT, 1 + 3 * WIDTH)
    return rows[:, 1:].reshape(HEIGHT, WIDTH, 3)


def drawn(names: list[str], title: str, worth: Any = (), lang: str = "en") -> Any:
    game = Game.new("classic", names, seed=1)
    return pixels(card(game.edition, game.view(), title, worth, lang))


def differs(one: Any, other: Any, rows: slice) -> bool:
    return bool((one[rows, LEFT:] != other[rows, LEFT:]).any())


def test_title_names_and_money_are_written() -> None:
    usual = drawn(["Ann", "Bob"], "Ann won")
    assert (usual[TITLE, LEFT:].sum(axis=2) < 300).sum() > 500  # pixels of ink
    assert differs(usual, drawn(["Ann", "Bob"], "Bob won"), TITLE)
    assert differs(usual, drawn(["Amy", "Bob"], "Ann won"), FIRST_ROW)
    assert differs(usual, drawn(["Ann", "Bob"], "Ann won", lang="fr"), FIRST_ROW)  # how money is written
    assert not differs(usual, drawn(["Ann", "Bob"], "Ann won"), slice(0, HEIGHT))


def test_the_richest_is_first_and_only_a_game_with_a_past_has_a_graph() -> None:
    plain, rich = drawn(["Ann", "Bob"], ""), drawn(["Ann", "Bob"], "", [[1500, 900], [1500, 2100]])
    assert differs(plain, rich, FIRST_ROW)
    assert len(np.unique(plain[GRAPH, LEFT:].reshape(-1, 3), axis=0)) == 1
    assert differs(plain, rich, GRAPH)


@pytest.mark.parametrize("name", ["", "Ω夜🙂", "Zoë Łucja", "W" * 24])
def test_any_name_can_be_written(name: str) -> None:
    drawn([name or "x", "Bob"], name * 20)


def test_words_are_shortened_to_their_room() -> None:
    assert letters.shortened("Ann", 25, 200) == "Ann"
    short = letters.shortened("Jürgen-Maximilian von Unterlangen", 25, 200)
    assert short.endswith("…")
    assert letters.width(short, 25) <= 200
