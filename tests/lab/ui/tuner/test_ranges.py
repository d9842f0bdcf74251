"""The slider with two ends, by the mouse."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from lab.experiments.tuner.space import TunedKnob
from lab.ui.tuner.ranges import RangeSlider


@pytest.fixture
def slider(qtbot: QtBot) -> RangeSlider:
    whole = TunedKnob("depth", "Depth", "integer", 6, 2, 12)
    made = RangeSlider(whole)
    qtbot.addWidget(made)
    made.resize(240, made.sizeHint().height())
    made.show()
    return made


def drag(slider: RangeSlider, start: float, end: float, button: Qt.MouseButton) -> None:
    y = slider.height() // 2
    QTest.mousePress(slider, button, pos=QPoint(round(start), y))
    QTest.mouseMove(slider, QPoint(round(end), y))
    QTest.mouseRelease(slider, button, pos=QPoint(round(end), y))


def test_the_nearer_end_is_dragged(slider: RangeSlider) -> None:
    left = Qt.MouseButton.LeftButton
    drag(slider, slider._x(3), slider._x(5), left)
    assert (slider.knob.low, slider.knob.high) == (5, 12)
    drag(slider, slider._x(11), slider._x(8), left)
    assert (slider.knob.low, slider.knob.high) == (5, 8)
    drag(slider, slider._x(5), slider._x(10), left)
    assert slider.knob.low < slider.knob.high == 8
    QTest.mouseMove(slider, QPoint(round(slider._x(2)), 4))
    assert slider.knob.low >= 5, "it was let go"


@pytest.mark.parametrize("button", [Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton])
def test_another_button_drags_nothing(slider: RangeSlider, button: Qt.MouseButton) -> None:
    drag(slider, slider._x(2), slider._x(7), button)
    assert (slider.knob.low, slider.knob.high) == (2, 12)
