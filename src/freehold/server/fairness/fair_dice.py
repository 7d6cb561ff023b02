"""Fair dice: a secret that the server binds itself to before the first throw, the seats' salts, one HMAC per action.

The server publishes the SHA-256 of its secret first, the seats add their salts afterwards, and the chance of action n
comes from HMAC-SHA-256(secret, salts, n); the decks have streams of their own. `verify.py` checks a finished game.
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
SETTING_UP = 0  # the number of what happens before the first action


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What the server publishes before the first throw."""
    return hashlib.sha256(secret).hexdigest()


def draw(secret: bytes, salts: Sequence[str], n: int, stream: str, block: int = 0) -> bytes:
    """Thirty-two bytes of a stream: HMAC-SHA-256 under the secret, over the stream's name, the salts and n."""
    text = canonical(["freehold", stream, list(salts), n, block])
    return hmac.new(secret, text, hashlib.sha256).digest()  # hmac.digest would let other threads go first each time


def seed(secret: bytes, salts: Sequence[str], n: int) -> int:
    """The seed of action n, for dice. The kernel draws from it by rejection."""
    return int.from_bytes(draw(secret, salts, n, "dice")[:8], "big")


def shuffled(secret: bytes, salts: Sequence[str], deck: str, cards: Sequence[str]) -> list[str]:
    """Every order of the cards equally likely, from a stream that is this deck's alone."""
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
    """A number below n (at most 256): as many bits as n needs, and again if they show n or more."""
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
    """A game ready for the first throw: who starts and what is dealt by the dice, the decks each by its own stream."""
    game = Game.new(edition, players, seed(secret, salts, SETTING_UP), variant, options, tokens=tokens)
    position = game.position()
    position["decks"] = {
        deck: shuffled(secret, salts, deck, [card.id for card in game.edition.deck(deck)]) for deck in DECKS
    }
    fair = Game.load(position, game.edition)
    fair.setup = game.setup
    return fair


def set_up_again(header: Header, secret: bytes) -> Game:
    """The game of a header, as it was before the first action."""
    names, tokens = [chair.name for chair in header.seats], [chair.token for chair in header.seats]
    return set_up(header.edition, header.variant, header.options, names, tokens, secret, header.salts)


def play(
    game: Game, n: int, action: Mapping[str, Any], seat: int | None, secret: bytes, salts: Sequence[str]
) -> tuple[list[Json], Json]:
    """Action n, with the chance that is its own: its events, and its line of the log, which the game does not keep."""
    game.reseed(seed(secret, salts, n))
    events = game.apply(action, seat)
    return events, game.log.pop()
