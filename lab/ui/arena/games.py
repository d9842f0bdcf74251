"""The games of an arena as a list that can be narrowed by bots, result and late answers, searched
and sorted, and how the rating of a bot came about. Enter, a double click or Watch opens a game on
the board.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QPointF, QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from lab.experiments.arena.scores import HistoryPoint
from lab.experiments.arena.standing import GameRow
from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.chart.axis import ChartTick
from lab.ui.parts.chart.chart import Reading
from lab.ui.parts.chart.course import CourseChart
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.series import ChartBand, ChartCurve, ChartPoints
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.games_table import GamesTable
from lab.ui.parts.layout import column
from lab.ui.parts.messages import one_line
from lab.ui.parts.spoken import describe
from lab.ui.parts.table import SearchLine
from lab.words.numerals import MINUS, PLUS_MINUS, nice_ceiling, nice_step, several, signed

TITLE = "Rating by games played"


class RatingCourse(CourseChart):
    """The last point is the standing's rating. `chosen` carries the first and last number of the
    games that led from the point before to one that was clicked.
    """

    chosen = Signal(object)
    widest = f"{MINUS}1,000"

    def __init__(self) -> None:
        self.points_shown: tuple[HistoryPoint, ...] = ()
        self.bot = ""
        super().__init__(TITLE)
        self.picked.connect(self._choose)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_history(self, bot: str, points: Sequence[HistoryPoint]) -> None:
        """Shows the curve of a bot."""
        self.bot, self.points_shown = bot, tuple(points)
        if points:
            low = min(point.rating - point.half for point in points[len(points) // 8 :])
            high = max(point.rating + point.half for point in points[len(points) // 8 :])
            beyond = 0.06 * max(1.0, high - low)
            self.set_range(
                (0.0, nice_ceiling(points[-1].games)),
                (min(low, 0.0) - beyond, max(high, 0.0) + beyond),
            )
        self._draw()
        describe(self, self._sentence())

    def _draw(self) -> None:
        look, points = theme.current(), self.points_shown
        if not points:
            self.clear()
            return
        x = np.array([float(point.games) for point in points])
        y = np.array([point.rating for point in points])
        half = np.array([point.half for point in points])
        zero = ChartCurve(np.array([0.0, self.whole[0][1]]), np.zeros(2), look.colour("edge"), 1.0)
        self.set_bands([ChartBand(x, y - half, y + half, look.colour("track"))])
        self.set_curves([zero, ChartCurve(x, y, look.colour("ink"), 1.4)])
        self.set_points([ChartPoints(x[-1:], y[-1:], look.colour("ink"), "o", 8 * look.scale)])
        self.label_again()

    def _sentence(self) -> str:
        if not self.points_shown:
            return f"{self.bot} has no rating yet."
        last = self.points_shown[-1]
        return f"{self.bot}: {_words(last)}; 0 is the mean of all bots."

    def levels(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        step = nice_step(high - low, max(2, int(pixels / 34)))
        first = math.ceil(low / step) * step
        return [(float(t), signed(t, 0)) for t in np.arange(first, high + 1e-9, step)]

    # -- reading -----------------------------------------------------------------------------------

    def _read(self, spot: QPointF) -> Reading | None:
        if not self.points_shown:
            return None
        at = self.value_at(spot)[0]
        point = min(self.points_shown, key=lambda each: abs(each.games - at))
        where = float(point.games), point.rating
        return Reading(_words(point), where[0], (where,))

    def _choose(self, games: float) -> None:
        points = self.points_shown
        at = next((k for k, point in enumerate(points) if point.games == round(games)), None)
        if at is not None:
            self.chosen.emit((points[at - 1].number + 1 if at else 0, points[at].number))

    def data(self) -> ChartData | None:
        """The points of the curve."""
        rows = tuple((float(p.games), p.rating, p.half) for p in self.points_shown)
        names = "games", "rating", "half of the 95 % interval"
        return ChartData(f"{TITLE}: {self.bot}", names, rows) if rows else None


def _words(point: HistoryPoint) -> str:
    rating = f"{signed(point.rating, 0)} {PLUS_MINUS} {point.half:.0f}"
    return f"{rating} after {several(point.games, 'game')}"


RESULTS = ("won", "drawn", "lost", "failed")


@dataclass(frozen=True)
class GamesWanted:
    """What the list shows: games of `bot`, perhaps only against `than`, with one result for `bot`,
    perhaps only those with late answers, perhaps some seeds only, or those with numbers between two
    (both included).
    """

    bot: str = ""
    than: str = ""
    result: str = ""
    late: bool = False
    seeds: tuple[int, ...] = ()
    numbers: tuple[int, int] | None = None


class GamesView(QWidget):
    """List and filters. `wanted` reports another filter, `watched` the number of a game."""

    wanted = Signal(object)
    watched = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.filter = GamesWanted()
        self.bot, self.than, self.result = Combo("Bot"), Combo("Against"), Combo("Result")
        self.late = QCheckBox("late answers")
        self.words, self.table = one_line("", "note"), GamesTable()
        self.search = SearchLine("games", "a bot, a reason, a seed, a host")
        self._more = False  # there are older games
        self.course = RatingCourse()
        self.course_band = Band(TITLE, self.course, "history")
        self.course_band.hide()
        self.watch = QPushButton("Watch")
        self.watch.setToolTip("Watch this game in the Match page\nKey: Enter")
        self.result.set_entries([Entry("", "any result"), *(Entry(r, r) for r in RESULTS)])
        self.result.choose("")
        self.set_bots(())
        self._lay_out()
        for combo in (self.bot, self.than, self.result):
            combo.picked.connect(self._edited)
        self.late.toggled.connect(self._edited)
        self.watch.clicked.connect(self.table.open_current)
        self.table.opened.connect(lambda game: self.watched.emit(game.number))
        self.search.textChanged.connect(self._search)
        self.course.chosen.connect(self._list_point)
        self.set_games(())

    def _lay_out(self) -> None:
        row, foot = QHBoxLayout(), QHBoxLayout()
        box = column(of=self, margins=(0, 4, 0, 0), gap=8)
        row.setSpacing(6)
        against = one_line("against", "soft")
        for part, share in (
            (self.bot, 3),
            (against, 0),
            (self.than, 3),
            (self.result, 3),
            (self.late, 0),
        ):
            row.addWidget(part, share)
        foot.addWidget(self.words, 1)
        foot.addWidget(self.watch)
        box.addLayout(row)
        box.addWidget(self.search)
        box.addWidget(self.course_band)
        box.addWidget(self.table, 1)
        box.addLayout(foot)

    def set_bots(self, bots: Sequence[str]) -> None:
        """The bots to choose from; a filter by others, as of another arena, is taken back."""
        if not {self.filter.bot, self.filter.than} <= {"", *bots}:
            self.set_filter(GamesWanted())
            self.set_games(())
        entries = [Entry(bot, bot) for bot in bots]
        for combo, none in ((self.bot, "all bots"), (self.than, "all others")):
            before = combo.name
            combo.set_entries([Entry("", none), *entries])
            combo.choose(before if combo.has(before) else "")

    def set_filter(self, wanted: GamesWanted) -> None:
        """Shows a filter, without a signal."""
        self.filter = wanted
        if wanted.than or wanted.bot != self.course.bot:
            self.course_band.hide()
        for combo, name in (
            (self.bot, wanted.bot),
            (self.than, wanted.than),
            (self.result, wanted.result),
        ):
            combo.choose(name)
        with QSignalBlocker(self.late):
            self.late.setChecked(wanted.late)
        self._enable()

    def _edited(self, _value: object = None) -> None:
        bot = self.bot.name
        found = replace(
            self.filter,
            bot=bot,
            than=self.than.name if bot else "",
            result=self.result.name if bot or self.result.name == "failed" else "",
            late=self.late.isChecked(),
            seeds=(),
            numbers=None,
        )
        self.set_filter(found)
        self.wanted.emit(found)

    def _list_point(self, numbers: tuple[int, int]) -> None:
        """The games that led to a point of the curve."""
        found = GamesWanted(self.course.bot, numbers=numbers)
        self.set_filter(found)
        self.wanted.emit(found)

    def _enable(self) -> None:
        """Without a bot there is no other one, and nobody wins or loses."""
        self.than.setEnabled(bool(self.filter.bot))

    def set_games(self, games: Sequence[GameRow], more: bool = False) -> None:
        """Shows the games that fit the filter; `more`: there are older ones too."""
        self._more = more
        self.table.set_games(games, self.filter.bot)
        self._tell()

    def _search(self, text: str) -> None:
        self.table.search(text)
        self._tell()

    def _tell(self) -> None:
        shown, every = len(self.table.model_.rows), len(self.table.model_.every)
        none = "No games yet." if self.filter == GamesWanted() else "No game fits."
        said = several(every, "game") + self._of() if every else none
        said = f"The latest {every:,} games" if self._more else said
        found = f"{shown:,} found in " if self.search.text().strip() and every else ""
        self.words.setText(f"{found}{said[0].lower() if found else said[0]}{said[1:]}")
        self.watch.setEnabled(shown > 0)

    def _of(self) -> str:
        """Which games these are, where a point or a bar was clicked."""
        seeds = self.filter.seeds
        if self.filter.numbers is not None:
            return " up to this point, after the one before"
        if len(seeds) == 1:
            return f" of seed {seeds[0]:,}"
        return f" of {several(len(seeds), 'seed')}" if seeds else ""

    def set_history(self, bot: str, points: Sequence[HistoryPoint]) -> None:
        """Shows how the rating of the filter's bot came about."""
        if bot == self.filter.bot and not self.filter.than:
            self.course.set_history(bot, points)
            last = points[-1] if points else None
            said = f"{bot}, in its 95 % interval; 0 is the mean of all" if last else ""
            self.course_band.set_hint(said)
            self.course_band.setVisible(last is not None)
