"""New, copied and edited files of experiments, and the notes kept with them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from engines.game import spec_of
from lab.experiments.claims import shelf
from lab.ui.control import experiments_work as work
from lab.ui.control.arena_desk import StoreDesk
from lab.ui.control.setup import SetupControl
from lab.ui.experiments.page import ExperimentsPage

QUESTION, BUDGET, USUAL = "What is each part worth?", "2000it", "uct"  # of a new experiment


class ExperimentFiles(QObject):
    """Looks at what is written and keeps it; `saved` carries the name of an experiment. `busy` says
    whether one is being played.
    """

    saved = Signal(str)

    def __init__(
        self,
        seating: SetupControl,
        desk: StoreDesk,
        busy: Callable[[str], bool],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._seating, self._desk, self._busy = seating, desk, busy
        self._page: ExperimentsPage | None = None
        self._before = ""  # the name so far of what is edited

    def attend(self, page: ExperimentsPage) -> None:
        """Answers this page."""
        self._page = page
        page.panel.new_asked.connect(self.new)
        page.panel.copy_asked.connect(self.copy)
        page.about.edit_asked.connect(self.edit)
        page.about.file.check_asked.connect(self._check)
        page.about.file.save_asked.connect(self._save)
        page.about.noted.connect(lambda name, note: self._desk.ask(work.noted(name, note)))

    def new(self) -> None:
        """Begins a file about the match's game and its first search."""
        game, seats = self._seating.game, self._seating.setup.seats
        seat = next((seat.name for seat in seats if seat.searches), USUAL)
        whole = spec_of(game.name, game.options)
        self._begin("", shelf.template("ablation", whole, seat, BUDGET, QUESTION))

    def copy(self) -> None:
        """Begins a copy of the experiment on show."""
        view = self._page.centre.view if self._page is not None else None
        if view is not None:
            self._desk.look(work.copied(view.file), lambda found: self._begin(*found))

    def edit(self) -> None:
        """Edits the experiment on show; of a shipped one a copy."""
        view = self._page.centre.view if self._page is not None else None
        if view is not None and view.file.shipped:
            self.copy()
        elif view is not None:
            self._begin(view.file.name, view.file.text, view.file.name)
        elif self._page is not None and self._page.about.name:
            name = self._page.about.name  # its file is none
            self._desk.look(work.text_of(name), lambda text: self._begin(name, text, name))

    def _begin(self, name: str, text: str, before: str = "") -> None:
        if self._page is not None:
            self._before = before
            self._page.edit(name, text, not before)

    def _check(self, name: str, text: str) -> None:
        found = (name, text)
        self._desk.look(
            work.checked(name, text, self._before),
            lambda problem: self._say(problem, found),
            lambda problem: self._say(problem, found),
        )

    def _say(self, problem: str, found: tuple[str, str]) -> None:
        if self._page is not None:
            self._page.about.file.set_said(problem, found)

    def _save(self, name: str, text: str) -> None:
        if self._before != name and self._busy(self._before):
            self._say(f"Stop {self._before} before it gets another name.", (name, text))
            return
        self._desk.ask(
            work.saved(name, text, self._before),
            self._kept,
            lambda why: self._say(why, (name, text)),
        )

    def _kept(self, name: str) -> None:
        if self._page is not None:
            self._page.about.file.leave()
        self.saved.emit(name)
