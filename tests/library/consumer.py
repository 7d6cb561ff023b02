"""A program that uses the library with types, as `test_types.py` checks it. It is read by type checkers, never run."""

from __future__ import annotations

from typing import assert_type

import freehold
from freehold import envs, sentences
from freehold.arrays import Flags, Floats, Integers
from freehold.envs import gymnasium_env, pettingzoo_env
from freehold.types import Action, Event, LogEntry, Position, TakenBack, View


class Careful:
    def decide(self, view: View, legal: list[Action]) -> Action:
        return next((action for action in legal if action["type"] != "offer"), legal[0])


def a_game() -> None:
    game = freehold.Game.new("classic", ["Ann", "Bob"], seed=7, options={"rent_claims": "claimed", "house": ["pot"]})
    assert_type(game.position(), Position)
    assert_type(game.apply({"type": "roll"}, chance=[3, 4]), list[Event])
    assert_type(game.log, list[LogEntry])
    for action in game.legal():
        if action["type"] == "build":
            assert_type(action["square"], int)
    again = freehold.Game.replay(game.start, game.log)
    assert_type(freehold.Game.load(again.position()).undo(by=0, burn=True), LogEntry)
    assert_type(again.taken_back, list[TakenBack])
    assert_type(game.options, dict[str, str | int])
    with freehold.Bot(Careful) as bot:
        game.apply(bot.choose(game), game.decider)
    freehold.play_out(game, [Careful, "novice"], watch=lambda seat, action, events: print(seat, action["type"], events))


def by_plain_import(bot: freehold.BotLike) -> None:
    """What `import freehold` alone gives."""
    assert_type(freehold.envs.action_name(5), str)
    assert_type(freehold.envs.VecEnv(players=2).players, int)
    assert_type(freehold.sentences.phase("buy", "en"), str)
    action: freehold.types.Action = {"type": "roll"}
    print(action)
    assert_type(freehold.Game.of("classic", [Careful, "novice"], seed=2, number=3), freehold.Game)
    freehold.Game.of("classic", bot)


def the_coach(game: freehold.Game) -> None:
    assert_type(freehold.evaluate(game)["chances"], list[float])
    best = freehold.advise(game)[0]
    assert_type(best["chance"], float)
    game.apply(best["action"])
    assert_type(freehold.review(game)["turning_points"][0]["told"]["en"], str)


def many_games() -> None:
    found = freehold.simulate("classic", ["trader", "baron"], games=10, per_game=True)
    assert_type(found.summary()["seats"][0]["rate"], float)
    assert_type(found.summary()["deeds"][0]["returns"][0]["return"], float)
    assert_type(found.findings().groups()[0]["per_game"], float)
    assert_type(found.plan.games, int)
    assert_type(found.counts.turns, Integers)
    assert_type(found.compare(found)[0]["differs"], bool)
    assert_type(freehold.win_probability(found.game(3), [Careful, "novice"], progress=True)[0]["low"], float)
    assert_type(freehold.tournament(["novice", Careful]).summary()["bots"][0]["elo"], float)
    assert_type(freehold.balance("classic")["length"]["rounds"]["value"], float)
    tag = freehold.price_tag("free-parking-pot")
    assert tag is not None
    assert_type(tag["rounds"]["value"], float)


def learning(game: freehold.Game) -> None:
    env = envs.VecEnv("classic", num_envs=8)
    observations, masks = env.reset()
    step = env.step(masks.argmax(1))
    print(step.rewards + observations.sum(), step.ends.any())
    observation, mask = envs.encode(game, 0)
    assert_type(envs.decode(game, 0, int(mask.argmax())), Action | None)
    envs.PolicyBot(lambda seen, allowed: int(allowed.argmax()), trades="none")
    print(observation.mean())


def wrappers() -> None:
    """Gymnasium and PettingZoo. Their spaces have types of their own."""
    env = gymnasium_env.FreeholdEnv(players=3, opponents=["baron", "trader"], illegal="replace", turns=400)
    observation, info = env.reset(seed=1, options={"position": freehold.Game.new("classic", 3).position()})
    assert_type(observation, Floats)
    assert_type(info, dict[str, object])
    assert_type(env.action_masks(), Flags)
    assert_type(env.step(3)[1], float)
    assert_type(env.step(env.action_masks().argmax())[2], bool)
    assert_type(env.render(), str)
    many = gymnasium_env.FreeholdVectorEnv(8, opponents="trader", skip="nothing")
    many.reset(seed=2)
    observations, rewards, terminated, truncated, infos = many.step(many.action_masks().argmax(1))
    assert_type((observations, rewards, terminated, truncated), tuple[Floats, Floats, Flags, Flags])
    assert_type(infos, dict[str, object])
    table = pettingzoo_env.env(learner="all", players=4)
    table.reset(seed=1)
    seen = table.observe("seat_0")
    assert_type(seen["observation"], Floats)
    table.step(int(seen["action_mask"].argmax()))
    assert_type(table.infos["seat_0"], dict[str, object])


def in_words(game: freehold.Game) -> None:
    for event in game.setup:
        assert_type(sentences.event(game.edition, event, game.names, "fr"), str)
    for action in game.legal():
        assert_type(sentences.action(game.edition, action, game.names), str)
    assert_type(sentences.phase(game.phase), str)
    assert_type(sentences.reason("not-your-turn"), str)
    assert_type(sentences.option_value("rent_claims", "claimed"), str)
    assert_type(sentences.bot("baron", "en"), str)
    assert_type(sentences.bot_sentence("baron", "en"), str)
    assert_type(sentences.reply(game.edition, "too-little", {}, "en"), str)
    assert_type(sentences.summary(game.edition, "en")[0].lines, list[str])


def the_rest(game: freehold.Game, own: freehold.Edition) -> None:
    """What else is public."""
    wanted: freehold.EditionLike = own
    assert_type(freehold.editions(), list[str])
    assert_type(freehold.odds(wanted).in_jail, float)
    assert_type(freehold.explain("rent.claim-deadline").id, str)
    action = freehold.parse_action("roll")
    assert_type(freehold.format_action(action), str)
    try:
        game.apply(action)
    except freehold.IllegalAction as illegal:
        assert_type(illegal.reason, str)
    except (freehold.BotError, freehold.SetupError) as refused:
        assert_type(refused.code, str)
    except (
        freehold.EditionError,
        freehold.LinkError,
        freehold.MissingExtra,
        freehold.PositionError,
        freehold.UnknownClause,
        envs.EnvironmentFault,
        envs.NotAllowed,
    ) as other:
        assert_type(str(other), str)
    assert_type(envs.action_name(5), str)
    assert_type(envs.observation_names(4), list[str])
    assert_type(envs.observation_fields()[0].meaning("en"), str)
    assert_type(envs.observation_slices(3)["seats.cash"], slice[int, int, int | None])
    assert_type(envs.SeatMemory(offers=2).automatic(game, 0), Action | None)
    envs.AgainstPolicies(["baron", lambda seen, allowed: allowed.argmax(1)], num_envs=4).reset()
