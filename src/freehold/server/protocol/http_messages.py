"""Response bodies of the HTTP API, as msgspec types without logic. The handlers are in `server/http/`."""

from __future__ import annotations

from msgspec import Struct

from freehold.json_types import Json
from freehold.rulebook.explanation import Standing
from freehold.sentences.summary import SummaryPart
from freehold.server.protocol.game_json import ActionJson, PricesJson, StandingJson, ViewJson
from freehold.server.protocol.messages import TableInfo
from freehold.server.storage.record import Sitter, Status
from freehold.server.storage.recovery import Recovery

Texts = dict[str, str]


class PositionInfo(Struct, frozen=True):
    """A position as everybody sees it. `legal`: what each seat may do now; offers are left out."""

    link: str
    view: ViewJson
    prices: PricesJson
    standings: list[StandingJson]
    decider: int | None
    legal: list[list[ActionJson]]


class PositionFaultInfo(Struct, frozen=True):
    """What is wrong with a position, and where; `text` has a sentence for each language."""

    place: str
    code: str
    text: Texts


class PositionChecked(Struct, frozen=True):
    """A position that was checked: its faults, or what it is."""

    faults: list[PositionFaultInfo]
    position: PositionInfo | None


class Health(Struct, frozen=True):
    """`status` is `ok` or `degraded`, and `why` says by codes what is wrong.

    `recovered` tells of a database that was found damaged when the server started.
    """

    status: str
    why: list[str]
    version: str
    tables: int
    unreadable_tables: int
    frozen_tables: int
    recovered: Recovery | None


class Tables(Struct, frozen=True):
    """The public tables that can be joined or watched."""

    tables: list[TableInfo]


class MyTable(Struct, frozen=True):
    """How a table stands for somebody who has keys of it. `yours`: their seats; `asked`: the phase."""

    id: str
    edition: str
    status: Status
    paused: bool
    names: list[str]
    yours: list[int]
    awaited: list[int]
    asked: str
    deadline: int | None
    winners: list[int]


class MyTables(Struct, frozen=True):
    tables: list[MyTable]


class PublicKey(Struct, frozen=True):
    """The public key (Ed25519) by which this server signs the logs of games that ended on it."""

    key: str


class TakenIn(Struct, frozen=True):
    """The id of a table that was imported."""

    id: str


class EditionInfo(Struct, frozen=True):
    """An edition in the list of choices: names in both languages, variants, tokens, number of players."""

    id: str
    year: int
    name: Texts
    variants: list[str]
    least: int
    most: int
    tokens: list[Json]


class OptionInfo(Struct, frozen=True):
    """A choice that the rulebooks leave to the table.

    `defaults`: the default value by edition and variant. `variants` and `editions`: where the option can be set and has
    an effect; `needs`: the values of other options required for that. `labels`, `clauses`: one for each value.
    """

    name: str
    values: list[str]
    labels: list[Texts]
    clauses: list[str]
    text: Texts
    defaults: dict[str, dict[str, str]]
    variants: list[str]
    editions: list[str]
    needs: Texts


class BotInfo(Struct, frozen=True):
    """A bot that can take a seat; sorted from weakest to strongest, those that the operator brought last."""

    level: Sitter
    name: Texts
    sentence: Texts


class MinutesInfo(Struct, frozen=True):
    """The allowed lengths of a timed game: its option `time_limit`, in minutes."""

    least: int
    most: int
    usual: int


class Editions(Struct, frozen=True):
    editions: list[EditionInfo]
    options: list[OptionInfo]
    bots: list[BotInfo]
    minutes: MinutesInfo


class TopicInfo(Struct, frozen=True):
    """A chapter of the rulebook. `only` names the edition that it is special to, `part` its part of the summary."""

    id: str
    name: str
    only: str | None
    part: str


class ClauseInfo(Struct, frozen=True):
    """A clause in one language, and how one edition relates to it (the sentence `about`).

    `editions` state it; if it is `inferred`, it only follows from what they say.
    `versions` are the ids of alternative clauses on the same point. Optional notes: `differs` says how the editions
    differ, `reading` how Freehold understands the clause, `cardboard` what is different from the physical game.
    `readings` are the ids of the readings that concern it in that edition.
    """

    id: str
    topic: str
    sentence: str
    editions: list[str]
    inferred: bool
    standing: Standing
    about: str
    versions: list[str]
    differs: str | None
    reading: str | None
    cardboard: str | None
    readings: list[str]


class ReadingInfo(Struct, frozen=True):
    """How Freehold reads an unclear point of the rulebooks: `lines` are the answer, the reason and the choices."""

    id: str
    question: str
    lines: list[str]


class Rulebook(Struct, frozen=True):
    """The rulebook for one edition. `summary` has its rules on one page."""

    edition: str
    lang: str
    name: str
    topics: list[TopicInfo]
    clauses: list[ClauseInfo]
    readings: list[ReadingInfo]
    summary: list[SummaryPart]
