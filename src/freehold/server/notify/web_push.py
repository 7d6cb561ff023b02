"""Web Push: messages encrypted for one browser (RFC 8291), signed by this server's key (VAPID, RFC 8292)."""

from __future__ import annotations

import base64
import os
import time
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from freehold.server.notify.http_client import Request
from freehold.server.storage.seat_settings import Subscription

CURVE = ec.SECP256R1()
RECORD = 4096  # bytes of a record; a notice is one
LASTS = 24 * 3600  # seconds for which a push service keeps a notice, and a signature is valid at most
LAST_RECORD = b"\x02"


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> str:
    """A private key for a server, in hexadecimal digits."""
    return f"{ec.generate_private_key(CURVE).private_numbers().private_value:064x}"


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public key, as 65 bytes."""
    encoding, form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(encoding, form)


def is_browser_key(text: str) -> bool:
    """Whether a browser's key is a point of the curve."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unb64(text))
    except ValueError:
        return False
    return True


def encrypted(data: bytes, to: Subscription, key: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """A message that only this browser can read. `key` and `salt` are new for each message."""
    theirs = unb64(to.p256dh)
    secret = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    shared = _derived(unb64(to.auth), secret, b"WebPush: info\0" + theirs + point(key), 32)
    cipher = AESGCM(_derived(salt, shared, b"Content-Encoding: aes128gcm\0", 16))
    nonce = _derived(salt, shared, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(point(key))]) + point(key)
    return header + cipher.encrypt(nonce, data + LAST_RECORD, None)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class PushKey:
    """The key by which push services know this server."""

    def __init__(self, private: str) -> None:
        self._key = ec.derive_private_key(int(private, 16), CURVE)
        self.public = b64(point(self._key))

    def request(self, to: Subscription, data: bytes, contact: str, now: float | None = None) -> Request:
        """The request that sends a message to a browser. `contact`: an address of whoever runs the server."""
        parts = urlsplit(to.endpoint)
        expires = int(time.time() if now is None else now) + LASTS // 2
        claims: dict[str, str | int] = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": expires, "sub": contact}
        body = encrypted(data, to, ec.generate_private_key(CURVE), os.urandom(16))
        headers = (
            ("authorization", f"vapid t={self._signed(claims)}, k={self.public}"),
            ("content-encoding", "aes128gcm"),
            ("content-type", "application/octet-stream"),
            ("ttl", str(LASTS)),
        )
        return Request(to.endpoint, body, headers)

    def _signed(self, claims: dict[str, str | int]) -> str:
        """A JSON Web Token."""
        parts = [b64(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
        signature = self._key.sign(".".join(parts).encode(), ec.ECDSA(hashes.SHA256()))
        r, s = decode_dss_signature(signature)
        return ".".join([*parts, b64(r.to_bytes(32, "big") + s.to_bytes(32, "big"))])
