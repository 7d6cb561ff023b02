"""Responses that do not change while the server runs: built once, compressed with gzip once, revalidated by ETag.

Use it for public data only. Responses that contain secrets are never compressed (BREACH attack).
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from typing import Any

from litestar import Response

from freehold.server.protocol.messages import encode

NOT_MODIFIED = 304
WORTH_COMPRESSING = 1000  # bytes
LOOK_AGAIN = "no-cache"  # the browser revalidates its copy on each use
FOR_EVER = "public, max-age=31536000, immutable"  # for files whose name contains their digest
LISTED_SECONDS = 0.5  # connections change without a write, so the cache also expires


class CachedResponse:
    """A response body, plain and compressed, with its ETag, media type and Cache-Control."""

    __slots__ = ("_body", "_keep", "_packed", "_tag", "_type")

    def __init__(self, body: bytes, type: str, keep: str = LOOK_AGAIN) -> None:
        self._body, self._type, self._keep = body, type, keep
        self._tag = f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
        packed = _compressed(body) if len(body) >= WORTH_COMPRESSING else body
        self._packed = packed if len(packed) < len(body) * 0.9 else None

    def answer(self, headers: Mapping[str, str]) -> Response[Any]:
        """The response to a request with these headers: the body, or 304 if its ETag matches."""
        said = {"etag": self._tag, "cache-control": self._keep, "vary": "accept-encoding"}
        known = [tag.strip() for tag in headers.get("if-none-match", "").split(",")]
        if self._tag in known or "*" in known:
            return Response(b"", status_code=NOT_MODIFIED, headers=said, media_type=self._type)
        if self._packed is None or not accepts_gzip(headers):
            return Response(self._body, headers=said, media_type=self._type)
        return Response(self._packed, headers={**said, "content-encoding": "gzip"}, media_type=self._type)


@lru_cache(maxsize=256)  # another server in the same process has the same files
def _compressed(body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)


def accepts_gzip(headers: Mapping[str, str]) -> bool:
    wishes = headers.get("accept-encoding", "").lower().replace(" ", "").split(",")
    return any(wish.partition(";")[0] == "gzip" and not wish.endswith(";q=0") for wish in wishes)


class Listing:
    """The cache of one server. The current time in seconds is a parameter."""

    def __init__(self) -> None:
        self._body = b""
        self._changes = -1
        self._until = 0.0
        self._lock = asyncio.Lock()

    async def body(self, now: float, changes: int, make: Callable[[], Awaitable[Any]]) -> bytes:
        """`changes` is a count that grows with every table that is written."""
        async with self._lock:  # requests that come meanwhile get the same answer
            if changes != self._changes or now >= self._until:
                self._body = encode(await make())
                self._changes, self._until = changes, now + LISTED_SECONDS
            return self._body
