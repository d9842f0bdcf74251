"""The Experiments page: the list at the left, the result in the middle, what it is about at the
right; a sweep takes the place of the last two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QStackedWidget,
    QWidget,
)

from lab.experiments.arena.standing import GameRow
from lab.experiments.claims.view import ExperimentView, ListedExperiment
from lab.ui.experiments.about import AboutPanel
from lab.ui.experiments.centre import ABOUT, GAMES, RESULT, ExperimentCentre
from lab.ui.experiments.panel import ShelfPanel
from lab.ui.experiments.shelf_list import SWEEP
from lab.ui.parts import theme
from lab.ui.shell.workspaces import WorkspacePage

TABS = 1080  # width at 100 % up to which the right part is a tab of the middle
NARROW, WIDE = 1280, 1900
LEAST = (600, 400)  # pixels
PANEL = (254, 256, 280)  # widths in a narrow, a usual and a wide window, pixels at 100 %
RIGHT_SHARE, RIGHT = 0.272, (330, 460)  # of the width; its ends, pixels at 100 %
KEYS = (Qt.Key.Key_Space, Qt.Key.Key_R)


class ExperimentsPage(WorkspacePage):
    """The whole of the page; it knows records, not the store. `row_picked` carries the name of a
    row, `budget_picked` the number of a budget, `games_wanted` asks for the chosen row's games.
    """

    row_picked = Signal(str)
    budget_picked = Signal(int)
    games_wanted = Signal()
    watch_asked = Signal(int)
    ended = Signal()
    shown = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Experiments")
        self.panel, self.centre, self.about = ShelfPanel(), ExperimentCentre(), AboutPanel()
        self.sweep: WorkspacePage | None = None
        self._state, self._command, self._narrow = "", "", False
        self._lines = [self._line() for _ in range(2)]
        self._result, self._stack = QWidget(), QStackedWidget()
        self._stack.addWidget(self._result)
        row, inside = QHBoxLayout(self), QHBoxLayout(self._result)
        for layout in (row, inside):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
            layout.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        row.addWidget(self.panel)
        row.addWidget(self._lines[0])
        row.addWidget(self._stack, 1)
        inside.addWidget(self.centre, 1)
        inside.addWidget(self._lines[1])
        inside.addWidget(self.about)
        self._connect()
        theme.changed.connect(self._redress)
        self._redress()

    @staticmethod
    def _line() -> QFrame:
        line = QFrame()
        line.setFixedWidth(1)
        return line

    def _connect(self) -> None:
        result, games = self.centre.result, self.centre.games
        result.forest.picked.connect(self.row_picked)
        result.forest.games_asked.connect(self.list_games)
        result.budgets.picked.connect(self.budget_picked)
        games.watched.connect(self.watch_asked)
        self.centre.view_chosen.connect(self._part_chosen)

    def _redress(self, _theme: object = None) -> None:
        for line in self._lines:
            line.setStyleSheet(f"background: {theme.current().colour('line2').name()};")
        self._fit()

    # -- room --------------------------------------------------------------------------------------

    def _fit(self) -> None:
        look = theme.current()
        at_100 = self.width() / look.scale
        panel = PANEL[0] if at_100 <= NARROW else PANEL[2] if at_100 >= WIDE else PANEL[1]
        self.panel.setFixedWidth(look.px(panel))
        self._set_narrow(at_100 <= TABS)
        if not self._narrow:
            wide = max(RIGHT[0], min(RIGHT[1], RIGHT_SHARE * at_100))
            self.about.setFixedWidth(look.px(wide))

    def _set_narrow(self, narrow: bool) -> None:
        if narrow == self._narrow:
            return
        self._narrow = narrow
        self._lines[1].setVisible(not narrow)
        if narrow:
            self.about.setMinimumWidth(0)
            self.about.setMaximumWidth(16_777_215)
            self.centre.set_about(self.about)
            return
        row = self._result.layout()
        assert isinstance(row, QHBoxLayout)
        row.addWidget(self.about)
        self.about.show()
        self.centre.set_about(None)

    def minimumSizeHint(self) -> QSize:
        return QSize(*LEAST)  # the widths of the parts follow the page's, not the other way round

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.isAncestorOf(self.window().focusWidget() or self):
            self.take_keys()
        self.shown.emit(True)

    def hideEvent(self, event: object) -> None:
        super().hideEvent(event)  # type: ignore[arg-type] # the event is Qt's own
        self.shown.emit(False)

    def take_keys(self) -> None:
        """The keys go to the rows, to the sweep, or to the list."""
        if self.sweeps and self.sweep is not None:
            self.sweep.take_keys()
            return
        rows = self.centre.result.forest if self.centre.view is not None else self.panel.list
        rows.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- setters -----------------------------------------------------------------------------------

    @property
    def sweeps(self) -> bool:
        """Whether a sweep is on show."""
        return self.sweep is not None and self._stack.currentWidget() is self.sweep

    def show_sweep(self, page: WorkspacePage) -> None:
        """Shows the page of sweeps in place of a result."""
        if self.sweep is None:
            self.sweep = page
            self._stack.addWidget(page)
        self._stack.setCurrentWidget(self.sweep)
        self.panel.set_shown(SWEEP, running=False, played=False)

    def set_list(
        self,
        entries: Sequence[ListedExperiment],
        running: Mapping[str, tuple[str, float | None]],
    ) -> None:
        """Shows the experiments, and how far those are that run or wait."""
        self.panel.set_entries(entries, running)

    def set_view(self, view: ExperimentView, running: bool) -> None:
        """Shows newer records in every part."""
        self._stack.setCurrentWidget(self._result)
        self.centre.set_view(view)
        self.about.set_view(view)
        self.panel.set_shown(view.file.name, running, view.facts.games > 0)

    def edit(self, name: str, text: str, new: bool) -> None:
        """Edits a text where files are shown."""
        self._stack.setCurrentWidget(self._result)
        if self._narrow:
            self.centre.show_part(ABOUT)
        self.about.begin_edit(name, text, new)

    def set_reading(self, name: str, question: str) -> None:
        """Another experiment, of which nothing is known yet."""
        self._show_none(name, question, "Reading its games.")

    def set_unreadable(self, name: str, why: str) -> None:
        """An experiment whose file cannot be read."""
        self._show_none(name, name, why)

    def _show_none(self, name: str, title: str, why: str) -> None:
        self._stack.setCurrentWidget(self._result)
        self.centre.set_empty(title, why)
        self.about.clear()
        self.panel.set_shown("", running=False, played=False)
        self.panel.list.choose(name)

    def set_games(self, games: Sequence[GameRow], row: str, more: bool) -> None:
        """Shows the games of a row."""
        self.centre.games.set_games(games, row, more)

    def set_state(self, state: str, command: str) -> None:
        """What the status bar says: what runs, and the command line of the experiment."""
        self._state, self._command = state, command

    def state_words(self) -> str:
        return self.sweep.state_words() if self.sweeps and self.sweep else self._state

    def command_line(self) -> str:
        return self.sweep.command_line() if self.sweeps and self.sweep else self._command

    def end(self) -> None:
        self.about.keep_note()
        if self.sweep is not None:
            self.sweep.end()
        self.ended.emit()

    # -- the user ----------------------------------------------------------------------------------

    def list_games(self) -> None:
        """Shows the games of the chosen row."""
        self.centre.show_part(GAMES)
        self.centre.games.table.setFocus(Qt.FocusReason.OtherFocusReason)
        self.games_wanted.emit()

    def _part_chosen(self, part: str) -> None:
        if part == GAMES:
            self.games_wanted.emit()

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self._takes(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def _takes(self, event: QKeyEvent) -> bool:
        """Whether a key is the page's own: not while somebody types, nor in a sweep."""
        typing = isinstance(self.window().focusWidget(), QLineEdit | QPlainTextEdit)
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        keyed = event.key() in (*KEYS, Qt.Key.Key_Escape)
        return plain and not typing and keyed and not self.sweeps

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._takes(event):
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Space:
            self.panel.run_or_stop()
        elif event.key() == Qt.Key.Key_R:
            self.about.report.click()
        elif self.centre.shown != RESULT:
            self.centre.show_part(RESULT)
            self.take_keys()
