"""The middle of the page: the course with what each knob does, all settings as a table, or the
games of one setting; below them the verdict, how far it has come, and what to do with the answer.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.messages import Empty, ErrorBar
from lab.ui.parts.scroll import SlimScroll
from lab.ui.parts.segments import Choice, Segments
from lab.ui.parts.verdict_line import VerdictLine
from lab.ui.setup.dock import TITLE_LINE
from lab.ui.shell.status import Elided
from lab.ui.tuner import says
from lab.ui.tuner.course import LEAST as COURSE
from lab.ui.tuner.course import TuningCourse
from lab.ui.tuner.games import SettingGames
from lab.ui.tuner.records import TunerView
from lab.ui.tuner.slices import HIGH, Slices
from lab.ui.tuner.slices import LEAST as SLICE
from lab.ui.tuner.tables import AllSettings

CURVES, SETTINGS, GAMES, ASIDE = "course", "settings", "games", "race"
CHOICES = (
    Choice(CURVES, "Course", "The best setting as games come in, and what each knob does"),
    Choice(SETTINGS, "Table", "All settings that were tried"),
    Choice(GAMES, "Games", "The games of one setting"),
)
ASIDE_CHOICE = Choice(ASIDE, "Race", "The race, all settings at once, and their history")
TITLES = {
    CURVES: "Best setting as games come in",
    SETTINGS: "All settings",
    GAMES: "Games of a setting",
    ASIDE: "The race",
}
HINT = "% of points, the others held at the best; a dot is a setting tried"
TEST_TIP = "Tests the best setting on seeds that no tuning uses\nKey: T"
PARTS = 1000  # of the progress bar
NOTHING = "No game has finished yet."
BEGIN = (
    "Choose a player and its benchmark at the left, and the knobs to tune with their ranges. Then "
    "start: settings are tried against the benchmark, and the best of them race."
)


class TunerCentre(QWidget):
    """Setters in; `view_chosen` carries the part that was chosen in the switch."""

    view_chosen = Signal(str)
    test_asked = Signal()
    load_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = TunerView()
        self.title, self.caption = QLabel(TITLES[CURVES]), Elided("Tuning")
        self.switch = Segments("View", CHOICES)
        self.course, self.slices = TuningCourse(), Slices()
        self.band = Band("What each knob does", self.slices, "slices")
        self.band.set_hint(HINT)
        self.curves = QWidget()
        self.settings, self.games = AllSettings(), SettingGames()
        self.aside = QWidget()  # filled by the page while the window is narrow
        self.empty, self.error = Empty(), ErrorBar()
        self.stack = QStackedWidget()
        self.verdict, self.tested = VerdictLine(), VerdictLine()
        self.bar, self.words = QProgressBar(), Elided("Progress")
        self.test, self.load = QPushButton("Test it"), QPushButton("Load into seat 1")
        self._lay_out()
        self.switch.chosen.connect(self._choose)
        self.band.toggled_by_hand.connect(self.fit)
        self.test.clicked.connect(lambda: self.test_asked.emit())
        self.load.clicked.connect(lambda: self.load_asked.emit())
        theme.changed.connect(self._redress)
        self._redress()
        self.set_view(TunerView())

    def _lay_out(self) -> None:
        self._top, inside = QWidget(), QVBoxLayout(self.aside)
        row, foot, column = QHBoxLayout(self._top), QHBoxLayout(), QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        row.setContentsMargins(0, 6, 0, 0)
        row.setSpacing(10)
        self.title.setProperty("look", "title")
        self.test.setProperty("look", "primary")
        self.load.setToolTip("Plays a match with the best setting in the first seat")
        self.bar.setTextVisible(False)
        self.bar.setRange(0, PARTS)
        self.bar.setAccessibleName("Progress of the tuning")
        row.addWidget(self.title)
        row.addWidget(self.caption, 1)
        row.addWidget(self.switch)
        foot.setSpacing(8)
        foot.addWidget(self.bar)
        foot.addWidget(self.words, 1)
        foot.addWidget(self.test)
        foot.addWidget(self.load)
        charts = QVBoxLayout(self.curves)
        charts.setContentsMargins(0, 0, 0, 0)
        charts.setSpacing(6)
        charts.addWidget(self.course, 1)
        charts.addWidget(self.band)
        charts.addStretch(0)
        self.band.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.charts = SlimScroll(self.curves)
        self.empty.set_words(NOTHING, BEGIN)
        for page in (self.empty, self.charts, self.settings, self.games, self.aside):
            self.stack.addWidget(page)
        column.setContentsMargins(12, 0, 12, 10)
        column.setSpacing(8)
        for part in (self._top, self.error):
            column.addWidget(part)
        column.addWidget(self.stack, 1)
        for part in (self.verdict, self.tested):
            column.addWidget(part)
        column.addLayout(foot)
        self.error.hide()

    def _redress(self, _theme: object = None) -> None:
        look = theme.current()
        self._top.setFixedHeight(look.px(TITLE_LINE))
        self.bar.setFixedWidth(look.px(120))
        for part in (self.caption, self.words):
            part.setFont(look.font(theme.TABLE))
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._redress()

    # -- setters -----------------------------------------------------------------------------------

    @property
    def shown(self) -> str:
        """CURVES, SETTINGS, GAMES or ASIDE."""
        return str(self.switch.value())

    def show_part(self, name: str) -> None:
        """Shows one of the parts."""
        self.switch.set_value(name)
        self._show()

    def _choose(self, name: object) -> None:
        self._show()
        self.view_chosen.emit(str(name))

    def _show(self) -> None:
        parts: dict[str, QWidget] = {
            CURVES: self.charts,
            SETTINGS: self.settings,
            GAMES: self.games,
            ASIDE: self.aside,
        }
        some = self.view.found is not None
        self.stack.setCurrentWidget(parts[self.shown] if some else self.empty)
        self.title.setText(TITLES[self.shown])

    def set_aside(self, page: QWidget | None) -> None:
        """Takes the right of the page into the switch, or gives it back."""
        inside = self.aside.layout()
        assert inside is not None
        if page is not None:
            inside.addWidget(page)
            page.show()
        self.switch.set_choices([*CHOICES, ASIDE_CHOICE] if page is not None else CHOICES)
        self._show()

    def set_view(self, view: TunerView) -> None:
        """Shows newer records."""
        self.view = view
        self.course.set_view(view)
        self.slices.set_view(view)
        self.settings.set_view(view)
        self.caption.set_text(view.note)
        self.verdict.set_words(view.sentence, view.detail)
        self.verdict.setVisible(bool(view.sentence))
        self.tested.setVisible(view.test is not None)
        if view.test is not None:
            self.tested.set_words(f"Tested: {view.test.sentence}", view.test.detail)
        begins = bool(view.preparing)
        self.bar.setRange(0, 0 if begins else PARTS)
        if not begins:
            self.bar.setValue(round(PARTS * min(1.0, view.played / max(1, view.total))))
        self.words.set_text(says.progress(view))
        self.test.setEnabled(bool(view.test_command) and not view.running)
        self.test.setToolTip(f"{TEST_TIP}\n{view.test_command}".strip())
        self.load.setEnabled(view.found is not None)
        self._show()
        self.fit()

    def fit(self, _event: object = None) -> None:
        """Shares the height out: charts as high as usual if all fit, lower ones if not; then they
        scroll.
        """
        look, columns = theme.current(), self.slices.columns
        rows = -(-len(self.view.shown_knobs) // columns)
        room = self.stack.height() - look.px(COURSE) - look.px(40)
        each = max(look.px(SLICE), min(look.px(HIGH), room // max(1, rows) - 6))
        for chart in self.slices.charts:
            chart.setFixedHeight(each)
        if self.band.by_hand is None and not self.band.is_open:
            self.band.set_open(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
