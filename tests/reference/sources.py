"""Where games and actions come from: new games, positions in the middle of a game, random players, bots."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import freehold
from freehold.editions.switches import SWITCHES
from freehold.game import internals
from freehold.game.fields import SHOWN
from freehold.rules import state
from tests.reference.compare import Disagreement, Duel, Json, Setup, compare_setup
from tests.reference.model.edition import Edition

DATA = Path(freehold.__file__).parent / "editions" / "data"
LEVELS = ("novice", "trader", "baron")

# How often a kind of action is chosen, compared with others of the list. Each game changes these at random.
# Actions of all kinds, which are mostly refused at a given moment, with the fields that each needs.
ATTEMPTS = {
    **dict.fromkeys(("roll", "throw_again", "pay_fine", "buy", "decline", "pay", "bankrupt", "accept", "reject"), ()),
    **dict.fromkeys(("use_option", "leave_force", "withdraw", "end_turn", "pass", "use_jail_card"), ()),
    **dict.fromkeys(("go_to", "attack", "mortgage", "redeem", "keep_mortgage", "claim", "build", "sell"), ("square",)),
    "sell_group": ("square", "keep"),
    "bid": ("amount",),
    "want": ("count",),
    "settle": ("cash", "squares"),
    "place_force": ("symbol", "square"),
    "pay_tax": ("choice",),
    "choose": ("choice",),
}
QUIET = ("street", "jail")  # a throw that was chosen leads elsewhere
WEIGHTS = {"mortgage": 0.15, "redeem": 0.5, "sell": 0.15, "sell_group": 0.05, "build": 4, "end_turn": 3, "roll": 4}


@cache
def edition_data(name: str) -> Json:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def pairs() -> list[tuple[str, str]]:
    """Every edition with every variant that it has."""
    found: list[tuple[str, str]] = []
    for name in freehold.editions():
        found.append((name, "classic"))
        found += [(name, variant) for variant in ("short", "timed") if variant in edition_data(name)]
    return found


def random_pair(rng: Random) -> tuple[str, str]:
    """An edition, each as often as the others, and one of its variants."""
    name = rng.choice(sorted({name for name, _ in pairs()}))
    return rng.choice([pair for pair in pairs() if pair[0] == name])


def random_options(rng: Random, variant: str, *, share: float = 0.25) -> Json:
    """Some of the switches that a table may change, at random; half of the tables have claimed rent and house rules."""
    open_here = [s for s in SWITCHES if s.open and (variant == "short" or not s.name.startswith("short_"))]
    house = rng.choice((0, 0.1, 0.3, 0.6))
    options: Json = {s.name: rng.choice(s.values) for s in open_here if rng.random() < (house if s.house else share)}
    options["rent_claims"] = rng.choice(("automatic", "claimed"))
    if variant == "timed":
        options["time_limit"] = rng.randint(10, 120)
    return options


class UsedTable(freehold.Game):
    """A game set up where another one was played, as in simulations: nothing that is left of it may matter."""

    @classmethod
    def _at_table(cls, edition: Any, variant: Any, options: Mapping[str, Any] | None) -> freehold.Game:
        game = super()._at_table(edition, variant, options)
        for name, _, length in state.GAME:
            if name != "token":  # chosen beforehand
                setattr(game._g, name, [7] * length if length else 7)
        return game


def new_game(rng: Random, edition: Any, data: Json, variant: str, options: Json) -> tuple[Setup, freehold.Game]:
    """A new game, or one whose deeds are dealt already, so that rents, buildings and debts come early."""
    players = rng.randint(data["players"]["min"], data["players"]["max"])
    tokens = [token["id"] for token in data["tokens"]]
    rng.shuffle(tokens)
    banker = rng.randrange(players)
    seed = rng.getrandbits(31)
    game = UsedTable.new(edition, players, seed, variant, options, tokens=tokens[:players], banker=banker)
    if rng.random() < 0.2:
        clean = freehold.Game.new(edition, players, seed, variant, options, tokens=tokens[:players], banker=banker)
        if clean._g != game._g:
            raise Disagreement(Setup(edition, data, variant, options, dict(game.position())), [], ["set-up leftovers"])
    if rng.random() < 0.5:
        internals.shuffle_decks(game)
    position: Json = dict(game.position())
    setup = Setup(edition, data, variant, options, position)
    rules = Edition(data, variant, options)
    compare_setup(setup, rules, banker, game.setup)
    if rng.random() < 0.7 and not position.get("debts"):
        deal(rng, position, rules)
        game = freehold.Game.load(position, edition)
        position = dict(game.position())
    return Setup(edition, data, variant, options, position), game


def deal(rng: Random, position: Json, edition: Edition) -> None:
    """Give out deeds by the group, some with buildings or mortgages, and change everybody's cash."""
    players = range(len(position["players"]))
    houses, hotels = edition.houses, edition.hotels
    mortgages = 0.2 if edition.rules["mortgages"] == "allowed" else 0
    whole, bare = rng.choice(((0.6, 0.5), (0.6, 0.5), (0.95, 0.1)))  # the last ones leave few buildings in the bank
    for lots in rng.sample(list(edition.groups.values()), len(edition.groups)):
        owner = rng.choice(players) if rng.random() < whole else None
        level = rng.randint(0, edition.top) if owner is not None and edition.squares[lots[0]].house_cost else 0
        use = (0, len(lots)) if level == edition.top else (level * len(lots), 0)
        if use[0] > houses or use[1] > hotels or rng.random() < bare:
            level, use = 0, (0, 0)
        houses, hotels = houses - use[0], hotels - use[1]
        for i in lots:
            if owner is None and rng.random() < 0.4:
                position["deeds"].pop(str(i), None)
                continue
            mortgaged = not level and rng.random() < mortgages
            deed = {"owner": owner if owner is not None else rng.choice(players), "mortgaged": mortgaged}
            position["deeds"][str(i)] = {**deed, "buildings": 5 if level == edition.top else level}
    position["bank"] = {"houses": houses, "hotels": hotels}
    if edition.rules["building_group"] == "own-lots" or edition.rules["building_rows"] == "free":
        scatter_buildings(rng, position, edition)
    deal_of_house_rules(rng, position, edition)
    turns_played(rng, position, edition)
    if rng.random() < 0.7:
        rare_cards_first(rng, position, edition)
    for player in position["players"]:
        player["cash"] = rng.choice((rng.randint(0, 150), rng.randint(0, 600), rng.randint(0, 2500)))
        player["square"] = rng.choice((10, *range(40), *range(30)))
        if player["square"] == 30:
            player["square"] = 10
        if player["square"] == 10:
            player["in_jail"] = rng.random() < 0.7
            player["jail_turns"] = rng.randint(0, 2) if player["in_jail"] else 0
    holder = rng.choice(position["players"])  # of both: a position does not say whose card was drawn first
    for deck, cards in position["decks"].items():
        kept = next((i for i in cards if edition.cards[deck, i].kind == "jail_free"), None)
        if kept is not None and rng.random() < 0.3:
            cards.remove(kept)
            holder["jail_cards"].append(deck)
    if "force" in position and rng.random() < 0.7:  # symbols that somebody may reach with a throw or two
        for symbol in position["force"]:
            square = rng.choice(position["players"])["square"] + rng.randint(0, 14)
            position["force"][symbol] = next(i % 40 for i in range(square, square + 40) if i % 40 in edition.properties)


def scatter_buildings(rng: Random, position: Json, edition: Edition) -> None:
    """Buildings on groups that are not whole, or in rows that are not even, where house rules allow it."""
    bank, deeds = position["bank"], position["deeds"]
    own_lots, free = edition.rules["building_group"] == "own-lots", edition.rules["building_rows"] == "free"
    for lots in edition.groups.values():
        rows = [
            [i for i in lots if deeds.get(str(i), {}).get("owner") == seat] for seat in range(len(position["players"]))
        ]
        for row in rows:
            ready = row and not any(deeds[str(i)]["mortgaged"] or deeds[str(i)]["buildings"] for i in row)
            if not ready or not edition.squares[lots[0]].house_cost or not (own_lots or len(row) == len(lots)):
                continue
            level = rng.randint(0, 4)
            for i in row:
                here = rng.randint(0, 4) if free else level
                if here <= edition.hotel_after and here <= bank["houses"]:
                    deeds[str(i)]["buildings"] = here
                    bank["houses"] -= here
                elif bank["hotels"]:
                    deeds[str(i)]["buildings"] = 5
                    bank["hotels"] -= 1
                else:
                    break  # an even row cannot be had any more


def deal_of_house_rules(rng: Random, position: Json, edition: Edition) -> None:
    """Money in the middle, and players with a first lap behind them."""
    if "pot" in position and rng.random() < 0.5:
        position["pot"] = rng.randint(0, 900)
    if edition.rules["first_purchases"] == "after-first-lap":
        for player in position["players"]:
            if rng.random() < 0.5:
                player["lapped"] = True


def turns_played(rng: Random, position: Json, edition: Edition) -> None:
    """The game is young, very old, or nearly over."""
    players = len(position["players"])
    limits = [limit for limit in (edition.time_limit, edition.rounds * players) if limit]
    if limits and rng.random() < 0.6:
        position["flow"]["turns"] = max(0, min(limits) - rng.randint(1, 3 * players))
    elif not limits and rng.random() < 0.3:
        position["flow"]["turns"] = rng.choice((rng.randint(0, 100), rng.randint(0, 600 * players)))


def rare_cards_first(rng: Random, position: Json, edition: Edition) -> None:
    """Some cards on top of their decks, each kind as often as the others."""
    for deck, cards in position["decks"].items():
        kinds: dict[str, list[str]] = {}
        for card in cards:
            kinds.setdefault(edition.cards[deck, card].kind, []).append(card)
        for kind in rng.choices(sorted(kinds), k=4):
            card = rng.choice(kinds[kind])
            cards.remove(card)
            cards.insert(0, card)


class RandomPlayer:
    """Chooses among the legal actions of any seat, and compares the lists on the way."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.weights = {kind: weight * rng.choice((0.3, 1, 3)) for kind, weight in WEIGHTS.items()}
        self.off_turn = rng.choice((0.03, 0.1, 0.3))
        self.offering = rng.choice((0.01, 0.05, 0.15))

    def step(self, duel: Duel) -> None:
        """One action of somebody."""
        rng, game = self.rng, duel.game
        decider = game.decider
        assert decider is not None
        actions = duel.compare_legal(decider, offers=rng.random() < 0.04)
        seat = decider
        if rng.random() < self.off_turn:
            other = rng.randrange(len(game.names))
            if other != decider:
                others = duel.compare_legal(other, offers=rng.random() < 0.04)
                if others:
                    seat, actions = other, others
        in_debt = game.phase == "debt"
        claims = duel.model.table.claims
        if claims and rng.random() < (0.3 if in_debt else 0.05):  # a claim that reaches a debtor changes the order
            claim = rng.choice(claims)
            duel.compare_legal(claim.owner)
            duel.step({"type": "claim", "square": claim.square}, claim.owner)
            return
        if rng.random() < (0.3 if in_debt else self.offering):  # what a debtor may not give away has to be tried
            by_debtor = in_debt and rng.random() < 0.7
            offer = self.offer(duel, decider if by_debtor else rng.randrange(len(game.names)))
            if offer and duel.compare_refusal(offer[1], offer[0]):
                duel.step(offer[1], offer[0])
                return
        if game.variant == "timed" and rng.random() < 0.001:
            duel.step({"type": "time_up"}, None)
            return
        if rng.random() < 0.3:
            duel.compare_refusal(self.attempt(duel), rng.randrange(len(game.names)))
        actions = [a for a in actions if a["type"] != "offer"]
        if not actions:
            return
        chosen = rng.choices(actions, [self.weights.get(a["type"], 2.0) for a in actions])[0]
        action = self.vary(chosen)
        varied = any(action[key] != chosen.get(key) for key in action)
        if varied and not duel.compare_refusal(action, seat):
            return
        duel.step(action, seat, self.dice(action, duel, seat))

    def dice(self, action: Json, duel: Duel, seat: int) -> list[int | str]:
        """Doubles, which lead to options, attacks and jail, and cards and taxes come more often than by chance."""
        rng, edition = self.rng, duel.model.table.edition
        if action["type"] not in ("roll", "throw_again") or rng.random() < 0.4:
            return []
        die = rng.randint(1, 6)
        thrown: list[int | str] = [die, die]
        if rng.random() < 0.7:
            here = duel.model.table.seats[seat].square
            wanted = [n for n in range(2, 13) if edition.squares[(here + n) % 40].kind not in QUIET]
            total = rng.choice(wanted or [7])
            first = rng.randint(max(1, total - 6), min(6, total - 1))
            thrown = [first, total - first]
        return thrown[: rng.choice((1, 2, 2, 2))]

    def attempt(self, duel: Duel) -> Json:
        """Any action at all, on squares that are owned more often than not."""
        rng, table = self.rng, duel.model.table
        kind = rng.choice(list(ATTEMPTS))
        values: Json = {
            "square": rng.choice(list(table.deeds) or [0]) if rng.random() < 0.8 else rng.randrange(40),
            "keep": rng.randint(0, 4),
            "amount": rng.randint(0, 400),
            "count": rng.randint(1, 6),
            "cash": rng.randint(0, 200),
            "squares": [i for i in table.deeds if rng.random() < 0.1],
            "symbol": rng.choice(("light", "dark")),
            "choice": rng.choice(("flat", "percent") if kind == "pay_tax" else ("pay", "draw")),
        }
        return {"type": kind, **{name: values[name] for name in ATTEMPTS[kind]}}

    def vary(self, listed: Mapping[str, Any]) -> Json:
        """Fill in what the list leaves open. The result need not be legal."""
        rng = self.rng
        action = {k: v for k, v in listed.items() if k not in SHOWN[listed["type"]]}
        match action["type"]:
            case "bid":
                low, most = listed["amount"], listed["max"]
                high = rng.choice((low, min(most, low + 30), min(most, low + 200), most, most + 1))
                action["amount"] = rng.randint(low, max(low, high))
                if "places" in listed:
                    action["square"] = rng.choice(listed["places"])
            case "use_jail_card":
                if rng.random() < 0.6:
                    action["deck"] = rng.choice(("chest", "chance"))
            case "want":
                if rng.random() < 0.7:
                    action["count"] = rng.randint(1, 5)
            case "build":
                if rng.random() < 0.3:
                    action["count"] = rng.randint(1, 5)
            case "sell_group":
                if rng.random() < 0.7:
                    action["keep"] = rng.randint(0, 4)
                    action["more"] = sorted({rng.randrange(40) if rng.random() < 0.1 else action["square"]})
                    action["more"] = action["more"] if rng.random() < 0.3 else []
            case "settle":
                action["cash"] = rng.randint(0, action["cash"])
                action["squares"] = [i for i in action["squares"] if rng.random() < 0.6]
        return action

    def offer(self, duel: Duel, seat: int) -> tuple[int, Json] | None:
        """An offer within the bounds that the model knows; a debtor makes some that may be refused."""
        rng = self.rng
        bounds = duel.model.offers(seat)
        if not bounds:
            return None
        bound = rng.choice(bounds)
        few = rng.choice((0.1, 0.3, 0.7))
        gift = rng.random() < 0.3
        sides: Json = {}
        for side in ("give", "ask"):
            most = bound[side]
            if gift and side == "ask":
                most = {"cash": 0, "squares": [], "jail_cards": []}
            sides[side] = {
                "cash": rng.choice((0, rng.randint(0, most["cash"]), rng.randint(0, min(most["cash"], 300)))),
                "squares": [i for i in most["squares"] if rng.random() < few],
                "jail_cards": [deck for deck in most["jail_cards"] if rng.random() < 0.5],
            }
        return seat, {"type": "offer", "to": bound["to"], **sides}


def bots_play(duel: Duel, rng: Random, most: int) -> None:
    """Bots play on; after every action the model follows, and the list of whoever decides is compared."""
    levels = [rng.choice(LEVELS) for _ in duel.game.names]
    begun = len(duel.steps)

    def watch(seat: int, action: Any, events: Any) -> None:
        duel.follow(action, seat, events)
        if not duel.game.over:
            decider = duel.game.decider
            assert decider is not None
            duel.compare_legal(decider)

    while not duel.game.over and len(duel.steps) - begun < most:
        before = len(duel.steps)
        freehold.play_out(duel.game, levels, seed=rng.getrandbits(31), turns=rng.randint(1, 10), watch=watch)
        if len(duel.steps) == before:
            return
