"""Bots that are no longer built in. Where an old name is still written, another bot plays in its place."""

RETIRED = {"tycoon": "mogul"}


def current(name: str) -> str:
    """The name of the bot that plays under a name today."""
    return RETIRED.get(name, name)
