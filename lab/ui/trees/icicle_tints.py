"""The colours of an icicle's cells: the hue of the agent that chose, darker where there is more of
what the tint shows.

The scale of a tint: from pale to dark, with the numbers at its ends.

What can be chosen in the view Tree: what widths and tints show, in the words of the searches on
show.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.combos import Entry
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import Marks
from lab.ui.parts.painted import put, text_width
from lab.ui.parts.segments import Choice
from lab.ui.parts.tips import plain
from lab.ui.trees.tree_parts import TINTS, Tint, TreePart
from lab.words import numerals
from lab.words.icicle import Width
from search.branches import CHANCE, Branches
from search.measure import ends_of

WIDTHS = {
    Width.VISITS: "As wide as the share of its parent's visits, or of the nodes searched below it.",
    Width.SOFTENED: "A power of that, so that rare moves can be seen.",
    Width.LINE: "The same, but the selected line stays wide enough for its words.",
}
SEARCHED = {  # what the nodes of a depth-first search have
    Tint.MEAN: "value",
    Tint.GAIN: "gain over the best sibling",
    Tint.RECENT: "nodes in the last second",
}
BAR = 52  # pixels at 100 %
STRONG = 0.56  # of the hue in the darkest cell: words stay readable on it
FAINT = 0.06  # of it in the palest one
SHADES = 65  # of one hue
APART = 0.5  # of all visits: two searches this far apart have the full hue
SPREAD = 0.1  # of the axis: means this far from the tree's own have the full or no tint
Strengths = NDArray[np.float64]


def width_choices(searched: bool = False, short: bool = False) -> list[Choice]:
    """The widths; `searched` if only trees of depth-first searches are on show, `short` where there
    is little room.
    """
    words = {Width.SOFTENED: "soft", Width.LINE: "line"} if short else {}
    words |= {Width.VISITS: "nodes"} if searched else {}
    return [Choice(w, words.get(w, w.value), f"{tip}\nKey: W") for w, tip in WIDTHS.items()]


def tint_entries(searched: bool = False) -> list[Entry]:
    """The tints, likewise."""
    titles = SEARCHED if searched else {tint: tint.value for tint in TINTS}
    return [Entry(tint, title) for tint, title in titles.items()]


class TintLegend(QWidget):
    """A bar between two numbers or words."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.ends = ("", "")

    def set_scale(self, tint: Tint, tree: TreePart | None) -> None:
        """The ends of a tint in that tree."""
        ends = ends_of_tint(tint, tree)
        if ends != self.ends:
            self.ends = ends
            told = f"Pale: {ends[0]}. Dark: {ends[1]}."
            mean = "\nThe average is over the visits of all nodes of the same side."
            self.setToolTip(plain(told + (mean if tint is Tint.MEAN else "")))
            self.setAccessibleName(f"Tint from {ends[0]} to {ends[1]}")
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        look = theme.current()
        words = sum(text_width(end, theme.TABLE) for end in self.ends)
        return QSize(round(words) + look.px(BAR + 14), look.px(20))

    minimumSizeHint = sizeHint

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            left = text_width(self.ends[0], theme.TABLE) + look.px(6)
            room = QRectF(0, 0, self.width(), self.height())
            put(painter, room, self.ends[0], theme.TABLE, "ink2")
            put(painter, room, self.ends[1], theme.TABLE, "ink2", right=True)
            high = look.px(8)
            bar = QRectF(left, (self.height() - high) / 2, look.px(BAR), high)
            shades = QLinearGradient(bar.left(), 0, bar.right(), 0)
            for place, share in ((0.0, FAINT * STRONG), (1.0, STRONG)):
                colour = QColor(look.colour("ink"))  # its own: the theme's are shared
                colour.setAlphaF(share)
                shades.setColorAt(place, colour)
            painter.fillRect(bar, shades)


def ends_of_tint(tint: Tint, tree: TreePart | None) -> tuple[str, str]:
    """What pale and dark mean."""
    if tint is Tint.PROVEN:
        return "lost or open", "won"
    if tint is Tint.RECENT:
        return "0", "most"
    if tree is None:
        return "", ""
    spread = numerals.short(spread_of(tree.part))
    if tint is Tint.BOUND:
        return f"{numerals.MINUS}{numerals.short(2 * spread_of(tree.part))}", "highest"
    whose = "average " if tint is Tint.MEAN else ""  # of all nodes of the same side
    return f"{whose}{numerals.MINUS}{spread}", f"{whose}+{spread}"


def tints(tree: TreePart, marks: Marks, tint: Tint = Tint.MEAN) -> list[QColor]:
    """The colour of each row."""
    look, part = theme.current(), tree.part
    if tint is Tint.APART:
        return _two_hues(tree)
    strength = np.clip(strengths(tree, tint), FAINT, 1.0) * STRONG
    shades = {
        int(agent): _shades(marks.colour(look, int(agent)), look.colour("panel"))
        for agent in np.unique(part.mover)
        if agent >= 0
    }
    steps = np.rint(strength * (SHADES - 1)).astype(int).tolist()
    first = next(iter(shades.values()), [QColor()])[0]
    shades[CHANCE] = _shades(look.colour("ink3"), look.colour("panel"))
    return [
        shades[mover][step] if mover in shades else first
        for mover, step in zip(part.mover.tolist(), steps, strict=True)
    ]


def _two_hues(tree: TreePart) -> list[QColor]:
    """One hue where B spends more, another where A does; even where nothing is compared."""
    look, part = theme.current(), tree.part
    more, less = (
        _shades(look.colour(name), look.colour("panel")) for name in ("heat_high", "heat_low")
    )
    apart = tree.apart if tree.apart.size else np.zeros(len(part))
    strength = np.sqrt(np.minimum(1.0, np.abs(apart) / APART))
    steps = np.rint(strength * (SHADES - 1)).astype(int).tolist()
    return [(more if d > 0 else less)[k] for d, k in zip(apart.tolist(), steps, strict=True)]


def strengths(tree: TreePart, tint: Tint) -> Strengths:
    """How dark each row is, from 0 to 1; 0 where it has no such number; [R]."""
    part = tree.part
    if tint is Tint.GAIN:
        found = 0.5 + _gain(part) / (2 * spread_of(part))
    elif tint is Tint.BOUND:
        found = 1.0 + (tree.bounds - _highest(part, tree.bounds)) / (2 * spread_of(part))
    elif tint is Tint.RECENT:
        found = _recent(tree)
    elif tint is Tint.PROVEN:
        found = np.where(part.proven == 1, 1.0, np.where(part.proven == 2, 0.5, 0.0))
        found = found if part.proven.size else np.zeros(len(part))
    else:
        found = 0.5 + (part.mean - _own(part)) / (2 * spread_of(part))
    return np.nan_to_num(np.asarray(found, np.float64), nan=0.0)


def spread_of(part: Branches) -> float:
    """How far a mean is from another to have the full tint, in its unit."""
    low, high = ends_of(part.kind)
    return SPREAD * (high - low) if np.isfinite(high - low) else _deviation(part) or 1.0


def _own(part: Branches) -> Strengths:
    """The visit-weighted mean of all rows of the same mover; [R]"""
    own, even = np.nan_to_num(part.mean), np.zeros(len(part))
    for agent in np.unique(part.mover):
        rows = (part.mover == agent) & (part.visits > 0) & np.isfinite(part.mean)
        mean = np.average(own[rows], weights=part.visits[rows]) if rows.any() else 0.0
        even[part.mover == agent] = mean
    return even


def _gain(part: Branches) -> Strengths:
    """By how much each row's mean is above that of its best sibling; NaN without one; [R]"""
    count = len(part)
    mean = np.where(np.isnan(part.mean), -np.inf, part.mean)
    first, second = np.full(count, -np.inf), np.full(count, -np.inf)
    for row in range(1, count):
        above = part.parent[row]
        if mean[row] > first[above]:
            first[above], second[above] = mean[row], first[above]
        elif mean[row] > second[above]:
            second[above] = mean[row]
    other = np.where(mean == first[part.parent], second[part.parent], first[part.parent])
    with np.errstate(invalid="ignore"):
        gain = mean - other
    return np.where(np.isfinite(gain), gain, np.nan)


def _highest(part: Branches, bounds: Strengths) -> Strengths:
    """The highest bound of each row's family; [R]"""
    highest = np.full(len(part), -np.inf)
    np.maximum.at(highest, part.parent[1:], np.nan_to_num(bounds[1:], nan=-np.inf))
    found = highest[part.parent]
    return np.where(np.isfinite(found), found, np.nan)


def _recent(tree: TreePart) -> Strengths:
    """Each row's growth as a share of its level's largest, and its root, so that little growth
    shows; [R]
    """
    if not tree.recent.size:
        return np.zeros(len(tree.part))
    most = np.ones(int(tree.part.depth.max()) + 1)
    grown = np.maximum(0.0, np.nan_to_num(tree.recent))
    np.maximum.at(most, tree.part.depth, grown)
    return np.asarray(np.sqrt(grown / most[tree.part.depth]))


def _shades(hue: QColor, ground: QColor) -> list[QColor]:
    """The hue laid over a ground, from not at all to in full."""
    ends = np.array([(c.red(), c.green(), c.blue()) for c in (ground, hue)], np.float64)
    shares = np.linspace(0.0, 1.0, SHADES)[:, None]
    mixed = np.rint(ends[0] * (1 - shares) + ends[1] * shares).astype(int)
    return [QColor(*colour) for colour in mixed.tolist()]


def _deviation(part: Branches) -> float:
    """How far means of a kind without an axis are apart: their visit-weighted deviation."""
    rows = (part.visits > 0) & np.isfinite(part.mean)
    if not rows.any():
        return 1.0
    mean = np.average(part.mean[rows], weights=part.visits[rows])
    return float(np.sqrt(np.average((part.mean[rows] - mean) ** 2, weights=part.visits[rows])))
