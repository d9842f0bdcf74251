"""The left of the page: find an experiment in the list, and new, run or stop, copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from lab.experiments.claims.view import ListedExperiment
from lab.ui.experiments.run_options import RunOptions
from lab.ui.experiments.shelf_list import SWEEP, TUNER, ShelfList
from lab.ui.parts import theme
from lab.ui.parts.messages import label
from lab.ui.setup.dock import NARROWEST, RING, TITLE_LINE, hairline

STOP = ("Stop", "Stops playing; every finished game is kept\nKey: Space")
RUN = ("Run", "Plays until every row is settled, or has all its games\nKey: Space")
GO_ON = ("Go on", "Plays what is missing, until every row is settled\nKey: Space")
ALL = ("All played", "Every row is settled, or has all its games: more groups in its file play on")
ABOUT = (
    "An experiment is a small file. Its verdict is computed from its games whenever it is shown."
)


class ShelfPanel(QWidget):
    """Signals go out, setters come in."""

    chosen = Signal(str)
    new_asked = Signal()
    run_asked = Signal()
    stop_asked = Signal()
    copy_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Experiments")
        self.finder, self.list = QLineEdit(), ShelfList()
        self.new, self.run = QPushButton("New …"), QPushButton("Run")
        self.copy, self.problem = QPushButton("Copy"), label("", "note", self)
        self.options = RunOptions()
        self._running = False
        self._dress()
        self._lay_out()
        self.finder.textChanged.connect(self.list.set_filter)
        self.list.picked.connect(self.chosen)
        self.new.clicked.connect(lambda: self.new_asked.emit())
        self.copy.clicked.connect(lambda: self.copy_asked.emit())
        self.run.clicked.connect(self.run_or_stop)
        theme.changed.connect(self._redress)
        self._redress()
        self.set_problem("")

    def _dress(self) -> None:
        self.finder.setPlaceholderText("Find …")
        self.finder.setAccessibleName("Find an experiment")
        self.finder.setTextMargins(5, 0, 2, 0)
        self.finder.setClearButtonEnabled(True)
        self.run.setProperty("look", "primary")
        self.new.setToolTip("Writes a new experiment about the match's game and its first player")
        self.copy.setToolTip("A copy of this experiment of your own, to change")
        self.problem.setAccessibleName("What is wrong")

    def _lay_out(self) -> None:
        column, self._top = QVBoxLayout(self), QWidget()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        row, buttons, find = QHBoxLayout(self._top), QHBoxLayout(), QHBoxLayout()
        row.setContentsMargins(12, 6, 12, 0)
        title = QLabel("Experiments")
        title.setProperty("look", "title")
        row.addWidget(title, 1)
        find.setContentsMargins(12, 4, 12, 8)
        find.addWidget(self.finder)
        foot = QVBoxLayout()
        foot.setContentsMargins(12, 10, 12, 10)
        foot.setSpacing(8)
        buttons.setSpacing(6)
        for button in (self.new, self.run, self.copy):
            buttons.addWidget(button)
        buttons.addStretch(1)
        foot.addWidget(self.options)
        foot.addWidget(self.problem)
        foot.addLayout(buttons)
        foot.addWidget(label(ABOUT, "note", self))
        column.addWidget(self._top)
        column.addLayout(find)
        column.addWidget(self.list, 1)
        column.addWidget(hairline())
        column.addLayout(foot)

    def _redress(self, _theme: object = None) -> None:
        look = theme.current()
        self._top.setFixedHeight(look.px(TITLE_LINE) - RING)
        self.problem.setStyleSheet(f"color: {look.colour('error').name()};")
        self.setMinimumWidth(look.px(NARROWEST))

    # -- setters -----------------------------------------------------------------------------------

    def set_entries(
        self,
        entries: Sequence[ListedExperiment],
        running: Mapping[str, tuple[str, float | None]],
    ) -> None:
        """Shows the experiments; `running` says of those that run or wait how far they are."""
        self.list.set_entries(entries, running)

    def set_shown(
        self, name: str, running: bool = False, played: bool = False, missing: bool = True
    ) -> None:
        """The experiment on show, whether it is running or waits, whether it has games, and whether
        some are missing.
        """
        self.list.choose(name)
        self._running = running
        known = bool(name) and name not in (SWEEP, TUNER)
        words, tip = STOP if running else ALL if not missing else GO_ON if played else RUN
        self.run.setText(words)
        self.run.setToolTip(tip)
        self.run.setEnabled(known and (running or missing))
        for part in (self.copy, self.options):
            part.setEnabled(known)

    def set_problem(self, sentence: str) -> None:
        """What is wrong; "" for nothing."""
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    def run_or_stop(self) -> None:
        """What the button does."""
        if self.run.isEnabled():
            (self.stop_asked if self._running else self.run_asked).emit()
