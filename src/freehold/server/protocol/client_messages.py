"""Messages from client to server over the WebSocket: a tagged union of structs, told apart by `type`."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from freehold.json_types import Json
from freehold.server.protocol.game_json import ActionJson
from freehold.server.storage.game_log import GameId, Hex, SeatKey
from freehold.server.storage.record import Language, Pace, Settlement, Sitter
from freehold.server.storage.seat_settings import HookKind, Orders, Quiet

Key = Annotated[str, Meta(min_length=1, max_length=64)]
ClientId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]  # PostgreSQL has no NUL in a text
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
SquareNumber = Annotated[int, Meta(ge=0, le=39)]
Outcome = Annotated[int, Meta(ge=1, le=6)] | Annotated[str, Meta(min_length=1, max_length=64)]  # a die; a face, a card
TokenId = Annotated[str, Meta(min_length=1, max_length=64)]
Text = Annotated[str, Meta(min_length=1, max_length=300)]
Page = Annotated[str, Meta(pattern=r"^(https?://[^/\s?#@]{1,200})?$(?!\n)")]  # the origin of the client


class Hello(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="hello"):
    """The first message: the table, the keys of the client's seats (several for a hot-seat game), the last
    number seen.

    `phone`: at a table around a real box, the seat whose player holds this screen; it is `yours` then, and no other.
    """

    table: GameId
    keys: Annotated[list[Key], Meta(max_length=10)] = []
    invite: Key | None = None
    seen: Annotated[int, Meta(ge=0, le=1 << 40)] | None = None
    phone: SeatNumber | None = None


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ping"):
    """Ask for a `pong`. A page cannot see the WebSocket's own pings, and a dead connection only looks silent."""


class Act(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="act"):
    """An action with the number it expects to get and a client-chosen id. The id makes retries idempotent.

    At a table around a real box, `chance` is what fell and was drawn; if more is needed, the answer is `wanted`. The
    actions `take_back` and `set_right` exist there only.
    """

    seat: SeatNumber
    number: Annotated[int, Meta(ge=0, le=1 << 40)]
    id: ClientId
    action: ActionJson
    chance: Annotated[list[Outcome], Meta(max_length=64)] = []


class TakeBack(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="take_back"):
    """Wish to take back everything after action `to`, or agree with somebody's wish for it; or not.

    It is done at once where it is free, otherwise when everybody who still plays has agreed. `number`: of the last
    action.
    """

    seat: SeatNumber
    number: Annotated[int, Meta(ge=0, le=1 << 40)]
    to: Annotated[int, Meta(ge=0, le=1 << 40)]
    agree: bool = True


class AskLegal(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="legal"):
    seat: SeatNumber


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """The desired state of a deed: a number of buildings as a level, mortgaged or not; omitted fields stay
    unchanged.
    """

    square: SquareNumber
    level: Annotated[int, Meta(ge=0, le=5)] | None = None
    mortgaged: bool | None = None


class AskPlan(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="plan"):
    """Ask for the cost and legality of changes to the seat's estate. Nothing is done.

    `raise_to`: suggest changes that raise this much cash instead. The answer repeats the `id`.
    """

    seat: SeatNumber
    id: Annotated[int, Meta(ge=0, le=1 << 40)]
    wishes: Annotated[list[Wish], Meta(max_length=40)] = []
    raise_to: Annotated[int, Meta(ge=0, le=1_000_000_000)] | None = None


class AskCheck(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="check"):
    """Would these actions, one after the other, be legal now? Nothing is done. The answer repeats the `id`."""

    seat: SeatNumber
    id: Annotated[int, Meta(ge=0, le=1 << 40)]
    actions: Annotated[list[ActionJson], Meta(min_length=1, max_length=4)]


class AskCoach(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="coach"):
    """Ask the coach: everybody's chances, a hint, what a deal or a plan would change, the limit in an auction, or a
    deal that it suggests.

    Only for one's own seat, in a game against bots or if all people agreed before the start. `price` asks the bot
    that the `offer` goes to what it would take, and may be asked at any table. The answer repeats the `id`.
    """

    seat: SeatNumber
    id: Annotated[int, Meta(ge=0, le=1 << 40)]
    what: Literal["chances", "hint", "deal", "plan", "limit", "suggest", "price"]
    offer: ActionJson | None = None
    steps: Annotated[list[ActionJson], Meta(max_length=60)] = []


class AgreeToCoach(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="agree_to_coach"):
    """Agree before the start that everybody may ask the coach during the game, or take it back."""

    seat: SeatNumber
    agree: bool = True


class Say(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="say"):
    """A line of chat; without a seat, it is the host's."""

    text: Text
    seat: SeatNumber | None = None


class GiveChain(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="chain"):
    """Publish the end of a hash chain, whose links the seat will give to the draws."""

    seat: SeatNumber
    end: Hex


class GiveShare(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="share"):
    """The links of one's seats for a draw, each the next one of its chain."""

    draw: Annotated[int, Meta(ge=0, le=1 << 40)]
    links: Annotated[dict[SeatKey, Hex], Meta(max_length=8)]


class TakeToken(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="token"):
    seat: SeatNumber
    token: TokenId


class Back(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="back"):
    """The player is back and takes over from the bot."""

    seat: SeatNumber


class StandIn(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="stand_in"):
    """A bot shall play now for an absent player who must decide, until they are back."""

    seat: SeatNumber
    about: SeatNumber


class Leave(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="leave"):
    seat: SeatNumber


class Consent(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="consent"):
    """Agree to end the game now, or withdraw the agreement."""

    seat: SeatNumber | None = None
    agree: bool = True


class Start(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="start"):
    """The host starts the game; bots take the empty seats.

    Around a real box: `first` begins, or whoever threw highest by `chance`, which also places the Force symbols;
    `position` is that of a game under way.
    """

    first: SeatNumber | None = None
    chance: Annotated[list[Outcome], Meta(max_length=64)] = []
    position: Json | None = None


class UsePaper(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="paper"):
    """Around a real box, its money is used from now on, or no longer: every screen says then what changes hands."""

    paper: bool


class Pause(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="pause"):
    paused: bool


class Replace(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="replace"):
    """The host lets a bot play for a seat."""

    seat: SeatNumber
    level: Sitter | None = None


class HandBack(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="hand_back"):
    """The host returns a seat to its player, or opens it for somebody to join."""

    seat: SeatNumber


class Remove(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="remove"):
    """The host sends somebody away from the lobby."""

    seat: SeatNumber


class Vote(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="vote"):
    """Vote to have a bot take over from a player for good, or to open a bot's seat; or take the vote back."""

    seat: SeatNumber
    about: SeatNumber
    agree: bool = True


class Settle(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="settle"):
    """A wish for a game that stands still: it ends where it stands, or goes on. Without a seat, the host's."""

    how: Settlement
    seat: SeatNumber | None = None


class SetPace(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="pace"):
    """How fast bots shall play: the slowest wish among the people who are connected counts. A host without a seat
    sets the pace for a table where nobody is connected.
    """

    pace: Pace


class SkipAhead(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="skip"):
    """Play on to the next decision of the client's seats without pauses, as far as the others wish the same."""


class Mute(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="mute"):
    seat: SeatNumber
    muted: bool


class NewKey(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="new_key"):
    """Replace the key of one's seat; without a seat, the host's. The client sends the SHA-256 of a new key of its own.

    The old key is void when the server answers with `keyed`, and other connections are closed.
    """

    digest: Hex
    seat: SeatNumber | None = None


class SeatLink(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="seat_link"):
    """Make a link by which a seat gets a new key: one's own, to go on with another device, or that of somebody who has
    lost theirs and is not connected. It works once, for five minutes. Without a seat, the host makes it.

    The client sends the SHA-256 of a secret of its own, which the link contains. Everybody is told.
    """

    about: SeatNumber
    digest: Hex
    seat: SeatNumber | None = None


class NewInvite(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="new_invite"):
    """The host replaces the invitation, by the SHA-256 of a new one. The old one is void."""

    digest: Hex


class Publish(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="publish"):
    """Wish that anybody may see the replay of the finished game, or take the wish back. All its players must agree."""

    seat: SeatNumber
    agree: bool = True


class AskNotices(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ask_notices"):
    """Ask where and when the seat's owner is told that it is their turn. The answer is `notices`."""

    seat: SeatNumber


class SetHook(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="hook"):
    """Set the webhook that tells the seat's owner; an empty address removes it. `page`: for the link in a notice."""

    seat: SeatNumber
    kind: HookKind
    url: Annotated[str, Meta(max_length=1000)]
    page: Page = ""
    language: Language = "en"


class SetPush(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="push"):
    """Tell the seat's owner by Web Push to this browser, by what its `PushSubscription` says; or no longer."""

    seat: SeatNumber
    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{87}$(?!\n)")]
    auth: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}$(?!\n)")]
    page: Page = ""
    language: Language = "en"
    remove: bool = False


class SetNotices(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="notices"):
    """Set the quiet hours, by a clock `offset` minutes ahead of UTC, and whether to be reminded once."""

    seat: SeatNumber
    quiet: Quiet | None = None
    offset: Annotated[int, Meta(ge=-840, le=840)] = 0
    remind: bool = True


class AskOrders(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ask_orders"):
    """Ask for the seat's standing orders. The answer is `orders`."""

    seat: SeatNumber


class SetOrders(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="orders"):
    """Replace the seat's standing orders, which the server carries out as ordinary actions. Nobody else sees them."""

    seat: SeatNumber
    orders: Orders


class TestNotices(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="test_notices"):
    """Send a notice to oneself now. The answer is `notices_tested`."""

    seat: SeatNumber


class Rematch(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="rematch"):
    """Open a new table with the same seats after this game has ended."""


ClientMessage: TypeAlias = (
    Hello
    | Ping
    | Act
    | TakeBack
    | AskLegal
    | AskPlan
    | AskCheck
    | AskCoach
    | AgreeToCoach
    | Say
    | GiveChain
    | GiveShare
    | TakeToken
    | Back
    | StandIn
    | Leave
    | Consent
    | Start
    | UsePaper
    | Pause
    | Replace
    | HandBack
    | Remove
    | Vote
    | Settle
    | SetPace
    | SkipAhead
    | Mute
    | NewKey
    | SeatLink
    | NewInvite
    | Publish
    | AskNotices
    | SetHook
    | SetPush
    | SetNotices
    | TestNotices
    | AskOrders
    | SetOrders
    | Rematch
)
