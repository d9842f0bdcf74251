"""Deletes what is on a page: one question that says what is lost, and Undo as long as it is
offered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVarTuple

from PySide6.QtCore import QObject

from lab.store.store import Store
from lab.ui.control.store_thread import StoreThread
from lab.ui.parts.question_bar import QuestionBar

UNDO = "Undo brings it back with its games, until this is closed."
Given = TypeVarTuple("Given")
Act = Callable[[], object]


class Deleting(QObject):
    """What is deleted leaves the page at once; its games go when Undo is offered no more."""

    def __init__(self, store: StoreThread, bar: QuestionBar, parent: QObject) -> None:
        super().__init__(parent)
        self._store, self._bar = store, bar
        self._delete: Act | None = None  # what the question on show asks about
        self._undo: Act | None = None
        self._forget: Act | None = None  # the games of what was deleted
        bar.answered.connect(self._answered)

    def ask(
        self,
        question: Callable[[Store, *Given], tuple[str, str, str, str]],
        *about: *Given,
        on_show: Callable[[], bool],
        delete: Act,
    ) -> None:
        """Asks the question that the store makes, if what it is about is still on show then."""

        def show(words: tuple[str, str, str, str]) -> None:
            if on_show():
                self.settle()
                self._delete = delete
                self._bar.ask(*words)

        self.settle()
        self._store.look(question, *about, then=show)

    def offer(self, name: str, undo: Act, forget: Act) -> None:
        """It is deleted; `undo` brings it back, `forget` removes its games."""
        self._undo, self._forget = undo, forget
        self._bar.ask(f"{name} is deleted.", UNDO, "Undo", "Close")

    def _answered(self, yes: bool) -> None:
        delete, self._delete = self._delete, None
        if delete is None and yes and self._undo is not None:
            self._forget = None
            self._undo()
        elif delete is not None and yes:
            delete()
        if delete is None:
            self.settle()

    def settle(self, *_signal: object) -> None:
        """Undo is offered no more: the games of what was deleted go too."""
        forget, self._delete, self._undo, self._forget = self._forget, None, None, None
        if forget is not None:
            forget()
        self._bar.hide()
