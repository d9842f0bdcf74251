"""What the pictures of plans share: one step, a sentence instead, or the step dimmed."""

from __future__ import annotations

from typing import Generic, TypeVar

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.spoken import describe

Shown = TypeVar("Shown")


class PlanPicture(QWidget, Generic[Shown]):
    """Shows one step, or a sentence instead; `picked` carries the number of a clicked plan."""

    picked = Signal(int)

    def __init__(self, name: str, high: int) -> None:
        """`high` is its usual height, pixels at 100 %."""
        super().__init__()
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._ring, self._high = OwnRing(self), high
        self.shown: Shown | None = None
        self._words, self.stale = "", False
        theme.changed.connect(self._restyled)

    def _restyled(self, _theme: object = None) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(640), theme.current().px(self._high))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(240), theme.current().px(200))

    def lines(self) -> list[str]:
        """The plans on show in words, for a screen reader."""
        raise NotImplementedError

    def show_step(self, shown: Shown) -> None:
        """The plans at a step."""
        self.shown, self._words, self.stale = shown, "", False
        describe(self, "\n".join(self.lines()))
        self.update()

    def show_words(self, words: str) -> None:
        """Shows a sentence instead."""
        self.shown, self._words, self.stale = None, words, False
        describe(self, words)
        self.update()

    def set_stale(self, words: str) -> None:
        """Dims what is shown, because the set-up asks for something else; says so in words."""
        self.stale = True
        describe(self, words)
        self.update()
