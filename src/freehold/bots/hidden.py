"""What nobody at the table can see: the order of the cards. Whoever looks ahead shuffles them first."""

from freehold.rules.chance import deal_below
from freehold.rules.state import DECK_ROOM


def shuffle_unseen(g, r):
    """Shuffle both decks into an order that is independent of the real one, so that a rollout reveals nothing."""
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
