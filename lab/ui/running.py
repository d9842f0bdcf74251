"""What runs, told from every page: a button in the status line, whose menu goes there or stops
it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from lab.ui.control.game_run import GameRun
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import (
    ARENA,
    COMPARE,
    EXPERIMENTS,
    LESSONS,
    MATCH,
    NETWORK,
    REVIEW,
    TUNER,
)

if TYPE_CHECKING:
    from lab.ui.controller import Controller


LOOK_MS = 500


@dataclass(frozen=True)
class Work:
    """Something that may run for long: what it is called, whether it runs, what stops it, the way
    to its page, and what plays its games, if it has some.
    """

    name: str
    runs: Callable[[], bool]
    stop: Callable[[], object]
    go: Callable[[], object]
    play: GameRun | None = None

    @property
    def may_end(self) -> bool:
        """Whether it may begin no game any more, and has not been told so."""
        return self.play is not None and not self.play.stopped


def works(lab: Controller) -> tuple[Work, ...]:
    """All that may run; the match only while its page is out of sight."""
    window, session, runner = lab.window, lab.session, lab.review.search.runner

    def plays() -> bool:
        status = session.view.status
        return window.page is not None and status.playing and bool(status.searching)

    def page(name: str) -> Callable[[], object]:
        return partial(window.show_workspace, name)

    def compare() -> None:
        if window.page is not lab.compare.page:
            lab.do(COMPARE)

    def review() -> None:
        if window.page is not lab.review.page:
            lab.do(REVIEW)

    arena, experiments, tuner, lessons = lab.arena, lab.experiments, lab.tuning, lab.lessons
    network = lab.network
    sweep, contest = experiments.explore.run, lab.compare.run
    return (
        Work("the match", plays, session.pause, page(MATCH)),
        Work(
            "the preparation of searches",
            lambda: bool(session.view.status.preparing),
            session.cancel_preparing,
            page(MATCH),
        ),
        Work("the arena", lambda: arena.play.running, arena.pause, page(ARENA), arena.play),
        Work(
            "the experiment",
            lambda: experiments.play.running,
            experiments.play.stop,
            page(EXPERIMENTS),
            experiments.play,
        ),
        Work(
            "the sweep",
            lambda: sweep.running,
            sweep.stop,
            experiments.show_sweeps,
            sweep.play,
        ),
        Work("A against B", lambda: contest.running, contest.stop, compare, contest.play),
        Work("the tuner", lambda: tuner.play.running, tuner.pause, page(TUNER), tuner.play),
        Work("the network", lambda: network.play.running, network.pause, page(NETWORK)),
        Work(
            "the preparation of all lessons",
            lambda: lessons.prepares,
            lessons.stop_preparing,
            page(LESSONS),
        ),
        Work("the review", lambda: runner.running, runner.stop, review),
    )


class RunningControl(QObject):
    """Looks at every work twice a second."""

    def __init__(self, window: Window, works: tuple[Work, ...], parent: QObject) -> None:
        super().__init__(parent)
        self._works = {work.name: work for work in works}
        self._button = window.status.running
        self._button.went.connect(lambda name: self._works[name].go())
        self._button.stopped.connect(lambda name: self._works[name].stop())
        self._button.ending.connect(self._let_end)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        self._timer.start(LOOK_MS)

    def look(self) -> None:
        """Shows what runs now."""
        running = [work for work in self._works.values() if work.runs()]
        playing = [work.name for work in running if work.may_end]
        self._button.set_running([work.name for work in running], playing)

    def _let_end(self, name: str) -> None:
        play = self._works[name].play
        if play is not None:
            play.let_end()
