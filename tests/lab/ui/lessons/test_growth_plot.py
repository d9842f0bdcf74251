"""The chart of leaves against depth: what its items hold, and what it says and gives away."""

import math

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lab.lesson.growth import LeafGrowth
from lab.ui.lessons.alphabeta.side import GrowthPlot
from lab.ui.parts import theme
from tests.lab.ui import wheel
from tests.lab.ui.drawn import drawn_lines

GROWTH = LeafGrowth(
    4, (1, 2, 3), (4.0, 16.0, 64.0), (4.0, 15.0, 60.0), (4.0, 12.0, 33.0), (4.0, 7.0, 19.0), 10
)


@pytest.fixture
def plot(qtbot: QtBot, qapp: QApplication) -> GrowthPlot:
    theme.apply(qapp, "light")
    out = GrowthPlot()
    qtbot.addWidget(out)
    out.resize(420, 460)
    out.set_growth(GROWTH, "")
    with qtbot.waitExposed(out):
        out.show()
    return out


def test_every_order_has_its_own_leaves_colour_and_symbol(plot: GrowthPlot) -> None:
    look = theme.current()
    held = {
        item.opts["symbol"]: (item.opts["brush"].color(), 10 ** item.getData()[1][-1])
        for item in plot.items.points
    }
    assert held == {
        "o": (look.colour("ink"), pytest.approx(64)),
        "d": (look.colour("hue2"), pytest.approx(60)),
        "t1": (look.colour("hue0"), pytest.approx(33)),
        "s": (look.colour("hue1"), pytest.approx(19)),
    }
    theory = [[10**v for v in y] for y in drawn_lines(plot.items.curves)[:2]]
    assert theory == [pytest.approx([4, 16, 64]), pytest.approx([2, 4, 8])]


def test_the_pointer_reads_a_depth(plot: GrowthPlot) -> None:
    read = plot.read_at(plot.at(2.2, 0.5))
    assert read is not None and read.words == (
        "2 plies, b^d 16\nMinimax 16\nAlpha-beta, best last 15\n"
        "Alpha-beta, random order 12\nAlpha-beta, best first 7"
    )
    assert read.x == 2.0 and read.spots[3] == (2.0, math.log10(7))


def test_its_data_have_a_row_for_each_depth(plot: GrowthPlot) -> None:
    data = plot.data()
    assert data is not None
    assert data.csv.splitlines()[0].startswith("depth (plies),b^d (leaves),b^(d/2) (leaves),Minim")
    assert data.csv.splitlines()[3] == "3,64,8,64,60,33,19"


def test_it_does_not_zoom_and_is_empty_without_a_measurement(plot: GrowthPlot) -> None:
    assert not wheel.turn(plot, plot.at(2.0, 1.0), 3).isAccepted() and not plot.zoomed
    plot.set_growth(None, "Measuring.")
    assert plot.data() is None and plot.read_at(QPointF(150, 100)) is None
    assert not any(item.isVisible() for item in (*plot.items.curves, *plot.items.points))
