"""New, copied and edited files of experiments, and the notes kept with them."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engines.game import spec_of
from lab.experiments.claims import shelf
from lab.ui.control import experiments_work as work
from lab.ui.control.arena_desk import StoreDesk
from lab.ui.control.setup import SetupControl
from lab.ui.experiments.page import ExperimentsPage

QUESTION, BUDGET, USUAL = "What is each part worth?", "2000it", "uct"  # of a new experiment


class ExperimentFiles(QObject):
    """Looks at what is written and keeps it; `saved` carries the name of an experiment."""

    saved = Signal(str)

    def __init__(self, seating: SetupControl, desk: StoreDesk, parent: QObject) -> None:
        super().__init__(parent)
        self._seating, self._desk = seating, desk
        self._page: ExperimentsPage | None = None
        self._new = False

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
        self._begin("", shelf.template("ablation", whole, seat, BUDGET, QUESTION), new=True)

    def copy(self) -> None:
        """Begins a copy of the experiment on show."""
        view = self._page.centre.view if self._page is not None else None
        if view is not None:
            self._desk.ask(work.copied(view.file), lambda found: self._begin(*found, new=True))

    def edit(self) -> None:
        """Edits the experiment on show; of a shipped one a copy."""
        view = self._page.centre.view if self._page is not None else None
        if view is not None and view.file.shipped:
            self.copy()
        elif view is not None:
            self._begin(view.file.name, view.file.text, new=False)

    def _begin(self, name: str, text: str, new: bool) -> None:
        if self._page is not None:
            self._new = new
            self._page.edit(name, text, new)

    def _check(self, name: str, text: str) -> None:
        found = (name, text)
        self._desk.ask(
            work.checked(name, text, self._new),
            lambda problem: self._say(problem, found),
            lambda problem: self._say(problem, found),
        )

    def _say(self, problem: str, found: tuple[str, str]) -> None:
        if self._page is not None:
            self._page.about.file.set_said(problem, found)

    def _save(self, name: str, text: str) -> None:
        self._desk.ask(
            work.saved(name, text, self._new),
            self._kept,
            lambda why: self._say(why, (name, text)),
        )

    def _kept(self, name: str) -> None:
        if self._page is not None:
            self._page.about.file.leave()
        self.saved.emit(name)
