"""Starting and ending the window: checks the machine, sets up Qt, catches errors, and stops
everything cleanly.
"""

from __future__ import annotations

import argparse
import atexit
import contextlib
import gc
import logging
import logging.handlers
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

import platformdirs
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from lab.check.blame import fails_in
from lab.check.endless import watch_calls
from lab.programs.process import end_all
from lab.signals import CTRL_C, HANG_UP, KILL, handle
from lab.ui.control.files import MatchKeeper
from lab.ui.controller import Controller
from lab.ui.garbage import GarbageCollector, share_free_memory
from lab.ui.parts import detail, theme
from lab.ui.parts.focus_ring import FocusRing
from lab.ui.parts.spoken import PlainDescriptions, install
from lab.ui.setup.usual import open_with
from lab.ui.shell.focus import KeyGuard
from lab.ui.shell.window import Window
from lab.words.settings import SIMPLE, SettingsStore

LOG_BYTES = 500_000
SWITCH_S = 0.001  # until a search in the middle of its Python gives way to the window
SETTLE_MS = 3000  # from the window's first frame until everything usual has been loaded
LOOK_MS = 50  # interval between checks for a signal
log = logging.getLogger("lab")


def main(argv: Sequence[str] = ()) -> int:
    """Opens the lab and returns its exit code when the window is closed."""
    args = _parser().parse_args(list(argv))
    leave = Leave()
    start_log()
    watch_calls()
    stop = catch_signals()
    app = application()
    window, controller = open_lab(game=args.game)
    keeper = MatchKeeper()
    controller.session.tell_results(keeper.take)
    watch_errors(controller)
    close_when(stop, window)
    window.show()
    QTimer.singleShot(SETTLE_MS, window, gc.freeze)  # what has been loaded stays
    if args.open is not None:
        controller.files.open_file(args.open)
    if args.smoke is not None:
        QTimer.singleShot(round(1000 * args.smoke), window, window.close)
    code = app.exec()
    controller.close()
    keeper.close()
    leave.code = code
    return code


class Leave:
    """Ends the process as soon as Python exits, where `code` is known by then: everything is saved
    and every process ended, and clearing Qt and compiled kernels away piece by piece takes seconds.
    """

    def __init__(self) -> None:
        self.code: int | None = None
        atexit.register(self._now)  # the first to register is the last to be called

    def _now(self) -> None:
        if self.code is not None:
            end_all()
            for stream in (sys.stdout, sys.stderr):
                with contextlib.suppress(OSError, ValueError, AttributeError):
                    stream.flush()
            os._exit(self.code)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="smitsilab", description="Opens the window.")
    parser.add_argument(
        "--smoke", type=float, metavar="SECONDS", help="close again after so many seconds"
    )
    parser.add_argument("--game", default="", metavar="GAME", help="begin with a match of it")
    parser.add_argument("--open", type=Path, metavar="FILE", help="open this replay")
    return parser


def catch_signals() -> threading.Event:
    """An event set by Ctrl-C, SIGTERM and a closed terminal: a signal can arrive at any point, so
    its handler does nothing else.
    """
    stop = threading.Event()
    handle(lambda *_: stop.set(), CTRL_C, KILL, HANG_UP)
    return stop


def close_when(stop: threading.Event, window: Window) -> None:
    """Closes the window soon after the event was set."""

    def look() -> None:
        if stop.is_set():
            window.close()

    timer = QTimer(window)
    timer.timeout.connect(look)
    timer.start(LOOK_MS)


def application() -> QApplication:
    """The one QApplication, with its event filters; command-line arguments are not passed to Qt."""
    found = QApplication.instance()
    if isinstance(found, QApplication):
        return found
    sys.setswitchinterval(SWITCH_S)
    share_free_memory()
    app = QApplication(["smitsilab"])
    GarbageCollector(app)
    app.setApplicationName("smitsilab")
    app.setApplicationDisplayName("")
    QGuiApplication.setDesktopFileName("smitsilab")
    KeyGuard(app)
    FocusRing(app)
    PlainDescriptions(app)
    install()
    return app


def open_lab(
    store: SettingsStore | None = None, save_folder: Path | None = None, game: str = ""
) -> tuple[Window, Controller]:
    """The window with a running match, of `game` or that it was left with, and with the looks it
    was left with; not yet shown.
    """
    kept = store or SettingsStore()
    if game:
        open_with(game, kept.settings)
    app = application()
    scheme = kept.settings.theme if kept.settings.theme in theme.SCHEMES else "system"
    theme.apply(app, scheme, kept.settings.text_percent)
    detail.set_full(kept.settings.detail != SIMPLE)
    window = Window(kept.settings)
    return window, Controller(window, kept, save_folder)


# -- errors ----------------------------------------------------------------------------------------


def log_file() -> Path:
    """Where errors are logged: $SMITSILAB_DATA, else the user's folder for logs."""
    chosen = os.environ.get("SMITSILAB_DATA")
    return Path(chosen or platformdirs.user_log_dir("smitsilab", appauthor=False)) / "lab.log"


def start_log() -> None:
    """Logs errors to a file, or if none can be written, only to the terminal."""
    if log.handlers:
        return
    log.setLevel(logging.INFO)
    with contextlib.suppress(OSError):
        log_file().parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(
            log_file(), maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True
        )
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        log.addHandler(handler)


def watch_errors(controller: Controller) -> None:
    """An error in a view, or in a thread, is logged and reported in the status bar; the lab keeps
    running.
    """

    def told(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QTimer.singleShot(0, controller.window, controller.window.close)
            return
        log.error("An error in a view", exc_info=(kind, error, trace))
        sys.__excepthook__(kind, error, trace)
        with contextlib.suppress(RuntimeError):  # the window may be gone
            what = fails_in(error).rstrip(".") or f"{kind.__name__}: {error}"
            controller.tell(
                f"Something in the window failed ({what}). The match is "
                f"not touched; {log_file()} has the details."
            )

    def told_in_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            log.error(
                "An error in a thread", exc_info=(args.exc_type, args.exc_value, args.exc_traceback)
            )

    sys.excepthook = told
    threading.excepthook = told_in_thread
