"""The lesson of decoupled selection in the window: rounds by keys, numbers, the curve."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lab.lesson.decoupled import HEADS, RULES, SIDES
from lab.ui.lessons.decoupled.page import DuelPage
from lab.ui.lessons.page import LessonsPage
from tests.lab.ui.lessons.lesson_page import asked, begun

KEY = Qt.Key


@pytest.fixture
def page(qtbot):
    with begun(qtbot, DuelPage()) as made:
        yield made


def test_rounds_by_keys(page):
    assert page.title.text() == "Round 1" and page.steps.count == 200
    QTest.keyClick(page.round, KEY.Key_Right)
    assert page.title.text() == "Round 2"
    QTest.keyClick(page.round, KEY.Key_C)
    assert page.steps.step == next(k for k in page.lesson.surprises if k > 1)
    assert "though not the best mean" in page.side.why.text.text()
    QTest.keyClick(page.round, KEY.Key_End)
    assert page.state_words() == "Round 200 of 200, paused"
    QTest.keyClick(page.round, KEY.Key_Home)
    assert page.steps.step == 0


def test_the_window_shows_the_numbers_of_the_round(page):
    for k in (0, 60, 199):
        page.steps.go(k)
        shown = page.lesson.rounds[k]
        assert (page.side.why.head.text(), page.side.why.text.text()) == (shown.head, shown.why)
        for seat, grid in enumerate(page.side.grids):
            assert grid.texts.head == HEADS and grid.accessibleName() == SIDES[seat]
            assert grid.texts.rows == [row.cells for row in shown.after[seat]]
            assert grid.texts.marked == shown.chosen[seat]
        assert page.side.facts.rows[-1] == ("Best replies would gain", f"{shown.distance:.2f}")
        assert f"Row Rock: {100 * shown.after[0][0].strategy:.1f} %" in page.round.lines()[0]
    assert not page.grab().isNull() and page.command_line() == page.lesson.command


def test_the_curve_has_a_line_for_each_rule_and_gives_its_data(page):
    page.steps.go(49)
    distances = page.lesson.distances
    for rule, line in zip(RULES, page.curve.lines(), strict=True):
        assert line == f"{RULES[rule]}: best replies gain {distances[rule][49]:.2f}"
    data = page.curve.data()
    assert data.rows[49] == (50, *(distances[rule][49] for rule in RULES))
    reading = page.curve.read_at(page.curve.at(50.0, 1.0))
    assert reading.words.startswith("round 50\nUCB1 ")


def test_another_rule_or_table_is_another_search(page, qtbot):
    page.panel.choose("rps", "regret")
    assert page.lesson is None and page.round.stale
    asked(page, qtbot)
    assert page.lesson.question.rule == "regret" and page.side.facts.rows[0][1] == "0.00"
    assert not page.steps.cut.isEnabled() and page.side.grids[0].texts.rows[0][3] == "–"


def test_the_lesson_is_among_the_choices(qtbot):
    page = LessonsPage()
    qtbot.addWidget(page)
    page.alphabeta.panel.choice.combo.picked.emit("decoupled")
    assert page.stack.currentWidget() is page.decoupled
    page.end()
