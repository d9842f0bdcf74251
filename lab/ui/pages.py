"""What explains: the workspaces about algorithms and estimators, and the window with the rules of
the games and the words of the lab.
"""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from lab.ui.algorithms.page import AlgorithmsPage
from lab.ui.algorithms.reading import GLOSSARY, GUIDE, ReadingWindow
from lab.ui.control.setup import SetupControl
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import ALGORITHMS, ESTIMATORS, MATCH
from search import algorithms


class PagesControl(QObject):
    """Keeps the algorithms page informed of the players, and puts an algorithm into a seat on
    request.
    """

    def __init__(
        self, window: Window, seating: SetupControl, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._window, self._seating = window, seating
        window.add_workspace(
            ALGORITHMS,
            "Algorithms",
            self._algorithms,
            "What each algorithm is, its knobs, limits and papers",
        )
        window.add_workspace(
            ESTIMATORS,
            "Estimators",
            self._estimators,
            "Quantities found by sampling, and how sure they are",
        )
        self.reading: ReadingWindow | None = None
        window.setup.rules_asked.connect(self.show_rules)
        window.workspace_changed.connect(self._show_match)
        seating.reseated.connect(self._show_match)

    def _algorithms(self) -> AlgorithmsPage:
        page = AlgorithmsPage()
        page.wanted.connect(self._put)
        return page

    def _estimators(self) -> QWidget:
        from lab.ui.estimators.page import EstimatorsPage

        return EstimatorsPage()

    def _show_match(self, _name: str = "") -> None:
        page = self._window.page
        if isinstance(page, AlgorithmsPage):
            game = self._seating.game
            seats = [s.title or "you" for s in self._seating.setup.seats]
            page.set_match(
                game.title,
                seats,
                {name: why for name, each in algorithms().items() if (why := each.supports(game))},
            )

    def _put(self, seat: int, name: str) -> None:
        """Continues the match with the algorithm, and shows the match."""
        self._seating.choose(seat, name)
        self._window.show_workspace(MATCH)

    def show_rules(self) -> None:
        """The rules of the game on the board."""
        self._read(self._seating.game.name)

    def show_glossary(self) -> None:
        """The words of the lab."""
        self._read(GLOSSARY)

    def show_guide(self) -> None:
        """How the lab is used, from its first page."""
        self._read(GUIDE)

    def _read(self, name: str) -> None:
        if self.reading is None:
            self.reading = ReadingWindow(self._window)
        self.reading.open_page(name)

    def explain(self, seat: int) -> None:
        """The page of the algorithm in a seat, or in the first one that has a search."""
        specs = self._seating.setup.seats
        wanted = specs[seat : seat + 1] if seat >= 0 else ()
        searching = [spec.name for spec in (*wanted, *specs) if spec.searches]
        page = self._window.show_workspace(ALGORITHMS)
        if isinstance(page, AlgorithmsPage) and searching:
            page.show_algorithm(searching[0])
