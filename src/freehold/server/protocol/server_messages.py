"""Messages from server to client over the WebSocket: a tagged union of structs, told apart by `type`, and
shared parts.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from freehold.json_types import Json
from freehold.server.protocol.game_json import ActionJson, EventJson, PlanJson, PricesJson, StandingJson, ViewJson
from freehold.server.storage.game_log import By, Ends, Header, Kinds, Policy, Shares
from freehold.server.storage.record import Kind, Language, Level, Line, Pace, Sitter, Status
from freehold.server.storage.seat_settings import HookKind, Orders, Quiet


class SeatInfo(Struct, frozen=True):
    name: str
    token: str
    kind: Kind
    level: Sitter
    present: bool
    away: bool
    replaced: bool
    muted: bool
    consents: bool
    shares: bool  # wishes that anybody may see the replay
    settles: str  # "end" or "go_on": its wish for a game that stands still
    against: list[int]  # the seats that vote to have this one taken over or opened
    chain: str  # the published end of its hash chain; empty: no contribution to the dice
    coached: bool  # its player agreed to the coach


class TakeBackWish(Struct, frozen=True):
    """A wish to take back everything after an action, until everybody has agreed, somebody has not, or the time is up.

    `seat` wishes it, `agreed` are those who agree, and `until` is when it lapses, by the server's clock.
    """

    seat: int
    to: int
    agreed: list[int]
    until: int


class TableInfo(Struct, frozen=True):
    """The public state of a table. `commitment` is the digest of the secret behind its dice."""

    id: str
    edition: str
    variant: str
    options: dict[str, str | int]
    language: Language
    seconds: int | None
    minutes: int | None
    listed: bool
    level: Level
    pace: Pace
    status: Status
    paused: bool
    frozen: bool
    why_frozen: str  # the code; people settle "moves-lost" and "rules-changed" among themselves
    beyond: int  # actions that the log has after the position at which the game stands still
    cut: int  # actions that were taken out of the log when such a game was settled
    seats: list[SeatInfo]
    watchers: int
    commitment: str
    number: int
    rematch: str | None
    shared: bool  # whether anybody may see the replay
    awaited: list[int]  # the seats that must decide
    winners: list[int]  # of a game that is over
    invited: bool  # whether there is a valid invitation; the host can make a new one
    coach: bool  # whether the people at the table may ask the coach now
    take_back: Policy  # what they may take back: nothing; what is free, and more if all agree; all only if all agree
    position: str = ""  # the link of the position in which the game begins, until it has begun
    box: bool = False  # around a real box: dice and cards are typed
    paper: bool = False  # the money of that box is used
    phones: list[int] = []  # there, the seats whose players have said that a screen is their own
    wish: TakeBackWish | None = None


class Clock(Struct, frozen=True):
    """Which seats must decide, and their deadline in milliseconds since 1970 by the server's clock.

    `absent`: those of them whose players are not connected. A bot plays for them at the deadline, and from
    `stand_in_from` on whenever somebody who waits says so. `for_dice`: the dice wait for the numbers of those who are
    `absent`, connected or not, and fall without them at the deadline, if there is one, or when somebody says so.
    A timed game ends at `ends_at`; while it is paused, `left` says how many milliseconds it still has.
    """

    now: int
    awaited: list[int]
    deadline: int | None
    ends_at: int | None
    absent: list[int]
    stand_in_from: int | None
    for_dice: bool = False
    left: int | None = None


class PastAction(Struct, frozen=True):
    """An action and its events. `hash` links it to the previous action (hash chain). Around a real box, `was` is what
    was true of something that was set right: a number, a seat, or null for the bank or the deck.
    """

    number: int
    seat: int | None
    by: By
    action: ActionJson
    chance: list[int | str]
    at: int
    hash: str
    events: list[EventJson]
    shares: Shares | UnsetType = UNSET
    chains: Ends | UnsetType = UNSET
    kinds: Kinds | UnsetType = UNSET
    typed: list[int | str] | UnsetType = UNSET
    was: int | UnsetType | None = UNSET


class Replied(Struct, frozen=True, tag_field="type", tag="replied"):
    """Why a bot refuses the open offer: a code, and the group it concerns. Sent just before the refusal; not in the
    log. Also why a baron plays this action for a bot that the operator brought, the first time.
    """

    seat: int
    number: int
    code: str
    parts: dict[str, str]


class ActionApplied(Struct, frozen=True, tag_field="type", tag="told"):
    """An action was done: the action, the new view, and the legal actions of the seat that decides next.

    `legal` omits the bounds of offers; a seat requests its complete list with a `legal` message. `wanted`: around a
    real box, an earlier action needs this still.
    """

    past: PastAction
    view: ViewJson
    prices: PricesJson
    decider: int | None
    legal: list[ActionJson]
    clock: Clock
    back: list[int] | UnsetType = UNSET
    wanted: Wanted | UnsetType = UNSET


class Wanted(Struct, frozen=True, tag_field="type", tag="wanted"):
    """Around a real box: an action needs one more outcome than the `chance` that came with it. Nothing is done yet.

    `throw`: the kinds of outcomes that the same throw needs, the next one first. `cards`: the ids of the cards of the
    `deck` that may come. `events`: what has happened until then.
    """

    number: int
    seat: int | None
    action: ActionJson
    chance: list[int | str]
    throw: list[Literal["die", "force", "card"]]
    deck: str | None
    cards: list[str]
    events: list[EventJson]


class Welcome(Struct, frozen=True, tag_field="type", tag="welcome"):
    """The answer to `hello`: the table, the client's seats, and the actions since the last number seen, the last 200 at
    most; earlier ones are read in pages by `GET /api/tables/{table}/past`. Without `seen`, `missed` is empty.

    `replies` are the latest reasons (`Replied`) that bots gave for refusing offers; only a few are kept, in memory.
    `standings` are empty until the game has ended. `inherited`: seats (None: the host) whose keys are those of an
    earlier table; a client replaces them with `new_key`.
    """

    table: TableInfo
    yours: list[int]
    host: bool
    number: int
    hash: str
    setup: list[EventJson]
    missed: list[PastAction]
    view: ViewJson | None
    prices: PricesJson | None
    decider: int | None
    legal: list[ActionJson]
    clock: Clock
    chat: list[Line]
    secret: str | None
    replies: list[Replied]
    draws: int  # the number of draws so far, including the set-up; also the number of the next draw
    since: dict[str, int]  # of the client's seats: the first draw that the chain counts for, if the log has the chain
    standings: list[StandingJson]
    inherited: list[int | None]
    signer: str  # the server's public key; it signs the last digest of the log
    wanted: Wanted | None = None
    back: list[int] | UnsetType = UNSET  # around a real box: the steps that can be returned to, the latest first


class TableChanged(Struct, frozen=True, tag_field="type", tag="table"):
    table: TableInfo
    clock: Clock


class ShareRequest(Struct, frozen=True, tag_field="type", tag="asking"):
    """An action that draws chance is fixed: the seats that are asked give their links for it, and then it is drawn.

    `asked`: everybody whose links go into the draw; `turn`: those who are to give theirs now; `shares`: what those have
    given who reveal first because they lapsed more often, null for who did not.

    `before`: the digest that the action will be bound to. Draw 0 sets the game up; its `before` is the digest of the
    header as far as it is known. `at`: when this was sent, by the server's clock.
    """

    draw: int
    number: int
    before: str
    seat: int | None
    action: Json
    asked: list[int]
    turn: list[int]
    shares: Shares
    at: int = 0


class Begun(Struct, frozen=True, tag_field="type", tag="begun"):
    """The game is set up. `hash` is the start of the hash chain: the first action links to it."""

    hash: str
    header: Header
    setup: list[EventJson]
    view: ViewJson
    prices: PricesJson
    decider: int | None
    legal: list[ActionJson]
    clock: Clock


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    """The answer to a `ping`."""


class Done(Struct, frozen=True, tag_field="type", tag="done"):
    """The action with this id is on disk under this number."""

    id: str
    number: int


class Refusal(Struct, frozen=True, tag_field="type", tag="refused"):
    """`number` is the last action played; `id` identifies the refused action."""

    code: str
    detail: str = ""
    id: str | None = None
    number: int | None = None


class Legal(Struct, frozen=True, tag_field="type", tag="legal"):
    """All legal actions of a seat, offers by their bounds. `raisable`: its cash if it sold everything."""

    seat: int
    number: int
    actions: list[ActionJson]
    raisable: int


class Planned(Struct, frozen=True, tag_field="type", tag="planned"):
    """The answer to a plan: its steps and their prices, the estate after them, and what is in the way."""

    seat: int
    id: int
    number: int
    plan: PlanJson


class Checked(Struct, frozen=True, tag_field="type", tag="checked"):
    """The answer to a check: None if all is legal, or the reason of the first refusal."""

    seat: int
    id: int
    number: int
    reason: str | None


class Coached(Struct, frozen=True, tag_field="type", tag="coached"):
    """The coach's answer: `chances` and `margins`, and what was asked for: `advice`, `changes`, a `limit`, or a `deal`.

    A deal has `likely`, how likely it is accepted, from 0 to 1; an advice may have a `plan`, all its steps. A bot that
    is asked for its price answers with a `price` in cash, a `swap` (a square and some cash) or a `no`. If
    the coach cannot answer, there is only a code, `refused`.
    """

    seat: int
    id: int
    number: int
    answer: Json


class Said(Struct, frozen=True, tag_field="type", tag="said"):
    line: Line


class Ended(Struct, frozen=True, tag_field="type", tag="ended"):
    """The game has ended. The secret of its dice is revealed, so that anybody can verify them."""

    how: str
    number: int
    hash: str
    secret: str
    standings: list[StandingJson]


class Keyed(Struct, frozen=True, tag_field="type", tag="keyed"):
    """The key of a seat (None: of the host) was replaced; `replaces` is the digest of the old one."""

    seat: int | None
    replaces: str


class SeatMoved(Struct, frozen=True, tag_field="type", tag="moved"):
    """A link for a seat was made, or used: then its old key is void. `by`: who made it; None: the host. `host`: it was
    the host's, who is the host again with it.
    """

    seat: int
    by: int | None
    used: bool
    host: bool = False


class Unsaid(Struct, frozen=True, tag_field="type", tag="unsaid"):
    """Players have deleted what they wrote: the chat lines of these seats (None: of the host) are gone."""

    seats: list[int | None]


class Deleted(Struct, frozen=True, tag_field="type", tag="deleted"):
    """The table was deleted. The connection is closed."""


class Notices(Struct, frozen=True, tag_field="type", tag="notices"):
    """Where and when a seat's owner is told, for its own connection only. `host`: of the webhook, whose address is a
    secret. `off`: the code that says why the webhook was switched off. `devices`: browsers that take Web Push.
    """

    seat: int
    kind: HookKind | None
    host: str
    off: str
    quiet: Quiet | None
    remind: bool
    devices: int
    push_key: str = ""  # by which a browser subscribes


class OrdersShown(Struct, frozen=True, tag_field="type", tag="orders"):
    """The standing orders of a seat, for its own connection only."""

    seat: int
    orders: Orders


class NoticesTested(Struct, frozen=True, tag_field="type", tag="notices_tested"):
    """A test notice was sent; `code` says why it did not arrive, and is empty if it was accepted."""

    seat: int
    code: str


class RematchAt(Struct, frozen=True, tag_field="type", tag="rematch"):
    table: str


ServerMessage: TypeAlias = (
    Welcome
    | ActionApplied
    | TableChanged
    | ShareRequest
    | Begun
    | Pong
    | Done
    | Refusal
    | Legal
    | Planned
    | Checked
    | Coached
    | Said
    | Replied
    | Ended
    | RematchAt
    | Keyed
    | SeatMoved
    | Unsaid
    | Deleted
    | Wanted
    | Notices
    | NoticesTested
    | OrdersShown
)
