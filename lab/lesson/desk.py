"""Lessons made in their own thread. Kernels that are not on disk yet are compiled in another
process first, as in `lab.match.prepare`.
"""

from __future__ import annotations

import platform
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.cache_folder import cache_folder
from engines.jit import digest, is_disabled
from engines.knobs import KnobError
from lab.again import environment
from lab.lesson.asked import LessonQuestion
from lab.lesson.every import KINDS, every_question
from lab.lesson.growth import LeafGrowth, measure

GROWTH, EVERY = "growth", "every lesson"
USUAL_S = 12.0  # that a preparation takes


@dataclass(frozen=True)
class LessonAnswer:
    """A lesson, or a sentence that says why there is none."""

    question: LessonQuestion
    lesson: Any = None
    failure: str = ""


class PreparingStopped(Exception):
    """A preparation was cancelled, or another search is wanted."""


class LessonThread(threading.Thread):
    """Puts the newest question's lesson into `answer` and the measurement into `growth`, each
    replaced as a whole. `preparing` names what is being compiled; `tell` is called in the thread
    with how far the preparation of all lessons is, in a sentence.
    """

    def __init__(self, tell: Callable[[str], None] = lambda words: None) -> None:
        super().__init__(name="lesson", daemon=True)
        self._tell = tell
        self.answer: LessonAnswer | None = None
        self.growth: LeafGrowth | None = None
        self.growth_failure = ""
        self.preparing = ""
        self._inbox: queue.SimpleQueue[LessonQuestion | str | None] = queue.SimpleQueue()
        self._process: subprocess.Popen[bytes] | None = None
        self._algorithm = ""  # of the question in preparation
        self._lock, self._stopping, self._cancelled = threading.Lock(), False, False
        self._since_s = 0.0

    # -- from any thread ---------------------------------------------------------------------------

    def ask(self, question: LessonQuestion) -> None:
        """Requests a lesson; a preparation for another search is not awaited any more."""
        if self._algorithm not in ("", question.searched_by):
            self.cancel()
        self._inbox.put(question)

    def ask_growth(self) -> None:
        """Requests the graph of leaves against depth."""
        self._inbox.put(GROWTH)

    def prepare_every(self) -> None:
        """Requests that all lessons be prepared, one after the other."""
        self.preparing = "all lessons"
        self._inbox.put(EVERY)

    @property
    def prepared_s(self) -> float:
        """For how long something has been prepared."""
        return time.monotonic() - self._since_s if self.preparing else 0.0

    def cancel(self) -> None:
        """Ends the present preparation."""
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                self._cancelled = True
                self._process.kill()

    def stop(self) -> None:
        """Ends the thread and any preparation."""
        with self._lock:
            self._stopping = True
            if self._process is not None:
                self._process.kill()
        self._inbox.put(None)

    # -- the thread --------------------------------------------------------------------------------

    def run(self) -> None:
        """Answers until it is stopped."""
        while (wanted := self._inbox.get()) is not None and not self._stopping:
            # only the newest counts
            while not isinstance(wanted, str) and not self._inbox.empty():
                following = self._inbox.get()
                if isinstance(following, str):
                    self._do(following)
                elif following is None:
                    return
                else:
                    wanted = following
            if isinstance(wanted, str):
                self._do(wanted)
            else:
                self.answer = self._answered(wanted)

    def _answered(self, question: LessonQuestion) -> LessonAnswer:
        title = "the search"
        try:
            self._algorithm = question.searched_by
            title = question.title
            self._prepare(_stamp(question), question)
            return LessonAnswer(question, KINDS[question.lesson].study(question))
        except KnobError as error:
            return LessonAnswer(question, failure=str(error))
        except PreparingStopped:
            words = f"Preparing {title} was cancelled. Choose a search to go on."
            return LessonAnswer(question, failure=words)
        except Exception as error:
            return LessonAnswer(
                question, failure=f"The lesson stopped: {str(error) or type(error).__name__}"
            )
        finally:
            self.preparing = self._algorithm = ""

    def _do(self, what: str) -> None:
        if what == EVERY:
            self._prepare_every()
        else:
            self._measure()

    def _prepare_every(self) -> None:
        wanted = dict[Path, LessonQuestion | str]()
        questions: Iterable[LessonQuestion | str] = (*every_question(), GROWTH)
        for asked in questions:
            wanted.setdefault(_stamp(asked), asked)
        left = [] if is_disabled() else [stamp for stamp in wanted if not stamp.exists()]
        try:
            for done, stamp in enumerate(left):
                what = _subject(wanted[stamp])
                self._tell(f"Preparing all lessons, {done + 1} of {len(left)}: {what}.")
                self._prepare(stamp, wanted[stamp])
            failed = [_subject(wanted[stamp]) for stamp in left if not stamp.exists()]
            words = f"Not prepared, and tried again when shown: {', '.join(failed)}."
            self._tell(words if failed else "All lessons are prepared.")
        except PreparingStopped:
            self._tell("Preparing all lessons was stopped.")
        finally:
            self.preparing = ""

    def _measure(self) -> None:
        try:
            self._prepare(_stamp(GROWTH), GROWTH)
            self.growth = measure()
        except PreparingStopped:
            self.growth_failure = "The measurement was cancelled."
        except Exception as error:
            self.growth_failure = f"The measurement stopped: {str(error) or type(error).__name__}"
        finally:
            self.preparing = ""

    def _prepare(self, stamp: Path, asked: LessonQuestion | str) -> None:
        """Has another process do the same first, unless that was done before; if it fails, this
        thread compiles.
        """
        if is_disabled() or stamp.exists():
            return
        self._since_s, self._cancelled = time.monotonic(), False
        self.preparing = _subject(asked)
        words = [asked] if isinstance(asked, str) else asked.preparing()
        with self._lock:
            if self._stopping:
                raise PreparingStopped
            self._process = subprocess.Popen(
                [sys.executable, "-m", "lab", "lesson", *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=environment(),
            )
        self._process.wait()
        if self._cancelled or self._stopping:
            raise PreparingStopped
        if self._process.returncode == 0:
            stamp.parent.mkdir(parents=True, exist_ok=True)
            stamp.touch()


def _subject(question: LessonQuestion | str) -> str:
    """What is compiled, in words."""
    if isinstance(question, str):
        return "the measurement"
    return f"{question.title} of {question.subject}"


def _stamp(wanted: LessonQuestion | str) -> Path:
    """The file that says these kernels were compiled for these sources on this machine."""
    key = (wanted,) if isinstance(wanted, str) else wanted.kernels
    whole = ("lesson", *key, sys.version_info[:2], platform.node())
    return cache_folder() / f"ready-{digest(whole, *_modules())[:20]}"


def _modules() -> tuple[str, ...]:
    return (
        "engines.textbook.game",
        "search.depth_first.bounds",
        "search.depth_first.sums",
        "search.uct",
        "lab.lesson.mcts",
        "search.smitsimax",
        "lab.lesson.smitsimax",
        "search.duct",
        "lab.lesson.decoupled",
        "search.beam",
        "lab.lesson.beam",
        "search.genetic",
        "lab.lesson.genetic",
        "lab.lesson.growth",
    )
