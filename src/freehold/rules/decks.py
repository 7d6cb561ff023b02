"""The two decks as rings of cards: the top, the bottom, and the jail cards that are out of them.

A deck is the first `deck_size` places of its half of `g.deck`; `deck_top` says where the ring begins. A card that has
been drawn and followed goes to the bottom simply by moving the top on.
"""

from .chance import deal_below
from .clauses import CARDS_JAIL_CARD_IS_KEPT
from .codes import EVENT_CARD_KEPT, EVENT_CARD_RETURNED
from .events import emit
from .records import Chance, Events, Game, Tables
from .state import DECK_ROOM, KEPT, NOBODY


def deck_of(card: int) -> int:
    return card // DECK_ROOM


def top_card(g: Game, deck: int) -> int:
    return g.deck[deck * DECK_ROOM + g.deck_top[deck]]


def top_goes_under(g: Game, deck: int) -> None:
    g.deck_top[deck] += 1
    if g.deck_top[deck] >= g.deck_size[deck]:
        g.deck_top[deck] = 0


def keep_top_card(g: Game, e: Events, seat: int, deck: int) -> None:
    """A jail card leaves its deck and stays with the player."""
    # cards.jail-card-is-kept
    start = deck * DECK_ROOM
    card = top_card(g, deck)
    for k in range(g.deck_top[deck], g.deck_size[deck] - 1):
        g.deck[start + k] = g.deck[start + k + 1]
    g.deck_size[deck] -= 1
    g.deck[start + g.deck_size[deck]] = NOBODY
    if g.deck_top[deck] >= g.deck_size[deck]:
        g.deck_top[deck] = 0
    for slot in range(KEPT):
        if g.kept_by[slot] == NOBODY:
            g.kept_by[slot] = seat
            g.kept_card[slot] = card
            break
    emit(e, EVENT_CARD_KEPT, seat, NOBODY, NOBODY, card, CARDS_JAIL_CARD_IS_KEPT)


def return_kept_card(g: Game, t: Tables, e: Events, slot: int, clause: int) -> None:
    """A jail card goes to the bottom of its own deck: just before the top of the ring."""
    card = g.kept_card[slot]
    deck = deck_of(card)
    start = deck * DECK_ROOM
    for k in range(g.deck_size[deck], g.deck_top[deck], -1):
        g.deck[start + k] = g.deck[start + k - 1]
    g.deck[start + g.deck_top[deck]] = card
    g.deck_size[deck] += 1
    top_goes_under(g, deck)
    emit(e, EVENT_CARD_RETURNED, g.kept_by[slot], NOBODY, NOBODY, card, clause)
    for k in range(slot, KEPT - 1):  # the slots stay in the order in which their cards were drawn: which-jail-card
        g.kept_by[k] = g.kept_by[k + 1]
        g.kept_card[k] = g.kept_card[k + 1]
    g.kept_by[KEPT - 1] = NOBODY
    g.kept_card[KEPT - 1] = NOBODY


def put_back(g: Game) -> None:
    """The card in hand was followed: it goes under its deck."""
    # cards.return.after-following
    if g.in_hand != NOBODY:
        top_goes_under(g, deck_of(g.in_hand))
        g.in_hand = NOBODY


def shuffle_unseen(g: Game, r: Chance) -> None:
    """Both decks in an order of their own, whatever the order was: a player who looks ahead must learn nothing of it.

    A card in hand is face up, so it stays where it is: on top.
    """
    for deck in range(2):
        start = deck * DECK_ROOM
        for k in range(1, g.deck_size[deck]):
            card = g.deck[start + k] + 0
            at = start + k
            while at > start and g.deck[at - 1] > card:
                g.deck[at] = g.deck[at - 1]
                at -= 1
            g.deck[at] = card
        for k in range(g.deck_size[deck] - 1, 0, -1):
            other = deal_below(r, k + 1)
            card = g.deck[start + k] + 0
            g.deck[start + k] = g.deck[start + other]
            g.deck[start + other] = card
    if g.in_hand != NOBODY:
        put_on_top(g, g.in_hand + 0)


def put_on_top(g: Game, card: int) -> None:
    """The card changes places with the one on top of its deck."""
    deck = deck_of(card)
    start = deck * DECK_ROOM
    for k in range(g.deck_size[deck]):
        if g.deck[start + k] == card:
            g.deck[start + k] = top_card(g, deck)
            g.deck[start + g.deck_top[deck]] = card
            break
