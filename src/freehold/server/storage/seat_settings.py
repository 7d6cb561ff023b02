"""What the owner of a seat has set for it and nobody else may see: where they are told that it is their turn, and what
is done for them meanwhile.

It is stored with the table's record and is in no message to others, log or export.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from freehold.i18n import LANGUAGES

HookKind = Literal["discord", "slack", "matrix", "ntfy"]
Minutes = Annotated[int, Meta(ge=0, lt=24 * 60)]  # of a day
SquareKey = Annotated[str, Meta(pattern=r"^[1-3]?[0-9]$(?!\n)")]
Sum = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class Quiet(Struct, frozen=True, forbid_unknown_fields=True):
    """The hours of a day in which somebody is not told anything, in minutes of local time."""

    begin: Minutes
    end: Minutes


class Hook(Struct, frozen=True):
    """A webhook: the address is a secret, whoever has it can write there."""

    kind: HookKind
    url: str


class Subscription(Struct, frozen=True):
    """A browser that takes Web Push: its address at a push service, and the keys that messages are encrypted for."""

    endpoint: str
    p256dh: str
    auth: str


class Notify(Struct):
    """Where and when a seat's owner is told. `told`: the question they were last told of, at the time `at`; `owed`:
    when their time was up during their quiet hours, which they have yet to be told.
    """

    page: str = ""  # the origin of the client, for links
    language: Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)})$")] = "en"
    hook: Hook | None = None
    pushes: list[Subscription] = []
    off: str = ""  # the code that says why the hook was switched off
    quiet: Quiet | None = None
    offset: int = 0  # minutes by which local time is ahead of UTC
    remind: bool = True
    told: str = ""
    at: int = 0
    reminded: bool = False
    owed: int = 0

    @property
    def reachable(self) -> bool:
        return bool(self.pushes) or (self.hook is not None and not self.off)


class Orders(Struct, frozen=True, forbid_unknown_fields=True):
    """Standing orders. `bids`: by square, how far to bid for its deed; `pass_others`: pass in all other auctions;
    `keep`: groups of which no deed is sold; `build_above`: build as long as so much cash is left.
    """

    bids: Annotated[dict[SquareKey, Sum], Meta(max_length=40)] = {}
    pass_others: bool = False
    keep: Annotated[list[Annotated[str, Meta(max_length=32)]], Meta(max_length=16)] = []
    claim: bool = False
    build_above: Sum | None = None
    leave_jail: bool = False
