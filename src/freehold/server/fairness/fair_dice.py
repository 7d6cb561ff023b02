"""Provably fair dice (commit-reveal): a committed server secret, the seats' salts, and one HMAC per action.

The server publishes the SHA-256 of its secret before the seats add their salts. The randomness of action n is
HMAC-SHA-256(secret, salts, n); each deck has its own stream. `verify.py` checks a finished game.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from freehold.game import Game
from freehold.game.names import DECKS
from freehold.server.storage.game_log import Header, canonical

Json = dict[str, Any]

SECRET_BYTES = 32
SETTING_UP = 0  # the number of the set-up, before action 1


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """The SHA-256 of the secret, published before the first throw."""
    return hashlib.sha256(secret).hexdigest()


def draw(secret: bytes, salts: Sequence[str], n: int, stream: str, block: int = 0) -> bytes:
    """32 bytes of a stream: HMAC-SHA-256 under the secret, over the stream's name, the salts and n."""
    text = canonical(["freehold", stream, list(salts), n, block])
    return hmac.new(secret, text, hashlib.sha256).digest()  # hmac.digest releases the GIL on each call


def seed(secret: bytes, salts: Sequence[str], n: int) -> int:
    """The seed of action n for dice. The kernel draws from it by rejection sampling."""
    return int.from_bytes(draw(secret, salts, n, "dice")[:8], "big")


def shuffled(secret: bytes, salts: Sequence[str], deck: str, cards: Sequence[str]) -> list[str]:
    """Fisher-Yates shuffle of the cards from the deck's own stream."""
    order = list(cards)
    numbers = _bytes(secret, salts, deck)
    for k in range(len(order) - 1, 0, -1):
        other = _below(k + 1, numbers)
        order[k], order[other] = order[other], order[k]
    return order


def _bytes(secret: bytes, salts: Sequence[str], stream: str) -> Iterator[int]:
    block = 0
    while True:
        yield from draw(secret, salts, SETTING_UP, stream, block)
        block += 1


def _below(n: int, numbers: Iterator[int]) -> int:
    """A uniform number below n (at most 256) by rejection sampling."""
    mask = (1 << (n - 1).bit_length()) - 1
    while True:
        number = next(numbers) & mask
        if number < n:
            return number


def set_up(
    edition: str,
    variant: str,
    options: Mapping[str, Any],
    players: Sequence[str],
    tokens: Sequence[str],
    secret: bytes,
    salts: Sequence[str],
) -> Game:
    """A game ready for the first throw. The dice stream decides who starts and the deal, a stream of its own
    each deck.
    """
    game = Game.new(edition, players, seed(secret, salts, SETTING_UP), variant, options, tokens=tokens)
    position = game.position()
    position["decks"] = {
        deck: shuffled(secret, salts, deck, [card.id for card in game.edition.deck(deck)]) for deck in DECKS
    }
    fair = Game.load(position, game.edition)
    fair.setup = game.setup
    return fair


def set_up_again(header: Header, secret: bytes) -> Game:
    """Rebuild the game of a header as it was before the first action."""
    names, tokens = [chair.name for chair in header.seats], [chair.token for chair in header.seats]
    return set_up(header.edition, header.variant, header.options, names, tokens, secret, header.salts)


def play(
    game: Game, n: int, action: Mapping[str, Any], seat: int | None, secret: bytes, salts: Sequence[str]
) -> tuple[list[Json], Json]:
    """Apply action n with its own randomness. Returns its events and its log line, which is removed from the game's
    log.
    """
    game.reseed(seed(secret, salts, n))
    events = game.apply(action, seat)
    return events, game.log.pop()
