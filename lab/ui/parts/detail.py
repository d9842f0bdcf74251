"""How much the window shows: Simple, with what a first look needs and folds that say the rest in a
word, or Full, with everything open.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class _Detail(QObject):
    """The choice in force; `changed` follows each other one."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.full = True


_detail = _Detail()
changed = _detail.changed


def is_full() -> bool:
    """Whether everything is open."""
    return _detail.full


def set_full(full: bool) -> None:
    """Chooses, and tells everybody who listens."""
    if full != _detail.full:
        _detail.full = full
        _detail.changed.emit()
