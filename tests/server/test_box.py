"""Tables around a real box, without a network: recorded games are typed and end where they ended; what cannot come is
refused; mistakes are taken back or set right, and the log says so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from freehold import Game
from freehold.game import internals
from freehold.server.fairness import fair_dice
from freehold.server.fairness.verify import verify
from freehold.server.protocol.messages import ActionApplied, NewTable, Person, Refused, Start, TableChanged, Wanted
from freehold.server.storage.game_log import Entry, Log
from freehold.server.storage.record import Record
from freehold.server.table import agreements, bots, box, seating, timing, voting
from freehold.server.table.table import Table
from freehold.server.table.table_step import Step
from freehold.server.workers.worker_pools import WorkerPools

from .network import Client, House, house, seated
from .served import SECRET
from .table_steps import NOON, refused

Json = dict[str, Any]
FIXTURES = sorted((Path(__file__).parents[1] / "game" / "fixtures").glob("*.json"))
BY_TURNS = ("turns", "shared-in-time")  # a server's timed game ends by the clock


def at(path: Path) -> Any:
    """A game of each edition is typed in `make test`, the others in `make thorough`."""
    return () if path.stem.endswith(("last-by-bank", "2-time-up")) else pytest.mark.thorough


class Family:
    """People around a board: they type, and keep what was written."""

    def __init__(self, names: tuple[str, ...] = ("Ann", "Bob"), start: Start | None = None, **wish: Any) -> None:
        people = [Person(name) for name in names]
        asked = NewTable(**{"edition": "classic", "seats": len(names), "people": people, "box": True, **wish})
        self.table = Table(seating.open_table(asked, fair_dice.commitment(SECRET), NOON)[0], SECRET)
        self.entries: list[Entry] = []
        self.keep(box.start(self.table, NOON, start or Start(first=0)))

    def keep(self, step: Step) -> Step:
        self.entries += [entry for entry, _ in step.writes.entries]
        return step

    def act(self, action: Any, *chance: int | str, seat: int | None = None) -> Step:
        seat = self.game.decider if seat is None else seat
        number = self.table.number + 1
        return self.keep(box.act(self.table, NOON, seat, number, action, chance=chance))

    def does(self, kind: str, *chance: int | str, **more: Any) -> Step:
        return self.act({"type": kind, **more}, *chance)

    def right(self, what: str, **more: Any) -> Step:
        return self.does("set_right", what=what, **more)

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    @property
    def view(self) -> Json:
        return dict(self.game.view())

    def cash(self) -> list[int]:
        return [player["cash"] for player in self.view["players"]]

    def again(self) -> Json:
        """What everybody sees at the table when another process loads it."""
        twin = Table(msgspec.json.decode(msgspec.json.encode(self.table.record), type=Record), SECRET)
        twin.restore(self.entries, NOON)
        assert twin.game is not None
        return dict(twin.game.view())

    def log(self) -> Log:
        assert self.table.record.header is not None
        return Log(self.table.record.header, self.entries, self.table.record.ending, SECRET.hex())


def wanted(step: Step) -> Wanted:
    (message,) = step.to_all
    assert isinstance(message, Wanted)
    assert not step.writes
    return message


# ---------------------------------------------------------------------- recorded games


def typed(path: Path) -> None:
    """Type a recorded game as a family would: each outcome when it is asked for."""
    fixture = json.loads(path.read_text(encoding="utf-8"))
    recorded, start = Game.load(fixture["start"]), fixture["start"]
    options = {key: value for key, value in start["options"].items() if key != "time_limit"}
    position = {key: value for key, value in start.items() if key not in ("decks", "chance")}
    people = [Person(player["name"], player["token"]) for player in start["players"]]
    wish = {"edition": start["edition"], "variant": start["variant"], "options": options, "people": people}
    family = Family(tuple(person.name for person in people), Start(position=position), **wish)
    log = list(fixture["log"])
    if fixture["ending"] in BY_TURNS:  # the clock runs out in the turn that was the last
        log.insert(-1, {"action": {"type": "time_up"}})
    for entry in log:
        events = recorded.again(entry) if "chance" in entry else []
        dice, cards = list(entry.get("chance", [])), [event["card"] for event in events if event["type"] == "card"]
        if entry["action"]["type"] == "time_up":
            family.table.record.ends_at = NOON
            step = timing.tick(family.table, NOON)
            assert step is not None
            family.keep(step)
            continue
        chance: list[int | str] = []
        while isinstance((told := family.act(entry["action"], *chance, seat=entry["seat"]).to_all[0]), Wanted):
            chance.append(cards.pop(0) if told.throw[0] == "card" else dice.pop(0))
        assert isinstance(told, ActionApplied)
        assert (dice, cards, msgspec.json.decode(msgspec.json.encode(told.past))["events"]) == ([], [], events)
    if fixture["ending"] in BY_TURNS:
        assert family.game.standings() == recorded.standings()
    else:
        assert family.view == {**recorded.view(), "options": options}
    assert family.again() == family.view
    agreements.consent(family.table, NOON, None, True)
    assert verify(family.log()).verdict == "typed"


@pytest.mark.parametrize("path", [pytest.param(path, marks=at(path), id=path.stem) for path in FIXTURES])
def test_a_recorded_game_that_is_typed_ends_where_it_ended(path: Path) -> None:
    typed(path)


# ---------------------------------------------------------------------- what is asked for, and what cannot come


def test_a_throw_asks_for_its_dice_and_for_the_card_that_they_lead_to() -> None:
    family = Family()
    assert wanted(family.does("roll")).throw == ["die", "die"]
    assert wanted(family.does("roll", 3)).throw == ["die"]
    asked = wanted(family.does("roll", 3, 4))
    assert (asked.throw, asked.deck, len(asked.cards)) == (["card"], "chance", 16)
    assert [event["type"] for event in asked.events] == ["roll", "move"]
    assert family.table.number == 0
    family.does("roll", 3, 4, "advance-go")
    assert family.cash() == [1700, 1500]
    assert family.entries[0].typed == [3, 4, "advance-go"]
    assert family.entries[0].chance == [3, 4]


def test_a_star_wars_throw_has_a_force_die() -> None:
    family = Family(edition="star-wars-2", start=Start(first=1, chance=[1, 2, 3, 4, 6, 6, 1, 1]))
    assert family.game.decider == 1
    assert wanted(family.does("roll")).throw == ["die", "die", "force"]
    with refused("typed-no-force"):
        family.does("roll", 1, 2, 3)


def test_a_game_that_is_under_way_on_the_board_goes_on_from_the_link_of_its_position() -> None:
    position = {"players": [{"cash": 700}, {"cash": 900}], "deeds": {"39": {"owner": 1}}, "turn": 1, "decider": 1}
    family = Family(position=Game.load({"edition": "classic", **position}).link(), start=Start())
    assert (family.game.decider, family.cash(), family.view["deeds"]["39"]["owner"]) == (1, [700, 900], 1)
    family.does("roll", 1, 2)
    assert family.again() == family.view


@pytest.mark.parametrize(("variant", "paid"), [("timed", True), ("short", False)])
def test_the_deeds_that_were_dealt_are_told_and_one_of_them_is_set_right(variant: str, paid: bool) -> None:
    family = Family(variant=variant, options={"time_limit": 60} if variant == "timed" else {})
    deeds = {int(square): deed["owner"] for square, deed in family.view["deeds"].items()}
    assert len(deeds) == (4 if paid else 6)
    told: Any = family.game.setup
    assert {event["square"]: event["seat"] for event in told if event["type"] == "deal"} == deeds
    assert sum(event["amount"] for event in told if event["type"] == "paid") == 3000 - sum(family.cash())
    twin = Table(family.table.record, SECRET)
    twin.restore(family.entries, NOON)
    assert twin.game is not None
    assert twin.game.setup == told
    square, owner = next(iter(deeds.items()))
    family.right("owner", square=square, to=1 - owner)
    assert family.view["deeds"][str(square)]["owner"] == 1 - owner


def test_deeds_that_were_not_dealt_are_not_told_as_such() -> None:
    assert Family().game.setup == []
    position = {"players": [{"square": 7}, {}], "deeds": {"39": {"owner": 1}}}
    assert Family(start=Start(position=position), variant="timed", options={"time_limit": 60}).game.setup == []


def test_what_cannot_come_is_refused_and_changes_nothing() -> None:
    family = Family()
    before = family.game.position()
    cases: dict[str, list[int | str]] = {
        "typed-no-die": [3, "light"],
        "typed-no-card": [3, 4, "income-tax"],
        "typed-too-many": [1, 2, 3],
    }
    for code, chance in cases.items():
        with refused(code):
            family.does("roll", *chance)
    with refused("wrong-phase"):
        family.does("buy")
    with refused("unknown-action"):
        family.does("time_up")
    assert (family.game.position(), family.entries) == (before, [])


def test_a_card_is_out_until_all_were_drawn_or_the_deck_is_shuffled() -> None:
    family = Family()
    family.does("roll", 3, 4, "advance-go")
    family.does("end_turn")
    with refused("typed-no-card"):
        family.does("roll", 3, 4, "advance-go")
    assert "advance-go" not in wanted(family.does("roll", 3, 4)).cards
    family.right("shuffled", deck="chance")
    assert "advance-go" in wanted(family.does("roll", 3, 4)).cards


def test_what_was_typed_of_a_throw_outlasts_what_is_no_answer_to_it() -> None:
    family = Family(variant="timed", options={"time_limit": 30})
    family.right("owner", square=39, to=1)

    def still(step: Step) -> tuple[int, list[int | str], list[str]]:
        told = step.to_all[-1]
        assert isinstance(told, ActionApplied)
        assert told.wanted == family.table.wanted
        assert isinstance(told.wanted, Wanted)
        return told.wanted.number, told.wanted.chance, list(told.wanted.throw)

    family.does("roll", 3, 4)
    assert still(family.act({"type": "mortgage", "square": 39}, seat=1)) == (3, [3, 4], ["card"])
    family.table.record.ends_at = NOON
    assert still(family.keep(timing.tick(family.table, NOON) or Step())) == (4, [3, 4], ["card"])
    assert still(family.right("shuffled", deck="chest")) == (5, [3, 4], ["card"])
    family.does("roll", 3, 4, "advance-go")
    assert family.table.wanted is None


def test_what_was_typed_of_a_throw_goes_with_what_it_rests_on() -> None:
    family = Family()
    corrections: list[Json] = [
        {"type": "set_right", "what": "turn", "seat": 1},
        {"type": "take_back", "to": 0},
        {"type": "set_right", "what": "square", "seat": 0, "to": 1},
    ]
    for action in corrections:
        family.does("roll", 3, 4)
        assert family.table.wanted is not None
        family.act(action)
        assert family.table.wanted is None


def test_an_ordinary_table_takes_no_dice_and_a_box_no_bots() -> None:
    people = [Person("Ann"), Person("Bob")]
    wishes: list[Json] = [{"bots": ["trader"], "seats": 3}, {"listed": True}, {"seconds": 60}]
    for wish in wishes:
        with refused("bad-table"):
            seating.open_table(NewTable("classic", **{"people": people, "seats": 2, "box": True, **wish}), "", NOON)
    record = seating.open_table(NewTable("classic", people=people, seats=3, box=True), "", NOON)[0]
    with refused("box-open-seat"):
        box.start(Table(record, SECRET), NOON, Start())


def test_no_bot_takes_a_seat_around_a_box() -> None:
    family = Family(("Ann", "Bob", "Cleo"))
    record = family.table.record
    before = msgspec.json.encode(record)
    wishes: list[Callable[[], object]] = [
        lambda: seating.leave(record, 1),
        lambda: seating.replace(record, 1, None, {}),
        lambda: seating.replace(record, 1, "baron", {}),
        lambda: voting.vote(record, 0, 1, True, {}, {}, NOON),
    ]
    for wish in wishes:
        with refused("box-no-bots"):
            wish()
    assert msgspec.json.encode(record) == before
    family.does("roll", 2, 4)


def test_whoever_takes_their_name_back_leaves_the_seat_to_the_others() -> None:
    family = Family()
    agreements.withdraw(family.table, NOON, [1], [])
    chair = family.table.record.seats[1]
    assert (chair.kind, chair.name, chair.key) == ("person", "Player 2", "")
    family.does("roll", 2, 4)
    family.does("buy")
    family.does("end_turn")
    assert family.game.decider == 1
    family.does("roll", 1, 2)


def test_a_screen_of_everybodys_is_told_of_when_it_comes_and_when_it_goes() -> None:
    table = Family().table
    [come] = table.arrive(NOON, [], None).to_all
    assert isinstance(come, TableChanged)
    assert come.table.watchers == 1
    gone = table.depart(NOON, [], None)
    assert gone is not None
    assert gone.table.watchers == 0


def test_nobody_is_absent_around_a_box() -> None:
    family = Family()
    family.table.arrive(NOON, [1])
    assert family.table.countdown.absent == [0]
    assert timing.due(family.table) is None


# ---------------------------------------------------------------------- corrections

MISTAKES: list[tuple[str, Json, Json]] = [
    ("cash", {"seat": 1, "to": 1340}, {"players": {1: {"cash": 1340}}}),
    ("square", {"seat": 0, "to": 24}, {"players": {0: {"square": 24}}}),
    ("in_jail", {"seat": 0, "to": True}, {"players": {0: {"in_jail": True, "square": 10}}}),
    ("owner", {"square": 39, "to": 1}, {"deeds": {"39": {"owner": 1}}}),
    ("owner", {"square": 6, "to": None}, {"deeds": {"6": None}}),
    ("mortgaged", {"square": 6, "to": True}, {"deeds": {"6": {"mortgaged": True}}}),
    ("jail_card", {"deck": "chest", "to": 1}, {"players": {1: {"jail_cards": ["chest"]}}}),
    ("turn", {"seat": 1}, {"turn": 1, "decider": 1, "phase": "roll"}),
]


def shows(view: Any, what: Any) -> bool:
    """Whether a view has these values."""
    if not isinstance(what, dict):
        return bool(view == what)
    if view is None:
        return False
    return all(shows(view[key] if isinstance(view, list) else view.get(key), value) for key, value in what.items())


@pytest.mark.parametrize(
    ("what", "fields", "then"), MISTAKES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_one_thing_is_set_right_and_the_log_says_so(what: str, fields: Json, then: Json) -> None:
    family = Family()
    family.does("roll", 2, 4)
    family.does("buy")
    assert not shows(family.view, then)
    family.right(what, **fields)
    assert shows(family.view, then)
    assert family.entries[-1].action == {"type": "set_right", "what": what, **fields}
    assert family.again() == family.view
    family.does("take_back", to=2)
    assert not shows(family.view, then)


def test_a_card_for_leaving_jail_goes_back() -> None:
    family = Family()
    family.does("roll", 3, 4, "jail-free")
    assert family.view["players"][0]["jail_cards"] == ["chance"]
    family.right("jail_card", deck="chance", to=None)
    assert family.view["players"][0]["jail_cards"] == []


@pytest.mark.parametrize(
    "action",
    [
        {"type": "set_right", "what": "weather", "to": 1},
        {"type": "set_right", "what": "cash", "seat": 7, "to": 1},
        {"type": "set_right", "what": "cash", "seat": 0, "to": "much"},
        {"type": "set_right", "what": "owner", "square": 41, "to": 1},
        {"type": "set_right", "what": "owner", "square": 0, "to": 1},
        {"type": "set_right", "what": "shuffled", "deck": "deeds"},
        {"type": "set_right", "what": "symbol", "symbol": "light", "to": 1},
        {"type": "set_right", "what": "jail_card", "deck": "chest", "to": 9},
        {"type": "set_right"},
        {"type": "take_back"},
        {"type": "take_back", "to": 9},
        {"type": "take_back", "to": -1},
        {"type": "take_back", "to": True},
    ],
)
def test_a_correction_that_makes_no_sense_changes_nothing(action: Json) -> None:
    family = Family()
    family.does("roll", 2, 4)
    before = family.game.position()
    with pytest.raises(Refused):
        family.act(action)
    assert family.game.position() == before


def test_any_number_of_steps_is_taken_back_and_stays_in_the_log() -> None:
    family = Family()
    views = [family.view]
    for kind, chance in [("roll", (2, 4)), ("buy", ()), ("end_turn", ()), ("roll", (1, 3)), ("pay_tax", ())]:
        family.does(kind, *chance, **({"choice": "flat"} if kind == "pay_tax" else {}))
        views.append(family.view)
    family.does("take_back", to=3)
    assert family.view == views[3]
    family.does("roll", 5, 6)
    assert (family.view["players"][1]["square"], len(family.entries)) == (11, 7)
    with refused("not-in-line"):
        family.does("take_back", to=4)  # was taken back itself
    family.does("take_back", to=0)
    assert family.view == views[0]
    assert family.again() == views[0]


def test_what_was_offered_is_known_until_it_is_taken_back() -> None:
    """Bots that are asked for their price, and the coach, know it from there."""
    family = Family()
    family.does("roll", 1, 2)
    family.does("buy")
    family.does("offer", to=1, give={"squares": [3]}, ask={"cash": 10})
    family.does("reject")
    known = [(one["seat"], one["action"]["type"]) for one in internals.dealings(family.game)]
    assert known == [(0, "offer"), (1, "reject")]
    twin = Table(family.table.record, SECRET)
    twin.restore(family.entries, NOON)
    assert twin.game is not None
    assert internals.dealings(twin.game) == internals.dealings(family.game)
    family.does("take_back", to=3)
    assert len(internals.dealings(family.game)) == 1
    family.does("take_back", to=1)
    assert internals.dealings(family.game) == ()


def test_a_game_that_ended_by_a_mistake_goes_on_and_ends_when_somebody_says_so() -> None:
    family = Family()
    family.right("cash", seat=0, to=0)
    family.does("roll", 1, 3)
    family.does("pay_tax", choice="flat")
    family.does("bankrupt")
    assert family.game.over
    assert timing.due(family.table) is None
    family.does("take_back", to=1)
    family.does("roll", 4, 6)
    agreements.consent(family.table, NOON, None, True)
    assert family.table.record.status == "over"
    with refused("game-over"):
        family.does("end_turn")


@pytest.mark.parametrize("again", [False, True])
def test_what_is_seen_to_be_wrong_after_the_end_is_corrected_and_the_game_goes_on(again: bool) -> None:
    family = Family()
    family.does("roll", 2, 4)
    agreements.consent(family.table, NOON, None, True)
    if again:  # another process loads it
        family.table = Table(msgspec.json.decode(msgspec.json.encode(family.table.record), type=Record), SECRET)
        family.table.restore(family.entries, NOON)
    with refused("not-in-line"):
        family.does("take_back", to=7)
    assert family.table.record.status == "over"
    step = family.does("take_back", to=0)
    assert [type(message) for message in step.to_all] == [TableChanged, ActionApplied]
    assert step.writes.record is family.table.record
    family.does("roll", 1, 2)
    assert family.again() == family.view
    agreements.consent(family.table, NOON, None, True)
    assert family.table.record.ending is not None
    assert family.table.record.ending.number == 3
    assert verify(family.log()).verdict == "typed"


def test_the_clock_runs_out_after_the_end_only_if_that_is_taken_back() -> None:
    family = Family(variant="timed", options={"time_limit": 30})
    family.right("cash", seat=0, to=0)
    for square in list(family.view["deeds"]):
        family.right("owner", square=int(square), to=1)
    family.does("roll", 1, 3)
    family.does("pay_tax", choice="flat")
    family.does("bankrupt")
    family.table.record.ends_at = NOON
    assert (family.game.over, timing.due(family.table), timing.tick(family.table, NOON)) == (True, None, None)
    family.does("take_back", to=family.table.number - 1)
    assert timing.due(family.table) == (NOON, "clock")


def test_time_that_was_up_is_up_again_when_its_end_was_taken_back() -> None:
    family = Family(variant="timed", options={"time_limit": 30})
    family.does("roll", 2, 5, "advance-go")
    family.table.record.ends_at = NOON
    corrections: list[Json] = [{"type": "take_back", "to": 1}, {"type": "set_right", "what": "turn", "seat": 0}]
    for action in corrections:
        family.keep(timing.tick(family.table, NOON) or Step())
        assert family.view["flow"]["time_up"]
        family.act(action)
        assert (family.view["flow"]["time_up"], family.table.record.ends_at) == (0, NOON)


def test_the_log_of_a_box_says_that_dice_were_typed_and_holds_unless_it_was_changed() -> None:
    family = Family()
    for _ in range(60):
        family.does("roll", 1, 2) if family.game.phase == "roll" else family.act(family.game.legal()[0])
    family.does("take_back", to=20)
    family.right("cash", seat=0, to=77)
    agreements.consent(family.table, NOON, None, True)
    log = family.log()
    report = verify(log)
    assert (report.finding, report.verdict, report.proved) == (None, "typed", False)
    entries = list(log.entries)
    entries[0] = msgspec.structs.replace(entries[0], typed=[1, 1])
    assert verify(msgspec.structs.replace(log, entries=entries)).verdict == "failed"
    assert verify(msgspec.structs.replace(log, entries=log.entries[:-1])).verdict == "failed"


# ---------------------------------------------------------------------- over a connection


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("data")) as running:
        yield running


def test_a_phone_with_the_invitation_goes_on_where_the_laptop_stopped(place: House) -> None:
    made = place.table(listed=False, box=True)
    table = made["table"]["id"]
    laptop, phone, stranger = (Client(place.port) for _ in range(3))
    assert laptop.hello(table, made["host"])["yours"] == [0, 1]
    laptop.say(type="start", first=1)
    laptop.hear("begun")
    laptop.say(type="act", seat=1, number=1, id="a", action={"type": "roll"}, chance=[3, 4])
    assert laptop.hear("wanted")["throw"] == ["card"]
    welcome = phone.hello(table, invite=made["invite"])
    assert (welcome["yours"], welcome["wanted"]["chance"]) == ([0, 1], [3, 4])
    laptop.close()
    phone.say(type="act", seat=1, number=1, id="a", action={"type": "roll"}, chance=[3, 4, "bank-error"])
    assert phone.hear("refused")["code"] == "typed-no-card"
    phone.say(type="act", seat=1, number=1, id="a", action={"type": "roll"}, chance=[3, 4, "advance-go"])
    assert phone.hear("done") == {"type": "done", "id": "a", "number": 1}
    phone.say(type="act", seat=1, number=1, id="a", action={"type": "roll"}, chance=[3, 4, "advance-go"])
    assert phone.hear("done")["number"] == 1
    phone.say(type="act", seat=0, number=2, id="b", action={"type": "take_back", "to": 0})
    assert phone.hear("told")["past"]["action"] == {"type": "take_back", "to": 0}
    assert stranger.hello(table)["code"] == "wrong-invite"
    phone.say(type="new_invite", digest="0" * 64)
    phone.hear("table")
    phone.say(type="act", seat=0, number=3, id="c", action={"type": "roll"}, chance=[1, 2])
    assert phone.hear("refused")["code"] == "not-your-seat"
    for client in (phone, stranger):
        client.close()


def test_a_phone_of_one_player_is_told_of_and_forgotten_when_it_goes(place: House) -> None:
    made = place.table(listed=False, box=True)
    table = made["table"]["id"]
    laptop, phone, fake = (Client(place.port) for _ in range(3))
    assert laptop.hello(table, made["host"], phone=7)["yours"] == [0, 1]  # nobody's
    welcome = phone.hello(table, invite=made["invite"], phone=1)
    assert (welcome["yours"], welcome["table"]["phones"]) == ([1], [1])
    assert laptop.hear("table", that=lambda message: message["table"]["phones"] == [1])
    phone.close()
    assert laptop.hear("table", that=lambda message: message["table"]["phones"] == [])
    ordinary = place.table()
    welcome = fake.hello(ordinary["table"]["id"], phone=1)
    assert (welcome["yours"], welcome["table"]["phones"]) == ([], [])
    for client in (laptop, fake):
        client.close()


def test_whether_the_money_of_the_box_is_used_is_the_same_on_all_screens(place: House) -> None:
    made = place.table(listed=False, box=True, paper=True)
    table = made["table"]["id"]
    assert made["table"]["paper"] is True
    laptop, phone, stranger = (Client(place.port) for _ in range(3))
    laptop.hello(table, made["host"])
    phone.hello(table, invite=made["invite"], phone=1)
    phone.say(type="paper", paper=False)
    assert laptop.hear("table", that=lambda message: not message["table"]["paper"])
    ordinary = place.table(paper=True)
    assert stranger.hello(ordinary["table"]["id"], ordinary["host"])["table"]["paper"] is False
    stranger.say(type="paper", paper=True)
    assert stranger.hear("refused")["code"] == "no-box"
    for client in (laptop, phone, stranger):
        client.close()


def test_the_past_of_a_box_is_read_like_that_of_any_game(place: House, tmp_path: Path) -> None:
    made = place.table(listed=False, box=True)
    table, key = made["table"]["id"], {"X-Freehold-Key": made["host"]}
    client = Client(place.port)
    client.hello(table, made["host"])
    client.say(type="start", first=0)
    client.hear("begun")
    for number, (action, chance) in enumerate(
        [
            ({"type": "roll"}, [2, 4]),
            ({"type": "buy"}, []),
            ({"type": "take_back", "to": 1}, []),
            ({"type": "set_right", "what": "cash", "seat": 0, "to": 9}, []),
        ],
        1,
    ):
        client.say(type="act", seat=0, number=number, id=str(number), action=action, chance=chance)
        client.hear("done")
    rows = place.get(f"/api/tables/{table}/past", **key)["rows"]
    assert [row["view"]["players"][0]["cash"] for row in rows] == [1500, 1500, 1400, 1500, 9]
    assert rows[4]["past"]["was"] == 1500
    client.say(type="consent")
    client.hear("ended")
    found = place.get(f"/api/tables/{table}/statistics", **key)
    assert (found["actions"], found["set_right"]) == (4, 1)
    client.say(type="act", seat=0, number=5, id="5", action={"type": "take_back", "to": 1})
    assert client.hear("table", that=lambda message: message["table"]["status"] == "playing")
    client.say(type="consent")
    client.hear("ended", that=lambda message: message["number"] == 5)
    found = place.get(f"/api/tables/{table}/statistics", **key)
    assert (found["actions"], found["set_right"]) == (5, 0)
    client.close()
    log = place.get(f"/api/tables/{table}/log", **key)
    with house(tmp_path) as elsewhere:
        assert elsewhere.post("/api/verify", log, 200)["verdict"] == "typed"
        assert elsewhere.post("/api/import", log) == {"id": table}
        watcher = Client(elsewhere.port)
        assert watcher.hello(table)["table"]["box"]
        watcher.close()


def test_the_review_of_a_box_has_the_coach_compiled(place: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """At its table nothing has needed that so far."""
    prepared: list[str] = []

    async def review(*_: Any) -> bytes:
        raise Refused("coach-not-ready")

    monkeypatch.setattr(WorkerPools, "review", review)
    monkeypatch.setattr(bots, "prepare_coach", lambda: prepared.append("coach"))
    made = place.table(listed=False, box=True)
    table, client = made["table"]["id"], Client(place.port)
    client.hello(table, made["host"])
    client.say(type="start", first=0)
    client.hear("begun")
    client.say(type="consent")
    client.hear("ended")
    found = place.get(f"/api/tables/{table}/review", 202, **{"X-Freehold-Key": made["host"]})
    assert (found["code"], prepared) == ("coach-not-ready", ["coach"])
    client.close()


def test_whoever_leaves_a_box_stays_in_the_game(place: House) -> None:
    made = place.table(listed=False, box=True)
    laptop, phone = Client(place.port), Client(place.port)
    laptop.hello(made["table"]["id"], made["host"])
    laptop.say(type="start", first=0)
    laptop.hear("begun")
    phone.hello(made["table"]["id"], invite=made["invite"], phone=1)
    wishes: list[Json] = [{"type": "leave"}, {"type": "replace"}, {"type": "vote", "about": 0}]
    for wish in wishes:
        phone.say(seat=1, **wish)
        assert phone.hear("refused")["code"] == "box-no-bots"
    phone.say(type="act", seat=0, number=1, id="a", action={"type": "roll"}, chance=[2, 4])
    assert phone.hear("told")["past"]["seat"] == 0
    for client in (laptop, phone):
        client.close()


def test_dice_are_not_typed_at_an_ordinary_table(place: House) -> None:
    _, ann = seated(place)
    ann.say(type="act", seat=ann.decider, number=1, id="a", action={"type": "roll"}, chance=[6, 6])
    assert ann.hear("refused")["code"] == "no-box"
    ann.close()
