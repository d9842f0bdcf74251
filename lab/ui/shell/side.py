"""The region next to the match: Trees, and below them what the programs said, which take all the
room if no seat has a tree.

How the window's width is shared among its regions, in pixels at 100 % unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from lab.ui.parts import detail, theme
from lab.ui.parts.layout import SlimScroll, Splitter, column
from lab.ui.trees.dock import TreesDock
from lab.ui.trees.said import Report, SaidPanel

TABS, DRAWER = 1240, 1080  # widths at 100 % below which trees become tabs, and Set-up a drawer
SETUP, TREES, NARROW_TREES, WIDE_TREES, ONE_TREE = (232, 256, 280), (524, 564), 360, 760, 441
LEAST_CENTRE, FULL_CENTRE = 480, 880
EXPLORING = (372, 500)  # of board and node card, while trees are looked into


def shares(width: int, scale: float, one_tree: bool) -> tuple[int, int]:
    """The widths of Set-up and Trees in a window `width` pixels wide; the rest belongs to the
    centre. 0 for a drawer.

    Growth goes first to the board, up to 854 x 480, then to the columns of Trees, up to 160 each.
    """
    at_100 = width / scale
    if at_100 < TABS:
        setup = SETUP[0] if at_100 >= DRAWER else 0
        trees = NARROW_TREES
    else:
        setup = (
            _between(at_100, 1280, 1440, SETUP[0], SETUP[1])
            if at_100 < 1440
            else _between(at_100, 1440, 1920, SETUP[1], SETUP[2])
        )
        trees = _between(at_100, 1280, 1440, *TREES)
        trees = (
            ONE_TREE
            if one_tree or not detail.is_full()
            else max(trees, min(WIDE_TREES, round(at_100) - setup - FULL_CENTRE))
        )
    while trees > NARROW_TREES and at_100 - setup - trees < LEAST_CENTRE / scale:
        trees -= 4
    return round(setup * scale), round(trees * scale)


def node_share(width: int, scale: float) -> int:
    """The width of the board and the node card while trees are looked into."""
    return round(_between(width / scale, 1024, 1920, *EXPLORING) * scale)


def _between(x: float, x0: float, x1: float, y0: int, y1: int) -> int:
    return round(y0 + (y1 - y0) * min(1.0, max(0.0, (x - x0) / (x1 - x0))))


SHARE = 0.28  # of the height, for programs below trees
FEW, MOST = 92, 2**24 - 1  # pixels at 100 %: the title and the empty state; no limit


class SideRegion(QWidget):
    """Holds both and shares the room between them."""

    def __init__(self, trees: TreesDock) -> None:
        super().__init__()
        self.setAccessibleName("Trees and programs")
        self.trees, self.said = trees, SaidPanel(self)
        self._above = 0  # the height that Trees keeps while programs have the room
        self._splitter = Splitter(Qt.Orientation.Vertical)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._scroll = SlimScroll(self.said, self)
        self._scroll.hide()
        for part in (self.trees, self._scroll):
            self._splitter.addWidget(part)
        column(self._splitter, of=self)

    def set_reports(self, reports: Sequence[Report], alone: bool) -> None:
        """The programs, and whether no seat has a tree."""
        was = not self._scroll.isHidden()
        self.said.set_reports(reports)
        self._scroll.setVisible(bool(reports))
        alone = alone and bool(reports)
        above = self._needed() if alone else 0
        if (above, bool(reports)) != (self._above, was):
            self._above = above
            self.trees.setMaximumHeight(above or MOST)
            below = self.height() - above if alone else round(SHARE * self.height())
            self._splitter.setSizes([self.height() - below, below])

    def _needed(self) -> int:
        """The height of Trees without a tree: its title, a sentence, and an error if there is
        one.
        """
        error = self.trees.notes.error
        height = (
            max(error.sizeHint().height(), error.heightForWidth(self.width()))
            if not error.isHidden()
            else 0
        )
        return theme.current().px(FEW) + height
