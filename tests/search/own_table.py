"""Prints what DUCT and UCT learn of a payoff table that is part of the position; run with
NUMBA_DISABLE_JIT=1, which spares the compilation of both.
"""

from __future__ import annotations

import json
import warnings
from typing import Any

import numpy as np

from engines.matrix import Matrix
from engines.matrix.editing import TableEditing
from search.base import Search
from search.duct import DUCT
from search.uct import UCT

TABLE = "4 -1; 0 2.5; -3 6"  # 3 rows, 2 columns; the start position has 3 of each


def learned(search: Search, iterations: int) -> Any:
    """The snapshot of a search of the table."""
    game = search.game
    assert isinstance(game, Matrix)
    search.start(TableEditing(game).read(game.initial(1), TABLE), 0)
    with np.errstate(all="ignore"):
        search.advance(iterations)
    return search.snapshot()


def main() -> None:
    """One JSON object on a line."""
    warnings.simplefilter("ignore")
    game = Matrix.configure(matrix="own", largest=10)
    duct = learned(DUCT(game, DUCT.Params(rule="regret"), seed=3), 3000)
    uct = learned(UCT(game, UCT.Params(), seed=3), 300)
    found = {
        "policies": [agent.policy.tolist() for agent in duct.agents],
        "visits": duct.joint.visits.tolist(),
        "means": duct.joint.mean.tolist(),
        "lowest": uct.agents[0].lowest.tolist(),
        "highest": uct.agents[0].highest.tolist(),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
