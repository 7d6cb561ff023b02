"""Facts as sentences in English and French, in an edition's words, and the clause that an action is allowed by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from freehold import sentences
from freehold.coach.consequences import CHANCE, Fact
from freehold.editions import Edition
from freehold.game import Game, IllegalAction, internals
from freehold.game.types import Action
from freehold.i18n import LANGUAGES, write
from freehold.json_types import Json
from freehold.rules.switches import DECLINED_DEED_STAYS
from freehold.sentences.placeholders import one, person, quoted

MONEY = ("cash", "rent", "debt", "before", "after")
SENTENCES = 3  # as many as a hint has room for
IN_JAIL = "jail.out-by-double-in-three-turns"
CLAUSES = {  # of actions that draw chance: trying them on a copy would show what is drawn
    "roll": "turn.move-by-dice-total",
    "throw_again": "dice.double-plays-square-then-rolls-again",
    "use_option": "option.optional",
    "attack": "option.double-six-attack",
    "go_to": "option.double-one-move-anywhere",
    "choose": "cards.must-be-obeyed",
}


def points(change: float, lang: str) -> str:
    """A change of a chance, signed: +4.2 %, −0.3 %."""
    figure = f"{abs(100 * change):.1f}"
    figure = figure.replace(".", ",") if lang == "fr" else figure
    sign = "+" if change > 0.0005 else "−" if change < -0.0005 else "±"
    return f"{sign}{figure}\u00a0%" if lang == "fr" else f"{sign}{figure}%"


def sentence(edition: Edition, names: Sequence[str], fact: Fact, lang: str) -> str:
    """One fact as a sentence."""
    values: dict[str, str] = {"house": one(edition.buildings.small, lang)}
    for key, value in fact.parts.items():
        if key == "group":
            values["group"] = group_name(edition, value, lang)
        elif key == "square":
            values["square"] = quoted(edition.squares[value].name[lang], lang)
        elif key == "other":
            values["other"] = person(value, names, lang)
        else:
            values[key] = edition.money(value, lang) if key in MONEY else str(value)
    return write("coach", fact.code, {key: value for key, value in values.items() if value}, lang)


def group_name(edition: Edition, group: int, lang: str) -> str:
    """The printed colour of a group, inside a sentence; nothing for stations and utilities."""
    if group >= len(edition.groups):
        return ""
    colour = edition.groups[group].printed_colour[lang]
    return colour[:1].lower() + colour[1:]


def reasons(game: Game, found: Sequence[Fact]) -> dict[str, str]:
    """The sentences of some facts, in both languages."""
    chosen = found[:SENTENCES]
    return {lang: " ".join(sentence(game.edition, game.names, fact, lang) for fact in chosen) for lang in LANGUAGES}


def label(game: Game, action: Mapping[str, object], lang: str) -> str:
    """An action as a button's text, at this table."""
    stays = action["type"] == "decline" and internals.tables(game).declined_deed == DECLINED_DEED_STAYS
    return sentences.action(game.edition, {**action, "unsold": "stays"} if stays else action, game.names, lang)


def clause_of(game: Game, action: Json, seat: int) -> str | None:
    """The clause of what an action does first."""
    if action["type"] in CHANCE:
        jailed = action["type"] == "roll" and internals.record(game).in_jail[seat]
        return IN_JAIL if jailed else CLAUSES[action["type"]]
    twin = game.copy()
    try:
        happened = twin.apply(cast(Action, action), seat)
    except IllegalAction:
        return None
    return happened[0]["clause"] if happened else None
