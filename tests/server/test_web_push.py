"""Web Push: the encryption of RFC 8291 by its own example, the signature of VAPID, and a browser that subscribes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from freehold.server.notify.web_push import CURVE, PushKey, b64, encrypted, new_key, point, unb64
from freehold.server.storage.seat_settings import Subscription
from freehold.server.storage.store import Store

from .endpoint import endpoint
from .network import house
from .test_notices import sit

AUTH = "BTBZMqHH6r4Tts7J_aSIgg"


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(unb64(text), "big"), CURVE)


BROWSER = private("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")


def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def decrypted(body: bytes) -> Any:
    """What the browser of the example reads; nothing of the sender's code is used for it."""
    salt, theirs, data = body[:16], body[21 : 21 + body[20]], body[21 + body[20] :]
    secret = BROWSER.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    shared = derived(unb64(AUTH), secret, b"WebPush: info\0" + point(BROWSER) + theirs, 32)
    cipher = AESGCM(derived(salt, shared, b"Content-Encoding: aes128gcm\0", 16))
    plain = cipher.decrypt(derived(salt, shared, b"Content-Encoding: nonce\0", 12), data, None)
    return json.loads(plain.removesuffix(b"\x02"))


def test_the_example_of_the_standard() -> None:
    to = Subscription("https://push.example", b64(point(BROWSER)), AUTH)
    sender = private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    found = encrypted(b"When I grow up, I want to be a watermelon", to, sender, unb64("DGv6ra1nlYgDCS1FRnbzlw"))
    assert b64(found) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def checked(token: str, public: str) -> Any:
    """The claims of a token; `InvalidSignature` if it is not of this key."""
    head, claims, signature = token.split(".")
    raw = unb64(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unb64(public))
    key.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(unb64(claims))


def test_a_push_service_can_check_who_sends() -> None:
    key = PushKey(new_key())
    to = Subscription("https://push.example:8443/send/abc", b64(point(BROWSER)), AUTH)
    headers = dict(key.request(to, b"{}", "https://play.example", now=1_000).headers)
    token, _, public = headers["authorization"].removeprefix("vapid t=").partition(", k=")
    claims = {"aud": "https://push.example:8443", "exp": 1_000 + 12 * 3600, "sub": "https://play.example"}
    assert checked(token, public) == claims
    with pytest.raises(InvalidSignature):
        checked(token, PushKey(new_key()).public)


def test_the_key_is_made_once_and_kept(opened: Callable[[], Store]) -> None:
    first = opened().shared("push-key", "aa")
    assert (first, opened().shared("push-key", "bb")) == ("aa", "aa")


def test_a_browser_subscribes_is_told_and_forgotten_when_it_is_gone(tmp_path: Path) -> None:
    with endpoint() as end, house(tmp_path, private_hooks=True) as place:
        made, ann = sit(place)
        ann.say(type="ask_notices", seat=0)
        assert len(unb64(ann.hear("notices")["push_key"])) == 65
        device = {"endpoint": f"{end.url}/send/1", "p256dh": b64(point(BROWSER)), "auth": AUTH}
        ann.say(type="push", seat=0, **device, page="https://play.example", language="fr")
        assert ann.hear("notices")["devices"] == 1
        ann.say(type="push", seat=0, **{**device, "p256dh": b64(b"\x04" + bytes(64))})
        assert ann.hear("refused")["code"] == "bad-hook"
        ann.say(type="test_notices", seat=0)
        assert ann.hear("notices_tested")["code"] == ""
        (heard,) = end.wait_for(1)
        game = made["table"]["id"]
        assert decrypted(heard.body)["path"] == f"/#/t/{game}"
        assert decrypted(heard.body)["title"].endswith("(Ann, Bob)")
        assert heard.headers["content-encoding"] == "aes128gcm"
        place.call(lambda: place.server.registry._give_up(game, 0, device["endpoint"], "hook-refused"))
        ann.say(type="ping")
        ann.hear("pong")
        ann.say(type="push", seat=0, **device, remove=True)
        assert ann.hear("notices")["devices"] == 0
