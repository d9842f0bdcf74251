"""Work that must not hold the window up: in a thread of its own, with progress, and cancelled at
any time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal

from engines.knobs import KnobError
from lab.export.formats import NoFormat
from lab.files.replay import ReplayError
from lab.live.worker import give_way
from lab.ui.control.files import sentence_of, with_ignored_shutdown

END_S = 5.0  # for a cancelled thread


class Cancelled(Exception):
    """Nobody wants the result any more."""


@dataclass(frozen=True)
class Refusal:
    """Why there is no result, a sentence."""

    sentence: str


@dataclass(eq=False)
class WorkDesk:
    """What the work is handed: it calls `beat` now and then, and `tell` with how much is done."""

    tell: Callable[[int, int], None]
    stopped: threading.Event = field(default_factory=threading.Event)

    def beat(self) -> None:
        """Raises Cancelled if it is cancelled."""
        if self.stopped.is_set():
            raise Cancelled


class ExportWork(QObject):
    """One piece of work at a time; the next one cancels the one before. `done` carries the result,
    or a Refusal; nothing comes of work that was cancelled.
    """

    done = Signal(object)
    progressed = Signal(int, int)  # how much, of how much
    _ended = Signal(object, object)  # Desk, result; from the thread

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk: WorkDesk | None = None
        self._thread: threading.Thread | None = None
        self._ended.connect(self._take)

    @property
    def runs(self) -> bool:
        """Whether anything is being done."""
        return self._desk is not None

    def start(self, what: Callable[[WorkDesk], object]) -> None:
        """Does `what`, in place of what is being done."""
        self.cancel()
        desk = self._desk = WorkDesk(lambda done, total: self._tell(desk, done, total))

        def run() -> None:
            give_way()
            try:
                found = what(desk)
            except Cancelled:
                found = None
            except (ReplayError, NoFormat, KnobError, ValueError) as error:
                found = Refusal(str(error))
            except OSError as error:
                found = Refusal(sentence_of(error))
            with_ignored_shutdown(lambda: self._ended.emit(desk, found))

        self._thread = threading.Thread(target=run, name="export", daemon=True)
        self._thread.start()

    def _tell(self, desk: WorkDesk, done: int, total: int) -> None:
        if desk is self._desk:
            with_ignored_shutdown(lambda: self.progressed.emit(done, total))

    def _take(self, desk: WorkDesk, found: object) -> None:
        if desk is self._desk:
            self._desk = None
            self.done.emit(found)

    def cancel(self) -> None:
        """Ends what is being done, without a result."""
        if self._desk is not None:
            self._desk.stopped.set()
            self._desk = None

    def end(self) -> None:
        """Cancels, and waits for the thread."""
        self.cancel()
        if self._thread is not None:
            self._thread.join(END_S)
