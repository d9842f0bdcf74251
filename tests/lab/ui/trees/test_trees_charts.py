"""The charts of Trees: whose numbers their items hold, scales, read-out, zoom, and the data."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from lab.match.records import Thought, Trail
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT
from lab.ui.parts.marks import marks_of
from lab.ui.trees.dock import TreesDock
from lab.ui.trees.trails import Trails
from tests.lab.ui import thoughts, wheel
from tests.lab.ui.trees.test_trees_dock import FOUR, open_dock, settle

pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def dock(qtbot: QtBot) -> TreesDock:
    """Both seats' searches of four pods, drawn."""
    out = open_dock(qtbot)
    out.set_game(FOUR, 2)
    out.set_thoughts((thoughts.pods(0), thoughts.pods(1)), True, "live")
    settle(out)
    return out


def equal(actions: int = 81, samples: int = 20) -> Thought:
    """A common tree in which no action is searched much more than another."""
    base = thoughts.one_tree(actions)
    share = np.full((samples, actions), 1 / actions)
    share[:, 7] += np.linspace(0.0, 0.004, samples)
    trail = Trail(np.arange(1, samples + 1) * 100, share, share.copy(), ())
    agent = replace(base.agents[0], trail=trail)
    return replace(base, agents=(agent,))


def one(qtbot: QtBot, thought: Thought) -> TreesDock:
    out = open_dock(qtbot)
    out.set_game(marks_of((0, 1)), 2)
    out.set_thoughts((thought,), True, "live")
    settle(out)
    return out


def wide_trails(dock: TreesDock) -> Trails:
    """The shares at full width."""
    return next(t for t in dock.wide_page.findChildren(Trails) if t.what == "share")


def test_each_agent_has_its_own_curves_in_its_own_colour(dock: TreesDock) -> None:
    for i, chart in enumerate(dock.columns_page.trails.charts):
        agent = dock.columns_page.view.columns[i].agent
        best = next(
            c
            for c in chart.items.curves
            if c.opts["pen"].color() == FOUR.colour(theme.current(), i)
        )
        assert best.xData.tolist() == agent.trail.iterations.tolist()
        assert best.yData.tolist() == agent.trail.share[:, agent.stats.best].tolist()
    ends = [
        sorted(float(c.yData[-1]) for c in chart.items.curves)
        for chart in dock.columns_page.trails.charts
    ]
    assert len({tuple(e) for e in ends}) == 4, "the four agents' numbers differ"


def test_the_selected_action_lies_on_the_mark(dock: TreesDock) -> None:
    dock.set_selection(2, 2)
    settle(dock, 20.0)
    trail = dock.columns_page.view.columns[2].agent.trail
    marked = [
        [m.yData.tolist() for m in chart.items.marked if m.isVisible()]
        for chart in dock.columns_page.trails.charts
    ]
    assert [len(m) for m in marked] == [0, 0, 1, 0]
    assert marked[2][0][-1] == trail.share[-1, 2]


def test_bars_of_depth_are_each_agents_own(dock: TreesDock) -> None:
    held = [
        (chart.items.bars.opts["height"].tolist(), chart.items.bars.opts["brush"].name())
        for chart in dock.columns_page.depths.charts
    ]
    assert held == [
        ([float(n) for n in thoughts.DEPTHS[i]], FOUR.colour(theme.current(), i).name())
        for i in range(4)
    ]


def test_eighty_equal_actions_fill_the_axis(qtbot: QtBot) -> None:
    dock = one(qtbot, equal())
    trails = wide_trails(dock)
    low, high = trails.charts[0].shown[1]
    most = 1 / 81 + 0.004
    assert low == 0.0 and most <= high < 1.5 * most
    assert [text for _, text in trails.charts[0].axes[LEFT].ticks] == ["0", "1", "2 %"]


def test_a_large_share_keeps_the_axis_to_a_hundred(dock: TreesDock) -> None:
    charts = dock.columns_page.trails.charts
    assert {chart.shown[1] for chart in charts} == {(0.0, 1.0)}
    assert dock.columns_page.trails.level_words(0.0, 0.5, 1.0) == ["0", "50", "100 %"]


def test_the_pointer_reads_the_nearest_curve(dock: TreesDock) -> None:
    chart = dock.columns_page.trails.charts[1]
    agent = dock.columns_page.view.columns[1].agent
    at, best = float(agent.trail.iterations[-1]), agent.stats.best
    value = float(agent.trail.share[-1, best])
    read = chart.read_at(chart.at(at, value) - QPointF(0, 1))
    assert read is not None
    assert read.words == f"iteration {at:,.0f}\nAhead, full: {100 * value:.1f} %"
    assert read.spots == ((at, value),)
    depth = dock.columns_page.depths.charts[2]
    bar = depth.read_at(depth.at(4.2, 10.0))
    assert bar is not None and bar.words == "depth 4: 1,005 nodes"


def test_trails_zoom_on_iterations_and_depths_do_not(dock: TreesDock, qtbot: QtBot) -> None:
    trails, depths = dock.columns_page.trails, dock.columns_page.depths
    chart, keys = trails.charts[1], Qt.KeyboardModifier.ControlModifier
    wheel.turn(chart, chart.at(1000.0, 0.5), 4, keys)
    low, high = chart.shown[0]
    assert low < 1000 < high < 2400 and chart.shown[1] == (0.0, 1.0)
    assert not trails.charts[0].zoomed
    assert all(low <= value <= high for value, _ in chart.axes[BOTTOM].ticks)
    settle(dock, 20.0)
    assert chart.shown[0] == (low, high), "newer numbers leave it where it is"
    still = depths.charts[1]
    wheel.turn(still, still.at(3.0, 10.0), 4, keys)
    assert not still.zoomed
    qtbot.keyClick(trails, Qt.Key.Key_Backspace)
    assert not chart.zoomed


def test_trails_give_every_action_of_every_agent(dock: TreesDock) -> None:
    data = dock.columns_page.trails.data()
    assert data is not None
    assert data.heads[:4] == (
        "agent",
        "search",
        "iteration",
        "Left, full (share of visits, 0 to 1)",
    )
    last = {row[0]: row[3:] for row in data.rows}
    for column in dock.columns_page.view.columns:
        assert list(last[column.agent.name]) == column.agent.trail.share[-1].tolist()


def test_depths_give_a_column_for_each_tree(dock: TreesDock) -> None:
    data = dock.columns_page.depths.data()
    assert data is not None
    assert data.csv.splitlines()[:3] == [
        'depth (plies),"Pod 1, seat 1 (nodes)","Pod 2, seat 1 (nodes)",'
        '"Pod 3, seat 2 (nodes)","Pod 4, seat 2 (nodes)"',
        "1,7,7,7,7",
        "2,45,60,47,40",
    ]


def test_root_actions_give_visits_and_means(dock: TreesDock, qtbot: QtBot) -> None:
    bars = dock.columns_page.bars
    qtbot.keyClick(bars, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    rows = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert rows[0][:4] == ["agent", "search", "action", "visits"]
    found = {(row[0], row[2]): (int(row[3]), float(row[5])) for row in rows[1:]}
    assert found[("Pod 3", "Left 9°, full")] == (1669, 0.744)
    assert found[("Pod 2", "Left 9°, full")] == (177, 0.51)


def test_bars_follow_new_numbers_in_their_scene(dock: TreesDock) -> None:
    bars = dock.columns_page.bars
    dock.set_selection(1, 3)
    settle(dock, 20.0)
    image, place, row = bars.grab().toImage(), bars.geometry_of_columns, round(3.5 * bars.pitch)
    seen = [image.pixelColor(round(place.separator(k)) + 3, row).name() for k in (0, 1)]
    assert seen == [theme.current().colour(role).name() for role in ("panel", "mark")]


def test_bars_do_not_take_the_wheel(dock: TreesDock) -> None:
    bars = dock.columns_page.bars
    assert not wheel.turn(bars.chart, QPointF(40, 20), 3).isAccepted()


@pytest.mark.parametrize("last", [2, 3, 10, 47])
def test_iterations_are_whole_numbers_in_equal_steps(qtbot: QtBot, last: int) -> None:
    """Two iterations read 0, 1, 2: not 0, 0, 1, 2, 2."""
    trails = wide_trails(one(qtbot, thoughts.one_tree()))
    ticks = trails._iterations(0, 0.0, float(last), 300.0)
    assert [int(text) for _, text in ticks] == [value for value, _ in ticks]
    assert len({b - a for (a, _), (b, _) in itertools.pairwise(ticks)}) == 1
