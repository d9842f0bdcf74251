"""The Arena page: set-up at the left, standing, crosstable and games in the middle, games being
played and the test at the right. Where the height is short, bands of the right fold from the
bottom up.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QWidget

from lab.ui.arena import says
from lab.ui.arena.boards import Boards
from lab.ui.arena.centre import GAMES, LIVE, STANDING, ArenaCentre
from lab.ui.arena.course import PointsChart, RatioBar, RatioCourse
from lab.ui.arena.games import GamesWanted
from lab.ui.arena.panel import ArenaPanel
from lab.ui.arena.records import ArenaView, LiveGame
from lab.ui.parts import detail, theme
from lab.ui.parts.band import Band
from lab.ui.parts.figures import FigureList, NamedFigures
from lab.ui.parts.layout import column, row
from lab.ui.parts.messages import label, one_line
from lab.ui.shell.three_parts import UNLIMITED, FoldingSide, PartWidths, ThreePartPage

NO_TEST = "No question is asked: choose a candidate and the bot that it may be better than."
NO_GAMES = "No game is being played."
HINT, HINT_TAPED = "click a game to watch it think", "click a game to see its turns so far"
COURSE, POINTS = 84, 64  # least heights of the charts, pixels at 100 %
FIXED = QSizePolicy.Policy.Fixed
SPACES = 26  # between the parts, pixels


class Watching(FoldingSide):
    """Setters in; `watched` carries the key of a game being played."""

    watched = Signal(object)

    def __init__(self) -> None:
        super().__init__("Being played", "Hint")
        self.state, self.boards = QLabel(), Boards()
        self.bar, self.course = RatioBar("The test"), RatioCourse()
        self.points, self.figures = PointsChart(), FigureList("The test in numbers")
        self.none = label(NO_TEST, "note", self)
        self.no_games = label(NO_GAMES, "note", self)
        self.test_band = Band("The question", self.bar, "question")
        self.course_band = Band("The test so far", self.course, "course")
        self.points_title, body = one_line("Points in a pair of games", "note"), QWidget()
        self.points_title.setContentsMargins(12, 4, 0, 0)
        top = Qt.AlignmentFlag.AlignTop
        chart = column(self.points_title, self.points, gap=0)
        row((chart, 5), (self.figures, 5, top), of=body, gap=0)
        self.figures_band = Band("Numbers", body, "numbers")
        self.bands = (self.figures_band, self.course_band, self.test_band)
        self._lay_out()
        self.boards.asked.connect(self.watched)
        self.boards.folded.connect(self.fit)
        detail.changed.connect(self.fit)
        theme.follow(self._redress)
        self.set_games((), live=False)
        self.boards.hide()

    def _lay_out(self) -> None:
        parts = self.column
        self.state.setProperty("look", "note")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.hint.set_text(HINT)
        self.row.addWidget(self.state)
        self.state.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        for note in (self.none, self.no_games):
            note.setContentsMargins(12, 6, 12, 6)
        for band in self.bands:
            fixed = band in (self.test_band, self.figures_band)
            policy = FIXED if fixed else QSizePolicy.Policy.Preferred
            band.setSizePolicy(QSizePolicy.Policy.Expanding, policy)
            band.toggled_by_hand.connect(self.fit)
        parts.addWidget(self.no_games)
        parts.addWidget(self.boards)
        parts.addWidget(self.none)
        parts.addWidget(self.test_band)
        parts.addWidget(self.course_band, 100)
        parts.addWidget(self.figures_band)
        parts.addStretch(1)

    def _redress(self) -> None:
        self.state.setStyleSheet(f"color: {theme.current().colour('ok').name()};")
        super()._redress()

    # -- setters -----------------------------------------------------------------------------------

    def set_view(self, view: ArenaView) -> None:
        """Shows newer records."""
        test, word = view.test, view.group_word
        on = test is not None
        for band in self.bands:
            band.setVisible(on)
        self.none.setVisible(not on and len(view.rows) > 1)
        if test is not None:
            self.test_band.set_title(says.question(test))
            self.test_band.set_hint(says.terms(test))
            self.course_band.set_hint(f"each {word} moves the line")
            self.figures_band.set_hint(says.elo(test))
            self.points_title.setText(f"Points in a {word} of games")
            self.figures.set_view(NamedFigures(says.numbers(view, test)))
        self.bar.set_view(test)
        self.course.set_test(test, word)
        self.points.set_test(test, word)
        self.fit()

    def set_games(self, games: Sequence[LiveGame], live: bool) -> None:
        """Shows games; `live` while they are being played."""
        self.boards.set_games(games)
        none = not games
        if self.no_games.isHidden() == none:
            self.no_games.setVisible(none)
            self.boards.setVisible(not none)
            self.fit()
        taped = any(game.tape for game in games)
        self.hint.set_text(HINT_TAPED if taped else HINT)
        words = "● live" if live and not all(game.ended for game in games) else ""
        self.state.setText(words)
        self.hint.setVisible(bool(games) and detail.is_full())  # in Simple the card says it

    # -- room --------------------------------------------------------------------------------------

    def fit(self, _event: object = None) -> None:
        """Folds bands from the bottom up until the rest fits, except what was opened by hand. In
        Simple only the course is open by itself.
        """
        look, full = theme.current(), detail.is_full()
        room = self.height() - SPACES - (0 if self.top.isHidden() else self.top.height())
        boards = 0
        if not self.boards.isHidden():
            boards = self.boards.height_for((self.width() - 18) / 2, room)
            self.boards.setFixedHeight(boards)
        room -= boards
        if self.course_band.isHidden():
            return
        self.test_band.setVisible(full)
        title = self.test_band.title.sizeHint().height() + 1
        needs = {
            self.test_band: title + self.bar.sizeHint().height(),
            self.course_band: title + look.px(COURSE),
            self.figures_band: title
            + max(
                look.px(POINTS) + self.points_title.sizeHint().height(),
                self.figures.sizeHint().height(),
            ),
        }
        room -= 2 * title  # of what may be folded
        for band, need in list(needs.items())[not full :]:
            extra = need if band is self.test_band else need - title
            usual = room >= extra and (full or band is self.course_band)
            on = usual if band.by_hand is None else band.by_hand
            self._open(band, on)
            room -= extra if on else 0
        grows = QSizePolicy.Policy.Preferred if self.course_band.is_open else FIXED
        self.course_band.setSizePolicy(QSizePolicy.Policy.Expanding, grows)
        most = look.px(150) + max(0, room // 2)
        self.points.setMaximumHeight(min(look.px(170), look.px(96) + max(0, room // 3)))
        self.course.setMaximumHeight(most if room > 0 else UNLIMITED)
        whole = title + most if room > 0 and self.course_band.is_open else UNLIMITED
        self.course_band.setMaximumHeight(whole)

    @staticmethod
    def _open(band: Band, on: bool) -> None:
        if band.is_open != on:
            band.set_open(on)


class ArenaPage(ThreePartPage):
    """The whole of the page; it knows records, not arenas. `games_wanted` carries the games that
    the list should show, `watch_asked` the number of a finished game, `live_asked` the key of one
    being played, `test_asked` two bots.
    """

    games_wanted = Signal(object)
    live_asked = Signal(object)
    test_asked = Signal(str, str)

    widths = PartWidths((248, 256, 280), 0.386, (430, 700))
    keys = (Qt.Key.Key_Space, Qt.Key.Key_R, Qt.Key.Key_T, Qt.Key.Key_Escape)

    def __init__(self) -> None:
        self.panel, self.centre, self.watching = ArenaPanel(), ArenaCentre(), Watching()
        super().__init__("Arena", self.panel, self.centre, self.watching)
        self.view = ArenaView()
        self._connect()
        self.set_view(self.view)
        self._begin(not self.panel.shown.name)
        self._dress()

    @property
    def own_actions(self) -> tuple[QAction, ...]:
        return (self.panel.report,) if self.panel.shown.name else ()

    def _begin(self, new: bool) -> None:
        """A new arena is made in the middle of the page, where else nothing is known yet."""
        self._fit_right()
        self.centre.set_new(self.panel.begin if new else None)

    def _fit_right(self) -> None:
        """There is nothing to watch before there are two bots."""
        self._set_alone(not self.panel.shown.name or len(self.view.rows) < 2)

    def _fill_menu(self, menu: QMenu) -> None:
        """What can be done with the bot of the current row."""
        at = self.centre.tables.standing.current
        if at is not None and self.panel.pool.fill(menu, self.view.rows[at].name):
            menu.addSeparator()

    def _connect(self) -> None:
        centre = self.centre
        self.panel.begun.connect(self._begin)
        centre.tables.standing.menu.above = self._fill_menu
        centre.tables.standing.opened.connect(self._row_opened)
        centre.tables.cross.opened.connect(self._cell_opened)
        centre.games.wanted.connect(self.games_wanted)
        centre.games.watched.connect(self.watch_asked)
        centre.view_chosen.connect(self._part_chosen)
        self.watching.watched.connect(self.live_asked)
        self.watching.course.picked.connect(self._group_opened)
        self.watching.points.picked.connect(self._points_opened)

    def _set_tab(self, right: QWidget | None) -> None:
        self.watching.top.setVisible(right is None)
        super()._set_tab(right)

    def take_focus(self) -> None:
        """The keys go to the standing, or to the button that starts the arena."""
        standing, panel = self.centre.tables.standing, self.panel
        part = standing if self.view.rows else panel.name if not panel.shown.name else panel.add
        part.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- setters -----------------------------------------------------------------------------------

    def set_view(self, view: ArenaView) -> None:
        """Shows newer records in every part."""
        self.view = view
        self.centre.set_view(view)
        self.watching.set_view(view)
        found, panel = view.standing.progress, self.panel
        panel.about.setText(says.played(view))
        panel.about.setVisible(bool(panel.about.text()))
        self._fit_right()
        panel.set_running(view.running, view.games > 0)
        on = view.running or bool(found.total)
        following = view.standing.next
        panel.next.setText(following.sentence if following is not None else "")
        panel.set_progress(says.to_go(view), found.done, found.total, on)

    def set_live(self, games: Sequence[LiveGame], live: bool) -> None:
        """Shows games on the small boards."""
        self.watching.set_games(games, live)

    # -- the user ----------------------------------------------------------------------------------

    def _row_opened(self, row: int) -> None:
        self.list_games(GamesWanted(self.view.rows[row].name))

    def _cell_opened(self, row: int) -> None:
        bots, column = self.view.rows, self.centre.tables.cross.currentIndex().column()
        if row != column:
            self.list_games(GamesWanted(bots[row].name, bots[column].name))

    def _group_opened(self, number: float) -> None:
        """The games of one group of the test, which has the seed of its number."""
        test = self.view.test
        if test is not None:
            self.list_games(GamesWanted(test.candidate, test.than, seeds=(round(number),)))

    def _points_opened(self, points: float) -> None:
        """The games of those groups of the test that brought so many points."""
        test = self.view.test
        if test is not None:
            seeds = tuple(k for k, value in enumerate(test.values, 1) if value == points)
            self.list_games(GamesWanted(test.candidate, test.than, seeds=seeds))

    def list_games(self, wanted: GamesWanted) -> None:
        """Shows the games of a cell, of a row, or of a group."""
        self.centre.games.search.clear()
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

    def _obey(self, key: Qt.Key) -> None:
        if key == Qt.Key.Key_Space:
            self.panel.start_or_pause()
        elif key == Qt.Key.Key_R:
            self.panel.report.trigger()
        elif key == Qt.Key.Key_T:
            self.test_current()
        elif self.centre.shown in (GAMES, LIVE):
            self.centre.show_part(STANDING)
            self.take_focus()
