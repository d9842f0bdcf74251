"""What UCT's iteration calls besides the tree: what agents may play, the order of new children,
recorded playouts, and the evaluation of a leaf.

Shapes: [A] agents, [S] seats, [K] actions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.draws import draw_below
from engines.game import PASS, SIMULTANEOUS, Game
from engines.jit import inlined, rule
from search.base import Floats, Ints
from search.learned_moves import build_pick
from search.only import confined
from search.playout import build_chance, build_script
from search.uct.growth import MOST_PLAYED, back_up, note
from search.uct.proofs import prove


def build_wishes(game: Game) -> Any:
    """The jitted function that writes how early progressive widening should allow each new child:
    by order, prior, or chance.
    """
    order, prior = game.rules.filled().order, game.rules.filled().prior
    has_order, has_prior = game.rules.order is not None, game.rules.prior is not None

    @rule
    def wishes(
        state: Any,
        agent: int,
        actions: Ints,
        count: int,
        wish: Floats,
        first: int,
        scratch: Floats,
        rng: Any,
    ) -> None:
        if has_prior and not has_order:
            prior(state, agent, actions, count, scratch)
        for k in range(count):
            if has_order:
                wish[first + k] = order(state, agent, actions[k])
            elif has_prior:
                wish[first + k] = scratch[k]
            else:
                wish[first + k] = rng.random()

    return wishes


def build_choices(game: Game) -> Any:
    """The jitted function that writes what agent `a` may play after `turns` turns; how many actions
    that are, -1 where it has no choice.
    """
    legal = game.rules.legal

    @inlined
    def choices(state: Any, s: Any, a: int, turns: int) -> int:
        count = legal(state, a, s.actions)
        if count == 0:
            count = -1
        elif turns == 0:
            count = confined(s, a, s.actions, count)
        return count

    return choices


def build_beyond(game: Game) -> Any:
    """The jitted function that says what agent `a` plays where the tree does not choose for it."""
    by_chance, by_script = build_chance(game), build_script(game)

    @inlined
    def beyond(state: Any, s: Any, a: int, turns: int, scripted: bool, rng: Any) -> int:
        if turns == 0 and s.limits[a] > 0:
            return s.only[a, draw_below(rng, s.limits[a])]
        if scripted:
            return by_script(state, a, s.actions, rng)
        return by_chance(state, a, s.actions, rng)

    return beyond


def build_heard_playout(game: Game) -> Any:
    """The jitted playout that records what each agent plays, from `ply` on, for RAVE and for
    playouts that learn.
    """
    agents, rules = game.agents, game.rules
    to_move, step, is_over = rules.to_move, rules.step, rules.is_over
    by_chance, by_script, picked = build_chance(game), build_script(game), build_pick(game)

    @rule
    def heard(
        state: Any,
        s: Any,
        rng: Any,
        most: int,
        scripted: bool,
        to_end: bool,
        rave: bool,
        played: Ints,
        ply: int,
        moves: Any,
    ) -> int:
        turns, learns, joint, actions = 0, moves.head[0].kind > 0, s.joint, s.actions
        while turns < most and not is_over(state):
            mover = to_move(state)
            for a in range(agents):
                joint[a] = PASS
                if mover != SIMULTANEOUS and mover != a:
                    continue
                if learns:
                    joint[a] = picked(state, s, moves, a, to_end, rng)
                elif scripted:
                    joint[a] = by_script(state, a, actions, rng)
                else:
                    joint[a] = by_chance(state, a, actions, rng)
                if rave and joint[a] != PASS and ply + turns < MOST_PLAYED:
                    note(played, a, joint[a], ply + turns, s.iterations)
            step(state, joint, rng, None)
            turns += 1
        return turns

    return heard


def build_judge(game: Game) -> Any:
    """The jitted function that looks at the position where the tree ends: is its result proven, and
    what is its value?
    """
    rules = game.rules
    owner = np.array(game.owner)
    outcome, value = rules.outcome, rules.value

    @inlined
    def judge(
        tree: Any,
        growth: Any,
        s: Any,
        f: Any,
        state: Any,
        plies: int,
        ended: bool,
        to_end: bool,
        w: Floats,
    ) -> None:
        if plies == 0:
            return
        last = s.who[plies - 1]
        if f.solver and ended:
            outcome(state, s.seat_values)
            prove(tree, growth.proof, s, plies, s.seat_values[owner[last]], owner)
        if f.alpha > 0.0:
            value(state, w, s.values)
            v = s.values[last]
            if to_end:  # from the range of `value` to that of results
                v = min(1.0, max(-1.0, 2.0 * (v - f.lowest) / (f.highest - f.lowest) - 1.0))
            back_up(tree, growth.implicit, s, plies, v)

    return judge
