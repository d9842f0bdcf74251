"""The pages of the Trees dock, one of which is shown: nothing yet, agents in columns, one agent or
common tree, the joint-action map.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from lab.ui.parts.messages import Empty
from lab.ui.parts.scroll import SlimScroll
from lab.ui.trees.forms import FormsPage
from lab.ui.trees.joint import JointPage
from lab.ui.trees.pages import ColumnsPage, Page, WidePage


class PageStack(QStackedWidget):
    """Passes on what the pages ask for."""

    selected = Signal(int, int)  # agent, action index
    hovered = Signal(int, int)  # agent, action index; -1, -1 for none
    let_go = Signal()
    agent_chosen = Signal(int)  # the agent shown alone, -1 for all
    folded = Signal(str, bool)  # name of a band, open?
    watched = Signal(int, int)  # the agents of the joint-action map
    wished = Signal(object)  # Wish: the part of the trees to show
    view_wanted = Signal(str)  # another view

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.empty, self.joint, self.forms = Empty(self), JointPage(self), FormsPage(self)
        self.tree = self.forms.tree
        self.columns, self.wide = ColumnsPage(self), WidePage(self)
        self.scrolls: dict[Page, SlimScroll] = {
            page: SlimScroll(page, self) for page in (self.columns, self.wide)
        }
        self._joint_scroll = SlimScroll(self.joint, self)
        for part in (self.empty, self._joint_scroll, self.forms, *self.scrolls.values()):
            self.addWidget(part)
        self.page: Page = self.columns  # of bands: the one on show, or the last one
        self._wire()

    def _wire(self) -> None:
        for page in self.scrolls:
            page.let_go.connect(self.let_go)
            page.agent_chosen.connect(self.agent_chosen)
            page.folded.connect(self.folded)
            page.selected.connect(self.selected)
            page.hovered.connect(self.hovered)
        self.joint.selected.connect(self.selected)
        self.joint.hovered.connect(self.hovered)
        self.joint.watched.connect(self.watched)
        self.forms.wished.connect(self.wished)
        self.forms.selected.connect(self.selected)
        self.forms.view_wanted.connect(self.view_wanted)

    def show_empty(self) -> None:
        """There is no tree."""
        self.setCurrentWidget(self.empty)

    def show_joint(self) -> None:
        """The joint-action map."""
        self.setCurrentWidget(self._joint_scroll)

    def show_tree(self) -> None:
        """The trees themselves, or what a search keeps instead."""
        self.setCurrentWidget(self.forms)

    def show_page(self, page: Page) -> None:
        """A page of bands, fitted into the room."""
        self.page = page
        self.setCurrentWidget(self.scrolls[page])
        self.fit()

    def fit(self) -> None:
        """Fits the page of bands into the room."""
        self.page.fit(self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
