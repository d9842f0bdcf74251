"""Random clicks, keys, drags, texts, menus and sizes over all pages of a real window:

    python -m tests.monkey --events 20000 --seed 1

It fails if there is an error in a view or a thread, if the window's thread is busy for longer than
`--longest` seconds (and says where), or if memory grows once every page has been open: what is left
with a new match of a small game on the board, for trees of searches may be of any size. The window
is that of the platform, or is not shown at all where there is no screen.
"""

from __future__ import annotations

import argparse
import ctypes
import faulthandler
import gc
import os
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO
from unittest.mock import patch

import psutil
from PySide6.QtCore import QObject, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QContextMenuEvent, QDesktopServices, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QWidget,
)

from engines.cache_folder import cache_folder
from lab.preflight import has_screen
from lab.ui.controller import Controller
from lab.ui.shell.workspaces import MATCH, PAGE_OF
from tests.lab.ui.lab_window import opened

BEAT_MS, LOOK_S = 10, 1.0  # looks are rare: threads run on while their stacks are read
PAUSE_MS = 5  # between two events
MB = 1 << 20
LOOKS, SETTLES_MS, SMALL = 20, 6_000, "tictactoe"  # how often memory is looked at, and how
GROWTH = 1.15  # memory at the end may be so many times that after all pages were open
SIZES = ((1024, 700), (1280, 800), (1440, 900), (1920, 1080))
KEYS = (
    *(Qt.Key.Key_Tab, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Space, Qt.Key.Key_Backspace),
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home),
    *(Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Delete, Qt.Key.Key_F6),
    *(Qt.Key(code) for code in (*range(ord("0"), ord("9") + 1), *range(ord("A"), ord("Z") + 1))),
)
MODIFIERS = (*3 * (Qt.KeyboardModifier.NoModifier,), Qt.KeyboardModifier.ControlModifier)
TEXTS = ("", "0,9", "20,000", "-1", "1e999", "²", "\ud83d", "<b>x</b>", "é" * 300, "3 -1; -2 4")
NEVER = ("quit",)  # commands


class Heart(QObject):
    """Measures how long the window's thread does not come to its timers, and notes what it did: by
    a watch that needs no lock of Python, which the window's thread may hold for as long.
    """

    def __init__(self, parent: Monkey, seen: TextIO) -> None:
        super().__init__(parent)
        self.longest, self.where, self.waits = 0.0, "", list[str]()
        self._monkey, self._seen, self._last = parent, seen, clocks()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start(BEAT_MS)

    def stop(self) -> None:
        """No longer looks."""
        self._timer.stop()
        faulthandler.cancel_dump_traceback_later()

    def _beat(self) -> None:
        now = clocks()
        wait, own, whole = (after - before for before, after in zip(self._last, now, strict=True))
        if wait > LOOK_S:
            used = f"CPU: the window's thread {own:.2f} s, all of the program {whole:.2f} s"
            self.waits.append(f"{wait:.2f} s ({used}): {self._monkey.said}")
        if wait > self.longest:
            self._seen.seek(0)
            self.longest = wait
            self.where = f"{self._monkey.said}\n{self._seen.read()}"
        self._seen.seek(0)
        self._seen.truncate()
        self._last = now
        faulthandler.dump_traceback_later(max(self.longest, LOOK_S), file=self._seen)


def clocks() -> tuple[float, float, float]:
    """Seconds that have gone by, and those of CPU of this thread and of all threads: a wait in
    which the window's thread has hardly worked was one for a lock, a disk or the machine.
    """
    return time.monotonic(), time.thread_time(), time.process_time()


class Monkey(QObject):
    """One random event after the other, also while a menu or a dialog is open."""

    def __init__(self, lab: Controller, events: int, seed: int) -> None:
        super().__init__(lab.window)
        self.lab, self.window, self.random = lab, lab.window, random.Random(seed)
        self.events, self.done, self.said = events, 0, ""
        self.memory: list[int] = []
        self.pages: list[str] = []
        self._kinds: tuple[tuple[int, Callable[[], str]], ...] = (
            *((30, self.click), (20, self.key), (12, self.command), (8, self.type), (8, self.drag)),
            *((8, self.wheel), (5, self.menu), (4, self.page), (1, self.size)),
        )

    def go_on(self) -> None:
        """The next event, and then another one."""
        if len(self.memory) < self.done * LOOKS // self.events:
            self.settle()
        elif self.done < self.events:
            QTimer.singleShot(PAUSE_MS, self, self.go_on)  # first: what follows may open a dialog
            self.done += 1
            kinds = [kind for _, kind in self._kinds]
            kind = self.random.choices(kinds, [weight for weight, _ in self._kinds])[0]
            self.said = f"event {self.done}: {kind.__name__}"
            self.said = f"event {self.done}: {kind.__name__} {kind()}"

    def settle(self) -> None:
        """Closes what is open and begins a match without large trees, and looks at memory."""
        top = self._top()
        if top is not self.window:
            top.close()
            QTimer.singleShot(BEAT_MS, self, self.settle)
            return
        self.lab.window.show_workspace(MATCH)
        self.lab.setup.choose_game(SMALL)
        self.lab.setup.new_match()
        QTimer.singleShot(SETTLES_MS, self, self.look)

    def look(self) -> None:
        """How much memory there is in use, and goes on."""
        gc.collect()
        if sys.platform == "linux":
            ctypes.CDLL(None).malloc_trim(0)
        self.memory.append(psutil.Process().memory_info().rss // MB)
        print(f"{self.done} events, {self.memory[-1]} MB", flush=True)
        self.go_on()

    # -- what it does ------------------------------------------------------------------------------

    def _top(self) -> QWidget:
        app = QApplication
        return app.activePopupWidget() or app.activeModalWidget() or self.window

    def _widgets(self, *kinds: type[QWidget]) -> list[QWidget]:
        """What can be reached on the window, menu or dialog on top."""
        top = self._top()
        found: list[QWidget] = top.findChildren(QWidget)
        found = [w for w in (top, *found) if w.isVisible() and w.isEnabled() and w.width() > 2]
        return [w for w in found if not kinds or isinstance(w, kinds)]

    def _one(self, *kinds: type[QWidget]) -> QWidget | None:
        found = self._widgets(*kinds)
        return self.random.choice(found) if found else None

    def _point(self, widget: QWidget) -> QPoint:
        return QPoint(
            self.random.randrange(max(1, widget.width())),
            self.random.randrange(max(1, widget.height())),
        )

    def _under(self) -> tuple[QWidget, QPoint]:
        """A widget and a point in it, where a mouse would find it."""
        widget = self._one() or self.window
        at = widget.mapToGlobal(self._point(widget))
        top = self._top()
        found = top.childAt(top.mapFromGlobal(at)) or top
        return found, found.mapFromGlobal(at)

    def click(self) -> str:
        """A click, sometimes a double-click."""
        widget, at = self._under()
        twice = self.random.random() < 0.1
        named = name(widget)
        click = QTest.mouseDClick if twice else QTest.mouseClick
        click(widget, Qt.MouseButton.LeftButton, self.random.choice(MODIFIERS), at)
        return named

    def key(self) -> str:
        """A key, where the keys go."""
        key, modifier = self.random.choice(KEYS), self.random.choice(MODIFIERS)
        if modifier == Qt.KeyboardModifier.ControlModifier and key == Qt.Key.Key_Q:
            return "left out"
        focused = self._top().focusWidget() or self._top()
        if "ommand" in focused.accessibleName():  # what it would type starts a program
            return "left out"
        QTest.keyClick(focused, key, modifier)
        return key.name

    def command(self) -> str:
        """A command by its name."""
        names = sorted(set(self.window.actions_.by_name) - set(NEVER))
        chosen = self.random.choice(names)
        self.window.actions_.by_name[chosen].trigger()
        return chosen

    def type(self) -> str:
        """A text in a field."""
        widget = self._one(QLineEdit, QPlainTextEdit, QAbstractSpinBox, QComboBox)
        if widget is None or "ommand" in widget.accessibleName():
            return "nowhere"
        named, text = name(widget), self.random.choice(TEXTS)
        if isinstance(widget, QComboBox) and widget.count():
            widget.setCurrentIndex(self.random.randrange(widget.count()))
            widget.activated.emit(widget.currentIndex())
        elif isinstance(widget, QPlainTextEdit):
            widget.setPlainText(text)
        elif isinstance(widget, QLineEdit):
            widget.setText(text)
            QTest.keyClick(widget, Qt.Key.Key_Return)
        return f"{text!r} in {named}"

    def drag(self) -> str:
        """Pressed, moved and released."""
        widget, at = self._under()
        named, left = name(widget), Qt.MouseButton.LeftButton
        QTest.mousePress(widget, left, Qt.KeyboardModifier.NoModifier, at)
        for _ in range(3):
            QTest.mouseMove(widget, self._point(widget))
        QTest.mouseRelease(widget, left, Qt.KeyboardModifier.NoModifier, self._point(widget))
        return named

    def wheel(self) -> str:
        """Some clicks of the wheel."""
        widget, at = self._under()
        up = QPoint(0, self.random.choice((-360, -120, 120, 360)))
        none = Qt.MouseButton.NoButton
        event = QWheelEvent(
            *(QPointF(at), QPointF(widget.mapToGlobal(at)), QPoint(), up, none),
            *(self.random.choice(MODIFIERS), Qt.ScrollPhase.NoScrollPhase, False),
        )
        QApplication.sendEvent(widget, event)
        return name(widget)

    def menu(self) -> str:
        """A context menu, or one that is open closed."""
        popup = QApplication.activePopupWidget()
        if isinstance(popup, QMenu):
            popup.close()
            return "closed"
        widget, at = self._under()
        reason = QContextMenuEvent.Reason.Mouse
        QApplication.sendEvent(widget, QContextMenuEvent(reason, at, widget.mapToGlobal(at)))
        return name(widget)

    def page(self) -> str:
        """Another page; each one before one comes again."""
        if QApplication.activeModalWidget() is not None:
            return "left out"
        if not self.pages:
            self.pages = list(PAGE_OF)
            self.random.shuffle(self.pages)
        chosen = self.pages.pop()
        self.lab.views.show(chosen)
        return chosen

    def size(self) -> str:
        """Another size of the window."""
        width, height = self.random.choice(SIZES)
        self.window.resize(width, height)
        return f"{width} x {height}"


def name(widget: QWidget) -> str:
    """What the widget is, for the reader of a report."""
    return f"{type(widget).__name__} {widget.accessibleName()!r}"


@contextmanager
def caught(monkey: Monkey) -> Iterator[list[str]]:
    """Every error in a view or a thread, with the event that it came after."""
    errors: list[str] = []

    def told(kind: object, error: BaseException | None, trace: object) -> None:
        lines = traceback.format_exception(error) if error else [str(kind)]
        errors.append(f"after {monkey.said}\n" + "".join(lines))
        print(errors[-1], flush=True)

    with (
        patch("sys.excepthook", told),
        patch(
            "threading.excepthook",
            lambda args: told(args.exc_type, args.exc_value, args.exc_traceback),
        ),
    ):
        yield errors


@contextmanager
def stays_here(folder: Path) -> Iterator[None]:
    """Dialogs of the system, which no event of Qt reaches, answer by themselves; nothing opens."""

    def chosen(*_: object, **__: object) -> tuple[str, str]:
        return str(folder / "chosen"), ""

    with (
        patch.object(QFileDialog, "getOpenFileName", chosen),
        patch.object(QFileDialog, "getSaveFileName", chosen),
        patch.object(QDesktopServices, "openUrl", lambda _url: isinstance(_url, QUrl)),
    ):
        yield


def run(events: int, seed: int, folder: Path) -> tuple[list[str], Heart, Monkey]:
    """So many events in one window: the errors, the waits, and what it was."""
    with opened(folder, "csb", speed=5.0) as lab:
        lab.window.actions_.by_name["quit"].setEnabled(False)
        monkey = Monkey(lab, events, seed)
        with (
            caught(monkey) as errors,
            stays_here(folder),
            tempfile.TemporaryFile("w+") as seen,
        ):
            heart = Heart(monkey, seen)
            monkey.go_on()
            while len(monkey.memory) < LOOKS:
                QTest.qWait(50)
            heart.stop()
            while (top := QApplication.activePopupWidget()) or (
                top := QApplication.activeModalWidget()
            ):
                top.close()
                QTest.qWait(50)
        return errors, heart, monkey


def growth(memory: list[int]) -> float:
    """The least memory in the last quarter of the events, as a multiple of that in the second."""
    quarter = LOOKS // 4
    return min(memory[-quarter:]) / min(memory[quarter : 2 * quarter])


def main() -> int:
    """Prints what was found; 1 if it is more than allowed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=2.0, metavar="SECONDS")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SMITSILAB_CACHE"] = str(cache_folder())  # that of the person
        os.environ["HOME"] = os.environ["SMITSILAB_DATA"] = folder
        if not has_screen():
            os.environ["QT_QPA_PLATFORM"] = "offscreen"
        errors, heart, monkey = run(args.events, args.seed, Path(folder))
    grown = growth(monkey.memory)
    print(f"{args.events} events, {len(errors)} errors, memory {monkey.memory} MB, x {grown:.2f}")
    print("\n".join([f"{len(heart.waits)} waits above {LOOK_S:g} s", *heart.waits]))
    print(f"The longest wait was {heart.longest:.2f} s:\n{heart.where}")
    return int(bool(errors) or heart.longest > args.longest or grown > GROWTH)


if __name__ == "__main__":
    raise SystemExit(main())
