"""A line that folds away what is below it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleInterface, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.glyphs import icon
from lab.ui.parts.spoken import SpokenOpener, speaks_as
from lab.ui.parts.tips import plain


class Fold(QPushButton):
    """Shows and hides `body`; `opened` text replaces the caption while it is open."""

    opening = Signal()  # the body is about to be shown

    def __init__(self, body: QWidget, parent: QWidget | None = None, subject: str = "") -> None:
        super().__init__(parent)
        self._body, self._captions = body, ("", "")
        self._of = f"{subject}, " if subject else ""  # for those who do not see where it stands
        self.setProperty("look", "fold")
        self.setFlat(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self.toggle_body)
        body.hide()
        self._dress()

    @property
    def opened(self) -> bool:
        """Whether the body is shown."""
        return not self._body.isHidden()

    def set_captions(self, closed: str, opened: str) -> None:
        """The captions of the line for a folded and for an open body."""
        self._captions = (closed, opened)
        self._dress()

    def toggle_body(self) -> None:
        """Folds or unfolds."""
        self.open(not self.opened)

    def open(self, on: bool) -> None:
        """Unfolds the body, or folds it."""
        if on:
            self.opening.emit()
        self._body.setVisible(on)
        self._dress()

    def _dress(self) -> None:
        self.setIcon(icon("down" if self.opened else "right", "ink2"))
        self.setIconSize(QSize(theme.current().px(12), theme.current().px(12)))
        whole = self._captions[self.opened]
        room = self.width() - theme.current().px(24)
        self.setText(" " + self.fontMetrics().elidedText(whole, Qt.TextElideMode.ElideRight, room))
        self.setAccessibleName(self._of + whole)
        self.setToolTip(plain(whole if self.text().strip() != whole else ""))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._dress()

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(60), super().minimumSizeHint().height())


def _spoken(fold: Fold) -> QAccessibleInterface:
    return SpokenOpener(fold, QAccessible.Role.Button, fold.click, lambda: fold.opened)


speaks_as(Fold, _spoken)
