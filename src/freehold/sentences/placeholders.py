"""The values for placeholders: players, squares, sums, decks and dice of an event or an action, in an edition's words.

Missing or meaningless fields have no value; the text handles that.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from freehold.editions.schema import Building, Card, Edition, Square
from freehold.i18n import capital, has, language, text

Told = Mapping[str, Any]

BANK = "bank"


def values_of(edition: Edition, told: Told, names: Sequence[str], lang: str) -> dict[str, str]:
    """Every field of an event or an action that has a value."""
    found = {
        **_people(told, names, lang),
        **_places(edition, told, lang),
        **_sums(edition, told, lang),
        **_dice(told, lang),
        **_cards(edition, told, lang),
        "rule": house_rule(str(told.get("clause")), lang),
    }
    return {field: value for field, value in found.items() if value}


def number(value: object) -> int | None:
    """An integer of any type, or None."""
    try:
        return operator.index(value)  # type: ignore[arg-type]  # TypeError is caught
    except TypeError:
        return None


def square_of(edition: Edition, told: Told) -> Square | None:
    at = number(told.get("square"))
    return edition.squares[at] if at is not None and 0 <= at < len(edition.squares) else None


def card_of(edition: Edition, told: Told) -> Card | None:
    """The card an event names; both decks may contain the same id."""
    deck = told.get("deck")
    return next((c for c in edition.cards if c.id == told.get("card") and deck in (c.deck, None)), None)


def dice_of(told: Told) -> tuple[int, int] | None:
    dice = told.get("dice")
    if not isinstance(dice, Sequence) or len(dice) != 2:
        return None
    one, two = number(dice[0]), number(dice[1])
    return None if one is None or two is None else (one, two)


def building_of(edition: Edition, told: Told) -> Building | None:
    return {"house": edition.buildings.small, "hotel": edition.buildings.large}.get(str(told.get("lot")))


def quoted(name: str, lang: str) -> str:
    """A name in a sentence. In French in guillemets, so that no article has to agree with it."""
    return name.join(language(lang).quotes)


def listed(things: Iterable[str], lang: str) -> str:
    """A list in a sentence: "A, B and C"."""
    *first, last = [*things] or [""]
    return f"{', '.join(first)} {text('words', 'and', lang)} {last}" if first else last


def person(seat: object, names: Sequence[str], lang: str) -> str:
    """The player's name; "the bank"; or nothing."""
    if seat == BANK:
        return text("words", "bank", lang)
    at = number(seat)
    if at is None or at < 0:
        return ""
    name = str(names[at] or "") if at < len(names) else ""
    return name or f"{text('words', 'player', lang)} {at + 1}"


def one(building: Building, lang: str) -> str:
    """One building: "an apartment". French writes the number, because the edition does not give the gender."""
    name = building.name(lang)
    articles = language(lang).articles
    return f"{articles[name[0].lower() in 'aeiou']} {name}" if articles else _number_of(1, name, lang)


def counted(count: int, word: str, lang: str) -> str:
    """A number of things with a common name: "1 card", "12 cards"."""
    form = "many" if language(lang).is_plural(count) else "one"
    return _number_of(count, text("words", f"{word}.{form}", lang), lang)


def _number_of(count: int, name: str, lang: str) -> str:
    return f"{count}{language(lang).count_space}{name}"


def house_rule(clause: str, lang: str) -> str:
    """The name of a house rule by its clause; of another clause, nothing."""
    return text("words", clause, lang) if has("words", clause) else ""


def _people(told: Told, names: Sequence[str], lang: str) -> dict[str, str]:
    found = {}
    for field, key in (("who", "seat"), ("other", "other"), ("partner", "to"), ("winner", "winner")):
        seat = told.get(key)
        found[field] = person(seat, names, lang)
        found[capital(field)] = capital(found[field]) if seat == BANK else found[field]
    return found


def _places(edition: Edition, told: Told, lang: str) -> dict[str, str]:
    square, building = square_of(edition, told), building_of(edition, told)
    found = {"large": edition.buildings.large.name(lang), "smalls": edition.buildings.small.name(lang, 2)}
    if building:
        found["building"] = found["thing"] = one(building, lang)
    if square:
        found["square"] = quoted(square.name[lang], lang)
        found.setdefault("thing", found["square"])
        found["deed"] = found["square"] if square.ownable else ""
    return found


def _sums(edition: Edition, told: Told, lang: str) -> dict[str, str]:
    """The amount as money, as money unless 0, as a count, and as a bare number."""
    found = {
        "bonus": edition.money(edition.numbers.double_bonus, lang),
        "share": edition.money(edition.numbers.double_share, lang),
    }
    amount, building = number(told.get("amount")), building_of(edition, told)
    if amount is None:
        return found
    found["amount"] = edition.money(amount, lang)
    found["cash"] = edition.money(abs(amount), lang) if amount else ""
    found["number"] = str(amount)
    found["steps"] = counted(amount, "step", lang) if amount else ""
    found["cards"] = counted(amount, "card", lang)
    if amount > 0:
        found["buildings"] = (
            _number_of(amount, building.name(lang, amount), lang) if building else counted(amount, "building", lang)
        )
    return found


def _dice(told: Told, lang: str) -> dict[str, str]:
    found = {key: str(told[key]) for key in ("double", "attempt", "red", "blue") if number(told.get(key)) is not None}
    if dice := dice_of(told):
        found |= {"one": str(dice[0]), "two": str(dice[1]), "total": str(sum(dice))}
    for field, key in (("face", "force"), ("symbol", "symbol")):
        word = f"{field}.{told.get(key)}"
        found[field] = text("words", word, lang) if has("words", word) else ""
    return found


def _cards(edition: Edition, told: Told, lang: str) -> dict[str, str]:
    found = {
        "chest": quoted(edition.decks.chest.name[lang], lang),
        "chance": quoted(edition.decks.chance.name[lang], lang),
    }
    card = card_of(edition, told)
    found["card"] = card.text[lang] if card else ""
    found["deck"] = found.get(str(told.get("deck") or told.get("what") or (card and card.deck)), "")
    return found
