"""The facts of a batch: what stays constant while its games are played, for `specialise.py` to fold in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from freehold.bots.ranks import BOT_NOVICE, BOT_PERSON, BOT_RANDOM
from freehold.engine import records, sources
from freehold.engine.specialise import Facts
from freehold.rules.events import COUNTED_EVENTS, OFF
from freehold.rules.state import NOBODY


def facts_of(t: Any, bots: list[int], audited: int, counted: int, **target: Any) -> Facts:
    """The constants of a batch on one edition, and what the rules imply from them; `target` as in `always`."""
    fields = _fields_of(t, len(bots))
    fields |= {"run.players": len(bots), "run.resumed": 0, "run.audited": int(audited)}
    names = {}
    if len(set(bots)) == 1 and bots[0] != BOT_RANDOM:
        fields |= {f"{notes}.bot[]": bots[0] for notes in ("n", "n[0]")}
        names["bot"] = bots[0]
    if set(bots) == {BOT_NOVICE}:  # novices never trade
        fields |= {"g.offer_from": NOBODY, "g.offer_give": 0, "g.offer_ask": 0}
    return always(counted, fields, names, **target)


def facts_of_environments(t: Any, u: Any, **target: Any) -> Facts:
    """The constants of environments on one edition with the terms `u`; `target` as in `always`."""
    players = int(u["players"])
    bots = {int(bot) for bot in u["bots"][:players]}
    fields = _fields_of(t, players)
    fields |= {f"u.{name}": int(u[name]) for name in ("players", "trades", "bids", "skip", "again")}
    if u["shaping"] == 0:
        fields["u.shaping"] = 0
    if bots == {BOT_PERSON}:
        fields["n.bot[]"] = BOT_PERSON
    return always(0, fields, **target)


def _fields_of(t: Any, players: int) -> dict[str, int]:
    """What an edition's tables and the number of players fix."""
    fields = {f"t.{name}": int(t[name]) for name in records.TABLES.names or () if np.ndim(t[name]) == 0}
    fields["g.players"] = players
    if fields["t.rent_claims"] == 0:
        fields["g.claims"] = 0
    if fields["t.force"] == 0:
        fields |= {"g.dark": NOBODY, "g.light": NOBODY, "g.battler": NOBODY}
    if fields["t.short_jail"] == 0:
        fields["g.jail_failed"] = 0
    return fields


def always(
    counted: int, fields: dict[str, int] | None = None, names: dict[str, int] | None = None, **target: Any
) -> Facts:
    """These facts plus those of every batch: nobody reads recorded throws, or events unless they are counted.

    `target` names the functions that a processor needs besides, as in `Facts`.
    """
    silent = {"note"} if counted else {"note", "emit"}
    known = {"e.on": COUNTED_EVENTS if counted else OFF, "run.counted": counted, "c.told_n": 0, "g.time_up": 0}
    return Facts(
        fields=tuple(sorted((known | (fields or {})).items())),
        names=tuple(sorted((sources.constants() | {"counted": counted} | (names or {})).items())),
        silent=frozenset(silent),
        **target,
    )


def common(facts: Sequence[Facts]) -> Facts:
    """What all these batches of one line-up have in common: one kernel plays them all."""
    shared = set(facts[0].fields).intersection(*(one.fields for one in facts[1:]))
    return replace(facts[0], fields=tuple(sorted(shared)))
