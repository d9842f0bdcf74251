"""The lesson of Monte Carlo tree search in the window: keys, numbers, guesses, wrong positions."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QShortcut
from PySide6.QtTest import QTest

from lab.lesson.mcts import EXAMPLES, TreeLesson, TreeQuestion, study
from lab.lesson.mcts.steps import BACKPROPAGATION, CHANGE_HEADS, HEADS, PLAYOUT
from lab.ui.lessons.docks import ALPHABETA, MCTS
from lab.ui.lessons.mcts.drawing import WalkShown
from lab.ui.lessons.mcts.layout import WalkLayout
from lab.ui.lessons.mcts.page import MctsLesson
from lab.ui.lessons.page import LessonsPage
from tests.lab.ui.lab_window import HANG_S
from tests.lab.ui.lessons.lesson_page import asked, begun, cells_of, heads_of

KEY, TREE = Qt.Key, list(EXAMPLES)[3]


@pytest.fixture
def page(qtbot):
    with begun(qtbot, MctsLesson()) as made:
        yield made


def at(page: MctsLesson, iteration: int, part: int = 0) -> int:
    """The first step of a part of an iteration."""
    steps = enumerate(page.lesson.steps)
    return next(k for k, s in steps if (s.round, s.part) == (iteration, part))


def test_steps_iterations_and_surprises_by_keys(page):
    steps, lesson = page.steps, page.lesson
    assert page.headline.answer == "Iteration 1" and steps.count == len(lesson.steps)
    QTest.keyClick(page.tree, KEY.Key_Right)
    assert steps.step == 1 and steps.round == 1
    QTest.keyClick(page.tree, KEY.Key_Left)
    assert steps.step == 0
    for key, iteration in ((".", 1), (".", 2), (">", 12), (">", 22)):
        QTest.keyClick(page.tree, key)
        assert (steps.round, lesson.steps[steps.step].part) == (iteration, BACKPROPAGATION)
    QTest.keyClick(page.tree, KEY.Key_C)
    assert steps.step == next(k for k in lesson.surprises if k > at(page, 22, BACKPROPAGATION))
    assert lesson.steps[steps.step].surprise and "is not the best" in page.side.why.text.text()
    QTest.keyClick(page.tree, KEY.Key_End)
    assert steps.step == steps.count - 1 and not steps.whole.isEnabled()
    QTest.keyClick(page.tree, KEY.Key_Home)
    assert steps.step == 0 and not steps.back.isEnabled()


def test_shift_and_the_full_stop_mean_one_key(page):
    """With "Shift+." next to ">" one key press means two keys, and Qt activates neither."""
    shortcuts = page.findChildren(QShortcut)
    names = [key.toString() for each in shortcuts for key in QShortcut.keys(each)]
    assert {":", ">"} <= set(names) and len(names) == len(set(names))
    assert not any(name.startswith("Shift") for name in names)


def test_the_window_shows_the_numbers_of_the_step(page):
    lesson = page.lesson
    for k in (at(page, 19), at(page, 19, PLAYOUT), at(page, 19, BACKPROPAGATION)):
        page.steps.go(k)
        step = lesson.steps[k]
        assert page.side.why.head.text() == step.head and page.side.why.text.text() == step.why
        assert page.side.code.keys == tuple(str(line) for line in step.lines)
        if step.part == BACKPROPAGATION:
            assert heads_of(page.side.changes) == CHANGE_HEADS
            assert cells_of(page.side.changes) == [change.cells for change in step.changes]
        if step.by_bound:
            assert heads_of(page.side.moves) == HEADS
            assert cells_of(page.side.moves) == [row.cells for row in step.rows]
            assert page.side.moves.here == step.chosen
        after = step.part == BACKPROPAGATION
        assert page.visits.rows == lesson.root_rows(lesson.iterations[18], after)
        assert f"Root: {18 + after} visits" in page.tree.accessibleDescription()
        assert page.state_words().startswith("Iteration 19, step ")
    assert page.command_line() == lesson.question.command


def test_parts_the_slider_and_the_list_lead_to_their_steps(page):
    page.steps.bar.moved.emit(18)
    assert page.steps.step == at(page, 19) and page.steps.bar.value() == 19
    page.steps.parts.chosen.emit(PLAYOUT)
    assert page.steps.step == at(page, 19, PLAYOUT)
    page.side.picked.emit(0)
    assert page.steps.step == at(page, 19)
    page.side.set_view("table")
    assert cells_of(page.side.nodes)[0][:3] == ("Root", "", "18")
    page.bounds.click()
    page.boards.click()
    assert not page.grab().isNull()


def test_a_guess_is_compared_with_the_numbers(page):
    k = at(page, 19)
    step = page.lesson.steps[k]
    wrong = next(j for j, row in enumerate(step.rows) if not row.highest)
    page.panel.guess.click()
    page.steps.go(k)
    chosen = step.rows[step.chosen]
    assert page.asking and page.side.why.head.text() == "Which move does X choose?"
    assert {row[3:] for row in cells_of(page.side.moves)} == {("?", "?")}
    assert f"{chosen.bound:.3f}" not in page.tree.accessibleDescription()
    assert page.side.moves.here == -1 and page.tree.shown.walked == (0,)
    QTest.keyClick(page.tree, KEY.Key_1.value + wrong)
    words = f"Not this one: {step.rows[wrong].move} has {step.rows[wrong].bound:.3f}"
    assert page.side.why.text.text().startswith(words) and not page.asking
    assert page.panel.score.text() == "0 of 1 right"
    page.steps.go(at(page, 25))
    place = page.tree._layout.placed[page.lesson.steps[at(page, 25)].walked[1]]
    spot = QPoint(round(place.x), round(place.y) - page.tree.verticalScrollBar().value())
    QTest.mouseClick(page.tree.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert page.panel.score.text() == "1 of 2 right"
    assert page.side.why.text.text().startswith("Right: ")


def test_an_answer_may_be_shown_without_a_guess(page):
    page.panel.guess.click()
    k = at(page, 19)
    page.steps.go(k)
    QTest.keyClick(page.tree, KEY.Key_Right)
    assert page.steps.step == k and not page.asking and page.panel.score.isHidden()
    QTest.keyClick(page.tree, KEY.Key_Right)
    assert page.steps.step == k + 1


def test_a_wrong_position_is_explained_and_a_right_one_shown(page, qtbot):
    page.panel.set_position("XX./.../...")
    qtbot.waitUntil(lambda: not page.panel.wrong.isHidden(), timeout=round(1000 * HANG_S))
    assert "2 X, 0 O" in page.panel.wrong.text.text() and page.lesson is None
    page.panel.set_position(TREE)
    asked(page, qtbot)
    assert page.panel.wrong.isHidden() and page.panel.examples.name == TREE
    assert not page.boards.isEnabled() and page.panel.facts.text().startswith(
        "MAX to move,\n3 moves\n"
    )
    page.panel.rows["c"].changed.emit("c", 0.1)
    assert not page.grab().isNull()


def test_another_c_repeats_the_search_with_the_same_seed(page, qtbot):
    page.panel.rows["c"].take(0.1)
    assert page.lesson is None and page.tree.stale
    asked(page, qtbot)
    assert page.lesson.question == TreeQuestion(c=0.1)
    assert page.command_line().endswith("--seed 5 --c 0.1")


@lru_cache
def studied(text: str) -> TreeLesson:
    """The lesson of an example, made once for all widths."""
    return study(TreeQuestion(text, 60))


@pytest.mark.parametrize("text", list(EXAMPLES))
@pytest.mark.parametrize("width", [400, 640, 1000])
def test_no_node_covers_another(text, width):
    for iteration in studied(text).iterations[::9]:
        layout = WalkLayout(iteration, iteration.path, width, 460, 1.0)
        rows: dict[float, list] = {}
        for each in layout.placed.values():
            rows.setdefault(round(each.y - each.side / 2), []).append(each)
        for row in rows.values():
            row.sort(key=lambda each: each.x)
            assert row[0].x - row[0].side / 2 >= 0 and row[-1].x + row[-1].side / 2 <= width
            for left, right in pairwise(row):
                assert left.x + left.side / 2 < right.x - right.side / 2
        assert set(iteration.path) <= set(layout.placed)


def test_a_question_shows_nothing_of_its_answer(page):
    lesson = page.lesson
    k = at(page, 30)
    shown = WalkShown(lesson, lesson.iterations[29], lesson.steps[k], asks=True)
    chosen = lesson.steps[k].walked[-1]
    assert chosen not in shown.walked and chosen not in shown.path
    assert "bound" not in shown.words(chosen) and "on the walk" not in shown.words(chosen)


def test_the_choice_of_the_lesson(qtbot):
    page = LessonsPage()
    qtbot.addWidget(page)
    assert page.stack.currentWidget() is page.lesson("alphabeta")
    page.lesson("alphabeta").panel.choice.combo.picked.emit(MCTS)
    assert isinstance(page.stack.currentWidget(), MctsLesson)
    assert page.lesson("alphabeta").panel.choice.combo.name == ALPHABETA
    page.choose("mcts").panel.choice.combo.picked.emit(ALPHABETA)
    assert page.stack.currentWidget() is page.lesson("alphabeta")
    page.end()
