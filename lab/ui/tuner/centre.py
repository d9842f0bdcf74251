"""The middle of the page: the course with what each knob does, all settings as a table, or the
games of one setting; below them the verdict, how far it has come, and what to do with the answer.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.scroll import SlimScroll
from lab.ui.parts.segments import Choice
from lab.ui.parts.tips import plain
from lab.ui.parts.verdict_line import VerdictLine
from lab.ui.shell.progress_foot import ProgressFoot
from lab.ui.shell.tabbed_centre import TabbedCentre
from lab.ui.tuner import says
from lab.ui.tuner.course import LEAST as COURSE
from lab.ui.tuner.course import TuningCourse
from lab.ui.tuner.games import SettingGames
from lab.ui.tuner.knob_map import KnobMapChart
from lab.ui.tuner.records import TunerView
from lab.ui.tuner.slices import HIGH, Slices
from lab.ui.tuner.slices import LEAST as SLICE
from lab.ui.tuner.tables import AllSettings

CURVES, SETTINGS, MAP, GAMES, ASIDE = "course", "settings", "map", "games", "race"
CHOICES = (
    Choice(CURVES, "Course", "The best setting as games come in, and what each knob does"),
    Choice(SETTINGS, "Table", "All settings that were tried"),
    Choice(MAP, "Map", "The two knobs that do most, at once"),
    Choice(GAMES, "Games", "The games of one setting"),
)
ASIDE_CHOICE = Choice(ASIDE, "Race", "The race, all settings at once, and their history")
TITLES = {
    CURVES: "Best setting as games come in",
    SETTINGS: "All settings",
    MAP: "The two knobs that do most",
    GAMES: "Games of a setting",
    ASIDE: "The race",
}
HINT = "% of points, the others held at the best; a dot is a setting tried"
TEST_TIP = "Tests the best setting on seeds that no tuning uses\nKey: T"
LOAD_TIP = "Plays a match with the best setting in the first seat"
EARLY_TIP = "Needs games enough to say which setting is best"
ONE_KNOB = ("There is one knob.", "Its curve is in the view Course.")
NOTHING = "No game has finished yet."
BEGIN = (
    "Choose a player and its benchmark at the left, and the knobs to tune with their ranges. Then "
    "start: settings are tried against the benchmark, and the best of them race."
)


class TunerCentre(TabbedCentre):
    """Setters in; the charts' and tables' own signals out."""

    test_asked = Signal()
    load_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(QLabel(TITLES[CURVES]), "Tuning", CHOICES, ASIDE_CHOICE, parent)
        self.view = TunerView()
        self.course, self.slices = TuningCourse(), Slices()
        self.band = Band("What each knob does", self.slices, "slices")
        self.band.set_hint(HINT)
        self.curves = QWidget()
        self.settings, self.games = AllSettings(), SettingGames()
        self.map = KnobMapChart()
        self.verdict, self.tested = VerdictLine(), VerdictLine()
        self.test, self.load = QPushButton("Test it"), QPushButton("Load into seat 1")
        self.foot = ProgressFoot("Progress of the tuning", 120, self.test, self.load)
        self._lay_out()
        self.band.toggled_by_hand.connect(self.fit)
        self.test.clicked.connect(lambda: self.test_asked.emit())
        self.load.clicked.connect(lambda: self.load_asked.emit())
        self.set_view(TunerView())

    def _lay_out(self) -> None:
        self.test.setProperty("look", "primary")
        charts = QVBoxLayout(self.curves)
        charts.setContentsMargins(0, 0, 0, 0)
        charts.setSpacing(6)
        charts.addWidget(self.course, 1)
        charts.addWidget(self.band)
        charts.addStretch(0)
        self.band.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.charts = SlimScroll(self.curves)
        self.empty.set_words(NOTHING, BEGIN)
        views = (self.charts, self.settings, self.map, self.games)
        self._stand(views, below=(self.verdict, self.tested, self.foot))

    def _redress(self, _theme: object = None) -> None:
        super()._redress()
        self.fit()

    # -- setters -----------------------------------------------------------------------------------

    def _show(self) -> None:
        parts: dict[str, QWidget] = {
            CURVES: self.charts,
            SETTINGS: self.settings,
            MAP: self.map,
            GAMES: self.games,
            ASIDE: self.tab,
        }
        some = self.view.found is not None
        self.empty.set_words(*(ONE_KNOB if some else (NOTHING, BEGIN)))
        some = some and (self.shown != MAP or self.map.map is not None)
        self.stack.setCurrentWidget(parts[self.shown] if some else self.empty)
        self.title.setText(TITLES[self.shown])

    def set_view(self, view: TunerView) -> None:
        """Shows newer records."""
        self.view = view
        self.course.set_view(view)
        self.slices.set_view(view)
        self.settings.set_view(view)
        self.map.set_view(view)
        self.caption.set_text(view.note)
        self.verdict.set_words(view.sentence, view.detail)
        self.verdict.setVisible(bool(view.sentence))
        self.tested.setVisible(view.test is not None)
        if view.test is not None:
            self.tested.set_words(f"Tested: {view.test.sentence}", view.test.detail)
        endless = view.preparing or view.testing
        self.foot.set_share(view.played, 0 if endless else max(1, view.total))
        self.foot.words.set_text(says.progress(view))
        self.test.setEnabled(bool(view.test_command) and not view.running)
        self.test.setToolTip(plain(f"{TEST_TIP}\n{view.test_command}".strip()))
        known = view.found is not None and not view.found.answer.settled_nothing
        self.load.setEnabled(known)
        self.load.setToolTip(LOAD_TIP if known else EARLY_TIP)
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
