"""The last two plies of a walk with bounds, in loops of their own: most nodes are there, and none
needs a frame, a table or a window of its own. Shapes as in `frames`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.game import PASS, Game
from engines.jit import inlined
from search.depth_first.frames import LEVELS
from search.depth_first.notes import INFINITY, pick
from search.playout import build_move


def build_fringe(
    game: Game, present: Callable[..., Any], worth: Callable[..., Any]
) -> tuple[Callable[..., int], Callable[..., int]]:
    """The inlined functions that read all children of a frame, and all its grandchildren;
    `present` lists a position's actions, `worth` evaluates it for the searching seat.
    """
    owner, move, is_over = np.array(game.owner), build_move(game), game.rules.is_over
    family = family_of(game)

    @inlined
    def read_leaves(
        states: Any, s: Any, f: Any, p: int, rng: Any, most: int, cut: bool, ranked: bool
    ) -> int:
        """Evaluates up to `most` children of `f`, which are all at the depth limit; returns how
        many. `s.blank` is set at a value that is not known.
        """
        agent, count, sign, child = f.agent, f.count, f.sign, states[p + 1]
        alpha, beta, highest, first = f.alpha, f.beta, f.best, f.next
        k = first
        while k < count and k - first < most and not (cut and alpha >= beta):
            if ranked and k > 0:
                f.next = k
                pick(f)
            action = f.actions[k]
            states[p + 1] = states[p]
            move(child, s.joint, agent, action, rng)
            x = worth(child, s) * sign
            if np.isnan(x):
                s.blank = 1
                break
            k += 1
            s.horizon += not is_over(child)
            if x > highest:
                highest = x
                f.choice = action
                if x > alpha or not cut:
                    if cut:
                        alpha = x
                    f.line[0], f.crew[0], f.length = action, agent, 1
        s.depth_nodes[min(p, LEVELS - 1)] += k - first
        f.next, f.alpha, f.best = k, alpha, highest
        return k - first

    @inlined
    def read_replies(
        states: Any,
        s: Any,
        g: Any,
        p: int,
        rng: Any,
        low: float,
        high: float,
        side: float,
        cut: bool,
    ) -> tuple[float, int, int, int]:
        """Evaluates the replies at `g`, at depth `p`, until one is at least `high`: (the highest
        value, the reply that raised `low` last, whether one did, how many were evaluated).
        """
        mover, leaf = np.uint64(g.agent), states[p + 1]
        x, j, best, below = -INFINITY, 0, PASS, 0
        while j < g.count and low < high:
            reply = g.actions[j]
            states[p + 1] = states[p]
            move(leaf, s.joint, mover, reply, rng)
            y = worth(leaf, s) * side
            s.horizon += not is_over(leaf)
            j += 1
            if y > x:
                x = y
                if y > low:
                    best, below = reply, 1
                    if cut:
                        low = y
        s.cuts += j < g.count
        s.firsts += j == 1 and g.count > 1
        return x, best, below, j

    @inlined
    def read_twigs(
        states: Any, s: Any, f: Any, g: Any, p: int, rng: Any, most: int, cut: bool, ranked: bool
    ) -> int:
        """Opens, searches and closes the children of `f` in one go, where all grandchildren are at
        the depth limit, while `most` nodes allow another child; returns how many nodes there were.
        """
        agent, count, sign, child = np.uint64(f.agent), f.count, f.sign, states[p + 1]
        alpha, beta, highest, first = f.alpha, f.beta, f.best, f.next
        k, nodes, fits, best = first, 0, most - family, PASS
        while k < count and nodes < fits and alpha < beta:
            if ranked and k > 0:
                f.next = k
                pick(f)
            action = f.actions[k]
            states[p + 1] = states[p]
            move(child, s.joint, agent, action, rng)
            k += 1
            nodes += 1
            if is_over(child) or not present(child, s, g, 0):
                x, below = worth(child, s) * sign, 0
                s.horizon += not is_over(child)
            else:
                s.deepest = max(s.deepest, p)
                mover = np.uint64(g.agent)
                if owner[mover] == owner[agent]:
                    x, best, below, read = read_replies(
                        states, s, g, p + 1, rng, alpha, beta, sign, cut
                    )
                else:
                    x, best, below, read = read_replies(
                        states, s, g, p + 1, rng, -beta, -alpha, -sign, cut
                    )
                    x = -x
                nodes += read
            if x > highest:
                highest = x
                f.choice = action
                if x > alpha:
                    if cut:
                        alpha = x
                    f.line[0], f.crew[0], f.length = action, agent, 1 + below
                    if below > 0:
                        f.line[1], f.crew[1] = best, g.agent
        s.depth_nodes[min(p, LEVELS - 1)] += k - first
        s.depth_nodes[min(p + 1, LEVELS - 1)] += nodes - (k - first)
        f.next, f.alpha, f.best = k, alpha, highest
        return nodes

    return read_leaves, read_twigs


def family_of(game: Game) -> int:
    """How many nodes a child and its children can be."""
    return game.max_actions + 1
