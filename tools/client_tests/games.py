"""Short games with their secrets, to test the browser's verification of the dice.

Run: python tools/client_tests/games.py web/src/fairness/games.json
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from freehold.editions import load
from freehold.game import Game
from freehold.server.fairness import fair_dice, take_backs
from freehold.server.fairness.hash_chains import Chains, chain
from freehold.server.fairness.signing import Signer
from freehold.server.fairness.verify import verify
from freehold.server.storage.game_log import (
    UNBOUND,
    By,
    Chair,
    Ending,
    Ends,
    Entry,
    Header,
    Log,
    Player,
    Shares,
    Signature,
    bind,
    named,
    rules_digest,
    view_digest,
)

Json = dict[str, Any]

# The Force die, deals with a cut and cards put back before they are followed; then the classic board, with jail cards;
# then the same in the first and in the second format of the log; then a game of bots alone; then a short one of people
# alone, from which nobody is left out; then one in which they take back what they did. They are signed by a server.
GAMES = (
    ("star-wars-2", "short", 17, 60, 3),
    ("classic", "classic", 50, 120, 3),
    ("classic", "classic", 50, 120, 1),
    ("classic", "classic", 50, 120, 2),
    ("classic", "classic", 51, 60, 3, ()),
    ("classic", "classic", 52, 32, 3, (0, 1, 2)),
    ("classic", "classic", 53, 160, 3, (0, 1, 2), True),
)
PEOPLE = (("Ada", "s1"), ("Zoé “la Banque”", ""), ("Grâce\u2009😀", "é~"))  # names, and salts of the first format
NO_OPTIONS: dict[str, str | int] = {}
NO_CHANCE: list[int | str] = []
BACK = 9  # every so many actions, something is taken back
LEFT_OUT = 5  # the draw that the third player does not answer in
FIRST = ("use_jail_card", "buy", "pass", "roll", "end_turn")  # what brings a game on; anything else is chosen at random


class Giving:
    """What the players give to the draws. If there are two, the second is left out of one draw, and commits anew."""

    def __init__(self, seed: int, seats: int, people: tuple[int, ...], format: int) -> None:
        self._seats, self._seed, self._which = seats, seed, dict.fromkeys(people, 0)
        ends = [self.links(seat, 0)[0] if seat in self._which else "" for seat in range(seats)]
        self.chains = Chains(ends, people if format == 3 else None)
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
            given[str(seat)] = None if (seat, self.draw, len(self._which)) == (2, LEFT_OUT, 2) else link
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
        self.chains.change(self.draw, ends, {})
        return ends

    def kept(self, log: Log) -> Json:
        """What the first player's browser would remember."""
        drawn = [log.header.shares, *(entry.shares for entry in log.entries if entry.shares is not UNSET)]
        links = self.links(0, 0)
        draws = [k for k, shares in enumerate(drawn) if shares is not UNSET and shares.get("0")]
        return {"seat": 0, "seed": links[-1], "end": links[0], "draws": draws}


def game(
    edition: str,
    variant: str,
    seed: int,
    actions: int,
    format: Literal[1, 2, 3],
    giving_too: tuple[int, ...] = (0, 2),
    taking_back: bool = False,
) -> Json:
    """A game of three, played by a fixed seed and ended by consent, with the cards that came and two views."""
    chooser = random.Random(seed)
    secret = hashlib.sha256(f"secret {seed} of {edition}".encode()).digest()
    tokens = [token.id for token in load(edition).tokens]
    giving = Giving(seed, len(PEOPLE), giving_too, format)
    chairs = tuple(
        Chair(name, tokens[k], salt) if format == 1 else _chair(name, tokens[k], giving.chains.published[k], format)
        for k, (name, salt) in enumerate(PEOPLE)
    )
    header = msgspec.structs.replace(
        _header(edition, variant, chairs, fair_dice.commitment(secret), format),
        shares=giving.shares() if format > 1 else UNSET,
        fresh=giving.fresh() if format > 1 else UNSET,
        take_back="free" if taking_back else UNSET,
    )
    table = fair_dice.set_up_again(header, secret)
    header = bind("", msgspec.structs.replace(header, start=view_digest(table.view(), format)))
    rows: list[Json] = []
    first = table.view()
    by: By = "person" if taking_back else "bot"
    past = take_backs.Past(header, table, 0, range(actions))
    entries: list[Entry] = []
    before = header.hash
    for number in range(1, actions + 1):
        legal = {one["type"]: one for one in table.legal(offers=False)}
        usual = next((legal[kind] for kind in FIRST if kind in legal), None)
        action: Any = usual or chooser.choice(list(legal.values()))
        if taking_back and number % BACK == 0:
            action = {"type": take_backs.KIND, "to": past.line[-1 - chooser.choice((1, 1, 2, 5))].number}
        shares: Shares | UnsetType = UNSET
        ends: Ends | UnsetType = UNSET
        fresh: str | UnsetType = UNSET
        if format > 1 and _draws(table, past, action):
            shares, fresh = giving.shares(), giving.fresh()
            if shares.get("2", "") is None:
                ends = giving.anew()
        fixed = (number, _actor(table, past, action), action, NO_CHANCE, by, 1000 + number)
        probe = Entry(*fixed, UNBOUND, UNBOUND, shares, ends, fresh)
        events, line = take_backs.play_again(table, header, probe, secret, past)
        done = (line["seat"], line["action"], line["chance"])
        view = view_digest(table.view(), format)
        entry = bind(before, Entry(number, *done, by, 1000 + number, view, UNBOUND, shares, ends, fresh))
        before = entry.hash
        entries.append(entry)
        rows.append({"number": number, "events": [event for event in events if "deck" in event], "hand": _hand(table)})
    ending = bind(before, Ending("consent", actions, 2000, UNBOUND))
    log = Log(header, entries, ending, secret.hex(), signed(header, ending.hash))
    told = {"edition": _needed(edition), "setup": table.setup, "kept": giving.kept(log), **_logs(log)}
    views = [[0, first], [actions, table.view()]]
    return told | {"rows": rows, "views": views, "standings": table.standings()}


def _header(edition: str, variant: str, chairs: tuple[Chair, ...], commitment: str, format: Literal[1, 2, 3]) -> Header:
    fixed = (edition, variant, NO_OPTIONS, chairs, commitment, rules_digest(edition), 1000, UNBOUND, UNBOUND)
    return Header("g1", *fixed, format=format)


def _actor(table: Game, past: take_backs.Past, action: Json) -> int | None:
    """Who acts; whoever acted last takes it back."""
    return past.line[-1].seat if action["type"] == take_backs.KIND else table.decider


def _draws(table: Game, past: take_backs.Past, action: Json) -> bool:
    """Whether an action draws chance, or takes something back that is not free."""
    to = take_backs.target(action)
    if to is not None:
        return not past.is_free(past.line[-1].seat, to)
    return fair_dice.tried(table, action, table.decider)[0].draws > table.draws


def _logs(log: Log) -> Json:
    """A log, and the shortest one also without a name that was withdrawn."""
    without = redacted(log)
    for one in (log, without):
        assert verify(one, known_key=signed(log.header, "").key).finding is None
    shortest = len(log.entries) == min(game[3] for game in GAMES)
    logs = {"log": log, "withdrawn": without} if shortest else {"log": log}
    return {key: msgspec.to_builtins(one) for key, one in logs.items()}


def _needed(edition: str) -> Json:
    """What the browser's checks read of an edition."""
    whole = msgspec.to_builtins(load(edition))
    needed = {key: whole[key] for key in ("id", "numbers", "rules", "short")}
    needed["squares"] = [{key: square[key] for key in ("index", "price", "house_cost")} for square in whole["squares"]]
    needed["cards"] = [{"id": card["id"], "deck": card["deck"]} for card in whole["cards"]]
    return needed


def _chair(name: str, token: str, end: str, format: int) -> Chair:
    if format == 2:
        return Chair(name, token, chain=end or UNSET)
    blind = hashlib.sha256(f"blind of {name}".encode()).hexdigest()
    kind: Player = "person" if end else "bot"
    return Chair(name, token, chain=end or UNSET, kind=kind, named=named(name, blind), blind=blind)


def redacted(log: Log) -> Log:
    """The log after the second player has withdrawn their name."""
    chairs = list(log.header.seats)
    chairs[1] = msgspec.structs.replace(chairs[1], name="Player 2", blind=UNSET)
    header = msgspec.structs.replace(log.header, seats=tuple(chairs))
    assert log.ending is not None
    return msgspec.structs.replace(log, header=header, withdrawn=[1], signature=signed(header, log.ending.hash, [1]))


def signed(header: Header, head: str, withdrawn: Sequence[int] = ()) -> Signature:
    """The signature of a server whose key is known."""
    return Signer(b"B" * 32).sign(header, head, withdrawn)


def _hand(table: Game) -> bool:
    """Whether a drawn card is not yet back in its deck."""
    return "in_hand" in table.view().get("card", {})


if __name__ == "__main__":
    text = json.dumps([game(*which) for which in GAMES], ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    Path(sys.argv[1]).write_text(text + "\n", encoding="utf-8")
