"""What the person at the window has changed, whatever it was: one list of steps, each with its way
back.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from engines.game import State
from lab.match.records import Setup
from lab.ui.control.moment import Moment

Do = Callable[[], object]
MERGES_S = 1.0  # a drag of a slider is one step, with pauses of up to so long
MOST = 1000  # steps
ONE_KIND = 1  # Qt asks only steps of one id whether they merge


@dataclass(frozen=True, eq=False)
class EarlierMatch:
    """A match that was on the board: its file has its turns, if there are some."""

    setup: Setup
    start: State | None = None  # if not its seed's position
    file: Path | None = None
    own: bool = True


class UndoStep(QUndoCommand):
    """A change that has been made; `same` is what it is a change of, and changes of the same thing
    that follow one another at once are one step.
    """

    def __init__(self, text: str, undo: Do, redo: Do, same: Hashable = None) -> None:
        super().__init__(text)
        self._undo, self._redo, self._same = undo, redo, same
        self._at, self._is_new = time.monotonic(), True

    def undo(self) -> None:
        self._undo()

    def redo(self) -> None:
        if self._is_new:
            self._is_new = False  # Qt calls it for what has been done already
        else:
            self._redo()

    def id(self) -> int:
        return -1 if self._same is None else ONE_KIND

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, UndoStep) or other._same != self._same:
            return False
        if other._at - self._at > MERGES_S:
            return False
        self._redo, self._at = other._redo, other._at
        return True


class Changes(QObject):
    """`undo` takes the last step back, `redo` makes it again; beyond the first step, turns of the
    match go and come back.
    """

    told = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._stack = QUndoStack(self)
        self._stack.setUndoLimit(MOST)
        self._turns = 0  # turns taken back that no step stands for
        self.going = False  # a step is being taken back, or made again

    def did(self, text: str, undo: Do, redo: Do, same: Hashable = None) -> None:
        """The person has changed something."""
        if self.going:
            return
        self._turns = 0
        self._stack.push(UndoStep(text, undo, redo, same))

    @contextmanager
    def together(self, text: str) -> Iterator[None]:
        """All that is changed within is one step."""
        if self.going:
            yield
            return
        self._stack.beginMacro(text)
        try:
            yield
        finally:
            self._stack.endMacro()

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return self._stack.canUndo()

    @property
    def can_redo(self) -> bool:
        """Whether a step, or a turn, was taken back."""
        return self._turns > 0 or self._stack.canRedo()

    @property
    def last(self) -> str:
        """What `undo` takes back, "" for a turn."""
        return self._stack.undoText()

    @property
    def next(self) -> str:
        """What `redo` makes again, "" for a turn."""
        return "" if self._turns else self._stack.redoText()

    def undo(self, otherwise: Do) -> None:
        """Takes back the last step; without one, does `otherwise`, which takes a turn back."""
        if self._stack.canUndo():
            self.told.emit(f"Undone: {self.last}.")
            self._go(self._stack.undo)
        else:
            self._turns += 1
            otherwise()

    def redo(self, otherwise: Do) -> None:
        """Makes again what was taken back last; without that, does `otherwise`."""
        if self._turns or not self._stack.canRedo():
            self._turns = max(0, self._turns - 1)
            otherwise()
        else:
            self.told.emit(f"Done again: {self.next}.")
            self._go(self._stack.redo)

    def _go(self, way: Do) -> None:
        self.going = True
        try:
            way()
        finally:
            self.going = False


def walked(changes: Changes, moment: Moment, text: str) -> None:
    """The person goes on from the turn at the head of the match: undo comes back to it, redo goes
    to the turn that was left then.
    """
    turns = [moment.view.lines.number(moment.head.turn)] * 2

    def go(to: int) -> None:
        turns[1 - to] = moment.view.lines.number(moment.head.turn)
        moment.cursor = None
        moment.session.stand_at(turns[to])

    changes.did(text, lambda: go(0), lambda: go(1))
