"""Verification of a game log: replay it under the revealed secret and report the first mismatch.

A finding is a stable code with its facts; the sentences are in `i18n/en/server.toml`.
"""

from __future__ import annotations

import hashlib
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct

from freehold import sentences
from freehold.editions import ids
from freehold.game import Game, IllegalAction
from freehold.i18n import write
from freehold.server.fairness import fair_dice, signing
from freehold.server.fairness.hash_chains import Chains
from freehold.server.storage.game_log import Entry, Log, Shares, head, link, rules_digest, view_digest
from freehold.server.storage.view_shapes import agrees

Signed = Literal["none", "valid", "invalid", "unchecked"]
LOGS = msgspec.json.Decoder(Log)


class NotALog(ValueError):
    """The input is not a game log; the text says where parsing failed."""


class Finding(Struct, frozen=True):
    """A mismatch: its entry (0: the header or the set-up), a code, and the unexpected value."""

    number: int
    code: str
    told: str = ""
    true: str = ""

    def sentence(self, lang: str) -> str:
        why = sentences.reason(self.told, lang) if self.code == "verify-illegal" else self.told
        return write("server", self.code, {"number": str(self.number), "told": why, "true": self.true}, lang)


class Part(Struct):
    """A seat's contribution to the draws: how many it gave a link to, and how many it missed when asked."""

    seat: int
    name: str
    gave: int = 0
    left_out: int = 0

    def count(self, shares: Shares) -> None:
        key = str(self.seat)
        if key in shares:
            self.gave += shares[key] is not None
            self.left_out += shares[key] is None


class Report(Struct, frozen=True):
    """`proved`: every throw and card follows from the secret. `head`: the last digest, to compare with a kept copy.

    `draws`: how often chance was drawn, setting up included; `parts`: who took part in that. Both are for games of
    format 2, as far as they were checked. `withdrawn`: seats whose names were withdrawn. Digests over names, those of
    the header and of the positions, are not checked then; throws, actions and their order are. `signed_by`: the public
    key of the log's signature, which is `unchecked` where the library for it is not installed.
    """

    game: str
    edition: str
    entries: int
    checked: int
    proved: bool
    finding: Finding | None
    rules_as_played: bool
    commitment: str
    head: str
    format: int = 1
    draws: int = 0
    parts: list[Part] = []
    withdrawn: list[int] = []
    signature: Signed = "none"
    signed_by: str = ""


def read(text: bytes | str) -> Log:
    """Parse a log file."""
    try:
        return LOGS.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotALog(str(error) or "it is not text") from None


def verify(log: Log, known_head: str | None = None, known_key: str | None = None) -> Report:
    """Replay the log and compare. `known_head`: the last digest that a player has kept; `known_key`: the public key of
    the server that must have signed it.
    """
    finding = _opening(log)
    replay = _Replay(log)
    if finding is None:
        finding = replay.first_fault()
    if finding is None:
        finding = _ending(log, known_head)
    signature, fault = _signature(log, known_key)
    finding = finding or fault
    header = log.header
    return Report(
        game=header.game,
        edition=header.edition,
        entries=len(log.entries),
        checked=replay.checked,
        proved=finding is None,
        finding=finding,
        rules_as_played=header.edition in ids() and header.rules == rules_digest(header.edition),
        commitment=header.commitment,
        head=head(log),
        format=header.format,
        draws=replay.draws,
        parts=replay.parts if header.format > 1 else [],
        withdrawn=[] if log.withdrawn is UNSET else log.withdrawn,
        signature=signature,
        signed_by="" if log.signature is UNSET else log.signature.key,
    )


def _opening(log: Log) -> Finding | None:
    if log.secret is None:
        return Finding(0, "verify-no-secret")
    committed = hashlib.sha256(bytes.fromhex(log.secret)).hexdigest()
    if committed != log.header.commitment:
        return Finding(0, "verify-commitment", log.header.commitment, committed)
    return None


class _Replay:
    """A log played again: how far it holds, and who took part in its draws."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._secret = bytes.fromhex(log.secret or "")
        self._chains = Chains(log.header.ends)
        self._named = log.withdrawn is UNSET
        self.parts = [Part(seat, chair.name) for seat, chair in enumerate(log.header.seats)]
        self.checked = 0
        self.draws = 0

    def first_fault(self) -> Finding | None:
        """The first thing that does not hold."""
        header = self._log.header
        try:
            if header.edition not in ids():
                raise ValueError(f"There is no edition {header.edition!r}.")
            game = fair_dice.set_up_again(header, self._secret)
        except ValueError as error:
            return Finding(0, "verify-header", str(error))
        if self._named and link("", header) != header.hash:
            return Finding(0, "verify-header-changed")
        finding = self._setting_up()
        if finding is not None:
            return finding
        if self._named and not agrees(game.view(), header.start):
            return Finding(0, "verify-start", header.start, view_digest(game))
        before = header.hash
        for k, entry in enumerate(self._log.entries):
            finding = self._entry(game, entry, k + 1, before)
            if finding is not None:
                return finding
            before = entry.hash
            self.checked = k + 1
        return None

    def _setting_up(self) -> Finding | None:
        header = self._log.header
        if (header.format == 1) != (header.shares is UNSET):
            return Finding(0, "verify-drawn")
        if header.fresh is not UNSET and (header.format == 1 or not self._chains.silent):
            return Finding(0, "verify-fresh")
        return None if header.shares is UNSET else self._drawn(0, 0, header.shares)

    def _entry(self, game: Game, entry: Entry, number: int, before: str) -> Finding | None:
        if entry.number != number:
            return Finding(number, "verify-number", str(entry.number))
        old = self._log.header.format == 1
        if old and (entry.shares is not UNSET or entry.chains is not UNSET):
            return Finding(number, "verify-drawn")
        if entry.fresh is not UNSET and (entry.shares is UNSET or not self._chains.silent):
            return Finding(number, "verify-fresh")
        try:
            _, line = fair_dice.play_again(game, self._log.header, entry, self._secret)
        except IllegalAction as refusal:
            return Finding(number, "verify-illegal", refusal.reason)
        except fair_dice.Misdrawn:
            return Finding(number, "verify-drawn")
        finding = self._given(game, entry)
        if finding is not None:
            return finding
        if line["chance"] != entry.chance:
            return Finding(number, "verify-chance", _listed(entry.chance), _listed(line["chance"]))
        if self._named and not agrees(game.view(), entry.view):
            return Finding(number, "verify-view", entry.view, view_digest(game))
        if link(before, entry) != entry.hash:
            return Finding(number, "verify-changed")
        return None

    def _given(self, game: Game, entry: Entry) -> Finding | None:
        """Check the seats' contributions to this entry: links for its draw, and new commitments."""
        finding = None if entry.shares is UNSET else self._drawn(entry.number, game.draws, entry.shares)
        if finding is None and entry.chains is not UNSET:
            if any(int(seat) >= len(self.parts) for seat in entry.chains):
                return Finding(entry.number, "verify-share-barred", max(entry.chains))
            self._chains.publish(entry.chains)
        return finding

    def _drawn(self, number: int, draw: int, shares: Shares) -> Finding | None:
        fault = self._chains.fault(draw, shares)
        if fault is not None:
            code, seat = fault
            return Finding(number, code, self.parts[seat].name if seat < len(self.parts) else str(seat))
        self._chains.take(draw, shares)
        self.draws += 1
        for part in self.parts:
            part.count(shares)
        return None


def _ending(log: Log, known_head: str | None) -> Finding | None:
    """Check the ending and the digest that a player has kept."""
    last = len(log.entries)
    before = log.entries[-1].hash if log.entries else log.header.hash
    # the secret is revealed only after the ending: without an ending the log was truncated
    if log.ending is None or log.ending.number != last or link(before, log.ending) != log.ending.hash:
        return Finding(last + 1, "verify-ending")
    if known_head is not None and known_head not in {head(log), *(entry.hash for entry in log.entries)}:
        return Finding(last, "verify-head", known_head, head(log))
    return None


def _signature(log: Log, known_key: str | None) -> tuple[Signed, Finding | None]:
    """What the log's signature is worth, and what is wrong with it."""
    last = len(log.entries)
    if log.signature is UNSET:
        return "none", Finding(last, "verify-unsigned") if known_key is not None else None
    if known_key is not None and log.signature.key != known_key:
        return "unchecked", Finding(last, "verify-signer", log.signature.key, known_key)
    try:
        valid = signing.is_valid(log, log.signature)
    except ImportError:
        return "unchecked", None
    return ("valid", None) if valid else ("invalid", Finding(last, "verify-signature"))


def _listed(outcomes: list[Any]) -> str:
    return ", ".join(map(str, outcomes)) or "–"
