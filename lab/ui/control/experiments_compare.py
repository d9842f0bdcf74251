"""Fills the comparison of the Experiments page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from lab.experiments.claims.compare import Comparison
from lab.match.budget import Budget
from lab.ui.control import experiments_work as work
from lab.ui.control.store_thread import LatestLook, StoreThread
from lab.ui.experiments.centre import COMPARE, GAMES
from lab.ui.experiments.page import ExperimentsPage

Wanted = tuple[tuple[str, Budget | None], ...]
ShowRow = Callable[[str, Budget | None, str], object]


class ExperimentCompare(QObject):
    """Reads what is compared while it is on show; `show_row` shows a row of an experiment at a
    budget.
    """

    def __init__(
        self, page: ExperimentsPage, store: StoreThread, show_row: ShowRow, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._centre, self._show_row = page.centre, show_row
        self._looks = LatestLook(store)
        page.centre.compare.wanted.connect(self._changed)
        page.centre.compare.games_asked.connect(self._open)
        page.centre.view_chosen.connect(lambda _part: self.renew())

    def renew(self) -> None:
        """Something was played, or another experiment is on show."""
        if self._centre.shown == COMPARE:
            self._read(self._centre.compare.chosen)

    def _changed(self, wanted: Wanted) -> None:
        """The user chose others; the first is the experiment on show."""
        view = self._centre.view
        if view is not None and wanted and wanted[0] != (view.file.name, view.budget):
            self._show_row(*wanted[0], "")
        else:
            self._read(wanted)

    def _read(self, wanted: Wanted) -> None:
        if not wanted:
            self._looks.drop()
            return
        self._looks.look(
            wanted,
            work.compared,
            wanted,
            then=lambda found: self._show(wanted, found, ""),
            otherwise=lambda why: self._show(wanted, None, why),
        )

    def _show(self, wanted: Wanted, found: Comparison | None, why: str) -> None:
        if self._centre.compare.chosen == wanted:
            self._centre.compare.set_found(found, why)

    def _open(self, number: int, row: str) -> None:
        """Lists the games of a row of one of the experiments."""
        found = self._centre.compare.found
        if found is not None:
            column = found.columns[number]
            self._show_row(column.file.name, column.budget, row)
            self._centre.show_part(GAMES)
