"""Cards: drawn from the top of the square's deck, obeyed, and put back under it in an order that never changes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from freehold import Game
from freehold.editions import load
from tests.table import ALL, FIVE, ST, X1, A, B, C, cash, clauses, deeds, do, kinds, refused, square, table, throw

SQUARES = {"chest": (2, 17, 33), "chance": (7, 22, 36)}
OTHER = {"chest": "chance", "chance": "chest"}


def draw(
    edition: str, deck: str, *cards: str, at: int | None = None, **position: Any
) -> tuple[Game, list[dict[str, Any]]]:
    """A stops on a square of a deck, whose top cards are these."""
    at = SQUARES[deck][1] if at is None else at
    given = {deck: list(cards), **position.pop("decks", {})}
    game = table(edition, at={A: (at - 3) % 40}, decks=given, **position)
    return game, throw(game, 1, 2)


def order(game: Game, deck: str) -> list[str]:
    decks: Any = game.position()["decks"]
    return list(decks[deck])


@pytest.mark.clause("cards.draw-top-of-matching-deck")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("deck", ["chest", "chance"])
def test_the_top_card_of_the_deck_of_the_square(edition: str, deck: str) -> None:
    first, second = {"chest": ("tax-refund", "doctor"), "chance": ("dividend", "building-loan")}[deck]
    for at in SQUARES[deck]:
        other = order(table(edition, decks={deck: [first, second]}), OTHER[deck])
        game, events = draw(edition, deck, first, second, at=at)
        drawn = [event for event in events if event["type"] == "card"]
        assert [(e["seat"], e["square"], e["deck"], e["card"]) for e in drawn] == [(A, at, deck, first)]
        assert clauses(drawn) == ["cards.draw-top-of-matching-deck"]
        assert (order(game, deck)[0], order(game, OTHER[deck])) == (second, other)


# ------------------------------------------------------------------ obeying


@pytest.mark.clause("cards.must-be-obeyed")
@pytest.mark.parametrize("edition", ALL)
def test_what_a_card_takes_is_paid_at_once(edition: str) -> None:
    game, events = draw(edition, "chest", "hospital", cash={A: 100})
    assert (cash(game, A), game.phase) == (0, "end")
    assert [(e["other"], e["amount"]) for e in events if e["type"] == "paid"] == [("bank", 100)]
    assert clauses(events, "paid") == ["cards.must-be-obeyed"]


@pytest.mark.clause("cards.must-be-obeyed")
@pytest.mark.parametrize("edition", ALL)
def test_who_cannot_pay_a_card_must_raise_the_money(edition: str) -> None:
    game, _ = draw(edition, "chest", "hospital", cash={A: 99}, deeds=deeds(A, ST))
    assert (game.phase, game.decider, cash(game, A)) == ("debt", A, 99)
    assert kinds(game, A) == {"mortgage", "offer"}
    assert refused(game, "end_turn") == refused(game, "roll") == "wrong-phase"
    assert refused(game, "bankrupt") == "can-still-pay"
    do(game, "mortgage", square=ST)
    do(game, "pay")
    assert (cash(game, A), game.phase) == (99, "end")


@pytest.mark.clause("cards.must-be-obeyed")
@pytest.mark.parametrize("edition", ALL)
def test_who_cannot_raise_the_money_for_a_card_is_bankrupt(edition: str) -> None:
    game, _ = draw(edition, "chest", "hospital", cash={A: 40}, deeds=deeds(A, X1))
    assert (game.phase, kinds(game, A)) == ("debt", {"bankrupt", "mortgage", "offer"})
    do(game, "bankrupt")
    assert game.position()["players"][A]["bankrupt"]


# ------------------------------------------------------------------ back under the deck


@pytest.mark.clause("cards.return.before-acting")
def test_episode_two_puts_the_card_back_before_it_is_acted_upon() -> None:
    game, _ = draw("star-wars-2", "chest", "doctor", "tax-refund", cash={A: 40})
    assert game.phase == "debt"  # the card's effect is still running
    assert (len(order(game, "chest")), order(game, "chest")[0], order(game, "chest")[-1]) == (
        16,
        "tax-refund",
        "doctor",
    )


@pytest.mark.clause("cards.return.after-following")
@pytest.mark.parametrize("edition", ["star-wars-1", "spider-man", "disney-parks", "game-of-thrones", "classic"])
def test_the_others_follow_the_card_first(edition: str) -> None:
    game, _ = draw(edition, "chest", "doctor", "tax-refund", "bank-error", cash={A: 40}, deeds=deeds(A, X1))
    assert game.phase == "debt"
    assert game.position()["card"] == {"in_hand": {"deck": "chest", "card": "doctor"}}
    assert (len(order(game, "chest")), "doctor" in order(game, "chest")) == (15, False)
    do(game, "mortgage", square=X1)
    do(game, "pay")
    assert "card" not in game.position()
    cards = order(game, "chest")
    assert (len(cards), cards[:2], cards[-1]) == (16, ["tax-refund", "bank-error"], "doctor")


@pytest.mark.clause("cards.return.after-following")
@pytest.mark.parametrize("edition", FIVE)
def test_a_followed_card_lies_at_the_bottom(edition: str) -> None:
    before = order(table(edition, decks={"chest": ["doctor"]}), "chest")
    game, _ = draw(edition, "chest", "doctor")
    assert order(game, "chest") == [*before[1:], "doctor"]
    game, _ = draw(edition, "chest", "go-to-jail")
    assert order(game, "chest")[-1] == "go-to-jail"
    game, _ = draw(edition, "chance", "advance-go")
    assert order(game, "chance")[-1] == "advance-go"


@pytest.mark.clause("cards.return.after-following")
def test_a_bankrupts_last_card_goes_back_as_well() -> None:
    game, _ = draw("classic", "chest", "hospital", "doctor", cash={A: 40})
    do(game, "bankrupt")
    assert (len(order(game, "chest")), order(game, "chest")[0], order(game, "chest")[-1]) == (16, "doctor", "hospital")


@pytest.mark.clause("cards.returned-face-down")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("deck", ["chest", "chance"])
def test_a_deck_comes_round_in_the_same_hidden_order(edition: str, deck: str) -> None:
    """With the jail card in B's hand the deck is a ring of fifteen."""
    seen = []
    game = table(edition, cards={B: [deck]}, seed=5)
    start = order(game, deck)
    assert len(start) == 15
    for _ in range(31):
        game = table(edition, at={A: SQUARES[deck][1] - 3}, cards={B: [deck]}, decks=game.position()["decks"])
        events = throw(game, 1, 2)
        seen.append(next(event["card"] for event in events if event["type"] == "card"))
        if game.phase == "card":
            do(game, "choose", choice="pay")
        left: Any = game.view(B)["decks"]
        assert left[deck] == 15
    assert seen == start + start + start[:1]


@pytest.mark.clause("cards.returned-face-down")
def test_drawing_leaves_no_trace_of_chance() -> None:
    game = table("classic", at={A: 14}, decks={"chest": ["doctor"]})
    before = game.position()["chance"]
    throw(game, 1, 2)
    assert game.position()["chance"] == before


# ------------------------------------------------------------------ kinds


@pytest.mark.clause("cards.kinds")
@pytest.mark.parametrize("edition", ALL)
def test_every_card_is_of_a_known_kind(edition: str) -> None:
    """Moved, paid, paying, jailed or freed: what a card did shows in A's square, purse and hand."""
    kind_of = {}
    for deck in ("chest", "chance"):
        for card in load(edition).deck(deck):
            built = deeds(A, 6, 8, 9, buildings=1) | deeds(A, 37, 39, buildings=5)
            game, _ = draw(edition, deck, card.id, deeds=built)
            if game.phase == "card":
                do(game, "choose", choice="pay")
            player = game.position()["players"][A]
            if player["in_jail"]:
                kind = "jail"
            elif player["jail_cards"]:
                kind = "free"
            elif player["square"] != SQUARES[deck][1]:
                kind = "move"
            else:
                kind = "give" if player["cash"] > 1500 else "take" if player["cash"] < 1500 else "nothing"
            kind_of[deck, card.id] = kind
    assert len(kind_of) == 32
    assert set(kind_of.values()) == {"jail", "free", "move", "give", "take"}
    for deck in ("chest", "chance"):
        assert (kind_of[deck, "go-to-jail"], kind_of[deck, "jail-free"]) == ("jail", "free")
        assert kind_of[deck, "advance-go"] == "move"


@pytest.mark.clause("cards.draw-top-of-matching-deck")
def test_when_every_card_of_a_deck_is_in_somebodys_hand_nothing_is_drawn() -> None:
    classic = load("classic")
    few = tuple(card for card in classic.cards if card.deck == "chest" or card.id == "jail-free")
    edition = msgspec.structs.replace(classic, cards=few)
    rows = [{"square": 19}, {"jail_cards": ["chance"]}, {}]
    game = Game.load({"players": rows}, edition=edition)
    assert (order(game, "chance"), len(order(game, "chest"))) == ([], 16)
    throw(game, 1, 2)
    assert (square(game, A), cash(game, A, B, C), game.phase) == (22, [1500] * 3, "end")
