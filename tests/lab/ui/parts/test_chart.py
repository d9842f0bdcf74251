"""The chart kit: what pyqtgraph's items hold, zoom and the way back, the read-out, and the data."""

import csv
import itertools
import math
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick, inside, nearer
from lab.ui.parts.chart.chart import Chart, Reading
from lab.ui.parts.chart.data import ChartData, save
from lab.ui.parts.chart.series import ChartCurve, ChartIntervals, thin
from tests.lab.ui import wheel

DATA = ChartData("Two curves", ("turn", "a, first", "b"), ((0.0, 1.5, None), (1.0, math.nan, 2.0)))
DRAG = 3 * 10  # pixels: clearly more than a click's tremble


pytestmark = pytest.mark.usefixtures("light")


def tens(low: float, high: float, pixels: float) -> list[ChartTick]:
    return [(v, str(v)) for v in range(0, 101, 10) if low <= v <= high]


def made(qtbot: QtBot, zooms: str, parent: QWidget | None = None) -> Chart:
    """A field of 400 by 200 pixels, x from 0 to 100, y from -1 to 1."""
    chart = Chart("Two curves", parent, zooms)
    if parent is None:
        qtbot.addWidget(chart)
    chart.set_axis(LEFT, ChartAxis(LEFT), lambda low, high, pixels: [(0.0, "even")])
    chart.set_axis(BOTTOM, ChartAxis(BOTTOM), tens)
    chart.set_margins(60, 10, 40, 30)
    chart.set_range((0.0, 100.0), (-1.0, 1.0))
    chart.set_reader(lambda spot: Reading(f"x {chart.value_at(spot)[0]:.0f}", 25.0, ((25.0, 0.5),)))
    chart.set_data(lambda: DATA)
    chart.resize(500, 240)
    return chart


@pytest.fixture
def chart(qtbot: QtBot) -> Chart:
    out = made(qtbot, "x")
    with qtbot.waitExposed(out):
        out.show()
    return out


def test_items_hold_the_series_in_their_order_and_colours(chart: Chart) -> None:
    x, look = np.arange(5.0), theme.current()
    first, second = look.colour("hue0"), look.colour("hue2")
    chart.set_curves([ChartCurve(x, x / 10, first), ChartCurve(x, -x / 5, second, mark=True)])
    held = [(c.xData.tolist(), c.yData.tolist(), c.opts["pen"].color()) for c in chart.items.curves]
    assert held == [
        (x.tolist(), (x / 10).tolist(), first),
        (x.tolist(), (-x / 5).tolist(), second),
    ]
    assert [c.yData.tolist() for c in chart.items.marked] == [(-x / 5).tolist()]
    chart.set_curves([ChartCurve(x, x, second)])
    assert [c.isVisible() for c in chart.items.curves] == [True, False]
    assert len(chart.items.curves) == 2, "items are kept and filled again"


def test_a_pixel_and_its_values_belong_together(chart: Chart) -> None:
    assert chart.at(0.0, -1.0) == QPointF(60, 210) and chart.at(100.0, 1.0) == QPointF(460, 10)
    chart.zoom_to((20.0, 40.0))
    assert chart.value_at(chart.at(33.0, 0.25)) == pytest.approx((33.0, 0.25))
    spot = chart.box.mapViewToScene(QPointF(33.0, 0.25))
    assert (spot.x(), spot.y()) == pytest.approx(chart.at(33.0, 0.25).toTuple())


def test_the_wheel_zooms_at_the_pointer_and_a_double_click_goes_back(
    chart: Chart, qtbot: QtBot
) -> None:
    spot = chart.at(30.0, 0.0)
    wheel.turn(chart, spot, 3)
    low, high = chart.shown[0]
    assert high - low == pytest.approx(100 * 0.8**3) and chart.shown[1] == (-1.0, 1.0)
    assert chart.value_at(spot)[0] == pytest.approx(30.0), "the pointer keeps its value"
    assert tuple(chart.box.viewRange()[0]) == pytest.approx((low, high))
    ticks = [value for value, _ in chart.axes[BOTTOM].ticks]
    assert ticks and all(low <= value <= high for value in ticks)
    qtbot.mouseDClick(chart, Qt.MouseButton.LeftButton, pos=spot.toPoint())
    assert chart.shown == chart.whole and not chart.zoomed


def test_the_wheel_never_shows_more_than_there_is(chart: Chart) -> None:
    event = wheel.turn(chart, chart.at(30.0, 0.0), -2)
    assert chart.shown == chart.whole and event.isAccepted()
    assert not wheel.turn(chart, QPointF(5, 5), 2).isAccepted(), "outside the field"


def test_a_drag_moves_the_zoomed_field_and_is_no_click(chart: Chart, qtbot: QtBot) -> None:
    chart.zoom_to((40.0, 60.0))
    clicks: list[QPointF] = []
    chart.clicked = clicks.append  # type: ignore[method-assign] # counts
    start = QPoint(200, 100)
    qtbot.mousePress(chart, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(chart, start + QPoint(DRAG, 0))
    qtbot.mouseRelease(chart, Qt.MouseButton.LeftButton, pos=start + QPoint(DRAG, 0))
    moved = DRAG * 20 / 400
    assert chart.shown[0] == pytest.approx((40 - moved, 60 - moved)) and clicks == []
    qtbot.mouseClick(chart, Qt.MouseButton.LeftButton, pos=start)
    assert clicks == [QPointF(start)]


def test_keys_zoom_and_go_back(chart: Chart, qtbot: QtBot) -> None:
    qtbot.keyClicks(chart, "+")
    assert chart.shown[0] == pytest.approx((18.0, 82.0))
    qtbot.keyClick(chart, Qt.Key.Key_Backspace)
    assert chart.shown == chart.whole


def test_growing_data_leave_the_zoom_alone(chart: Chart) -> None:
    chart.zoom_to((20.0, 40.0))
    chart.set_range((0.0, 200.0), (-1.0, 2.0))
    assert chart.shown == ((20.0, 40.0), (-1.0, 2.0))
    chart.back()
    chart.set_range((0.0, 300.0), (-1.0, 2.0))
    assert chart.shown[0] == (0.0, 300.0)


def test_without_zoom_the_wheel_is_left_to_others(qtbot: QtBot) -> None:
    still = made(qtbot, "")
    assert not wheel.turn(still, still.at(30.0, 0.0), 3).isAccepted()
    qtbot.keyClicks(still, "+")
    assert still.shown == still.whole


def test_where_an_area_scrolls_only_control_and_wheel_zoom(qtbot: QtBot) -> None:
    area, page = QScrollArea(), QWidget()
    qtbot.addWidget(area)
    column = QVBoxLayout(page)
    chart = made(qtbot, "x", page)
    column.addWidget(chart)
    page.setFixedSize(520, 900)
    area.setWidget(page)
    area.resize(540, 300)
    with qtbot.waitExposed(area):
        area.show()
    spot = chart.at(30.0, 0.0)
    wheel.turn(chart, spot, 1)
    assert not chart.zoomed
    wheel.turn(chart, spot, 1, Qt.KeyboardModifier.ControlModifier)
    assert chart.zoomed


def test_the_pointer_reads_out_at_once_and_only_in_the_field(chart: Chart, qtbot: QtBot) -> None:
    qtbot.mouseMove(chart, chart.at(42.0, 0.0).toPoint())
    assert chart.reading is not None and chart.reading.words == "x 42"
    said = chart._readout
    assert said is not None and said.isVisible() and said.text() == "x 42"
    qtbot.mouseMove(chart, QPoint(5, 5))
    assert chart.reading is None and not said.isVisible()
    assert chart.read_at(QPointF(30, 100)) is None


def test_labels_keep_clear_of_one_another(chart: Chart) -> None:
    axis = chart.axes[BOTTOM]
    axis.set_ticks([(float(v), f"{v},000,000") for v in range(0, 101, 5)])
    boxes = [box for box, _, _ in axis.labels()]
    assert 1 < len(boxes) < 20
    assert all(b.left() > a.right() for a, b in itertools.pairwise(boxes))
    even = chart.axes[LEFT].labels()[0][0]
    assert even.center().y() == pytest.approx(chart.at(0.0, 0.0).y())


def test_intervals_keep_the_width_of_their_ends(chart: Chart) -> None:
    x, ink = np.array([10.0, 30.0]), theme.current().colour("ink")
    y, low, high = np.array([0.1, -0.4]), np.array([-0.1, -0.5]), np.array([0.4, 0.0])
    chart.set_intervals(ChartIntervals(x, y, low, high, ink))
    held = chart.items.intervals.opts
    assert (held["y"] + held["top"]).tolist() == pytest.approx(high.tolist())
    assert (held["y"] - held["bottom"]).tolist() == pytest.approx(low.tolist())
    assert held["beam"] == pytest.approx(8 * 100 / 400)
    chart.zoom_to((0.0, 50.0))
    assert chart.items.intervals.opts["beam"] == pytest.approx(8 * 50 / 400)


def test_the_data_go_to_the_clipboard_and_into_a_file(
    chart: Chart, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    qtbot.keyClick(chart, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "turn\ta, first\tb\n0\t1.5\t\n1\t\t2\n"
    assert DATA.csv == 'turn,"a, first",b\n0,1.5,\n1,,2\n' and DATA.file_name == "two-curves.csv"
    path = tmp_path / "out.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    menu = chart.set_data(lambda: DATA)
    menu.ask()
    with open(path, encoding="utf-8", newline="") as file:
        assert list(csv.reader(file))[1] == ["0", "1.5", ""]
    assert "was not saved" in save(DATA, tmp_path / "no" / "where.csv")


def test_the_menu_offers_what_there_is(chart: Chart, qtbot: QtBot) -> None:
    shown = [a.text() for a in chart.set_data(lambda: DATA).made().actions() if a.text()]
    views = ["Copy picture", "Export ..."]
    assert shown == ["Copy data", "Save data as CSV ...", *views, "Back to all"]
    still = made(qtbot, "").set_data(lambda: None).made().actions()
    assert [(a.text(), a.isEnabled()) for a in still if a.text()] == [
        ("Copy data", False),
        ("Save data as CSV ...", False),
        *((view, True) for view in views),
    ]
    menu = chart.set_data(lambda: DATA)
    reason = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(chart, QContextMenuEvent(reason, QPoint(9, 9), QPoint(9, 9)))
    assert menu.menu is not None and menu.menu.isVisible()
    menu.menu.close()


def test_a_new_theme_reaches_field_and_axes(chart: Chart, qapp: QApplication) -> None:
    theme.apply(qapp, "dark")
    image = chart.grab().toImage()
    look, scale = theme.current(), image.devicePixelRatio()
    for spot, role in ((QPoint(110, 64), "field"), (QPoint(2, 2), "panel")):
        assert image.pixelColor(spot * scale).name() == look.colour(role).name()


@pytest.mark.parametrize(
    ("wanted", "whole", "got"),
    [
        ((-5.0, 5.0), (0.0, 100.0), (0.0, 10.0)),
        ((95.0, 105.0), (0.0, 100.0), (90.0, 100.0)),
        ((-5.0, 200.0), (0.0, 100.0), (0.0, 100.0)),
    ],
)
def test_ranges_stay_inside(
    wanted: tuple[float, float], whole: tuple[float, float], got: tuple[float, float]
) -> None:
    assert inside(wanted, whole) == got


def test_the_closest_zoom_has_an_end() -> None:
    assert nearer((0.0, 100.0), (0.0, 100.0), 50.0, 40, least=10.0) == pytest.approx((45.0, 55.0))


def test_thinning_keeps_both_ends() -> None:
    x = np.arange(1000.0)
    kept, _ = thin(x, x, 100)
    assert kept.size <= 100 and kept[0] == 0 and kept[-1] == 999


def test_charts_that_change_together_are_drawn_at_once(qtbot: QtBot) -> None:
    window, paints = QWidget(), Paints()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    charts = [made(qtbot, "", window) for _ in range(3)]
    for chart in charts:
        column.addWidget(chart)
    window.resize(500, 720)
    with qtbot.waitExposed(window):
        window.show()
    painted: list[QWidget] = []
    for chart in charts:
        chart.layer("over", lambda painter, chart=chart: painted.append(chart))
    qtbot.waitUntil(lambda: set(painted) == set(charts))
    painted.clear()
    window.installEventFilter(paints)
    for k, chart in enumerate(charts):
        chart.set_range((0.0, 50.0 + k), (-1.0, 1.0))
        chart.set_curves([ChartCurve(np.arange(9.0), np.linspace(-1, 1, 9), QColor("red"))])
    qtbot.waitUntil(lambda: set(painted) == set(charts))
    assert paints.count == 1


class Paints(QObject):
    """Counts how often a window is brought up to date."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.UpdateRequest
        return False


def test_a_chart_reached_by_key_has_a_ring(chart: Chart) -> None:
    chart.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    ink = theme.current().colour("ink").name()

    def edge() -> str:
        return chart.grab().toImage().pixelColor(2, 120).name()

    assert edge() != ink
    chart.activateWindow()
    chart.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    assert edge() == ink
