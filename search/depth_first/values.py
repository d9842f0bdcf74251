"""The value of a position in a depth-first search with one value, and the order of its actions.

Values and shapes as in `bounds` and `frames`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.game import Game
from engines.jit import inlined, own_copy
from search.depth_first.frames import LEARNED, opened
from search.depth_first.notes import INFINITY, bring, slot_of
from search.playout import build_move

TABLE_MOVE = 1e12  # a score that no history count reaches
# as much as two cuts in the history; ahead of it, killers tripled the nodes of solved Connect Four
# positions
KILLER = 2.0


def build_own(game: Game) -> Any:
    """The jitted (s, values) -> the value of the searching seat, the mean of its agents'."""
    agents, owner = game.agents, np.array(game.owner)
    single = game.owner == tuple(range(agents))  # every seat has one agent
    two = game.owner == (0, 1)

    @inlined
    def own(s: Any, values: Any) -> float:
        if two:
            return values[0] if s.seat == 0 else values[1]
        if single:
            return values[np.uint64(s.seat)]
        total, n = 0.0, 0
        for a in range(agents):
            if owner[a] == s.seat:
                total += values[a]
                n += 1
        return total / n

    return own


def build_worth(game: Game) -> Any:
    """The jitted (state, s, w) -> the searching seat's value."""
    value, own = opened(game.rules.value), build_own(game)

    @inlined
    def worth(state: Any, s: Any, w: Any) -> float:
        values = own_copy(s.values)
        value(state, w, values)
        return own(s, values)

    return worth


def build_ahead(game: Game) -> Any:
    """The jitted (state, s, agent, action, w, rng) -> (the searching seat's value after the
    action, whether the match goes on there).
    """
    move, is_over, worth, own = (
        build_move(game),
        game.rules.is_over,
        build_worth(game),
        build_own(game),
    )
    knows, after = game.rules.after is not None, game.rules.filled().after

    @inlined
    def ahead(state: Any, s: Any, agent: int, action: int, w: Any, rng: Any) -> tuple[float, bool]:
        if knows:
            values = own_copy(s.values)
            goes_on = after(state, agent, action, w, values)
            return own(s, values), goes_on
        child = own_copy(state)
        move(child, s.joint, agent, action, rng)
        return worth(child, s, w), not is_over(child)

    return ahead


def build_rate(game: Game, learned: bool) -> Any:
    """The jitted (state, s, g, best, history) that gives the actions of a frame their scores."""
    rules, has_order = game.rules.filled(), game.rules.order is not None
    order, place = rules.order, rules.place

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

    return rate
