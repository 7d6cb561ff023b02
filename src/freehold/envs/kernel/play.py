"""A step of an environment: the learner's action, then whatever happens until a learner has to decide again.

An episode ends with its game, at the turn limit, or when no learner is left in the game. Where a mogul has to decide,
or a careful bot has chosen a deal, the step stops until Python has written the action: see `envs/thinkers.py`.
"""

from freehold.bots.choose import bot_action
from freehold.bots.memory import clear_notes, take_note
from freehold.bots.random_player import clear_action
from freehold.bots.ranks import BOT_BARON, BOT_PERSON, BOT_RANDOM
from freehold.bots.trading import asks_the_forecast
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
    final_at,
    gains_at,
    observation_moving,
    observation_size,
    rewards_at,
)
from freehold.envs.kernel.observe import observe, observe_facts
from freehold.layouts.records import (
    Environment,
    Episode,
    Episodes,
    Float32s,
    Frame,
    Int8s,
    Int32s,
    Int64s,
    Terms,
)
from freehold.rules.board import in_game
from freehold.rules.chance import key_chance
from freehold.rules.codes import DO_CLAIM, DONE, PHASE_AUCTION, PHASE_OVER
from freehold.rules.records import Action, Game, Moves, Notes, Tables, Values
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
THINK = 6  # a mogul has to decide, or a bot has chosen a deal, into x, about which the forecast is asked
FAULT_NOT_ALLOWED = 3000

# How environments advance
STEP = 0
RESTART = 1  # with the first game of the seed
NEXT = 2  # with the game after the last one
RESUME = 3  # with the games that are there
ANSWER = 4  # with the actions that were written where a step had stopped to think
WHOLE = 1000  # a reward of 1.0


def begin_episode(frame: Frame, episode: Episode) -> int:
    """A new game with the dice of its number; the learner may sit elsewhere than before. AGAIN."""
    u = frame.terms
    n = episode.notes
    env = episode.env
    key_chance(episode.chance, env.number + 0, u.dice + 0)
    key_chance(episode.own, env.number + 0, u.minds + 0)
    clear_notes(n)
    clear_environment(env)
    env.seat = env.number % u.players if u.first == NOBODY else u.first
    for slot in range(u.players):
        n.bot[(env.seat + slot) % u.players] = u.bots[slot]
    n.careful = u.careful
    frame.events.n = 0
    new_game(episode.game, frame.tables, episode.chance, frame.events, u.players, 0)
    set_shares(frame, episode)
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


def choose_next(frame: Frame, episode: Episode, m: Moves, masks: Int8s, k: int) -> int:
    """Choose the next action, of a bot or one that a learner has no choice about; `env.asked` is who acts.

    MOVE, AGAIN, ASK or THINK; any other code is a fault.
    """
    g = episode.game
    t = frame.tables
    u = frame.terms
    n = episode.notes
    x = episode.action
    env = episode.env
    forget_limits(g, env)
    seat = claimant(g, t, n)
    claims = seat != NOBODY
    if not claims:
        seat = g.decider + 0
    env.asked = seat
    if n.bot[seat] > BOT_BARON:
        return THINK
    if n.bot[seat] != BOT_PERSON:
        if not bot_action(g, t, frame.values, n, m, episode.own, x, seat):
            return FAULT_STUCK
        return THINK if asks_the_forecast(g, n, seat, x) else MOVE
    clear_action(x)
    x.b = NOBODY
    if claims:
        claim_rent(g, t, x, seat)
        return MOVE
    if env.limit[seat] != 0:
        raise_bid(g, t, env, x, seat)
        return MOVE
    allowed = mask_actions(frame, episode, m, masks, k * SPACE)
    if allowed == 0:
        return FAULT_STUCK
    if allowed > 1 or u.skip == SKIP_NOTHING:
        return ASK
    return MOVE if take_action(frame, episode, only_action(masks, k * SPACE)) else AGAIN


def only_action(masks: Int8s, at: int) -> int:
    for number in range(SPACE):
        if masks[at + number] != 0:
            return number
    return NOBODY


def take_choice(frame: Frame, episode: Episode, choice: int, masks: Int8s, report: Int32s, k: int) -> int:
    """The learner's choice: MOVE with its action, AGAIN, or a fault, which changes nothing."""
    env = episode.env
    at = k * REPORT_WIDTH
    report[at + REPORT_ENDED] = 0
    report[at + REPORT_FAULT] = 0
    report[at + REPORT_ACTED] = env.asked
    report[at + REPORT_LEARNER] = env.seat
    if choice < 0 or choice >= SPACE or masks[k * SPACE + choice] == 0:
        return FAULT_NOT_ALLOWED
    env.steps += 1
    return MOVE if take_action(frame, episode, choice) else AGAIN


def perform(frame: Frame, episode: Episode) -> int:
    """Apply the action that was chosen. CHECK, or a fault."""
    g = episode.game
    x = episode.action
    take_note(g, frame.tables, episode.notes, x.kind, x.a)
    frame.events.n = 0
    code = act(g, frame.tables, episode.chance, frame.events, episode.env.asked, x)
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


def end_episode(frame: Frame, episode: Episode, numbers: Float32s, report: Int32s, k: int) -> int:
    """If the episode is over, report it. AGAIN, BEGIN for the next one, or STOP if that does not happen by itself."""
    g = episode.game
    u = frame.terms
    env = episode.env
    ended = has_ended(g, episode.notes, u)
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
    add_rewards(frame, episode, ended, numbers, report, k)
    observe_as(frame, episode, env.seat + 0, numbers, final_at(u.players, u.many) + k * observation_size(u.players))
    if u.again == 0:
        return STOP
    env.number += u.many
    return BEGIN


def observe_as(frame: Frame, episode: Episode, seat: int, numbers: Float32s, at: int) -> None:
    observe(episode.game, frame.tables, frame.values, episode.notes, episode.env, seat, numbers, at)


def won_by(g: Game, seat: int) -> int:
    """What a seat has won, in thousandths: all, nothing, or its part of a shared victory."""
    if g.phase != PHASE_OVER or g.out[seat] != 0:
        return 0
    if g.winner != NOBODY:
        return WHOLE if g.winner == seat else 0
    return WHOLE // max(1, g.alive)


def add_rewards(frame: Frame, episode: Episode, ended: int, numbers: Float32s, report: Int32s, k: int) -> None:
    """The rewards of a step: for a win, and with `shaping` for the change of each seat's evaluation; those of all
    seats, and that of the seat that acted.
    """
    g = episode.game
    t = frame.tables
    v = frame.values
    u = frame.terms
    n = episode.notes
    acted = report[k * REPORT_WIDTH + REPORT_ACTED]
    gains = gains_at(u.players, u.many) + k * u.players
    reward = rewards_at(u.players, u.many) + k
    numbers[reward] = 0.0
    total = all_powers(g, t, v, n) if u.shaping != 0 else 0
    for seat in range(u.players):
        points = won_by(g, seat) if ended == ENDED_TERMINATED else 0
        if u.shaping != 0:
            share = weighted_share(g, t, v, n, u, seat, total)
            points += share - episode.env.share[seat]
            episode.env.share[seat] = share
        numbers[gains + seat] = points * 0.001
        if seat == acted:
            numbers[reward] = points * 0.001


def set_shares(frame: Frame, episode: Episode) -> None:
    """Where the evaluations of an episode start from."""
    g = episode.game
    t = frame.tables
    v = frame.values
    u = frame.terms
    n = episode.notes
    if u.shaping != 0:
        total = all_powers(g, t, v, n)
        for seat in range(u.players):
            episode.env.share[seat] = weighted_share(g, t, v, n, u, seat, total)


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
    frame: Frame, episode: Episode, m: Moves, numbers: Float32s, flags: Int8s, report: Int32s, k: int
) -> None:
    """Play on until a learner is asked or the episode stops, or until a fault: `episode.state` says which."""
    state = episode.state + 0
    while state <= AGAIN:
        if state == MOVE:
            state = perform(frame, episode)
        if state == CHECK:
            state = end_episode(frame, episode, numbers, report, k)
        if state == BEGIN:
            state = begin_episode(frame, episode)
        if state == AGAIN:
            state = choose_next(frame, episode, m, flags, k)
    episode.state = state


def show_step(frame: Frame, episode: Episode, numbers: Float32s, flags: Int8s, report: Int32s, k: int) -> int:
    """The end of a step: what the asked seat sees, and the rewards if the episode goes on. 0, or 1 for a fault. A step
    that has stopped to think does not end yet.
    """
    u = frame.terms
    env = episode.env
    state = episode.state + 0
    at = k * REPORT_WIDTH
    if state == THINK:
        return 0
    if state > THINK:
        report[at + REPORT_FAULT] = state
        return 1
    if state == STOP:
        for number in range(SPACE):
            flags[k * SPACE + number] = 0
        env.asked = NOBODY
    seat = env.seat + 0 if state == STOP else env.asked + 0
    observe_as(frame, episode, seat, numbers, k * observation_size(u.players))
    if report[at + REPORT_ENDED] == 0:
        add_rewards(frame, episode, 0, numbers, report, k)
    report[at + REPORT_SEAT] = env.asked
    flags[u.many * SPACE + k] = 0 if report[at + REPORT_ENDED] == 0 else 1
    return 0


def start_episode(frame: Frame, episode: Episode, how: int, numbers: Float32s, report: Int32s, k: int) -> int:
    """Ask for an episode: BEGIN with the first game of the seed or the next one, or CHECK what is there already."""
    u = frame.terms
    env = episode.env
    show_facts(frame, numbers, k)
    for j in range(REPORT_WIDTH):
        report[k * REPORT_WIDTH + j] = 0
    report[k * REPORT_WIDTH + REPORT_ACTED] = NOBODY
    if how == RESUME:
        set_shares(frame, episode)
        return CHECK
    env.number = k if how == RESTART else env.number + u.many
    return BEGIN


def show_facts(frame: Frame, numbers: Float32s, k: int) -> None:
    """The part of both observations that never changes."""
    u = frame.terms
    at = k * observation_size(u.players) + observation_moving(u.players)
    observe_facts(frame.tables, frame.values, numbers, at)
    observe_facts(frame.tables, frame.values, numbers, final_at(u.players, u.many) + at)


def step_environments(
    episodes: Episodes,
    frame: Frame,
    choices: Int64s,
    span: Int64s,
    numbers: Float32s,
    flags: Int8s,
    report: Int32s,
) -> int:
    """One STEP of some environments, or the start of an episode in each. `span` says how, from which one and up to
    which; of an ANSWER only those take notice that have stopped to think. Returns how many of them report a fault.
    """
    how = span[0]
    faults = 0
    for k in range(span[1], span[2]):
        episode = episodes[k]
        if how == ANSWER and episode.state != THINK:
            continue
        if how == ANSWER:
            episode.state = MOVE
        elif how == STEP:
            episode.state = take_choice(frame, episode, choices[k], flags, report, k)
        else:
            episode.state = start_episode(frame, episode, how, numbers, report, k)
        play_until_asked(frame, episode, frame.moves, numbers, flags, report, k)
        faults += show_step(frame, episode, numbers, flags, report, k)
    return faults
