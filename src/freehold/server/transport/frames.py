"""WebSocket frames: the library `websockets` reads them, except the usual case of one frame that is a whole message."""

from __future__ import annotations

from functools import lru_cache

from websockets.frames import Frame, Opcode

WHOLE_TEXT = 0x81  # first byte of a text message in one frame
MASKED = 0x80  # bit of the second byte; all clients set it
MASK = 4  # bytes
SHORT, MIDDLE = 126, 1 << 16  # bytes from which the length of a payload takes two more bytes, or eight


@lru_cache(maxsize=2)  # a broadcast sends the same bytes to each connection in turn
def framed(*messages: bytes) -> bytes:
    return b"".join([Frame(Opcode.TEXT, message).serialize(mask=False) for message in messages])


def whole(data: bytes) -> bytes | None:
    """The message, if a client's bytes are exactly one frame with a whole text message; None for anything else."""
    if len(data) < 2 + MASK or data[0] != WHOLE_TEXT:
        return None
    start, size = 2 + MASK, data[1] - MASKED
    if size == SHORT and len(data) >= 4 + MASK:
        start, size = 4 + MASK, int.from_bytes(data[2:4], "big")
        if size < SHORT:
            return None
    elif not 0 <= size < SHORT:
        return None
    if len(data) != start + size:
        return None
    mask = (data[start - MASK : start] * (size // MASK + 1))[:size]
    return (int.from_bytes(data[start:], "big") ^ int.from_bytes(mask, "big")).to_bytes(size, "big")


def bytes_of(frame: Frame) -> int:
    """How many bytes a client's frame takes, if its length is written in the shortest way."""
    size = len(frame.data)
    return 2 + MASK + size + (0 if size < SHORT else 2 if size < MIDDLE else 8)
