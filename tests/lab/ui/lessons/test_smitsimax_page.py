"""The lesson of Smitsimax in the window: whose tree, which numbers, guesses, resonance."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lab.lesson.smitsimax import study
from lab.lesson.smitsimax.resonance import FAVOURITE_HEADS
from lab.lesson.smitsimax.steps import (
    BACKPROPAGATION,
    CHANGE_HEADS,
    EVALUATION,
    RANGE_HEADS,
    ROW_HEADS,
    SCALING,
    SELECTION,
    VALUE_HEADS,
)
from lab.ui.lessons.grid import StepGrid
from lab.ui.lessons.position import C_ACTS
from lab.ui.lessons.rounds import HIDDEN
from lab.ui.lessons.smitsimax.page import SmitsimaxPage
from lab.ui.lessons.smitsimax.side import RESONANCE, SHORT_HEADS
from lab.ui.parts.painted import text_width
from lab.ui.parts.table import SIDE
from tests.lab.ui.lessons.lesson_page import LONG_MS, asked, begun, cells_of, heads_of

KEY = Qt.Key
LATE = 27  # an iteration, from 0, in which all four roots choose by their bounds


@pytest.fixture
def page(qtbot):
    with begun(qtbot, SmitsimaxPage()) as each:
        yield each


def first_step(page, iteration):
    return next(k for k, s in enumerate(page.lesson.steps) if s.round == iteration + 1)


def test_steps_iterations_and_trees_by_keys(page):
    assert page.headline.answer == "Iteration 1" and page.steps.count == 40 * 7
    QTest.keyClick(page.lanes, KEY.Key_Right)
    assert page.steps.step == 1
    QTest.keyClick(page.lanes, KEY.Key_Period)
    assert page.state_words() == "Iteration 1, step 7 of 7, paused"
    QTest.keyClicks(page.lanes, ":")
    assert page.headline.answer == "Iteration 11"
    QTest.keyClick(page.lanes, KEY.Key_Down)
    assert page.agent == 1 and page.side.trees.value() == 1
    QTest.keyClick(page.lanes, KEY.Key_Up)
    QTest.keyClick(page.lanes, KEY.Key_Up)
    assert page.agent == 3
    QTest.keyClick(page.lanes, KEY.Key_C)
    assert page.steps.step == next(k for k in page.lesson.surprises(3) if k > 7 * 10 + 6)
    assert page.lesson.surprises(3) != page.lesson.surprises(0)
    assert "is not the best" in page.side.why.text.text() and "Pod 4" in page.side.why.text.text()


@pytest.mark.parametrize("agent", [0, 2])
def test_the_window_shows_the_numbers_of_the_tree_on_show(page, agent):
    page.show_tree(agent)
    for k in range(first_step(page, LATE), first_step(page, LATE + 1)):
        page.steps.go(k)
        step, side = page.lesson.steps[k], page.side
        assert (side.why.head.text(), side.why.text.text()) == (step.head, step.why_of(agent))
        assert page.lanes.shown.lane == agent
        if step.part == SELECTION:
            pick = step.picks[agent]
            assert heads_of(side.rows) == ROW_HEADS and heads_of(side.all) == SHORT_HEADS
            shown = [(row[0], *row[1:3], row[4]) for row in cells_of(side.rows)]
            assert shown == [(r.cells[0], *r.cells[1:3], r.cells[4]) for r in pick.rows]
            assert side.rows.here == pick.chosen and side.all.here == agent
            assert [row[1] for row in cells_of(side.all)] == [p.move for p in step.picks]
            cell = page.lanes.shown.lanes[agent].cells[step.turn - 1]
            assert (cell.move, cell.rows, cell.chosen) == (pick.move, pick.rows, pick.chosen)
        elif step.part == BACKPROPAGATION:
            own = [change.cells for change in step.changes if change.agent == agent]
            assert heads_of(side.changes) == CHANGE_HEADS and cells_of(side.changes) == own
            assert side.bars.rows == step.roots[agent]
        else:
            heads = {EVALUATION: VALUE_HEADS, SCALING: RANGE_HEADS}[step.part]
            cells = [each.cells[: len(heads)] for each in step.ranges]
            assert heads_of(side.all) == heads and cells_of(side.all) == cells
    assert not page.grab().isNull() and page.command_line() == page.lesson.question.command


def test_the_board_follows_the_simulated_turns(page):
    first = first_step(page, LATE)
    line = page.lesson.iterations[LATE].line
    for turn in range(1, 5):
        page.steps.go(first + turn - 1)
        words = page.board.accessibleDescription()
        assert words.startswith(f"After turn {turn} of iteration 28: Pod 1 ")
        assert all(move in words for move in line.words[turn - 1])
        ids = {i.id: (i.x, i.y) for i in page.board.scene.items if i.id.startswith("pod")}
        wanted = {f"pod{p}": line.paths[p][turn] for p in range(4)}
        assert ids == wanted
    assert page.board.lines[1][0].points == line.paths[0]


def test_guesses_are_about_the_tree_on_show(page):
    first = first_step(page, LATE)
    page.show_tree(1)
    page.panel.guess.setChecked(True)
    page.steps.go(first)
    pick = page.lesson.steps[first].picks[1]
    assert page.asking and "Which action does Pod 2 choose?" in page.side.why.head.text()
    assert {row[4] for row in cells_of(page.side.rows)} == {HIDDEN}
    assert pick.move not in [row[1] for row in cells_of(page.side.all)]
    assert page.board.accessibleDescription() == "The position that is searched."
    assert not page.lanes.shown.lanes[0].cells[0].done
    QTest.keyClick(page.lanes, KEY.Key_1 + pick.chosen)
    assert not page.asking and page.panel.score.text() == "1 of 1 right"
    assert page.side.why.text.text().startswith("Right: ")
    page.show_tree(0)
    assert not page.asking  # the answer was seen


def test_a_click_answers_or_chooses_a_tree(page):
    page.panel.guess.setChecked(True)
    first = first_step(page, LATE)
    page.steps.go(first)
    pick = page.lesson.steps[first].picks[0]
    wrong = next(k for k, row in enumerate(pick.rows) if not row.highest)
    lane = page.lanes.shown.lanes[0].cells[0]
    bar = page.lanes._bars(lane, page.lanes.cell(0, 0))[wrong]
    QTest.mouseClick(page.lanes, Qt.MouseButton.LeftButton, pos=bar.center().toPoint())
    assert page.panel.score.text() == "0 of 1 right"
    assert page.side.why.text.text().startswith("Not this one: ")
    spot = page.lanes.cell(2, 0).center().toPoint()
    QTest.mouseClick(page.lanes, Qt.MouseButton.LeftButton, pos=spot)
    assert page.agent == 2


def test_both_searches_of_the_comparison_are_side_by_side(page):
    page.side.set_view(RESONANCE)
    page.steps.go(first_step(page, LATE + 1) - 1)
    found = page.lesson.resonance
    assert page.side.words.text() == found.words(28) and page.side.verdict.text() == found.verdict
    for run, grid in enumerate(page.side.favourites):
        assert heads_of(grid) == FAVOURITE_HEADS
        assert cells_of(grid) == list(found.cells(run, 28))
    assert cells_of(page.side.favourites[0]) != cells_of(page.side.favourites[1])
    assert page.side.resonance.lines()[4].startswith("Pod 1 without random first visits: ")
    page.steps.go(0)
    assert cells_of(page.side.favourites[0]) == []  # nothing is known before


def test_another_knob_is_another_search(page, qtbot):
    page.panel.rows["random_visits"].set_value(0)
    page.panel.report()
    assert page.lesson is None and page.said.stale
    asked(page, qtbot)
    assert page.lesson.question.params.random_visits == 0 and not page.said.stale
    assert "--random-visits 0" in page.command_line()
    page.panel.set_position("tictactoe@1")
    page.ask()
    qtbot.waitUntil(lambda: page.panel.wrong.text.text() != "", timeout=LONG_MS)
    assert "Smitsimax does not fit Tic-tac-toe" in page.panel.wrong.text.text()


def test_c_is_said_to_act_on_values_from_0_to_1_where_it_does(page):
    """Where the scale is a number of one's own, it does not."""
    lesson = page.lesson
    assert C_ACTS in page.panel.facts.text()
    params = replace(lesson.question.params, scaling="fixed", scale=500.0)
    fixed = replace(
        lesson.question, iterations=2, search=replace(lesson.question.seat, params=params)
    )
    page.panel.show_lesson(study(fixed))
    assert C_ACTS not in page.panel.facts.text()


def test_no_head_of_a_table_is_cut(page):
    page.steps.go(first_step(page, LATE))
    grids = page.side.findChildren(StepGrid)
    assert grids
    for grid in grids:
        for k, field in enumerate(grid.model_.fields):
            needs = text_width(field.name) + 2 * SIDE
            assert field.rest or grid.horizontalHeader().sectionSize(k) >= needs
