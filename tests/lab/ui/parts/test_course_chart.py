"""Charts of something "as games come in": labels only where there is something to label, whole
numbers with their unit, and nothing left of what was shown before.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from lab.experiments.arena.scores import HistoryPoint
from lab.experiments.arena.standing import TestBar
from lab.ui.arena.course import RatioCourse
from lab.ui.arena.games import RatingCourse
from lab.ui.experiments.forest import ScoreCourse, measured, scored
from lab.ui.parts.chart.axis import BOTTOM, LEFT
from lab.ui.parts.chart.course import CourseChart, whole_steps
from lab.ui.tuner.centre import TuningCourse

TEST = TestBar("b", "a", (0.5, 0.55), (0.05, 0.1), -2.25, 2.89, (), "open", "", "")
POINTS = tuple(HistoryPoint(k, 10.0 * k, 40.0 / k) for k in range(1, 4))


def labels(chart: CourseChart, side: str) -> list[str]:
    return [text for _, text in chart.axes[side].ticks]


def shown(qtbot: QtBot, chart: CourseChart) -> CourseChart:
    qtbot.addWidget(chart)
    chart.resize(500, 200)
    with qtbot.waitExposed(chart):
        chart.show()
    return chart


@pytest.mark.parametrize("kind", [RatingCourse, RatioCourse, ScoreCourse, TuningCourse])
def test_without_data_there_are_no_labels(qtbot: QtBot, kind: Callable[[], CourseChart]) -> None:
    chart = shown(qtbot, kind())
    assert labels(chart, LEFT) == labels(chart, BOTTOM) == []


def test_labels_come_and_go_with_what_is_known(qtbot: QtBot) -> None:
    chart = shown(qtbot, RatingCourse())
    assert isinstance(chart, RatingCourse)
    chart.set_history("mybot", POINTS)
    assert labels(chart, BOTTOM) == ["0", "1", "2", "3 games"] and "0" in labels(chart, LEFT)
    chart.zoom_to((0.0, 1.0))
    assert labels(chart, BOTTOM)[-1] == "1 game"
    chart.set_history("mybot", ())
    assert labels(chart, LEFT) == labels(chart, BOTTOM) == []


def test_the_ends_of_a_test_are_labelled_before_its_first_group(qtbot: QtBot) -> None:
    chart = shown(qtbot, RatioCourse())
    assert isinstance(chart, RatioCourse)
    chart.set_test(TEST, "round")
    assert labels(chart, LEFT) == ["−2.25", "0", "+2.89"]
    assert labels(chart, BOTTOM)[-1].endswith(" rounds")
    chart.set_test(None)
    assert labels(chart, LEFT) == labels(chart, BOTTOM) == []


def test_counts_are_whole_numbers() -> None:
    assert whole_steps(0.0, 10.0, 300.0, 70.0) == [0.0, 5.0, 10.0]  # 2.5 fits, and is none
    assert whole_steps(0.0, 3.0, 900.0, 70.0) == [0.0, 1.0, 2.0, 3.0]
    assert whole_steps(37.0, 61.0, 300.0, 70.0) == [40.0, 50.0, 60.0]


def test_what_differs_by_rounding_alone_is_level() -> None:
    low, high = measured([1.88, 1.88 + 4e-16])
    assert high - low > 0.09 and low < 1.88 < high
    assert measured([1.0, 3.0]) == (1.0, 3.0)
    assert scored([0.55, 0.58]) == (0.4, 0.6) and scored([0.1, 0.9]) == (0.1, 0.9)
