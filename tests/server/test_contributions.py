"""Players who give to the dice over real connections: all are waited for, and nobody for longer than the grace."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from freehold.server.fairness.verify import read, verify
from freehold.server.table import table, timing

from .contributing import Hand
from .network import WAIT, Client, Contributor, House, house, seated
from .test_server import first

NAMES = ("Ann", "Bob", "Cleo", "Dan")
GRACE = 1.0  # seconds; whoever answers at once is in time, also on a busy machine
ACTIONS = 100  # among so many, chance is drawn at least once


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that waits for links as long as a test would."""
    with house(tmp_path_factory.mktemp("patient"), grace=float(WAIT)) as running:
        yield running


def table_of(place: House, people: int) -> tuple[str, list[Client]]:
    """A table of people with a browser each; the first is the host."""
    made = place.table(seats=people, people=[{"name": name} for name in NAMES[:people]])
    clients = []
    for seat, key in enumerate(made["keys"]):
        client = Client(place.port, Hand())
        client.hello(made["table"]["id"], key, *([made["host"]] if seat == 0 else []))
        client.publish(seat)
        client.hear("table", that=lambda message: message["table"]["seats"][seat]["chain"])  # noqa: B023  # it is called before the loop goes on
        clients.append(client)
    return made["table"]["id"], clients


def proved(place: House, id: str) -> Any:
    return verify(read(place.http.get(f"/api/tables/{id}/log").content))


def test_four_browsers_give_to_every_draw(patient: House) -> None:
    id, (ann, *others) = table_of(patient, 4)
    threads = [Contributor(client) for client in others]
    ann.say(type="start")
    begun = ann.hear("begun")
    assert set(begun["header"]["shares"]) == set("0123")
    drawn = 1
    for k in range(40):
        if ann.decider == 0:
            assert ann.act(0, first(ann), f"a{k}")["type"] == "done"
        else:
            other = others[ann.decider - 1]  # type: ignore[operator]
            other.say(type="act", seat=ann.decider, number=ann.number + 1, id=f"a{k}", action=first(ann))
        past = ann.hear("told")["past"]
        if "shares" in past:
            drawn += 1
            assert set(past["shares"]) == set("0123")
            assert None not in past["shares"].values()
    assert drawn > 10
    for seat, client in enumerate((ann, *others)):
        client.say(type="consent", seat=seat)
    ann.hear("ended")
    report = proved(patient, id)
    assert report.proved, report.finding
    assert [part.gave for part in report.parts] == [drawn] * 4
    for thread in threads:
        thread.close()
    ann.close()


def test_a_connection_gives_its_link_while_its_own_action_waits_for_it(patient: House) -> None:
    _, client = seated(patient, Hand())
    client.act(client.decider or 0, {"type": "roll"}, "r")  # would wait as long as the test does
    assert set(client.hear("told")["past"]["shares"]) == {"0", "1"}
    client.close()


class LastKeyFirst(Hand):
    """Writes `type` as the last key, as JSON allows."""

    def answer(self, asking: Any) -> Any:
        share = super().answer(asking)
        return dict(reversed(share.items()))


def test_the_keys_of_a_share_may_come_in_any_order(patient: House) -> None:
    _, client = seated(patient, LastKeyFirst())
    client.act(client.decider or 0, {"type": "roll"}, "r")
    assert set(client.hear("told")["past"]["shares"]) == {"0", "1"}
    client.close()


def test_a_link_that_nobody_asked_for_is_refused(patient: House) -> None:
    _, client = seated(patient, Hand())
    assert client.hand is not None
    client.say(type="share", draw=1, links={"0": client.hand.link(0, 1)})
    assert client.hear("refused")["code"] == "stale-share"
    client.close()


def test_who_does_not_answer_is_waited_for_and_can_be_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "IMPATIENCE", 0)
    monkeypatch.setattr(timing, "IMPATIENCE", 0)
    with house(tmp_path, grace=GRACE) as place:
        id, (ann, bob) = table_of(place, 2)
        thread = Contributor(bob)
        ann.say(type="start")
        ann.hear("begun")
        assert bob.hand is not None
        bob.hand.silent = True
        missing = []
        for k in range(30):
            acting = ann if ann.decider == 0 else bob
            acting.say(type="act", seat=ann.decider, number=ann.number + 1, id=f"a{k}", action=first(ann))
            heard = ann.hear("told", "table", that=lambda at: at["type"] == "told" or at["clock"]["for_dice"])
            if heard["type"] == "table":
                assert heard["clock"]["absent"] == [1]
                ann.say(type="stand_in", seat=0, about=1)
                heard = ann.hear("told")
            shares = heard["past"].get("shares")
            if shares is not None:
                missing.append(shares.get("1", "not asked"))
        assert missing[0] is None
        assert set(missing[1:]) == {"not asked"}  # once, and then it was no longer asked
        assert b"freehold_left_out_total 1.0" in place.http.get("/metrics").content
        for seat, client in enumerate((ann, bob)):
            client.say(type="consent", seat=seat)
        ann.hear("ended")
        report = proved(place, id)
        assert (report.finding, report.verdict, report.incomplete) == (None, "partly", len(missing))
        thread.close()
        ann.close()


def test_a_link_that_comes_after_the_grace_period_is_in_the_draw(tmp_path: Path) -> None:
    with house(tmp_path, grace=GRACE) as place:
        _, (ann, bob) = table_of(place, 2)
        ann.say(type="start")
        ann.hear("asking")  # and answers
        bob.hear("begun")
        ann.hear("begun")
        acting = ann if ann.decider == 0 else bob
        acting.say(type="act", seat=ann.decider, number=1, id="a", action={"type": "roll"})
        ann.hear("table", that=lambda at: at["clock"]["for_dice"])
        bob.hear("told")  # only now it reads the question, and answers
        assert set(ann.hear("told")["past"]["shares"]) == {"0", "1"}
        if "done" not in {at["type"] for at in acting.heard}:  # it comes before or after what everybody is told
            acting.hear("done")
        for client in (ann, bob):
            client.close()


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "share", "draw": 7, "links": {"0": "ab" * 32}}, "stale-share"),
        ({"type": "share", "draw": 1, "links": {"7": "ab" * 32}}, "not-your-seat"),
        ({"type": "share", "draw": 1, "links": {"8": "ab" * 32}}, "bad-message"),
        ({"type": "chain", "seat": 0, "end": "ab"}, "bad-message"),
    ],
)
def test_a_wrong_share_is_refused(patient: House, message: Any, code: str) -> None:
    _, client = seated(patient, Hand())
    client.say(**message)
    assert client.hear("refused")["code"] == code
    client.close()
