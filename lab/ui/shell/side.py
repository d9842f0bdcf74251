"""The region next to the match: Trees, and below them what the programs said, which take all the
room if no seat has a tree.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from lab.ui.parts import theme
from lab.ui.parts.layout import SlimScroll, Splitter, column
from lab.ui.trees.dock import TreesDock
from lab.ui.trees.said import Report, SaidPanel

SHARE = 0.28  # of the height, for programs below trees
FEW, MOST = 92, 2**24 - 1  # pixels at 100 %: the title and the empty state; no limit


class SideRegion(QWidget):
    """Holds both and shares the room between them."""

    def __init__(self, trees: TreesDock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
