"""Chance: a small counter-based generator, or outcomes that were dictated. Never a field of the game.

Every number is kept within 32 bits by hand, so that Python, the CPU and a GPU draw the same. Dice and decks have
streams of their own. What came out is noted, for a log that replays without a generator.
"""

from .codes import DARK, LIGHT, SHIFT
from .records import Chance, Tables
from .state import TOLD

LOW = 0xFFFFFFFF
SPAN = 4294967296
DICE_STREAM = 0x9E3779B9
DEAL_STREAM = 0x7F4A7C15


def scramble(word: int) -> int:
    word = (word ^ (word >> 16)) & LOW
    word = (word * 0x7FEB352D) & LOW
    word = word ^ (word >> 15)
    word = (word * 0x846CA68B) & LOW
    return word ^ (word >> 16)


def bits(c: Chance, stream: int, counter: int) -> int:
    """Thirty-two bits of the key, the stream and the counter.

    The key is scrambled before the counter comes in: else neighbouring keys would draw the same in another order.
    """
    x = scramble((c.key0 + stream) & LOW)
    x = scramble((x ^ counter) & LOW)
    return scramble((x ^ c.key1) & LOW)


def key_chance(c: Chance, number: int, seeded: int) -> None:
    """The generator of a numbered game, as `keyed_chances` of `engine/batch.py` makes many of them."""
    c.key0 = scramble(scramble(number >> 32) ^ (number & LOW) ^ seeded)
    c.key1 = scramble(c.key0 ^ scramble(seeded ^ DEAL_STREAM))
    c.drawn = 0
    c.dealt = 0
    c.told_n = 0
    c.told_i = 0
    c.seen_n = 0
    c.wrong = 0
    c.overflow = 0


def die_below(c: Chance, below: int) -> int:
    """A whole number below a limit, from the dice stream, each equally likely: what would bias is thrown away."""
    limit = SPAN - SPAN % below
    x = bits(c, DICE_STREAM, c.drawn)
    c.drawn += 1
    while x >= limit:
        x = bits(c, DICE_STREAM, c.drawn)
        c.drawn += 1
    return x % below


def deal_below(c: Chance, below: int) -> int:
    limit = SPAN - SPAN % below
    x = bits(c, DEAL_STREAM, c.dealt)
    c.dealt += 1
    while x >= limit:
        x = bits(c, DEAL_STREAM, c.dealt)
        c.dealt += 1
    return x % below


def told(c: Chance, low: int, high: int) -> int:
    """The next dictated outcome, or 0 if none is left. One that cannot come now is marked as wrong."""
    if c.told_i >= c.told_n:
        return 0
    outcome = c.told[c.told_i]
    c.told_i += 1
    if outcome < low or outcome > high:
        c.wrong = 1
        return low
    return outcome


def note(c: Chance, outcome: int) -> None:
    if c.seen_n >= TOLD:
        c.overflow = 1
    else:
        c.seen[c.seen_n] = outcome
        c.seen_n += 1


def throw_die(c: Chance) -> int:
    """One ordinary die, 1 to 6."""
    face = told(c, 1, 6)
    if face == 0:
        face = 1 + die_below(c, 6)
    note(c, face)
    return face


def throw_force_die(t: Tables, c: Chance) -> int:
    """The Force die: LIGHT, DARK or SHIFT, as often as the edition's faces say."""
    face = told(c, LIGHT, SHIFT)
    if face == 0:
        side = die_below(c, t.force_light + t.force_dark + t.force_shift)
        if side < t.force_light:
            face = LIGHT
        elif side < t.force_light + t.force_dark:
            face = DARK
        else:
            face = SHIFT
    note(c, face)
    return face
