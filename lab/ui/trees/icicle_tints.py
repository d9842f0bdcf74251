"""The colours of an icicle's cells: the hue of the agent that chose, darker where it is better."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor

from lab.ui.parts import theme
from lab.ui.parts.marks import Marks
from lab.ui.trees.tree_parts import TreePart
from search.branches import Branches
from search.measure import ends_of

STRONG = 0.56  # of the hue in the darkest cell: words stay readable on it
SHADES = 65  # of one hue
SPREAD = 0.1  # of the axis: means this far from the tree's own have the full or no tint


def tints(tree: TreePart, marks: Marks) -> list[QColor]:
    """The colour of each row: darker where its mean is better than the mover's in all of the
    part.
    """
    look, part = theme.current(), tree.part
    low, high = ends_of(part.kind)
    spread = SPREAD * (high - low) if np.isfinite(high - low) else _spread(part)
    own = np.where(np.isnan(part.mean), 0.0, part.mean)
    even = np.zeros(len(part))
    for agent in np.unique(part.mover):
        rows = (part.mover == agent) & (part.visits > 0)
        mean = np.average(own[rows], weights=part.visits[rows]) if rows.any() else 0.0
        even[part.mover == agent] = mean
    strength = np.clip((own - even) / (2 * spread or 1.0) + 0.5, 0.06, 1.0) * STRONG
    shades = {
        int(agent): _shades(marks.colour(look, int(agent)), look.colour("panel"))
        for agent in np.unique(part.mover)
        if agent >= 0
    }
    steps = np.rint(strength * (SHADES - 1)).astype(int).tolist()
    first = next(iter(shades.values()), [QColor()])[0]
    return [
        shades[mover][step] if mover >= 0 else first
        for mover, step in zip(part.mover.tolist(), steps, strict=True)
    ]


def _shades(hue: QColor, ground: QColor) -> list[QColor]:
    """The hue laid over a ground, from not at all to in full."""
    ends = np.array([(c.red(), c.green(), c.blue()) for c in (ground, hue)], np.float64)
    shares = np.linspace(0.0, 1.0, SHADES)[:, None]
    mixed = np.rint(ends[0] * (1 - shares) + ends[1] * shares).astype(int)
    return [QColor(*colour) for colour in mixed.tolist()]


def _spread(part: Branches) -> float:
    """How far means of a kind without an axis are apart: their visit-weighted deviation."""
    rows = part.visits > 0
    if not rows.any():
        return 1.0
    mean = np.average(part.mean[rows], weights=part.visits[rows])
    return float(np.sqrt(np.average((part.mean[rows] - mean) ** 2, weights=part.visits[rows])))
