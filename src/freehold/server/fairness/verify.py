"""Verification of a game log: replay it under the revealed secret and report the first mismatch.

A finding is a stable code with its facts; the sentences are in `i18n/data/server.toml`.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from msgspec import Struct

from freehold import sentences
from freehold.editions import ids
from freehold.game import Game, IllegalAction
from freehold.i18n import write
from freehold.server.fairness import fair_dice
from freehold.server.storage.game_log import Entry, Log, head, link, rules_digest, view_digest

Json = dict[str, Any]
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


class Report(Struct, frozen=True):
    """`proved`: every throw and card follows from the secret. `head`: the last digest, to compare with a kept copy."""

    game: str
    edition: str
    entries: int
    checked: int
    proved: bool
    finding: Finding | None
    rules_as_played: bool
    commitment: str
    head: str


def read(text: bytes | str) -> Log:
    """Parse a log file."""
    try:
        return LOGS.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotALog(str(error) or "it is not text") from None


def verify(log: Log, known_head: str | None = None) -> Report:
    """Replay the log and compare. `known_head`: the last digest that a player has kept."""
    finding = _opening(log)
    checked = 0
    if finding is None:
        finding, checked = _replay(log)
    if finding is None:
        finding = _ending(log, known_head)
    header = log.header
    return Report(
        game=header.game,
        edition=header.edition,
        entries=len(log.entries),
        checked=checked,
        proved=finding is None,
        finding=finding,
        rules_as_played=header.edition in ids() and header.rules == rules_digest(header.edition),
        commitment=header.commitment,
        head=head(log),
    )


def _opening(log: Log) -> Finding | None:
    if log.secret is None:
        return Finding(0, "verify-no-secret")
    committed = hashlib.sha256(bytes.fromhex(log.secret)).hexdigest()
    if committed != log.header.commitment:
        return Finding(0, "verify-commitment", log.header.commitment, committed)
    return None


def _replay(log: Log) -> tuple[Finding | None, int]:
    """The first entry that does not match, and the number of entries that do."""
    try:
        if log.header.edition not in ids():
            raise ValueError(f"There is no edition {log.header.edition!r}.")
        game = fair_dice.set_up_again(log.header, bytes.fromhex(log.secret or ""))
    except ValueError as error:
        return Finding(0, "verify-header", str(error)), 0
    if link("", log.header) != log.header.hash:
        return Finding(0, "verify-header-changed"), 0
    if view_digest(game) != log.header.start:
        return Finding(0, "verify-start", log.header.start, view_digest(game)), 0
    before = log.header.hash
    for k, entry in enumerate(log.entries):
        finding = _entry(log, game, entry, k + 1, before)
        if finding is not None:
            return finding, k
        before = entry.hash
    return None, len(log.entries)


def _entry(log: Log, game: Game, entry: Entry, number: int, before: str) -> Finding | None:
    if entry.number != number:
        return Finding(number, "verify-number", str(entry.number))
    try:
        _, line = fair_dice.play(
            game, number, entry.action, entry.seat, bytes.fromhex(log.secret or ""), log.header.salts
        )
    except IllegalAction as refusal:
        return Finding(number, "verify-illegal", refusal.reason)
    if line["chance"] != entry.chance:
        return Finding(number, "verify-chance", _listed(entry.chance), _listed(line["chance"]))
    if view_digest(game) != entry.view:
        return Finding(number, "verify-view", entry.view, view_digest(game))
    if link(before, entry) != entry.hash:
        return Finding(number, "verify-changed")
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


def _listed(outcomes: list[Any]) -> str:
    return ", ".join(map(str, outcomes)) or "–"
