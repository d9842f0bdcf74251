"""The joint-action map: its words and numbers, what a person points at and chooses, and which
agents are counted.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lab.ui.parts.marks import marks_of
from lab.ui.trees.dock import TreesDock
from lab.words.joint_data import MOST, joint_of, scale_of
from search.base import JointMap
from search.measure import Kind
from tests.lab.ui import thoughts
from tests.lab.ui.lab_window import opened, until

pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def dock(qtbot: QtBot) -> TreesDock:
    """Four pods' search with a map of Pod 1 against Pod 3."""
    dock = TreesDock()
    qtbot.addWidget(dock)
    dock.resize(564, 850)
    dock.set_game(marks_of((0, 0, 1, 1)), 2)
    dock.set_thoughts((thoughts.kinds(),), True, "live")
    dock.set_view("map")
    with qtbot.waitExposed(dock):
        dock.show()
    return dock


def middle(dock: TreesDock, row: int, column: int) -> QPoint:
    page = dock.joint_page
    assert page.data is not None
    return page.map.layout_of(page.data).box((row, column)).center().toPoint()


def test_the_map_says_what_a_cell_means_and_what_answers_it() -> None:
    data = joint_of(thoughts.kinds())
    assert data is not None and data.opposed and data.shape == (7, 7)
    title, numbers, replies = data.describe((2, 1))
    assert title == "Pod 1 Ahead, full against Pod 3 Left 9°, full"
    named = replace(data, rows=replace(data.rows, labels=("Pod 1 waits", *data.rows.labels[1:])))
    assert named.describe((0, 1))[0].startswith("Pod 1 waits against "), "the name once"
    assert numbers == "Mean 0.89 for Pod 1, 1,052 visits, 4.8 % of all."
    assert replies == (
        "Best reply of Pod 3 to Ahead, full: Ahead, coast (0.10). Best reply of Pod 1 to "
        "Left 9°, full: Ahead, full (0.89)."
    )
    assert data.describe((6, 6))[1] == "Never seen."
    assert (
        data.heat((6, 6)) == (0.0, 0.0)
        and data.heat((2, 1))[0] > 0.8 > data.heat((2, 1))[0] * data.heat((2, 1))[1] - 1
    )


def test_colours_lie_around_what_is_even() -> None:
    visits, mean = np.full((2, 2), 100), np.array([[0.4, 0.6], [0.55, 0.5]])
    assert scale_of(visits, mean, Kind.SHARE)[0] == scale_of(visits, mean, Kind.CHANCE)[0] == 0.5
    assert scale_of(visits, mean - 0.5, Kind.OUTCOME)[0] == 0.0
    assert scale_of(visits, 1000 * mean, Kind.VALUE) == pytest.approx((512.5, 150))
    assert scale_of(np.zeros((1, 1), np.int64), np.full((1, 1), np.nan), Kind.SCALED) == (0.5, 0.5)


def test_the_scale_holds_every_cell_where_one_has_nearly_all_visits() -> None:
    """In a long search one pair of actions has nearly all visits; the others are on show too."""
    visits, mean = np.full((3, 3), 40), np.linspace(0.16, 0.87, 9).reshape(3, 3)
    visits[1, 1] = 2_000_000
    joint = JointMap((0, 2), np.arange(3), np.arange(3), visits, mean, Kind.SCALED)
    base = thoughts.pods()
    data = joint_of(replace(base, snapshot=replace(base.snapshot, joint=joint)))
    assert data is not None
    low, high = data.ends
    assert low <= 0.16 and high >= 0.87 and data.number(low) != data.number(high)


def test_the_first_map_has_its_cells_at_their_size(qtbot: QtBot) -> None:
    """Graphs are shown first; the first switch lays the map out as any later one."""
    dock = TreesDock()
    qtbot.addWidget(dock)
    dock.resize(564, 850)
    dock.set_game(marks_of((0, 0, 1, 1)), 2)
    with qtbot.waitExposed(dock):
        dock.show()
    dock.set_thoughts((thoughts.kinds(),), True, "live")
    dock.tick(0.0)
    QApplication.processEvents()
    heights = []
    for mode in ("map", "graphs", "map"):
        dock.set_view(mode)
        QApplication.processEvents()
        if mode == "map":
            heights.append(dock.joint_page.map.layout_of(dock.joint_page.data).high)
    assert heights[0] == heights[1] > 26


def test_a_large_map_shows_what_was_visited_most() -> None:
    base = thoughts.many(2)
    labels = tuple(f"Push {i}" for i in range(40))
    agents = tuple(
        thoughts.agent(
            i,
            i,
            np.full(40, 10),
            np.linspace(0, 1, 40),
            np.array([40]),
            labels,
            f"Player {i + 1}",
            2,
        )
        for i in range(2)
    )
    found = joint_of(
        type(base)(
            **{
                **vars(base),
                "agents": agents,
                "snapshot": thoughts.snapshot(agents, 0, joint=thoughts.joint_map(40, 40, (0, 1))),
            }
        )
    )
    assert found is not None and found.shape == (MOST, MOST) and found.rows.hidden == 12


def test_pointing_previews_and_a_click_selects(dock: TreesDock, qtbot: QtBot) -> None:
    page = dock.joint_page
    with qtbot.waitSignal(dock.hovered) as pointed:
        qtbot.mouseMove(page.map, middle(dock, 1, 2))
    assert (
        pointed.args == [0, 1]
        and page.title.text() == "Pod 1 Left 9°, full against Pod 3 Ahead, full"
    )
    with qtbot.waitSignal(dock.selected) as chosen:
        qtbot.mouseClick(page.map, Qt.MouseButton.LeftButton, pos=middle(dock, 2, 1))
    assert chosen.args == [0, 2]
    dock.set_selection(2, 4)
    assert page.map.picked == (-1, 4)
    qtbot.keyClick(page.map, Qt.Key.Key_Right)
    assert page.map.cursor_cell == (2, 2)
    assert "Best reply of Pod 3" in page.map.accessibleDescription()


def test_the_table_has_the_same_numbers(dock: TreesDock, qtbot: QtBot) -> None:
    page = dock.joint_page
    page.set_what("table")
    assert page.table.model_.texts(2)[1] == "0.89  (1,052)"
    assert page.table.model_.headerData(2, Qt.Orientation.Vertical) == "Ahead, full"
    page.table.setCurrentIndex(page.table.model_.index(3, 3))
    assert page.map.cursor_cell == (3, 3)


def test_other_agents_are_asked_for(dock: TreesDock, qtbot: QtBot) -> None:
    page = dock.joint_page
    assert (
        page.note.text() == "UCB1 does not converge to an equilibrium."
        and "0.0312" in page.facts.text()
    )
    data = joint_of(thoughts.kinds())
    assert data is not None and data.equilibrium in page.facts.text()
    assert bool(data.equilibrium) == bool((data.visits > 0).all())
    page.second.choose("3")
    with qtbot.waitSignal(dock.watched) as asked:
        page.second.picked.emit("3")
    assert asked.args == [0, 3]
    page.first.choose("2")
    page.second.choose("2")
    with qtbot.waitSignal(dock.watched) as asked:
        page.first.picked.emit("2")
    assert asked.args == [2, 0]


def test_without_a_map_there_is_no_such_view(dock: TreesDock) -> None:
    dock.set_thoughts((thoughts.pods(),), True, "live")
    dock.tick(1e6)
    assert dock.view_mode() == "graphs"


def test_a_running_search_counts_the_agents_that_were_chosen(
    toy: None, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pathlib import Path

    from tests.lab.toys import Toy

    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(Toy, "watch", lambda self, first, second: asked.append((first, second)))
    with opened(Path(str(tmp_path)), "matrix", "toy:budget=50it", "toy:budget=50it") as lab:
        until(lab, lambda: lab.moment.head.turn >= 1)
        assert not asked
        lab.window.trees.watched.emit(1, 0)
        until(lab, lambda: (1, 0) in asked)
        turn, count = lab.moment.head.turn, len(asked)
        until(lab, lambda: lab.moment.head.turn > turn + 1 and len(asked) > count)
