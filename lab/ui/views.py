"""The way from view to view, and the views that explain: algorithms, estimators, rules, words and
guide, which lead back to where one was.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from lab.ui.algorithms.page import AlgorithmsPage
from lab.ui.algorithms.reading import ReaderPage
from lab.ui.control.selecting import SelectingControl
from lab.ui.control.setup import SetupControl
from lab.ui.parts.selection import Selection
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import ALGORITHMS, ESTIMATORS, GLOSSARY, GUIDE, MATCH, RULES, TREE
from search import algorithms

READ = (RULES, GLOSSARY, GUIDE, ALGORITHMS)  # from which the same command, or Esc, leads back


class ViewsControl(QObject):
    """Shows a view of a page; the match's own are two, of which one is its trees. `do` answers the
    commands that lead to the others.
    """

    def __init__(
        self,
        window: Window,
        selecting: SelectingControl,
        do: Callable[[str], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window, self._selecting, self._do = window, selecting, do
        window.view_asked.connect(self.show)

    def show(self, name: str) -> None:
        """Shows a view."""
        if self._window.page is not None:
            self._window.page.give_way()
        if name == self._window.view:
            return
        if name not in (MATCH, TREE):
            self._do(name)
            return
        self._window.show_workspace(MATCH)
        if (self._window.trees.view_mode() == TREE) != (name == TREE):
            self._selecting.toggle_tree()

    def toggle_tree(self) -> None:
        """Shows the trees, or the match and its graphs again."""
        if self._window.page is None:
            self._selecting.toggle_tree()
        else:
            self.show(TREE)


class PagesControl(QObject):
    """Keeps the page of algorithms informed of the players, and puts an algorithm into a seat on
    request.
    """

    def __init__(
        self,
        window: Window,
        seating: SetupControl,
        selection: Selection,
        views: ViewsControl,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window, self._seating, self._views = window, seating, views
        self._selection = selection
        self._before = MATCH  # the view from which one went to read
        window.add_workspace(ALGORITHMS, self._algorithms)
        window.add_workspace(ESTIMATORS, self._estimators)
        window.add_workspace(RULES, self._reader)
        window.setup.rules_asked.connect(self.show_rules)
        window.workspace_changed.connect(self._show_match)
        seating.reseated.connect(self._show_match)

    def _algorithms(self) -> AlgorithmsPage:
        page = AlgorithmsPage()
        page.wanted.connect(self._put)
        page.left.connect(self.go_back)
        return page

    def _estimators(self) -> QWidget:
        from lab.ui.estimators.page import EstimatorsPage

        return EstimatorsPage()

    def _reader(self) -> ReaderPage:
        page = ReaderPage()
        page.left.connect(self.go_back)
        return page

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

    # -- there and back ----------------------------------------------------------------------------

    def go_back(self) -> None:
        """Shows what one left to read."""
        before, self._before = self._before, MATCH
        self._views.show(before)

    def _goes(self, view: str) -> bool:
        """Whether the way is to the view; else it was back from there."""
        here = self._window.view
        if here == view:
            self.go_back()
        elif here not in READ:
            self._before = here
        return here != view

    def _read(self, view: str, name: str = "") -> None:
        if self._goes(view):
            page = self._window.show_workspace(RULES)
            assert isinstance(page, ReaderPage)
            page.open_view(view, name)
            self._window.show_views()

    def show_rules(self) -> None:
        """The rules of the game on the board."""
        self._read(RULES, self._seating.game.name)

    def show_glossary(self) -> None:
        """The words of the lab."""
        self._read(GLOSSARY)

    def show_guide(self) -> None:
        """How the lab is used, from its first page."""
        self._read(GUIDE)

    def explain(self) -> None:
        """The page of the algorithm whose search is on show: of the selected agent's, of the one
        chosen to be seen, or of the first seat that has a search.
        """
        if not self._goes(ALGORITHMS):
            return
        whose, pair = self._window.trees.whose(), self._selection.pair
        seat = whose if isinstance(whose, int) else -1
        if pair is not None:
            seat = self._seating.game.owner[pair[0]]
        specs = self._seating.setup.seats
        wanted = specs[seat : seat + 1] if seat >= 0 else ()
        searching = [spec.name for spec in (*wanted, *specs) if spec.searches]
        page = self._window.show_workspace(ALGORITHMS)
        if isinstance(page, AlgorithmsPage) and searching:
            page.show_algorithm(searching[0])
