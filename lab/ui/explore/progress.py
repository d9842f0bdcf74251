"""How far an experiment is, as a bar and in words."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from lab.experiments.sweep import SweepResult
from lab.ui.explore import says
from lab.ui.shell.progress_foot import ProgressFoot

PREPARING = "Preparing; the first time takes up to half a minute"


class ProgressLine(ProgressFoot):
    """Hidden until there is an experiment."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Progress of the experiment", 200, parent=parent)

    def text(self) -> str:
        """The words on show."""
        return self.words.text()

    def show_state(self, result: SweepResult | None, running: bool, per_minute: float) -> None:
        """The results so far, and the recent rate of matches."""
        self.setVisible(result is not None or running)
        begins = running and (result is None or not result.matches)
        self.set_share(0, 0 if begins else 1)
        if begins or result is None:
            self.words.set_text(PREPARING if running else "")
            return
        self.set_share(result.matches, result.grid.total)
        self.words.set_text(says.progress(result, running, per_minute))
