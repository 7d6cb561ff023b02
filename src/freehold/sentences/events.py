"""An event as a sentence; the text is chosen by the event's fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from freehold.editions.schema import Edition
from freehold.i18n import has, write
from freehold.sentences.labels import terms
from freehold.sentences.placeholders import BANK, dice_of, number, values_of

_HOUSE_CLAUSES = (
    "build.price-from-deed",
    "sell.to-bank-at-half",
    "house.build-without-group",
    "house.build-unevenly",
)
_HOTEL_CLAUSES = ("hotel.", "short.hotel-", "sell.hotel-", "sell.group-hotels")


def event(
    edition: Edition,
    event: Mapping[str, object],
    names: Sequence[str],
    lang: str = "en",
    action: Mapping[str, object] | None = None,
) -> str:
    """One sentence that says what happened, in the words of an edition. Missing fields are left out. With the action
    that was taken, an offer is told with its terms.
    """
    kind = str(event.get("type"))
    if not has("events", kind):
        return write("events", "unknown", {"type": kind}, lang)
    if kind == "offer" and action is not None:
        bare = {**event, "amount": 0}  # the cash is part of the terms
        return f"{_sentence(edition, kind, bare, names, lang)} {terms(edition, action, lang)}"
    return _sentence(edition, kind, _completed(kind, event), names, lang)


def _sentence(edition: Edition, kind: str, told: Mapping[str, object], names: Sequence[str], lang: str) -> str:
    key = f"{kind}.{_variant(kind, told)}"
    return write("events", key if has("events", key) else kind, values_of(edition, told, names, lang), lang)


def _completed(kind: str, event: Mapping[str, object]) -> Mapping[str, object]:
    """The event with its implied fields: the bank as new owner, and the building that its clause concerns."""
    if kind == "deed" and _nobody(event):
        return {**event, "seat": BANK}
    if kind in ("build", "sell") and "lot" not in event:
        clause = _clause(event)
        if clause.startswith(_HOTEL_CLAUSES):
            return {**event, "lot": "hotel"}
        if clause in _HOUSE_CLAUSES:
            return {**event, "lot": "house"}
    return event


def _variant(kind: str, told: Mapping[str, object]) -> str:
    """The name of a special text for this case, whether or not it exists."""
    amount = number(told.get("amount"))
    match kind:
        case "roll":
            dice = dice_of(told)
            return "double" if dice and dice[0] == dice[1] else ""
        case "attack_throw":
            return "tie" if "red" in told and told["red"] == told.get("blue") else ""
        case "no_rent" if told.get("seat") == told.get("other") is not None:
            return "own"
        case "option":
            return str(told.get("double"))
        case "shuffle":
            return str(told.get("what"))
        case "interest" if amount == 0:
            return "paid"
        case "symbol" | "bankrupt" if _nobody(told):
            return "nobody"
        case "over" if "winner" in told and told["winner"] is None:
            return "shared"
        case "trade" | "offer" if amount is not None and amount < 0:
            return "asks"
    return _variant_of_clause(kind, _clause(told))


def _variant_of_clause(kind: str, clause: str) -> str:
    if kind == "jailed" and clause.startswith("dice."):
        return "third"
    if kind == "double" and clause.startswith("option."):
        return "choice"
    if kind == "sell" and clause.startswith(("sell.hotel-step", "sell.hotel-swap")):
        return "step"
    if kind == "pass" and clause.startswith("shortage."):
        return "contest"
    if clause.startswith("house."):
        return clause.removeprefix("house.")
    return "settlement" if kind == "offer" and clause.startswith("debt.") else ""


def _nobody(told: Mapping[str, object]) -> bool:
    seat = number(told.get("seat"))
    return told.get("seat") != BANK and (seat is None or seat < 0)


def _clause(told: Mapping[str, object]) -> str:
    return str(told.get("clause") or "")
