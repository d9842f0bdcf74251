"""New, copied, edited and deleted files of experiments, and the notes kept with them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from engines.game import spec_of
from lab.experiments.claims import shelf
from lab.ui.control.run_page import Deleting
from lab.ui.control.setup import SetupControl
from lab.ui.control.store_thread import StoreThread
from lab.ui.experiments import work
from lab.ui.experiments.page import ExperimentsPage

QUESTION, BUDGET, USUAL = "What is each part worth?", "2000it", "uct"  # of a new experiment


class ExperimentFiles(QObject):
    """Looks at what is written and keeps it. `saved` carries the name of an experiment whose file
    or games are not what they were, `gone` that of a deleted one. `busy` says whether one is being
    played.
    """

    saved = Signal(str)
    gone = Signal(str)

    def __init__(
        self,
        page: ExperimentsPage,
        seating: SetupControl,
        store: StoreThread,
        busy: Callable[[str], bool],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._page, self._seating, self._store, self._busy = page, seating, store, busy
        self._before = ""  # the name so far of what is edited
        self.deleting = Deleting(store, page.centre.question, self)
        about = page.about
        about.file.save_asked.connect(self.deleting.settle)  # before the name may be used again
        about.file.save_asked.connect(self._save)
        about.file.check_asked.connect(self._check)
        about.edit_asked.connect(self.edit)
        about.delete_asked.connect(self.delete)
        about.noted.connect(lambda name, note: store.ask(work.noted, name, note))
        page.panel.new_asked.connect(self.new)
        page.panel.copy_asked.connect(self.copy)

    def new(self) -> None:
        """Begins a file about the match's game and its first search."""
        game, seats = self._seating.game, self._seating.setup.seats
        seat = next((seat.name for seat in seats if seat.searches), USUAL)
        whole = spec_of(game.name, game.options)
        self._begin("", shelf.template("ablation", whole, seat, BUDGET, QUESTION))

    def copy(self) -> None:
        """Begins a copy of the experiment on show."""
        view = self._page.centre.view
        if view is not None:
            self._store.look(work.copied, view.file, then=lambda found: self._begin(*found))

    def edit(self) -> None:
        """Edits the experiment on show; of a shipped one a copy."""
        view, name = self._page.centre.view, self._page.about.name
        if view is not None and view.file.shipped:
            self.copy()
        elif view is not None:
            self._begin(view.file.name, view.file.text, view.file.name)
        elif name:  # its file is none
            self._store.look(work.text_of, name, then=lambda text: self._begin(name, text, name))

    def _begin(self, name: str, text: str, before: str = "") -> None:
        self._before = before
        self._page.edit(name, text, not before)

    def _check(self, name: str, text: str) -> None:
        say = partial(self._say, (name, text))
        self._store.look(work.checked, name, text, self._before, then=say, otherwise=say)

    def _say(self, found: tuple[str, str], problem: str) -> None:
        self._page.about.file.set_said(problem, found)

    def _save(self, name: str, text: str) -> None:
        say, before = partial(self._say, (name, text)), self._before
        if before != name and self._busy(before):
            say(f"Stop {before} before it gets another name.")
        else:
            self._store.ask(work.saved, name, text, before, then=self._kept, otherwise=say)

    def _kept(self, name: str) -> None:
        self._page.about.file.leave()
        self.saved.emit(name)

    # -- deleting ----------------------------------------------------------------------------------

    def delete(self) -> None:
        """Asks whether the experiment on show is to be deleted."""
        about = self._page.about
        name = about.name
        if self._busy(name):
            self._page.panel.set_problem(f"Stop {name} before you delete anything of it.")
        elif name:
            about.keep_note()
            self.deleting.ask(
                work.losing,
                name,
                on_show=lambda: about.name == name,
                delete=lambda: self._delete(name),
            )

    def _delete(self, name: str) -> None:
        if not self._busy(name):
            self._store.ask(work.removed, name, then=partial(self._deleted, name))

    def _deleted(self, name: str, text: str | None) -> None:
        if text is None:  # it comes with the lab
            self.saved.emit(name)
            return
        self.gone.emit(name)
        self.deleting.offer(
            name,
            undo=lambda: self._store.ask(work.restored, name, text, then=self.saved.emit),
            forget=lambda: self._store.ask(work.forgotten, name),
        )
