"""The workspace of lessons: the one chosen is shown; each is built when it is first chosen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget

from lab.ui.lessons.alphabeta.page import AlphaBetaLesson
from lab.ui.lessons.beam.page import BeamPage
from lab.ui.lessons.decoupled.page import DuelPage
from lab.ui.lessons.docks import ALPHABETA, BEAM, DECOUPLED, GENETIC, MCTS, NETWORK, SMITSIMAX
from lab.ui.lessons.genetic.page import GeneticPage
from lab.ui.lessons.lesson_page import LessonPage
from lab.ui.lessons.mcts.page import MctsLesson
from lab.ui.lessons.network.page import SightPage
from lab.ui.lessons.position import PositionSetup
from lab.ui.lessons.smitsimax.page import SmitsimaxPage
from lab.ui.parts.layout import column
from lab.ui.shell.workspaces import WorkspacePage

MADE: dict[str, Callable[[], LessonPage]] = {
    ALPHABETA: AlphaBetaLesson,
    MCTS: MctsLesson,
    SMITSIMAX: SmitsimaxPage,
    DECOUPLED: DuelPage,
    BEAM: BeamPage,
    GENETIC: GeneticPage,
    NETWORK: SightPage,
}


class LessonsPage(WorkspacePage):
    """A stack of lessons, each a page of its own; `match_wanted` carries the name of a lesson that
    wants the position of the match.
    """

    own_keys = ("compare",)
    match_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Lessons")
        self.stack = QStackedWidget()
        self._made: dict[str, LessonPage] = {}
        self._lecture = False, False  # whether there is one, and hides answers
        column(self.stack, of=self)
        self.choose(ALPHABETA)

    def choose(self, name: str) -> LessonPage:
        """Shows a lesson."""
        page = self.lesson(name)
        self.stack.setCurrentWidget(page)
        self.choices = (page.switches,)
        return page

    def lesson(self, name: str) -> LessonPage:
        """A lesson's page, built when it is first wanted."""
        if name not in self._made:
            page = MADE[name]()
            page.panel.choice.picked.connect(self.choose)
            if isinstance(page.panel, PositionSetup):
                page.panel.match.wanted.connect(lambda: self.match_wanted.emit(name))
            self._made[name] = page
            page.set_lecture(*self._lecture)
            self.stack.addWidget(page)
        return self._made[name]

    @property
    def shown(self) -> LessonPage:
        """The lesson on show."""
        return next(page for page in self._made.values() if page is self.stack.currentWidget())

    def state_words(self) -> str:
        return self.shown.state_words()

    def command_line(self) -> str:
        return self.shown.command_line()

    def set_lecture(self, on: bool, hides: bool = False) -> None:
        self._lecture = on, hides
        for page in self._made.values():
            page.set_lecture(on, hides)

    def take_focus(self) -> None:
        self.shown.take_focus()

    def end(self) -> None:
        for page in self._made.values():
            page.end()
