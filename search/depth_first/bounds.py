"""The walk of minimax, alpha-beta and paranoid search, compiled for one configured game: one value,
the searching seat's.

Values in a frame are seen by the seat that moves there, so every node takes the highest (Knuth and
Moore, "An analysis of alpha-beta pruning", 1975: negamax); between a node of the searching seat and
one of another the sign and the window turn round. Fail-soft: a node that cuts returns the best
value it saw, a bound. Chance nodes are the exact mean of their outcomes, each searched with an open
window, so no cut there can be wrong. Shapes as in `frames`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines import jit
from engines.game import PASS, Game
from engines.jit import inlined
from search.depth_first.frames import (
    AGAIN,
    ASKED,
    AT_MOST,
    CHANCE,
    CLOSE,
    CUT,
    EXACT,
    FRESH,
    GAME,
    LEARNED,
    LEVELS,
    LONGEST_LINE,
    LOTTERY,
    NOT_ASKED,
    OPEN,
    SEE,
    UNSEEN,
    build_descend,
    build_present,
    opened,
)
from search.depth_first.notes import INFINITY, bring, keep, note_root, slot_of, tell

TABLE_MOVE = 1e12  # a score that no history reaches
# as much as two cuts in the history; ahead of it, killers tripled the nodes of solved Connect Four
# positions
KILLER = 2.0


def build(game: Game, learned: bool, traced: bool) -> Callable[..., int]:
    """The walk, uncompiled. `learned`: with table, killers and history; `traced`: events are
    written down.
    """
    agents, owner, rules = game.agents, np.array(game.owner), game.rules.filled()
    is_over, value = rules.is_over, opened(rules.value)
    weighs, calm = game.rules.chance is not None, game.rules.quiet is not None
    has_order = game.rules.order is not None
    quiet, key, order, place, step = rules.quiet, rules.key, rules.order, rules.place, rules.step
    quick = not (game.simultaneous or weighs or traced)  # leaves are read in one loop
    present, descend = build_present(game), build_descend(game)
    single = game.owner == tuple(range(agents))  # every seat has one agent
    hasty = quick and not learned and not game.unknown
    most = game.max_actions + 1  # nodes that a child and its children can be

    @inlined
    def worth(state: Any, s: Any) -> float:
        """The searching seat's value: the mean of its agents'."""
        value(state, s.weights, s.values)
        if single:
            return s.values[np.uint64(s.seat)]
        total, n = 0.0, 0
        for a in range(agents):
            if owner[a] == s.seat:
                total += s.values[a]
                n += 1
        return total / n

    @inlined
    def rate(state: Any, s: Any, g: Any, best: int, history: Any) -> None:
        """Scores the actions of frame `g` for `pick`, the table's move `best` above all, and brings
        the highest to the front.
        """
        first, highest = 0, -INFINITY
        for k in range(g.count):
            action = g.actions[k]
            score = 0.0
            if has_order:
                score = order(state, g.agent, action)
            if learned and s.ordering == LEARNED:
                score = history[g.agent, slot_of(place(state, g.agent, action))] + 1e-3 * score
                if action == g.killers[0] or action == g.killers[1]:
                    score += KILLER
            if learned and action == best:
                score += TABLE_MOVE
            g.scores[k] = score
            if score > highest:
                first, highest = k, score
        bring(g, first, 0)

    @inlined
    def pick(f: Any) -> None:
        """Brings the highest score among the actions not yet tried to the front; on ties the one
        listed first.
        """
        best, highest = f.next, -INFINITY
        for k in range(f.next, f.count):
            if f.scores[k] > highest:
                best, highest = k, f.scores[k]
        bring(f, best, f.next)

    def walk(
        room: Any, states: Any, frames: Any, table: Any, history: Any, rng: Any, events: Any, n: int
    ) -> int:
        """Visits up to `n` nodes in place; returns how many, fewer when the root is finished (`top`
        is then -1).
        """
        s = room[0]
        p = s.top
        nodes = s.nodes
        last = nodes + n
        cut, ordering, extension = s.cut != 0, s.ordering, s.extension
        ranked = (has_order and ordering == GAME) or (learned and ordering == LEARNED)
        mask = np.uint64(s.mask) if s.mask >= 0 else np.uint64(0)
        scouts = learned and s.scout != 0
        while p >= 0:
            f = frames[p]
            stopped = cut and f.alpha >= f.beta
            if stopped or f.next == f.count:
                # 1. close a node that is cut or has nothing left
                if p == 0:
                    p = -1
                    break
                if stopped and f.next < f.count:
                    s.cuts += 1
                    s.firsts += f.next == 1
                    if traced:
                        tell(
                            events,
                            s,
                            CUT,
                            p,
                            f,
                            f.actions[f.next],
                            f.node,
                            frames[p - 1].node,
                            f.best * f.sign,
                        )
                if learned and stopped:
                    history[f.agent, slot_of(place(states[p], f.agent, f.choice))] += 1.0
                    if f.killers[0] != f.choice:
                        f.killers[1] = f.killers[0]
                        f.killers[0] = f.choice
                if learned and s.mask >= 0 and f.agent != CHANCE and f.slot == 0:
                    keep(table[int(f.key & mask)], s, f)
                v = f.best * f.sign
                below = f.length
                p -= 1
                event = CLOSE
            else:
                # 2. go to the next child
                if nodes == last:
                    break
                if quick and f.left == 1 and p > 1 and (not calm or extension == 0):
                    # 3. all children lie at the depth limit: evaluate them in a loop of their own,
                    # in `walk` since arrays cost in calls
                    agent, count, sign = f.agent, f.count, f.sign
                    alpha, beta, highest = f.alpha, f.beta, f.best
                    first = f.next
                    k = first
                    child = states[p + 1]
                    while k < count and nodes < last and not (cut and alpha >= beta):
                        if ranked and k > 0:
                            f.next = k
                            pick(f)
                        action = f.actions[k]
                        states[p + 1] = states[p]
                        s.joint[agent] = action
                        step(child, s.joint, rng, None)
                        x = worth(child, s) * sign
                        if np.isnan(x):
                            s.blank = 1
                            break
                        k += 1
                        nodes += 1
                        s.horizon += not is_over(child)
                        if x > highest:
                            highest = x
                            f.choice = action
                            if x > alpha or not cut:
                                if cut:
                                    alpha = x
                                f.line[0], f.crew[0], f.length = action, agent, 1
                    s.joint[agent] = PASS
                    s.depth_nodes[min(p, LEVELS - 1)] += k - first
                    f.next, f.alpha, f.best = k, alpha, highest
                    if s.blank != 0:
                        break
                    continue
                if (
                    hasty
                    and f.left == 2
                    and p > 1
                    and last - nodes > most
                    and (not calm or extension == 0)
                ):
                    # 4. all grandchildren lie at the depth limit: each child is opened, searched
                    # and closed in one go
                    g, child, leaf = frames[p + 1], states[p + 1], states[p + 2]
                    agent, count, sign = np.uint64(f.agent), f.count, f.sign
                    alpha, beta, highest = f.alpha, f.beta, f.best
                    first, before = f.next, nodes
                    k = first
                    while k < count and last - nodes > most and alpha < beta:
                        if ranked and k > 0:
                            f.next = k
                            pick(f)
                        action = f.actions[k]
                        states[p + 1] = states[p]
                        s.joint[agent] = action
                        step(child, s.joint, rng, None)
                        s.joint[agent] = PASS
                        k += 1
                        nodes += 1
                        if is_over(child) or not present(child, s, g, 0):
                            x = worth(child, s) * sign
                            below = 0
                            s.horizon += not is_over(child)
                        else:
                            s.deepest = max(s.deepest, p)
                            mover = np.uint64(g.agent)
                            side = sign if owner[mover] == owner[agent] else -sign
                            low, high = (
                                (alpha, beta) if owner[mover] == owner[agent] else (-beta, -alpha)
                            )
                            x = -INFINITY
                            j, below = 0, 0
                            while j < g.count and low < high:
                                reply = g.actions[j]
                                states[p + 2] = states[p + 1]
                                s.joint[mover] = reply
                                step(leaf, s.joint, rng, None)
                                y = worth(leaf, s) * side
                                s.horizon += not is_over(leaf)
                                j += 1
                                if y > x:
                                    x = y
                                    if y > low:
                                        best, below = reply, 1
                                        if cut:
                                            low = y
                            s.joint[mover] = PASS
                            nodes += j
                            s.cuts += j < g.count
                            s.firsts += j == 1 and g.count > 1
                            if owner[mover] != owner[agent]:
                                x = -x
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
                    s.depth_nodes[min(p + 1, LEVELS - 1)] += nodes - before - (k - first)
                    f.next, f.alpha, f.best = k, alpha, highest
                    continue
                if ranked and f.next > 0 and f.agent != CHANCE:
                    pick(f)
                if p == 1:
                    if not (scouts and f.asked == AGAIN):
                        s.entered = nodes
                    s.met = s.horizon
                if scouts:
                    f.asked = (
                        ASKED
                        if f.next > 0 and f.narrow == 0 and f.asked != AGAIN and f.agent != CHANCE
                        else NOT_ASKED
                    )
                kind = descend(states, frames, s, p, rng)
                nodes += 1
                s.depth_nodes[min(p, LEVELS - 1)] += 1
                g = frames[p + 1]
                child = states[p + 1]
                g.length = 0
                if traced:
                    g.node = nodes
                below = 0
                entered = kind != FRESH
                v = 0.0
                if kind == FRESH:
                    # 5. evaluate a finished match and what lies at the depth limit
                    if is_over(child):
                        v = worth(child, s)
                    elif (
                        g.left <= 0 and (not calm or g.left <= -extension or quiet(child))
                    ) or not present(child, s, g, 0):
                        v = worth(child, s)
                        s.horizon += 1
                    else:
                        entered = True
                    if not entered:
                        if scouts:
                            f.asked = NOT_ASKED
                        if np.isnan(v):
                            s.blank = 1
                            f.next -= 1
                            nodes -= 1
                            s.depth_nodes[min(p, LEVELS - 1)] -= 1
                            break
                if entered:
                    # 6. open an inner node with its parent's window, from its own view
                    if p > s.deepest:
                        s.deepest = p
                    g.next = 0
                    g.choice = PASS
                    if learned:
                        g.horizon = s.horizon
                    if weighs and kind == LOTTERY:
                        g.sign, g.best, g.alpha, g.beta = 1.0, 0.0, -INFINITY, INFINITY
                    else:
                        g.sign = 1.0 if owner[g.agent] == s.seat else -1.0
                        g.best = -INFINITY
                        if not cut or (weighs and f.agent == CHANCE):
                            g.alpha, g.beta = -INFINITY, INFINITY
                        else:
                            beta = f.beta
                            if scouts and f.asked == ASKED:
                                beta = np.nextafter(f.alpha, INFINITY)
                            g.alpha, g.beta = (
                                (f.alpha, beta) if g.sign == f.sign else (-beta, -f.alpha)
                            )
                    if scouts:
                        g.asked = NOT_ASKED
                        g.narrow = (
                            p > 0 and f.agent != CHANCE and (f.narrow != 0 or f.asked == ASKED)
                        )
                    best = PASS
                    if learned and kind == FRESH and s.mask >= 0:
                        # 7. ask the table: an answer, a narrower window, or at least a move to try
                        # first
                        g.key = key(child)
                        e = table[int(g.key & mask)]
                        if e.key == g.key and e.age == s.age:
                            best = e.action
                            if p > 0 and (e.left == g.left or (e.whole != 0 and e.left <= g.left)):
                                if e.low >= g.beta or e.low == e.high:
                                    entered, v = False, e.low * g.sign
                                elif e.high <= g.alpha:
                                    entered, v = False, e.high * g.sign
                                else:
                                    g.alpha, g.beta = max(g.alpha, e.low), min(g.beta, e.high)
                                if not entered:
                                    s.hits += 1
                                    s.horizon += e.whole == 0
                if entered:
                    if learned:
                        g.floor = g.alpha
                    if p == 0 and s.root_count == 0:
                        s.root_count = g.count
                        for k in range(g.count):
                            s.root_action[k], s.root_mark[k] = g.actions[k], UNSEEN
                    if ranked and kind != LOTTERY:
                        rate(child, s, g, s.first if p == 0 and s.first != PASS else best, history)
                    p += 1
                    if traced:
                        tell(
                            events,
                            s,
                            OPEN,
                            p,
                            g,
                            f.actions[f.next - 1] if p > 1 else PASS,
                            nodes,
                            f.node if p > 1 else 0,
                            np.nan,
                        )
                    continue
                event = SEE
            # 8. the parent takes the value; a child that was asked and is better is searched again
            # with the whole window
            f = frames[p]
            action = f.actions[f.next - 1] if p > 0 else PASS
            x = v * f.sign
            if weighs and f.agent == CHANCE and p > 0:
                f.best += f.chances[f.next - 1] * v
            elif scouts and f.asked == ASKED and f.alpha < x < f.beta:
                f.asked = AGAIN
                f.next -= 1
            else:
                if p == 1:
                    mark = EXACT if x > f.alpha else AT_MOST
                    note_root(s, action, x, mark, nodes)
                if x > f.best:
                    f.best = x
                    f.choice = action
                    if x > f.alpha or not cut:
                        if cut:
                            f.alpha = x
                        g = frames[p + 1]
                        f.line[0], f.crew[0] = action, f.agent
                        m = min(below, LONGEST_LINE - 1)
                        for k in range(m):
                            f.line[k + 1], f.crew[k + 1] = g.line[k], g.crew[k]
                        f.length = m + 1
            if traced:
                g = frames[p + 1]
                tell(events, s, event, p + 1, f, action, g.node, f.node if p > 0 else 0, v)
        s.top = p
        done = n - (last - nodes)
        s.nodes = nodes
        return done

    return walk


def compiled(game: Game, learned: bool, traced: bool) -> Callable[..., int]:
    """The walk, compiled; kept on disk for this configured game."""
    name = f"depth_first.bounds{'.learned' * learned}{'.traced' * traced}.{game.name}"
    return jit.kernel(
        build(game, learned, traced),
        name,
        (*game.kernel_key, "bounds", learned, traced),
        type(game).__module__,
        __name__,
    )
