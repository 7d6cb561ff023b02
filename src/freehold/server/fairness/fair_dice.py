"""Provably fair dice (commit-reveal): a committed server secret, the seats' hash chains, and one HMAC per draw.

The server publishes the SHA-256 of its secret, the seats publish the ends of their hash chains (`hash_chains.py`), and
the randomness of draw n comes from HMAC-SHA-256(secret, the links revealed for it, n). Cards that nobody has seen yet
are reshuffled at each draw, each deck from its own stream. `verify.py` checks a finished game.

Games of format 1 used salts that were given once, and the number of the action. They continue in that format.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast

from msgspec import UNSET

from freehold.game import Game, draws, internals, types
from freehold.game.names import DECKS
from freehold.game.types import Action
from freehold.json_types import Json
from freehold.server.fairness import typed_dice
from freehold.server.storage.game_log import Entry, Header, canonical

Mix = (
    Sequence[str] | Mapping[str, str | None]
)  # the seats' contributions: salts in format 1, shares by seat in format 2

Card = TypeVar("Card")

SECRET_BYTES = 32
SETTING_UP = 0  # the number of the set-up, before action 1


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """The SHA-256 of the secret, published before the first throw."""
    return hashlib.sha256(secret).hexdigest()


def draw(secret: bytes, mix: Mix, n: int, stream: str, block: int = 0) -> bytes:
    """32 bytes of a stream: HMAC-SHA-256 under the secret, over the stream's name, the seats' contributions and n."""
    text = canonical(["freehold", stream, mix, n, block])
    return hmac.new(secret, text, hashlib.sha256).digest()  # hmac.digest releases the GIL on each call


def seed(secret: bytes, mix: Mix, n: int) -> int:
    """The seed of draw n, for dice. The kernel draws from it by rejection."""
    return int.from_bytes(draw(secret, mix, n, "dice")[:8], "big")


def shuffled(secret: bytes, mix: Mix, deck: str, cards: Sequence[Card], n: int = SETTING_UP) -> list[Card]:
    """Fisher-Yates shuffle of the cards from the deck's own stream."""
    order = list(cards)
    numbers = _bytes(secret, mix, n, deck)
    for k in range(len(order) - 1, 0, -1):
        other = _below(k + 1, numbers)
        order[k], order[other] = order[other], order[k]
    return order


def _bytes(secret: bytes, mix: Mix, n: int, stream: str) -> Iterator[int]:
    block = 0
    while True:
        yield from draw(secret, mix, n, stream, block)
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
    mix: Mix,
) -> Game:
    """A game ready for the first throw: who starts and what is dealt by the dice, the decks each by its own stream."""
    game = Game.new(edition, players, seed(secret, mix, SETTING_UP), variant, options, tokens=tokens)
    position = game.position()
    orders = cast(dict[str, list[str]], position["decks"])
    for deck in DECKS:
        orders[deck] = shuffled(secret, mix, deck, [card.id for card in game.edition.deck(deck)])
    fair = Game.load(position, game.edition)
    fair.setup = game.setup
    return fair


def set_up_from(link: str, players: Sequence[str], tokens: Sequence[str], secret: bytes, mix: Mix) -> Game:
    """A game that begins in a position: the cards in the decks are shuffled, each by its stream; no dice are thrown."""
    game = Game.from_link(link)
    position = game.position()
    for player, name, token in zip(position["players"], players, tokens, strict=True):
        player["name"], player["token"] = name, token
    orders = cast(dict[str, list[str]], position["decks"])
    for deck in DECKS:
        lying = [card.id for card in game.edition.deck(deck) if card.id in orders[deck]]
        orders[deck] = shuffled(secret, mix, deck, lying)
    return Game.load(position)


def set_up_again(header: Header, secret: bytes) -> Game:
    """Rebuild the game of a header as it was before the first action."""
    if header.box is not UNSET:
        return typed_dice.set_up(header)
    names, tokens = [chair.name for chair in header.seats], [chair.token for chair in header.seats]
    if header.position is not UNSET:
        return set_up_from(header.position, names, tokens, secret, header.mix)
    return set_up(header.edition, header.variant, header.options, names, tokens, secret, header.mix)


def play(
    game: Game, n: int, action: Mapping[str, Any], seat: int | None, secret: bytes, mix: Mix
) -> tuple[list[types.Event], Json]:
    """Apply an action with the randomness of draw n. Returns its events and its log line.

    The line is popped from `game.log`: the server stores the log itself. In format 1, n is the number of the action,
    and the decks keep the order of the set-up.
    """
    internals.reseed(game, seed(secret, mix, n))
    if isinstance(mix, Mapping):
        for deck in DECKS:
            draws.stir(game, deck, lambda cards, deck=deck: shuffled(secret, mix, deck, cards, n))  # type: ignore[misc]
    events = game.apply(cast(Action, action), seat)
    return events, cast(Json, game.log.pop())


def tried(game: Game, action: Mapping[str, Any], seat: int | None) -> tuple[Game, list[types.Event], Json]:
    """Apply an action to a copy with meaningless randomness; returns the copy, its events and its log line.

    If the copy has as many draws as the game, the action needs no randomness and the copy is its result. Whether an
    action draws does not depend on the randomness.
    """
    twin = game.copy()
    internals.reseed(twin, 0)
    events = twin.apply(cast(Action, action), seat)
    return twin, events, cast(Json, twin.log.pop())


class Misdrawn(Exception):
    """An entry has shares though it draws no chance, or draws and has none; or what was typed is not what it draws."""


def play_again(game: Game, header: Header, entry: Entry, secret: bytes) -> tuple[list[types.Event], Json]:
    """Replay a log entry with the randomness of the log's format. Raises `IllegalAction` or `Misdrawn`."""
    if header.format == 1:
        return play(game, entry.number, entry.action, entry.seat, secret, header.salts)
    if header.box is not UNSET:
        typed = typed_dice.play_again(game, entry)
        if typed is None:
            raise Misdrawn
        return typed
    before = game.draws
    if entry.shares is UNSET:
        internals.reseed(game, 0)
        events, line = game.apply(cast(Action, entry.action), entry.seat), cast(Json, game.log.pop())
    else:
        events, line = play(game, before + 1, entry.action, entry.seat, secret, entry.mix)
    if (game.draws == before) != (entry.shares is UNSET):
        raise Misdrawn
    return events, line
