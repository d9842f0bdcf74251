"""Tool tips: their text, and those that are open while what they are about changes.

The bubble at the pointer that says why a click did nothing.
"""

from __future__ import annotations

import html

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QCursor, QHelpEvent
from PySide6.QtWidgets import QApplication, QLabel, QToolTip, QWidget

from lab.ui.parts import theme

STAYS_MS = 5000
WIDEST = 240  # pixels at 100 %


class Bubble(QLabel):
    """A text over its parent that goes away by itself."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over, self._at = parent, QPoint()
        parent.installEventFilter(self)
        self.setProperty("look", "bubble")
        self.setWordWrap(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        self.hide()

    def say(self, text: str, at: QPoint) -> None:
        """Shows `text` next to the pixel `at`, inside the parent."""
        self.setText(text)
        self._at = at
        self._place()
        self.show()
        self.raise_()
        self._timer.start(STAYS_MS)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stays in sight when the parent changes its size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def _place(self) -> None:
        self.ensurePolished()
        text, at = self.text(), self._at
        widest = theme.current().px(WIDEST)
        width = min(widest, self.fontMetrics().horizontalAdvance(text) + theme.current().px(32))
        self.resize(width, self.heightForWidth(width))
        room = self._over.size()
        x = max(4, min(at.x() + 10, room.width() - self.width() - 4))
        y = max(4, min(at.y() + 14, room.height() - self.height() - 4))
        self.move(x, y)


def plain(text: str) -> str:
    """A tool tip that shows the text as it is. Qt takes any text with a tag in it for a document,
    also a name from a stranger's file.
    """
    if "<" not in text:
        return text
    lines = "<br>".join(html.escape(text).split("\n"))
    return f"<div>{lines}</div>"


def show_tip(at: QPoint, text: str, widget: QWidget, room: QRect | None = None) -> None:
    """Opens a tool tip at a place of the screen, with the text as it is; "" closes it. It goes when
    the pointer leaves the `room` of the widget.
    """
    QToolTip.showText(at, plain(text), widget, room if room is not None else QRect())


def refresh_tooltip(widget: QWidget) -> None:
    """Has a tool tip that is open over the widget say what is on show now."""
    if QToolTip.isVisible() and widget.underMouse():
        at = QCursor.pos()
        here = widget.mapFromGlobal(at)
        QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, here, at))
