"""A stored game in pages: as it was played, whatever was kept on the way, and without beginning at the first throw."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from freehold.server.archive.history import Archive, SnapshotCache
from freehold.server.fairness import fair_dice
from freehold.server.protocol.messages import Refused
from freehold.server.storage.game_log import digest, nameless
from freehold.server.storage.sqlite import SqliteStore
from freehold.server.storage.writes import Writes

from .served import SECRET, played, record_of


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with contextlib.closing(SqliteStore(tmp_path / "games")) as opened:
        yield opened


@pytest.fixture
def archive(store: SqliteStore) -> Archive:
    log = played(actions=95)
    record = record_of(log)
    store.commit(
        [Writes(record=record, secret=SECRET, game=record.id, entries=[(entry, None) for entry in log.entries])]
    )
    found = Archive(store.read)
    found._kept = SnapshotCache(most=4, every=10)
    return found


def test_pages_show_what_was_seen_then(archive: Archive) -> None:
    log = archive.log("abc")
    for after in (-1, 0, 7, 40, 39, 90, 0, 94):
        page = archive.page("abc", after, 20)
        assert [row.number for row in page.rows] == list(range(after + 1, min(after + 21, 96)))
        assert page.last == 95
        for row in page.rows:
            seen = log.header.start if row.number == 0 else log.entries[row.number - 1].view
            assert digest(nameless(row.view)) == seen
    assert archive.view_at("abc", 95).view == archive.page("abc", 94, 1).rows[0].view
    with pytest.raises(Refused, match="no-such-number"):
        archive.view_at("abc", 96)


def test_a_page_with_a_hole_is_no_page(archive: Archive, store: SqliteStore) -> None:
    """Whatever is missing: one entry within a page, the first one of a page, or the last ones of all."""
    for first, last in ((25, 25), (41, 41), (90, 95)):
        whole = store.read.rows("abc")
        store._write.execute("DELETE FROM entries WHERE number BETWEEN ? AND ?", (first, last))
        for after in range(-1, 95, 20):
            if after + 20 < first:
                assert archive.page("abc", after, 20).rows
            else:
                with pytest.raises(Refused, match="log-broken"):
                    archive.page("abc", after, 20)
        with pytest.raises(Refused, match="log-broken"):
            archive.statistics("abc")
        store.commit([Writes(game="abc", entries=whole[first - 1 : last])])
    assert archive.page("abc", 80, 20).rows[-1].number == 95


def test_a_look_goes_on_from_a_position_that_was_kept(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers: list[int] = []
    play = fair_dice.play_again

    def counted(game, header, entry, secret):  # type: ignore[no-untyped-def]
        numbers.append(entry.number)
        return play(game, header, entry, secret)

    monkeypatch.setattr(fair_dice, "play_again", counted)
    archive.page("abc", 70, 10)
    assert numbers == list(range(1, 81))
    numbers.clear()
    archive.page("abc", 75, 10)
    assert numbers == list(range(71, 86))
    numbers.clear()
    archive.page("abc", 12, 3)  # the positions of the beginning had to make room
    assert numbers == list(range(1, 16))
    assert len(archive._kept._games) == 4
