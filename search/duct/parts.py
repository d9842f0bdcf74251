"""What all of DUCT's kernels do below the tree, built for one configured game.

Shapes: [A] agents, [S] seats, [K] actions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.game import Game
from engines.jit import inlined
from search.playout import build_chance, build_playout, build_script

RESTLESS = 8  # turns a playout may run past its depth until the game calls the position quiet


def build_play_on(game: Game) -> Callable[..., int]:
    """The jitted function that plays on below the tree, plus a few turns until the game calls the
    position quiet; returns the turns played.
    """
    rules, longest = game.rules.filled(), game.longest
    is_over, quiet, restless = rules.is_over, rules.quiet, game.rules.quiet is not None
    random_playout = build_playout(game, build_chance(game))
    scripted_playout = build_playout(game, build_script(game))

    @inlined
    def play_on(state: Any, s: Any, depth: int, scripted: bool, to_end: bool, rng: Any) -> int:
        left = longest if to_end else depth
        if scripted:
            turns = scripted_playout(state, s.joint, s.actions, rng, left)
        else:
            turns = random_playout(state, s.joint, s.actions, rng, left)
        if restless and not to_end:
            for _ in range(RESTLESS):
                if is_over(state) or quiet(state):
                    break
                turns += scripted_playout(state, s.joint, s.actions, rng, 1)
        return turns

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
