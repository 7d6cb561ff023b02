"""Taking back over the network: far back, over a snapshot, after a restart, and in all that reads a game again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from freehold.server.archive.history import Archive
from freehold.server.fairness.verify import verify

from .contributing import Hand
from .network import Client, house, seated

FAR = 112  # actions, over a snapshot after 100
KEPT = 5


def play(client: Client, until: int) -> None:
    while client.number < until:
        usual = [action for action in client.legal if action["type"] not in ("mortgage", "sell", "sell_group", "build")]
        action = {key: value for key, value in (usual or client.legal)[0].items() if key not in ("max", "amount")}
        if action["type"] == "bid":
            action = {"type": "pass"}
        assert client.act(client.decider, action, str(client.number))["type"] == "done"
        client.hear("told")


def take_back(client: Client, to: int) -> Any:
    number = client.number
    for seat in (0, 1):
        client.say(type="take_back", seat=seat, number=number, to=to)
    return client.hear("told", that=lambda told: told["past"]["action"]["type"] == "take_back")


def test_far_back_over_a_snapshot_and_a_restart(tmp_path: Path) -> None:
    hand = Hand()
    with house(tmp_path) as place:
        made, client = seated(place, hand, take_back="free")
        id = made["table"]["id"]
        play(client, KEPT)
        early = client.heard[-1]["view"]
        play(client, FAR)
        told = take_back(client, KEPT)
        assert told["view"] == early
        assert told["past"]["chance"] == []
        play(client, FAR + 12)
        late, number = client.heard[-1]["view"], client.number
        client.close()
    with house(tmp_path) as place:
        back = Client(place.port, hand)
        welcome = back.hello(id, made["host"], *made["keys"])
        assert (welcome["number"], welcome["view"], welcome["table"]["frozen"]) == (number, late, False)
        take_back(back, 0)
        for seat in (0, 1):
            back.say(type="consent", seat=seat)
        back.hear("ended")
        store = place.server.store
        record = store.read.record(id)
        assert record is not None
        log = store.read.log(record)
        report = verify(log)
        assert report.finding is None
        assert report.taken_back > FAR - KEPT
        assert report.burnt > 10
        archive = Archive(store.read)
        assert [archive.view_at(id, at).view for at in (number, KEPT)] == [late, early]
        assert archive.page(id, number, 10).rows[-1].view == archive.view_at(id, 0).view
        statistics = archive.statistics(id)
        assert (statistics.turns, statistics.actions) == (0, number + 1)
        assert sum(statistics.dice.values()) > report.burnt / 2
        back.close()
