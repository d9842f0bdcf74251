"""Boxes to type numbers in show the whole number, however narrow their row is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QStyle,
    QStyleOptionSpinBox,
    QToolTip,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from engines.knobs import Knob
from lab.ui.arena.page import ArenaPage
from lab.ui.arena.records import ArenaForm
from lab.ui.parts.number_boxes import CountBox, NumberBox
from lab.ui.parts.slider import ParamSlider


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
    inside, box = QHBoxLayout(row), NumberBox("Budget", 48, lambda: value >= 1)
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


Box = QSpinBox | QDoubleSpinBox


def boxes() -> list[tuple[QWidget, Box, bool]]:
    """A control of each kind from 1 to 20,000 at 7, its box, and whether that is of whole
    numbers.
    """
    real, whole = NumberBox("Real"), NumberBox("Whole", whole=lambda: True)
    for box in (real, whole):
        box.setRange(1, 20_000)
        box.setValue(7)
    knobs = [Knob("n", kind, 7, "N", "A number.", 1, 20_000) for kind in ("number", "integer")]
    sliders = [ParamSlider(knob) for knob in knobs]
    count = CountBox("Count", 1, 20_000, 7)
    count.setSuffix(" ms")
    return [
        *((real, real, False), (whole, whole, True), (count, count, True)),
        *((sliders[0], sliders[0].box, False), (sliders[1], sliders[1].box, True)),
    ]


def typed(qtbot: QtBot, box: Box, text: str) -> str:
    """Types a text and Enter; what is said of it."""
    QToolTip.hideText()
    box.lineEdit().setText("")
    qtbot.keyClicks(box.lineEdit(), text)
    qtbot.keyClick(box, Qt.Key.Key_Return)
    return QToolTip.text() if QToolTip.isVisible() else ""


@pytest.mark.parametrize("which", range(5))
def test_a_typed_number_is_taken_or_refused_in_a_sentence(qtbot: QtBot, which: int) -> None:
    page, column = QWidget(), QVBoxLayout()
    page.setLayout(column)
    qtbot.addWidget(page)
    known = boxes()
    for control, *_ in known:
        column.addWidget(control)
    other = QLineEdit()
    column.addWidget(other)
    page.show()
    page.activateWindow()
    _, box, whole = known[which]
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    taken = {"12,000": 12_000, "1 500": 1500} if whole else {"1,5": 1.5, "12000": 12_000}
    for text, value in taken.items():
        assert typed(qtbot, box, text) == "" and box.value() == value
    typed(qtbot, box, "7")
    refused = {"30000": "20000", "0,5": "0.5", "many": "many", "": "", "-2": "2"}
    refused |= {"12.000": "12000"} if whole else {"12,000": "12000"}
    for text, named in refused.items():
        said = typed(qtbot, box, text)
        assert said.endswith(".") and named in said and box.value() == 7, text
        assert box.text().removesuffix("ms").strip() == text, "it can be corrected"
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    assert "7" in QToolTip.text() and box.value() == 7
    assert box.text().removesuffix(box.suffix()) == "7"


def test_an_arena_of_many_iterations_says_how_many(qtbot: QtBot) -> None:
    """In the narrowest window the box showed the last four digits."""
    page = ArenaPage()
    qtbot.addWidget(page)
    page.resize(1280, 745)
    with qtbot.waitExposed(page):
        page.show()
    panel = page.panel
    panel.show_form(ArenaForm("", "uttt", budget="250000it"), ["deep"])
    qtbot.waitUntil(lambda: hidden(panel.amount) <= 0)
    assert panel.amount.text() == "250,000" and panel.form().budget == "250000it"
    panel.amount.setValue(1_000_000.0)
    assert panel.form().budget == "1000000it"
    assert panel.amount.geometry().right() < panel.unit.geometry().left()
    assert panel.unit.mapTo(page, panel.unit.rect().bottomRight()).x() <= page.width() - 6


def test_a_box_that_goes_while_it_has_the_focus_goes_quietly(qtbot: QtBot) -> None:
    """Qt tells its filters of the focus that it loses when it is half gone."""
    top, box = QWidget(), CountBox("Games", 0, 9, 3)
    qtbot.addWidget(top)
    box.setParent(top)
    top.show()
    qtbot.waitExposed(top)
    top.activateWindow()
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    box.lineEdit().setText("x")
    with qtbot.captureExceptions() as errors:
        delete(box)
        qtbot.wait(1)
    assert errors == []
