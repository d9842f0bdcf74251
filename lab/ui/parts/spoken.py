"""What a screen reader is given besides names and descriptions: announcements of what has happened,
and tool tips without their mark-up.
"""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QWidget


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
