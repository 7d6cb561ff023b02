"""A step of an environment: the learner's action, then whatever happens until a learner has to decide again.

An episode ends with its game, at the turn limit, or when no learner is left in the game. `u` are the terms that all
environments of a batch share, `env` is what one of them keeps beside its game.
"""

from freehold.bots.choose import bot_action
from freehold.bots.memory import clear_notes, take_note
from freehold.bots.random_player import clear_action
from freehold.bots.ranks import BOT_PERSON, BOT_RANDOM
from freehold.bots.worth import count_estates, strength
from freehold.engine.kernel.loops import FAULT_REFUSED, FAULT_STUCK, new_game
from freehold.envs.kernel.actions import mask_actions, raise_bid, take_action
from freehold.envs.kernel.layout import (
    ENDED_TERMINATED,
    ENDED_TRUNCATED,
    REPORT_ACTED,
    REPORT_ENDED,
    REPORT_FAULT,
    REPORT_LEARNER,
    REPORT_SEAT,
    REPORT_STEPS,
    REPORT_TURNS,
    REPORT_WIDTH,
    REPORT_WINNER,
    SKIP_NOTHING,
    SPACE,
    observation_moving,
    observation_size,
)
from freehold.envs.kernel.observe import observe, observe_facts
from freehold.layouts.records import (
    Chances,
    Environment,
    Environments,
    Float32s,
    Games,
    Int8s,
    Int32s,
    Int64s,
    ManyNotes,
    Terms,
)
from freehold.rules.board import in_game
from freehold.rules.chance import DEAL_STREAM, LOW, scramble
from freehold.rules.codes import DO_CLAIM, DONE, PHASE_AUCTION, PHASE_OVER
from freehold.rules.records import Action, Chance, Events, Game, Moves, Notes, Tables, Values
from freehold.rules.rent import may_claim
from freehold.rules.state import NOBODY, PLAYERS
from freehold.rules.step import act

# The states of an environment within a step
MOVE = 0  # an action is in x
CHECK = 1  # an action was applied: has the episode ended?
BEGIN = 2  # the next episode begins
AGAIN = 3  # nothing to apply: look who has to decide
ASK = 4  # a learner has to decide
STOP = 5  # the episode is over, and no other begins by itself
FAULT_NOT_ALLOWED = 3000

# How environments advance
STEP = 0
RESTART = 1  # with the first game of the seed
NEXT = 2  # with the game after the last one
RESUME = 3  # with the games that are there
WHOLE = 1000  # a reward of 1.0


def key_chance(c: Chance, number: int, seeded: int) -> None:
    """The random numbers of a numbered game, as `keyed_chances` of `engine/batch.py` gives them."""
    c.key0 = scramble(scramble(number >> 32) ^ (number & LOW) ^ seeded)
    c.key1 = scramble(c.key0 ^ scramble(seeded ^ DEAL_STREAM))
    c.drawn = 0
    c.dealt = 0


def begin_episode(
    g: Game, t: Tables, c: Chance, e: Events, v: Values, n: Notes, r: Chance, env: Environment, u: Terms
) -> int:
    """A new game with the dice of its number; the learner may sit elsewhere than before. AGAIN."""
    key_chance(c, env.number + 0, u.dice + 0)
    key_chance(r, env.number + 0, u.minds + 0)
    clear_notes(n)
    clear_environment(env)
    env.seat = env.number % u.players if u.first == NOBODY else u.first
    for slot in range(u.players):
        n.bot[(env.seat + slot) % u.players] = u.bots[slot]
    e.n = 0
    new_game(g, t, c, e, u.players, 0)
    set_shares(g, t, v, n, env, u)
    return AGAIN


def clear_environment(env: Environment) -> None:
    for seat in range(PLAYERS):
        env.limit[seat] = 0
        env.offers[seat] = 0
        env.share[seat] = 0
    env.bidding = 0
    env.step = 0
    env.steps = 0
    env.offers_at = 0
    env.listed = 0
    env.asked = NOBODY


def forget_limits(g: Game, env: Environment) -> None:
    """Bid limits hold for one auction, counted offers for one turn."""
    if env.bidding != 0 and (g.phase != PHASE_AUCTION or g.leader == NOBODY):
        env.bidding = 0
        for seat in range(PLAYERS):
            env.limit[seat] = 0
    if env.offers_at != g.turns:
        env.offers_at = g.turns
        for seat in range(PLAYERS):
            env.offers[seat] = 0


def claimant(g: Game, t: Tables, n: Notes) -> int:
    """A seat that can claim a rent; NOBODY if there is none. The environment claims for learners."""
    for k in range(g.claims):
        owner = g.claim_owner[k] + 0
        if in_game(g, owner) and n.bot[owner] != BOT_RANDOM and may_claim(g, t, owner, g.claim_square[k]) == DONE:
            return owner
    return NOBODY


def claim_rent(g: Game, t: Tables, x: Action, seat: int) -> None:
    x.kind = DO_CLAIM
    for k in range(g.claims):
        if g.claim_owner[k] == seat and may_claim(g, t, seat, g.claim_square[k]) == DONE:
            x.a = g.claim_square[k]


def choose_next(
    g: Game,
    t: Tables,
    v: Values,
    n: Notes,
    m: Moves,
    r: Chance,
    x: Action,
    env: Environment,
    u: Terms,
    masks: Int8s,
    k: int,
) -> int:
    """Write the next action into x, of a bot or one that a learner has no choice about; `env.asked` is who acts.

    MOVE, AGAIN or ASK; any other code is a fault.
    """
    forget_limits(g, env)
    seat = claimant(g, t, n)
    claims = seat != NOBODY
    if not claims:
        seat = g.decider + 0
    env.asked = seat
    if n.bot[seat] != BOT_PERSON:
        return MOVE if bot_action(g, t, v, n, m, r, x, seat) else FAULT_STUCK
    clear_action(x)
    x.b = NOBODY
    if claims:
        claim_rent(g, t, x, seat)
        return MOVE
    if env.limit[seat] != 0:
        raise_bid(g, t, env, x, seat)
        return MOVE
    allowed = mask_actions(g, t, v, n, m, x, env, u, seat, masks, k * SPACE)
    if allowed == 0:
        return FAULT_STUCK
    if allowed > 1 or u.skip == SKIP_NOTHING:
        return ASK
    return MOVE if take_action(g, t, v, n, x, env, u, seat, only_action(masks, k * SPACE)) else AGAIN


def only_action(masks: Int8s, at: int) -> int:
    for number in range(SPACE):
        if masks[at + number] != 0:
            return number
    return NOBODY


def take_choice(
    g: Game,
    t: Tables,
    v: Values,
    n: Notes,
    x: Action,
    env: Environment,
    u: Terms,
    choice: int,
    masks: Int8s,
    report: Int32s,
    k: int,
) -> int:
    """The learner's choice: MOVE with its action in x, AGAIN, or a fault, which changes nothing."""
    at = k * REPORT_WIDTH
    report[at + REPORT_ENDED] = 0
    report[at + REPORT_FAULT] = 0
    report[at + REPORT_ACTED] = env.asked
    report[at + REPORT_LEARNER] = env.seat
    if choice < 0 or choice >= SPACE or masks[k * SPACE + choice] == 0:
        return FAULT_NOT_ALLOWED
    env.steps += 1
    return MOVE if take_action(g, t, v, n, x, env, u, env.asked + 0, choice) else AGAIN


def perform(g: Game, t: Tables, c: Chance, e: Events, n: Notes, x: Action, seat: int) -> int:
    """Apply the action in x. CHECK, or a fault."""
    take_note(g, n, x.kind, x.a)
    e.n = 0
    code = act(g, t, c, e, seat, x)
    return CHECK if code == DONE else FAULT_REFUSED + code


def has_ended(g: Game, n: Notes, u: Terms) -> int:
    """Whether the episode is over: by its game or the last learner's bankruptcy, or cut off by the turn limit."""
    if g.phase == PHASE_OVER:
        return ENDED_TERMINATED
    alive = 0
    for seat in range(g.players):
        if g.out[seat] == 0 and n.bot[seat] == BOT_PERSON:
            alive += 1
    if alive == 0:
        return ENDED_TERMINATED
    return ENDED_TRUNCATED if g.turns >= u.turns else 0


def end_episode(
    g: Game,
    t: Tables,
    v: Values,
    n: Notes,
    env: Environment,
    u: Terms,
    gains: Float32s,
    rewards: Float32s,
    final: Float32s,
    report: Int32s,
    k: int,
) -> int:
    """If the episode is over, report it. AGAIN, BEGIN for the next one, or STOP if that does not happen by itself."""
    ended = has_ended(g, n, u)
    if ended == 0:
        return AGAIN
    at = k * REPORT_WIDTH
    report[at + REPORT_ENDED] = ended
    report[at + REPORT_WINNER] = g.winner
    report[at + REPORT_TURNS] = g.turns
    report[at + REPORT_STEPS] = env.steps
    report[at + REPORT_LEARNER] = env.seat
    env.listed = 0
    env.step = 0
    add_rewards(g, t, v, n, env, u, ended, gains, rewards, report, k)
    observe(g, t, v, n, env, env.seat + 0, final, k * observation_size(u.players))
    if u.again == 0:
        return STOP
    env.number += u.many
    return BEGIN


def won_by(g: Game, seat: int) -> int:
    """What a seat has won, in thousandths: all, nothing, or its part of a shared victory."""
    if g.phase != PHASE_OVER or g.out[seat] != 0:
        return 0
    if g.winner != NOBODY:
        return WHOLE if g.winner == seat else 0
    return WHOLE // max(1, g.alive)


def add_rewards(
    g: Game,
    t: Tables,
    v: Values,
    n: Notes,
    env: Environment,
    u: Terms,
    ended: int,
    gains: Float32s,
    rewards: Float32s,
    report: Int32s,
    k: int,
) -> None:
    """The rewards of a step: for a win, and with `shaping` for the change of each seat's evaluation.

    `rewards` has that of the seat that acted, `gains` those of all.
    """
    acted = report[k * REPORT_WIDTH + REPORT_ACTED]
    rewards[k] = 0.0
    total = all_powers(g, t, v, n) if u.shaping != 0 else 0
    for seat in range(u.players):
        points = won_by(g, seat) if ended == ENDED_TERMINATED else 0
        if u.shaping != 0:
            share = weighted_share(g, t, v, n, u, seat, total)
            points += share - env.share[seat]
            env.share[seat] = share
        gains[k * u.players + seat] = points * 0.001
        if seat == acted:
            rewards[k] = points * 0.001


def set_shares(g: Game, t: Tables, v: Values, n: Notes, env: Environment, u: Terms) -> None:
    """Where the evaluations of an episode start from."""
    if u.shaping != 0:
        total = all_powers(g, t, v, n)
        for seat in range(u.players):
            env.share[seat] = weighted_share(g, t, v, n, u, seat, total)


def all_powers(g: Game, t: Tables, v: Values, n: Notes) -> int:
    """The third powers of all strengths: a seat's part of them predicts the winner best."""
    count_estates(g, t, v, n)
    total = 1
    for seat in range(g.players):
        power = strength(g, t, v, n, seat)
        total += power * power * power
    return total


def weighted_share(g: Game, t: Tables, v: Values, n: Notes, u: Terms, seat: int, total: int) -> int:
    """A seat's part of everybody's strength, or all of it for the winner, times the weight of shaped rewards. The
    differences of a whole episode add up exactly.
    """
    if g.phase == PHASE_OVER:
        return u.shaping * won_by(g, seat) // WHOLE
    mine = strength(g, t, v, n, seat)
    return u.shaping * (mine * mine * mine * WHOLE // total) // WHOLE


def play_until_asked(
    g: Game,
    t: Tables,
    c: Chance,
    e: Events,
    v: Values,
    n: Notes,
    m: Moves,
    r: Chance,
    x: Action,
    env: Environment,
    u: Terms,
    state: int,
    masks: Int8s,
    gains: Float32s,
    rewards: Float32s,
    final: Float32s,
    report: Int32s,
    k: int,
) -> int:
    """Play on from a state until a learner is asked or the episode stops. The state then, or a fault."""
    while state <= AGAIN:
        if state == MOVE:
            state = perform(g, t, c, e, n, x, env.asked + 0)
        if state == CHECK:
            state = end_episode(g, t, v, n, env, u, gains, rewards, final, report, k)
        if state == BEGIN:
            state = begin_episode(g, t, c, e, v, n, r, env, u)
        if state == AGAIN:
            state = choose_next(g, t, v, n, m, r, x, env, u, masks, k)
    return state


def show_step(
    g: Game,
    t: Tables,
    v: Values,
    n: Notes,
    env: Environment,
    u: Terms,
    state: int,
    masks: Int8s,
    gains: Float32s,
    rewards: Float32s,
    ends: Int8s,
    obs: Float32s,
    report: Int32s,
    k: int,
) -> int:
    """The end of a step: what the asked seat sees, and the rewards if the episode goes on. 0, or 1 for a fault."""
    at = k * REPORT_WIDTH
    if state > STOP:
        report[at + REPORT_FAULT] = state
        return 1
    if state == STOP:
        for number in range(SPACE):
            masks[k * SPACE + number] = 0
        env.asked = NOBODY
    observe(g, t, v, n, env, env.seat if state == STOP else env.asked, obs, k * observation_size(u.players))
    if report[at + REPORT_ENDED] == 0:
        add_rewards(g, t, v, n, env, u, 0, gains, rewards, report, k)
    report[at + REPORT_SEAT] = env.asked
    ends[k] = 0 if report[at + REPORT_ENDED] == 0 else 1
    return 0


def start_episode(
    g: Game,
    t: Tables,
    v: Values,
    n: Notes,
    env: Environment,
    u: Terms,
    how: int,
    obs: Float32s,
    final: Float32s,
    report: Int32s,
    k: int,
) -> int:
    """Ask for an episode: BEGIN with the first game of the seed or the next one, or CHECK what is there already."""
    show_facts(t, v, u, obs, final, k)
    for j in range(REPORT_WIDTH):
        report[k * REPORT_WIDTH + j] = 0
    report[k * REPORT_WIDTH + REPORT_ACTED] = NOBODY
    if how == RESUME:
        set_shares(g, t, v, n, env, u)
        return CHECK
    env.number = k if how == RESTART else env.number + u.many
    return BEGIN


def show_facts(t: Tables, v: Values, u: Terms, obs: Float32s, final: Float32s, k: int) -> None:
    """The part of both observations that never changes."""
    at = k * observation_size(u.players) + observation_moving(u.players)
    observe_facts(t, v, obs, at)
    observe_facts(t, v, final, at)


def step_environments(
    games: Games,
    t: Tables,
    chances: Chances,
    e: Events,
    v: Values,
    notes: ManyNotes,
    m: Moves,
    rs: Chances,
    x: Action,
    envs: Environments,
    u: Terms,
    choices: Int64s,
    how: int,
    masks: Int8s,
    gains: Float32s,
    rewards: Float32s,
    ends: Int8s,
    obs: Float32s,
    final: Float32s,
    report: Int32s,
    first: int,
    last: int,
) -> int:
    """One STEP of the environments from `first` up to `last`, or the start of an episode in each. Returns how many of
    them report a fault.
    """
    faults = 0
    for k in range(first, last):
        g = games[k]
        c = chances[k]
        n = notes[k]
        r = rs[k]
        env = envs[k]
        if how == STEP:
            state = take_choice(g, t, v, n, x, env, u, choices[k], masks, report, k)
        else:
            state = start_episode(g, t, v, n, env, u, how, obs, final, report, k)
        state = play_until_asked(g, t, c, e, v, n, m, r, x, env, u, state, masks, gains, rewards, final, report, k)
        faults += show_step(g, t, v, n, env, u, state, masks, gains, rewards, ends, obs, report, k)
    return faults
