"""What repeated iterations share: the bounds that kernels compare, and whether two generators have
made the same draws.

An iteration that is explained is run by the plain kernel and repeated in Python from a copy of its
generator; see `search/uct/tracing.py` and `search/smitsimax/tracing.py`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from search.tree import LOGS, Tree, root_logs


class Untraceable(ArithmeticError):
    """The repetition differs from what the kernel did."""


def bounds_below(tree: Tree, node: int, c: float, scale: float) -> NDArray[np.float32]:
    """The bounds that the kernel compares below `node`, in its own precision, [C]. Every child must
    have visits.

    As in `search.tree.ucb1`: total / scale / n + c sqrt(ln N) / sqrt(n).
    """
    first = int(tree.first_child[node])
    below = slice(first, first + int(tree.child_count[node]))
    explore = np.float32(c * float(root_logs()[min(int(tree.visits[node]), LOGS)]))
    r = np.float32(1.0) / np.sqrt(tree.visits[below].astype(np.float32))
    mean = (tree.total[below] * (1.0 / scale)).astype(np.float32)
    return np.asarray((mean * r + explore) * r, np.float32)


def bound_of_untried(tree: Tree, node: int, c: float, scale: float) -> np.float32:
    """The bound of an action without visits that counts as if it had once had its node's mean."""
    visits = int(tree.visits[node])
    mean = float(tree.total[node]) / max(1, visits)
    return np.float32(mean * (1.0 / scale) + c * float(root_logs()[min(visits, LOGS)]))


def same_draws(one: np.random.Generator, other: np.random.Generator) -> bool:
    """Whether both generators are at the same place of the same sequence."""
    return repr(one.bit_generator.state) == repr(other.bit_generator.state)
