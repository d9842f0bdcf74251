"""A window with a running match for tests, closed whatever happens."""

from __future__ import annotations

import faulthandler
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from lab.live.worker import SearchWorker
from lab.store.place import CHOSEN
from lab.ui.app import application, open_lab
from lab.ui.controller import Controller
from lab.ui.parts import detail
from lab.ui.shell.window import FIRST
from lab.words.settings import FULL, SettingsStore

HANG_S = 300.0  # a guard against waiting for ever: kernels may have to be compiled first, by a
# process that leaves the processor to all others


@contextmanager
def opened(
    folder: Path, game: str = "tictactoe", *seats: str, speed: float = 0.0, **kept: object
) -> Iterator[Controller]:
    """The controller of a shown window that plays `game`, by default as fast as it goes
    and for one who knows it; its games are kept in `folder` too, unless a test says where.
    """
    application()
    kept_in = os.environ.get(CHOSEN)
    os.environ.setdefault(CHOSEN, str(folder / "games.db"))
    store = SettingsStore(folder)
    store.settings.game, store.settings.speed, store.settings.theme = game, speed, "light"
    store.settings.detail, store.settings.first_steps = FULL, False
    if seats:
        options = {"rounds": 50} if game == "matrix" else {}
        store.settings.matches[game] = {"seats": list(seats), "seed": 1, "options": options}
    for name, value in kept.items():
        setattr(store.settings, name, value)
    window, controller = open_lab(store, folder)
    window.resize(FIRST)  # whatever the screen
    window.show()
    try:
        yield controller
    finally:
        window.close()
        controller.close()
        window.deleteLater()
        detail.set_full(True)
        QTest.qWait(0)
        if kept_in is None:
            os.environ.pop(CHOSEN, None)


def until(controller: Controller, condition: Callable[[], object]) -> None:
    """Waits, with the window alive, for a condition."""
    ends = time.monotonic() + HANG_S
    while not condition():
        QTest.qWait(5)
        if time.monotonic() > ends:
            faulthandler.dump_traceback(sys.__stderr__)  # of every thread: one may be stuck
            print(*_children(), sep="\n", file=sys.__stderr__)  # or a process
            app = QApplication
            raise AssertionError(
                f"{controller.moment.status}, {len(controller.moment.frames)} frames, "
                f"keys go to {app.focusWidget()} in {app.activeWindow()}"
            )


def _children() -> Iterator[str]:
    for each in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            yield f"{each.pid} {each.status()} {sum(each.cpu_times()[:2]):.1f} s {each.cmdline()}"


def hold_still(controller: Controller, ready: Callable[[], object]) -> None:
    """Thinks about the position on the board until `ready`; then its searches rest, and what they
    know last is in view Tree.
    """
    lab, page = controller, controller.window.trees.pages.tree
    lab.do("think")
    until(lab, lambda: lab.moment.status.holding and ready())
    lab.do("run")
    until(lab, lambda: lab.moment.up_to_date and _rest(lab))
    lab.moment.look()
    until(lab, lambda: {tree.part.iterations for tree in page._trees} == _iterations(lab))


def _rest(lab: Controller) -> bool:
    """Whether every search has obeyed its last command and published what it did."""
    workers = [w for w in lab.session.view.workers.values() if isinstance(w, SearchWorker)]
    return not lab.moment.running_on and all(w._inbox.empty() and not w._dirty for w in workers)


def _iterations(lab: Controller) -> set[int]:
    """The iterations of the searches on show."""
    return {thought.snapshot.iterations for thought in lab.moment.thoughts() if thought is not None}
