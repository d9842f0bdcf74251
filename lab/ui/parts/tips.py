"""Tool tips: their text, and those that are open while what they are about changes."""

from __future__ import annotations

import html

from PySide6.QtCore import QEvent, QPoint, QRect
from PySide6.QtGui import QCursor, QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget


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


def retell(widget: QWidget) -> None:
    """Has a tool tip that is open over the widget say what is on show now."""
    if QToolTip.isVisible() and widget.underMouse():
        at = QCursor.pos()
        here = widget.mapFromGlobal(at)
        QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, here, at))
