"""The walk of expectimax and max^n, compiled for one configured game: every node returns a value
for each of V views.

In max^n the views are the seats, and each mover takes the child that is best for its own seat. In
expectimax there is one view, the searching seat's: it takes the highest, and the replies of all
others are weighed by a model (`weigh`). Nothing is cut. Chance
nodes are the exact mean of their outcomes. Shapes as in `frames`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from engines.game import PASS, Game
from engines.jit import borrowed, inlined, rule
from search.depth_first.frames import (
    CHANCE,
    CLOSE,
    EXACT,
    FRESH,
    GAME,
    LEVELS,
    LOTTERY,
    OPEN,
    SEE,
    build_descend,
    build_present,
    opened,
)
from search.depth_first.ledger import (
    EVALUATED,
    ROWS,
    close_leaf,
    close_sums,
    drop_ply,
    enlist,
    enter,
)
from search.depth_first.notes import lead, list_root, note_root
from search.kernels import kernel_for
from search.only import confined

UNIFORM, RANKED, SOFTMAX = 0, 1, 2  # how replies are weighed
WEIGHED = -3  # marks as its choice a node whose replies are weighed


def build(game: Game, traced: bool) -> Callable[..., int]:
    """The walk, uncompiled. `traced`: events are written down."""
    agents, seats, owner = game.agents, game.seats, np.array(game.owner)
    rules = game.rules.filled()
    team = np.array([len(game.agents_of(seat)) for seat in range(seats)])  # agents of each seat
    is_over, value = rules.is_over, opened(rules.value)
    present, descend = build_present(game), build_descend(game)
    has_order, order = game.rules.order is not None, rules.order

    @rule
    def evaluate(state: Any, s: Any, g: Any, w: Any) -> None:
        """Writes a leaf's value for each seat: the mean of its agents'. For one view only, the
        searching seat's.
        """
        value(state, w, s.values)
        for seat in range(seats):
            g.vector[seat] = 0.0
        for a in range(agents):
            g.vector[owner[a]] += s.values[a] / team[owner[a]]
        if s.model >= 0:
            g.vector[0] = g.vector[s.seat]

    @rule
    def arrange(state: Any, s: Any, g: Any) -> None:
        """Sorts the actions of frame `g` by the game's order, higher first; listed order on
        ties.
        """
        for k in range(1, g.count):
            action = g.actions[k]
            score = order(state, g.agent, action)
            j = k
            while j > 0 and order(state, g.agent, g.actions[j - 1]) < score:
                g.actions[j] = g.actions[j - 1]
                j -= 1
            g.actions[j] = action

    @inlined
    def tell(
        events: Any,
        s: Any,
        kind: int,
        p: int,
        f: Any,
        action: int,
        node: int,
        parent: int,
        v: float,
    ) -> None:
        """Adds an event; there is no window."""
        if s.events < events.shape[0]:
            e = events[s.events]
            e.kind = kind
            e.ply = p - 1
            e.agent = f.agent
            e.action = action
            e.node = node
            e.parent = parent
            e.alpha, e.beta, e.value, e.left = -np.inf, np.inf, v, f.count - f.next
            s.events += 1

    @inlined
    def open_sum(s: Any, g: Any, p: int, views: int) -> None:
        """Makes `g` an inner node with nothing known yet."""
        s.deepest = max(s.deepest, p)
        g.next = 0
        g.choice = PASS
        g.sign = 1.0
        for i in range(views):
            g.vector[i] = 0.0

    @inlined
    def chosen(s: Any, f: Any, g: Any, p: int) -> float:
        """The value of frame `g` for the ledger: as the agent sees it that chose the action in
        frame `f`.
        """
        if s.model >= 0:
            away = p > 0 and f.agent != CHANCE and owner[f.agent] != s.seat
            return -g.vector[0] if away else g.vector[0]
        return g.vector[owner[f.agent] if p > 0 and f.agent != CHANCE else s.seat]

    def walk(
        room: Any,
        states: Any,
        frames: Any,
        table: Any,
        history: Any,
        w: Any,
        rng: Any,
        events: Any,
        ledger: Any,
        n: int,
    ) -> int:
        """Visits up to `n` nodes in place; returns how many, fewer when the root is finished (`top`
        is then -1).
        """
        w, ledger = borrowed((w, ledger))
        s, p, nodes, last = room[0], room[0].top, room[0].nodes, room[0].nodes + n
        views, plies = seats if s.model < 0 else 1, s.plies
        while p >= 0:
            f = frames[p]
            if f.next == f.count:
                # 1. close a node that has nothing left
                if p == 0:
                    p = -1
                    break
                if f.choice == WEIGHED:
                    f.vector[0] = weigh(s, f)
                below = f.length
                p -= 1
                event = CLOSE
            else:
                # 2. go to the next child
                if nodes == last:
                    break
                if 0 < p < plies and s.rows > ROWS:
                    plies = drop_ply(ledger, frames, s, p)
                if p == 1:
                    s.entered, s.met = nodes, s.horizon
                kind = descend(states, frames, s, p, rng)
                nodes += 1
                s.depth_nodes[min(p, LEVELS - 1)] += 1
                g = frames[p + 1]
                child = states[p + 1]
                g.length, g.node = 0, nodes
                below = 0
                if p <= plies:
                    enter(ledger, f, g, p, nodes)
                inner = kind != FRESH
                if kind == FRESH:
                    # 3. evaluate a finished match or a position at the depth limit
                    ended = is_over(child)
                    if ended or g.left <= 0 or not present(child, s, g, 0):
                        evaluate(child, s, g, w)
                        s.horizon += not ended
                        if np.isnan(g.vector[:views].sum()):
                            s.blank = 1
                            f.next -= 1
                            nodes -= 1
                            break
                    else:
                        inner = True
                if inner:
                    # 4. open an inner node
                    open_sum(s, g, p, views)
                    if p == 0:
                        g.count = confined(s, g.agent, g.actions, g.count)
                    if p < plies:
                        enlist(ledger, s, g)
                    if kind != LOTTERY and has_order and s.ordering == GAME:
                        arrange(child, s, g)
                    if kind != LOTTERY and s.model >= 0 and owner[g.agent] != s.seat:
                        g.choice = WEIGHED
                    if p == 0 and s.root_count == 0:
                        list_root(s, g)
                    p += 1
                    if traced:
                        came, above = (f.actions[f.next - 1], f.node) if p > 1 else (PASS, 0)
                        tell(events, s, OPEN, p, g, came, nodes, above, np.nan)
                    continue
                event = SEE
            # 5. the parent takes the value
            f, g = frames[p], frames[p + 1]
            action = f.actions[f.next - 1] if p > 0 else PASS
            if p <= plies:
                x = chosen(s, f, g, p)
                if event == CLOSE:
                    close_sums(ledger[g.row], g, x, nodes)
                else:
                    close_leaf(ledger[g.row], g, x, EXACT, EVALUATED, nodes)
            if p > 0 and f.agent == CHANCE:
                for i in range(views):
                    f.vector[i] += f.chances[f.next - 1] * g.vector[i]
            else:
                view = owner[f.agent] if s.model < 0 and p > 0 else 0
                x = g.vector[view]
                if p == 1:
                    note_root(s, action, -x if f.choice == WEIGHED else x, EXACT, nodes)
                # 6. keep a weighed reply until all are known; the line follows the lowest value
                better = f.next == 1 or x > f.vector[view]
                if f.choice == WEIGHED:
                    f.scores[f.next - 1] = x
                    better = f.next == 1 or x < f.best
                    if better:
                        f.best = x
                elif better:
                    f.choice = action
                    for i in range(views):
                        f.vector[i] = g.vector[i]
                if better and p > 0:
                    lead(f, g, action, below)
            if traced:
                above = f.node if p > 0 else 0
                tell(events, s, event, p + 1, f, action, g.node, above, g.vector[0])
        s.top, s.nodes = p, nodes
        return n - (last - nodes)

    return walk


@rule
def weigh(s: Any, f: Any) -> float:
    """The mean of the replies' values in `f.scores`, weighed by the model.

    Ranked: the best reply, which is the lowest value, has the weight `share`, the others share the
    rest evenly; with weight 1 this is minimax. Softmax (a quantal response; McKelvey and Palfrey
    1995): weights exp(-value / temperature).
    """
    low, total = np.inf, 0.0
    for k in range(f.count):
        low = min(low, f.scores[k])
        total += f.scores[k]
    if s.model == UNIFORM or f.count == 1:
        return total / f.count
    if s.model == RANKED:
        return (
            low
            if s.share >= 1.0
            else s.share * low + (1.0 - s.share) * (total - low) / (f.count - 1)
        )
    mass, total = 0.0, 0.0
    for k in range(f.count):
        weight = math.exp((low - f.scores[k]) / s.temperature)
        mass += weight
        total += weight * f.scores[k]
    return total / mass


def compiled(game: Game, traced: bool) -> Callable[..., int]:
    """The walk, compiled; kept on disk for this configured game."""
    return kernel_for(game, f"depth_first.sums{'.traced' * traced}", build, traced)
