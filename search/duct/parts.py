"""What all of DUCT's kernels do below the tree, built for one configured game.

Shapes: [A] agents, [S] seats, [K] actions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.game import PASS, SIMULTANEOUS, Game
from engines.jit import inlined, rule
from search.learned_moves import build_pick
from search.playout import build_chance, build_playout, build_script

RESTLESS = 8  # turns a playout may run past its depth until the game calls the position quiet


def build_play_on(game: Game) -> Callable[..., int]:
    """The jitted function that plays on below the tree, plus a few turns until the game calls the
    position quiet; returns the turns played.
    """
    longest, random_playout = game.longest, build_playout(game, build_chance(game))
    scripted_playout = build_playout(game, build_script(game))
    calm = build_calm(game)

    @inlined
    def play_on(state: Any, s: Any, depth: int, scripted: bool, to_end: bool, rng: Any) -> int:
        left = longest if to_end else depth
        if scripted:
            turns = scripted_playout(state, s.joint, s.actions, rng, left)
        else:
            turns = random_playout(state, s.joint, s.actions, rng, left)
        return turns + calm(state, s, to_end, rng)

    return play_on


def build_calm(game: Game) -> Callable[..., int]:
    """The jitted function that plays on until the game calls the position quiet."""
    rules, restless = game.rules.filled(), game.rules.quiet is not None
    is_over, quiet = rules.is_over, rules.quiet
    scripted_playout = build_playout(game, build_script(game))

    @inlined
    def calm(state: Any, s: Any, to_end: bool, rng: Any) -> int:
        turns = 0
        if restless and not to_end:
            for _ in range(RESTLESS):
                if is_over(state) or quiet(state):
                    break
                turns += scripted_playout(state, s.joint, s.actions, rng, 1)
        return turns

    return calm


def build_learned_play_on(game: Game) -> Callable[..., int]:
    """The same by moves that did well."""
    agents, longest, rules = game.agents, game.longest, game.rules
    to_move, step, is_over = rules.to_move, rules.step, rules.is_over
    picked, calm = build_pick(game), build_calm(game)

    @rule
    def play_on(state: Any, s: Any, moves: Any, depth: int, to_end: bool, rng: Any) -> int:
        turns, left = 0, longest if to_end else depth
        while turns < left and not is_over(state):
            mover = to_move(state)
            for a in range(agents):
                s.joint[a] = PASS
                if mover in (SIMULTANEOUS, a):
                    s.joint[a] = picked(state, s, moves, a, to_end, rng)
            step(state, s.joint, rng, None)
            turns += 1
        return turns + calm(state, s, to_end, rng)

    return play_on


@inlined
def measure(s: Any, agents: int, to_end: bool, running: bool) -> None:
    """Widens the range of values seen by `s.values`; selection divides evaluations by half of
    it.
    """
    for a in range(agents):
        v = s.values[a]
        s.low[a] = min(s.low[a], v)
        s.high[a] = max(s.high[a], v)
        if not to_end:
            spread = s.high[a] - s.low[a]
            s.scale[a] = 0.5 * spread if running and spread > 0.0 else 1.0
