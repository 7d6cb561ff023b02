"""Fair dice: the secret binds the server, every seat's share counts, and whatever is changed in a log is found."""

from __future__ import annotations

import collections
import hashlib
import hmac
import itertools
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from freehold.editions import ids
from freehold.game import Game
from freehold.server.fairness import fair_dice
from freehold.server.fairness.verify import NotALog, Report, read, verify
from freehold.server.storage.game_log import Chair, Log, bind
from tests.cli.terminal import Terminal

from .served import SECRET, played

SALTS = ["salt of Ann", "salt of Bob"]


@pytest.fixture(scope="module")
def log() -> Log:
    return played()


def changed(log: Log, change: Any) -> Log:
    """The log with a change made in its JSON."""
    raw = json.loads(msgspec.json.encode(log))
    change(raw)
    return read(json.dumps(raw))


def found(report: Report) -> tuple[int, str]:
    assert not report.proved
    assert report.finding is not None
    for lang in ("en", "fr"):
        assert report.finding.sentence(lang)
    return report.finding.number, report.finding.code


@pytest.mark.parametrize("edition", ids())
def test_an_honest_game_is_proved(edition: str) -> None:
    log = played(edition, 60)
    report = verify(log, log.entries[7].hash)
    assert report.finding is None
    assert (report.proved, report.checked, report.rules_as_played) == (True, 60, True)
    assert report.draws == 1 + sum(entry.shares is not msgspec.UNSET for entry in log.entries) > 10
    assert [(part.gave, part.left_out) for part in report.parts] == [(report.draws, 0)] * 2


@pytest.mark.parametrize("edition", ["classic", "star-wars-2"])
def test_a_game_of_the_second_format_is_proved_as_what_it_was(edition: str) -> None:
    log = played(edition, 60, format=2)
    report = verify(log, log.entries[7].hash)
    assert (report.proved, report.format, report.incomplete) == (True, 2, 0)
    assert [(part.gave, part.left_out, part.absent) for part in report.parts] == [(report.draws, 0, 0)] * 2
    assert found(verify(changed(log, lambda raw: raw["header"].update(format=3))))[0] == 0
    assert found(verify(changed(log, lambda raw: raw["entries"][3].update(kinds={"0": "bot"}))))[0] == 4


def test_a_game_of_the_first_format_is_proved_as_what_it_was() -> None:
    log = played(format=1)
    report = verify(log, log.entries[7].hash)
    assert (report.proved, report.format, report.draws, report.parts) == (True, 1, 0, [])
    assert b"shares" not in msgspec.json.encode(log)
    k = next(k for k, entry in enumerate(log.entries) if entry.chance)
    assert found(verify(changed(log, lambda raw: raw["entries"][k].update(shares={}))))[1] == "verify-drawn"
    assert found(verify(changed(log, lambda raw: raw["header"].update(format=2))))[0] == 0


@pytest.mark.parametrize("variant", ["short", "timed"])
def test_the_deal_of_a_shorter_game_is_proved(variant: str) -> None:
    assert verify(played("classic", 10, variant=variant)).proved


def test_the_throw_is_the_hmac_of_secret_shares_and_number() -> None:
    """Written out here once more, from the description alone; first as it was in format 1."""
    message = b'["freehold","dice",["salt of Ann","salt of Bob"],3,0]'
    block = hmac.new(SECRET, message, hashlib.sha256).digest()
    assert fair_dice.seed(SECRET, SALTS, 3) == int.from_bytes(block[:8], "big")
    shares = {"0": "ab" * 32, "2": None}
    message = b'["freehold","dice",{"0":"' + b"ab" * 32 + b'","2":null},3,0]'
    block = hmac.new(SECRET, message, hashlib.sha256).digest()
    assert fair_dice.seed(SECRET, shares, 3) == int.from_bytes(block[:8], "big")
    assert fair_dice.commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_every_salt_and_every_number_makes_another_throw() -> None:
    seeds = {
        fair_dice.seed(SECRET, SALTS, 1),
        fair_dice.seed(SECRET, SALTS, 2),
        fair_dice.seed(SECRET, ["salt of Ann", ""], 1),
        fair_dice.seed(SECRET, ["salt of Annsalt of Bob", ""], 1),
        fair_dice.seed(SECRET, SALTS[::-1], 1),
        fair_dice.seed(bytes(32), SALTS, 1),
    }
    assert len(seeds) == 6


def test_each_deck_has_a_stream_of_its_own() -> None:
    cards = [str(k) for k in range(16)]
    chest = fair_dice.shuffled(SECRET, SALTS, "chest", cards)
    chance = fair_dice.shuffled(SECRET, SALTS, "chance", cards)
    assert sorted(chest) == sorted(chance) == sorted(cards)
    assert chest != chance


def test_every_order_of_a_deck_is_equally_likely() -> None:
    """Three cards, 6 orders, 6000 shuffles: chi-squared with 5 degrees of freedom; the secrets are fixed."""
    orders = collections.Counter(
        tuple(fair_dice.shuffled(k.to_bytes(32, "big"), [], "chest", ["a", "b", "c"])) for k in range(6000)
    )
    assert set(orders) == set(itertools.permutations("abc"))
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 20.5  # one in a thousand


def test_dice_under_a_secret_are_even() -> None:
    game = Game.new("classic", 2)
    start = game.position()
    faces: collections.Counter[Any] = collections.Counter()
    for n in range(1500):
        _, line = fair_dice.play(Game.load(start, game.edition), n, {"type": "roll"}, None, SECRET, SALTS)
        faces.update(line["chance"][:2])
    assert sum((count - 500) ** 2 / 500 for count in faces.values()) < 20.5


def test_a_refused_action_leaves_the_next_throw_as_it_was() -> None:
    game, other = (Game.load(Game.new("classic", 2).start) for _ in range(2))
    with pytest.raises(Exception, match=r"."):
        fair_dice.play(game, 1, {"type": "buy"}, None, SECRET, SALTS)
    assert fair_dice.play(game, 1, {"type": "roll"}, None, SECRET, SALTS) == fair_dice.play(
        other, 1, {"type": "roll"}, None, SECRET, SALTS
    )


# ---------------------------------------------------------------------- tampering

OTHER: dict[str, Any] = {
    "number": lambda old: old + 1,
    "seat": lambda old: 1 - old,
    "action": lambda old: {"type": "bankrupt"} if old["type"] != "bankrupt" else {"type": "roll"},
    "chance": lambda old: [*old[:-1], old[-1] % 6 + 1] if old else [1],
    "by": lambda old: "bot",
    "at": lambda old: old + 1,
    "view": lambda old: "0" * 64,
    "hash": lambda old: "0" * 64,
    "shares": lambda old: {**(old or {}), "0": "0" * 64},
    "chains": lambda old: {"0": "0" * 64},
    "fresh": lambda old: "0" * 64,
    "kinds": lambda old: {"0": "bot"},
    "typed": lambda old: [1],
}


@pytest.mark.parametrize("field", OTHER)
def test_every_field_of_every_entry_is_watched(log: Log, field: str) -> None:
    assert tuple(OTHER) == log.entries[0].__struct_fields__
    for k in range(len(log.entries)):
        tampered = changed(
            log, lambda raw, k=k: raw["entries"][k].update({field: OTHER[field](raw["entries"][k].get(field))})
        )
        assert found(verify(tampered))[0] == k + 1


def test_a_changed_throw_is_named_with_the_true_one(log: Log) -> None:
    k = next(k for k, entry in enumerate(log.entries) if entry.chance)
    number, code = found(verify(changed(log, lambda raw: raw["entries"][k].update(chance=[6, 6]))))
    assert (number, code) == (k + 1, "verify-chance")
    report = verify(changed(log, lambda raw: raw["entries"][k].update(chance=[6, 6])))
    assert report.finding is not None
    assert report.finding.told == "6, 6"
    assert report.finding.true == ", ".join(map(str, log.entries[k].chance))


def test_a_throw_changed_together_with_its_digests_is_still_found(log: Log) -> None:
    """Whoever rewrites the chain as well cannot make the secret give another throw."""
    k = next(k for k, entry in enumerate(log.entries) if entry.chance)
    before = log.entries[k - 1].hash if k else log.header.hash
    entry = bind(before, msgspec.structs.replace(log.entries[k], chance=[6, 6]))
    assert found(verify(msgspec.structs.replace(log, entries=[*log.entries[:k], entry])))[0] == k + 1


def test_entries_cannot_be_dropped_doubled_swapped_or_cut_off(log: Log) -> None:
    def drop(raw: Any) -> None:
        del raw["entries"][4]

    def double(raw: Any) -> None:
        raw["entries"].insert(4, raw["entries"][4])

    def swap(raw: Any) -> None:
        raw["entries"][4:6] = raw["entries"][5:3:-1]

    for change in (drop, double, swap):
        assert found(verify(changed(log, change))) in ((5, "verify-number"), (6, "verify-number"))
    assert found(verify(changed(log, lambda raw: raw["entries"].pop())))[1] == "verify-ending"
    assert found(verify(changed(log, lambda raw: raw.update(ending=None))))[1] == "verify-ending"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", "other"),
        ("edition", "spider-man"),
        ("edition", "../../etc/passwd"),
        ("variant", "short"),
        ("variant", "endless"),
        ("options", {"utility_throw": "fresh"}),
        ("commitment", "0" * 64),
        ("rules", "0" * 64),
        ("at", 2),
        ("start", "0" * 64),
        ("hash", "0" * 64),
    ],
)
def test_the_header_is_watched(log: Log, field: str, value: Any) -> None:
    assert found(verify(changed(log, lambda raw: raw["header"].update({field: value}))))[0] == 0


@pytest.mark.parametrize("field", ["name", "token", "salt", "chain", "kind", "named", "blind"])
def test_the_seats_are_watched(log: Log, field: str) -> None:
    assert {"name", "token", "salt", "chain", "kind", "named", "blind"} == {*Chair.__struct_fields__}
    other = {"chain": "0" * 64, "kind": "bot", "named": "0" * 64, "blind": "0" * 64}.get(field, "cat")
    assert found(verify(changed(log, lambda raw: raw["header"]["seats"][1].update({field: other}))))[0] == 0


def test_another_secret_is_not_the_one_the_server_was_bound_to(log: Log) -> None:
    assert found(verify(changed(log, lambda raw: raw.update(secret="0" * 64)))) == (0, "verify-commitment")
    assert found(verify(changed(log, lambda raw: raw.update(secret=None)))) == (0, "verify-no-secret")


@pytest.mark.parametrize("field", ["how", "number", "at", "hash"])
def test_the_ending_is_watched(log: Log, field: str) -> None:
    other = {"how": "over", "number": 3, "at": 1, "hash": "0" * 64}
    assert found(verify(changed(log, lambda raw: raw["ending"].update({field: other[field]}))))[1] == "verify-ending"


def test_a_whole_other_game_under_the_same_secret_lacks_the_digest_a_player_kept(log: Log) -> None:
    rewritten = played(actions=39)
    assert verify(rewritten).proved
    assert found(verify(rewritten, log.entries[-1].hash))[1] == "verify-head"


@pytest.mark.parametrize("text", ["", "{}", "[]", "\x00", '{"header": 1}', "[" * 5000])
def test_what_is_no_log_is_refused_in_words(text: str) -> None:
    with pytest.raises(NotALog, match=r"."):
        read(text)


# ---------------------------------------------------------------------- the command


def test_the_command_proves_a_file(freehold: Terminal, log: Log, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(msgspec.json.encode(log))
    run = freehold("verify", str(file))
    assert run.code == 0
    assert "40" in run.out
    draws = verify(log).draws
    assert f"Bob's browser gave a number to {draws} of {draws} draws" in " ".join(run.out.split())
    assert log.ending is not None
    assert log.ending.hash in run.out
    assert json.loads(freehold("verify", str(file), "--json").out)["proved"] is True


def test_the_command_says_no_and_where(freehold: Terminal, log: Log, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(msgspec.json.encode(changed(log, lambda raw: raw["entries"][4].update(at=7))))
    run = freehold("verify", str(file), "--lang", "fr")
    assert run.code == 1
    assert "L'entrée 5 a été modifiée" in run.out
    assert json.loads(freehold("verify", str(file), "--json").out)["finding"]["number"] == 5


def test_the_command_refuses_what_is_no_log(freehold: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("no log")
    assert freehold("verify", str(file)).code == 2
    assert "no log" not in freehold("verify", str(file)).out
    assert freehold("verify", str(tmp_path / "nowhere.json")).code == 2
