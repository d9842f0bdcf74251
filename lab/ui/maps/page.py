"""The page Maps: what the searches of one position expect and what their choice hangs on, or how
the choices of the whole match formed.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from lab.ui.maps.expecting import ExpectPanel
from lab.ui.maps.hanging import HangPanel
from lab.ui.maps.over_match import MatchPanel
from lab.ui.maps.rows import row
from lab.ui.parts.layout import SlimScroll, Splitter
from lab.ui.parts.segments import Choice, Segments
from lab.ui.shell.workspaces import WorkspacePage

POSITION, MATCH_VIEW = "position", "match"
VIEWS = (
    Choice(POSITION, "This position", "What is expected here, and what the choice hangs on"),
    Choice(MATCH_VIEW, "The whole match", "How the choices formed, turn by turn"),
)
LEFT_SHARE = 0.54  # of the width, for expectations


class MapsPage(WorkspacePage):
    """Setters are silent; `stepped` carries how many turns to go, `left` that the match is wanted
    back, `ended` that the window closes.
    """

    stepped = Signal(int)
    left = Signal()
    view_chosen = Signal(str)
    ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Maps")
        self._state = ""
        self.expecting = ExpectPanel()
        self.hanging = HangPanel()
        self._splitter = Splitter(Qt.Orientation.Horizontal, self)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        for part, share in ((self.expecting, 11), (self.hanging, 9)):
            self._splitter.addWidget(SlimScroll(part, self, whole=True))
            self._splitter.setStretchFactor(self._splitter.count() - 1, share)
        self.match = MatchPanel()
        self.views = Segments("Maps of", VIEWS)
        self.views.set_value(POSITION)
        self.views.chosen.connect(self._choose)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._splitter)
        self._stack.addWidget(SlimScroll(self.match, self, whole=True))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row((self.views, None), 6))
        column.addWidget(self._stack, 1)

    @property
    def view(self) -> str:
        """POSITION or MATCH_VIEW."""
        return str(self.views.value())

    def show_view(self, view: str) -> None:
        """Shows the maps of the position, or of the whole match."""
        self.views.set_value(view)
        self._choose(view)

    def _choose(self, view: object) -> None:
        self._stack.setCurrentIndex([choice.value for choice in VIEWS].index(str(view)))
        self.view_chosen.emit(str(view))

    def set_state(self, state: str) -> None:
        """What is going on, for the status bar."""
        self._state = state

    def state_words(self) -> str:
        return self._state

    def end(self) -> None:
        self.ended.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        left = round(self.width() * LEFT_SHARE)
        self._splitter.setSizes([left, self.width() - left])

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if step:
            self.stepped.emit(step)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
