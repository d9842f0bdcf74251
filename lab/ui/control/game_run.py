"""Plays an arena or an experiment while the window stays alive: the loop of every experiment in a
thread, the games in processes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import CancelledError

from PySide6.QtCore import QObject, Signal

from lab.batch.cluster import ClusterHands
from lab.batch.frames import Choose, OnFrame
from lab.batch.games import GroupJob
from lab.batch.local import LocalHands
from lab.batch.workplace import Workplace
from lab.experiments.keeping import RunStep
from lab.experiments.running import FINISHING, Question, Run
from lab.store.store import Store
from lab.ui.control.files import with_ignored_shutdown
from lab.ui.control.store_thread import SENTENCES

LEAVE_S = 5.0
CLOSE_S = 0.3  # for games elsewhere, where the window closes
Tell = Callable[[str], object]


def hands_of(place: Workplace, tell: Tell = lambda said: None) -> LocalHands | ClusterHands:
    """Who plays: processes of this computer, or the workers of a cluster."""
    return ClusterHands(place.address, tell) if place.address else LocalHands(place.processes, tell)


class _Stopped(Exception):
    """Somebody wants the run to stop."""


class GameRun(QObject):
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
        self._played: Run | None = None  # what is being played
        self._last = False  # no game is begun any more
        self.told = ""  # the latest sentence about a game that failed, or a worker

    @property
    def running(self) -> bool:
        """Whether games are being played."""
        return self._thread is not None

    @property
    def stopped(self) -> bool:
        """Whether somebody has asked the latest run to stop."""
        return self._stop.is_set() or self._last

    @property
    def finishing(self) -> bool:
        """Whether only the games that are running are played to their end."""
        return self.running and self._last and not self._stop.is_set()

    @property
    def preparing(self) -> str:
        """What is compiled, before the first game; "" while games are played, or nothing is."""
        note = self.step.note
        begun = not self.running or bool(self.jobs())
        return "" if begun or not note.startswith("preparing") else note

    def start(
        self,
        name: str,
        question: Question,
        store: Store,
        place: Workplace,
        on_frame: OnFrame,
        choose: Choose = lambda running: (),
    ) -> None:
        """Plays what the question of experiment `name` asks for; `on_frame` gets frames of the
        games that `choose` wants, see `Hands.watch`.
        """

        def play() -> None:
            self._hands = hands = hands_of(place, self._tell)
            hands.watch(choose, on_frame)
            if not self._stop.is_set():
                with store.playing(name):
                    self._played = Run(name, question, store, hands, self.stepped)
                    if self._last:
                        self._played.finish()
                    self._played.play()

        self.begin(play)

    def begin(self, work: Callable[[], object]) -> None:
        """Does work that calls `stepped` in a thread, if nothing is being done."""
        if self._thread is not None:
            return
        self._stop.clear()
        self._last = False
        self.step, self.told = RunStep(0, 0, "preparing"), ""
        self._thread = threading.Thread(target=self._run, args=(work,), name="games", daemon=True)
        self._thread.start()

    def _tell(self, sentence: str) -> None:
        self.told = sentence

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
            self._hands = self._played = None
            with_ignored_shutdown(lambda: self.ended.emit(why))

    def stepped(self, step: RunStep) -> None:
        """The work has come so far; ends it if somebody wants it to stop, or to begin nothing new
        where it plays no games.
        """
        self.step = step
        self.told = step.told if step.told not in ("", FINISHING) else self.told
        if self._stop.is_set() or (self._last and self._played is None):
            raise _Stopped

    def jobs(self) -> tuple[GroupJob, ...]:
        """What is being played."""
        hands = self._hands
        return hands.running if hands is not None else ()

    def let_end(self) -> None:
        """Lets the games that are running end, and begins none any more."""
        self._last = True
        if (played := self._played) is not None:
            played.finish()

    def stop(self) -> None:
        """Ends the games that are running, which count for nothing; finished ones are kept."""
        self._stop.set()

    def finish(self, within_s: float = LEAVE_S) -> None:
        """The run has ended: the next one may start."""
        if self._thread is not None:
            self._thread.join(within_s)
        self._thread = None

    def end(self) -> None:
        """The window closes: no process of ours is left. A scheduler that has not answered yet is
        not waited for.
        """
        self.stop()
        hands = self._hands
        if isinstance(hands, ClusterHands):
            hands.close(CLOSE_S)
        elif hands is not None:
            hands.close()
        self.finish(LEAVE_S if hands is not None else CLOSE_S)
