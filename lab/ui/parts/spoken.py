"""What a screen reader is given besides names and descriptions: announcements of what has happened,
and tool tips without their mark-up.
"""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QTextDocumentFragment,
)
from PySide6.QtWidgets import QApplication, QComboBox, QWidget


def announce(widget: QWidget, text: str) -> None:
    """Has a screen reader say `text` at once, wherever its focus is."""
    if text and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


def describe(widget: QWidget, text: str) -> None:
    """Gives a widget another description, and reports the change."""
    if text != widget.accessibleDescription():
        widget.setAccessibleDescription(text)
        if QAccessible.isActive():
            change = QAccessibleEvent(widget, QAccessible.Event.DescriptionChanged)
            QAccessible.updateAccessibility(change)


def plain(text: str) -> str:
    """A tool tip without its mark-up, in one line."""
    if "</" in text:
        text = QTextDocumentFragment.fromHtml(text).toPlainText()
    return " ".join(text.split())


class PlainDescriptions(QObject):
    """Describes each control when it gets the focus; keep one while the application runs.

    Qt would read out the mark-up of its tool tip, and of a list on Linux only what is chosen, not
    what for.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        app.focusChanged.connect(self._follow)

    @staticmethod
    def _follow(_before: QWidget | None, now: QWidget | None) -> None:
        if now is None or now.accessibleDescription():
            return
        name = now.accessibleName() if isinstance(now, QComboBox) else ""
        tip = plain(now.toolTip())
        describe(now, ". ".join(part for part in (name, tip) if part))
