"""Plays an arena or an experiment while the window stays alive: the loop of every experiment in a
thread, the games in processes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import CancelledError

from PySide6.QtCore import QObject, Signal

from lab.batch.cluster import ClusterHands
from lab.batch.games import GroupJob
from lab.batch.local import LiveFrame, LocalHands
from lab.experiments.keeping import RunStep
from lab.experiments.running import Question, Run
from lab.store.store import Store
from lab.ui.arena.form import ArenaForm
from lab.ui.control.arena_desk import SENTENCES
from lab.ui.control.files import with_ignored_shutdown

LEAVE_S = 5.0
OnFrame = Callable[[LiveFrame], object]


def hands_of(form: ArenaForm) -> LocalHands | ClusterHands:
    """Who plays: processes of this computer, or the workers of a cluster."""
    return ClusterHands(form.address) if form.address else LocalHands(form.processes)


class _Stopped(Exception):
    """Somebody wants the run to stop."""


class ArenaPlay(QObject):
    """At most one run. `ended` carries the sentence that it ended with, "" where it was stopped or
    nothing more was asked for.
    """

    ended = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.step = RunStep(0, 0, "")
        self._hands: LocalHands | ClusterHands | None = None
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._on_frame: OnFrame = lambda frame: None

    @property
    def running(self) -> bool:
        """Whether games are being played."""
        return self._thread is not None

    @property
    def stopped(self) -> bool:
        """Whether somebody has asked the latest run to stop."""
        return self._stop.is_set()

    @property
    def preparing(self) -> str:
        """What is compiled, before the first game."""
        note = self.step.note
        return note if note.startswith("preparing") else ""

    def start(
        self, name: str, question: Question, store: Store, form: ArenaForm, on_frame: OnFrame
    ) -> None:
        """Plays what the question of experiment `name` asks for."""
        self.begin(lambda: self._play(name, question, store, form), on_frame)

    def _play(self, name: str, question: Question, store: Store, form: ArenaForm) -> None:
        self._hands = hands_of(form)
        if not self._stop.is_set():
            Run(name, question, store, self._hands, self.stepped).play()

    def begin(self, work: Callable[[], object], on_frame: OnFrame = lambda frame: None) -> None:
        """Does work that calls `stepped` in a thread, if nothing is being done."""
        if self._thread is not None:
            return
        self._stop.clear()
        self.step, self._on_frame = RunStep(0, 0, "preparing"), on_frame
        self._thread = threading.Thread(target=self._run, args=(work,), name="games", daemon=True)
        self._thread.start()

    def _run(self, work: Callable[[], object]) -> None:
        why = ""
        try:
            work()
        except (_Stopped, CancelledError):  # the latter while something is compiled
            pass
        except SENTENCES as error:
            why = "" if self._stop.is_set() else str(error)
        finally:
            if self._hands is not None:
                self._hands.close()
            self._hands = None
            with_ignored_shutdown(lambda: self.ended.emit(why))

    def stepped(self, step: RunStep) -> None:
        """The work has come so far; ends it if somebody wants it to stop."""
        self.step = step
        if self._stop.is_set():
            raise _Stopped

    def jobs(self) -> tuple[GroupJob, ...]:
        """What is being played."""
        hands = self._hands
        return hands.running if isinstance(hands, LocalHands) else ()

    def watch(self, jobs: tuple[GroupJob, ...]) -> None:
        """Frames of these jobs are wanted."""
        hands = self._hands
        if isinstance(hands, LocalHands):
            hands.watch(jobs, self._on_frame)

    def stop(self) -> None:
        """Ends the games that are running, which count for nothing; finished ones are kept."""
        self._stop.set()

    def finish(self) -> None:
        """The run has ended: the next one may start."""
        if self._thread is not None:
            self._thread.join(LEAVE_S)
        self._thread = None

    def end(self) -> None:
        """Stops and waits; no process is left."""
        self.stop()
        hands = self._hands
        if hands is not None:
            hands.close()
        self.finish()
