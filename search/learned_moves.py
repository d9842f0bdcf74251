"""Playouts by moves that did well: MAST, and sequences of two and three moves (NST).

Every iteration tells of each action that an agent played in it, in the tree or below, what the
iteration was worth to that agent. MAST keeps a mean for each action, wherever it was played; NST
one also for the action after the move before it, and after the two moves before it. A playout
prefers actions with high means: by Gibbs sampling, an action's weight is exp(q / heat), or the best
one, and with probability epsilon any. An action that was never played counts as a sure win.
Source: Finnsson and Björnsson, "Simulation-based approach to general game playing" (2008), where
CadiaPlayer has it from; Tak, Winands and Björnsson, "N-grams and the last-good-reply policy applied
in general game playing" (2012), who also compare both ways to pick.
Limits: where agents move at once, a sequence is of the agent's own moves, since it knows no others
of this turn. Means are kept as long as the tree is. Actions beyond the places of the table are
not remembered.
Shapes: [A] agents, [K] actions, [H] places of the table, [M] actions of one iteration.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.draws import draw_below
from engines.game import PASS, Game
from engines.jit import inlined
from engines.knobs import RESTART, Value, choice, number
from engines.records import records
from search.base import Floats, Ints
from search.evaluation import VALUED
from search.formulas import Formula

PLACES = 1 << 17  # [H] a power of two
PROBES = 8  # places at which an action is looked for
LONGEST = 1 << 13  # [M] actions of an iteration that are told of
LEAST = 7  # iterations in which a sequence was played before it counts (Tak et al. 2012)
SINGLE, SEQUENCES = 1, 2
KINDS = {"mast": SINGLE, "nst": SEQUENCES}
GRAMS = 3
LEARNING = "learning playouts"  # names the kernels that have them
MULTIPLIER = 0x2545F4914F6CDD1D  # L'Ecuyer (1999)
KEY = (1 << 62) - 1  # bits of a key, so that Python and compiled code agree
START = 0  # before the first move

FORMULAS = (
    Formula(
        "MAST",
        "a playout draws an action by exp(q / T)",
        "q is the mean of all iterations in which the agent played the action, wherever that was, "
        "on a scale from 0 to 1; 1 for an action that was never played. T is the heat. Picked "
        "greedily, the action with the highest q, and any with probability ε.",
        "Finnsson and Björnsson, “Simulation-based approach to general game playing” (2008)",
        "playout",
        "mast",
    ),
    Formula(
        "N-gram selection technique (NST)",
        "q = (q₁ + q₂ + q₃) / 3",
        "q₁ is the action's mean as in MAST, q₂ its mean after the move before it, q₃ after the "
        "two moves before it; one that was played fewer than 7 times does not count. Where agents "
        "move at once the moves before are the agent's own.",
        "Tak, Winands and Björnsson, “N-grams and the last-good-reply policy applied in general "
        "game playing” (2012)",
        "playout",
        "nst",
    ),
)
HEAD = np.dtype(
    [
        ("kind", np.int64),  # SINGLE, SEQUENCES, or 0 for neither
        ("greedy", np.int64),
        ("heat", np.float64),
        ("epsilon", np.float64),
        ("count", np.int64),  # actions of this iteration so far
    ],
    align=True,
)


class LearnedMoves(NamedTuple):
    """What is known of actions, of one element each where no playout asks."""

    head: Any  # one record of HEAD
    key: Ints  # [H] 0 for a free place
    visits: NDArray[np.int32]  # [H]
    total: Floats  # [H]
    who: Ints  # [M] the agents of this iteration's actions
    place: NDArray[np.int32]  # [M, 3] where each is told of, alone and after one and two moves
    before: Ints  # [A, 2] the two moves before the next one, the last first
    weight: Floats  # [K] scratch


Idle = dict[str, Value | tuple[Value, ...]]
# where nobody plays below the tree; the knobs are told another such case if a search has one
UNPLAYED: Idle = {**VALUED, "playout_depth": 0}
SCRIPTED = {"scripted": "scripted"}
UNLEARNED: Idle = UNPLAYED | {"playout": ("random", *SCRIPTED)}  # where no playout learns


def policy(unplayed: Idle = UNPLAYED, scripted: Mapping[str, str] = SCRIPTED) -> Any:
    """The knob for who plays below the tree."""
    script = "the game's own script where it has one, " if scripted else ""
    return choice(
        "random",
        {
            "random": "random",
            **scripted,
            "mast": "what did well (MAST)",
            "nst": "sequences that did well (NST)",
        },
        "Playout moves",
        (
            f"Who plays below the tree: chance, {script}or moves "
            "that did well in this search: each by itself, or also after the moves before it."
        ),
        effect=RESTART,
        idle_if=unplayed,
    )


def pick(unlearned: Idle = UNLEARNED) -> Any:
    """The knob for how such a move is picked."""
    return choice(
        "gibbs",
        {"gibbs": "Gibbs sampling", "greedy": "the best, at times any"},
        "Playout pick",
        "How playouts pick among moves: good ones more often, or the best unless chance says any.",
        idle_if=unlearned,
    )


def heat(unlearned: Idle = UNLEARNED) -> Any:
    """The knob for the temperature of Gibbs sampling."""
    return number(
        0.1,
        0.01,
        10.0,
        "Playout heat",
        "Gibbs sampling: low, the best move nearly always; high, nearly at random. Results are "
        "taken from 0 to 1.",
        log=True,
        idle_if=unlearned | {"playout_pick": "greedy"},
    )


def epsilon(unlearned: Idle = UNLEARNED) -> Any:
    """The knob for the share of random moves."""
    return number(
        0.2,
        0.0,
        1.0,
        "Playout chance",
        "How often a playout plays any move in place of the best one.",
        idle_if=unlearned | {"playout_pick": "gibbs"},
    )


def new_moves(game: Game, params: Any) -> LearnedMoves:
    """Nothing known yet, for these knobs."""
    kind = KINDS.get(params.playout, 0)
    places, most = (PLACES, min(LONGEST, game.longest * game.agents)) if kind else (1, 1)
    made = LearnedMoves(
        records(1, HEAD),
        np.zeros(places, np.int64),
        np.zeros(places, np.int32),
        np.zeros(places),
        np.zeros(most, np.int64),
        np.zeros((most, GRAMS), np.int32),
        np.zeros((game.agents, 2), np.int64),
        np.zeros(game.max_actions if kind else 1),
    )
    set_knobs(made, params)
    return made


def set_knobs(moves: LearnedMoves, params: Any) -> None:
    """Takes the knobs that may change at any time."""
    head = moves.head[0]
    head.kind, head.greedy = KINDS.get(params.playout, 0), params.playout_pick == "greedy"
    head.heat, head.epsilon = params.playout_heat, params.playout_epsilon


def forgotten(moves: LearnedMoves, game: Game, params: Any) -> LearnedMoves:
    """The same memory with nothing in it, or another where these knobs need one."""
    if (params.playout in KINDS) != (moves.key.size > 1):
        return new_moves(game, params)
    moves.key[:] = 0
    set_knobs(moves, params)
    return moves


@inlined
def mixed(code: int, part: int) -> int:
    """The code with one more part; the order of parts matters."""
    return ((code ^ (code >> 29) ^ int(part)) * MULTIPLIER) & KEY


@inlined
def key_of(agent: int, action: int, last: int, earlier: int, length: int) -> int:
    """The number of a sequence, never 0."""
    code = mixed(0, GRAMS * int(agent) + length)
    code = mixed(mixed(mixed(code, action), last), earlier)
    return (code ^ (code >> 31)) | 1


@inlined
def place_of(moves: Any, key: int, adds: bool) -> int:
    """Where a sequence is in the table; -1 if it is not there, or there is no place for it."""
    mask = moves.key.size - 1
    at = (key >> 8) & mask
    for _ in range(PROBES):
        if moves.key[at] == key:
            return at
        if moves.key[at] == 0:
            if not adds:
                return -1
            moves.key[at], moves.visits[at], moves.total[at] = key, 0, 0.0
            return at
        at = (at + 1) & mask
    return -1


@inlined
def begin(moves: Any) -> None:
    """An iteration begins."""
    moves.head[0].count = 0
    for a in range(moves.before.shape[0]):
        moves.before[a, 0] = moves.before[a, 1] = START


@inlined
def told(moves: Any, agent: int, action: int, line: int) -> None:
    """The agent plays an action in this iteration; `line` is whose moves come before its next."""
    head, last, earlier = moves.head[0], moves.before[line, 0], moves.before[line, 1]
    if head.count < moves.who.size:
        at = head.count
        head.count += 1
        moves.who[at] = agent
        moves.place[at, 0] = place_of(moves, key_of(agent, action, 0, 0, 1), True)
        moves.place[at, 1] = moves.place[at, 2] = -1
        if head.kind == SEQUENCES:
            moves.place[at, 1] = place_of(moves, key_of(agent, action, last, 0, 2), True)
            moves.place[at, 2] = place_of(moves, key_of(agent, action, last, earlier, 3), True)
    moves.before[line, 1] = last
    moves.before[line, 0] = action + 1


@inlined
def credit(moves: Any, values: Floats) -> None:
    """The iteration ends with these values [A]."""
    for i in range(moves.head[0].count):
        for g in range(GRAMS):
            at = moves.place[i, g]
            if at >= 0:
                moves.visits[at] += 1
                moves.total[at] += values[moves.who[i]]


@inlined
def share(moves: Any, at: int, low: float, high: float) -> float:
    """A mean as a share of the range of values seen so far; 1 where there is none."""
    if at < 0 or moves.visits[at] == 0 or high <= low:
        return 1.0
    return (moves.total[at] / moves.visits[at] - low) / (high - low)


@inlined
def worth(moves: Any, agent: int, action: int, line: int, low: float, high: float) -> float:
    """What an action is expected to bring the agent now, from 0 to 1."""
    sum_, count = share(moves, place_of(moves, key_of(agent, action, 0, 0, 1), False), low, high), 1
    if moves.head[0].kind == SEQUENCES:
        last, earlier = moves.before[line, 0], moves.before[line, 1]
        for length in range(2, GRAMS + 1):
            key = key_of(agent, action, last, earlier if length == GRAMS else 0, length)
            at = place_of(moves, key, False)
            if at >= 0 and moves.visits[at] >= LEAST:
                sum_ += share(moves, at, low, high)
                count += 1
    return sum_ / count


@inlined
def highest(worths: Floats, count: int, rng: Any) -> int:
    """Where the highest of the first `count` is, ties at random."""
    best, ties = 0, 0
    for k in range(count):
        if ties == 0 or worths[k] > worths[best]:
            best, ties = k, 1
        elif worths[k] == worths[best]:
            ties += 1
            if draw_below(rng, ties) == 0:
                best = k
    return best


@inlined
def sampled(worths: Floats, count: int, heat: float, rng: Any) -> int:
    """One of the first `count` by Gibbs sampling; their sums of weights are in `worths` then."""
    whole, k = 0.0, 0
    for each in range(count):
        whole += math.exp((worths[each] - 1.0) / heat)
        worths[each] = whole
    wanted = rng.random() * whole
    while k < count - 1 and worths[k] <= wanted:
        k += 1
    return k


@inlined
def preferred(
    moves: Any, agent: int, actions: Ints, count: int, line: int, low: float, high: float, rng: Any
) -> int:
    """The place of the one of the first `count` actions that the agent plays, which is not told of;
    values have been from `low` to `high`.
    """
    head, weight, k = moves.head[0], moves.weight, 0
    if count > 1 and head.greedy != 0 and rng.random() < head.epsilon:
        k = draw_below(rng, count)
    elif count > 1:
        for each in range(count):
            weight[each] = worth(moves, agent, actions[each], line, low, high)
        if head.greedy != 0:
            k = highest(weight, count, rng)
        else:
            k = sampled(weight, count, head.heat, rng)
    return k


def build_pick(game: Game) -> Any:
    """The jitted (state, s, moves, agent, to_end, rng) -> action, which is told of; PASS where
    there is none. `s` has room for actions and, unless playouts go to the end of the match, the
    range of values seen so far.
    """
    legal, simultaneous = game.rules.legal, game.simultaneous

    @inlined
    def picked(state: Any, s: Any, moves: Any, agent: int, to_end: bool, rng: Any) -> int:
        line, count = agent if simultaneous else 0, legal(state, agent, s.actions)
        low, high = (-1.0, 1.0) if to_end else (s.low[agent], s.high[agent])
        if count == 0:
            return PASS
        k = preferred(moves, agent, s.actions, count, line, low, high, rng)
        told(moves, agent, s.actions[k], line)
        return s.actions[k]

    return picked
