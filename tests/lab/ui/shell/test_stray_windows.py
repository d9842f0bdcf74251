"""No page opens a window: a widget that is shown before it has a parent would flash as one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from lab.ui.shell.actions import COMMANDS
from tests.lab.ui.lab_window import opened

PAGES = [command.name for command in COMMANDS if command.group == "workspace"]
PAGES += ["tuner", "explore", "match", "compare", "maps", "review", "edit", "match"]


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
