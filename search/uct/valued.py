"""UCT without playouts: a network says what each new position is worth.

A leaf gets all its children at once, each with its own value as a first visit. Selection compares a
blend of a child's mean and the minimax value below it, plus UCB1's bonus (Winands, Bjoernsson,
"Evaluation function based Monte-Carlo LOA", 2010; Lanctot et al., "Monte Carlo tree search with
heuristic evaluations using implicit minimax backups", 2014). A minimax value goes up only as far as
it changes something. One that is CERTAIN is a proven win or loss, which is MCTS-Solver.

Exploration may rise with a position's visits (Silver et al., "A general reinforcement learning
algorithm that masters chess, shogi, and Go through self-play", 2018).

Nothing is left to chance: equal bounds are tried in order. Shapes: [A] agents, [K] actions, [H]
hidden units, [N] nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.game import PASS, Game
from engines.jit import borrowed, inlined, prefetch, settled
from engines.records import records
from search.base import Floats, Ints
from search.kernels import kernel_for
from search.network import HIDDEN, Net, build_worth, sight
from search.only import confined
from search.playout import build_move
from search.tree import LANES, LOGS, NO_CHILDREN, SLACK, Tree, expand, highest_rank
from search.uct.growth import UctGrowth
from search.uct.kernel import LEVELS, measure, most_plies, note_roots
from search.uct.proofs import DRAWN, LOST, NOT_WON, UNKNOWN, WON, certain, is_safe, settles

CERTAIN = 1000.0  # the minimax value of a proven win, far beyond any that is estimated
NEVER = np.float32(-1e6)  # is added to the bound of what is proven


@inlined
def blended(
    visits: Any,
    total: Any,
    proof: Any,
    implicit: Any,
    first: int,
    count: int,
    bonus: float,
    alpha: float,
    safe: bool,
    ranks: Any,
) -> int:
    """The place of the child with the highest (1 - alpha) mean + alpha minimax + bonus / sqrt(n),
    the first of equal ones. In float32; `ranks` [K + LANES] is overwritten, as by `ucb1_ranked`.
    """
    explore, share = np.float32(bonus), np.float32(alpha)
    shut = NOT_WON if safe else LOST
    rest = np.float32(1.0) - share
    begin = np.uint64(first)
    for j in range(np.uint64((count + LANES - 1) // LANES * LANES)):
        r = np.float32(1.0) / np.sqrt(np.float32(visits[begin + j]))
        best = implicit[begin + j]
        mean = np.float32(total[begin + j]) * r * r
        code = proof[begin + j]
        closed = np.float32((code == LOST) | (code == DRAWN) | (code == shut))
        bound = np.float32(rest * mean + share * best + explore * r + NEVER * closed)
        bits = bound.view(np.int32)
        ranks[j] = bits ^ bits >> np.int32(31) & np.int32(0x7FFFFFFF)
    place, _ = highest_rank(ranks, count)
    return place


@inlined
def best_below(implicit: Any, first: int, count: int) -> float:
    """The highest minimax value of a node's children."""
    best = implicit[first]
    for child in range(first + 1, first + count):
        best = max(best, implicit[child])
    return best


def build_valued(game: Game) -> Callable[..., int]:
    """The iteration loop for one configured game, uncompiled."""
    agents, rules, deepest, most = game.agents, game.rules, most_plies(game), game.max_actions
    to_move, is_over, legal, outcome = rules.to_move, rules.is_over, rules.legal, rules.outcome
    move, (look, ahead) = build_move(game), build_worth(game)

    @inlined
    def judge_child(
        visits: Any, total: Any, growth: Any, s: Any, child: int, own: Any, mover: int, worth: float
    ) -> float:
        """Gives a new child its first visit: the result of a match that is over, or the `worth`
        for the seat that moves next; returns the value for the mover.
        """
        code, low = UNKNOWN, worth if to_move(own) == mover else -worth
        mean = low
        if is_over(own):
            outcome(own, s.seat_values)
            mean = s.seat_values[mover]
            code = WON if mean > 0.0 else LOST if mean < 0.0 else DRAWN
            low = CERTAIN if mean > 0.0 else -CERTAIN if mean < 0.0 else 0.0
            s.proven += 1
        visits[child], total[child] = 1, mean
        growth.proof[child], growth.implicit[child] = code, low
        return low

    def iterate(
        tree: Tree,
        room: Any,
        buffer: Any,
        root: Any,
        logs: Floats,
        net: Net,
        hidden: Any,
        rows: Ints,
        rng: Any,
        n: int,
        may_grow: bool,
        c: float,
        rising: int,
        alpha: float,
        met: Ints,
        gain: Floats,
        growth: UctGrowth,
    ) -> int:
        """Runs up to `n` iterations in place; stops early, between iterations, when the arena
        should grow or the root is proven. Returns how many were run. `hidden` [2, H] and `rows` are
        scratch.
        """
        tree, room, buffer, root, logs = borrowed((tree, room, buffer, root, logs))
        net, hidden, rows, rng, growth = borrowed((net, hidden, rows, rng, growth))
        met, gain = borrowed((met, gain))
        s, state, own = room[0], buffer[0], buffer[1]
        visits, total, action, first_child, child_count = tree
        proof, implicit, chooser, used = growth.proof, growth.implicit, growth.chooser, s.used
        base, units = hidden[0], hidden[1]
        least = logs[min(rising, LOGS)]
        size, explore = visits.size - SLACK, 2.0 * c
        for a in range(agents):
            s.joint[a] = PASS
        for done in range(n):
            if (may_grow and used + most > size) or proof[0] != UNKNOWN:
                s.used = used
                return done
            buffer[0] = root[0]
            node, plies = 0, 0
            for a in range(agents):
                s.slot[a] = -1
            # 1. select
            while first_child[node] != NO_CHILDREN:
                mover, first, count = chooser[node], first_child[node], child_count[node]
                bonus = explore * logs[min(visits[node], LOGS)]
                if rising > 0:  # its table has no logarithms beyond LOGS
                    wide = logs[min(visits[node] + rising, LOGS)]
                    bonus *= 1.0 + wide * wide - least * least
                safe = is_safe(proof, first, count)
                place = blended(
                    visits, total, proof, implicit, first, count, bonus, alpha, safe, s.ranks
                )
                child = first + place
                after = first_child[child]
                prefetch(visits, after)
                prefetch(total, after)
                prefetch(implicit, after)
                prefetch(proof, after)
                prefetch(first_child, after)
                if plies == 0:
                    s.slot[mover] = place
                s.path[plies], s.who[plies] = child, mover
                s.safe[plies] = safe
                plies += 1
                node = child
                move(state, s.joint, mover, action[child], rng)
            # 2. expand: every child is worth what the network says, unless the match is over there
            moved, code, mover = False, UNKNOWN, int(to_move(state))
            worth, count, grown = 0.0, 0, 0
            if proof[node] == UNKNOWN and plies < deepest:
                count = legal(state, mover, s.actions)
                if node == 0:
                    count = confined(s, mover, s.actions, count)
            if 0 < count <= size - used:
                first = used
                used = expand(tree, node, used, s.actions, count)
                chooser[node] = mover
                s.depth_nodes[min(plies, LEVELS - 1)] += count
                look(state, 1 - mover, net, rows, base)
                worth, moved, grown = -CERTAIN, True, count
                for k in range(count):
                    proof[first + k], implicit[first + k] = UNKNOWN, 0.0
                for k in range(count):
                    buffer[1] = state
                    move(own, s.joint, mover, s.actions[k], rng)
                    says = 0.0
                    if not is_over(own):
                        says = ahead(state, own, s.actions[k], net, rows, base, units)
                    low = judge_child(visits, total, growth, s, first + k, own, mover, says)
                    worth = max(worth, low)
                    if low >= CERTAIN:
                        break  # a win: the others stay untried
                code = certain(proof, first, count)
            elif plies > 0:
                # a proven draw, or no room for children: its own value once more
                worth = implicit[node] if s.who[plies - 1] == mover else -implicit[node]
            sample = min(1.0, max(-1.0, worth))
            for a in range(agents):
                s.values[a] = sample if a == mover else -sample
            measure(s, agents, True)
            # 3. back up: means all the way, minimax values and proofs as far as they change
            at, told = mover, code != UNKNOWN
            for d in range(plies - 1, -1, -1):
                node, a = s.path[d], s.who[d]
                visits[node] += 1
                total[node] += s.values[a]
                if moved:
                    low = worth if a == at else -worth
                    old, above = implicit[node], s.path[d - 1] if d > 0 else 0
                    implicit[node] = low
                    first, count = first_child[above], child_count[above]
                    known = implicit[above] if d == 0 or s.who[d - 1] == a else -implicit[above]
                    worth = known
                    if low >= known:
                        worth = low
                    elif old >= known:
                        worth = best_below(implicit, first, count)
                    if told:
                        code = code if a == at or code == DRAWN else -code
                        told = proof[node] != code
                        proof[node] = code
                        s.proven += told and settles(code)
                        if told:
                            code = certain(proof, first, count)
                    moved = worth != known or told
                    at = a
                if s.safe[d] != 0 and implicit[node] < 0.0 and d > 0:
                    for each in range(agents):
                        s.values[each] = 0.0  # it would rather take the draw
            if moved:
                implicit[0] = worth
                if told and settles(code):
                    proof[0] = code
            visits[0] += 1
            s.iterations, s.plies = s.iterations + 1, s.plies + plies
            s.turns += plies + grown
            note_roots(s, agents, visits, plies, -1, -1, met, gain)
        s.used = used
        return n

    return iterate


def compiled_valued(game: Game) -> Callable[..., Any]:
    """The iteration loop, compiled; kept on disk for this configured game."""
    return settled(kernel_for(game, "uct.valued", build_valued))


def new_scratch(game: Game) -> tuple[Any, Any, Ints]:
    """Arrays that iterations overwrite: two positions, hidden units, and rows."""
    hidden = np.zeros((2, HIDDEN), np.int16)
    return records(2, game.dtype), hidden, np.zeros(sight(game).most, np.int64)
