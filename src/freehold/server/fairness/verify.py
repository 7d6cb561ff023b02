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
from freehold.server.fairness import fair_dice, signing, take_backs
from freehold.server.fairness.hash_chains import Chains
from freehold.server.storage.game_log import Entry, Log, Shares, head, link, rules_digest, view_digest
from freehold.server.storage.view_shapes import agrees

Signed = Literal["none", "valid", "partial", "invalid", "unchecked"]
Verdict = Literal["proved", "partly", "failed", "typed"]
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
    """A seat's contribution to the draws: how many it gave a link to, how many it missed when asked, and how many were
    made without asking it. The last is counted for people who are still in the game, from format 3 on.
    """

    seat: int
    name: str
    gave: int = 0
    left_out: int = 0
    absent: int = 0

    def count(self, shares: Shares, expected: bool) -> None:
        key = str(self.seat)
        if key in shares:
            self.gave += shares[key] is not None
            self.left_out += shares[key] is None
        else:
            self.absent += expected


class Report(Struct, frozen=True):
    """The verdict on a log. `proved`: every throw and card follows from the secret, and from format 3 on everybody's
    number is in every draw. `partly`: the numbers of some people are missing in `incomplete` draws. `failed`: there is
    a finding. `typed`: the log holds, but dice and cards were typed by people, so nothing
    about them is proved. `head`: the last digest, to compare with a kept copy.

    `draws`: how often chance was drawn, setting up included; `parts`: who took part in that. Both are for games of
    format 2 and later, as far as they were checked. `taken_back`: actions that were, and how many `burnt` draws were
    among them, which the log has as well. `withdrawn`: seats whose names were withdrawn. In formats 1 and 2
    the digests of the header and of the positions are over names, and are not checked then; throws, actions and their
    order are. `signed_by`: the public key of the log's signature, which is `unchecked` where the library for it is not
    installed, and `partial` if it is not over the header without the withdrawn names.
    """

    game: str
    edition: str
    entries: int
    checked: int
    proved: bool
    verdict: Verdict
    finding: Finding | None
    rules_as_played: bool
    commitment: str
    head: str
    format: int = 1
    draws: int = 0
    parts: list[Part] = []
    incomplete: int = 0
    taken_back: int = 0
    burnt: int = 0
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
    verdict: Verdict = "partly" if replay.incomplete else "proved" if header.box is UNSET else "typed"
    verdict = verdict if finding is None else "failed"
    return Report(
        game=header.game,
        edition=header.edition,
        entries=len(log.entries),
        checked=replay.checked,
        proved=verdict == "proved",
        verdict=verdict,
        finding=finding,
        rules_as_played=header.edition in ids() and header.rules == rules_digest(header.edition),
        commitment=header.commitment,
        head=head(log),
        format=header.format,
        draws=replay.draws,
        parts=replay.parts if header.format > 1 else [],
        incomplete=replay.incomplete,
        taken_back=replay.taken_back,
        burnt=replay.burnt,
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
    return _names(log)


def _names(log: Log) -> Finding | None:
    """Names are those that were digested, unless they were withdrawn; seats that were withdrawn exist."""
    withdrawn = [] if log.withdrawn is UNSET else log.withdrawn
    if withdrawn != sorted({*withdrawn} & {*range(len(log.header.seats))}):
        return Finding(0, "verify-withdrawn-seats")
    for seat, chair in enumerate(log.header.seats):
        modern = log.header.format > 2
        if modern != (chair.kind is not UNSET) or modern != (chair.named is not UNSET):
            return Finding(0, "verify-header-changed")
        if modern and (chair.blind is not UNSET if seat in withdrawn else not chair.is_named):
            return Finding(0, "verify-name", chair.name)
        if not modern and chair.blind is not UNSET:
            return Finding(0, "verify-header-changed")
    return None


class _Replay:
    """A log played again: how far it holds, and who took part in its draws."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._secret = bytes.fromhex(log.secret or "")
        self._chains = Chains(log.header.ends, log.header.people)
        self._named = log.withdrawn is UNSET or log.header.format > 2
        self.parts = [Part(seat, chair.name) for seat, chair in enumerate(log.header.seats)]
        self.checked = 0
        self.draws = 0
        self._bankrupt: set[int] = set()
        self.taken_back = self.burnt = 0  # actions, and how many of them drew chance
        self.incomplete = 0  # draws without the number of somebody who was in the game

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
        finding = self._setting_up(game)
        if finding is not None:
            return finding
        if self._named and not agrees(game.view(), header.start, header.format):
            return Finding(0, "verify-start", header.start, view_digest(game.view(), header.format))
        past = take_backs.Past(header, game, 0, take_backs.targets(self._log.entries))
        before = header.hash
        for k, entry in enumerate(self._log.entries):
            finding = self._entry(game, past, entry, k + 1, before)
            if finding is not None:
                return finding
            before = entry.hash
            self.checked = k + 1
        return None

    def _setting_up(self, game: Game) -> Finding | None:
        header = self._log.header
        if header.box is not UNSET:
            return None if header.shares is UNSET and header.fresh is UNSET else Finding(0, "verify-drawn")
        if (header.format == 1) != (header.shares is UNSET):
            return Finding(0, "verify-drawn")
        if header.fresh is not UNSET and (header.format == 1 or not self._chains.silent):
            return Finding(0, "verify-fresh")
        return None if header.shares is UNSET else self._drawn(0, game, header.shares)

    def _entry(self, game: Game, past: take_backs.Past, entry: Entry, number: int, before: str) -> Finding | None:
        if entry.number != number:
            return Finding(number, "verify-number", str(entry.number))
        drawn = (entry.shares, entry.fresh, entry.chains, entry.kinds)
        foreign = (entry.typed,) if self._log.header.box is UNSET else drawn
        if any(part is not UNSET for part in foreign):
            return Finding(number, "verify-drawn")
        old = self._log.header.format == 1
        if old and (entry.shares is not UNSET or entry.chains is not UNSET):
            return Finding(number, "verify-drawn")
        if entry.fresh is not UNSET and (entry.shares is UNSET or not self._chains.silent):
            return Finding(number, "verify-fresh")
        try:
            finding = self._taken_back(past, entry)
            _, line = take_backs.play_again(game, self._log.header, entry, self._secret, past)
        except IllegalAction as refusal:
            return Finding(number, "verify-illegal", refusal.reason)
        except take_backs.NotAllowed:
            return Finding(number, "verify-take-back")
        except fair_dice.Misdrawn:
            return Finding(number, "verify-drawn")
        finding = finding or self._given(game, entry)
        if finding is not None:
            return finding
        if line["chance"] != entry.chance:
            return Finding(number, "verify-chance", _listed(entry.chance), _listed(line["chance"]))
        view, format = game.view(), self._log.header.format
        if self._named and not agrees(view, entry.view, format):
            return Finding(number, "verify-view", entry.view, view_digest(view, format))
        self._bankrupt = {seat for seat, player in enumerate(view["players"]) if player["bankrupt"]}
        if link(before, entry) != entry.hash:
            return Finding(number, "verify-changed")
        return None

    def _taken_back(self, past: take_backs.Past, entry: Entry) -> Finding | None:
        """Count what an entry takes back; everybody who still plays has to be asked, unless it is free."""
        to = take_backs.target(entry.action)
        if to is None:
            return None
        if take_backs.takes_effect(entry.shares):
            since = past.since(to)
            self.taken_back += len(since)
            self.burnt += sum(played.drew for played in since)
        if entry.shares is UNSET:
            return None
        asked = {int(seat) for seat in entry.shares} | self._bankrupt
        for seat in sorted((self._chains.people or set()) - asked):
            if self._chains.published[seat]:
                return self._fault(entry.number, "verify-take-back-without", seat)
        return None

    def _given(self, game: Game, entry: Entry) -> Finding | None:
        """Check the seats' contributions to this entry: links for its draw, and new commitments."""
        finding = None if entry.shares is UNSET else self._drawn(entry.number, game, entry.shares)
        ends = {} if entry.chains is UNSET else entry.chains
        kinds = {} if entry.kinds is UNSET else entry.kinds
        fault = self._chains.wrong_change(ends, kinds)
        if finding is None and fault is not None:
            return self._fault(entry.number, *fault)
        if finding is None:
            self._chains.change(self.draws, ends, kinds)
        return finding

    def _drawn(self, number: int, game: Game, shares: Shares) -> Finding | None:
        chains, draw = self._chains, game.draws
        fault = chains.fault(draw, shares)
        if fault is not None:
            return self._fault(number, *fault)
        chains.take(draw, shares)
        self.draws += 1
        expected = (chains.people or set()) - self._bankrupt
        self.incomplete += any(shares.get(str(seat)) is None for seat in expected)
        for part in self.parts:
            part.count(shares, part.seat in expected)
        return None

    def _fault(self, number: int, code: str, seat: int) -> Finding:
        return Finding(number, code, self.parts[seat].name if seat < len(self.parts) else str(seat))


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
    withdrawn = [] if log.withdrawn is UNSET else log.withdrawn
    try:
        if signing.is_valid(log, log.signature, withdrawn):
            return "valid", None
        if withdrawn and log.header.format < 3 and signing.is_valid(log, log.signature, []):
            # a server before format 3 took the names out, and did not sign what was left
            return "partial", Finding(last, "verify-signature-partial") if known_key is not None else None
    except ImportError:
        return "unchecked", None
    return "invalid", Finding(last, "verify-signature")


def _listed(outcomes: list[Any]) -> str:
    return ", ".join(map(str, outcomes)) or "–"
