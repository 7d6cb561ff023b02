"""Signed logs: by whose key, what a changed log does, and the file of the private key."""

from __future__ import annotations

import stat
from pathlib import Path

import msgspec
import pytest

from freehold.server.fairness import signing
from freehold.server.fairness.signing import FILE, BadKeyFile, Signer
from freehold.server.fairness.verify import read, verify
from freehold.server.protocol.messages import Refused
from freehold.server.storage.game_log import Log, Signature
from freehold.server.workers import jobs
from tests.cli.terminal import Terminal

from .contributing import Hand
from .network import house, seated
from .served import SECRET, ended, played, unfinished


@pytest.fixture(scope="module")
def log() -> Log:
    return played(actions=20)


def signed(log: Log, signer: Signer) -> Log:
    assert log.ending is not None
    return msgspec.structs.replace(log, signature=signer.sign(log.header, log.ending.hash))


def test_the_key_is_made_once_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    first = Signer(tmp_path)
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert Signer(tmp_path).public == first.public
    (tmp_path / FILE).chmod(0o644)
    assert Signer(tmp_path).public == first.public
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    (tmp_path / FILE).write_text("abc")
    with pytest.raises(BadKeyFile):
        Signer(tmp_path)
    assert (tmp_path / FILE).read_text() == "abc"  # nobody's key is overwritten


def test_a_log_is_checked_against_its_signature(tmp_path: Path, log: Log) -> None:
    (tmp_path / "other").mkdir()
    ours, other = Signer(tmp_path), Signer(tmp_path / "other")
    good = signed(log, ours)
    report = verify(good, known_key=ours.public)
    assert (report.proved, report.signature, report.signed_by) == (True, "valid", ours.public)
    report = verify(good, known_key=other.public)
    assert (report.proved, report.finding.code if report.finding else "") == (False, "verify-signer")
    report = verify(log, known_key=ours.public)
    assert (report.proved, report.finding.code if report.finding else "") == (False, "verify-unsigned")
    assert (verify(log).proved, verify(log).signature) == (True, "none")
    shorter = signed(played(actions=10), ours).signature  # of another game of the same server
    report = verify(msgspec.structs.replace(log, signature=shorter))
    assert (report.proved, report.signature) == (False, "invalid")
    made_up = Signature(ours.public, "00" * 64)
    assert verify(msgspec.structs.replace(log, signature=made_up)).signature == "invalid"


def test_without_the_library_a_signature_is_not_called_valid(
    tmp_path: Path, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = signed(log, Signer(tmp_path))

    def missing(*_: object) -> bool:
        raise ImportError

    monkeypatch.setattr(signing, "is_valid", missing)
    report = verify(good)
    assert (report.proved, report.signature) == (True, "unchecked")


def test_the_server_signs_what_was_played_on_it(freehold: Terminal, tmp_path: Path) -> None:
    with house(tmp_path / "data") as place:
        made, ann = seated(place, Hand())
        for seat in (0, 1):
            ann.say(type="consent", seat=seat)
        ann.hear("ended")
        ann.close()
        key = place.get("/api/key")["key"]
        text = place.http.get(f"/api/tables/{made['table']['id']}/log").content
        report = verify(read(text), known_key=key)
        assert (report.proved, report.signature) == (True, "valid")
        alien = msgspec.json.encode(msgspec.structs.replace(played(), signature=Signature(key, "11" * 64)))
        headers = {"Content-Type": "application/json"}
        assert place.http.post("/api/import", content=alien, headers=headers).json()["code"] == "not-proved"
        plain = place.http.post("/api/import", content=msgspec.json.encode(played()), headers=headers)
        assert plain.status_code == 201
        assert b"signature" not in place.http.get("/api/tables/abc/log").content  # not played here
    file = tmp_path / "game.json"
    file.write_bytes(text)
    run = freehold("verify", str(file), "--key", key)
    assert run.code == 0
    assert key in run.out
    assert freehold("verify", str(file), "--key", "00" * 32).code == 1


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("game", "abc\n", "bad-request"),
        ("game", "../abc", "bad-request"),
        ("name", "Ann\u202e", "bad-name"),
        ("name", "Ann\n", "bad-name"),
        ("name", " Ann", "bad-name"),
    ],
)
def test_ids_and_names_of_an_import_are_clean(field: str, value: str, code: str) -> None:
    """Also where every digest was made anew for them."""
    log = unfinished(id=value) if field == "game" else unfinished(names=(value, "Bob"))
    text = msgspec.json.encode(ended(log, "consent", SECRET))
    with pytest.raises(Refused) as refused:
        jobs.take_in(jobs.prepare("{}"), text)
    assert refused.value.code == code
