"""The foot of a page: a bar that says how far something has come, and words beside it."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from lab.ui.parts import theme
from lab.ui.shell.status import Elided

PARTS = 1000  # of the bar


class ProgressFoot(QWidget):
    """The bar is `wide` pixels at 100 %; buttons follow the words."""

    def __init__(
        self, name: str, wide: int, *buttons: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.bar, self.words, self._wide = QProgressBar(), Elided("Progress"), wide
        self.bar.setTextVisible(False)
        self.bar.setRange(0, PARTS)
        self.bar.setAccessibleName(name)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.bar)
        row.addWidget(self.words, 1)
        for button in buttons:
            row.addWidget(button)
        theme.changed.connect(self.redress)
        self.redress()

    def redress(self, _theme: object = None) -> None:
        """The sizes of today's theme."""
        look = theme.current()
        self.bar.setFixedWidth(look.px(self._wide))
        self.words.setFont(look.font(theme.TABLE))

    def set_share(self, done: float, total: float) -> None:
        """So much is done; without a `total` the bar only moves."""
        self.bar.setRange(0, PARTS if total > 0 else 0)
        if total > 0:
            self.bar.setValue(round(PARTS * min(1.0, done / total)))
