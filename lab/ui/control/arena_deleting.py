"""Deletes bots and whole arenas with their games: one question that says what is lost, and Undo as
long as it is offered.
"""

from __future__ import annotations

from PySide6.QtCore import QObject

from lab.ui.arena.centre import STANDING
from lab.ui.arena.page import ArenaPage
from lab.ui.control import arena_removing as work
from lab.ui.control.arena_desk import StoreDesk
from lab.ui.control.arena_editing import ArenaEditing
from lab.words.numerals import several

UNDO = "Undo brings it back with its games, until this is closed."


class ArenaDeleting(QObject):
    """What is deleted leaves the page at once; its games go when Undo is offered no more."""

    def __init__(self, desk: StoreDesk, editing: ArenaEditing, parent: QObject) -> None:
        super().__init__(parent)
        self._desk, self._editing = desk, editing
        self._page: ArenaPage | None = None
        self._asked: work.ArenaLoss | None = None  # the question on show
        self._removed: work.Removed | None = None  # what Undo brings back

    def attend(self, page: ArenaPage) -> None:
        """Answers this page, before what else changes the arena: a new one may have the name of a
        deleted one.
        """
        self._page, panel = page, page.panel
        panel.bot_delete_asked.connect(self._ask_bot)
        panel.delete_asked.connect(self._ask)
        for signal in (panel.created, panel.bot_added, panel.renamed, panel.arena_renamed):
            signal.connect(self.settle)
        page.centre.question.answered.connect(self._answered)

    def _ask_bot(self, bot: str) -> None:
        self._ask(self._editing.form.name, bot)

    def _ask(self, arena: str, bot: str = "") -> None:
        self.settle()
        self._desk.look(work.losing(arena, bot), self._show)

    def _show(self, loss: work.ArenaLoss) -> None:
        if self._page is not None and self._editing.form.name == loss.arena:
            self.settle()
            self._asked = loss
            self._page.centre.question.ask(*question(loss))

    def _answered(self, yes: bool) -> None:
        loss, self._asked = self._asked, None
        if loss is None:
            self._undo_or_settle(yes)
        elif yes:
            form = self._editing.form
            self._editing.change(work.removed(form, loss.arena, loss.bot), self._gone)

    def _gone(self, removed: work.Removed) -> None:
        self._removed = removed
        self._editing.changed.emit(removed.opened)
        if self._page is not None:
            self._page.centre.show_part(STANDING)
            self._page.centre.question.ask(f"{removed.name} is deleted.", UNDO, "Undo", "Close")

    def _undo_or_settle(self, undo: bool) -> None:
        removed = self._removed
        if undo and removed is not None:
            self._removed = None
            self._editing.change(work.restored(self._editing.form, removed))
        self.settle()

    def settle(self, *_signal: object) -> None:
        """Undo is offered no more: the games of what was deleted go too."""
        self._asked = None
        if self._removed is not None:
            self._desk.ask(work.forgotten(self._removed))
            self._removed = None
        if self._page is not None:
            self._page.centre.question.hide()


def question(loss: work.ArenaLoss) -> tuple[str, str, str, str]:
    """The question, what is lost, and the two answers."""
    bots = [several(loss.bots, "bot")] if loss.bots and not loss.bot else []
    games = [several(loss.games, "game")] if loss.games else []
    games += [f"{several(loss.failed, 'game')} that could not be finished"] if loss.failed else []
    said = f"This deletes its {' and '.join([*bots, *games])}." if bots or games else "It is empty."
    said = "It has no games of its own." if loss.bot and not games else said
    if loss.stay:
        said += f" {several(loss.stay, 'game')} that others asked for too stay."
    if loss.bot and games:
        said += " A bot that is only retired keeps its games."
    name = f"{loss.bot} of {loss.arena}" if loss.bot else f"the arena {loss.arena}"
    return f"Delete {name}?", said, "Delete", "Keep it"
