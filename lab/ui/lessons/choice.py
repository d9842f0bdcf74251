"""The choice of a lesson, at the top of every lesson's Set-up."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from lab.ui.parts.combos import Combo, Entry

ALPHABETA, MCTS, SMITSIMAX, DECOUPLED = "alphabeta", "mcts", "smitsimax", "decoupled"
BEAM, GENETIC = "beam", "genetic"
TITLES = {
    ALPHABETA: "Alpha-beta and its family",
    MCTS: "Monte Carlo tree search",
    SMITSIMAX: "Smitsimax in one iteration",
    DECOUPLED: "Decoupled selection",
    BEAM: "Beam search",
    GENETIC: "Genetic algorithm",
}


class LessonChoice(QWidget):
    """Shows the name of its own lesson; `picked` carries another one that the user wants."""

    picked = Signal(str)

    def __init__(self, own: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.own = own
        name, self.combo = QLabel("Lesson"), Combo("Lesson")
        name.setProperty("look", "note")
        name.setBuddy(self.combo)
        self.combo.set_entries([Entry(each, title) for each, title in TITLES.items()])
        self.combo.choose(own)
        self.combo.picked.connect(self._picked)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(name)
        column.addWidget(self.combo)

    def _picked(self, lesson: str) -> None:
        self.combo.choose(self.own)  # each lesson has its own page, with a choice like this one
        if lesson != self.own:
            self.picked.emit(lesson)
