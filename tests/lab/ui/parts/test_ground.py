"""A chart drawn beside the screen keeps the pixels of what stays; together with the series they are
pixel by pixel what its scene shows.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart, Reading
from lab.ui.parts.chart.series import DASHED, ChartBand, ChartCurve, ChartPoints

RED, BLUE = QColor("#c0392b"), QColor("#2456a6")
X = np.linspace(0.0, 1000.0, 60)


pytestmark = pytest.mark.usefixtures("light")


def ends(low: float, high: float, pixels: float) -> list[ChartTick]:
    middle = (low + high) / 2
    return [(low, f"{low:g}"), (middle, f"{middle:g}"), (high, f"{high:g}")]


def levels(low: float, high: float, pixels: float) -> list[ChartTick]:
    """The same ones, wherever the range has them."""
    return [(0.2, "low"), (0.5, "half")]


@pytest.fixture
def chart(qtbot: QtBot) -> Chart:
    """Lines and bars with both axes, a grid and marks above."""
    chart = Chart("Shares", None, "xy")
    qtbot.addWidget(chart)
    chart.resize(167, 121)
    chart.set_margins(33, 7, 9, 21)
    chart.set_axis(LEFT, ChartAxis(LEFT, between=True, strong=0.5), levels)
    chart.set_axis(BOTTOM, ChartAxis(BOTTOM), ends, grid=False)
    chart.layer("over", lambda painter: painter.drawLine(chart.at(0, 0), chart.at(700, 0.9)))
    chart.set_reader(lambda spot: Reading("here", 400.0, ((400.0, 0.5),)))
    with qtbot.waitExposed(chart):
        chart.show()
    chart.set_range((0.0, 1000.0), (0.0, 1.0))
    fill(chart, 1)
    return chart


def fill(chart: Chart, seed: int) -> None:
    """Other lines and bars."""
    rng = np.random.default_rng(seed)
    one, other = rng.random(60), rng.random(60)
    chart.set_curves(
        [ChartCurve(X, one, BLUE), ChartCurve(X, other, RED, 1.4, mark=True, style=DASHED)]
    )
    chart.set_bars(rng.random(9) * 0.7, RED, np.linspace(50.0, 930.0, 9))


def drawn(chart: Chart, ratio: float, draw: Callable[[QPainter], None]) -> QImage:
    """In an image of so many pixels for each of the chart's, at a place of its own."""
    image = QImage((chart.size() + chart.size()) * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(0)
    with QPainter(image) as painter:
        painter.translate(QPoint(13, 5))
        painter.setClipRect(chart.rect())
        draw(painter)
    return image


def assert_same(chart: Chart, ratio: float = 1.0) -> None:
    assert drawn(chart, ratio, chart.draw_into) == drawn(chart, ratio, chart._render)


def test_other_series_are_drawn_on_the_same_ground(
    chart: Chart, monkeypatch: pytest.MonkeyPatch
) -> None:
    renders = list[QPainter]()
    drawn(chart, 1.0, chart.draw_into)
    monkeypatch.setattr(chart, "_render", renders.append)
    for seed in range(5):
        fill(chart, seed)
        drawn(chart, 1.0, chart.draw_into)
    assert not renders
    monkeypatch.undo()
    assert_same(chart)


@pytest.mark.parametrize("ratio", [1.5, 2.0])
def test_so_it_is_on_a_finer_screen(chart: Chart, ratio: float) -> None:
    """Kept pixels fit only where each of the chart's is a whole number of the device's."""
    for at in (1.0, ratio, ratio, 1.0):
        fill(chart, 4)
        assert_same(chart, at)


@pytest.mark.parametrize(("name", "percent"), [("light", 100), ("dark", 100), ("light", 150)])
def test_it_is_what_the_scene_shows_after_each_change(
    chart: Chart, qapp: QApplication, name: str, percent: int
) -> None:
    assert_same(chart)
    theme.apply(qapp, name, percent)
    assert_same(chart)
    for change in (
        lambda: fill(chart, 2),
        lambda: chart.set_range((0.0, 1400.0), (0.0, 1.0)),
        lambda: chart.set_range((0.0, 1400.0), (-0.3, 0.8)),
        lambda: chart.zoom_to((100.0, 500.0), (0.1, 0.4)),
        chart.back,
        lambda: chart.resize(203, 99),
        lambda: chart.set_margins(41, 3, 0, 25),
        lambda: (chart.resize(213, 99), chart.set_margins(41, 3, 10, 25)),  # the same field
        lambda: chart.axes[LEFT].set_ticks([(0.5, "half")]),
        lambda: chart.set_curves([]),
        lambda: chart.set_bars(np.zeros(0), RED),
        lambda: fill(chart, 3),
        lambda: chart._point(QPointF(90.0, 40.0)),
    ):
        change()
        assert_same(chart)


def test_a_chart_with_more_than_lines_and_bars_is_drawn_by_its_scene(chart: Chart) -> None:
    """What is below the series, or around them, may depend on them."""
    assert_same(chart)
    chart.set_points([ChartPoints(X, np.full(60, 0.3), RED)])
    assert_same(chart)
    chart.set_points([ChartPoints(X, np.full(60, 0.7), RED)])
    assert_same(chart)
    chart.set_bands([ChartBand(X, np.full(60, 0.1), np.full(60, 0.3), BLUE)])
    assert_same(chart)


@pytest.mark.parametrize("name", ["under", "around"])
def test_layers_that_may_depend_on_the_series_are_painted_each_time(
    chart: Chart, name: str
) -> None:
    heights = [10.0]
    chart.layer(name, lambda painter: painter.fillRect(QRectF(40, 20, 15, heights[0]), RED))
    for height in (10.0, 60.0):
        heights[0] = height
        assert_same(chart)
