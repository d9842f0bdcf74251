"""One seat of Set-up as wide as the dock at first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engines import games
from lab.ui.control.clock import clock_entries
from lab.ui.parts import theme
from lab.ui.setup.dock import WIDTH
from lab.ui.setup.seat_panel import SeatPanel


@pytest.fixture(autouse=True)
def look(qapp: QApplication) -> Iterator[None]:
    yield
    theme.apply(qapp, "light")


@pytest.mark.parametrize("percent", [100, 150])
def test_every_clock_is_written_in_full(qapp: QApplication, qtbot: QtBot, percent: int) -> None:
    theme.apply(qapp, "light", percent)
    panel = SeatPanel(0, (0, 1))
    qtbot.addWidget(panel)
    panel.show_clock(True)
    panel.resize(theme.current().px(WIDTH), 400)
    panel.show()
    entries = clock_entries(games()["csb"]())
    for entry in entries:
        panel.set_clocks(entries, entry.name)
        qtbot.waitUntil(lambda: panel.clock.needs <= panel.clock.width())
