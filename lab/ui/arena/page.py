"""The Arena page: set-up at the left, standing, crosstable and games in the middle, games being
played and the test at the right.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPlainTextEdit, QWidget

from lab.ui.arena.centre import GAMES, LIVE, STANDING, ArenaCentre
from lab.ui.arena.games import GamesWanted
from lab.ui.arena.panel import ArenaPanel
from lab.ui.arena.records import ArenaView, LiveGame
from lab.ui.arena.watching import Watching
from lab.ui.parts import theme
from lab.ui.shell.workspaces import WorkspacePage

TABS = 1080  # width at 100 % up to which the right part is a tab of the middle
NARROW, WIDE = 1280, 1900
LEAST = (600, 400)  # pixels
PANEL = (232, 256, 280)  # widths in a narrow, a usual and a wide window, pixels at 100 %
RIGHT_SHARE, RIGHT = 0.386, (430, 700)  # of the width; its ends, pixels at 100 %
KEYS = (Qt.Key.Key_Space, Qt.Key.Key_R, Qt.Key.Key_T)


class ArenaPage(WorkspacePage):
    """The whole of the page; it knows records, not arenas. `games_wanted` carries the games that
    the list should show, `watch_asked` the number of a finished game, `live_asked` the key of one
    being played, `test_asked` two bots.
    """

    games_wanted = Signal(object)
    watch_asked = Signal(int)
    live_asked = Signal(object)
    test_asked = Signal(str, str)
    ended = Signal()
    shown = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Arena")
        self.panel, self.centre, self.watching = ArenaPanel(self), ArenaCentre(), Watching()
        self.view = ArenaView()
        self._state, self._command, self._narrow = "", "", False
        self._lines = [self._line() for _ in range(2)]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        for part in (self.panel, self._lines[0], self.centre, self._lines[1], self.watching):
            row.addWidget(part, 1 if part is self.centre else 0)
        self._connect()
        self.set_view(self.view)
        theme.changed.connect(self._redress)
        self._redress()

    @staticmethod
    def _line() -> QFrame:
        line = QFrame()
        line.setFixedWidth(1)
        return line

    def _connect(self) -> None:
        centre = self.centre
        centre.tables.standing.opened.connect(self._row_opened)
        centre.tables.cross.opened.connect(self._cell_opened)
        centre.games.wanted.connect(self.games_wanted)
        centre.games.watched.connect(self.watch_asked)
        centre.view_chosen.connect(self._part_chosen)
        self.watching.watched.connect(self.live_asked)

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
            self.watching.setFixedWidth(look.px(wide))

    def _set_narrow(self, narrow: bool) -> None:
        if narrow == self._narrow:
            return
        self._narrow = narrow
        self._lines[1].setVisible(not narrow)
        self.watching.top.setVisible(not narrow)
        if narrow:
            self.watching.setMinimumWidth(0)
            self.watching.setMaximumWidth(16_777_215)
            self.centre.set_live(self.watching)
            return
        row = self.layout()
        assert isinstance(row, QHBoxLayout)
        row.addWidget(self.watching)
        self.watching.show()
        self.centre.set_live(None)

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
        """The keys go to the standing, or to the button that starts the arena."""
        standing = self.centre.tables.standing
        part = standing if self.view.rows else self.panel.arena
        part.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- setters -----------------------------------------------------------------------------------

    def set_view(self, view: ArenaView) -> None:
        """Shows newer records in every part."""
        self.view = view
        self.centre.set_view(view)
        self.watching.set_view(view)
        self.panel.set_running(view.running, view.games > 0)

    def set_live(self, games: Sequence[LiveGame], live: bool) -> None:
        """Shows games on the small boards."""
        self.watching.set_games(games, live)

    def set_state(self, state: str, command: str) -> None:
        """What the status bar says: what runs, and the command line of the arena."""
        self._state, self._command = state, command

    def state_words(self) -> str:
        return self._state

    def command_line(self) -> str:
        return self._command

    def end(self) -> None:
        self.ended.emit()

    # -- the user ----------------------------------------------------------------------------------

    def _row_opened(self, row: int, _column: int) -> None:
        self.list_games(GamesWanted(self.view.rows[row].name))

    def _cell_opened(self, row: int, column: int) -> None:
        bots = self.view.rows
        if row != column:
            self.list_games(GamesWanted(bots[row].name, bots[column].name))

    def list_games(self, wanted: GamesWanted) -> None:
        """Shows the games of a cell, of a row, or of a group."""
        self.centre.games.set_filter(wanted)
        self.centre.show_part(GAMES)
        self.centre.games.table.setFocus(Qt.FocusReason.OtherFocusReason)
        self.games_wanted.emit(wanted)

    def _part_chosen(self, part: str) -> None:
        if part == GAMES:
            self.games_wanted.emit(self.centre.games.filter)

    def test_current(self) -> None:
        """Asks whether the bot of the current row or cell is better than the other one."""
        cell = self.centre.focus_cell()
        if cell is not None and cell[0] != cell[1]:
            own, other = (self.view.rows[k].name for k in cell)
            self.test_asked.emit(own, other)

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
        """Whether a key is the page's own: not while somebody types."""
        typing = isinstance(self.window().focusWidget(), QLineEdit | QPlainTextEdit)
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        return plain and not typing and event.key() in (*KEYS, Qt.Key.Key_Escape)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._takes(event):
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Space:
            self.panel.start_or_pause()
        elif event.key() == Qt.Key.Key_R:
            self.panel.report.click()
        elif event.key() == Qt.Key.Key_T:
            self.test_current()
        elif self.centre.shown in (GAMES, LIVE):
            self.centre.show_part(STANDING)
            self.take_keys()
