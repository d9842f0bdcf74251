"""What any algorithm may declare: curves, bars, numbers, proofs and mixed strategies, drawn without
knowing the algorithm.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from lab.match.records import Thought
from lab.ui.parts import theme
from lab.ui.parts.marks import marks_of
from lab.ui.parts.painted import text_width
from lab.ui.trees.dock import TreesDock
from lab.ui.trees.extras import DOT, charts_of, ends_of, say
from lab.ui.trees.numbers import numbers_for
from lab.words.columns import cell_of, columns_of, describe, rows_of
from search.base import Curve
from tests.lab.ui import thoughts

FOUR = marks_of((0, 0, 1, 1))


def dock_of(qtbot: QtBot, *shown: Thought) -> TreesDock:
    """A dock that shows these searches."""
    dock = TreesDock()
    qtbot.addWidget(dock)
    dock.resize(564, 900)
    dock.set_game(FOUR, 2)
    dock.set_thoughts(shown, True, "live")
    dock.show()
    dock.tick(0.0)
    return dock


def test_declared_curves_and_bars_become_charts_of_their_own_titles(qtbot: QtBot) -> None:
    dock = dock_of(qtbot, thoughts.kinds(0), thoughts.kinds(1))
    page = dock.columns_page
    assert not page.more.isHidden() and page.more.title.text() == "More from Smitsimax"
    assert [c.title for c in page.extras.charts] == ["Best score"] * 2 + ["Kept"] * 2 + [
        "Duplicates removed"
    ] * 2
    assert page.extras.charts[1].agent == 2 and page.extras.charts[1].marked
    assert page.extras.content_height() > 100
    plot = page.extras.plots[4]
    read = plot.read_at(plot.at(7.2, 10.0))
    assert read is not None and read.words == "Duplicates removed\ndepth 7: states 84.00"


def test_each_search_has_its_own_numbers_in_its_own_colour(qtbot: QtBot) -> None:
    page = dock_of(qtbot, thoughts.kinds(0), thoughts.kinds(1)).columns_page
    for plot, agent in zip(page.extras.plots[:2], (0, 2), strict=True):
        curve, series = plot.items.curves[0], plot.series
        assert series is not None and series.agent == agent
        assert curve.opts["pen"].color() == FOUR.colour(theme.current(), agent)
        assert curve.yData.tolist() == series.curve.y.tolist()
    ends = [float(plot.items.curves[0].yData[-1]) for plot in page.extras.plots[:2]]
    assert ends[0] - ends[1] == pytest.approx(20.0)
    bars = page.extras.plots[4].items.bars.opts
    assert bars["height"][6] == 84.0 and bars["x"][6] == 7.0
    data = page.extras.plots[2].data()
    assert data is not None and data.csv.splitlines()[:2] == ["depth,states", "1,4"]


def test_a_curve_ends_with_a_whole_dot_and_its_axis_has_room_for_close_ends(qtbot: QtBot) -> None:
    flat = Curve(np.arange(9.0), np.linspace(-0.7041, -0.7049, 9), "trials", "units")
    base = thoughts.kinds()
    found = replace(base, snapshot=replace(base.snapshot, series={"Close": flat}, histograms={}))
    dock = dock_of(qtbot, found)
    plot = dock.columns_page.extras.plots[0]
    assert plot.at(8.0, -0.7049).x() + DOT <= plot.width()
    labels = [text for _, text, _ in plot.axes["left"].labels()]
    assert len(set(labels)) == 2
    assert all(text_width(text, theme.TABLE) <= plot.axis_room("left").width() for text in labels)


def test_without_them_there_is_no_band(qtbot: QtBot) -> None:
    dock = dock_of(qtbot, thoughts.pods(0), thoughts.pods(1))
    assert dock.columns_page.more.isHidden()


@pytest.mark.parametrize(
    "y",
    [
        np.zeros(0),
        np.full(3, np.nan),
        np.zeros(2),
        np.full(2, 7.0),
        np.array([-2.0, 5.0]),
        np.array([1e9]),
    ],
)
def test_a_chart_of_any_numbers_is_drawn_and_said(qtbot: QtBot, y: np.ndarray) -> None:
    odd = Curve(np.arange(y.size, dtype=np.float64), y, "step", "things")
    base = thoughts.kinds()
    dock = dock_of(
        qtbot,
        replace(
            base, snapshot=replace(base.snapshot, series={"Odd": odd}, histograms={"Odd bars": odd})
        ),
    )
    assert not dock.columns_page.extras.grab().isNull()
    assert all(
        line.startswith("Odd") for line in map(say, charts_of(dock.columns_page.view.columns))
    )
    low, high = ends_of(y[np.isfinite(y)], True)
    assert low <= 0 <= high and high > low


def test_proofs_and_mixed_strategies_stand_at_their_rows(qtbot: QtBot) -> None:
    columns = columns_of((thoughts.kinds(),), 0)
    rows = rows_of(columns)
    assert [cell_of(columns[0], row).proven for row in rows] == [
        "win",
        "",
        "loss",
        "",
        "draw",
        "",
        "",
    ]
    assert cell_of(columns[0], rows[1]).policy == pytest.approx(0.4)
    assert describe(columns[0], 0).endswith("mixed in 5 %, a proved win")
    dock = dock_of(qtbot, thoughts.kinds())
    table = dock.columns_page.table
    dock.set_view("table")
    assert {"Mixed", "Proved"} <= {field.name for field in table.model_.fields}
    dock.set_thoughts((thoughts.pods(),), True, "live")
    dock.set_view("table")
    assert not {"Mixed", "Proved"} & {field.name for field in table.model_.fields}


def test_what_an_iteration_is_called_is_the_algorithms_word(qtbot: QtBot) -> None:
    columns = columns_of((thoughts.kinds(word="expansion"),), 0)
    names = [row.name for row in numbers_for(columns, False)]
    assert (
        names[:2] == ["Expansions", "Expansions/s"]
        and "Exploitability" in names
        and "Cuts" in names
    )
    both = columns_of((thoughts.kinds(0, "node"), thoughts.kinds(1)), None)
    first = numbers_for(both, False)[0]
    assert (
        first.name == "Iterations"
        and first.read(both[0]) == "4,000 nodes"
        and first.read(both[-1]) == "4,000"
    )
    dock = dock_of(qtbot, thoughts.kinds(word="node"))
    dock.set_frozen(True)
    assert "frozen at node 4,000" in dock.head.word.text()
