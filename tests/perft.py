"""Perft: how many move sequences of each length a sequential game has, a complete check of its move
rules.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from engines.game import PASS, Game


def perft(game: Game, depth: int) -> list[int]:
    """Sequences of 1, 2, .. `depth` moves; a finished match is not continued."""
    states = np.zeros(depth + 1, game.dtype).view(np.recarray)
    states[0] = game.initial(0)
    counts = np.zeros(depth, np.int64)
    lists = np.zeros((depth, game.max_actions), np.int64)
    _walk(game)(
        states, lists, np.zeros(depth, np.int64), np.full(game.agents, PASS, np.int64), counts
    )
    return [int(n) for n in counts]


def _walk(game: Game) -> Any:
    to_move, legal, step = game.rules.to_move, game.rules.legal, game.rules.step

    @numba.njit
    def walk(states: Any, lists: Any, left: Any, joint: Any, counts: Any) -> None:
        """Depth first; `left` [depth] holds how many listed moves are still to be played."""
        d = 0
        left[0] = legal(states[0], to_move(states[0]), lists[0])
        counts[0] = left[0]
        while d >= 0:
            if left[d] == 0 or d + 1 == counts.size:
                d -= 1
                continue
            left[d] -= 1
            mover = to_move(states[d])
            states[d + 1] = states[d]
            joint[mover] = lists[d, left[d]]
            step(states[d + 1], joint, None, None)
            joint[mover] = PASS
            d += 1
            left[d] = legal(states[d], to_move(states[d]), lists[d])
            counts[d] += left[d]

    return walk
