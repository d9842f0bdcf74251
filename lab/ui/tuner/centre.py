"""The middle of the page: the course (what is believed of the best setting as games come in, and
dashed the luckiest single setting, to be seen and not believed) with what each setting does, all
settings as a table, or the games of one setting; below them the verdict, how far it has come, and
what to do with the answer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtGui import QColor, QPainter, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from lab.experiments.arena.standing import GameRow
from lab.experiments.tuner.shown import CoursePoint
from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.chart.axis import ChartTick
from lab.ui.parts.chart.chart import Reading
from lab.ui.parts.chart.course import SPACE, CourseChart, whole_steps
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.series import DASHED, ChartBand, ChartCurve, ChartPoints
from lab.ui.parts.games_table import GamesTable
from lab.ui.parts.layout import BAR, SlimScroll, column, row
from lab.ui.parts.messages import VerdictLine, label, one_line
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.segments import Choice
from lab.ui.parts.spoken import describe
from lab.ui.parts.tips import plain
from lab.ui.shell.status import ProgressFoot
from lab.ui.shell.three_parts import TabbedCentre
from lab.ui.tuner import records as says
from lab.ui.tuner.knob_map import KnobMapChart
from lab.ui.tuner.records import TunerView
from lab.ui.tuner.slices import HIGH, Slices
from lab.ui.tuner.slices import LEAST as SLICE
from lab.ui.tuner.tables import AllSettings
from lab.words.numerals import nice_step, several, step_digits

LEAST = 110  # height, pixels at 100 %
MARGIN = 0.06  # of the points, above and below
EVEN = 0.5
NAMES = ("luckiest one", "best setting", "benchmark")
TITLE = "Best setting as games come in"


class TuningCourse(CourseChart):
    """Shares of the points in percent; the axis ends with all games of the tuning."""

    usual, smallest = (320, 220), (240, LEAST)
    strong = 100 * EVEN

    def __init__(self) -> None:
        self.view = TunerView()
        self.points: tuple[CoursePoint, ...] = ()
        self._stages: list[tuple[float, str]] = []
        super().__init__(TITLE)
        self.layer("around", self._paint_names)
        self.layer("over", self._paint_stages)

    def right(self) -> int:
        wide = max(text_width(name, theme.TABLE, True) for name in NAMES)
        return theme.current().px(SPACE) + round(wide)

    def set_view(self, view: TunerView) -> None:
        """Shows newer records."""
        self.view = view
        self.points = view.found.course if view.found is not None else ()
        self._stages = says.stages(view)
        self._draw()
        describe(self, self._sentence())

    def _sentence(self) -> str:
        if not self.points:
            return ""
        last = self.points[-1]
        return (
            f"After {several(last.games, self.unit)}: best setting {last.best.text}, luckiest "
            f"single setting {says.percent(last.luckiest)}."
        )

    def _draw(self) -> None:
        if not self.points:
            self.clear()
            return
        look = theme.current()
        x = np.array([float(p.games) for p in self.points])
        best, low, high, luck = (
            100 * np.array(column)
            for column in zip(
                *((p.best.mean, p.best.low, p.best.high, p.luckiest) for p in self.points),
                strict=True,
            )
        )
        ends = [*low, *high, *luck, 100 * EVEN]
        beyond = MARGIN * max(10.0, max(ends) - min(ends))
        y = max(0.0, min(ends) - beyond), min(100.0, max(ends) + 2 * beyond)
        self.set_range((0.0, max(float(self.view.total), x[-1], 1.0)), y)
        shade = QColor(look.colour("edge"))
        shade.setAlphaF(0.2)
        self.set_bands([ChartBand(x, low, high, shade)])
        self.set_curves(
            [
                ChartCurve(x, luck, look.colour("edge"), 1.2, style=DASHED),
                ChartCurve(x, best, look.colour("ink"), 1.6),
            ]
        )
        self.set_points([ChartPoints(x[-1:], best[-1:], look.colour("ink"), "o", 8 * look.scale)])
        self.label_again()

    # -- axes and words ----------------------------------------------------------------------------

    def levels(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        step = nice_step(high - low, max(2, int(pixels / 30)))
        ticks = np.arange(math.ceil(low / step) * step, high + 1e-9, step)
        found = sorted({*(float(t) for t in ticks), *([50.0] if low <= 50 <= high else [])})
        digits = step_digits(step)
        return [(t, f"{t:.{digits}f} %") for t in found]

    def counts(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        ticks = whole_steps(low, high, pixels, 110)
        last = high if high == self.whole[0][1] else math.inf
        kept = [(t, f"{t:,.0f}") for t in ticks if last - t > 0.12 * (high - low)]
        return [*kept, (last, several(last, self.unit))] if math.isfinite(last) else kept

    def _paint_names(self, painter: QPainter) -> None:
        """What the lines are, at their right ends, moved apart where they meet."""
        if not self.points:
            return
        left = self.frame.right() + theme.current().px(8)
        for top, name in self.names_at():
            box = QRectF(left, top, self.width() - left, text_line(theme.TABLE, 2))
            strong = name == NAMES[1]
            put(painter, box, name, theme.TABLE, "ink" if strong else "ink2", bold=strong)

    def names_at(self) -> list[tuple[float, str]]:
        """The top of each name, from above; the lowest ends with the field, above the words of the
        axis.
        """
        line, last = text_line(theme.TABLE, 2), self.points[-1]
        values = (last.luckiest, last.best.mean, EVEN)
        places = sorted(
            (self.at(0.0, 100 * value).y(), name) for name, value in zip(NAMES, values, strict=True)
        )
        tops, top = list[float](), self.frame.top() - line
        for y, _ in places:
            top = max(y - line / 2, top + line)
            tops.append(top)
        lowest = [self.frame.bottom() - line * k for k in range(len(tops), 0, -1)]
        return [
            (min(top, low), name) for top, low, (_, name) in zip(tops, lowest, places, strict=True)
        ]

    def _paint_stages(self, painter: QPainter) -> None:
        """Lines where a part of the method begins, and its words; those that do not fit are left
        out.
        """
        look, field, line = theme.current(), self.frame, text_line(theme.TABLE, 2)
        if not self._stages:
            return
        ends = [*(games for games, _ in self._stages[1:]), self.whole[0][1]]
        for k, ((games, words), end) in enumerate(zip(self._stages, ends, strict=True)):
            x, far = self.at(games, 0.0).x(), self.at(end, 0.0).x()
            if k and field.left() <= x <= field.right():
                colour = look.colour("edge")
                painter.fillRect(QRectF(round(x), field.top(), 1, field.height()), colour)
            x, far = max(x, field.left()), min(far, field.right())
            if text_width(words, theme.TABLE) + look.px(10) <= far - x:
                box = QRectF(x + look.px(5), field.top() + 2, far - x - look.px(5), line)
                put(painter, box, words, theme.TABLE, "ink2")

    # -- reading -----------------------------------------------------------------------------------

    def _read(self, spot: QPointF) -> Reading | None:
        if not self.points:
            return None
        at = self.value_at(spot)[0]
        near = min(self.points, key=lambda p: abs(p.games - at))
        words = f"{near.games:,} games: best {near.best.text}, luckiest {100 * near.luckiest:.0f} %"
        x = float(near.games)
        return Reading(words, x, ((x, 100 * near.best.mean), (x, 100 * near.luckiest)))

    def data(self) -> ChartData | None:
        """The course as rows."""
        if not self.points:
            return None
        heads = ("games", "best setting %", "from %", "to %", "luckiest one %")
        rows = tuple(
            (
                float(p.games),
                *(100 * x for x in (p.best.mean, p.best.low, p.best.high, p.luckiest)),
            )
            for p in self.points
        )
        return ChartData(TITLE, heads, rows)


NONE = "Click a setting, in any chart or table, to list its games."


class SettingGames(QWidget):
    """Setters in; `watched` carries the number of a game."""

    watched = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.title, self.words = label(NONE, "", self), one_line("", "note")
        self.table, self.watch = GamesTable(), QPushButton("Watch")
        self.watch.setToolTip("Watch this game in the Match page\nKey: Enter")
        foot = row((self.words, 1), self.watch)
        column(self.title, (self.table, 1), foot, of=self, margins=(0, 4, 0, 0), gap=8)
        self.watch.clicked.connect(self.table.open_current)
        self.table.opened.connect(lambda game: self.watched.emit(game.number))
        self.set_games("", ())

    def set_games(self, setting: str, games: Sequence[GameRow], bot: str = "") -> None:
        """The games of a setting, whose player is called `bot`; "" for none chosen."""
        self.title.setText(setting or NONE)
        self.table.set_games(games, bot)
        self.table.setVisible(bool(setting))
        self.words.setText(several(len(games), "game") if setting else "")
        self.watch.setVisible(bool(setting))
        self.watch.setEnabled(bool(games))


CURVES, SETTINGS, MAP, GAMES, ASIDE = "course", "settings", "map", "games", "race"
CHOICES = (
    Choice(CURVES, "Course", "The best setting as games come in, and what each setting does"),
    Choice(SETTINGS, "Table", "All settings that were tried"),
    Choice(MAP, "Map", "The two settings that do most, at once"),
    Choice(GAMES, "Games", "The games of one setting"),
)
ASIDE_CHOICE = Choice(ASIDE, "Race", "The race, all settings at once, and their history")
HINT = "% of points, the others held at the best; a dot is a setting tried"
TEST_TIP = "Tests the best setting on seeds that no tuning uses\nKey: T"
LOAD_TIP = "Plays a match with the best setting in the first seat"
EARLY_TIP = "Needs games enough to say which setting is best"
ONE_KNOB = ("There is one setting.", "Its curve is in the view Course.")
NOTHING = "No game has finished yet."
BEGIN = (
    "Choose a player and its benchmark at the left, and the settings to tune with their ranges. "
    "Then run: values are tried against the benchmark, and the best of them race."
)


class TunerCentre(TabbedCentre):
    """Setters in; the charts' and tables' own signals out."""

    test_asked = Signal()
    load_asked = Signal()

    def __init__(self) -> None:
        super().__init__(CHOICES, ASIDE_CHOICE)
        self.view = TunerView()
        self.course, self.slices = TuningCourse(), Slices()
        self.course_band = Band(TITLE, self.course, "course")
        self.band = Band("What each setting does", self.slices, "slices")
        self.band.set_hint(HINT)
        self.curves = QWidget()
        self.settings, self.games = AllSettings(), SettingGames()
        self.map = KnobMapChart()
        self.tested = VerdictLine()
        self.test, self.load = QPushButton("Is it better?"), QPushButton("Play it as seat 1")
        self.foot = ProgressFoot("Progress of the tuning", 120, self.test, self.load)
        self._lay_out()
        self.band.toggled_by_hand.connect(self.fit)
        self.test.clicked.connect(lambda: self.test_asked.emit())
        self.load.clicked.connect(lambda: self.load_asked.emit())
        self.set_view(TunerView())

    def _lay_out(self) -> None:
        column((self.course_band, 1), self.band, 0, of=self.curves, margins=(0, 0, BAR, 0), gap=6)
        self.band.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.charts = SlimScroll(self.curves)
        self.empty.set_words(NOTHING, BEGIN)
        views = (self.charts, self.settings, self.map, self.games)
        self._stand(views, below=(self.tested, self.foot))
        theme.changed.connect(self.fit)

    # -- setters -----------------------------------------------------------------------------------

    @property
    def choices(self) -> tuple[Choice, ...]:
        return super().choices if self.view.found is not None else ()

    @property
    def shown(self) -> str:
        return super().shown if self.view.found is not None else CURVES

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

    def set_view(self, view: TunerView) -> None:
        """Shows newer records."""
        known = self.view.found is not None
        self.view = view
        if known != (view.found is not None):
            self.views_changed.emit()
        self.course.set_view(view)
        self.slices.set_view(view)
        self.settings.set_view(view)
        self.map.set_view(view)
        self.course_band.set_hint(view.note)
        self.foot.setVisible(view.found is not None or view.running or bool(view.played))
        self.headline.set_words(*says.headline(view))
        self.tested.setVisible(view.test is not None)
        if view.test is not None:
            self.tested.set_words(f"Tested: {view.test.sentence}", view.test.detail)
        endless = view.preparing or view.testing
        self.foot.set_share(view.played, 0 if endless else max(1, view.total))
        self.foot.words.set_text(says.progress(view))
        self.test.setEnabled(bool(view.test_command) and not view.running)
        self.test.setToolTip(plain(f"{TEST_TIP}\n{view.test_command}".strip()))
        settled = view.found is not None and not view.found.answer.settled_nothing
        self.load.setEnabled(settled)
        self.load.setToolTip(LOAD_TIP if settled else EARLY_TIP)
        self._show()
        self.fit()

    def fit(self, _event: object = None) -> None:
        """Shares the height out: charts as high as usual if all fit, lower ones if not; then they
        scroll.
        """
        look, columns = theme.current(), self.slices.columns
        rows = -(-len(self.view.shown_knobs) // columns)
        room = self.stack.height() - look.px(LEAST) - look.px(40)
        each = max(look.px(SLICE), min(look.px(HIGH), room // max(1, rows) - 6))
        for chart in self.slices.charts:
            chart.setFixedHeight(each)
        if self.band.by_hand is None and not self.band.is_open:
            self.band.set_open(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
