"""Signatures of log heads: the server signs the last digest of every game that was played on it (Ed25519).

The private key is in the data folder, readable by its owner only, or in the PostgreSQL database; the public one is at
`/api/key` and in every welcome.
A signature shows that a log comes from the holder of that key; what it does not show is in `docs/fair-dice.md`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import to_builtins

from freehold.server.storage.game_log import Header, Log, Signature, canonical, digest

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FILE = "freehold.key"
KEY_BYTES = 32


class BadKeyFile(OSError):
    """The file of the private key is not one."""


class Signer:
    """A private key, or that of a data folder, which is created if there is none."""

    def __init__(self, place: Path | bytes) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._key = Ed25519PrivateKey.from_private_bytes(place if isinstance(place, bytes) else _stored(place / FILE))
        self.public = _public(self._key)

    def sign(self, header: Header, head: str, withdrawn: Sequence[int] = ()) -> Signature:
        return Signature(self.public, self._key.sign(message(header, head, withdrawn)).hex())


def _public(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes_raw().hex()


def _stored(path: Path) -> bytes:
    """The private key of a file, which is written first if it is not there."""
    if not path.exists():
        new = path.with_name(path.name + ".part")  # a key is there as a whole, or not at all
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(os.urandom(KEY_BYTES).hex().encode() + b"\n")
            os.fsync(file.fileno())
        new.replace(path)
    path.chmod(0o600)
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii"))
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BadKeyFile(f"{path.name} is not a key")
    return key


def message(header: Header, head: str, withdrawn: Sequence[int]) -> bytes:
    """What is signed. The last digest stands for everything before it, except for a header that has lost names."""
    redacted = [list(withdrawn), digest(to_builtins(header))] if withdrawn else []
    return canonical(["freehold log", header.game, head, *redacted])


def is_valid(log: Log, signature: Signature, withdrawn: Sequence[int]) -> bool:
    """Does the signature fit the log's last digest, and its header as it is without these names? ImportError if the
    library for it is not installed.
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if log.ending is None:
        return False
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature.key))
        key.verify(bytes.fromhex(signature.value), message(log.header, log.ending.hash, withdrawn))
    except (InvalidSignature, ValueError):
        return False
    return True
