"""Two short games with their secrets, to test the browser's verification of the dice.

Run: python tools/client_games.py web/src/after/games.json
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from pathlib import Path
from typing import Any

import msgspec

from freehold.editions import load
from freehold.game import Game
from freehold.server.fairness import fair_dice
from freehold.server.fairness.verify import verify
from freehold.server.storage.game_log import UNBOUND, Chair, Ending, Entry, Header, Log, bind, rules_digest, view_digest

Json = dict[str, Any]

# The Force die, deals with a cut and cards put back before they are followed; then the classic board, with jail cards.
GAMES = (("star-wars-2", "short", 17, 60), ("classic", "classic", 50, 120))
FIRST = (
    "use_jail_card",
    "buy",
    "pass",
    "roll",
    "end_turn",
)  # actions that advance a game; otherwise one is chosen at random


def game(edition: str, variant: str, seed: int, actions: int) -> Json:
    """A game of three with a fixed seed, ended by consent, with the drawn cards and two views."""
    chooser = random.Random(seed)
    secret = hashlib.sha256(f"secret {seed} of {edition}".encode()).digest()
    tokens = [token.id for token in load(edition).tokens]
    people = (("Ada", "s1"), ("Zoé “la Banque”", ""), ("Grâce\u2009😀", "é~"))
    chairs = tuple(Chair(name, tokens[k], salt) for k, (name, salt) in enumerate(people))
    commitment = fair_dice.commitment(secret)
    header = Header("g1", edition, variant, {}, chairs, commitment, rules_digest(edition), 1000, UNBOUND, UNBOUND)
    table = fair_dice.set_up_again(header, secret)
    header = bind("", msgspec.structs.replace(header, start=view_digest(table)))
    rows: list[Json] = []
    first = table.view()
    entries: list[Entry] = []
    before = header.hash
    for number in range(1, actions + 1):
        legal = {one["type"]: one for one in table.legal(offers=False)}
        action = next((legal[kind] for kind in FIRST if kind in legal), None) or chooser.choice(list(legal.values()))
        events, line = fair_dice.play(table, number, action, table.decider, secret, header.salts)
        told = (line["seat"], line["action"], line["chance"])
        entry = bind(before, Entry(number, *told, "bot", 1000 + number, view_digest(table), UNBOUND))
        before = entry.hash
        entries.append(entry)
        rows.append({"number": number, "events": [event for event in events if "deck" in event], "hand": _hand(table)})
    ending = bind(before, Ending("consent", actions, 2000, UNBOUND))
    log = Log(header, entries, ending, secret.hex())
    assert verify(log).proved
    whole = msgspec.to_builtins(load(edition))
    needed = {key: whole[key] for key in ("id", "numbers", "rules", "short")}
    needed["squares"] = [{key: square[key] for key in ("index", "price", "house_cost")} for square in whole["squares"]]
    needed["cards"] = [{"id": card["id"], "deck": card["deck"]} for card in whole["cards"]]
    views = [[0, first], [actions, table.view()]]
    told = {"edition": needed, "log": msgspec.to_builtins(log), "setup": table.setup}
    return told | {"rows": rows, "views": views, "standings": table.standings()}


def _hand(table: Game) -> bool:
    """Whether a drawn card is not yet back in its deck."""
    return "in_hand" in table.view().get("card", {})


if __name__ == "__main__":
    text = json.dumps([game(*which) for which in GAMES], ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    Path(sys.argv[1]).write_text(text + "\n", encoding="utf-8")
