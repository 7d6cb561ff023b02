"""Who may sit in a chair, as numbers. A tycoon decides like a baron, unless its search finds better."""

BOT_PERSON = -1
BOT_RANDOM = 0
BOT_NOVICE = 1
BOT_TRADER = 2
BOT_BARON = 3
BOT_TYCOON = 4


def judged_as(bot):
    """By whose lights a seat is taken to judge a deal: people and random players as traders, tycoons as barons."""
    if bot == BOT_NOVICE:
        return BOT_NOVICE
    return BOT_BARON if bot >= BOT_BARON else BOT_TRADER
