"""Prints what DUCT learns of tables with a payoff for each player; run with NUMBA_DISABLE_JIT=1,
which spares its compilation.
"""

from __future__ import annotations

import json
import warnings

import numpy as np

from engines.matrix import Matrix
from search.base import Snapshot
from search.duct import DUCT
from tests.search.test_not_zero_sum import GAME


def learned(
    game: Matrix, iterations: int, pair: tuple[int, int] = (0, 1), **knobs: str
) -> Snapshot:
    """The snapshot of a search of the table."""
    search = DUCT(game, DUCT.Params(**knobs), seed=3)
    search.watch(*pair)
    search.start(game.initial(1), 0)
    with np.errstate(all="ignore"):
        search.advance(iterations)
    return search.snapshot()


def main() -> None:
    """One JSON object on a line."""
    warnings.simplefilter("ignore")
    own = learned(GAME, 300, rule="regret")
    turned = learned(GAME, 300, (1, 0), rule="regret")
    dilemma = learned(
        Matrix.configure(matrix="prisoners_dilemma"), 1000, rule="regret", final="sample"
    )
    shapley = learned(Matrix.configure(matrix="shapley"), 600, rule="regret")
    found = {
        "policies": [agent.policy.tolist() for agent in own.agents],
        "rows": own.agents[0].mean.tolist(),
        "columns": own.agents[1].mean.tolist(),
        "met": own.joint.visits.tolist(),
        "gains": own.joint.gains.tolist(),
        "scalars": own.scalars,
        "turned": turned.joint.gains.tolist(),
        "swapped": turned.scalars,
        "dilemma": [agent.policy.tolist() for agent in dilemma.agents],
        "value": dilemma.value.number,
        "shapley": shapley.joint.visits.tolist(),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
