"""The keys that the trees take before the window's shortcuts, while they have the focus."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
WALK = (
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
)
OWN = (*WALK, *ENTER, Qt.Key.Key_Backspace, Qt.Key.Key_W, Qt.Key.Key_X, Qt.Key.Key_Z)


def takes(event: QEvent, keys: tuple[Qt.Key, ...] = OWN) -> bool:
    """Takes a key that would else be a shortcut; whether it was one of `keys`."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    keypad = Qt.KeyboardModifier.KeypadModifier
    taken = Qt.Key(event.key()) in keys and not event.modifiers() & ~keypad
    if taken:
        event.accept()
    return taken
