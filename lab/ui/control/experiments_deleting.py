"""Deletes experiments of a person's own, and the games of those that come with the lab: one
question that says what is lost, and Undo as long as it is offered.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from lab.ui.control import experiments_work as work
from lab.ui.control.arena_desk import StoreDesk
from lab.ui.experiments.page import ExperimentsPage
from lab.words.numerals import several


class ExperimentDeleting(QObject):
    """The file of a deleted experiment goes at once, its games when Undo is offered no more.
    `gone` carries the name of a deleted experiment, `changed` that of one whose games or file are
    not what they were. `busy` says whether one is being played.
    """

    gone = Signal(str)
    changed = Signal(str)

    def __init__(self, desk: StoreDesk, busy: Callable[[str], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._desk, self._busy = desk, busy
        self._page: ExperimentsPage | None = None
        self._asked: work.Loss | None = None  # the question on show
        self._deleted: tuple[str, str] | None = None  # name and text that Undo brings back

    def attend(self, page: ExperimentsPage) -> None:
        """Answers this page."""
        self._page = page
        page.about.delete_asked.connect(self.ask)
        page.about.file.save_asked.connect(self.settle)  # before the name may be used again
        page.centre.question.answered.connect(self._answered)

    def ask(self) -> None:
        """Asks whether the experiment on show is to be deleted."""
        page = self._page
        name = page.about.name if page is not None else ""
        if page is None or not name:
            return
        if self._busy(name):
            page.panel.set_problem(f"Stop {name} before you delete anything of it.")
            return
        page.about.keep_note()
        self._desk.look(work.losing(name), self._ask)

    def _ask(self, loss: work.Loss) -> None:
        page = self._page
        if page is None or page.about.name != loss.name:
            return
        self.settle()
        self._asked = loss
        page.centre.question.ask(*question(loss))

    def _answered(self, yes: bool) -> None:
        loss, self._asked = self._asked, None
        if loss is None:
            self._undo_or_settle(yes)
        elif yes and not self._busy(loss.name):
            if loss.shipped:
                self._desk.ask(work.forgotten(loss.name), self.changed.emit)
            else:
                self._desk.ask(work.removed(loss.name), self._removed)

    def _removed(self, deleted: tuple[str, str]) -> None:
        self._deleted = deleted
        self.gone.emit(deleted[0])
        if self._page is not None:
            title = f"{deleted[0]} is deleted."
            self._page.centre.question.ask(title, UNDO, "Undo", "Close")

    def _undo_or_settle(self, undo: bool) -> None:
        if undo and self._deleted is not None:
            self._desk.ask(work.restored(*self._deleted), self.changed.emit)
            self._deleted = None
        self.settle()

    def settle(self, *_saved: object) -> None:
        """Undo is offered no more: the games of what was deleted go too."""
        if self._deleted is not None:
            self._desk.ask(work.forgotten(self._deleted[0]))
            self._deleted = None
        if self._page is not None:
            self._page.centre.question.hide()


UNDO = "Undo brings it back with its games, until this is closed."


def question(loss: work.Loss) -> tuple[str, str, str, str]:
    """The question, what is lost, and the two answers."""
    games = several(loss.games, "game")
    stay = f" {several(loss.stay, 'game')} that others asked for too stay." if loss.stay else ""
    if loss.shipped:
        said = f"{stay} The experiment and its note stay. This cannot be undone.".strip()
        return f"Forget {games} of {loss.name}?", said, "Forget them", "Keep them"
    parts = ["its file", *(["its note"] if loss.note else []), *([games] if loss.games else [])]
    lost = f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
    return f"Delete {loss.name}?", f"This deletes {lost}.{stay}", "Delete", "Keep it"
