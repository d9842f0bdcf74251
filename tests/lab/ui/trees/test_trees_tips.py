"""A tool tip over the bands says what is on show, also while numbers change below it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QCursor, QHelpEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from lab.ui.parts import painted, theme
from lab.ui.trees import bars as bars_module
from lab.ui.trees.bars import VisitBars
from lab.ui.trees.dock import TreesDock
from tests.lab.ui import thoughts
from tests.lab.ui.trees.test_cover import later
from tests.lab.ui.trees.test_trees_dock import FOUR, bar_point, open_dock, settle


class Tips:
    """Tool tips that stay open: the application closes real ones for reasons of its own."""

    told: ClassVar[list[str]] = []

    @staticmethod
    def isVisible() -> bool:
        return bool(Tips.told)

    @staticmethod
    def showText(_at: QPoint, words: str, _widget: QWidget) -> None:
        Tips.told.append(words)


@pytest.fixture(autouse=True)
def look(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    theme.apply(qapp, "light")
    Tips.told.clear()
    monkeypatch.setattr(painted, "QToolTip", Tips)
    monkeypatch.setattr(bars_module, "QToolTip", Tips)
    yield
    theme.apply(qapp, "light")


def test_an_open_tip_follows_the_numbers(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    dock: TreesDock = open_dock(qtbot)
    dock.set_game(FOUR, 2)
    monkeypatch.setattr(VisitBars, "underMouse", lambda self: False)
    dock.set_thoughts((thoughts.pods(0), thoughts.pods(1)), True, "live")
    settle(dock)
    bars, spot = dock.columns_page.bars, bar_point(dock, 3, 1)  # the second row of pod 4
    at = bars.mapToGlobal(spot)
    QApplication.sendEvent(bars, QHelpEvent(QEvent.Type.ToolTip, spot, at))
    assert len(Tips.told) == 1 and Tips.told[0].startswith("Pod 4: ")
    dock.set_thoughts((later(0, 120), later(1, 75)), True, "live")
    settle(dock, 20.0)
    assert len(Tips.told) == 1, "the pointer has gone"
    monkeypatch.setattr(VisitBars, "underMouse", lambda self: True)
    monkeypatch.setattr(painted, "QCursor", type("Pointer", (QCursor,), {"pos": lambda: at}))
    dock.set_thoughts((later(0, 190), later(1, 310)), True, "live")
    settle(dock, 30.0)
    pair = bars.pair_at(spot.x(), spot.y())
    assert pair is not None and pair[0] == 3
    visits = int(later(1, 310).agents[pair[0]].stats.visits[pair[1]])
    assert Tips.told[-1].startswith("Pod 4: ") and f"{visits:,} visits" in Tips.told[-1]
