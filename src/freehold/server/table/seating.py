"""Seats: names, tokens, hash chains, keys, and the host's control over them. Pure functions over a table's record.

A refusal is raised before anything has changed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping, Sequence

from freehold.editions import SetupError, ids, load
from freehold.engine import edition_tables
from freehold.game import Game, position_link
from freehold.players.brought import is_brought, seat_name
from freehold.server.protocol.messages import Join, NewTable, Person, Refused
from freehold.server.storage.record import Record, Seat, digest_of, key_matches, new_id, new_key
from freehold.server.table import bots, notices

USUAL_MINUTES = 60
MOST_MINUTES = 24 * 60
LONGEST_NAME = 24
MOST_BANNED = 50
KEYS_LAST = 30 * 24 * 3600 * 1000  # milliseconds after the end of a game


def open_table(wish: NewTable, commitment: str, now: int) -> tuple[Record, str, str, list[str]]:
    """A new table's record and the keys that are shown once: the host's, the invitation, one for each person."""
    if wish.box and (wish.bots or wish.listed or wish.seconds is not None):
        raise Refused("bad-table", "Around a real box there are no bots, no strangers and no countdown.")
    if wish.position is not None:
        return _open_at(wish, wish.position, commitment, now)
    if wish.edition not in ids():
        raise Refused("unknown-edition")
    edition = load(wish.edition)
    options = dict(wish.options)
    minutes = _minutes(wish.variant, options)
    try:
        edition_tables.build(edition, wish.variant, options)
    except ValueError as error:
        raise Refused("bad-table", str(error)) from None
    if not max(edition.players.min, len(wish.people) + len(wish.bots)) <= wish.seats <= edition.players.max:
        raise Refused("bad-table", f"{edition.players.min} to {edition.players.max} seats, for everybody named.")
    host, invite = new_key(), new_key()
    record = _record(wish, wish.edition, wish.variant, options, minutes, commitment, now)
    record.host, record.invite = digest_of(host), digest_of(invite)
    record.seats = [Seat("", "") for _ in range(wish.seats)]
    keys = [_sit(record, seat, person, "") for seat, person in enumerate(wish.people)]
    for seat, level in zip(range(wish.seats - len(wish.bots), wish.seats), wish.bots, strict=True):
        make_bot(record, seat, level)
    return record, host, invite, keys


def _open_at(wish: NewTable, link: str, commitment: str, now: int) -> tuple[Record, str, str, list[str]]:
    """A table whose game begins in a position. Bots take the last seats that nobody has, and those of bankrupts."""
    try:
        game = Game.from_link(link)
    except SetupError as error:
        raise Refused("bad-position", error.sentence(wish.language)) from None
    view = game.view()
    players, options = view["players"], {**game.options}
    playing = [seat for seat, player in enumerate(players) if not player["bankrupt"]]
    at = list(wish.at) or playing[: len(wish.people)]
    if game.over or len(at) != len(wish.people) or len({*at} & {*playing}) != len(at):
        raise Refused("bad-position")
    options.pop("time_limit", None)  # minutes at a table, turns elsewhere
    minutes = _minutes(game.variant, {**wish.options})
    host, invite = new_key(), new_key()
    record = _record(wish, game.edition.id, game.variant, options, minutes, commitment, now)
    record.host, record.invite = digest_of(host), digest_of(invite)
    record.position = position_link.write({**view, "options": options}, with_names=False)
    record.seats = [Seat("", player["token"]) for player in players]
    keys = [_sit(record, seat, Person(person.name), "") for seat, person in zip(at, wish.people, strict=True)]
    free = [seat for seat in playing if seat not in at]
    levels = dict(zip(reversed(free), reversed(wish.bots), strict=False))
    for seat, player in enumerate(players):
        if seat in levels or seat not in playing:
            chair = record.seats[seat]
            if player["name"].casefold() not in {other.name.casefold() for other in record.seats}:
                chair.name, chair.kind = clean_name(player["name"]), "bot"
            make_bot(record, seat, levels.get(seat, record.level))
    return record, host, invite, keys


def _record(
    wish: NewTable,
    edition: str,
    variant: str,
    options: dict[str, str | int],
    minutes: int | None,
    commitment: str,
    now: int,
) -> Record:
    """A table without seats and keys."""
    return Record(
        id=new_id(),
        edition=edition,
        variant=variant,
        options=options,
        language=wish.language,
        seconds=wish.seconds,
        minutes=minutes,
        listed=wish.listed,
        level=wish.level,
        pace=wish.pace,
        seats=[],
        host="",
        invite="",
        commitment=commitment,
        created=now,
        box=wish.box,
        paper=wish.box and wish.paper,
        take_back="never" if wish.box else wish.take_back,  # there, what was typed wrong is corrected
    )


def _minutes(variant: str, options: dict[str, str | int]) -> int | None:
    """The length of a timed game, which the server's clock enforces, not the kernel."""
    if variant != "timed":
        return None
    minutes = options.pop("time_limit", USUAL_MINUTES)
    if isinstance(minutes, bool) or not isinstance(minutes, int) or not 1 <= minutes <= MOST_MINUTES:
        raise Refused("bad-table", f"time_limit is a number of minutes from 1 to {MOST_MINUTES}.")
    return minutes


def join(record: Record, wish: Join, origin: str = "") -> tuple[int, str]:
    """Take an open seat; returns its number and its key. `origin`: a digest of the client's address."""
    if record.status == "over":
        raise Refused("game-over")
    if origin and origin in record.banned:
        raise Refused("was-removed")
    if not record.listed and not (wish.invite is not None and key_matches(wish.invite, record.invite)):
        raise Refused("wrong-invite")
    free = [seat for seat, chair in enumerate(record.seats) if chair.kind == "open"]
    if wish.seat is not None and wish.seat not in free:
        raise Refused("seat-taken")
    if not free:
        raise Refused("table-full")
    seat = free[0] if wish.seat is None else wish.seat
    key = _sit(record, seat, Person(wish.name, wish.token), wish.chain)
    record.seats[seat].origin = origin
    return seat, key


def _sit(record: Record, seat: int, person: Person, chain: str) -> str:
    chair = record.seats[seat]
    name = clean_name(person.name)
    lobby = record.status == "lobby"
    if lobby:
        if any(other.name.casefold() == name.casefold() for other in record.seats if other is not chair):
            raise Refused("name-taken")
        token = person.token or chair.token or _free_tokens(record)[0]
        _check_token(record, seat, token)
        chair.name, chair.token = name, token
    key = new_key()
    chair.chain = chain
    chair.kind, chair.key, chair.away, chair.replaced, chair.consents = "person", digest_of(key), False, False, False
    chair.coached = False
    chair.forget()
    chair.player = "" if lobby or name == chair.name else name
    chair.inherited = chair.hosts = False
    return key


def clean_name(name: str) -> str:
    """A name without control characters and with single spaces."""
    shown = "".join(letter if not unicodedata.category(letter).startswith("C") else " " for letter in name)
    shown = " ".join(unicodedata.normalize("NFC", shown).split())
    if not 1 <= len(shown) <= LONGEST_NAME:
        raise Refused("bad-name")
    return shown


def clean_text(text: str) -> str:
    """Chat text on a single line."""
    shown = " ".join("".join(c if not unicodedata.category(c).startswith("C") else " " for c in text).split())
    if not shown:
        raise Refused("bad-message", "an empty line")
    return shown


def _tokens(record: Record) -> list[str]:
    return [token.id for token in load(record.edition).tokens]


def _free_tokens(record: Record) -> list[str]:
    taken = {chair.token for chair in record.seats}
    return [token for token in _tokens(record) if token not in taken]


def _check_token(record: Record, seat: int, token: str) -> None:
    if token not in _tokens(record):
        raise Refused("unknown-token")
    if any(other.token == token for at, other in enumerate(record.seats) if at != seat):
        raise Refused("token-taken")


def take_token(record: Record, seat: int, token: str) -> None:
    must_be_lobby(record)
    _check_token(record, seat, token)
    record.seats[seat].token = token


def give_chain(record: Record, seat: int, end: str) -> None:
    """Publish the end of a seat's hash chain. In a game under way it counts from the next entry on."""
    if record.status == "over":
        raise Refused("game-over")
    record.seats[seat].chain = end


def must_be_lobby(record: Record) -> None:
    if record.status != "lobby":
        raise Refused("already-begun")


def must_not_be_box(record: Record) -> None:
    """Around a real box no bot takes a seat: it could not throw the dice."""
    if record.box:
        raise Refused("box-no-bots")


def make_bot(record: Record, seat: int, level: str) -> None:
    """A bot takes a seat permanently. In the lobby it brings its own name and token."""
    chair = record.seats[seat]
    if record.status == "lobby":
        names = {other.name for other in record.seats if other is not chair}
        if is_brought(level):
            chair.name = seat_name(level, names)
        elif chair.kind != "bot" or is_brought(chair.level):
            chair.name = bots.name_for(record.id, names)
        chair.token = chair.token or _free_tokens(record)[0]
    chair.kind, chair.level, chair.key, chair.chain = "bot", level, "", ""
    chair.away = chair.replaced = chair.consents = chair.inherited = chair.coached = chair.hosts = False
    chair.player = chair.origin = ""
    chair.forget()


def _empty(record: Record, seat: int) -> None:
    """Before the game: anybody may sit down here. Where the game begins in a position, the token stays."""
    record.seats[seat] = Seat("", record.seats[seat].token if record.position else "")


def leave(record: Record, seat: int) -> None:
    """A player leaves permanently: the seat becomes open before the game, a bot takes it afterwards."""
    if record.status == "lobby":
        _empty(record, seat)
    else:
        must_not_be_box(record)
        make_bot(record, seat, record.level)


def replace(record: Record, seat: int, level: str | None, present: Mapping[int, int]) -> None:
    """A bot plays here: permanently in an empty seat, and for a person who is not connected until they are back."""
    must_not_be_box(record)
    chair = _chair(record, seat)
    if chair.kind == "person" and record.status == "lobby":
        raise Refused("seat-taken")
    if chair.kind == "person":
        if present.get(seat):
            raise Refused("is-present")
        chair.replaced = True
    else:
        make_bot(record, seat, level or record.level)


def hand_back(record: Record, seat: int) -> None:
    """Return the seat to its person, or open it. In a game of several people, they vote about a bot's seat."""
    chair = _chair(record, seat)
    if chair.kind == "person":
        chair.replaced = chair.away = False
    elif record.status == "lobby":
        _empty(record, seat)
    elif sum(other.kind == "person" for other in record.seats) > 1:
        raise Refused("needs-votes")
    else:
        open_seat(record, seat)


def open_seat(record: Record, seat: int) -> None:
    """Somebody may join in a bot's place. They are shown under their own name beside the seat's."""
    chair = _chair(record, seat)
    chair.kind, chair.level, chair.player = "open", record.level, ""


def remove(record: Record, seat: int) -> None:
    """The host removes somebody from the lobby: the seat is open again, its key is void, and they cannot come back."""
    must_be_lobby(record)
    if _chair(record, seat).kind != "person":
        raise Refused("no-such-seat")
    ban(record, seat)
    _empty(record, seat)


def ban(record: Record, seat: int) -> None:
    """Whoever joined this seat cannot join again: the invitation is void, or their address is banned if it needs
    none.
    """
    if not record.listed:
        record.invite = ""
    elif record.seats[seat].origin:
        record.banned = [*record.banned[1 - MOST_BANNED :], record.seats[seat].origin]


def replace_key(record: Record, seat: int | None, digest: str, host: str = "") -> str:
    """The owner of a seat, or the host, replaces the key. Returns the digest of the old one, which is void now.

    `host`: the digest of the host's key that they came with.
    """
    if seat is None and host and host == record.deputy:
        old, record.deputy = record.deputy, digest
    elif seat is None:
        old, record.host, record.host_inherited = record.host, digest, False
    else:
        chair = _chair(record, seat)
        old, chair.key, chair.inherited = chair.key, digest, False
    return old


def replace_invite(record: Record, digest: str) -> None:
    record.invite = digest


def keys_expired(record: Record, now: int) -> bool:
    """Whether a game ended so long ago that its keys are only good for viewing and deleting it."""
    return record.ending is not None and now - record.ending.at > KEYS_LAST


def _chair(record: Record, seat: int) -> Seat:
    if not 0 <= seat < len(record.seats):
        raise Refused("no-such-seat")
    return record.seats[seat]


def seats_of(record: Record, keys: Sequence[str]) -> tuple[list[int], bool]:
    """The seats that belong to these keys, and whether one of them is the host's."""
    seats = [seat for seat, chair in enumerate(record.seats) if any(key_matches(key, chair.key) for key in keys)]
    return seats, bool(host_key_of(record, keys))


def host_key_of(record: Record, keys: Sequence[str]) -> str:
    """The digest of the host's key among these: their own, or the second one; empty without one."""
    own = (record.host, record.deputy)
    return next((digest for digest in own if any(key_matches(key, digest) for key in keys)), "")


def host_came(record: Record, digest: str, seats: Collection[int]) -> bool:
    """Somebody came with a key of the host's, and those of some seats. The host's own voids the second one. Returns
    whether that is new.
    """
    if not digest or digest != record.host:
        return False
    new, record.deputy = bool(record.deputy), ""
    for seat in seats:
        new, record.seats[seat].hosts = new or not record.seats[seat].hosts, True
    return new


def rematch_record(record: Record, id: str, commitment: str, now: int) -> Record:
    """The record of a rematch: the same seats, keys and settings, and a new secret."""
    seats = [
        Seat("", "")
        if chair.kind == "person" and not chair.key
        else Seat(
            chair.name,
            chair.token,
            chair.kind,
            chair.level,
            chair.key,
            muted=chair.muted,
            origin=chair.origin,
            inherited=bool(chair.key),
            hosts=chair.hosts,
            notify=notices.fresh(chair.notify),
        )
        for chair in record.seats
    ]
    return Record(
        id=id,
        edition=record.edition,
        variant=record.variant,
        options=record.options,
        language=record.language,
        seconds=record.seconds,
        minutes=record.minutes,
        listed=record.listed,
        level=record.level,
        pace=record.pace,
        seats=seats,
        host=record.host,
        invite=record.invite,
        commitment=commitment,
        created=now,
        banned=record.banned,
        host_inherited=True,
        deputy=record.deputy,
        box=record.box,
        paper=record.paper,
        take_back=record.take_back,
    )


def mute(record: Record, seat: int, muted: bool) -> None:
    """Mute a seat in the chat, or unmute it."""
    _chair(record, seat).muted = muted
