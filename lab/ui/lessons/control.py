"""The page of lessons in the window, and the way to it from a match of the game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from engines.textbook import Options
from lab.compare.words import branch_of
from lab.lesson.match_start import OVER, MatchStart, way_to
from lab.match.seat import SearchSeat
from lab.ui.control.files import with_ignored_shutdown
from lab.ui.control.moment import Moment
from lab.ui.control.setup import SetupControl
from lab.ui.lessons.docks import ALPHABETA, MCTS, NETWORK, SMITSIMAX
from lab.ui.parts.layout import column
from lab.ui.setup.usual import fresh
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import LESSONS
from search import algorithms

if TYPE_CHECKING:  # they are loaded when they are first needed
    from lab.lesson.desk import LessonThread
    from lab.ui.lessons.alphabeta.page import LessonPanel
    from lab.ui.lessons.page import LessonsPage
    from lab.ui.lessons.position import PositionSetup

GAME = "textbook"
# whose search is followed in the lessons on any position; the first that fits comes first
ALGORITHMS = {SMITSIMAX: "smitsimax", MCTS: "uct", NETWORK: "uct"}
TIP = "A search of a small position, one step at a time"


class LessonsControl(QObject):
    """Makes the page when it is first shown; gives it the match's tree, or the position on the
    board with the knobs of its search, on request.
    """

    told = Signal(str)  # a sentence for the status bar, also from the thread that prepares

    def __init__(
        self, window: Window, seating: SetupControl, moment: Moment, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._seating, self._moment = window, seating, moment
        self._preparer: LessonThread | None = None  # of all lessons
        window.add_workspace(LESSONS, self._make)
        self._box, self.button = QWidget(), QPushButton("Step through this tree")
        self.button.setToolTip(
            f"<div><b>Step through this tree</b></div><div>{TIP}, with its reasons.</div>"
        )
        self.button.clicked.connect(self.step_through)
        column(self.button, of=self._box, margins=8)
        window.setup.add_below(self._box)
        self.show_for(seating.game.name)
        window.closing.connect(self._end)

    def _make(self) -> LessonsPage:
        from lab.ui.lessons.page import LessonsPage

        page = LessonsPage()
        page.match_wanted.connect(self.take)
        return page

    def _shown(self) -> LessonsPage:
        """The page, once it is on show."""
        return cast("LessonsPage", self._window.show_workspace(LESSONS))

    def show_for(self, game: str) -> None:
        """Offers the page while this game is on the board, if it is the game of trees."""
        self._box.setVisible(game == GAME)

    # -- prepared beforehand -----------------------------------------------------------------------

    def prepare_all(self) -> None:
        """Has all lessons compiled now, so that none makes a class wait."""
        from lab.lesson.desk import LessonThread

        if self._preparer is None:
            self._preparer = LessonThread(
                lambda words: with_ignored_shutdown(partial(self.told.emit, words))
            )
            self._preparer.start()
        if not self.prepares:
            self._preparer.prepare_every()

    @property
    def prepares(self) -> bool:
        """Whether they are being compiled."""
        return self._preparer is not None and bool(self._preparer.preparing)

    def stop_preparing(self) -> None:
        """Ends it; what has been compiled stays."""
        if self._preparer is not None:
            self._preparer.cancel()

    def _end(self) -> None:
        if self._preparer is not None:
            self._preparer.stop()

    # -- a tree on the board -----------------------------------------------------------------------

    def step_through(self) -> None:
        """Opens the page with the tree on the board."""
        page = self._shown()
        options = self._seating.setup.options
        if isinstance(options, Options):
            panel = cast("LessonPanel", page.choose(ALPHABETA).panel)
            panel.set_tree(options.tree, options.values)

    # -- from the match ----------------------------------------------------------------------------

    def from_match(self) -> None:
        """Opens the lesson that fits the search of the position on the board."""
        if self._moment.ended:
            self.told.emit(OVER)
            return
        game = self._moment.game
        if game.name == GAME:
            self.step_through()
            return
        fits = {k: n for k, n in ALGORITHMS.items() if algorithms()[n].supports(game) is None}
        own = (k for spec in self._seats() for k, name in fits.items() if spec.name == name)
        lesson = next(own, next(iter(fits), None))
        if lesson is None:
            self.told.emit(f"There is no lesson about searches of {game.title}.")
            return
        self._window.show_workspace(LESSONS)
        self.take(lesson)

    def take(self, lesson: str) -> None:
        """Gives a lesson the position on the board, and the knobs of the search that plays there:
        of the lesson's algorithm, else its usual ones.
        """
        page = self._shown()
        panel = cast("PositionSetup", page.choose(lesson).panel)
        name, game = ALGORITHMS[lesson], self._moment.game
        refusal = algorithms()[name].supports(game)
        if self._moment.ended or refusal:
            panel.match.refuse(OVER if self._moment.ended else f"{game.title}: {refusal}")
            return
        usual = fresh(name, game)
        seat = next((k for k, s in enumerate(self._moment.setup.seats) if s.name == name), 0)
        if self._moment.is_covered:  # a person does not look over the opponent's shoulder
            seat = self._moment.people[0]
        found = self._moment.setup.seats[seat]
        search = found if found.name == name else usual
        assert isinstance(search, SearchSeat)
        panel.take(self._start(seat), search)

    def _seats(self) -> list[SearchSeat]:
        return [s for s in self._moment.setup.seats if isinstance(s, SearchSeat)]

    def _start(self, seat: int) -> MatchStart:
        moment = self._moment
        turn, file = moment.turn, moment.session.file
        branch = branch_of(moment.session.lines, turn)
        way = way_to(file, turn, branch, seat) if file is not None else ()
        state, seed = moment.frame.state, moment.setup.seed
        return MatchStart.taken(moment.game, state, seat, seed, turn, way)
