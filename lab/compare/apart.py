"""Where two trees of one position spend their visits differently, node by node."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from search.base import Floats
from search.branches import Branches, Path


def alike(first: Branches, second: Branches) -> bool:
    """Whether two parts have rows that mean the same: of one agent's own actions, or of everyone's
    in turn.
    """
    return first.common == second.common and (first.common or first.agent == second.agent)


def apart(part: Branches, other: Branches) -> Floats:
    """How much more of its visits `part` spends on each row than `other` on the same path, as a
    difference of shares of all visits; [R]. A node that the other does not have has none there.
    """
    known = dict(zip(paths(other), _shares(other), strict=True))
    own = zip(paths(part), _shares(part), strict=True)
    return np.array([share - known.get(path, 0.0) for path, share in own])


def paths(part: Branches) -> Sequence[Path]:
    """The actions from the root to each row."""
    found = [part.focus]
    above, actions = part.parent.tolist(), part.action.tolist()
    for row in range(1, len(part)):
        found.append((*found[above[row]], actions[row]))
    return found


def _shares(part: Branches) -> Sequence[float]:
    return (part.visits / max(1, part.full_visits)).tolist()  # type: ignore[no-any-return]
