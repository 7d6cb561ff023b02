"""Golden playthroughs: a game of every edition and variant, written out so that a change of the rules shows in a diff.

`python -m tests.game.playthrough --write` plays each file of `golden/` again, by the terms in its own header, and adds
the missing ones. This file contains the writer and the player, whose choices depend on the seed alone.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from freehold import Game, format_action, sentences
from freehold.editions import load
from freehold.editions.switches import BY_NAME
from freehold.engine import batch, edition_tables
from freehold.game import FREE
from freehold.game.types import Action, LogEntry

Json = dict[str, Any]

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
ACTIONS = 100
STANDINGS_EVERY = 20
RESERVE = 60  # cash that is kept back when there is a choice


class Player:
    """Plays every seat: buys, bids, builds, trades now and then, and takes an edition's specials when they come."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.asked = 0
        self.offered = -1  # the turn in which the last offer was made: one a turn is enough

    def number(self, below: int, *about: object) -> int:
        """A whim: a number below another, by the seed and by what it is about, or else a new one each time."""
        self.asked += not about
        return zlib.crc32(repr((self.seed, *(about or (self.asked,)))).encode()) % below

    def one_in(self, n: int) -> bool:
        return self.number(n) == 0

    def choose(self, game: Game) -> tuple[int, Json]:
        """The next seat to act, and what it does: mostly the decider, now and then somebody else."""
        table = Table(game)
        if game.phase == "answer" and self.one_in(12):
            return table.position["offer"]["from"], {"type": "withdraw"}
        for claim in table.position.get("claims", []):
            if self.number(4, claim["visitor"], claim["square"], claim["amount"]):  # the rest is forgotten
                for action in of(game.legal(claim["owner"]), "claim"):
                    return claim["owner"], action
        if game.phase == "roll" and self.one_in(3):
            others = [seat for seat in table.solvent if seat != game.decider]
            seat = others[self.number(len(others))]
            offered = self.dealing(table, seat, game.legal(seat))
            if offered:
                return seat, offered
        assert game.decider is not None
        return game.decider, self.decide(table, game.decider, game.legal())

    def decide(self, table: Table, seat: int, legal: Sequence[Any]) -> Json:
        answer: Json | None = getattr(self, f"in_{table.phase}")(table, seat, legal)
        return answer or next(action for action in legal if action["type"] not in FREE)

    # ------------------------------------------------------------------ one decision a phase

    def in_roll(self, table: Table, seat: int, legal: list[Json]) -> Json | None:
        ways_out = of(legal, "use_jail_card") + of(legal, "pay_fine")
        if ways_out and (table.cash(seat) > 6 * RESERVE or not of(legal, "roll")):
            return ways_out[0]
        return of(legal, "roll")[0] if self.one_in(3) else self.dealing(table, seat, legal)

    def in_end(self, table: Table, seat: int, legal: list[Json]) -> Json | None:
        return self.dealing(table, seat, legal) or of(legal, "end_turn")[0]

    def in_double(self, table: Table, seat: int, legal: list[Json]) -> Json | None:
        """An attack or a swing goes where it completes most."""
        if self.one_in(5):
            return of(legal, "throw_again")[0]
        free = [a for a in of(legal, "go_to") if table.price(a["square"]) and table.owner(a["square"]) is None]
        aims = of(legal, "attack") + [a for a in free if table.price(a["square"]) + RESERVE <= table.cash(seat)]
        best = max(aims, key=lambda action: table.value(seat, action["square"]), default=None)
        swings = [action for action in of(legal, "go_to") if action["square"] == 0]
        return best or (of(legal, "use_option") + swings + legal)[0]

    def in_buy(self, table: Table, seat: int, legal: list[Json]) -> Json | None:
        if self.one_in(6):
            return of(legal, "decline")[0]
        square = table.position["players"][seat]["square"]
        left = table.cash(seat) - table.price(square)
        return of(legal, "buy" if left >= RESERVE or (left >= 0 and table.begun(seat, square)) else "decline")[0]

    def in_auction(self, table: Table, seat: int, legal: list[Json]) -> Json | None:
        auction = table.position["auction"]
        dearest = max(square.house_cost for square in table.edition.squares)
        price = table.value(seat, auction["square"]) if "square" in auction else dearest
        limit = price * (50 + self.number(70, seat, auction.get("square"), table.turns)) // 100
        for bid in of(legal, "bid"):
            amount = min(bid["amount"] + price // 5, limit, bid["max"])
            if amount >= bid["amount"]:
                return {"type": "bid", "amount": amount}
        return of(legal, "pass")[0]

    def in_tax(self, table: Table, seat: int, legal: list[Json]) -> Json | None:
        worth = next(row["worth"] for row in table.game.standings() if row["seat"] == seat)
        assert worth is not None
        return {"type": "pay_tax", "choice": "percent" if worth < 2000 else "flat"}

    def in_card(self, table: Table, seat: int, legal: list[Json]) -> Json | None:
        return legal[self.number(2)]

    def in_debt(self, table: Table, seat: int, legal: list[Json]) -> Json | None:
        """Pay; else raise money where it hurts least."""
        loose = [action for action in of(legal, "mortgage") if not table.complete(seat, action["square"])]
        settle = of(legal, "settle") if self.one_in(2) else []
        plain = of(legal, "pay") + settle + loose + of(legal, "sell") + of(legal, "sell_group") + of(legal, "mortgage")
        return plain[0] if plain else of(legal, "bankrupt")[0]

    def in_transfer(self, table: Table, seat: int, legal: list[Json]) -> Json | None:
        rich = table.cash(seat) > 6 * RESERVE
        return ((of(legal, "redeem") if rich else []) + of(legal, "keep_mortgage"))[0]

    def in_battle(self, table: Table, seat: int, legal: list[Json]) -> Json | None:
        """The symbol goes in front of whoever is richest."""
        if self.one_in(6):
            return of(legal, "leave_force")[0]
        ahead = max((other for other in table.solvent if other != seat), key=table.cash)
        here = table.position["players"][ahead]["square"]
        return min(of(legal, "place_force") or legal, key=lambda action: (action.get("square", 0) - here - 7) % 40)

    def in_contest(self, table: Table, seat: int, legal: list[Json]) -> Json | None:
        return of(legal, "want" if table.cash(seat) > 3 * RESERVE else "pass")[0]

    def in_answer(self, table: Table, seat: int, legal: list[Json]) -> Json | None:
        offer = table.position["offer"]
        cost = table.worth_of(seat, offer["ask"])
        if offer["kind"] == "settlement":
            cost = table.position["debts"][0]["amount"]
        good = table.worth_of(seat, offer["give"]) >= cost
        return of(legal, "accept" if good and of(legal, "accept") else "reject")[0]

    # ------------------------------------------------------------------ dealings of one's own accord

    def dealing(self, table: Table, seat: int, legal: Sequence[Any]) -> Json | None:
        cash = table.cash(seat)
        for action in of(legal, "build"):
            if table.edition.squares[action["square"]].house_cost + RESERVE <= cash:
                return action
        for action in of(legal, "redeem"):
            if table.edition.squares[action["square"]].mortgage + 5 * RESERVE <= cash:
                return action
        whole = [action["square"] for action in of(legal, "mortgage") if table.complete(seat, action["square"])]
        for action in of(legal, "mortgage"):
            if whole and action["square"] not in whole and cash < 3 * RESERVE and self.one_in(2):
                return action
        if self.offered == table.turns or not self.one_in(2):
            return None
        for bounds in of(legal, "offer"):
            offer = self.offer(table, seat, bounds)
            if offer:
                self.offered = table.turns
                return offer
        return None

    def offer(self, table: Table, seat: int, bounds: Json) -> Json | None:
        """For the deed that completes a group: what the other side lacks, and cash for the rest. Else a jail card."""
        other, give, ask = bounds["to"], bounds["give"], bounds["ask"]
        for square in ask["squares"]:
            if not table.completes(seat, square):
                continue
            things = [own for own in give["squares"] if table.group(own) != table.group(square)]
            thing = max(things, key=lambda own: table.value(other, own), default=None)
            swap = [thing] if thing is not None and (table.completes(other, thing) or self.one_in(2)) else []
            fair = table.value(other, square) - sum(table.value(other, own) for own in swap)
            need = fair * (85 + self.number(40)) // 100
            if need + RESERVE // 2 > give["cash"]:
                continue
            price: Json = ({"squares": swap} if swap else {}) | ({"cash": need} if need > 0 else {})
            return {"type": "offer", "to": other, "give": price, "ask": {"squares": [square]}}
        if give["jail_cards"] and ask["cash"] > 6 * RESERVE and self.one_in(3):
            return {"type": "offer", "to": other, "give": {"jail_cards": give["jail_cards"][:1]}, "ask": {"cash": 40}}
        return None


class Table:
    """What the player looks at: the position, and what a deed means to a seat."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.edition = game.edition
        self.phase = game.phase
        self.position = game.position()
        self.turns = self.position["flow"]["turns"]
        self.solvent = [seat for seat, row in enumerate(self.position["players"]) if not row["bankrupt"]]

    def cash(self, seat: int) -> int:
        return int(self.position["players"][seat]["cash"])

    def owner(self, square: int) -> int | None:
        deed = self.position["deeds"].get(str(square))
        return deed["owner"] if deed else None

    def group(self, square: int) -> str:
        return self.edition.squares[square].group or ""

    def price(self, square: int) -> int:
        return self.edition.squares[square].price

    def lacking(self, seat: int, square: int) -> list[int]:
        """What a seat does not have of a square's group."""
        return [member for member in self.edition.members(self.group(square)) if self.owner(member) != seat]

    def complete(self, seat: int, square: int) -> bool:
        return not self.lacking(seat, square)

    def completes(self, seat: int, square: int) -> bool:
        return self.lacking(seat, square) == [square] and self.edition.squares[square].kind == "street"

    def begun(self, seat: int, square: int) -> bool:
        return len(self.lacking(seat, square)) < len(self.edition.members(self.group(square)))

    def value(self, seat: int, square: int) -> int:
        """A deed is worth more to whom it completes a group, or who has begun one."""
        deed = self.position["deeds"].get(str(square))
        price = self.price(square) // 2 if deed and deed["mortgaged"] else self.price(square)
        if self.completes(seat, square) or self.complete(seat, square):
            return price * 2
        return price * 5 // 4 if self.begun(seat, square) else price

    def worth_of(self, seat: int, side: Mapping[str, Any]) -> int:
        """One side of an offer, to a seat."""
        return int(side["cash"]) + 40 * len(side["jail_cards"]) + sum(self.value(seat, at) for at in side["squares"])


def of(actions: Sequence[Any], kind: str) -> list[Json]:
    return [action for action in actions if action["type"] == kind]


def play(game: Game, player: Player, limit: int) -> Iterator[tuple[LogEntry, list[Any]]]:
    """Play on until the game is over or the limit is reached: each entry of the log, with its events."""
    while not game.over and len(game.log) < limit:
        seat, action = player.choose(game)
        events = game.apply(cast(Action, action), seat)
        yield game.log[-1], events


# ---------------------------------------------------------------------- the text


def terms_of(edition: str, variant: str) -> Json:
    """The terms of a playthrough: those in the header of its file, or the usual ones if there is none."""
    terms: Json = {"edition": edition, "variant": variant, "seed": 1, "actions": ACTIONS}
    ids = [token.id for token in load(edition).tokens]
    terms["players"] = [f"{name}={token}" for name, token in zip(NAMES, (ids[0], ids[-1], ids[1]), strict=False)]
    terms["options"] = [f"time_limit={ACTIONS // 4}"] if variant == "timed" else []
    if path_of(edition, variant).exists():
        lines = path_of(edition, variant).read_text(encoding="utf-8").splitlines()[1:]
        header = dict(line.split(": ", 1) for line in lines[: lines.index("")] if ": " in line)
        terms |= {"seed": int(header["seed"]), "actions": int(header["actions"])}
        terms |= {"players": header["players"].split(), "options": header.get("options", "").split()}
    return terms


def path_of(edition: str, variant: str) -> Path:
    return GOLDEN / f"{edition}-{variant}.txt"


def pairs(parts: list[str]) -> Json:
    """`name=value` by `name`; a number where it is one."""
    split = (part.split("=") for part in parts)
    return {name: int(value) if value.isdigit() else value for name, value in split}


def deal(terms: Json) -> Game:
    people = pairs(terms["players"])
    options = pairs(terms["options"])
    return Game.new(
        terms["edition"], list(people), terms["seed"], terms["variant"], options, tokens=list(people.values())
    )


def write(terms: Json) -> str:
    """The whole playthrough, in English."""
    game = deal(terms)
    lines = [*header(game, terms), "", "setting up", *told(game, game.setup)]
    for number, (entry, events) in enumerate(play(game, Player(terms["seed"]), terms["actions"]), 1):
        assert entry["seat"] is not None
        who = game.names[entry["seat"]]
        chance = "".join(f" {outcome}" for outcome in entry["chance"])
        lines += ["", f"{number} {who}: {format_action(entry['action'])}" + (f" -> {chance.strip()}" if chance else "")]
        lines += told(game, events)
        if number % STANDINGS_EVERY == 0 and number < terms["actions"] and not game.over:
            lines += ["", standings(game)]
    return "\n".join([*lines, "", "in the end", standings(game)]) + "\n"


def header(game: Game, terms: Json) -> list[str]:
    settings = edition_tables.resolve(game.edition, game.variant, game.options)
    unusual = [f"{name}={settings[name]}" for name, switch in BY_NAME.items() if settings[name] != switch.values[0]]
    return [
        f"# {game.edition.name.en}. Play it again by these terms: python -m tests.game.playthrough --write",
        f"edition: {terms['edition']}",
        f"variant: {terms['variant']}",
        f"seed: {terms['seed']}",
        f"actions: {terms['actions']}",
        f"players: {' '.join(terms['players'])}",
        *([f"options: {' '.join(terms['options'])}"] if terms["options"] else []),
        *([f"rules: {' '.join(unusual)}"] if unusual else []),
    ]


def told(game: Game, events: Sequence[Mapping[str, Any]], lang: str = "en") -> list[str]:
    """Each event as a sentence, with its clause."""
    return [f"    {sentences.event(game.edition, event, game.names, lang)} [{event['clause']}]" for event in events]


def standings(game: Game) -> str:
    """Everybody's cash, square and deeds, and what the table waits for, in one line."""
    position = game.position()
    rows = []
    for seat, player in enumerate(position["players"]):
        deeds = [
            f"{square}{'m' if deed['mortgaged'] else ''}{':' + str(deed['buildings']) if deed['buildings'] else ''}"
            for square, deed in position["deeds"].items()
            if deed["owner"] == seat
        ]
        where = "in jail" if player["in_jail"] else f"on {player['square']}"
        card = f" {'+'.join(player['jail_cards'])} card" if player["jail_cards"] else ""
        rows.append(
            f"{player['name']} is bankrupt"
            if player["bankrupt"]
            else f"{player['name']} {player['cash']} {where}{card} [{' '.join(deeds)}]"
        )
    if "force" in position:
        rows.append(f"light {position['force']['light']}, dark {position['force']['dark']}")
    asked = "nobody" if game.decider is None else game.names[game.decider]
    return f"== {' | '.join(rows)} | {game.phase}: {asked}"


def main() -> None:
    if sys.argv[1:] != ["--write"]:
        sys.exit("Usage: python -m tests.game.playthrough --write")
    GOLDEN.mkdir(exist_ok=True)
    for edition, variant in batch.variants():
        text = write(terms_of(edition, variant))
        path = path_of(edition, variant)
        changed = not path.exists() or path.read_text(encoding="utf-8") != text
        path.write_text(text, encoding="utf-8")
        print(f"{path.name}: {'written' if changed else 'as it was'}")


if __name__ == "__main__":
    main()
