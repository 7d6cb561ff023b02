"""Static data for clients: editions, table options, bots, the rulebook, the sentences of refusals, the message schema.

Nothing here changes while the server runs, and all of it is public. Tables and games are in `routes.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import PathParameter

from freehold import rulebook, sentences
from freehold.editions import ids, load
from freehold.editions.house import house_options
from freehold.editions.switches import BY_NAME, SWITCHES, Switch
from freehold.engine import edition_tables
from freehold.i18n import LANGUAGES, keys
from freehold.json_types import Json
from freehold.server.http.cached_response import CachedResponse
from freehold.server.protocol.http_messages import (
    BotInfo,
    ClauseInfo,
    EditionInfo,
    Editions,
    MinutesInfo,
    OptionInfo,
    ReadingInfo,
    Rulebook,
    Texts,
    TopicInfo,
)
from freehold.server.protocol.messages import Refused, encode, schema, sentence
from freehold.server.storage.record import LEVELS
from freehold.server.table.seating import MOST_MINUTES, USUAL_MINUTES
from freehold.server.transport.error_responses import faults

Asker = Request[Any, Any, Any]
EditionId = Annotated[str, PathParameter(max_length=64, description="The id of an edition.")]
Tongue = Annotated[str, PathParameter(max_length=8, description="A language, such as en or fr.")]

# Options that depend on the value of another switch.
NEEDS: dict[str, dict[str, str]] = {
    "claim_deadline_of_two": {"rent_claims": "claimed", "claim_deadline": "second-following-player"},
    "force_in_jail": {"force": "yes"},
    "force_on_third_double": {"force": "yes"},
    "battle_target": {"force": "yes"},
    "swing_salary": {"double_options": "on"},
    "attack_stations": {"double_options": "on"},
    "attack_mortgaged": {"double_options": "on"},
}


def _both(text: Callable[..., str], *of: str) -> Texts:
    """A text in every language."""
    return {lang: text(*of, lang) for lang in LANGUAGES}


def all_editions(house: Sequence[str] = (), brought: Sequence[str] = ()) -> Editions:
    """The catalogue of a server whose tables start with these house rules, and to which these bots were brought."""
    usual = house_options(house)
    options = [_option(switch, usual) for switch in SWITCHES if switch.open]
    levels = (*LEVELS, *brought)
    bots = [BotInfo(level, _both(sentences.bot, level), _both(sentences.bot_sentence, level)) for level in levels]
    return Editions([_edition(id) for id in ids()], options, bots, MinutesInfo(1, MOST_MINUTES, USUAL_MINUTES))


def _edition(id: str) -> EditionInfo:
    edition = load(id)
    tokens = [{"id": t.id, "name": _both(t.name.__getitem__), "side": t.side} for t in edition.tokens]
    name = _both(edition.name.__getitem__)
    return EditionInfo(id, edition.year, name, list(edition.variants), edition.players.min, edition.players.max, tokens)


def _option(switch: Switch, usual: dict[str, str]) -> OptionInfo:
    name = switch.name
    needs = NEEDS.get(name, {})
    settings = {
        id: {variant: edition_tables.resolve(load(id), variant, usual) for variant in load(id).variants} for id in ids()
    }
    closed = {other: value for other, value in needs.items() if not BY_NAME[other].open}
    return OptionInfo(
        name=name,
        values=list(switch.values),
        labels=[_both(sentences.option_value, name, value) for value in switch.values],
        clauses=list(switch.clauses),
        text=_both(switch.sentence),
        defaults={id: {v: taken[name] for v, taken in of.items()} for id, of in settings.items()},
        variants=["short"] if name == "short_jail" else list(edition_tables.VARIANTS),
        editions=[id for id, of in settings.items() if all(of["classic"][s] == value for s, value in closed.items())],
        needs={other: value for other, value in needs.items() if other not in closed},
    )


def whole_rulebook(edition: str, lang: str) -> Rulebook:
    topics = [TopicInfo(topic.id, topic.of(lang), topic.only, topic.part) for topic in rulebook.topics()]
    name = next(book for book in rulebook.books() if book.id == edition).of(lang)
    clauses = [_clause(clause.id, edition, lang) for clause in rulebook.clauses()]
    notes = [rulebook.note(reading, lang) for reading in rulebook.readings(edition=edition)]
    readings = [ReadingInfo(note.id, note.question, note.lines(lang)[1:]) for note in notes]
    return Rulebook(edition, lang, name, topics, clauses, readings, sentences.summary(load(edition), lang))


def _clause(id: str, edition: str, lang: str) -> ClauseInfo:
    found = rulebook.explain(id, lang, edition)
    assert found.standing is not None
    return ClauseInfo(
        id=id,
        topic=rulebook.clause(id).topic,
        sentence=found.sentence,
        editions=list(found.stated_by),
        inferred=found.inferred,
        standing=found.standing,
        about=found.about_edition,
        versions=list(found.versions),
        differs=found.differs,
        reading=found.reading,
        cardboard=found.cardboard,
        readings=[reading.id for reading in found.readings],
    )


def _words(lang: str) -> Texts:
    codes = [
        *keys("reasons"),
        *(key for key in keys("server") if not key.startswith(("verify-", "move-", "serve-", "page-"))),
    ]
    return {code: sentence(code, lang) for code in codes}


def _known(what: str, among: list[str] | tuple[str, ...]) -> str:
    if what not in among:
        raise Refused("not-found")
    return what


@cache
def _kept(make: Callable[..., Any], *of: Hashable) -> CachedResponse:
    return CachedResponse(encode(make(*of)), "application/json")


@get("/api/editions", tags=["editions"], sync_to_thread=False, responses=faults())
def editions(state: State, request: Asker) -> Response[Editions]:
    """The editions of this server, what a table may choose, and the bots."""
    settings = state.server.settings
    return _kept(all_editions, settings.house, tuple(settings.bots)).answer(request.headers)


@get("/api/editions/{edition:str}", tags=["editions"], sync_to_thread=False, responses=faults(400, 404))
def edition(edition: EditionId, request: Asker) -> Response[Json]:
    """A whole edition: its squares, deeds, cards, money and names."""
    return _kept(_whole_edition, _known(edition, ids())).answer(request.headers)


def _whole_edition(id: str) -> Json:
    return msgspec.to_builtins(load(id))  # type: ignore[no-any-return]


@get("/api/rulebook/{edition:str}/{lang:str}", tags=["editions"], sync_to_thread=False, responses=faults(400, 404))
def rules(edition: EditionId, lang: Tongue, request: Asker) -> Response[Rulebook]:
    """Every clause of the rulebook in one language, and how an edition relates to it."""
    books = [book.id for book in rulebook.books()]
    return _kept(whole_rulebook, _known(edition, books), _known(lang, LANGUAGES)).answer(request.headers)


@get("/api/words/{lang:str}", tags=["editions"], sync_to_thread=False, responses=faults(400, 404))
def words(lang: Tongue, request: Asker) -> Response[Texts]:
    """The sentence of every error code in one language."""
    return _kept(_words, _known(lang, LANGUAGES)).answer(request.headers)


@get("/api/messages.json", tags=["play"], sync_to_thread=False, responses=faults())
def messages(request: Asker) -> Response[Json]:
    """The messages of the WebSocket at /api/play, as JSON Schema."""
    return _kept(schema).answer(request.headers)


ROUTES = [editions, edition, rules, words, messages]
