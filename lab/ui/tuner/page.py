"""The page that tunes a player: knobs at the left, what is known of them in the middle, the race
and all settings at the right.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPlainTextEdit, QWidget

from lab.ui.parts import theme
from lab.ui.shell.workspaces import WorkspacePage
from lab.ui.tuner.aside import TunerAside
from lab.ui.tuner.centre import ASIDE, CURVES, GAMES, TunerCentre
from lab.ui.tuner.panel import TunerPanel
from lab.ui.tuner.records import TunerView

TABS = 1080  # width at 100 % up to which the right part is a tab of the middle
NARROW, WIDE = 1280, 1900
LEAST = (600, 400)  # pixels
PANEL = (240, 256, 280)  # widths in a narrow, a usual and a wide window, pixels at 100 %
RIGHT_SHARE, RIGHT = 0.297, (350, 620)  # of the width; its ends, pixels at 100 %
KEYS = (Qt.Key.Key_Space, Qt.Key.Key_T, Qt.Key.Key_Escape)


class TunerPage(WorkspacePage):
    """The whole of the page; it knows records, not stores. `games_wanted` carries a setting whose
    games are to be listed, `watch_asked` the number of a game.
    """

    games_wanted = Signal(object)
    watch_asked = Signal(int)
    shown = Signal(bool)
    ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Tuner")
        self.panel, self.centre, self.aside = TunerPanel(self), TunerCentre(), TunerAside()
        self.view = TunerView()
        self._state, self._command, self._narrow = "", "", False
        self._lines = [self._line() for _ in range(2)]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        for part in (self.panel, self._lines[0], self.centre, self._lines[1], self.aside):
            row.addWidget(part, 1 if part is self.centre else 0)
        centre = self.centre
        for chosen in (centre.slices, centre.settings, self.aside):
            chosen.setting_chosen.connect(self.list_games)
        centre.games.watched.connect(self.watch_asked)
        self.aside.filtered.connect(centre.slices.set_filter)
        self.aside.filtered.connect(centre.settings.set_filter)
        theme.changed.connect(self._redress)
        self._redress()
        self.set_view(self.view)

    @staticmethod
    def _line() -> QFrame:
        line = QFrame()
        line.setFixedWidth(1)
        return line

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
            self.aside.setFixedWidth(look.px(wide))

    def _set_narrow(self, narrow: bool) -> None:
        if narrow == self._narrow:
            return
        self._narrow = narrow
        self._lines[1].setVisible(not narrow)
        if narrow:
            self.aside.setMinimumWidth(0)
            self.aside.setMaximumWidth(16_777_215)
            self.centre.set_aside(self.aside)
            return
        row = self.layout()
        assert isinstance(row, QHBoxLayout)
        row.addWidget(self.aside)
        self.aside.show()
        self.centre.set_aside(None)

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
        """The keys go to the button that starts the tuning."""
        self.panel.start.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- setters -----------------------------------------------------------------------------------

    def set_view(self, view: TunerView) -> None:
        """Shows newer records in every part."""
        self.view = view
        self.centre.set_view(view)
        self.aside.set_view(view)
        self.panel.set_best(view)
        self.panel.set_running(view.running, view.played > 0)

    def set_state(self, state: str, command: str) -> None:
        """What the status bar says: what runs, and the command line of the tuning."""
        self._state, self._command = state, command

    def state_words(self) -> str:
        return self._state

    def command_line(self) -> str:
        return self._command

    def end(self) -> None:
        self.ended.emit()

    # -- the user ----------------------------------------------------------------------------------

    def list_games(self, setting: object) -> None:
        """Asks for the games of a setting, and shows their list."""
        self.centre.show_part(GAMES)
        self.games_wanted.emit(setting)

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
        return plain and not typing and event.key() in KEYS

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._takes(event):
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Space:
            self.panel.start_or_pause()
        elif event.key() == Qt.Key.Key_T:
            self.centre.test.click()
        elif self.centre.shown in (GAMES, ASIDE):
            self.centre.show_part(CURVES)
