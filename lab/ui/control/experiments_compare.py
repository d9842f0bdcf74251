"""Fills the comparison of the Experiments page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from lab.experiments.claims.compare import Comparison
from lab.match.budget import Budget
from lab.ui.control import experiments_work as work
from lab.ui.control.arena_desk import StoreDesk
from lab.ui.experiments.centre import COMPARE, GAMES
from lab.ui.experiments.page import ExperimentsPage

Wanted = tuple[tuple[str, Budget | None], ...]
ShowRow = Callable[[str, Budget | None, str], object]


class ExperimentCompare(QObject):
    """Reads what is compared while it is on show; `show_row` shows a row of an experiment at a
    budget.
    """

    def __init__(self, desk: StoreDesk, show_row: ShowRow, parent: QObject) -> None:
        super().__init__(parent)
        self._desk, self._show_row = desk, show_row
        self._page: ExperimentsPage | None = None
        self._reading = False

    def attend(self, page: ExperimentsPage) -> None:
        """Answers this page."""
        self._page = page
        page.centre.compare.wanted.connect(self._changed)
        page.centre.compare.games_asked.connect(self._open)
        page.centre.view_chosen.connect(lambda _part: self.renew())

    def renew(self) -> None:
        """Something was played, or another experiment is on show."""
        page = self._page
        if page is not None and page.centre.shown == COMPARE and not self._reading:
            self._read(page.centre.compare.chosen)

    def _changed(self, wanted: Wanted) -> None:
        """The user chose others; the first is the experiment on show."""
        view = self._page.centre.view if self._page is not None else None
        if view is not None and wanted and wanted[0] != (view.file.name, view.budget):
            self._show_row(*wanted[0], "")
        else:
            self._read(wanted)

    def _read(self, wanted: Wanted) -> None:
        self._reading = bool(wanted)
        if not wanted:
            return
        self._desk.look(
            work.compared(wanted),
            lambda found: self._show(wanted, found, ""),
            lambda why: self._show(wanted, None, why),
        )

    def _show(self, wanted: Wanted, found: Comparison | None, why: str) -> None:
        self._reading = False
        if self._page is not None and self._page.centre.compare.chosen == wanted:
            self._page.centre.compare.set_found(found, why)

    def _open(self, number: int, row: str) -> None:
        """Lists the games of a row of one of the experiments."""
        page = self._page
        found = page.centre.compare.found if page is not None else None
        if page is None or found is None:
            return
        column = found.columns[number]
        self._show_row(column.file.name, column.budget, row)
        page.centre.show_part(GAMES)
