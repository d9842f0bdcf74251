"""One seat of Set-up as wide as the dock at first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QLabel
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


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.parametrize("budget", ["4000it", "90ms", "64000000it"])
def test_the_unit_of_a_budget_is_written_in_full(
    qapp: QApplication, qtbot: QtBot, percent: int, budget: str
) -> None:
    """Its name gives way in a narrow dock, and comes back in a wide one."""
    theme.apply(qapp, "light", percent)
    panel = SeatPanel(0, (0, 1))
    qtbot.addWidget(panel)
    panel.set_counted("iteration")
    panel.set_budget(budget)
    name = next(word for word in panel.findChildren(QLabel) if word.text() == "Budget")
    panel.show()
    for wide, named in ((232, None), (520, True)):
        panel.resize(theme.current().px(wide), 400)
        qtbot.waitUntil(lambda: panel.unit.needs <= panel.unit.width())
        assert named is None or name.isVisible() == named
    panel.show_budget(False)
    assert not name.isVisible() and not panel.unit.isVisible()
    panel.resize(theme.current().px(521), 400)
    assert not name.isVisible()
    panel.show_budget(True)
    assert name.isVisible() and panel.unit.isVisible()
