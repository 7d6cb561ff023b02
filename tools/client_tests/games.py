"""Short games with their secrets, to test the browser's verification of the dice.

Run: python tools/client_tests/games.py web/src/fairness/games.json
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
import tempfile
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from freehold.editions import load
from freehold.game import Game
from freehold.server.fairness import fair_dice
from freehold.server.fairness.hash_chains import Chains, chain
from freehold.server.fairness.signing import FILE as KEY_FILE
from freehold.server.fairness.signing import Signer
from freehold.server.fairness.verify import verify
from freehold.server.storage.game_log import (
    UNBOUND,
    Chair,
    Ending,
    Ends,
    Entry,
    Header,
    Log,
    Shares,
    Signature,
    bind,
    rules_digest,
    view_digest,
)

Json = dict[str, Any]

# The Force die, deals with a cut and cards put back before they are followed; then the classic board, with jail cards;
# then the same in the first format of the log; then a game of bots alone, signed by a server.
GAMES = (
    ("star-wars-2", "short", 17, 60, 2),
    ("classic", "classic", 50, 120, 2),
    ("classic", "classic", 50, 120, 1),
    ("classic", "classic", 51, 60, 2, True),
)
LEFT_OUT = 5  # the draw that the third player does not answer in
FIRST = ("use_jail_card", "buy", "pass", "roll", "end_turn")  # what brings a game on; anything else is chosen at random


class Giving:
    """What the players give to the draws. The third one is left out of one draw, commits anew and comes back later."""

    def __init__(self, seed: int, seats: int, *people: int) -> None:
        self._seats, self._seed, self._which = seats, seed, dict.fromkeys(people, 0)
        self.chains = Chains([self.links(seat, 0)[0] if seat in self._which else "" for seat in range(seats)])
        self._used = dict.fromkeys(people, 0)
        self.draw = 0

    def links(self, seat: int, which: int) -> list[str]:
        return chain(hashlib.sha256(f"chain {which} of {seat} in {self._seed}".encode()).digest())

    def shares(self) -> Shares:
        given: Shares = {}
        for seat in self._which:
            if not self.chains.may_give(seat, self.draw):
                continue
            self._used[seat] += 1
            link = self.links(seat, self._which[seat])[self._used[seat]]
            given[str(seat)] = None if (seat, self.draw) == (2, LEFT_OUT) else link
        self.chains.take(self.draw, given)
        self.draw += 1
        return given

    def fresh(self) -> str | UnsetType:
        """The server's number, where no player gives one."""
        return UNSET if self._which else hashlib.sha256(f"fresh {self.draw}".encode()).hexdigest()

    def anew(self) -> Ends:
        """The new chain of whoever was left out."""
        self._which[2], self._used[2] = 1, 0
        ends = {"2": self.links(2, 1)[0]}
        self.chains.publish(ends)
        return ends

    def kept(self, log: Log) -> Json:
        """What the first player's browser would remember."""
        drawn = [log.header.shares, *(entry.shares for entry in log.entries if entry.shares is not UNSET)]
        links = self.links(0, 0)
        draws = [k for k, shares in enumerate(drawn) if shares is not UNSET and shares.get("0")]
        return {"seat": 0, "seed": links[-1], "end": links[0], "draws": draws}


def game(edition: str, variant: str, seed: int, actions: int, format: Literal[1, 2] = 2, alone: bool = False) -> Json:
    """A game of three, played by a fixed seed and ended by consent, with the cards that came and two views."""
    chooser = random.Random(seed)
    secret = hashlib.sha256(f"secret {seed} of {edition}".encode()).digest()
    tokens = [token.id for token in load(edition).tokens]
    people = (("Ada", "s1"), ("Zoé “la Banque”", ""), ("Grâce\u2009😀", "é~"))
    giving = Giving(seed, len(people), *(() if alone else (0, 2)))
    chairs = tuple(
        Chair(name, tokens[k], salt)
        if format == 1
        else Chair(name, tokens[k], chain=giving.chains.published[k] or UNSET)
        for k, (name, salt) in enumerate(people)
    )
    commitment = fair_dice.commitment(secret)
    header = Header(
        *("g1", edition, variant, {}, chairs, commitment, rules_digest(edition), 1000, UNBOUND, UNBOUND),
        format=format,
        shares=giving.shares() if format == 2 else UNSET,
        fresh=giving.fresh() if format == 2 else UNSET,
    )
    table = fair_dice.set_up_again(header, secret)
    header = bind("", msgspec.structs.replace(header, start=view_digest(table)))
    rows: list[Json] = []
    first = table.view()
    entries: list[Entry] = []
    before = header.hash
    for number in range(1, actions + 1):
        legal = {one["type"]: one for one in table.legal(offers=False)}
        action: Any = next((legal[kind] for kind in FIRST if kind in legal), None) or chooser.choice(
            list(legal.values())
        )
        shares: Shares | UnsetType = UNSET
        ends: Ends | UnsetType = UNSET
        fresh: str | UnsetType = UNSET
        if format == 2 and fair_dice.tried(table, action, table.decider)[0].draws > table.draws:
            shares, fresh = giving.shares(), giving.fresh()
            if shares.get("2", "") is None:
                ends = giving.anew()
        probe = Entry(number, table.decider, action, [], "bot", 1000 + number, UNBOUND, UNBOUND, shares, ends, fresh)
        events, line = fair_dice.play_again(table, header, probe, secret)
        done = (line["seat"], line["action"], line["chance"])
        given = (shares, ends, fresh)
        entry = bind(before, Entry(number, *done, "bot", 1000 + number, view_digest(table), UNBOUND, *given))
        before = entry.hash
        entries.append(entry)
        rows.append({"number": number, "events": [event for event in events if "deck" in event], "hand": _hand(table)})
    ending = bind(before, Ending("consent", actions, 2000, UNBOUND))
    log = Log(header, entries, ending, secret.hex(), signed("g1", ending.hash) if alone else UNSET)
    assert verify(log).proved
    whole = msgspec.to_builtins(load(edition))
    needed = {key: whole[key] for key in ("id", "numbers", "rules", "short")}
    needed["squares"] = [{key: square[key] for key in ("index", "price", "house_cost")} for square in whole["squares"]]
    needed["cards"] = [{"id": card["id"], "deck": card["deck"]} for card in whole["cards"]]
    views = [[0, first], [actions, table.view()]]
    told: Json = {"edition": needed, "log": msgspec.to_builtins(log), "setup": table.setup, "kept": giving.kept(log)}
    return told | {"rows": rows, "views": views, "standings": table.standings()}


def signed(id: str, head: str) -> Signature:
    """The signature of a server whose key is known."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / KEY_FILE).write_text("42" * 32)
        return Signer(Path(folder)).sign(id, head)


def _hand(table: Game) -> bool:
    """Whether a drawn card is not yet back in its deck."""
    return "in_hand" in table.view().get("card", {})


if __name__ == "__main__":
    text = json.dumps([game(*which) for which in GAMES], ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    Path(sys.argv[1]).write_text(text + "\n", encoding="utf-8")
