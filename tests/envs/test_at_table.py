"""`encode` and `decode` agree with `VecEnv`, bit by bit; actions and observations have names; a policy is a bot."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import freehold
from freehold import envs, sentences
from freehold.action_table import ACTIONS
from freehold.editions import load
from freehold.engine.batch import options_of, variants
from freehold.envs.kernel import layout, observe
from freehold.game import internals, names
from freehold.layouts.environment_shape import SHORTLIST

WAYS: list[dict[str, Any]] = [
    {"skip": "routine", "bids": "limit", "opponents": "learner"},
    {"skip": "nothing", "bids": "steps", "learner": "all", "offers": 2, "options": {"rent_claims": "claimed"}},
    {"skip": "forced", "opponents": "baron", "trades": "both"},
    {"skip": "nothing", "opponents": "trader", "learner": 0, "trades": "candidates"},
]
ENVIRONMENTS = 8
# Numbers whose names are the labels of the actions that they are; the others bid by a limit, or put offers together.
LABELLED = {*range(layout.ID_BID - 1), *range(layout.ID_BUILD, layout.ID_CANDIDATE)}
# What the position tells, and the number does not
UNSAID = {"keep_mortgage": "square", "place_force": "symbol", "leave_force": "symbol"}
PHASES = {*names.PHASES.values()} - {"over"}


def any_allowed(masks: Any, rng: np.random.Generator) -> Any:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


def any_number_of_players(edition: str, rng: np.random.Generator) -> int:
    allowed = load(edition).players
    return int(rng.integers(allowed.min, allowed.max + 1))


def compared(
    edition: str, variant: str, way: dict[str, Any], samples: int, backend: str = "cpu"
) -> tuple[int, set[str]]:
    """Play at random, and compare every few steps; how many positions were compared, and the phases seen."""
    rng = np.random.default_rng(len(edition) + samples)
    players = any_number_of_players(edition, rng)
    options = options_of(variant) | way.get("options", {})
    settings = {**way, "options": options, "variant": variant, "backend": backend}
    env = envs.VecEnv(edition, players, num_envs=ENVIRONMENTS, **settings)
    env.reset(int(rng.integers(1 << 32)))
    seen = set()
    for sample in range(samples):
        for _ in range(1 + sample % 7):
            env.step(any_allowed(env.masks, rng))
        for index in range(ENVIRONMENTS):
            game, asked = env.game(index), int(env.seats[index])
            seen.add(game.phase)
            for seat in range(players):
                observation, mask = envs.encode(game, seat, env.memory(index))
                shown = env.observations[index] if seat == asked else env.observed(index, seat)
                allowed = env.masks[index] if seat == asked else np.zeros(layout.SPACE, bool)
                assert observation.tobytes() == shown.tobytes(), (edition, variant, way, sample, index, seat)
                assert mask.tobytes() == allowed.tobytes(), (edition, variant, way, sample, index, seat)
    return samples * ENVIRONMENTS, seen


@pytest.mark.parametrize("edition", freehold.editions())
def test_what_is_encoded_is_what_an_environment_shows(edition: str) -> None:
    way = WAYS[freehold.editions().index(edition) % len(WAYS)]
    count, seen = compared(edition, "classic", way, 10, "python")
    assert count == 80
    assert len(seen) >= 3


@pytest.mark.thorough
def test_ten_thousand_positions_of_all_editions_phases_and_seats() -> None:
    total, phases = 0, set()
    for edition, variant in variants():
        for way in WAYS:
            count, seen = compared(edition, variant, way, 20)
            total += count
            phases |= seen
    assert total >= 10_000
    assert phases >= PHASES - {"contest"}  # random play hardly ever builds out the stock: the next test does


def decoded(edition: str, variant: str, samples: int, backend: str = "cpu") -> int:
    """Play at random; what a number does in an environment is what its action does at a table, dice included."""
    rng = np.random.default_rng(len(edition) + samples)
    options = options_of(variant) | {"rent_claims": "automatic"}  # otherwise rents are claimed within the same step
    settings: dict[str, Any] = {"learner": "all", "skip": "nothing", "bids": "steps", "backend": backend}
    players = any_number_of_players(edition, rng)
    env = envs.VecEnv(edition, players, num_envs=ENVIRONMENTS, variant=variant, options=options, **settings)
    env.reset(int(rng.integers(1 << 32)))
    checked = 0
    for _ in range(samples):
        games, chosen = [env.game(index) for index in range(ENVIRONMENTS)], any_allowed(env.masks, rng)
        for index, game in enumerate(games):
            seat = int(env.seats[index])
            action = envs.decode(game, seat, int(chosen[index]), env.memory(index))
            if action is not None:  # otherwise a step towards an offer, which changes nothing at the table
                game.apply(action, seat)
        env.step(chosen)
        for index, game in enumerate(games):
            if not env.ends[index]:  # the next game has begun
                assert game.position() == env.game(index).position(), (edition, variant, index, chosen[index])
                checked += 1
    return checked


@pytest.mark.parametrize("edition", freehold.editions())
def test_what_is_decoded_is_what_an_environment_does(edition: str) -> None:
    assert decoded(edition, "classic", 8, "python") > 55


@pytest.mark.thorough
def test_what_is_decoded_in_ten_thousand_positions_is_what_an_environment_does() -> None:
    every = list(variants())
    samples = 1 + 12_500 // (ENVIRONMENTS * len(every))  # the last steps of episodes are not compared
    assert sum(decoded(edition, variant, samples) for edition, variant in every) >= 10_000


def contest() -> freehold.Game:
    """Two players want the last house."""
    built = dict.fromkeys((11, 13, 14, 16, 18, 19), 4) | {21: 3, 23: 2, 24: 2}  # 31 of 32 houses
    deeds = {str(k): {"owner": int(k > 20), "buildings": built.get(k, 0)} for k in (1, 3, *built)}
    position = {"edition": "classic", "players": [{"cash": 1500}, {"cash": 1500}], "deeds": deeds, "turn": 0}
    game = freehold.Game.load(position)
    game.apply({"type": "build", "square": 1})
    assert game.phase == "contest"
    return game


def test_a_contest_for_the_last_house_is_encoded_as_an_environment_that_loads_it_shows_it() -> None:
    game = contest()
    assert game.decider is not None
    env = envs.VecEnv("classic", 2, backend="python", skip="nothing")
    env.load(0, game.position(), game.decider)
    observation, mask = envs.encode(game, game.decider, envs.SeatMemory(skip="nothing"))
    assert observation.tobytes() == env.observations[0].tobytes()
    assert mask.tobytes() == env.masks[0].tobytes()


def positions(
    edition: str,
    turns: int,
    every: int,
    *,
    variant: str = "classic",
    players: int = 3,
    bot: str = "trader",
    house: dict[str, str] | None = None,
) -> list[freehold.Game]:
    """Positions of a game of bots, one after every few actions."""
    options = options_of(variant) | {"rent_claims": "automatic"} | (house or {})
    game = freehold.Game.new(edition, players, seed=5, variant=variant, options=options)
    kept: list[freehold.Game] = []
    count = 0

    def watch(*_: Any) -> None:
        nonlocal count
        count += 1
        if count % every == 0 and not game.over:
            kept.append(game.copy())

    freehold.play_out(game, bot, turns=turns, watch=watch)
    return kept


@pytest.mark.parametrize("edition", freehold.editions())
def test_a_game_is_encoded_as_an_environment_that_loads_it_shows_it(edition: str) -> None:
    env = envs.VecEnv(edition, 3, backend="python", skip="nothing")
    memory = envs.SeatMemory(skip="nothing")
    for game in positions(edition, 40, 5):
        assert game.decider is not None
        env.load(0, game.position(), game.decider)
        observation, mask = envs.encode(game, game.decider, memory)
        assert observation.tobytes() == env.observations[0].tobytes()
        assert mask.tobytes() == env.masks[0].tobytes()


def test_the_default_settings_are_those_of_an_environment() -> None:
    env = envs.VecEnv("classic", 3, backend="python")
    stayed = 0
    for game in positions("classic", 100, 1):
        assert game.decider is not None
        env.load(0, game.position(), game.decider)
        if internals.packed(env.game(0)) == internals.packed(game):  # otherwise there was nothing to decide
            stayed += 1
            observation, mask = envs.encode(game, game.decider)
            assert observation.tobytes() == env.observations[0].tobytes()
            assert mask.tobytes() == env.masks[0].tobytes()
    assert stayed > 40


def first_of_group(game: freehold.Game, square: Any) -> int:
    groups = [printed.group for printed in game.edition.squares]
    return groups.index(groups[square])


def check_actions(game: freehold.Game) -> set[str]:
    """Every legal action of the action space has its number, and its name is its label. The kinds that were seen."""
    seat = game.decider
    assert seat is not None
    reached = []
    allowed = np.flatnonzero(envs.encode(game, seat, envs.SeatMemory(skip="nothing"))[1]).tolist()
    assert {*np.flatnonzero(envs.encode(game, seat)[1])} <= {*allowed}
    for number in allowed:
        action = envs.decode(game, seat, number)
        if action is None:
            assert number >= layout.ID_ASK
            continue
        assert game.refusal(action, seat) is None
        reached.append(action)
        for lang in ("en", "fr"):
            name = envs.action_name(number, lang, game.edition)
            if number in LABELLED and action["type"] != "settle":  # the position tells with what
                named = dict(action)
                named.pop(UNSAID.get(str(named["type"]), ""), None)
                if named["type"] == "sell_group":  # a number is for a group, and has the name of its first deed
                    named["square"] = first_of_group(game, named["square"])
                said = sentences.action(game.edition, named, game.names, lang)
                square = named.get("square")  # two squares may have one name: its number follows
                assert name.removesuffix(f" ({square})") == said
    for action in game.legal(seat, offers=False):
        kind = action["type"]
        if ACTIONS[kind].row.learner is None:
            continue
        if kind in ("bid", "settle", "want", "use_jail_card", "sell_group", "keep_mortgage"):  # of several, one
            assert any(one["type"] == kind for one in reached), action
        else:
            assert action in reached
    return {action["type"] for action in reached}


@pytest.mark.parametrize("edition", freehold.editions())
def test_every_legal_action_of_the_action_space_is_reached(edition: str) -> None:
    for game in positions(edition, 45, 9):
        check_actions(game)


KINDS = {name for name, kind in ACTIONS.items() if kind.row.learner is not None}
RARE = {"want"}  # in a contest for the last buildings: the next test


@pytest.mark.thorough
def test_every_legal_action_of_thousands_of_positions_is_reached() -> None:
    """Games of all editions and variants and of all numbers of players, to their end or for 120 turns."""
    count, kinds = 0, set()
    for number, (edition, variant) in enumerate(variants()):
        allowed = load(edition).players
        players = allowed.min + number % (allowed.max - allowed.min + 1)
        bot = ("baron", "trader", "random")[number % 3]
        for game in positions(edition, 120, 2, variant=variant, players=players, bot=bot):
            kinds |= check_actions(game)
            count += 1
    assert count > 3_000
    assert kinds >= KINDS - RARE


def test_the_numbers_of_a_contest_are_named_as_the_log_says_them() -> None:
    game = contest()
    assert "want" in check_actions(game)
    assert game.decider is not None
    numbers = range(layout.ID_WANT, layout.ID_WANT + layout.WANTS)
    asked = [envs.decode(game, game.decider, number) for number in numbers]
    assert asked == [
        {"type": "want", "count": 1},
        {"type": "want", "count": 2},
        {"type": "want", "count": 3},
        {"type": "want"},
    ]


def test_a_number_that_is_not_allowed_is_refused_by_name() -> None:
    game = freehold.Game.new("classic", 2, seed=1)
    assert game.decider is not None
    with pytest.raises(envs.NotAllowed, match=r"5 \(Buy this property\)"):
        envs.decode(game, game.decider, layout.ID_BUY)
    with pytest.raises(envs.NotAllowed):
        envs.decode(game, 1 - game.decider, layout.ID_ROLL)
    with pytest.raises(ValueError, match="0 to 447"):
        envs.action_name(layout.SPACE)


def test_an_offer_is_put_together_in_three_steps() -> None:
    deeds = {"6": {"owner": 0}, "8": {"owner": 1}, "9": {"owner": 0}, "11": {"owner": 0}}
    seats = [{"name": name, "square": 0, "cash": 1500} for name in "AB"]
    game = freehold.Game.load({"edition": "classic", "players": seats, "deeds": deeds, "phase": "end", "turn": 0})
    memory = envs.SeatMemory()
    ask, give, price = layout.ID_ASK + 1, layout.ID_GIVE + 2, layout.ID_PRICE + 4
    for number in (ask, give):
        assert envs.encode(game, 0, memory)[1][number]
        assert envs.decode(game, 0, number, memory) is None
    assert envs.encode(game, 0, memory)[1][price]
    offer = envs.decode(game, 0, price, memory)
    assert offer == {"type": "offer", "to": 1, "give": {"cash": 100, "squares": [11]}, "ask": {"squares": [8]}}


# ---------------------------------------------------------------------- names


def test_every_number_of_the_action_space_has_a_name_of_its_own() -> None:
    for lang in ("en", "fr"):
        for edition in freehold.editions():
            told = [envs.action_name(number, lang, edition) for number in range(layout.SPACE)]
            used = [name for name in told if not name.startswith("(")]
            assert len({*used}) == len(used) > 400


@pytest.mark.parametrize("players", [2, 4, 8])
def test_the_sections_are_those_of_the_layout(players: int) -> None:
    names = envs.observation_names(players)
    assert len(names) == len({*names}) == layout.observation_size(players)
    assert "" not in names
    slices = envs.observation_slices(players)
    assert slices["facts"].start == layout.observation_moving(players)
    assert slices["facts"].stop == layout.observation_size(players)
    assert slices["candidates"].stop - slices["candidates"].start == SHORTLIST * layout.CANDIDATE_FACTS
    for field in envs.observation_fields(players):
        assert field.meaning("en") != field.meaning("fr")


def test_each_section_is_written_where_its_name_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each function of `observe.py` begins where the section before it ends."""
    game = freehold.Game.new("classic", 4, seed=1)
    begun: list[int] = []
    for name in ("seats", "squares", "groups", "turn", "debt", "auction", "offer", "builder", "candidates"):
        section = getattr(observe, f"observe_{name}")

        def noted(*given: Any, section: Any = section) -> Any:
            begun.append(given[-1])
            return section(*given)

        monkeypatch.setattr(observe, f"observe_{name}", noted)
    envs.encode(game, 0)
    slices = [where.start for name, where in envs.observation_slices(4).items() if "." not in name]
    assert begun == slices[:-1]


def test_fields_say_what_the_position_says() -> None:
    game = positions("classic", 60, 50)[-1]
    observation, _ = envs.encode(game, 1)
    where, view = envs.observation_slices(3), game.view()
    cash = [view["players"][(1 + slot) % 3]["cash"] for slot in range(3)]
    assert (observation[where["seats.cash"]] * 1024).tolist() == cash
    assert names.PHASES[int(observation[where["turn.phase"]].argmax())] == game.phase
    mortgaged = [int(at) for at, deed in view["deeds"].items() if deed["mortgaged"]]
    assert np.flatnonzero(observation[where["squares.mortgaged"]]).tolist() == sorted(mortgaged)


# ---------------------------------------------------------------------- a policy as a bot


def random_policy(seed: int) -> Any:
    rng = np.random.default_rng(seed)
    return lambda observation, mask: int(rng.choice(np.flatnonzero(mask)))


@pytest.mark.parametrize("edition", freehold.editions())
def test_a_policy_plays_at_a_table(edition: str) -> None:
    """Whatever it answers, the rules accept; nothing but the view is needed."""
    game = freehold.Game.new(edition, 3, seed=3, options={"rent_claims": "claimed"})
    bot = envs.PolicyBot(random_policy(1))  # one object for all seats
    for _ in range(120):
        if game.over:
            break
        for seat in range(3):
            action = bot.decide({**game.view(seat), "you": seat}, game.legal(seat))  # type: ignore[typeddict-unknown-key]
            if action is not None:
                game.apply(action, seat)
                break
        else:
            pytest.fail("nobody acts")


def test_a_bid_is_a_limit_that_the_bot_keeps_to() -> None:
    seats = [{"name": name, "square": 39, "cash": 1500} for name in "AB"]
    game = freehold.Game.load({"edition": "classic", "players": seats, "phase": "buy", "turn": 0})
    game.apply({"type": "decline"})
    asked = 0

    def half(observation: Any, mask: Any) -> int:
        nonlocal asked
        asked += 1
        return layout.ID_BID + 2

    bot = envs.PolicyBot(half)
    for _ in range(40):
        if game.phase != "auction":
            break
        seat = game.decider
        assert seat is not None
        action: Any = bot.decide({**game.view(seat), "you": seat}, game.legal(seat))  # type: ignore[typeddict-unknown-key]
        game.apply(action, seat)
    assert asked == 2
    bids = [entry["action"]["amount"] for entry in game.log if entry["action"]["type"] == "bid"]
    assert max(bids) == 200


def test_policies_are_opponents() -> None:
    """The same game as if all seats were played by hand, with the learner's decisions only."""
    asked: list[int] = []

    def second(observations: Any, masks: Any) -> Any:
        asked.append(len(masks))
        return masks.argmax(axis=1)

    settings: dict[str, Any] = {"num_envs": 3, "backend": "python", "turns": 25, "seed": 4}
    env = envs.AgainstPolicies([second, "trader"], **settings)
    whole = envs.VecEnv("classic", 3, ["learner", "trader"], **settings)
    _, masks = env.reset()
    whole.reset()
    ended = np.zeros(3, bool)
    for _ in range(60):
        assert (env.env.seats == env.env.learners()).all()
        _, masks, rewards, ends = env.step(masks.argmax(axis=1))
        ended |= ends
        assert rewards.shape == ends.shape == (3,)
    assert asked
    assert ended.all()
    for index in range(3):  # by hand, up to the same decision
        steps = 0
        while whole.save(index) != env.env.save(index):
            whole.step_some([index], [int(whole.masks[index].argmax())])
            steps += 1
            assert steps < 2000


@pytest.mark.parametrize("opponents", [[list, "trader"], list, 7], ids=["in a list", "alone", "a number"])
def test_an_opponent_that_is_no_name_gets_a_sentence_that_says_where_it_plays(opponents: Any) -> None:
    with pytest.raises(freehold.SetupError, match="AgainstPolicies takes policies of your own") as caught:
        envs.VecEnv("classic", 3, opponents)
    assert caught.value.code == "environment-own-bot"
    assert "vos propres politiques" in caught.value.sentence("fr")


def test_one_seat_learns_against_policies() -> None:
    with pytest.raises(ValueError, match="One seat learns"):
        envs.AgainstPolicies(["learner", "trader"])


def test_an_unknown_setting_of_a_policy_is_refused() -> None:
    with pytest.raises(freehold.SetupError, match="routine"):
        envs.PolicyBot(random_policy(1), skip="all")
