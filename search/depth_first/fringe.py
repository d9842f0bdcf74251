"""The last two plies of a walk with bounds, in loops of their own: most nodes are there, and none
needs a frame, a table or a window of its own. Shapes as in `frames`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.game import PASS, Game
from engines.jit import borrowed, inlined, own_copy, rule
from search.depth_first.frames import LEVELS
from search.depth_first.notes import INFINITY, lead, pick
from search.playout import build_move


def build_fringe(
    game: Game, present: Callable[..., Any], worth: Callable[..., Any]
) -> tuple[Callable[..., int], Callable[..., int]]:
    """The inlined functions that read all children of a frame, and all its grandchildren;
    `present` lists a position's actions, `worth` evaluates it for the searching seat.
    """
    owner, move, is_over = np.array(game.owner), build_move(game), game.rules.is_over
    to_move = game.rules.to_move
    single = game.owner == tuple(range(game.agents))

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
        child: Any, s: Any, g: Any, rng: Any, low: float, high: float, side: float, cut: bool
    ) -> tuple[float, int]:
        """Evaluates the replies to `child` in frame `g` until one is at least `high`: (the highest
        value, how many were evaluated). The line of `g` is the reply that raised `low` last.
        """
        mover, count, x, read = to_move(child), g.count, -INFINITY, 0
        for k in range(count):
            reply = g.actions[k]
            leaf = own_copy(child)
            move(leaf, s.joint, mover, reply, rng)
            y = worth(leaf, s) * side
            s.horizon += not is_over(leaf)
            read += 1
            if y > x:
                x = y
                if y > low:
                    g.line[0], g.crew[0], g.length = reply, mover, 1
                    if cut:
                        low = y
                        if low >= high:
                            break
        if read < count:
            s.cuts += 1
            s.firsts += read == 1
        return x, read

    @rule
    def read_twigs(
        state: Any, s: Any, f: Any, g: Any, p: int, rng: Any, cut: bool, ranked: bool
    ) -> int:
        """Opens, searches and closes the children of `f` in one go, where all grandchildren are at
        the depth limit; returns how many nodes there were.
        """
        rng, agent, count, sign = borrowed(rng), f.agent, f.count, f.sign
        alpha, beta, highest, first = f.alpha, f.beta, f.best, f.next
        k, below, opened = first, 0, 0
        while k < count and alpha < beta:
            if ranked and k > 0:
                f.next = k
                pick(f)
            action = f.actions[np.uint64(k)]
            child = own_copy(state)
            move(child, s.joint, agent, action, rng)
            k += 1
            g.length = 0
            if is_over(child) or not present(child, s, g, 0):
                x = worth(child, s) * sign
                s.horizon += not is_over(child)
            else:
                opened += 1
                turned = g.agent != agent if single else owner[np.uint64(g.agent)] != owner[np.uint64(agent)]
                low, high, side = alpha, beta, sign
                if turned:
                    low, high, side = -beta, -alpha, -sign
                x, read = read_replies(child, s, g, rng, low, high, side, cut)
                if turned:
                    x = -x
                below += read
            if x > highest:
                highest = x
                f.choice = action
                if x > alpha:
                    if cut:
                        alpha = x
                    lead(f, g, action, g.length)
        if opened > 0:
            s.deepest = max(s.deepest, p)
        s.depth_nodes[min(p, LEVELS - 1)] += k - first
        s.depth_nodes[min(p + 1, LEVELS - 1)] += below
        f.next, f.alpha, f.best = k, alpha, highest
        return k - first + below

    return read_leaves, read_twigs


def family_of(game: Game) -> int:
    """How many nodes a child and its children can be."""
    return game.max_actions + 1
