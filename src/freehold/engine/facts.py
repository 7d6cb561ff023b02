"""The facts of a batch: what stays constant while its games are played, for `specialise.py` to fold in."""

from __future__ import annotations

from typing import Any

import numpy as np

from freehold.bots.ranks import BOT_NOVICE, BOT_RANDOM
from freehold.engine import records, sources
from freehold.engine.specialise import Facts
from freehold.rules.events import COUNTED_EVENTS, OFF
from freehold.rules.state import NOBODY


def facts_of(t: Any, bots: list[int], audited: int, counted: int, **target: Any) -> Facts:
    """The constants of a batch on one edition, and what the rules imply from them; `target` as in `always`."""
    fields = {f"t.{name}": int(t[name]) for name in records.TABLES.names or () if np.ndim(t[name]) == 0}
    names = {"audited": int(audited)}
    if fields["t.rent_claims"] == 0:
        fields["g.claims"] = 0
    if fields["t.force"] == 0:
        fields |= {"g.dark": NOBODY, "g.light": NOBODY, "g.battler": NOBODY}
    if fields["t.short_jail"] == 0:
        fields["g.jail_failed"] = 0
    fields["g.players"] = len(bots)
    if len(set(bots)) == 1 and bots[0] != BOT_RANDOM:
        fields |= {"n.bot[]": bots[0], "n[0].bot[]": bots[0]}
        names["bot"] = bots[0]
    if set(bots) == {BOT_NOVICE}:  # novices never trade
        fields |= {"g.offer_from": NOBODY, "g.offer_give": 0, "g.offer_ask": 0}
    return always(counted, fields, names, **target)


def always(
    counted: int, fields: dict[str, int] | None = None, names: dict[str, int] | None = None, **target: Any
) -> Facts:
    """These facts plus those of every batch: nobody reads recorded throws, or events unless they are counted.

    `target` names the functions that a processor needs besides, as in `Facts`.
    """
    silent = {"note"} if counted else {"note", "emit"}
    known = {"e.on": COUNTED_EVENTS if counted else OFF, "c.told_n": 0, "g.time_up": 0}
    return Facts(
        fields=tuple(sorted((known | (fields or {})).items())),
        names=tuple(sorted((sources.constants() | {"counted": counted} | (names or {})).items())),
        silent=frozenset(silent),
        **target,
    )
