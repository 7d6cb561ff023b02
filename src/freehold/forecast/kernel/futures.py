"""Whether a candidate is better than a baron's choice, by futures in which barons play on with dice for some rounds.

Both are judged in the same futures, a batch at a time, and no further batch is played once the difference is clear.
"""

from freehold.bots.choose import who_acts
from freehold.bots.random_player import clear_action
from freehold.forecast.kernel.judge import (
    PLAYED_ON,
    REFUSED_VALUE,
    choose,
    copy_game,
    judge,
    lead_to,
    show_who_plays,
    start_chance,
    take,
    take_for_scripted_bots,
)
from freehold.layouts.network_shape import FUTURES
from freehold.layouts.records import Study, Weights
from freehold.rules.codes import DONE, PHASE_OVER
from freehold.rules.decks import shuffle_unseen
from freehold.rules.records import Action
from freehold.rules.state import NOBODY

ROUNDS = 4  # that barons play on in a future
BATCH = 16  # futures between two looks at the difference
CLEAR = 2  # standard errors of the mean difference


def play_rounds(study: Study, k: int) -> None:
    """Barons play on for some rounds, with dice."""
    g = study.games[k]
    until = g.turns + ROUNDS * g.alive
    for _ in range(PLAYED_ON):
        if g.phase == PHASE_OVER or g.turns >= until:
            return
        seat = who_acts(g, study.tables, study.notes[k])
        clear_action(study.step)
        study.step.b = NOBODY
        if not choose(study, k, study.step, seat) or take(study, k, study.chance, seat, study.step) != DONE:
            return


def lead_best(study: Study, net: Weights, y: Action, me: int) -> bool:
    """As `lead_to`: the seat goes on as a baron or stops, whichever the forecast likes better. False if refused."""
    way = lead_to(study, y, me, 0)
    if way != 2:
        return way != 0
    judge(study, net, 1)
    best = study.thought.chance[me] + 0
    if lead_to(study, y, me, 1) != 0:
        judge(study, net, 1)
        if study.thought.chance[me] >= best:
            return True
    return lead_to(study, y, me, 0) != 0


def value_in_future(study: Study, net: Weights, me: int, number: int) -> int:
    """A seat's chance after some rounds from games[1] on. The number stands for the dice and the cards."""
    copy_game(study, 1, 2)
    start_chance(study, study.games[0].turns * FUTURES + number)
    shuffle_unseen(study.games[2], study.chance)
    take_for_scripted_bots(study.games[2], study.notes[2])
    play_rounds(study, 2)
    show_who_plays(study.notes[2], study.notes[0])
    judge(study, net, 2)
    return study.thought.chance[me] + 0


def gain_by_futures(study: Study, net: Weights, me: int, pick: int) -> int:
    """What a candidate gains over acts[0]. What acts[0] leads to is kept in `thought.future` for the other
    candidates.
    """
    h = study.thought
    total = 0
    squares = 0
    done = 0
    while done < FUTURES:
        if h.futures == done:
            lead_best(study, net, study.acts[0], me)
            for k in range(done, done + BATCH):
                h.future[k] = value_in_future(study, net, me, k)
            h.futures += BATCH
        if not lead_best(study, net, study.acts[pick], me):
            return REFUSED_VALUE - h.value[0]
        for k in range(done, done + BATCH):
            ahead = value_in_future(study, net, me, k) - h.future[k]
            total += ahead
            squares += ahead * ahead
        done += BATCH
        if total * total > CLEAR * CLEAR * (squares - total * total // done):
            break
    return total // done
