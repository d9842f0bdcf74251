"""Rows of widgets."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QWidget


def row(parts: Sequence[QWidget | None], space: int) -> QHBoxLayout:
    """Parts side by side, `space` pixels above and below; None stretches."""
    line = QHBoxLayout()
    line.setContentsMargins(12, space, 12, space)
    line.setSpacing(10)
    for part in parts:
        if part is None:
            line.addStretch(1)
        else:
            line.addWidget(part)
    return line
