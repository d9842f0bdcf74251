"""The lesson of alpha-beta: the worked example stepped by keys and clicks, wrong texts,
letters, other searches, growth, the way there.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from engines.textbook.tree import EXAMPLES
from lab.ui.lessons import lesson_page as frame
from lab.ui.lessons.alphabeta.page import AlphaBetaLesson, broken
from lab.ui.lessons.alphabeta.side import GROWTH, TABLE
from lab.ui.lessons.page import LessonsPage
from lab.ui.shell.workspaces import LESSONS
from tests.lab.ui.lab_window import HANG_S, opened, until
from tests.lab.ui.lessons.lesson_page import asked, begun, cells_of

WORKED = next(iter(EXAMPLES))
KEY = Qt.Key


@pytest.fixture
def page(qtbot):
    with begun(qtbot, AlphaBetaLesson()) as made:
        yield made


def test_the_worked_example_is_stepped_by_keys(page):
    assert (
        page.headline.answer == "Step 1 of 9"
        and page.panel.fine.text() == "✓  4 inner nodes, 9 leaves"
    )
    seen = []
    for key in (KEY.Key_Right, KEY.Key_C, KEY.Key_C, KEY.Key_Left, KEY.Key_Home, KEY.Key_End):
        QTest.keyClick(page.tree, key)
        seen.append(page.steps.step + 1)
    assert seen == [2, 5, 8, 7, 1, 9]
    page.steps.go(4)
    assert (
        page.headline.support == "the middle MIN node is cut"
        and page.side.why.head.text() == "β is 2 and α is 3, so this node is cut."
    )
    assert (
        page.side.code.keys == ("cut",)
        and page.side.steps.here == 4
        and page.state_words() == "Step 5 of 9, paused"
    )
    assert page.command_line().startswith("smitsilab lesson alphabeta 'MAX(MIN(3, 5, 10), ")
    assert (
        "Leaf a: cut" in page.tree.lines() and "Middle MIN: cut, ≤ 2, α 3, β 2" in page.tree.lines()
    )
    assert [n for _, n, _ in page.bars.rows] == [9, 6, 5]


def test_a_click_in_the_list_and_playing_move_on(page, qtbot):
    grid = page.side.steps
    qtbot.waitUntil(
        lambda: grid.viewport().rect().contains(grid.visualRect(grid.model_.index(3, 1))),
        timeout=round(1000 * HANG_S),
    )
    spot = grid.visualRect(grid.model_.index(3, 1)).center()
    QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(spot))
    assert page.headline.answer == "Step 4 of 9"
    page.steps.pace.choose("10")
    page.steps.toggle()
    qtbot.waitUntil(lambda: page.steps.step == 8, timeout=10_000)
    assert not page.steps.playing and not page.steps.on.isEnabled()
    page.chips.click()
    page.cuts.click()
    page.side.set_view(TABLE)
    assert cells_of(page.side.nodes)[0][:2] == ("Root", "done") and not page.grab().isNull()


def test_a_wrong_text_says_so_and_the_lesson_stays(page):
    page.panel.text.setPlainText("MAX(3, MIN(2")
    assert (
        not page.panel.wrong.isHidden()
        and "at its end" in page.panel.wrong.text.text()
        and page.panel.fine.isHidden()
    )
    assert page.lesson is not None and page.state_words() == "The text is not a tree yet"


def test_a_letter_is_asked_for_and_given(page, qtbot):
    page.panel.choose("minimax")
    asked(page, qtbot)
    page.steps.to_last()
    assert (
        page.side.why.head.text().startswith("Leaf a has no value") and not page.chips.isEnabled()
    )
    page.panel.letters.setText("a=4, b=-1")
    asked(page, qtbot)
    assert page.lesson.value == "3" and page.panel.letter_fault.isHidden()
    page.panel.letters.setText("a=")
    assert not page.panel.letter_fault.isHidden()


def test_searches_that_do_not_fit_are_not_offered(page, qtbot):
    page.panel.set_tree(next(text for text in EXAMPLES if "P3" in text))
    assert page.panel.search.name == "maxn"
    assert "two sides" in page.panel.search.itemData(0, Qt.ItemDataRole.ToolTipRole)
    page.panel.set_tree(WORKED)
    assert page.panel.search.name == "alphabeta"
    page.panel.choose("alphabeta", "best")
    asked(page, qtbot)
    assert page.lesson.steps[-1].looked == 5


def test_growth_is_measured_when_it_is_looked_at(page, qtbot):
    page.side.set_view(GROWTH)
    page.side.views.chosen.emit(GROWTH)
    qtbot.waitUntil(lambda: page.side.plot.growth is not None, timeout=round(1000 * HANG_S))
    growth = page.side.plot.growth
    assert (
        growth.best == growth.perfect
        and "2,047 leaves" in page.side.lesson_of_growth.text()
        and not page.grab().isNull()
    )


def test_long_texts_are_broken_at_the_branches_of_the_root():
    assert broken("MAX(MIN(3, 5), MIN(2, a))") == "MAX(MIN(3, 5),\n    MIN(2, a))"


def test_the_match_of_a_tree_leads_to_its_steps(tmp_path):
    with opened(tmp_path, "textbook", "random", "random") as lab:
        assert not lab.lessons.button.isHidden()
        lab.lessons.button.click()
        page = lab.window.page
        assert isinstance(page, LessonsPage) and lab.window.workspaces.name == LESSONS
        assert page.stack.currentWidget() is page.lesson("alphabeta")
        assert page.lesson("alphabeta").panel.tree_text == WORKED
        until(
            lab,
            lambda: (
                page.lesson("alphabeta").lesson is not None
                and lab.window.status.state.text() == "Step 1 of 9, paused"
            ),
        )


def test_each_step_is_announced(page, monkeypatch):
    said: list[str] = []
    monkeypatch.setattr(frame, "announce", lambda _widget, text: said.append(text))
    for k in (4, 8):
        page.steps.go(k)
    steps = page.lesson.steps
    assert said == [f"Step {k + 1} of 9. {steps[k].head} {steps[k].why}" for k in (4, 8)]


def test_windows_are_a_choice_of_searches_with_cuts(page, qtbot):
    page.panel.set_tree("MAX(MIN(3, 5), MIN(6, 8))")
    box = page.panel.windows
    for name, texts in (("null", ("just above 3", "Looked at again")), ("hard", ("low, high",))):
        box.choose(name)
        box.picked.emit(name)
        asked(page, qtbot)
        assert page.lesson.question.windows == name
        shown = [s.why for s in page.lesson.steps] + [line.text for line in page.side.code.shown]
        shown += [row[0] for row in page.side.facts.rows]
        assert all(any(text in each for each in shown) for text in texts)
        assert f"--windows {name}" in page.command_line()
        if name == "null":
            page.steps.go(next(k for k, s in enumerate(page.lesson.steps) if s.line == "again") - 1)
            assert any("α 3, β 3⁺" in line for line in page.tree.lines())
            assert any(row[-2] == "3⁺" for row in cells_of(page.side.open))
            assert not page.grab().isNull()
    page.panel.choose("minimax")
    asked(page, qtbot)
    assert not box.isEnabled() and page.lesson.question.windows == "soft"
