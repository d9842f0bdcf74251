"""The Experiments page: at the left finding an experiment in the list, new, run or stop, copy; the
result in the middle, what it is about at the right; a sweep takes the place of the last two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QPushButton, QStackedWidget, QWidget

from lab.experiments.arena.standing import GameRow
from lab.experiments.claims.file import ExperimentFile
from lab.experiments.claims.result import Cell, SeedFigure
from lab.experiments.claims.view import ExperimentView, ListedExperiment
from lab.ui.experiments import says
from lab.ui.experiments.about import AboutPanel
from lab.ui.experiments.centre import ABOUT, GAMES, RESULT, ExperimentCentre
from lab.ui.experiments.run_options import RunOptions
from lab.ui.experiments.shelf_list import NETWORK, SWEEP, TUNER, ShelfList
from lab.ui.parts import detail, theme
from lab.ui.parts.layout import column, hairline, row
from lab.ui.parts.messages import label
from lab.ui.parts.segments import Choice
from lab.ui.setup.dock import NARROWEST
from lab.ui.setup.side_panel import RunButton
from lab.ui.shell.three_parts import PartWidths, ThreePartPage
from lab.ui.shell.workspaces import EXPERIMENTS, EXPLORE, WorkspacePage

STOP = ("Pause", "Stops playing; every finished game is kept\nKey: Space")
RUN = ("Run", "Plays what is missing, until every row is settled or has all its games\nKey: Space")
ALL = ("All played", "Every row is settled, or has all its games: more groups in its file play on")
FEW = 20  # lines of the list that are found by looking
WHAT_IT_IS = (
    "An experiment is a small file. Its verdict is computed from its games whenever it is shown."
)


class ShelfPanel(QWidget):
    """Signals go out, setters come in."""

    chosen = Signal(str)
    new_asked = Signal()
    run_asked = Signal()
    stop_asked = Signal()
    copy_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Experiments")
        self.finder, self.list = QLineEdit(), ShelfList()
        self.new, self.run = QPushButton("New …"), RunButton()
        self.copy, self.problem = QPushButton("Copy"), label("", "note", self)
        self.options, self.to_play = RunOptions(), label("", "note", self)
        self.what_it_is = label(WHAT_IT_IS, "note", self)
        self._running = False
        self._dress()
        self._lay_out()
        self.finder.textChanged.connect(self.list.set_filter)
        self.list.picked.connect(self.chosen)
        self.new.clicked.connect(lambda: self.new_asked.emit())
        self.copy.clicked.connect(lambda: self.copy_asked.emit())
        self.run.clicked.connect(self.run_or_stop)
        for changed in (theme.changed, detail.changed):
            changed.connect(self._redress)
        self._redress()
        self.set_problem("")

    def _dress(self) -> None:
        self.finder.setPlaceholderText("Find …")
        self.finder.setAccessibleName("Find an experiment")
        self.finder.setTextMargins(5, 0, 2, 0)
        self.finder.setClearButtonEnabled(True)
        self.new.setToolTip("Writes a new experiment about the match's game and its first player")
        self.copy.setToolTip("A copy of this experiment of your own, to change")
        self.problem.setAccessibleName("What is wrong")

    def _lay_out(self) -> None:
        buttons = row(self.new, self.copy, 1, gap=6)
        column(
            row(self.finder, margins=(12, 10, 12, 8)),
            (self.list, 1),
            hairline(),
            column(self.run, self.to_play, self.problem, margins=10, gap=8),
            self.options,
            hairline(),
            column(buttons, self.what_it_is, margins=10, gap=8),
            of=self,
            gap=0,
        )

    def _redress(self) -> None:
        look = theme.current()
        for part in (self.what_it_is, self.copy):
            part.setVisible(detail.is_full())
        self._fit_finder()
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
        self._fit_finder()

    def _fit_finder(self) -> None:
        """In Simple only where there is much to find."""
        many = len(self.list.model_.every) > FEW
        self.finder.setVisible(detail.is_full() or many or bool(self.finder.text()))

    def set_shown(
        self, name: str, running: bool = False, missing: bool = True, to_play: str = ""
    ) -> None:
        """The experiment on show, whether it is running or waits, and whether games are missing;
        `to_play` says what Run would play.
        """
        self.list.choose(name)
        self._running = running
        known = bool(name) and name not in (SWEEP, TUNER, NETWORK)
        words, tip = STOP if running else RUN if missing else ALL
        self.run.set_running(running, words)
        self.run.setToolTip(tip)
        self.to_play.setText(to_play if not running and missing else "")
        self.to_play.setVisible(bool(self.to_play.text()))
        self.run.setEnabled(known and (running or missing))
        of_files = known or not name  # a sweep has its own
        self.run.setVisible(of_files)
        self.options.setVisible(of_files)
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


class ExperimentsPage(ThreePartPage):
    """The whole of the page; it knows records, not the store. `row_picked` carries the name of a
    row, `budget_picked` the number of a budget, `games_wanted` asks for the chosen row's games.
    """

    row_picked = Signal(str)
    budget_picked = Signal(int)
    games_wanted = Signal()

    widths = PartWidths((254, 256, 280), 0.272, (330, 460))
    keys = (
        Qt.Key.Key_Space,
        Qt.Key.Key_R,
        Qt.Key.Key_F2,
        Qt.Key.Key_Delete,
        Qt.Key.Key_Escape,
    )

    def __init__(self) -> None:
        self.panel, self.centre, self.about = ShelfPanel(), ExperimentCentre(), AboutPanel()
        self.about.also = (self.panel.copy,)
        self.sweep: WorkspacePage | None = None
        super().__init__("Experiments", self.panel, self.centre, self.about)
        self._connect()
        self._dress()

    def _connect(self) -> None:
        result, games = self.centre.result, self.centre.games
        result.forest.chosen.connect(lambda cell: self.row_picked.emit(cell.part.row.name))
        result.forest.opened.connect(lambda _cell: self.list_games())
        result.course.picked.connect(self._point_opened)
        result.budgets.chosen.connect(self._budget_chosen)
        games.watched.connect(self.watch_asked)
        self.centre.view_chosen.connect(self._part_chosen)
        detail.changed.connect(self._fit_panel)

    def _held(self, body: QWidget) -> QWidget:
        self._stack = QStackedWidget()
        self._stack.addWidget(body)
        return self._stack

    def take_focus(self) -> None:
        """The keys go to the rows, to the sweep, or to the list."""
        if self.sweeps and self.sweep is not None:
            self.sweep.take_focus()
            return
        rows = self.centre.result.forest if self.centre.view is not None else self.panel.list
        rows.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- setters -----------------------------------------------------------------------------------

    @property
    def sweeps(self) -> bool:
        """Whether a sweep is on show."""
        return self.sweep is not None and self._stack.currentWidget() is self.sweep

    @property
    def view_name(self) -> str:
        return EXPLORE if self.sweeps else EXPERIMENTS

    @property
    def own_views(self) -> tuple[Choice, ...]:
        return self.sweep.own_views if self.sweeps and self.sweep else super().own_views

    @property
    def own_view(self) -> str:
        return self.sweep.own_view if self.sweeps and self.sweep else super().own_view

    def choose_view(self, name: str) -> None:
        if self.sweeps and self.sweep is not None:
            self.sweep.choose_view(name)
        else:
            super().choose_view(name)

    def show_sweep(self, page: WorkspacePage) -> None:
        """Shows the page of sweeps in place of a result."""
        if self.sweep is None:
            self.sweep = page
            self._stack.addWidget(page)
            page.views_changed.connect(self.views_changed)
        self._bring(page)
        self.panel.set_shown(SWEEP)
        self._fit_panel()

    def _bring(self, part: QWidget) -> None:
        """Puts the sweep or a result on show."""
        if self._stack.currentWidget() is not part:
            self._stack.setCurrentWidget(part)
            self._fit_panel()
            self.views_changed.emit()

    def _fit_panel(self) -> None:
        """In Simple a sweep has the list's place: the row of views leads back."""
        shown = detail.is_full() or not self.sweeps
        for part in (self.panel, self._lines[0]):
            part.setVisible(shown)
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """A sweep has a panel of its own beside the list."""
        least = super().minimumSizeHint()
        if not self.sweeps or self.sweep is None:
            return least
        beside = 0 if self.panel.isHidden() else self.panel.width()
        return least.expandedTo(QSize(beside + self.sweep.minimumSizeHint().width(), 0))

    def set_list(
        self,
        entries: Sequence[ListedExperiment],
        running: Mapping[str, tuple[str, float | None]],
    ) -> None:
        """Shows the experiments, and how far those are that run or wait."""
        self.panel.set_entries(entries, running)
        self.centre.compare.set_names([each.name for each in entries])

    def set_view(self, view: ExperimentView, running: bool) -> None:
        """Shows newer records in every part."""
        self._bring(self._body)
        self.centre.set_view(view)
        self.about.set_view(view)
        self.panel.options.set_table(view.table)
        self.show_busy(view, running)

    def show_busy(self, view: ExperimentView, running: bool) -> None:
        """Whether the experiment on show is being played or waits for that."""
        self.panel.set_shown(view.file.name, running, view.missing, says.to_play(view))

    def edit(self, name: str, text: str, new: bool) -> None:
        """Edits a text where files are shown."""
        self._bring(self._body)
        if self._narrow:
            self.centre.show_part(ABOUT)
        self.about.begin_edit(name, text, new)

    def set_reading(self, name: str, question: str) -> None:
        """Another experiment, of which nothing is known yet."""
        self._show_none(name, question, "Reading its games.")

    def set_reading_all(self) -> None:
        """The list itself is not known yet."""
        self._show_none("", "", "Reading the experiments.")

    def set_unreadable(self, name: str, why: str) -> None:
        """An experiment whose file cannot be read."""
        self._show_none(name, name, why)
        self.about.clear(name)

    def _show_none(self, name: str, title: str, why: str) -> None:
        self._bring(self._body)
        self.centre.set_empty(title, why)
        self.about.clear()
        self.panel.set_shown("")
        self.panel.list.choose(name)

    def set_games(self, games: Sequence[GameRow], row: str, more: bool) -> None:
        """Shows the games of a row."""
        self.centre.games.set_games(games, row, more)

    def set_figures(self, rows: Sequence[SeedFigure], row: str, file: ExperimentFile) -> None:
        """Shows what was measured with the seeds of a row."""
        self.centre.games.set_figures(rows, row, file)

    def state_words(self) -> str:
        return self.sweep.state_words() if self.sweeps and self.sweep else super().state_words()

    def command_line(self) -> str:
        return self.sweep.command_line() if self.sweeps and self.sweep else super().command_line()

    def end(self) -> None:
        self.about.keep_note()
        if self.sweep is not None:
            self.sweep.end()
        super().end()

    # -- the user ----------------------------------------------------------------------------------

    def list_games(self) -> None:
        """Shows the games of the chosen row."""
        self.centre.show_part(GAMES)
        self.centre.games.take_focus()
        self.games_wanted.emit()

    def _budget_chosen(self, cell: Cell) -> None:
        view = self.centre.view
        if view is not None:
            self.budget_picked.emit(view.table.budgets.index(cell.part.budget))

    def _point_opened(self, count: float) -> None:
        """The games of the chosen row, at the seed of a point of its course."""
        course = self.centre.result.course.course
        self.centre.games.begin_at(course.seeds[course.counts.index(round(count))])
        self.list_games()

    def _part_chosen(self, part: str) -> None:
        if part == GAMES:
            self.games_wanted.emit()

    def _takes(self, event: QKeyEvent) -> bool:
        """Nor in a sweep, which has keys of its own."""
        return not self.sweeps and super()._takes(event)

    def _obey(self, key: Qt.Key) -> None:
        if key == Qt.Key.Key_Space:
            self.panel.run_or_stop()
        elif key == Qt.Key.Key_R:
            self.about.report.click()
        elif key == Qt.Key.Key_F2:
            self.about.edit.click()
        elif key == Qt.Key.Key_Delete:
            self.about.delete.click()
        elif self.centre.shown != RESULT:
            self.centre.show_part(RESULT)
            self.take_focus()
