"""What DUCT's kernel keeps between chunks, and the knobs it reads.

Shapes: [A] agents, [S] seats, [D] turns on the path, [K] actions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engines.game import Game, cached_per_game
from search.base import Floats, Ints
from search.duct.nodes import CODE, LARGE
from search.only import only_fields
from search.root import root_fields
from search.tree import LANES

DEEPEST = 4096  # turns on one path
LEVELS = 64  # depths that are counted separately


@cached_per_game
def scratch_dtype(game: Game) -> np.dtype[Any]:
    """What iterations keep between chunks, as one record: a kernel gets it by reference, without
    reference counting inside.
    """
    agents = (game.agents,)
    actions = (game.agents, game.max_actions)
    path = min(DEEPEST, game.longest)
    return np.dtype(
        [
            ("used", np.int64),  # nodes and leaves in the arena
            ("inner", np.int64),  # nodes with blocks
            ("slots", np.int64),  # in all blocks
            ("cells", np.int64),  # in all joint tables
            ("learns", np.int64),  # whether the selection rule remembers and averages
            ("priors", np.int64),  # whether it wants them
            ("iterations", np.int64),
            ("turns", np.int64),  # simulated
            ("depth", np.int64),  # sum over iterations of the turns inside the tree
            ("low", np.float64, agents),  # lowest value seen
            ("high", np.float64, agents),
            ("scale", np.float64, agents),  # the divisor in selection
            ("values", np.float64, agents),
            # knobs of the selection rules: exploration, least share of random play, whether ties go
            # to the lowest index
            ("c", np.float64),
            ("floor", np.float64),
            ("ties", np.int64),
            ("seat_values", np.float64, (game.seats,)),
            ("joint", np.int64, agents),
            ("path", np.int64, (path,)),  # nodes at which a choice was made
            # the slot that each agent chose there, -1 where it had none
            ("slot", np.int64, (path, game.agents)),
            # the probability of that choice, where the rule draws
            ("chance", np.float64, (path, game.agents)),
            ("actions", np.int64, (game.max_actions,)),
            ("prior", np.float64, (game.max_actions,)),
            ("sigma", np.float64, (game.max_actions,)),  # the mixed strategy of the last choice
            # upper bounds of the actions compared last
            ("bounds", np.float32, (game.max_actions + LANES,)),
            ("wide_bounds", np.float64, (game.max_actions,)),
            # slots of the actions that are legal now, and their statistics
            ("where", np.int64, (game.max_actions,)),
            ("now_visits", np.int32, (game.max_actions + LANES,)),
            ("now_total", np.float64, (game.max_actions + LANES,)),
            ("now_memo", np.float64, (game.max_actions,)),
            ("mixed", np.float64, actions),  # for the joint table
            ("expected", np.float64, actions),
            ("usual", np.float64, agents),
            ("digit", np.int64, agents),
            ("depth_nodes", np.int64, (LEVELS,)),  # nodes at each depth, deeper ones in the last
            *root_fields(*actions),  # the leader is the root slot with most visits
            *only_fields(*actions),
        ],
        align=True,
    )


class DuctSettings(NamedTuple):
    """The knobs and the table of the two watched agents, as the kernel reads them."""

    c: float
    rule: int
    playout_depth: int
    scripted: bool
    table: int  # most joint actions of a node that keeps a joint table
    floor: float
    running: bool  # whether evaluations are scaled to the range seen so far
    by_outcome: bool
    resample: bool
    lowest: bool
    seat: int
    watched: tuple[int, int]  # -1: none
    rows: Ints
    columns: Ints
    met: Ints
    gain: Floats


def code_base(game: Game) -> int:
    """The radix of the number that stands for a joint action of slots; a large odd one where the
    plain number would not fit.
    """
    plain = game.max_actions + 1
    fits = not (game.chance or game.hidden) and plain**game.agents <= CODE
    return plain if fits else LARGE
