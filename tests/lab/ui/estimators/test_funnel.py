"""The chart of an estimate: bands, lines and true values of two quantities, zoom, and data."""

import math

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lab.ui.estimators.funnel import Funnel, sample_ticks, value_ticks
from lab.ui.parts import theme
from search.estimators.base import EstimatedNumber, EstimateSnapshot, SampleHistory
from tests.lab.ui import wheel
from tests.lab.ui.drawn import drawn_lines

N = np.array([10, 100, 1000])


def quantity(name: str, values: list[float], half: float, exact: float | None) -> EstimatedNumber:
    value, halves = np.array(values), half / np.sqrt(N / 10)
    course = SampleHistory(N, value, value - halves, value + halves)
    return EstimatedNumber(
        name, values[-1], 0.01, values[-1] - 0.02, values[-1] + 0.02, exact, course
    )


SNAPSHOT = EstimateSnapshot(
    1,
    1000,
    5000,
    (
        quantity("aces", [0.5, 0.6, 0.62], 0.3, 0.625),
        quantity("kings", [0.2, 0.3, 0.25], 0.2, None),
    ),
)


@pytest.fixture
def funnel(qtbot: QtBot, qapp: QApplication) -> Funnel:
    theme.apply(qapp, "light")
    out = Funnel()
    qtbot.addWidget(out)
    out.resize(560, 420)
    out.set_snapshot(SNAPSHOT)
    with qtbot.waitExposed(out):
        out.show()
    return out


def test_each_quantity_has_its_band_line_and_true_value(funnel: Funnel) -> None:
    look = theme.current()
    bands = [
        (item.brush().color().name(), [c.yData.tolist() for c in item.curves])
        for item in funnel.items.bands
    ]
    histories = [q.history for q in SNAPSHOT.quantities]
    assert bands == [
        (look.colour(f"hue{i}").name(), [h.low.tolist(), h.high.tolist()])
        for i, h in enumerate(histories)
    ]
    edges = drawn_lines(funnel.items.curves, lambda pen: pen.color() == look.colour("hue1"))
    assert edges == [histories[1].low.tolist(), histories[1].high.tolist()]
    inked = drawn_lines(funnel.items.curves, lambda pen: pen.color() == look.colour("ink"))
    assert inked == [h.value.tolist() for h in histories]
    dashed = drawn_lines(funnel.items.curves, lambda pen: pen.style() == Qt.PenStyle.DashLine)
    assert dashed == [[0.625, 0.625]]


def test_the_pointer_reads_every_estimate_of_that_moment(funnel: Funnel) -> None:
    read = funnel.read_at(funnel.at(2.1, 0.5))
    assert read is not None and read.words.splitlines() == [
        "100 samples, 95 % interval",
        "aces 0.6000 ± 0.0949",
        "kings 0.3000 ± 0.0632",
    ]


def test_it_zooms_both_axes_and_goes_back(funnel: Funnel, qtbot: QtBot) -> None:
    spot = funnel.at(2.5, 0.5)
    wheel.turn(funnel, spot, 4)
    (x0, x1), (y0, y1) = funnel.shown
    assert funnel.zoomed and x0 < 2.5 < x1 and y0 < 0.5 < y1
    assert funnel.value_at(spot) == pytest.approx((2.5, 0.5))
    qtbot.mouseDClick(funnel, Qt.MouseButton.LeftButton, pos=spot.toPoint())
    assert funnel.shown == funnel.whole


def test_its_data_name_the_quantity(funnel: Funnel) -> None:
    data = funnel.data()
    assert data is not None
    lines = data.csv.splitlines()
    assert lines[0] == "quantity,samples,estimate,95 % low,95 % high,true value"
    assert lines[1].startswith("aces,10,0.5,0.2,0.8,0.625")
    assert lines[4].startswith("kings,10,0.2,0,0.4,") and lines[4].endswith(",")


def test_ticks_follow_the_range() -> None:
    assert [text for _, text in value_ticks(2.5, 4.0, 300.0)] == ["2.5", "3.0", "3.5", "4.0"]
    assert [text for _, text in value_ticks(0.0, 1.0, 300.0)][1] == "0.25"
    assert [text for _, text in sample_ticks(1.0, 4.0, 300.0)] == ["10", "100", "1,000", "10,000"]
    near = [value for value, text in sample_ticks(2.0, 3.0, 300.0) if text == "500"]
    assert near == [pytest.approx(math.log10(500))]


def test_nothing_is_said_before_the_first_sample(qtbot: QtBot) -> None:
    empty = Funnel()
    qtbot.addWidget(empty)
    empty.grab()
    assert not any(axis.ticks for axis in empty.axes.values()), "no scale of nothing"
    assert empty.data() is None and empty.read_at(empty.frame.center()) is None
