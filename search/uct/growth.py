"""UCT's optional features: proofs, implicit minimax, RAVE, first-play urgency, progressive
widening, UCB1-Tuned.

Each has arrays of its own besides the tree, allocated in full only where its knob is on. Shapes:
[N] nodes, [A] agents, [K] actions, [H] places in a table of the actions played.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.draws import draw_below
from engines.game import Game
from engines.jit import inlined, rule
from search.base import Floats, Ints
from search.network import refusal as network_refusal
from search.tree import NO_CHILDREN, SLACK
from search.uct.params import Params
from search.uct.proofs import LOST, UNKNOWN

BEFORE_ALL = 1e9  # the bound of an untried child without first-play urgency
PLACES = 1 << 10  # [H] a power of two
MOST_PLAYED = PLACES // 2  # actions of one agent that are remembered in an iteration
OFF = (False, 1.0, False, 2.0, 0.5, False, False)  # features that go with playouts only
OPEN = np.inf  # the key of a child that progressive widening allows


class Features(NamedTuple):
    """The knobs as the kernel reads them."""

    grown: bool  # whether any of the others is on
    solver: bool
    alpha: float  # of implicit minimax, 0 = off
    rave: float  # equivalence parameter k, 0 = off
    first_play: bool
    urgency: float
    widening: bool
    widen_factor: float
    widen_power: float
    tuned: bool
    learns: bool  # whether playouts pick moves that did well
    valued: bool  # whether a network evaluates
    lowest: float  # of what the game's evaluation gives
    highest: float


class UctGrowth(NamedTuple):
    """Arrays [N + SLACK], of one element where the feature is off; statistics are of the agent that
    chose the node.
    """

    proof: NDArray[np.int8]
    implicit: NDArray[np.float32]  # minimax value of the evaluations below
    amaf_visits: NDArray[np.int32]  # iterations in which the agent played this action here or later
    amaf_total: Floats
    squares: Floats  # sum of squared values
    wish: Floats  # how early a child should be allowed, OPEN once it is
    # the agent that chooses among the node's children; in simultaneous games some have no choice
    chooser: NDArray[np.int8]
    # [A, H, 3] hash table of this iteration: action, last ply at which it was played, iteration
    played: Ints


def features(game: Game, params: Params) -> Features:
    """The knobs that are on and fit the game."""
    valued = params.evaluation == "network" and not valued_refusal(game)
    between = float(game.value_range[0]), float(game.value_range[1])
    if valued:
        return Features(True, True, float(params.implicit), 0.0, *OFF, valued, *between)
    solver = params.solver and solver_refusal(game) is None
    alpha = float(params.implicit) if implicit_refusal(game) is None else 0.0
    tuned = params.selection == "tuned"
    learns = params.learns
    grown = solver or alpha > 0 or params.rave > 0 or params.first_play or params.widening or tuned
    widening = (params.widening, float(params.widen_factor), float(params.widen_power))
    return Features(
        grown or learns,
        solver,
        alpha,
        float(params.rave),
        params.first_play,
        float(params.urgency),
        *widening,
        tuned,
        learns,
        valued,
        *between,
    )


def by_ucb1(f: Features) -> bool:
    """Whether the selection compares the bounds of UCB1."""
    return not (f.tuned or f.rave > 0 or f.alpha > 0 or f.valued)


def solver_refusal(game: Game) -> str | None:
    """Why nothing can be proved in this game; None if it can."""
    plain = not (game.simultaneous or game.chance or game.hidden)
    if not plain or game.seats != 2 or not game.zero_sum:
        return (
            "The solver needs two seats of opposed interests that move in turn, without chance or "
            "hidden things; it stays off here."
        )
    return None


def valued_refusal(game: Game) -> str:
    """Why no network can value the nodes of its tree; "" if one can."""
    if game.simultaneous and not network_refusal(game):
        return "UCT takes a network where agents move in turn; DUCT takes one here."
    return network_refusal(game)


def implicit_refusal(game: Game) -> str | None:
    """Why evaluations cannot be backed up by minimax in this game; None if they can."""
    if game.agents != 2 or not game.zero_sum:
        return "Implicit minimax needs a zero-sum game of two agents; it stays off here."
    return None


def new_growth(game: Game, f: Features, size: int) -> UctGrowth:
    """Arrays for `size` nodes; a node's values are written when it is made."""
    means = np.float64, np.float64, np.float64
    kinds: tuple[Any, ...] = (np.int8, np.float32, np.int32, *means, np.int8)
    sizes = [size + SLACK if use else 1 for use in _used(f)]
    played = np.full((game.agents, _places(f), 3), -1, np.int64)
    return UctGrowth(*[np.zeros(n, kind) for n, kind in zip(sizes, kinds, strict=True)], played)  # type: ignore[call-arg]


def emptied(growth: UctGrowth, game: Game, f: Features, size: int) -> UctGrowth:
    """The same arrays without a node, or new ones where others are needed."""
    sizes = [size + SLACK if use else 1 for use in _used(f)]
    if [a.size for a in growth[:-1]] != sizes or len(growth.played[0]) != _places(f):
        return new_growth(game, f, size)
    growth.proof[0] = UNKNOWN
    growth.played[:] = -1
    return growth


def _used(f: Features) -> tuple[bool, ...]:
    """Which of the arrays of nodes are used."""
    return (f.solver, f.alpha > 0 or f.valued, f.rave > 0, f.rave > 0, f.tuned, f.widening, True)


def _places(f: Features) -> int:
    return PLACES if f.rave > 0 else 1


def node_bytes(growth: UctGrowth) -> int:
    """Bytes of one node on top of the tree's own."""
    return sum(array.itemsize for array in growth[:-1] if array.size > 1)


@rule
def lineage(old: Any, new: Any, root: int, out: Any) -> None:
    """Writes into `out` [N] the node of `old` that each node of `new` was copied from by
    `transplant` below `root`.
    """
    out[0] = root
    for node in range(out.size):
        first = new.first_child[node]
        if first != NO_CHILDREN:
            for k in range(new.child_count[node]):
                out[first + k] = old.first_child[out[node]] + k


@inlined
def sprout(growth: Any, f: Any, first: int, count: int) -> None:
    """Clears the arrays for new children."""
    proof, implicit, squares = growth.proof, growth.implicit, growth.squares
    amaf_visits, amaf_total = growth.amaf_visits, growth.amaf_total
    for child in range(first, first + count):
        if f.solver:
            proof[child] = UNKNOWN
        if f.alpha > 0.0:
            implicit[child] = 0.0
        if f.rave > 0.0:
            amaf_visits[child] = 0
            amaf_total[child] = 0.0
        if f.tuned:
            squares[child] = 0.0


@inlined
def widen(wish: Any, first: int, count: int, allowed: int, rng: Any) -> None:
    """Allows children by their wish, ties at random, until `allowed` of them are."""
    opened = 0
    for child in range(first, first + count):
        opened += wish[child] == OPEN
    for _ in range(min(allowed, count) - opened):
        best, ties = -1, 0
        for child in range(first, first + count):
            if wish[child] == OPEN or (best >= 0 and wish[child] < wish[best]):
                continue
            ties = ties + 1 if best >= 0 and wish[child] == wish[best] else 1
            if ties == 1 or draw_below(rng, ties) == 0:
                best = child
        wish[best] = OPEN


@inlined
def choose(
    tree: Any, growth: Any, f: Any, node: int, low: float, scale: float, c: float, rng: Any
) -> int:
    """The child with the highest bound, ties at random; proven losses are skipped, and those not
    yet allowed.

    `search.tree.ucb1` with every feature that may change a mean or a bonus, and therefore child by
    child. Bound: x + c sqrt(ln N / n), x the mean as a share of the range of values [low, low +
    scale]. RAVE (Gelly, Silver 2011): mean = (1 - b) mean + b AMAF mean, b = sqrt(k / (3 N + k)).
    Implicit minimax (Lanctot et al. 2014): mean = (1 - alpha) mean + alpha v, v the minimax value
    of the evaluations below. UCB1-Tuned (Auer et al. 2002): c is multiplied by 2 sqrt(min(1/4,
    variance + sqrt(2 ln N / n))), so it equals c at maximal variance. Untried children go before
    all others, those with the best AMAF mean first; with first-play urgency (Gelly, Wang 2006) they
    have a fixed bound, or where it is known the AMAF mean with the bonus of one visit.
    """
    visits, total = tree.visits, tree.total
    proof, implicit, squares, wish = growth.proof, growth.implicit, growth.squares, growth.wish
    amaf_visits, amaf_total = growth.amaf_visits, growth.amaf_total
    first, count, parent = tree.first_child[node], tree.child_count[node], max(1, visits[node])
    log_n = math.log(parent)
    share = math.sqrt(f.rave / (3.0 * parent + f.rave)) if f.rave > 0.0 else 0.0
    untried = f.urgency if f.first_play else BEFORE_ALL
    if f.widening:
        widen(wish, first, count, math.ceil(f.widen_factor * parent**f.widen_power), rng)
    best, highest, ties = -1, -np.inf, 0
    for narrow in range(2):
        for child in range(first, first + count):
            if (f.solver and proof[child] == LOST) or (
                narrow == 0 and f.widening and wish[child] != OPEN
            ):
                continue
            n = visits[child]
            heard = amaf_visits[child] if f.rave > 0.0 else 0
            if n == 0:
                bound = untried
                if heard > 0:
                    guess = (amaf_total[child] / heard - low) / scale
                    bound = guess + c * math.sqrt(log_n) if f.first_play else untried - 1.0 + guess
            else:
                mean = total[child] / n
                if heard > 0:
                    mean = (1.0 - share) * mean + share * amaf_total[child] / heard
                if f.alpha > 0.0:
                    mean = (1.0 - f.alpha) * mean + f.alpha * implicit[child]
                reach = log_n / n
                if f.tuned:
                    m = total[child] / n
                    variance = max(0.0, squares[child] / n - m * m) / (scale * scale)
                    reach *= 4.0 * min(0.25, variance + math.sqrt(2.0 * log_n / n))
                bound = (mean - low) / scale + c * math.sqrt(reach)
            if bound > highest or best < 0:
                best, highest, ties = child, bound, 1
            elif bound == highest:
                ties += 1
                if draw_below(rng, ties) == 0:
                    best = child
        if best >= 0:
            return best
    return first + draw_below(rng, count)


@inlined
def back_up(tree: Any, implicit: Any, s: Any, plies: int, leaf: float) -> None:
    """Gives the last node its evaluation, and every node above the best value of its tried
    children, from the view of the agent that chose it.
    """
    visits, first_child, child_count = tree.visits, tree.first_child, tree.child_count
    implicit[s.path[plies - 1]] = leaf
    for d in range(plies - 2, -1, -1):
        node = s.path[d]
        first, best = first_child[node], -np.inf
        for child in range(first, first + child_count[node]):
            if visits[child] > 0 or child == s.path[d + 1]:
                best = max(best, implicit[child])
        implicit[node] = best if s.who[d] == s.who[d + 1] else -best


@rule
def place_of(played: Any, agent: int, action: int, iteration: int) -> int:
    """The action's place in the table, or the stale one where it would go."""
    place = (action ^ (action >> 10) ^ (action >> 20) ^ (action >> 40)) & (PLACES - 1)
    while played[agent, place, 2] == iteration and played[agent, place, 0] != action:
        place = (place + 1) & (PLACES - 1)
    return place


@rule
def note(played: Any, agent: int, action: int, ply: int, iteration: int) -> None:
    """Records that the agent played the action at `ply`, unless a later ply is already recorded."""
    place = place_of(played, agent, action, iteration)
    if played[agent, place, 2] != iteration or played[agent, place, 1] < ply:
        played[agent, place, 0] = action
        played[agent, place, 1] = ply
        played[agent, place, 2] = iteration


@inlined
def hear(tree: Any, growth: Any, s: Any, plies: int) -> None:
    """All moves as first (Gelly, Silver 2007): a value also counts for every sibling whose action
    the same agent played here or later.
    """
    action, first_child, child_count = tree.action, tree.first_child, tree.child_count
    amaf_visits, amaf_total, played = growth.amaf_visits, growth.amaf_total, growth.played
    for d in range(min(plies, MOST_PLAYED)):
        note(played, s.who[d], action[s.path[d]], d, s.iterations)
    for d in range(plies):
        a = s.who[d]
        above = s.path[d - 1] if d > 0 else 0
        first = first_child[above]
        for child in range(first, first + child_count[above]):
            place = place_of(played, a, action[child], s.iterations)
            if played[a, place, 2] == s.iterations and played[a, place, 1] >= d:
                amaf_visits[child] += 1
                amaf_total[child] += s.values[a]
