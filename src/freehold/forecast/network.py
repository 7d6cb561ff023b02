"""The forward pass: groups are summed into their seat, all seats share one network, and a softmax gives the chances."""

from freehold.bots.network_shape import (
    CERTAIN,
    EXP_STEPS,
    FIRST,
    GLOBAL_INPUTS,
    GROUP_INPUTS,
    GROUP_WIDTH,
    HIGHEST,
    SCORE_BITS,
    SEAT_WIDTH,
    SECOND,
    WEIGHT_BITS,
)
from freehold.forecast.features import read_group, read_position
from freehold.rules.codes import PHASE_OVER
from freehold.rules.state import GROUPS

ROUND = 1 << (WEIGHT_BITS - 1)


def add_group(h, net, at):
    """Add what the network makes of the group in `h.inputs` to a seat's row."""
    for j in range(GROUP_WIDTH):
        h.first[j] = net.group_bias[j]
    for k in range(GROUP_INPUTS):
        x = h.inputs[k]
        if x != 0:
            row = k * GROUP_WIDTH
            for j in range(GROUP_WIDTH):
                h.first[j] += x * net.group[row + j]
    for j in range(GROUP_WIDTH):
        if h.first[j] > 0:
            h.seat[at + j] = min(h.seat[at + j] + ((h.first[j] + ROUND) >> WEIGHT_BITS), HIGHEST)


def embed_groups(g, t, v, n, h, net):
    for seat in range(g.players):
        if g.out[seat] == 0:
            at = seat * SEAT_WIDTH
            for j in range(GROUP_WIDTH):
                h.seat[at + j] = 0
            for group in range(GROUPS):
                if read_group(g, t, v, n, h, seat, group):
                    add_group(h, net, at)


def score_seats(g, h, net):
    """Each seat in the game gets a score: from its own row, from the sum of the others' and from the position."""
    for j in range(FIRST):
        h.shared[j] = net.first_bias[j]
    for k in range(GLOBAL_INPUTS):
        x = h.facts[k]
        if x != 0:
            row = k * FIRST
            for j in range(FIRST):
                h.shared[j] += x * net.position[row + j]
    for k in range(SEAT_WIDTH):
        total = 0
        for seat in range(g.players):
            if g.out[seat] == 0:
                total += h.seat[seat * SEAT_WIDTH + k]
        if total != 0:
            row = k * FIRST
            for j in range(FIRST):
                h.shared[j] += total * net.others[row + j]
    for seat in range(g.players):
        if g.out[seat] == 0:
            for j in range(FIRST):
                h.first[j] = h.shared[j]
            at = seat * SEAT_WIDTH
            for k in range(SEAT_WIDTH):
                x = h.seat[at + k]
                if x != 0:
                    row = k * FIRST
                    for j in range(FIRST):
                        h.first[j] += x * net.own[row + j]
            for j in range(SECOND):
                h.second[j] = net.second_bias[j]
            for k in range(FIRST):
                if h.first[k] > 0:
                    x = min((h.first[k] + ROUND) >> WEIGHT_BITS, HIGHEST)
                    row = k * SECOND
                    for j in range(SECOND):
                        h.second[j] += x * net.second[row + j]
            score = net.strength * h.seat[at + GROUP_WIDTH + 5]
            for k in range(SECOND):
                if h.second[k] > 0:
                    score += min((h.second[k] + ROUND) >> WEIGHT_BITS, HIGHEST) * net.last[k]
            h.score[seat] = score >> (WEIGHT_BITS + 6 - SCORE_BITS)


def softmax(g, h, net):
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


def forecast(g, t, v, n, h, net):
    """Each seat's chance to win, in parts of CERTAIN, into `h.chance`."""
    if g.phase == PHASE_OVER or g.alive < 2:
        for seat in range(g.players):
            h.chance[seat] = CERTAIN if seat == g.winner else 0
        return
    read_position(g, t, v, n, h)
    embed_groups(g, t, v, n, h, net)
    score_seats(g, h, net)
    softmax(g, h, net)
