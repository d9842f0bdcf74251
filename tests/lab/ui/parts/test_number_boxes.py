"""Boxes to type numbers in show the whole number, however narrow their row is."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStyle, QStyleOptionSpinBox, QWidget
from pytestqt.qtbot import QtBot

from lab.ui.arena.form import ArenaForm
from lab.ui.arena.page import ArenaPage
from lab.ui.parts.number_boxes import CountBox, NumberBox


def hidden(box: NumberBox | CountBox) -> float:
    """How many pixels of a box's text do not fit into it."""
    option = QStyleOptionSpinBox()
    box.initStyleOption(option)
    kind, part = QStyle.ComplexControl.CC_SpinBox, QStyle.SubControl.SC_SpinBoxEditField
    room = box.style().subControlRect(kind, option, part, box).width()
    return box.fontMetrics().horizontalAdvance(box.text()) - room


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.05, "0.05"), (300.0, "300"), (100_000.0, "100,000"), (1_234_567.0, "1,234,567")],
)
def test_a_number_is_shown_whole(qtbot: QtBot, value: float, text: str) -> None:
    """And read back as the same one."""
    row, other = QWidget(), QLabel("gives way")
    other.setMinimumWidth(1)
    inside, box = QHBoxLayout(row), NumberBox("Budget", 48)
    box.setRange(0.001, 1e9)
    inside.setContentsMargins(0, 0, 0, 0)
    inside.addWidget(box, 1)
    inside.addWidget(other, 2)
    qtbot.addWidget(row)
    row.resize(160, 40)
    row.show()
    box.setValue(value)
    qtbot.waitUntil(lambda: hidden(box) <= 0)
    assert box.text() == text and box.valueFromText(text) == value
    box.lineEdit().setText(text)
    box.interpretText()
    assert box.value() == value


def test_an_arena_of_many_iterations_says_how_many(qtbot: QtBot) -> None:
    """In the narrowest window the box showed the last four digits."""
    page = ArenaPage()
    qtbot.addWidget(page)
    page.resize(1280, 745)
    with qtbot.waitExposed(page):
        page.show()
    panel = page.panel
    panel.show_form(ArenaForm("deep", "uttt", amount=250_000.0), ["deep"])
    qtbot.waitUntil(lambda: hidden(panel.amount) <= 0)
    assert panel.amount.text() == "250,000" and panel.form().amount == 250_000.0
    assert panel.amount.geometry().right() < panel.clock.geometry().left()
    assert panel.clock.mapTo(panel, panel.clock.rect().bottomRight()).x() <= panel.width() - 6
