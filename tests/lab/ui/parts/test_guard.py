"""An error while a chart or a band is painted is reported once, and the window goes on: Qt would
end the process.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import lab.ui
from lab.ui.parts import guard, theme
from lab.ui.parts.chart.axis import LEFT, ChartAxis
from lab.ui.parts.chart.chart import Chart
from lab.ui.parts.painted import Painted

GREEN = QColor(0, 200, 0)


@pytest.fixture(autouse=True)
def fresh(qapp: QApplication) -> Iterator[None]:
    theme.apply(qapp, "light")
    guard.forget()
    yield
    guard.forget()


def fail(*_: object) -> None:
    raise ValueError("no such turn")


def layer(name: str) -> Callable[[Chart, pytest.MonkeyPatch], None]:
    return lambda chart, patch: chart.layer(name, fail)


def axis(chart: Chart, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ChartAxis, "labels", fail)


def bars(chart: Chart, patch: pytest.MonkeyPatch) -> None:
    chart.set_bars(np.array([1.0, 2.0]), GREEN)
    patch.setattr(chart.items.bars._rectarray, "drawargs", fail)


def scene(chart: Chart, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(chart._view.scene(), "prepareForPaint", fail)


@pytest.mark.parametrize(
    "spoil",
    [layer("around"), layer("under"), layer("above"), axis, bars, scene],
    ids=["around", "under", "above", "axis", "bars", "scene"],
)
def test_an_error_is_reported_once_and_painting_goes_on(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, spoil: Callable[..., None]
) -> None:
    chart = Chart("Spoilt")
    qtbot.addWidget(chart)
    chart.set_axis(LEFT, ChartAxis(LEFT), lambda low, high, pixels: [(0.5, "half")])
    chart.set_margins(60, 10, 40, 30)
    chart.resize(300, 200)
    spoil(chart, monkeypatch)
    with qtbot.captureExceptions() as caught:
        for _ in range(3):
            chart.repaint_layers()
            chart.grab()
    assert [(kind, str(error)) for kind, error, _ in caught] == [(ValueError, "no such turn")]
    monkeypatch.undo()


def test_other_layers_are_painted(qtbot: QtBot) -> None:
    def green(painter: QPainter) -> None:
        painter.fillRect(QRectF(100, 50, 40, 40), GREEN)

    chart = Chart("Half spoilt")
    qtbot.addWidget(chart)
    chart.resize(300, 200)
    chart.layer("around", fail)
    chart.layer("over", green)
    with qtbot.captureExceptions() as caught:
        picture = chart.grab().toImage()
    assert len(caught) == 1 and picture.pixelColor(120, 70) == GREEN


class SpoiltBand(Painted):
    """A band that cannot be painted."""

    def content_height(self) -> float:
        return 40.0

    def paint(self, painter: QPainter) -> None:
        fail()


def test_a_band_that_cannot_be_painted_ends_nothing(qtbot: QtBot) -> None:
    band = SpoiltBand("Spoilt")
    qtbot.addWidget(band)
    with qtbot.captureExceptions() as caught:
        for _ in range(2):
            band.grab()
    assert [kind for kind, _, _ in caught] == [ValueError]


def test_two_errors_are_two_reports(qtbot: QtBot) -> None:
    with qtbot.captureExceptions() as caught:
        for _ in range(2):
            guard.guarded(fail)()
            guard.guarded(lambda: int("x"))()
    assert [kind for kind, _, _ in caught] == [ValueError, ValueError]


def sources() -> Iterator[tuple[str, ast.Module]]:
    folder = Path(lab.ui.__file__).parent
    for path in sorted(folder.rglob("*.py")):
        yield str(path.relative_to(folder)), ast.parse(path.read_text(encoding="utf-8"))


def test_every_widget_that_paints_itself_is_guarded() -> None:
    painting = [
        (name, [ast.unparse(each) for each in node.decorator_list])
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == "paintEvent"
    ]
    assert len(painting) > 40
    assert [name for name, decorators in painting if "guarded" not in decorators] == []


def test_every_painter_is_ended_by_its_block() -> None:
    for name, tree in sources():
        made = [
            node
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "QPainter"
        ]
        ended = [
            item.context_expr
            for node in ast.walk(tree)
            if isinstance(node, ast.With)
            for item in node.items
        ]
        assert [node.lineno for node in made if node not in ended] == [], name
