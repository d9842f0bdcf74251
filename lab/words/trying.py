"""Which child of a node is tried next, and why. No Qt."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from search.branches import Branches

LOST = -1  # in `Branches.proven`


class Why(Enum):
    """The rule that decides."""

    LEAF = auto()  # no child is known yet
    ONLY = auto()  # there is one action
    UNTRIED = auto()  # actions without visits go first; which of them is drawn at random
    RANDOM = auto()  # a node's first visits are random
    BOUND = auto()  # the highest bound
    OTHER = auto()  # a rule that these numbers do not hold


class Trial(NamedTuple):
    """The child that is tried next, None where that is not known; by how much its bound leads, and
    over which; how many children have no visits yet.
    """

    why: Why
    row: int | None = None
    lead: float = float("nan")
    second: int | None = None
    untried: int = 0


def tried_next(part: Branches, bounds: NDArray[np.float64], row: int) -> Trial:
    """What the search does when it comes to a row's node again; all its children must be rows."""
    family = part.children(row)
    untried = int(part.rest[row]) + int((part.visits[family] == 0).sum())
    if family.size + int(part.rest[row]) == 0:
        return Trial(Why.LEAF)
    if family.size == 1 and not part.rest[row]:
        return Trial(Why.ONLY, int(family[0]))
    if untried:
        return Trial(Why.UNTRIED if part.untried_first else Why.OTHER, untried=untried)
    if int(part.visits[family].sum()) < part.at_random:
        return Trial(Why.RANDOM)
    if part.proven.size:  # proven losses are skipped while there is another action
        family = family[part.proven[family] != LOST]
    if not family.size or np.isnan(bounds[family]).any():
        return Trial(Why.OTHER)
    ranked = family[np.argsort(-bounds[family], kind="stable")]
    first, second = int(ranked[0]), int(ranked[1]) if ranked.size > 1 else None
    lead = float(bounds[first] - bounds[second]) if second is not None else float("nan")
    return Trial(Why.BOUND, first, lead, second)
