"""Starting and ending the window: checks the machine, sets up Qt, catches errors, and stops
everything cleanly.
"""

from __future__ import annotations

import argparse
import contextlib
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

from lab.signals import CTRL_C, HANG_UP, KILL, handle
from lab.ui.control.controller import Controller
from lab.ui.control.keeping import MatchKeeper
from lab.ui.parts import theme
from lab.ui.parts.focus_ring import FocusRing
from lab.ui.parts.spoken import PlainDescriptions
from lab.ui.shell.focus import KeyGuard
from lab.ui.shell.window import Window
from lab.words.settings import SettingsStore

LOG_BYTES = 500_000
LOOK_MS = 50  # interval between checks for a signal
log = logging.getLogger("lab")


def main(argv: Sequence[str] = ()) -> int:
    """Opens the lab and returns its exit code when the window is closed."""
    args = _parser().parse_args(list(argv))
    start_log()
    stop = catch_signals()
    app = application()
    window, controller = open_lab()
    keeper = MatchKeeper()
    controller.session.tell_results(keeper.take)
    watch_errors(controller)
    close_when(stop, window)
    window.show()
    if args.open is None:
        controller.tour.offer()
    else:
        controller.files.open_file(args.open)
    if args.smoke is not None:
        QTimer.singleShot(round(1000 * args.smoke), window, window.close)
    code = app.exec()
    controller.close()
    keeper.close()
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="smitsilab", description="Opens the window.")
    parser.add_argument(
        "--smoke", type=float, metavar="SECONDS", help="close again after so many seconds"
    )
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
    app = QApplication(["smitsilab"])
    app.setApplicationName("smitsilab")
    app.setApplicationDisplayName("")
    QGuiApplication.setDesktopFileName("smitsilab")
    KeyGuard(app)
    FocusRing(app)
    PlainDescriptions(app)
    return app


def open_lab(
    store: SettingsStore | None = None, save_folder: Path | None = None
) -> tuple[Window, Controller]:
    """The window with a running match, with the looks it was left with; not yet shown."""
    kept = store or SettingsStore()
    app = application()
    scheme = kept.settings.theme if kept.settings.theme in theme.SCHEMES else "system"
    theme.apply(app, scheme, kept.settings.text_percent)
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
            controller.tell(
                f"Something in the window failed ({kind.__name__}: {error}). The match is "
                f"not touched; {log_file()} has the details."
            )

    def told_in_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            log.error(
                "An error in a thread", exc_info=(args.exc_type, args.exc_value, args.exc_traceback)
            )

    sys.excepthook = told
    threading.excepthook = told_in_thread
