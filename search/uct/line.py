"""The walk along UCT's principal variation, compiled for one configured game.

Shapes: [P] plies.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.game import PASS, SIMULTANEOUS, Game
from engines.jit import settled
from search.base import Ints
from search.kernels import kernel_for
from search.tree import Tree
from search.uct.growth import UctGrowth
from search.uct.proofs import preferred

LONGEST_LINE = 64  # plies of a principal variation


def build_follow(game: Game) -> Callable[..., int]:
    """The walk along the principal variation, uncompiled."""
    agents, rules, simultaneous = game.agents, game.rules, game.simultaneous
    to_move, step, is_over = rules.to_move, rules.step, rules.is_over

    def follow(
        tree: Tree,
        room: Any,
        buffer: Any,
        root: Any,
        rng: Any,
        by_mean: bool,
        growth: UctGrowth,
        line: Ints,
    ) -> int:
        """Writes (agent, action) along the best children into `line` [P, 2]; at the root by mean if
        asked. Returns the number of plies.
        """
        buffer[0] = root[0]
        s, state = room[0], buffer[0]
        node, plies = 0, 0
        while node >= 0 and not is_over(state):
            mover = to_move(state)
            for i in range(agents):
                a = s.order[i]
                s.joint[a] = PASS
                if node < 0 or plies == line.shape[0] or (mover != SIMULTANEOUS and mover != a):
                    continue
                if simultaneous and tree.child_count[node] > 0 and growth.chooser[node] != a:
                    continue
                node = preferred(tree, growth.proof, node, by_mean and node == 0)
                if node >= 0:
                    s.joint[a] = tree.action[node]
                    line[plies, 0] = a
                    line[plies, 1] = s.joint[a]
                    plies += 1
            if node >= 0 and plies < line.shape[0]:
                step(state, s.joint, rng, None)
            else:
                node = -1
        return plies

    return follow


def compiled_follow(game: Game) -> Callable[..., Any]:
    """The walk along the principal variation, compiled; kept on disk for this configured game."""
    return settled(kernel_for(game, "uct.line", build_follow))
