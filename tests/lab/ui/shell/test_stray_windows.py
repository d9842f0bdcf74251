"""No page opens a window: a widget that is shown before it has a parent would flash as one. And no
command opens a second window of a kind that is open.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from lab.ui.shell.commands import COMMANDS
from lab.ui.shell.workspaces import PAGE_OF
from tests.lab.ui.lab_window import opened
from tests.monkey import stays_here

PAGES = [*PAGE_OF, "match", "edit", "match"]


class Windows(QObject):
    """Notes every window that is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.append(f"{type(watched).__name__} {watched.accessibleName()}")
        return False


def test_no_page_shows_another_window(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "human", "random") as lab:
        windows = Windows()
        QApplication.instance().installEventFilter(windows)
        for page in PAGES:
            lab.do(page)
            QTest.qWait(20)
            assert not windows.shown, page
        QApplication.instance().removeEventFilter(windows)


def close_what_waits() -> None:
    """Closes a menu or a dialog that has to be answered first."""
    waiting = QApplication.activePopupWidget() or QApplication.activeModalWidget()
    if waiting is not None:
        waiting.close()


def test_a_command_given_again_shows_the_window_that_is_open(tmp_path: Path) -> None:
    given = [c.name for c in COMMANDS if c.name not in PAGE_OF and c.name != "quit"]
    with opened(tmp_path, "tictactoe", "uct", "random") as lab, stays_here(tmp_path):
        closing = QTimer(lab.window)
        closing.timeout.connect(close_what_waits)
        closing.start(20)
        for name in given:
            for _ in range(2):
                lab.window.actions_.by_name[name].trigger()
                QTest.qWait(5)
        closing.stop()
        close_what_waits()
        windows = [w for w in QApplication.topLevelWidgets() if w.isVisible()]
        shown = Counter(type(window).__name__ for window in windows)
        assert shown["KeysDialog"] == 1 and max(shown.values()) == 1, shown
