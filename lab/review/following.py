"""The positions that the line after a better move leads through, as far as the rules allow it."""

from __future__ import annotations

import numpy as np

from engines.game import Game, State
from lab.files.review_lines import ReviewedMove
from lab.match.play import impossible, step


def states_of(game: Game, state: State, move: ReviewedMove, seed: int, turn: int) -> list[State]:
    """The position before the move and those that its line leads to, `turn` turns having been
    played before; the line ends where an action is not legal.
    """
    states = [state]
    for joint in move.line:
        sent = np.array(joint, np.int64)
        if impossible(game, states[-1], sent):
            break
        states.append(step(game, states[-1], sent, seed, turn + len(states) - 1, False)[0])
    return states
