"""The forecast and the learned player: sensible, within the rules, and the same interpreted and compiled."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import freehold
from freehold.analysis import values
from freehold.arena.bot_games import play
from freehold.arena.tables import Setting
from freehold.bots import ranks
from freehold.cli.commands.arena.train import check_weights, progress
from freehold.cli.terminal import WrongUsage
from freehold.editions.house import HOUSE_RULES, house_options
from freehold.engine import batch, records
from freehold.engine import compile as kernel
from freehold.forecast import weights
from freehold.forecast.kernel.mogul import OFFERS_IN_TURN
from freehold.game import Game, internals
from freehold.layouts import network_shape as shape
from freehold.players.ladder import LadderBot
from freehold.players.mogul import Mogul, study_of
from tests.sizes import each_variant
from tests.table import A, B, C, deeds, table

FOUR = 4
PLAYING = (ranks.BOT_MOGUL, ranks.BOT_NOVICE, ranks.BOT_TRADER, *[ranks.BOT_PERSON] * 5)


def chances(game: Game, playing: Sequence[int] = (ranks.BOT_PERSON,) * 8) -> list[float]:
    """The forecast of a position, interpreted."""
    g, t = internals.record(game), internals.tables(game)
    n: Any = records.Notes()
    h, w = records.Thought(), plain_weights()
    for seat, bot in enumerate(playing):
        n.bot[seat] = bot
    kernel.interpreted().forecast(g, t, values.build(t), n, h, w)
    return [h.chance[seat] / shape.CERTAIN for seat in range(g.players)]


def plain_weights() -> Any:
    made = records.Weights()
    made.copy_from(weights.shipped()[0])
    return made


def middle_of(edition: str, variant: str, players: int, seed: int, turns: int) -> Game:
    """A game of traders after so many turns."""
    game = Game.new(edition, players, seed, variant, batch.options_of(variant))
    return freehold.play_out(game, "trader", seed, turns=turns)


def test_the_chances_of_all_are_one_and_a_bankrupt_has_none() -> None:
    people = [{"name": "Ann"}, {"name": "Bob"}, {"name": "Cem", "bankrupt": True, "cash": 0}]
    game = Game.load({"edition": "classic", "players": people})
    found = chances(game)
    assert found[2] == 0
    assert sum(found) == pytest.approx(1, abs=1e-4)


def test_at_the_start_nobody_is_far_ahead() -> None:
    for players in (2, 4, 8):
        found = chances(Game.new("classic", players, seed=3))
        assert all(abs(chance - 1 / players) < 0.3 / players for chance in found)


def test_houses_on_a_group_and_cash_are_good() -> None:
    bare = chances(table("classic", deeds=deeds(A, 16, 18, 19)))
    built = chances(table("classic", deeds=deeds(A, 16, 18, 19, buildings=3)))
    poor = chances(table("classic", deeds=deeds(A, 16, 18, 19, buildings=3), cash={A: 0, B: 2000}))
    assert built[A] > bare[A] > 1 / 3
    assert built[A] > poor[A]


def test_the_last_of_a_number_of_rounds_is_seen() -> None:
    """Two rounds before the end, who is ahead is likelier to win than in a game without a last round."""
    for seed in (0, 1, 3):
        game = Game.new("classic", FOUR, seed, options=house_options(["twenty-rounds"]))
        limited = freehold.play_out(game, "trader", seed, turns=74)
        endless = Game.load({**limited.position(), "options": {}})
        ahead = limited.standings()[0]["seat"]
        assert chances(limited)[ahead] > chances(endless)[ahead] + 0.05


@pytest.mark.thorough
@each_variant()
def test_interpreted_and_compiled_forecasts_are_equal(edition: str, variant: str) -> None:
    game = middle_of(edition, variant, 3, seed=5, turns=40)
    t = records.to_record(internals.tables(game), records.TABLES)
    v = records.to_record(values.build(internals.tables(game)), records.VALUES)
    told = np.zeros(8, np.int64)
    store = records.to_record(internals.record(game), records.GAME)
    w = weights.shipped()
    seats = np.array(PLAYING, np.int8)
    kernel.compiled().forecast_positions(study_of(t, v)[0], w[0], store, seats, told)
    assert chances(game, PLAYING) == [told[seat] / shape.CERTAIN for seat in range(3)]


@pytest.mark.parametrize("edition", ["classic", "spider-man"])
def test_the_mogul_decides_the_same_interpreted_and_compiled(edition: str) -> None:
    game = middle_of(edition, "classic", 3, seed=8, turns=30)
    seen: set[str] = set()
    while len(seen) < 2 and not game.over:
        seat = game.decider
        assert seat is not None
        if game.phase in ("buy", "auction", "answer", "debt", "double"):
            seen.add(game.phase)
            assert compiled_choice(game, seat) == interpreted_choice(game, seat)
        game.apply(freehold.Bot("trader").choose(game), seat)
    assert seen


def test_moguls_play_by_house_rules_and_decide_the_same_interpreted_and_compiled() -> None:
    for number in range(3):
        rules = {rule.switch: rule.id for rule in Random(number).sample(list(HOUSE_RULES.values()), 5)}
        rules["round_limit"] = "twenty-rounds"
        options = house_options(list(rules.values()))
        game = freehold.play_out(Game.new("classic", 3, number, options=options), "trader", number, turns=20)
        assert game.decider is not None
        assert compiled_choice(game, game.decider) == interpreted_choice(game, game.decider)
        played = play(Setting.of("classic", options=options), ["mogul", "baron", "mogul"], range(2), number)
        assert played.finished.all()


def compiled_choice(game: Game, seat: int) -> list[int]:
    t = records.to_record(internals.tables(game), records.TABLES)
    v = records.to_record(values.build(internals.tables(game)), records.VALUES)
    n = np.zeros(1, records.NOTES)
    n["bot"] = ranks.BOT_MOGUL
    found = Mogul(t, v, 1).choose(records.to_record(internals.record(game), records.GAME), n, seat)
    return [int(found[name][0]) for name in found.dtype.names or ()]


def interpreted_choice(game: Game, seat: int) -> list[int]:
    t = internals.tables(game)
    study = records.Study()
    study.tables, study.values, study.games[0] = t, values.build(t), internals.record(game)
    study.notes[0].bot = [ranks.BOT_MOGUL] * len(study.notes[0].bot)
    study.own[0].key1 = batch.key_of(1, batch.PLAYER)
    kernel.interpreted().mogul_action(study, plain_weights(), seat)
    return [int(getattr(study.acts[0], name)) for name, _, _ in study.acts[0].fields]


@each_variant()
def test_moguls_play_every_edition_and_variant_to_its_end(edition: str, variant: str) -> None:
    setting = Setting(edition, variant, batch.options_of(variant))
    found = play(setting, ["mogul", "baron", "trader", "mogul"], range(2), 7)
    assert found.finished.all()


@pytest.mark.thorough
def test_a_mogul_beats_three_barons() -> None:
    won = 0
    for seat in range(FOUR):
        bots = ["mogul" if k == seat else "baron" for k in range(FOUR)]
        won += int((play(Setting(), bots, range(seat, 40, FOUR), 21).winner == seat).sum())
    assert won >= 13  # of 40; two in five in the long run, and ten would be even


def test_four_moguls_come_to_an_end() -> None:
    found = play(Setting(), ["mogul"] * FOUR, range(2), 3)
    assert found.finished.all()
    assert (found.offers < 100).all()


def test_a_mogul_contests_scarce_buildings_as_a_baron_does() -> None:
    """Who wants a house and then does not bid for it would let its builder try again without end."""
    owned = (
        deeds(A, 6, buildings=3) | deeds(A, 8, 9, buildings=4) | deeds(B, 16, 18, 19, buildings=3) | deeds(B, 26, 28)
    )
    owned |= deeds(C, 11, 14, buildings=4) | deeds(C, 13, buildings=3) | deeds(C, 1, 3, 21, 23, 24) | deeds(A, 5, 25)
    owned |= deeds(C, 27, 29, 32, 34, mortgaged=True) | deeds(A, 15, mortgaged=True)
    game = table(deeds=owned, at={A: 9, B: 33, C: 34}, turn=A, phase="end", decider=A, cash={A: 184, B: 82, C: 220})
    game.apply({"type": "build", "square": 6, "count": 1})
    while game.phase == "contest":
        assert game.decider is not None
        action = LadderBot("mogul", 1).decide(game, game.decider)
        assert action == LadderBot("baron", 1).decide(game, game.decider)
        game.apply(action)
    assert game.position()["deeds"]["6"]["buildings"] == 4


def test_a_mogul_at_a_table_does_what_is_legal() -> None:
    game = middle_of("star-wars-2", "classic", 3, seed=2, turns=20)
    bot = LadderBot("mogul", 1)
    for _ in range(60):
        if game.over:
            break
        assert game.decider is not None
        game.apply(bot.decide(game, game.decider) if game.decider == 0 else freehold.Bot("trader").choose(game))


def test_a_mogul_in_debt_offers_deeds_for_cash_but_not_without_end() -> None:
    """Somebody who has more to lose than to gain sells a station rather than houses."""
    owned = deeds(A, 25, 35, 1, 12) | deeds(A, 16, 18, 19, buildings=3) | deeds(B, 28, 5, 15) | deeds(C, 11, 13, 14)
    debts = [{"debtor": A, "creditor": C, "amount": 600, "why": "rent", "square": 11, "open": True}]
    game = table(deeds=owned, phase="debt", decider=A, debts=debts, cash={A: 20, B: 1400, C: 800})
    bot, asked = LadderBot("mogul", 1), 0
    while game.phase in ("debt", "answer"):
        action: Any = bot.decide(game, A) if game.decider == A else {"type": "reject"}
        asked += action["type"] == "offer" and action["ask"]["cash"] > 0
        game.apply(action)
    assert 1 <= asked <= OFFERS_IN_TURN


def test_weights_of_another_shape_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    weights.save(weights.shipped(), path)
    assert (weights.read(path) == weights.shipped()).all()
    np.savez(path, group=np.zeros(3))
    with pytest.raises(ValueError, match="not the weights"):
        weights.read(path)


def test_weights_from_before_the_network_saw_who_plays_are_read(tmp_path: Path) -> None:
    path, rows = tmp_path / "weights.npz", shape.KINDS * shape.FIRST
    known = {name: weights.shipped()[name][0] for name in weights.NAMES}
    np.savez(path, **known | {name: known[name][:-rows] for name in weights.OF_SEATS})
    found = weights.read(path)
    for name in weights.OF_SEATS:
        assert (found[name][0][:-rows] == known[name][:-rows]).all()
        assert not found[name][0][-rows:].any()
    assert (found["group"] == weights.shipped()["group"]).all()


def test_a_person_and_a_baron_look_the_same_to_the_network() -> None:
    game = middle_of("classic", "classic", 3, seed=5, turns=40)
    assert chances(game) == chances(game, (ranks.BOT_BARON,) * 8)


@pytest.mark.parametrize("junk", [b"", b"no weights", b"PK\x03\x04 half an archive"])
@pytest.mark.parametrize(("tongue", "said"), [("en", "has no weights of this network"), ("fr", "ne contient pas")])
def test_a_file_that_holds_no_weights_is_refused_before_training(
    tmp_path: Path, junk: bytes, tongue: str, said: str
) -> None:
    path = tmp_path / "junk.npz"
    path.write_bytes(junk)
    with pytest.raises(WrongUsage, match=said):
        check_weights(path, tongue)


@pytest.mark.parametrize(
    ("tongue", "lines"),
    [
        (
            "en",
            (
                "12,345 positions of 2,000 games, 7 s",
                "round 1: 400 positions of 25 games of its own",
                "epoch 2: log-loss 0.6123, 8 s",
            ),
        ),
        (
            "fr",
            (
                "12 345 positions tirées de 2 000 parties, 7 s",
                "tour 1 : 400 positions tirées de 25 de ses propres parties",
                "passe 2 : perte logarithmique 0,6123, 8 s",
            ),
        ),
    ],
)
def test_a_training_is_told_in_both_languages(tongue: str, lines: tuple[str, ...]) -> None:
    told = (
        progress("positions", tongue, positions=12_345, games=2_000, seconds=7.2),
        progress("round", tongue, number=1, positions=400, games=25),
        progress("epoch", tongue, number=2, loss=0.61234, seconds=8.1),
    )
    assert tuple(" ".join(line.split()) for line in told) == lines  # some of the spaces do not break


def test_the_shipped_weights_can_be_trained_further(tmp_path: Path) -> None:
    weights.save(weights.shipped(), tmp_path / "weights.npz")
    check_weights(tmp_path / "weights.npz", "en")
