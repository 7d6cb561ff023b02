"""The get-out-of-jail card: kept, used, sold, swapped, and back under its own deck."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from freehold.engine.records import Events
from freehold.game import internals
from freehold.rules.decks import keep_top_card, return_kept_card, top_goes_under
from tests.table import (
    ALL,
    FIVE,
    X1,
    A,
    B,
    C,
    cash,
    clauses,
    deeds,
    do,
    kinds,
    owner,
    raw,
    refused,
    reprinted,
    table,
    throw,
)
from tests.tidy import reloaded

DECKS = ["chest", "chance"]


def hands(game: Game) -> list[list[str]]:
    return [[*player["jail_cards"]] for player in game.position()["players"]]


def decks(game: Game) -> dict[str, Any]:
    return {**game.position()["decks"]}


def order(game: Game, deck: str) -> list[str]:
    return list(decks(game)[deck])


def sell(game: Game, price: int, seller: int = A, buyer: int = B, deck: str = "chest") -> list[dict[str, Any]]:
    do(game, "offer", seat=seller, to=buyer, give={"jail_cards": [deck]}, ask={"cash": price})
    assert (game.phase, game.decider) == ("answer", buyer)
    return do(game, "accept", seat=buyer)


# ------------------------------------------------------------------ kept


@pytest.mark.clause("cards.jail-card-is-kept")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(("deck", "at"), [("chest", 17), ("chance", 22)])
def test_who_draws_the_card_keeps_it(edition: str, deck: str, at: int) -> None:
    second = {"chest": "doctor", "chance": "dividend"}[deck]
    game = table(edition, at={A: at - 3}, decks={deck: ["jail-free", second]})
    before = order(game, deck)
    events = throw(game, 1, 2)
    assert [event["type"] for event in events[-2:]] == ["card", "card_kept"]
    assert (events[-1]["deck"], events[-1]["clause"]) == (deck, "cards.jail-card-is-kept")
    assert (hands(game), game.phase, cash(game)) == ([[deck], [], []], "end", [1500] * 3)
    assert order(game, deck) == before[1:]  # fifteen cards
    do(game, "end_turn")
    assert hands(game) == [[deck], [], []]
    assert all(game.view(seat)["players"][A]["jail_cards"] == [deck] for seat in (A, B, C, None))


@pytest.mark.clause("cards.jail-card-is-kept")
@pytest.mark.parametrize("edition", FIVE)
def test_the_card_is_no_use_outside_jail(edition: str) -> None:
    game = table(edition, cards={A: ["chest"]})
    assert "use_jail_card" not in kinds(game, A)
    assert refused(game, "use_jail_card") == "not-in-jail"


@pytest.mark.clause("cards.jail-card-is-kept", "cards.jail-card-back-after-use")
@pytest.mark.parametrize("deck", [0, 1])
@pytest.mark.parametrize("top", range(34))
def test_the_ring_closes_behind_kept_cards_and_opens_at_the_bottom_for_them(deck: int, top: int) -> None:
    game = table("classic", decks={"chest": []})  # both decks in printed order
    g, e = game._g, Events()
    for _ in range(top):
        top_goes_under(g, deck)
    before, other = order(game, DECKS[deck]), order(game, DECKS[1 - deck])
    keep_top_card(g, e, B, deck)
    assert order(game, DECKS[deck]) == before[1:]
    keep_top_card(g, e, C, deck)
    assert order(game, DECKS[deck]) == before[2:]
    return_kept_card(g, game._t, e, 1, 0)
    assert order(game, DECKS[deck]) == [*before[2:], before[1]]
    return_kept_card(g, game._t, e, 0, 0)
    assert order(game, DECKS[deck]) == [*before[2:], before[1], before[0]]
    assert (order(game, DECKS[1 - deck]), hands(game)) == (other, [[], [], []])


# ------------------------------------------------------------------ used


@pytest.mark.clause("cards.jail-card-back-after-use")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("deck", DECKS)
def test_a_used_card_goes_under_its_own_deck(edition: str, deck: str) -> None:
    game = table(edition, jailed={A: 0}, cards={A: [deck]})
    before = decks(game)
    assert len(before[deck]) == 15
    events = do(game, "use_jail_card")
    assert (events[0]["type"], events[0]["clause"]) == ("card_returned", "cards.jail-card-back-after-use")
    assert (events[0]["seat"], events[0]["deck"], events[0]["card"]) == (A, deck, "jail-free")
    after = {**before, deck: [*before[deck], "jail-free"]}
    assert (game.position()["decks"], hands(game)) == (after, [[], [], []])


@pytest.mark.clause("cards.jail-card-back-after-use")
def test_the_card_goes_under_the_deck_wherever_its_top_is() -> None:
    game = table("classic", 2, at={A: 14}, jailed={B: 0}, cards={B: ["chest"]}, decks={"chest": ["doctor"]})
    first = order(game, "chest")
    throw(game, 1, 2)
    assert order(game, "chest") == [*first[1:], "doctor"]
    do(game, "end_turn")
    do(game, "use_jail_card")
    assert order(game, "chest") == [*first[1:], "doctor", "jail-free"]


@pytest.mark.clause("cards.jail-card-back-after-use")
def test_of_two_cards_one_is_used() -> None:
    game = table("classic", jailed={A: 0}, cards={A: ["chance", "chest"]})
    do(game, "use_jail_card")
    assert hands(game)[A] in (["chest"], ["chance"])
    (left,) = hands(game)[A]
    assert {deck: len(cards) for deck, cards in decks(game).items()} == {
        left: 15,
        "chance" if left == "chest" else "chest": 16,
    }


@pytest.mark.clause("jail.out-by-own-card", "cards.jail-card-back-after-use")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("deck", DECKS)
def test_who_holds_both_cards_says_which(edition: str, deck: str) -> None:
    game = table(edition, jailed={A: 0}, cards={A: ["chance", "chest"]})
    told = [action for action in game.legal(A) if action["type"] == "use_jail_card"]
    assert told == [{"type": "use_jail_card"}]  # which of them may be said, and need not be
    events = do(game, "use_jail_card", deck=deck)
    assert events[0]["deck"] == deck
    assert hands(game)[A] == [other for other in DECKS if other != deck]
    assert game.log[-1]["action"] == {"type": "use_jail_card", "deck": deck}


@pytest.mark.clause("jail.out-by-own-card", "cards.jail-card-back-after-use")
@pytest.mark.parametrize("first", DECKS)
def test_without_a_word_it_is_the_card_that_was_drawn_first(first: str) -> None:
    second = next(deck for deck in DECKS if deck != first)
    game = table("classic", jailed={A: 0}, cards={A: [first, second]})
    do(game, "use_jail_card")
    assert hands(game)[A] == [second]


@pytest.mark.clause("jail.out-by-own-card", "cards.jail-card-back-after-use")
def test_a_card_drawn_again_is_the_later_one() -> None:
    """A used the first card, drew it again, and buys the other one: that was drawn before."""
    game = table("classic", 2, jailed={A: 0}, cards={A: ["chest"], B: ["chance"]})
    do(game, "use_jail_card")
    g = game._g
    assert (g.kept_by[:2], internals.record(reloaded(game)).kept_by[:2]) == ([B, -1], [B, -1])
    for _ in range(order(game, "chest").index("jail-free")):
        top_goes_under(g, 0)
    keep_top_card(g, Events(), A, 0)
    assert internals.record(reloaded(game)).kept_by == g.kept_by  # the order of the cards is not that of the seats
    assert game.position()["flow"]["jail_cards_of"] == [B, A]
    sell(game, 10, seller=B, buyer=A, deck="chance")
    assert hands(game) == [["chance", "chest"], []]
    assert reloaded(game).position() == game.position()


def test_the_cards_of_one_holder_stay_in_their_order() -> None:
    for cards in (["chance", "chest"], ["chest", "chance"]):
        game = table("classic", 2, cards={B: cards}, flow={"jail_cards_of": [B, B]})
        assert hands(game) == [[], cards]


@pytest.mark.clause("jail.out-by-own-card")
def test_a_card_that_is_not_held_is_not_used() -> None:
    game = table("classic", jailed={A: 0}, cards={A: ["chest"], B: ["chance"]})
    assert [action for action in game.legal(A) if action["type"] == "use_jail_card"] == [{"type": "use_jail_card"}]
    assert refused(game, "use_jail_card", deck="chance") == "no-jail-card"
    assert refused(game, "use_jail_card", deck="attic") == "bad-choice"
    assert [raw(game, "use_jail_card", A, a) for a in (-1, 3)] == ["bad-choice"] * 2
    do(game, "use_jail_card", deck="chest")


@pytest.mark.clause("bankruptcy.to-bank.jail-cards-under-decks")
def test_both_cards_of_a_bankrupt_go_under_their_decks() -> None:
    owed = [{"debtor": A, "creditor": "bank", "amount": 9000, "why": "tax", "open": True}]
    game = table("classic", cash={A: 0}, cards={A: ["chance", "chest"]}, phase="debt", debts=owed)
    events = do(game, "bankrupt", A)
    assert [event["deck"] for event in events if event["type"] == "card_returned"] == ["chance", "chest"]
    assert [len(order(game, deck)) for deck in DECKS] == [16, 16]


@pytest.mark.clause("cards.jail-card-back-after-use")
def test_even_the_first_card_of_all_may_be_a_jail_card() -> None:
    printed = reprinted("classic", "chest", "advance-go", kind="jail_free")
    game = table("classic", jailed={A: 0}, cards={A: ["chest"]}, printed=printed)
    assert "advance-go" not in order(game, "chest")
    do(game, "use_jail_card")
    assert (hands(game)[A], order(game, "chest")[-1]) == ([], "advance-go")


@pytest.mark.clause("cards.jail-card-back-after-use", "bankruptcy.to-bank.jail-cards-under-decks")
@pytest.mark.parametrize(("deck", "card"), [("chest", "advance-go"), ("chance", "advance-go")])
def test_the_first_card_of_a_deck_belongs_to_that_deck_alone(deck: str, card: str) -> None:
    printed = reprinted("classic", deck, card, kind="jail_free")
    other = next(each for each in DECKS if each != deck)
    game = table("classic", jailed={A: 0}, cards={A: [deck]}, printed=printed)
    assert card not in order(game, deck)
    assert refused(game, "use_jail_card", deck=other) == "no-jail-card"
    owed = [{"debtor": A, "creditor": "bank", "amount": 9000, "why": "tax", "open": True}]
    for held in ([deck], [other, deck]):
        game = table("classic", cash={A: 0}, cards={A: held}, phase="debt", debts=owed, printed=printed)
        do(game, "bankrupt", A)
        assert ([len(order(game, each)) for each in DECKS], hands(game)[A]) == ([16, 16], [])


@pytest.mark.clause("cards.jail-card-back-after-use", "cards.jail-card-is-kept")
def test_of_four_jail_cards_three_are_left_with_their_holders() -> None:
    """The most that an edition may have."""
    printed = reprinted("classic", "chest", "advance-go", kind="jail_free")
    printed = reprinted(printed, "chance", "advance-go", kind="jail_free")
    game = table("classic", jailed={A: 0}, cards={A: ["chance"], B: ["chance", "chest"], C: ["chest"]}, printed=printed)
    do(game, "use_jail_card")
    assert hands(game) == [[], ["chance", "chest"], ["chest"]]
    assert [len(order(game, deck)) for deck in DECKS] == [14, 15]


@pytest.mark.clause("cards.jail-card-back-after-use")
def test_nobody_uses_anothers_card() -> None:
    game = table("classic", jailed={A: 0}, cards={B: ["chest"], C: ["chance"]})
    assert "use_jail_card" not in kinds(game, A)
    assert refused(game, "use_jail_card") == "no-jail-card"
    assert refused(game, "use_jail_card", seat=B) == "not-your-turn"


# ------------------------------------------------------------------ sold


@pytest.mark.clause("cards.jail-card-may-be-sold")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("deck", DECKS)
def test_the_holder_may_sell_the_card(edition: str, deck: str) -> None:
    game = table(edition, cards={A: [deck]})
    events = sell(game, 30, deck=deck)
    assert (hands(game), cash(game)) == ([[], [deck], []], [1530, 1470, 1500])
    passed = [(e["seat"], e["other"], e["deck"]) for e in events if e["type"] == "jail_card"]
    assert passed == [(B, A, deck)]
    assert clauses(events, "jail_card") == ["cards.jail-card-may-be-sold"]
    assert len(order(game, deck)) == 15


@pytest.mark.clause("cards.jail-card-may-be-sold")
@pytest.mark.parametrize("edition", FIVE)
def test_only_the_holder_sells_and_only_what_is_held(edition: str) -> None:
    game = table(edition, cards={A: ["chest"]})
    assert refused(game, "offer", seat=B, to=C, give={"jail_cards": ["chest"]}, ask={"cash": 5}) == "no-jail-card"
    assert refused(game, "offer", to=B, give={"jail_cards": ["chance"]}, ask={"cash": 5}) == "no-jail-card"
    assert refused(game, "offer", to=B, give={"jail_cards": ["chest"] * 2}, ask={"cash": 5}) == "no-jail-card"


@pytest.mark.clause("cards.jail-card-price-is-agreed")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("price", [0, 1, 400, 1500])
def test_any_price_is_good_if_both_agree(edition: str, price: int) -> None:
    game = table(edition, cards={A: ["chest"]})
    do(game, "offer", seat=B, to=A, give={"cash": price}, ask={"jail_cards": ["chest"]})
    do(game, "accept", seat=A)
    assert (hands(game)[B], cash(game, A, B)) == (["chest"], [1500 + price, 1500 - price])


@pytest.mark.clause("cards.jail-card-price-is-agreed")
@pytest.mark.parametrize("edition", FIVE)
def test_without_agreement_there_is_no_sale(edition: str) -> None:
    game = table(edition, cards={A: ["chest"]})
    do(game, "offer", seat=B, to=A, give={"cash": 400}, ask={"jail_cards": ["chest"]})
    assert refused(game, "accept", seat=B) == "not-your-turn"
    do(game, "reject", seat=A)
    assert (hands(game)[A], cash(game, A, B)) == (["chest"], [1500, 1500])
    assert refused(game, "offer", seat=B, to=A, give={"cash": 1501}, ask={"jail_cards": ["chest"]}) == "not-enough-cash"


@pytest.mark.clause("cards.jail-card-sold-at-any-time")
@pytest.mark.parametrize("edition", FIVE)
def test_the_card_is_sold_in_anothers_turn(edition: str) -> None:
    game = table(edition, turn=C, cards={A: ["chest"]}, decks={"chest": ["hospital"]}, cash={C: 10}, at={C: 14})
    sell(game, 30)  # before C throws
    throw(game, 1, 2)
    assert (game.phase, game.turn) == ("debt", C)
    sell(game, 40, seller=B, buyer=A)
    assert (hands(game), cash(game, A, B)) == ([["chest"], [], []], [1490, 1510])
    game = table(edition, turn=C, cards={A: ["chest"]})
    throw(game, 1, 2)
    assert game.phase == "buy"
    sell(game, 30)
    assert (game.phase, game.turn, hands(game)[B]) == ("buy", C, ["chest"])
    do(game, "buy")
    sell(game, 30, seller=B, buyer=A)
    assert (game.phase, game.turn, hands(game)[A]) == ("end", C, ["chest"])


@pytest.mark.clause("cards.jail-card-sold-at-any-time")
@pytest.mark.parametrize("edition", ["star-wars-1", "disney-parks"])
def test_the_card_is_sold_while_a_tax_is_due(edition: str) -> None:
    game = table(edition, turn=C, cards={A: ["chest"]}, at={C: 1})
    throw(game, 1, 2)
    assert game.phase == "tax"
    sell(game, 30)
    assert (game.phase, game.decider, hands(game)[B]) == ("tax", C, ["chest"])


@pytest.mark.clause("cards.jail-card-traded-for-property")
@pytest.mark.parametrize("edition", ALL)
def test_the_card_is_swapped_for_a_property(edition: str) -> None:
    game = table(edition, cards={B: ["chance"]}, deeds=deeds(A, X1))
    do(game, "offer", to=B, give={"squares": [X1]}, ask={"jail_cards": ["chance"]})
    do(game, "accept", seat=B)
    assert (owner(game, X1), hands(game), cash(game)) == (B, [["chance"], [], []], [1500] * 3)
