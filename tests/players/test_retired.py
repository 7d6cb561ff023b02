"""Names of bots that are no longer built in: another bot plays in their place wherever a name is read."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import freehold
from freehold import Bot, Game
from freehold.arena import bot_games, simulation
from freehold.arena.tables import Setting
from freehold.bots import ranks
from freehold.players import BotError, game_players, ladder
from freehold.players.built_in import RETIRED
from freehold.server.archive.export import MOVED, TableExport
from freehold.server.storage.record import LEVELS, Record
from tests.arena import fake_bot_games
from tests.server.served import SECRET, record_of, unfinished


def test_whoever_plays_for_a_retired_bot_is_built_in() -> None:
    assert RETIRED == {"tycoon": "mogul"}
    assert set(RETIRED).isdisjoint(ladder.RANKS)
    assert set(RETIRED.values()) <= set(ladder.RANKS) == set(LEVELS)


def test_a_mogul_sits_in_a_tycoons_chair() -> None:
    game = Game.new("classic", 3, seed=7)
    assert Bot("tycoon").name == "mogul"
    with game_players.seated([("tycoon", 1), ("novice", 2), ("baron", 3)]) as players:
        assert [player.name for player in players] == ["mogul", "novice", "baron"]
        baron = players[2]
        assert isinstance(baron, ladder.LadderBot)
        notes = baron.notes(game, 2)
        assert list(notes.bot[:3]) == [ranks.BOT_MOGUL, ranks.BOT_NOVICE, ranks.BOT_BARON]


def test_simulations_and_tournaments_know_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert simulation.plan_of("classic", ["tycoon", "baron"], games=1, seed=1).bots == ("mogul", "baron")
    monkeypatch.setattr(bot_games, "play", fake_bot_games.play)
    monkeypatch.setattr(bot_games, "prepare", lambda bots: None)
    played = freehold.tournament(["baron", "tycoon"], games=4, form="ladder").summary()
    assert [row["bot"] for row in played["bots"]] == ["baron", "mogul"]
    with pytest.raises(ValueError, match="each named once"):
        freehold.tournament(["tycoon", "mogul"], games=4, form="ladder")


def test_a_numbered_game_is_the_moguls() -> None:
    one, other = (
        bot_games.play(Setting("classic", "short"), [name, "novice"], range(3, 4), seed=2, turns=30)
        for name in ("tycoon", "mogul")
    )
    assert (one.actions.tolist(), one.offers.tolist()) == (other.actions.tolist(), other.offers.tolist())


def test_other_names_are_still_unknown() -> None:
    with pytest.raises(BotError, match="random, novice, trader, baron, mogul"):
        game_players.known("magnate")


def named(record: Record, level: Any) -> bytes:
    """A record as an earlier release wrote it: this level in the second seat, and for those who are absent."""
    written = msgspec.to_builtins(record)
    written["level"] = level
    written["seats"][1] |= {"kind": "bot", "level": level}
    return msgspec.json.encode(written)


def test_a_stored_table_has_a_mogul_in_a_tycoons_chair() -> None:
    record = msgspec.json.decode(named(record_of(unfinished()), "tycoon"), type=Record)
    assert (record.level, record.seats[1].level) == ("mogul", "mogul")
    assert named(record_of(unfinished()), "mogul") == msgspec.json.encode(record)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(named(record, "magnate"), type=Record)
    moved = msgspec.json.encode(TableExport(record, SECRET.hex(), [], [])).replace(b'"mogul"', b'"tycoon"')
    assert b'"tycoon"' in moved
    assert MOVED.decode(moved).record == record
