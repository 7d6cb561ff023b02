"""Short labels: the prompt of a phase, an action as a button's text, and the values of a table's options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from freehold.editions.schema import Card, Edition
from freehold.i18n import has, write
from freehold.sentences.placeholders import card_of, counted, listed, number, quoted, square_of, values_of

# The field that selects a variant of the text; else `choice`
_VARIANTS = {"use_option": "double", "sell": "lot", "decline": "unsold"}


def phase(name: str, lang: str = "en") -> str:
    """A short prompt for whoever has to decide: "Buy or decline?"."""
    return write("phases", name if has("phases", name) else "unknown", {"phase": name}, lang)


def reason(code: str, lang: str = "en") -> str:
    """Why an action was refused, for a stable code such as `not-your-turn`: what is wrong and what to do."""
    return write("reasons", code if has("reasons", code) else "unknown", {"code": code}, lang)


def option_value(name: str, value: str, lang: str = "en") -> str:
    """What a table chooses when it gives an option this value: "only when asked for"."""
    key = f"{name}.{value}"
    return write("options", key, {}, lang) if has("options", key) else value


def action(edition: Edition, action: Mapping[str, object], names: Sequence[str], lang: str = "en") -> str:
    """A short label for an action a player may choose.

    Besides the fields of an action it uses `lot` ("house", "hotel": what a build or sale concerns), `double` (for the
    option), `unsold` ("stays": what becomes of an unsold deed) and `amount` (a price that the square alone does
    not determine), if the caller adds them.
    """
    kind = str(action.get("type"))
    if not has("actions", kind):
        return kind.replace("_", " ")
    told = {"amount": action.get("count"), **action} if kind == "want" else action
    values = values_of(edition, told, names, lang) | _prices(edition, kind, action, lang)
    if kind == "pay_tax":
        values |= _tax(edition, action, lang)
    elif kind == "choose":
        values |= _choice(edition, action, lang)
    elif kind == "sell_group" and (action.get("keep") or action.get("more")):
        keep = number(action.get("keep")) or 0
        values["keep"] = f"{keep}–{keep + 1}" if action.get("more") else str(keep)
    for field, goods in (("give", action.get("give")), ("ask", action.get("ask")), ("payment", action)):
        values |= _bundle(edition, field, goods, lang)
    key = f"{kind}.{action.get(_VARIANTS.get(kind, 'choice'))}"
    return write("actions", key if has("actions", key) else kind, values, lang)


def _prices(edition: Edition, kind: str, action: Mapping[str, object], lang: str) -> dict[str, str]:
    """What an action costs or brings, if the edition alone determines it."""
    square, price = square_of(edition, action), number(action.get("amount"))
    if price is None and kind == "pay_fine":
        price = edition.numbers.jail_fine
    if price is None and square:
        price = {
            "buy": square.price,
            "build": square.house_cost,
            "mortgage": square.mortgage,
            "sell": square.house_cost // 2 if action.get("lot") == "house" else 0,
        }.get(kind)
    return {"price": edition.money(price, lang)} if price else {}


def _tax(edition: Edition, action: Mapping[str, object], lang: str) -> dict[str, str]:
    """The two ways to pay a tax; without a square, those of the first tax with a choice."""
    usual = next((square for square in edition.squares if square.percent_option), None)
    square = square_of(edition, action) or usual
    percent = (square and square.percent_option) or (usual and usual.percent_option)
    found = {"flat": edition.money(square.amount, lang)} if square and square.amount else {}
    return found | ({"percent": str(percent)} if percent else {})


def _choice(edition: Edition, action: Mapping[str, object], lang: str) -> dict[str, str]:
    """The options of a card: of that card, or of the edition's only one of its kind."""
    given = card_of(edition, action)
    cards: list[Card] = [given] if given else [card for card in edition.cards if card.kind == "choice"]
    found: dict[str, str] = {}
    for option in cards[0].options if len(cards) == 1 else ():
        if option.kind == "pay_bank":
            found["price"] = edition.money(option.amount, lang)
        elif option.kind == "draw":
            deck = edition.decks.chest if option.deck == "chest" else edition.decks.chance
            found["deck"] = quoted(deck.name[lang], lang)
    return found


def terms(edition: Edition, action: Mapping[str, object], lang: str = "en") -> str:
    """What the sides of an offer give, or what is given in place of a rent: "Gives: $50. Asks for: Boardwalk."."""
    nothing = write("client/words", "nothing", {}, lang)
    given = _bundle(edition, "given", action.get("give", action), lang) or {"given": nothing}
    if "ask" not in action:
        return write("client/words", "gives-given", given, lang)
    asked = _bundle(edition, "asked", action["ask"], lang) or {"asked": nothing}
    return write("client/words", "gives-given-asks-for-asked", given | asked, lang)


def _bundle(edition: Edition, field: str, goods: object, lang: str) -> dict[str, str]:
    """What one side gives: deeds, jail cards and cash."""
    if not isinstance(goods, Mapping):
        return {}
    squares, cards, cash = goods.get("squares"), goods.get("jail_cards"), number(goods.get("cash"))
    things = []
    for at in squares if isinstance(squares, Sequence) else ():
        if square := square_of(edition, {"square": at}):
            things.append(quoted(square.name[lang], lang))
    held = len(cards) if isinstance(cards, Sequence) and not isinstance(cards, str) else number(cards) or 0
    if held:
        things.append(counted(held, "jail_card", lang))
    if cash:
        things.append(edition.money(cash, lang))
    return {field: listed(things, lang)} if things else {}
