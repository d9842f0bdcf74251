"""How far an experiment is, as a bar and in words."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QWidget

from lab.experiments.sweep import SweepResult
from lab.ui.explore import says
from lab.ui.parts import theme

PARTS = 1000  # of the bar
PREPARING = "Preparing; the first time takes up to half a minute"


class ProgressLine(QWidget):
    """Hidden until there is an experiment."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bar, self._words = QProgressBar(), QLabel()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName("Progress of the experiment")
        self._words.setProperty("look", "note")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._bar)
        row.addWidget(self._words, 1)
        theme.changed.connect(self._redress)
        self._redress()

    def _redress(self, _theme: object = None) -> None:
        self._bar.setFixedWidth(theme.current().px(200))

    def text(self) -> str:
        """The words on show."""
        return self._words.text()

    def show_state(self, result: SweepResult | None, running: bool, per_minute: float) -> None:
        """The results so far, and the recent rate of matches."""
        self.setVisible(result is not None or running)
        begins = running and (result is None or not result.matches)
        self._bar.setRange(0, 0 if begins else PARTS)
        if begins or result is None:
            self._words.setText(PREPARING if running else "")
            return
        self._bar.setValue(round(PARTS * min(1.0, result.matches / result.grid.total)))
        self._words.setText(says.progress(result, running, per_minute))
