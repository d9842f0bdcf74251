"""Who gets a key: the keys of a focused control come before the window's shortcuts. And which part
of the window has them next.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)
from shiboken6 import isValid

from lab.ui.board.board import BoardView

ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
WITHIN = (*ARROWS, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
SHIFT = Qt.KeyboardModifier.ShiftModifier
KEYPAD = Qt.KeyboardModifier.KeypadModifier


class KeyGuard(QObject):
    """Space presses the focused button, arrows move the focused slider, letters go into text. A
    closed list has only Up and Down, and Enter, which opens it, so that Space still plays and
    pauses after it was used. Keep one while the application runs.

    It filters the events of the focused control only: a filter for the whole application would
    call Python for every event of every widget, which took a third of the time to make the window.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._watched: QWidget | None = None
        app.focusChanged.connect(self._follow)

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = now
        if now is not None:
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            widget = QApplication.focusWidget()
            if QApplication.activePopupWidget() is not None:
                return False  # an open list needs this event for its choice
            if widget is watched and _wants(widget, Qt.Key(event.key()), event.modifiers()):
                event.accept()
                return True
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if _would_choose(watched, event):
            event.ignore()  # a move that a person types reaches the page
            return True
        return _opens(watched, event)


class Body(QWidget):
    """The window below its menus. A move that a person types reaches the board wherever the focus
    is, unless the focused control uses the key.
    """

    def __init__(self, board: BoardView) -> None:
        super().__init__()
        self.board = board

    def event(self, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or not event.text().strip():
            return super().event(event)
        if not self.board.isVisible() or not self.board.wants(event):
            return super().event(event)
        event.accept()  # no command of the window has it
        if event.type() == QEvent.Type.KeyPress:
            self.board.setFocus(Qt.FocusReason.OtherFocusReason)
            QApplication.sendEvent(self.board, event)
        return True


def _opens(widget: QObject, event: QKeyEvent) -> bool:
    """Opens a closed list on Enter, as a person without a mouse expects."""
    if not isinstance(widget, QComboBox) or widget.isEditable():
        return False
    if event.key() not in ENTER or QApplication.activePopupWidget() is not None:
        return False
    widget.showPopup()
    return True


def _would_choose(widget: QObject, event: QEvent) -> bool:
    """Whether a letter would choose from a closed list: a key whose command rests, such as T after
    a match, must not begin another game.
    """
    if not (isinstance(widget, QComboBox) and isinstance(event, QKeyEvent)):
        return False
    if widget.isEditable():
        return False
    typed = event.text().strip()
    return bool(typed) and typed.isprintable() and QApplication.activePopupWidget() is None


def _wants(widget: object, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> bool:
    """Whether the widget itself uses the key."""
    if modifiers & ~(SHIFT | KEYPAD):
        return False
    if isinstance(widget, QLineEdit | QAbstractSpinBox | QPlainTextEdit):
        return key != Qt.Key.Key_Escape and not Qt.Key.Key_F1 <= key <= Qt.Key.Key_F35
    if isinstance(widget, QAbstractButton):
        return key == Qt.Key.Key_Space
    if isinstance(widget, QComboBox):  # Alt+Down and F4 open it too
        return key in (Qt.Key.Key_Up, Qt.Key.Key_Down, *ENTER)
    if isinstance(widget, QAbstractSlider):
        return key in WITHIN or key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
    return isinstance(widget, QAbstractItemView) and key in (*WITHIN, *ENTER)
