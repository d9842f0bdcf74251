"""The Trees dock: what it shows, what it asks for, what it leaves alone."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from lab.ui.parts import theme
from lab.ui.parts.marks import marks_of
from lab.ui.trees.dock import TreesDock
from lab.ui.trees.heads import Heads
from lab.ui.trees.table import StatsTable
from tests.lab.ui import thoughts

FOUR = marks_of((0, 0, 1, 1))


pytestmark = pytest.mark.usefixtures("light")


def open_dock(qtbot: QtBot, width: int = 564, height: int = 848) -> TreesDock:
    """An empty dock on the offscreen screen."""
    dock = TreesDock()
    qtbot.addWidget(dock)
    dock.resize(width, height)
    with qtbot.waitExposed(dock):
        dock.show()
    return dock


@pytest.fixture
def dock(qtbot: QtBot) -> TreesDock:
    """Both seats' searches of four pods."""
    dock = open_dock(qtbot)
    dock.set_game(FOUR, 2)
    dock.set_thoughts((thoughts.pods(0), thoughts.pods(1)), True, "live")
    dock.tick(0.0)
    return dock


def settle(dock: TreesDock, start: float = 10.0) -> None:
    """Ticks until everything is drawn."""
    for i in range(8):
        dock.tick(start + i / 10)


def bar_point(dock: TreesDock, column: int, row: int) -> QPoint:
    """The middle of a row's bar."""
    bars = dock.columns_page.bars
    return QPoint(
        round(bars.geometry_of_columns.left(column) + 10), round((row + 0.5) * bars.pitch)
    )


def test_four_agents_stand_side_by_side(dock: TreesDock) -> None:
    view = dock.columns_page.view
    assert [c.agent.name for c in view.columns] == ["Pod 1", "Pod 2", "Pod 3", "Pod 4"]
    assert view.shared
    assert [r.label for r in view.rows] == list(thoughts.MOVES)


def test_a_click_asks_and_only_the_setter_selects(dock: TreesDock, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dock.selected) as asked:
        qtbot.mouseClick(
            dock.columns_page.bars, Qt.MouseButton.LeftButton, pos=bar_point(dock, 2, 2)
        )
    assert asked.args == [2, 2]
    assert dock.columns_page.view.selection is None
    dock.set_selection(2, 2)
    assert dock.columns_page.view.selection == (2, 2)
    assert (
        dock.selection_words()
        == "Pod 3, Ahead, full: 1,403 visits (35 %), mean 0.740 ± 0.005, second of 7"
    )
    dock.set_selection(None, None)
    assert dock.selection_words() == ""


def test_the_pointer_previews_and_moves_nothing(dock: TreesDock, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dock.hovered) as asked:
        qtbot.mouseMove(dock.columns_page.bars, bar_point(dock, 1, 4))
    assert asked.args == [1, 4]
    dock.set_hover(1, 4)
    assert dock.columns_page.view.hover == (1, 4)
    assert dock.columns_page.view.selection is None


def test_arrows_step_through_the_actions_of_the_selected_agent(
    dock: TreesDock, qtbot: QtBot
) -> None:
    dock.set_selection(1, 2)
    bars = dock.columns_page.bars
    with qtbot.waitSignal(dock.selected) as down:
        qtbot.keyClick(bars, Qt.Key.Key_Down)
    with qtbot.waitSignal(dock.selected) as up:
        qtbot.keyClick(bars, Qt.Key.Key_Up)
    assert (down.args, up.args) == ([1, 3], [1, 1])
    with qtbot.waitSignal(dock.clear_selection):
        qtbot.keyClick(bars, Qt.Key.Key_Escape)


def test_a_head_shows_its_agent_alone_and_the_tab_brings_all_back(
    dock: TreesDock, qtbot: QtBot
) -> None:
    heads = dock.findChild(Heads)
    assert heads is not None
    with qtbot.waitSignal(dock.agent_chosen) as chosen:
        qtbot.mouseClick(
            heads,
            Qt.MouseButton.LeftButton,
            pos=QPoint(round(heads.geometry_of_columns.left(2)) + 5, 8),
        )
    assert chosen.args == [2]
    assert [c.agent.name for c in dock.wide_page.view.columns] == ["Pod 3"]
    every = next(
        b for b in dock.findChildren(QAbstractButton) if b.text() == "All four" and b.isVisible()
    )
    with qtbot.waitSignal(dock.agent_chosen) as chosen:
        qtbot.mouseClick(every, Qt.MouseButton.LeftButton)
    assert chosen.args == [-1]
    assert len(dock._shown()) == 4


def test_whose_search_is_a_choice(dock: TreesDock, qtbot: QtBot) -> None:
    buttons = dock.head.whose.findChildren(QAbstractButton)
    button = next(b for b in buttons if b.text().removeprefix("seat ") == "2" and b.isVisible())
    with qtbot.waitSignal(dock.whose_changed) as asked:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert asked.args == [1]
    assert {c.thought.seat for c in dock.columns_page.view.columns} == {1}
    dock.set_whose("own")
    assert [c.thought.seat for c in dock.columns_page.view.columns] == [0, 0, 1, 1]


def text_of(table: StatsTable) -> str:
    """What is copied."""
    data = table.model_.table("")
    return data.tabs if data is not None else ""


def test_the_table_has_the_numbers_of_the_graphs(dock: TreesDock) -> None:
    dock.set_view("table")
    table = dock.columns_page.table
    lines = text_of(table).splitlines()
    assert table.isVisible()
    assert len(lines) == 1 + 4 * 7
    assert lines[0].split("\t")[:3] == ["Agent", "Action", "Visits"]
    assert lines[1] == "Pod 4\tLeft 9°, full\t3,938\t98.5 %\t0.750\t0.003\t0.25\t1.00\t0.752"
    table.model_.sort(1)
    assert text_of(table).splitlines()[1].split("\t")[1] == "Left, full"
    table.model_.sort(2)
    visits = [int(line.split("\t")[2].replace(",", "")) for line in text_of(table).splitlines()[1:]]
    assert visits == sorted(visits)


def test_the_table_selects_and_copies(dock: TreesDock, qtbot: QtBot) -> None:
    dock.set_agent(2)
    dock.set_view("both")
    table = dock.wide_page.table
    assert text_of(table).splitlines()[0].split("\t")[0] == "Action"
    with qtbot.waitSignal(dock.selected) as asked:
        qtbot.mouseClick(
            table.viewport(),
            Qt.MouseButton.LeftButton,
            pos=table.visualRect(table.model().index(1, 1)).center(),
        )
    assert asked.args == [2, 2]
    dock.set_selection(2, 0)
    assert table.currentIndex().siblingAtColumn(0).data() == "Left, full"
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == text_of(table)


def test_frozen_graphs_stand_still_until_another_turn_is_asked_for(
    dock: TreesDock, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(dock.frozen_changed):
        dock.set_frozen(True)
    before = dock.columns_page.view.columns
    dock.set_thoughts((thoughts.pods(0, iterations=5000), None), True, "live")
    settle(dock)
    assert dock.columns_page.view.columns[0].thought is before[0].thought
    assert dock.head.word.text() == "frozen at iteration 4,000 after turn 52"
    dock.set_thoughts(
        (thoughts.pods(0, False, 3000), thoughts.pods(1, False, 3000)),
        False,
        "turn 31, recorded",
        recorded=True,
    )
    settle(dock, 20.0)
    assert not dock.is_frozen()
    assert dock.head.word.text() == "turn 31, recorded"


def test_all_bands_follow_at_once(dock: TreesDock) -> None:
    """Each new record replaces the last one in every band, plots included."""
    settle(dock)
    page = dock.columns_page
    for iterations in (4100, 4200):
        newer = (thoughts.pods(0, iterations=iterations), thoughts.pods(1, iterations=iterations))
        dock.set_thoughts(newer, True, "live")
        dock.tick(30.0)
        bands = (page.heads, page.bars, page.variation.body, page.numbers.body)
        for band in (*bands, page.trails, page.depths):
            assert [c.thought for c in band.view.columns] == [*[newer[0]] * 2, *[newer[1]] * 2]


def test_a_hidden_dock_draws_nothing(dock: TreesDock) -> None:
    settle(dock)
    dock.hide()
    dock.set_thoughts((thoughts.pods(0, iterations=9000), None), True, "live")
    dock.tick(50.0)
    assert dock.columns_page.view.columns[0].thought.snapshot.iterations == 4000


def test_a_band_folded_by_hand_stays_as_it_was_left(dock: TreesDock, qtbot: QtBot) -> None:
    page = dock.columns_page
    with qtbot.waitSignal(dock.fold_changed) as told:
        qtbot.mouseClick(page.visits.title, Qt.MouseButton.LeftButton)
    assert told.args == ["Visits during this search", False]
    assert not page.trails.isVisible()
    dock.set_folds({"Visits during this search": True, "Numbers": False})
    dock.resize(564, 1200)
    QApplication.processEvents()
    assert page.trails.isVisible()
    assert not page.numbers.is_open


def test_a_common_tree_fills_the_width_and_names_its_algorithm(qtbot: QtBot) -> None:
    dock = open_dock(qtbot, 440)
    dock.set_game(marks_of((0, 1)), 2, ("cross", "ring"), "move")
    dock.set_thought(thoughts.one_tree(81), True, "live")
    dock.tick(0.0)
    assert dock.head.heading.text() == "What UCT thinks"
    assert len(dock.wide_page.view.rows) == 11
    assert dock.wide_page.variation.title.text() == "Best lines"
    assert len(dock.wide_page.lines.entries()) == 3
    assert dock.wide_page.variation.title.hint == "its three most visited moves"
    assert not dock.head.whose.isVisible()


def test_a_stored_search_of_a_common_tree_does_not_promise_three_lines(qtbot: QtBot) -> None:
    dock = open_dock(qtbot, 440)
    dock.set_game(marks_of((0, 1)), 2, ("cross", "ring"), "move")
    thought = thoughts.one_tree(81)
    kept = tuple(replace(agent, lines=()) for agent in thought.agents)
    dock.set_thought(replace(thought, agents=kept), False, "move 7, the last search")
    dock.tick(0.0)
    assert len(dock.wide_page.lines.entries()) == 1
    assert dock.wide_page.variation.title.hint == ""


def test_the_line_behind_the_selected_action_is_told(dock: TreesDock) -> None:
    dock.set_agent(2)
    assert [title for title, _ in dock.wide_page.lines.entries()] == ["Best line"]
    dock.set_selection(2, 2)
    assert [title for title, _ in dock.wide_page.lines.entries()] == [
        "Best line",
        "If “Ahead, full”",
    ]


def test_agents_with_other_actions_carry_their_own_labels(qtbot: QtBot) -> None:
    dock = open_dock(qtbot)
    dock.set_game(FOUR, 2)
    thought = thoughts.pods(0)
    own = tuple(
        replace(a, labels=tuple(f"{a.name} {text}" for text in a.labels)) for a in thought.agents
    )
    dock.set_thought(replace(thought, agents=own), True, "live")
    dock.set_whose(0)
    dock.tick(0.0)
    assert not dock.columns_page.view.shared
    assert dock.columns_page.bars.pair_at(
        dock.columns_page.bars.geometry_of_columns.left(3) + 3, 5.0
    ) == (3, 0)


def test_nothing_to_show_is_said_with_a_way_out(qtbot: QtBot) -> None:
    dock = open_dock(qtbot)
    dock.set_empty(
        "No tree yet: random play does not search.",
        "Give a seat an algorithm.",
        "Use Smitsimax for seat 1",
    )
    dock.set_thoughts((None, None), False, "")
    dock.tick(0.0)
    button = next(
        b for b in dock.findChildren(QAbstractButton) if b.text() == "Use Smitsimax for seat 1"
    )
    assert button.isVisible()
    with qtbot.waitSignal(dock.help_wanted):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_full_memory_and_a_failure_are_said_inside_the_dock(
    dock: TreesDock, qtbot: QtBot
) -> None:
    dock.set_thoughts((thoughts.pods(0, full=True), thoughts.pods(1)), True, "live")
    settle(dock)
    assert dock.notes.full.isVisible()
    dock.set_failure(
        "The search of seat 2 stopped",
        "Nothing is lost.",
        "all of it",
        ("Start the search again", "Change the algorithm"),
    )
    button = next(
        b for b in dock.findChildren(QAbstractButton) if b.text() == "Change the algorithm"
    )
    with qtbot.waitSignal(dock.failure_answered) as answer:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert answer.args == [1]
    dock.set_failure()
    assert not dock.notes.error.isVisible()


def test_the_graphs_are_told_in_words(dock: TreesDock) -> None:
    settle(dock)
    spoken = {
        body.accessibleName(): body.accessibleDescription() for body in dock.columns_page.painted()
    }
    assert (
        "Pod 3, Left 9°, full: 1,669 visits (42 %), mean 0.744 ± 0.005, first of 7"
        in spoken["Root actions"]
    )
    assert "too close to call (0.6 standard errors)" in spoken["Trees"]
    assert "Iterations: seat 1 4,000" in spoken["Numbers"]
    assert "799 at depth 6" in spoken["Nodes at each depth"]


def test_a_turned_knob_is_named_where_its_tick_stands(dock: TreesDock) -> None:
    trails = dock.columns_page.trails
    chart = trails.charts[2]
    spot = chart.at(1500.0, 0.4)
    read, away = chart.read_at(spot), chart.read_at(spot + QPointF(40, 0))
    assert read is not None and read.words.splitlines()[-1] == "c 0.3 to 0.5, at iteration 1,500"
    assert away is not None and "c 0.3" not in away.words


def test_every_control_has_a_name(dock: TreesDock) -> None:
    dock.set_agent(2)
    for button in dock.findChildren(QAbstractButton):
        assert button.accessibleName() or button.text() or not button.isVisible()


def test_a_new_theme_leaves_no_old_colour(dock: TreesDock, qapp: QApplication) -> None:
    settle(dock)
    light = theme.make("light").colour("field").rgb()
    theme.apply(qapp, "dark")
    settle(dock, 20.0)
    QApplication.processEvents()
    image = dock.grab().toImage()
    plot = dock.columns_page.trails.charts[0]
    corner = plot.mapTo(dock, QPoint(plot.width() - 3, plot.field().height() // 2 + 6))
    assert image.pixelColor(corner).rgb() == theme.current().colour("field").rgb()
    assert light not in {
        image.pixelColor(x, y).rgb()
        for x in range(0, image.width(), 7)
        for y in range(0, image.height(), 7)
    }
