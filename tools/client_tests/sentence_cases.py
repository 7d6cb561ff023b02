"""Expected sentences for the client's tests: many cases, and the output of `sentences/` for each in every language.

The cases are the events and choices of the golden playthroughs, and every event and action with all, some, odd and no
fields. `client_data.py --sentences` writes them; they are not part of the client.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec
from tests.game.playthrough import Player, deal, play, terms_of

from freehold import sentences
from freehold.editions import ids, load
from freehold.editions.schema import Edition
from freehold.engine import batch
from freehold.i18n import LANGUAGES, keys
from freehold.server.protocol.messages import sentence

Json = dict[str, Any]
Texts = dict[str, str]  # by language
Case = tuple[Json, Texts]  # the event or action, and its sentence in every language

NAMES = ["Ann", "Éloi", "{who}", "", "O'Neil & fils"]
FULL: Json = {
    "seat": 0,
    "other": 1,
    "to": 1,
    "winner": 2,
    "square": 6,
    "amount": 1500,
    "lot": "hotel",
    "dice": [3, 5],
    "force": "shift",
    "symbol": "dark",
    "deck": "chest",
    "card": "jail-free",
    "what": "chance",
    "double": 3,
    "attempt": 2,
    "red": 5,
    "blue": 2,
    "clause": "rent.amount-from-deed",
    "choice": "pay",
    "count": 2,
    "keep": 1,
    "cash": 250,
    "squares": [1, 5, 39],
    "jail_cards": ["chest", "chance"],
    "give": {"cash": 20, "squares": [12], "jail_cards": []},
    "ask": {"cash": 0, "squares": [1, 3], "jail_cards": 1},
}
OTHERWISE: tuple[Json, ...] = (
    {"seat": "bank"},
    {"seat": -1, "other": 9},
    {"seat": 2, "other": 2},
    {"seat": 3, "other": "bank"},
    {"winner": None},
    {"square": 77},
    {"square": 0},
    {"square": 4},
    {"square": 12},
    {"square": 38},
    {"amount": 0},
    {"amount": 1},
    {"amount": -60},
    {"amount": "?"},
    {"lot": "house"},
    {"dice": [4, 4]},
    {"dice": [1]},
    {"force": "light"},
    {"symbol": "light"},
    {"deck": "chance"},
    {"deck": "x", "card": None},
    {"what": "chest"},
    {"what": "deeds"},
    {"double": 1},
    {"double": 2},
    {"double": 4},
    {"double": 5},
    {"double": 6},
    {"red": 5, "blue": 5},
    {"choice": "flat"},
    {"choice": "percent"},
    {"choice": "draw"},
    {"choice": 7},
    {"give": [], "ask": {"squares": 1, "cash": "much"}},
    {"squares": [99], "cash": 0, "jail_cards": 0},
    {"keep": 0},
    {"keep": 0, "more": [6]},
)
CLAUSES = (
    "build.price-from-deed",
    "sell.to-bank-at-half",
    "sell.hotel-value-includes-houses",
    "sell.hotel-step.counts-as-four-houses",
    "sell.hotel-swap.four-villages",
    "sell.group-hotels.must-go-together",
    "hotel.price-from-deed",
    "short.hotel-after-three-houses",
    "dice.third-double-sends-to-jail",
    "option.replaces-second-throw",
    "shortage.no-houses-wait",
    "debt.part-payment-in-property",
)
NEEDED = ("type", "square", "seat")


def cases() -> Json:
    """Each edition with its events and actions; then the texts that do not depend on an edition."""
    played = {id: _played(id) for id in ids()}
    return {
        "names": NAMES,
        "editions": {id: msgspec.to_builtins(load(id)) for id in ids()},
        "events": {id: _said(sentences.event, id, [*_invented("events", id), *played[id][0]]) for id in ids()},
        "actions": {id: _said(sentences.action, id, [*_invented("actions", id), *played[id][1]]) for id in ids()},
        "phases": [_both(sentences.phase, name) for name in (*keys("phases"), "eclipse")],
        "refusals": [_both(sentence, code) for code in (*keys("reasons"), *_codes(), "eclipse")],
        "bots": [_both(sentences.bot, name) for name in _bots()],
        "bot_sentences": [_both(sentences.bot_sentence, name) for name in _bots()],
        "replies": {id: list(_replies(load(id))) for id in ids()},
        "money": {id: [_money(load(id), amount) for amount in (0, 7, 999, 1500, -60, 1_234_567)] for id in ids()},
    }


def _invented(book: str, id: str) -> Iterator[Json]:
    """One edition's share of the generated cases: together the editions cover all of them."""
    return islice(_all_invented(book), ids().index(id), None, len(ids()))


def _all_invented(book: str) -> Iterator[Json]:
    """Every kind of event or action with all fields, without one of them, with another value, and with almost none."""
    for kind in [*sorted({key.partition(".")[0] for key in keys(book)}), "eclipse_of_the_moon"]:
        full = {"type": kind, **FULL}
        yield full
        yield {"type": kind}
        for field in FULL:
            yield {key: value for key, value in full.items() if key != field}
            yield {key: value for key, value in full.items() if key in (*NEEDED, field)}
        for change in OTHERWISE:
            yield full | change
            yield {"type": kind, **change}
        for clause in CLAUSES:
            yield {key: value for key, value in full.items() if key != "lot"} | {"clause": clause}


def _played(id: str) -> tuple[list[Json], list[Json]]:
    """Events and choices of an edition's golden playthroughs, without duplicates."""
    events: dict[bytes, Json] = {}
    choices: dict[bytes, Json] = {}

    def keep(shelf: dict[bytes, Json], found: Iterable[Any]) -> None:
        shelf.update((msgspec.json.encode(each), each) for each in found)

    for edition, variant in batch.variants():
        if edition != id:
            continue
        terms = terms_of(edition, variant)
        game = deal(terms)
        keep(events, game.setup)
        for _, told in play(game, Player(terms["seed"]), terms["actions"]):
            keep(events, told)
            if game.decider is not None:
                keep(choices, game.legal())
    return list(events.values()), list(choices.values())


def _said(speak: Callable[..., str], id: str, told: Iterable[Json]) -> list[Case]:
    edition = load(id)
    return [(each, {lang: speak(edition, each, NAMES, lang) for lang in LANGUAGES}) for each in told]


def _both(speak: Callable[[str, str], str], word: str) -> tuple[str, Texts]:
    return word, {lang: speak(word, lang) for lang in LANGUAGES}


def _codes() -> list[str]:
    return [
        key
        for key in keys("server")
        if not key.startswith(("serve-", "page-", "notice-", "backup-", "move-", "verify-", "bot-"))
    ]


def _bots() -> list[str]:
    return [*(key.partition(".")[0] for key in keys("bots") if key.endswith(".name")), "my.bots:Careful", "own:Careful"]


def _replies(edition: Edition) -> Iterator[Case]:
    groups = [{"group": group.id} for group in edition.groups]
    for code in (*keys("replies"), "eclipse"):
        for parts in ({}, {"group": "nowhere"}, *groups):
            yield (
                {"code": code, "parts": parts},
                {lang: sentences.reply(edition, code, parts, lang) for lang in LANGUAGES},
            )


def _money(edition: Edition, amount: int) -> tuple[int, Texts]:
    return amount, {lang: edition.money(amount, lang) for lang in LANGUAGES}
