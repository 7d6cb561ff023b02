"""The forward pass: groups are summed into their seat, all seats share one network, and a softmax gives the chances."""

from freehold.forecast.kernel.features import read_group, read_position
from freehold.layouts.network_shape import (
    CERTAIN,
    EXP_STEPS,
    FIRST,
    GLOBAL_INPUTS,
    GROUP_INPUTS,
    GROUP_WIDTH,
    HIGHEST,
    ROWS_AT_ONCE,
    SCORE_BITS,
    SEAT_WIDTH,
    SECOND,
    WEIGHT_BITS,
)
from freehold.layouts.records import Thought, Weights
from freehold.rules.codes import PHASE_OVER
from freehold.rules.records import Game, Notes, Tables, Values
from freehold.rules.state import GROUPS

NOT_NEGATIVE = 0x7FFF  # a mask that changes no row: without it the compiler allows for negative ones, and is slow
ROUND = 1 << (WEIGHT_BITS - 1)


def add_input(h: Thought, used: int, amount: int, row: int) -> int:
    """Note an input and where its weights begin; if it is 0, the next one replaces it. The new number of inputs."""
    h.amount[used] = amount
    h.row[used] = row
    return used + int(amount != 0)


def end_inputs(h: Thought, used: int) -> int:
    """Fill up the last of the rows that are added together. The number of inputs."""
    for k in range(used, used + ROWS_AT_ONCE - 1):
        h.amount[k] = 0
        h.row[k] = 0
    return used


def add_to_group(h: Thought, net: Weights, used: int) -> None:
    """The inputs about a group, times their weights."""
    for i in range(0, end_inputs(h, used), ROWS_AT_ONCE):
        x0 = h.amount[i]
        x1 = h.amount[i + 1]
        x2 = h.amount[i + 2]
        x3 = h.amount[i + 3]
        at0 = h.row[i] & NOT_NEGATIVE
        at1 = h.row[i + 1] & NOT_NEGATIVE
        at2 = h.row[i + 2] & NOT_NEGATIVE
        at3 = h.row[i + 3] & NOT_NEGATIVE
        for j in range(GROUP_WIDTH):
            two = x0 * net.group[at0 + j] + x1 * net.group[at1 + j]
            h.first[j] += two + x2 * net.group[at2 + j] + x3 * net.group[at3 + j]


def add_group(h: Thought, net: Weights, at: int) -> None:
    """Add what the network makes of the group in `h.inputs` to a seat's row."""
    for j in range(GROUP_WIDTH):
        h.first[j] = net.group_bias[j]
    used = 0
    for k in range(GROUP_INPUTS):
        used = add_input(h, used, h.inputs[k], k * GROUP_WIDTH)
    add_to_group(h, net, used)
    for j in range(GROUP_WIDTH):
        more = (max(h.first[j], 0) + ROUND) >> WEIGHT_BITS
        h.seat[at + j] = min(h.seat[at + j] + more, HIGHEST)


def embed_groups(g: Game, t: Tables, v: Values, n: Notes, h: Thought, net: Weights) -> None:
    for seat in range(g.players):
        if g.out[seat] == 0:
            at = seat * SEAT_WIDTH
            for j in range(GROUP_WIDTH):
                h.seat[at + j] = 0
            for group in range(GROUPS):
                if read_group(g, t, v, n, h, seat, group):
                    add_group(h, net, at)


def add_position(h: Thought, net: Weights, used: int) -> None:
    """The facts about the position, times their weights."""
    for i in range(0, end_inputs(h, used), ROWS_AT_ONCE):
        x0 = h.amount[i]
        x1 = h.amount[i + 1]
        x2 = h.amount[i + 2]
        x3 = h.amount[i + 3]
        at0 = h.row[i] & NOT_NEGATIVE
        at1 = h.row[i + 1] & NOT_NEGATIVE
        at2 = h.row[i + 2] & NOT_NEGATIVE
        at3 = h.row[i + 3] & NOT_NEGATIVE
        for j in range(FIRST):
            two = x0 * net.position[at0 + j] + x1 * net.position[at1 + j]
            h.shared[j] += two + x2 * net.position[at2 + j] + x3 * net.position[at3 + j]


def add_others(h: Thought, net: Weights, used: int) -> None:
    """The sums over all seats, times their weights."""
    for i in range(0, end_inputs(h, used), ROWS_AT_ONCE):
        x0 = h.amount[i]
        x1 = h.amount[i + 1]
        x2 = h.amount[i + 2]
        x3 = h.amount[i + 3]
        at0 = h.row[i] & NOT_NEGATIVE
        at1 = h.row[i + 1] & NOT_NEGATIVE
        at2 = h.row[i + 2] & NOT_NEGATIVE
        at3 = h.row[i + 3] & NOT_NEGATIVE
        for j in range(FIRST):
            two = x0 * net.others[at0 + j] + x1 * net.others[at1 + j]
            h.shared[j] += two + x2 * net.others[at2 + j] + x3 * net.others[at3 + j]


def add_own(h: Thought, net: Weights, used: int) -> None:
    """A seat's own row, times its weights."""
    for i in range(0, end_inputs(h, used), ROWS_AT_ONCE):
        x0 = h.amount[i]
        x1 = h.amount[i + 1]
        x2 = h.amount[i + 2]
        x3 = h.amount[i + 3]
        at0 = h.row[i] & NOT_NEGATIVE
        at1 = h.row[i + 1] & NOT_NEGATIVE
        at2 = h.row[i + 2] & NOT_NEGATIVE
        at3 = h.row[i + 3] & NOT_NEGATIVE
        for j in range(FIRST):
            two = x0 * net.own[at0 + j] + x1 * net.own[at1 + j]
            h.first[j] += two + x2 * net.own[at2 + j] + x3 * net.own[at3 + j]


def add_second(h: Thought, net: Weights, used: int) -> None:
    """What the first layer gives, times its weights."""
    for i in range(0, end_inputs(h, used), ROWS_AT_ONCE):
        x0 = h.amount[i]
        x1 = h.amount[i + 1]
        x2 = h.amount[i + 2]
        x3 = h.amount[i + 3]
        at0 = h.row[i] & NOT_NEGATIVE
        at1 = h.row[i + 1] & NOT_NEGATIVE
        at2 = h.row[i + 2] & NOT_NEGATIVE
        at3 = h.row[i + 3] & NOT_NEGATIVE
        for j in range(SECOND):
            two = x0 * net.second[at0 + j] + x1 * net.second[at1 + j]
            h.second[j] += two + x2 * net.second[at2 + j] + x3 * net.second[at3 + j]


def share_position(g: Game, h: Thought, net: Weights) -> None:
    """What all seats have in common, into `h.shared`."""
    for j in range(FIRST):
        h.shared[j] = net.first_bias[j]
    used = 0
    for k in range(GLOBAL_INPUTS):
        used = add_input(h, used, h.facts[k], k * FIRST)
    add_position(h, net, used)
    used = 0
    for k in range(SEAT_WIDTH):
        total = 0
        for seat in range(g.players):
            if g.out[seat] == 0:
                total += h.seat[seat * SEAT_WIDTH + k]
        used = add_input(h, used, total, k * FIRST)
    add_others(h, net, used)


def score_seats(g: Game, h: Thought, net: Weights) -> None:
    """Each seat in the game gets a score: from its own row, from the sum of the others' and from the position."""
    share_position(g, h, net)
    for seat in range(g.players):
        if g.out[seat] == 0:
            for j in range(FIRST):
                h.first[j] = h.shared[j]
            at = seat * SEAT_WIDTH
            used = 0
            for k in range(SEAT_WIDTH):
                used = add_input(h, used, h.seat[at + k], k * FIRST)
            add_own(h, net, used)
            for j in range(SECOND):
                h.second[j] = net.second_bias[j]
            used = 0
            for k in range(FIRST):
                x = min((max(h.first[k], 0) + ROUND) >> WEIGHT_BITS, HIGHEST)
                used = add_input(h, used, x, k * SECOND)
            add_second(h, net, used)
            score = net.strength * h.seat[at + GROUP_WIDTH + 5]
            for k in range(SECOND):
                if h.second[k] > 0:
                    score += min((h.second[k] + ROUND) >> WEIGHT_BITS, HIGHEST) * net.last[k]
            h.score[seat] = score >> (WEIGHT_BITS + 6 - SCORE_BITS)


def softmax(g: Game, h: Thought, net: Weights) -> None:
    """Scores to chances; CERTAIN in all, up to rounding."""
    best = -(1 << 30)
    for seat in range(g.players):
        if g.out[seat] == 0:
            best = max(best, h.score[seat])
    total = 0
    for seat in range(g.players):
        h.chance[seat] = 0
        if g.out[seat] == 0:
            behind = best - h.score[seat]
            if behind < EXP_STEPS:
                h.chance[seat] = net.exp[behind]
                total += net.exp[behind]
    for seat in range(g.players):
        h.chance[seat] = h.chance[seat] * CERTAIN // total


def forecast(g: Game, t: Tables, v: Values, n: Notes, h: Thought, net: Weights) -> None:
    """Each seat's chance to win, in parts of CERTAIN, into `h.chance`."""
    if g.phase == PHASE_OVER or g.alive < 2:
        for seat in range(g.players):
            h.chance[seat] = CERTAIN if seat == g.winner else 0
        return
    read_position(g, t, v, n, h)
    embed_groups(g, t, v, n, h, net)
    score_seats(g, h, net)
    softmax(g, h, net)
