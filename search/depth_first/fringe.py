"""The last plies of a walk with bounds, as a recursion of their own: most nodes are there, and none
needs a table, a row in the ledger or a stop of its own. Shapes as in `frames`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.game import Game
from engines.jit import borrowed, inlined, own_copy, rule
from search.base import Ints
from search.depth_first.frames import LEVELS
from search.depth_first.notes import INFINITY, lead, pick
from search.playout import build_move

MOST_PLIES = 8  # searched in one go
LARGEST = 1 << 40  # nodes of a family, more than any call is asked to visit


def build_fringe(
    game: Game,
    present: Callable[..., Any],
    worth: Callable[..., Any],
    ahead: Callable[..., Any],
) -> tuple[Callable[..., int], Callable[..., int], Callable[..., int]]:
    """The functions that search what is left of a frame one, two and more plies above the leaves;
    `present` lists a position's actions, `worth` evaluates it for the searching seat, `ahead` does
    so after an action. Of these only the first ranks actions.
    """
    owner, move, is_over = np.array(game.owner), build_move(game), game.rules.is_over
    to_move = game.rules.to_move
    two = game.owner == (0, 1)

    @inlined
    def against(s: Any, a: int, b: int) -> bool:
        """Whether one of two agents plays for the searching seat and the other does not."""
        if two:
            return a != b
        return (owner[np.uint64(a)] == s.seat) != (owner[np.uint64(b)] == s.seat)

    @inlined
    def read_leaves(
        states: Any, s: Any, f: Any, p: int, w: Any, rng: Any, most: int, cut: bool, ranked: bool
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
            x = worth(child, s, w) * sign
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
        child: Any,
        s: Any,
        g: Any,
        w: Any,
        rng: Any,
        low: float,
        high: float,
        side: float,
        cut: bool,
    ) -> tuple[float, int, int, int]:
        """Evaluates the replies to `child` in frame `g` until one is at least `high`: (the highest
        value, how many were evaluated, how many of them do not end the match, which one raised
        `low` last: -1 for none).
        """
        mover, count, x, read, horizon, best = to_move(child), g.count, -INFINITY, 0, 0, -1
        for k in range(count):
            reply = g.actions[k]
            y, goes_on = ahead(child, s, mover, reply, w, rng)
            y *= side
            horizon += goes_on
            read += 1
            if y > x:
                x = y
                if y > low:
                    best = k
                    if cut:
                        low = y
                        if low >= high:
                            break
        if read < count:
            s.cuts += 1
            s.firsts += read == 1
        return x, read, horizon, best

    @rule
    def read_twigs(state: Any, frames: Any, s: Any, p: int, w: Any, rng: Any, cut: bool) -> int:
        """Opens, searches and closes the children of frame `p` in one go, where all grandchildren
        are at the depth limit; returns how many nodes there were. `frames` is that frame and the
        next one, `state` its position.
        """
        f, g = frames
        rng, w = borrowed((rng, w))
        agent, count, sign = f.agent, f.count, f.sign
        alpha, beta, highest, first = f.alpha, f.beta, f.best, f.next
        k, below, horizon = first, 0, 0
        while k < count and alpha < beta:
            action = f.actions[np.uint64(k)]
            child = own_copy(state)
            move(child, s.joint, agent, action, rng)
            k += 1
            best = -1
            if is_over(child) or not present(child, s, g, 0):
                x = worth(child, s, w) * sign
                horizon += not is_over(child)
            else:
                low, high, side, turned = alpha, beta, sign, against(s, agent, g.agent)
                if turned:
                    low, high, side = -beta, -alpha, -sign
                x, read, go_on, best = read_replies(child, s, g, w, rng, low, high, side, cut)
                if turned:
                    x = -x
                below, horizon = below + read, horizon + go_on
            if x > highest:
                highest = x
                f.choice = action
                if x > alpha:
                    if cut:
                        alpha = x
                    f.line[0], f.crew[0], f.length = action, agent, 1
                    if best >= 0:
                        f.line[1], f.crew[1], f.length = g.actions[best], g.agent, 2
        if below > 0:
            s.deepest = max(s.deepest, p)
        s.depth_nodes[min(p, LEVELS - 1)] += k - first
        s.depth_nodes[min(p + 1, LEVELS - 1)] += below
        s.horizon += horizon
        f.next, f.alpha, f.best = k, alpha, highest
        return k - first + below

    @rule
    def read_boughs(
        state: Any, frames: Any, s: Any, p: int, plies: int, w: Any, rng: Any, cut: bool
    ) -> int:
        """The same `plies` above the leaves, with the whole stack."""
        frames, w, rng = borrowed((frames, w, rng))
        f, g = frames[np.uint64(p)], frames[np.uint64(p + 1)]
        agent, count, sign = f.agent, f.count, f.sign
        alpha, beta, highest, first = f.alpha, f.beta, f.best, f.next
        k, below = first, 0
        while k < count and alpha < beta:
            action = f.actions[np.uint64(k)]
            child = own_copy(state)
            move(child, s.joint, agent, action, rng)
            k += 1
            g.length = 0
            if is_over(child) or not present(child, s, g, 0):
                x = worth(child, s, w) * sign
                s.horizon += not is_over(child)
            else:
                turned = against(s, agent, g.agent)
                g.alpha, g.beta, g.sign, g.best, g.next = alpha, beta, sign, -INFINITY, 0
                if turned:
                    g.alpha, g.beta, g.sign = -beta, -alpha, -sign
                if plies > 3:
                    below += read_boughs(child, frames, s, p + 1, plies - 1, w, rng, cut)
                else:
                    below += read_twigs(child, (g, frames[np.uint64(p + 2)]), s, p + 1, w, rng, cut)
                if g.next < g.count:
                    s.cuts += 1
                    s.firsts += g.next == 1
                x = -g.best if turned else g.best
            if x > highest:
                highest = x
                f.choice = action
                if x > alpha:
                    if cut:
                        alpha = x
                    lead(f, g, action, g.length)
        if below > 0:
            s.deepest = max(s.deepest, p)
        s.depth_nodes[min(p, LEVELS - 1)] += k - first
        f.next, f.alpha, f.best = k, alpha, highest
        return k - first + below

    return read_leaves, read_twigs, read_boughs


def families_of(game: Game) -> Ints:
    """How many nodes a node and all below it can be with so many plies below its parent."""
    found = [0, 1]
    while len(found) <= MOST_PLIES and found[-1] < LARGEST:
        found.append(1 + game.max_actions * found[-1])
    return np.array(found, np.int64)
