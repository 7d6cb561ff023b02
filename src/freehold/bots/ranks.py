"""The codes of the bots. Moguls decide like barons unless they find something better."""

BOT_PERSON = -1
BOT_RANDOM = 0
BOT_NOVICE = 1
BOT_TRADER = 2
BOT_BARON = 3
EVERY_DEAL = 4  # no bot: a baron's evaluation that also considers deals that a baron finds unfair
BOT_MOGUL = 5


def judged_as(bot: int) -> int:
    """The rank whose evaluation is assumed for a seat: people and random players count as traders, moguls as
    barons.
    """
    if bot == BOT_NOVICE:
        return BOT_NOVICE
    return BOT_BARON if bot >= BOT_BARON else BOT_TRADER


def is_outsider(bot: int) -> bool:
    """Is a seat a person's, or that of a bot that decides outside the kernel?"""
    return bot < BOT_RANDOM or bot > BOT_BARON
