"""The lesson of beam search in the window: layers by keys, the numbers of the lesson, guesses, and
other widths.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from lab.lesson.beam import HEADS
from lab.lesson.beam.layers import BEST, CUT_OFF, EXPAND, SORT
from lab.lesson.beam.study import cells_at
from lab.lesson.mazes import spelt, thousandths
from lab.ui.lessons import lesson_page as frame
from lab.ui.lessons.beam import page as beam_page
from lab.ui.lessons.beam.page import BeamPage
from tests.lab.ui.lessons.lesson_page import asked, begun, cells_of, heads_of

KEY = Qt.Key


@pytest.fixture
def page(qtbot):
    with begun(qtbot, BeamPage()) as made:
        yield made


def at(page: BeamPage, layer: int, part: int) -> int:
    """The first step of that part of a layer."""
    return next(k for k, s in enumerate(page.lesson.steps) if (s.round, s.part) == (layer, part))


def test_steps_by_keys(page):
    steps, lesson = page.steps, page.lesson
    assert page.headline.answer == "Layer 1" and steps.count == len(lesson.steps)
    QTest.keyClick(page.picture, KEY.Key_Right)
    assert steps.step == 1 and page.state_words() == "Layer 1, step 2 of 3, paused"
    QTest.keyClick(page.picture, KEY.Key_Period)
    assert (steps.round, page.step.part) == (1, CUT_OFF)
    QTest.keyClick(page.picture, KEY.Key_Period)
    assert (steps.round, page.step.part) == (2, CUT_OFF)
    QTest.keyClick(page.picture, KEY.Key_C)
    assert steps.step == at(page, 3, CUT_OFF) and "best plan of all" in page.side.why.text.text()
    QTest.keyClick(page.picture, KEY.Key_End)
    assert page.step.part == BEST and page.headline.answer == "Best plan"
    QTest.keyClick(page.picture, KEY.Key_Home)
    assert steps.step == 0


def test_the_window_shows_the_numbers_of_the_step(page):
    for k, step in enumerate(page.lesson.steps):
        page.steps.go(k)
        assert (page.side.why.head.text(), page.side.why.text.text()) == (step.head, step.why)
        children = page.lesson.children(step)
        table = page.side.table
        assert cells_of(table) == [cells_at(step, child) for child in children]
        if children:
            assert heads_of(table) == HEADS
            chosen = children[table.here]
            assert chosen.number == page.picture.shown.selected
            if step.part == CUT_OFF and page.lesson.layer(step).lost is not None:
                assert chosen is page.lesson.layer(step).lost
            elif step.part == EXPAND:
                own = page.lesson.layer(step).of(step.parent)
                assert chosen.score == max(child.score for child in own)
        if step.part == CUT_OFF:
            assert table.grey == len(page.lesson.layer(step).kept)
        assert page.side.code.keys == tuple(str(line) for line in step.lines)
        lines = page.picture.lines()
        shown = children or page.lesson.layer(step).ranked
        assert len(lines) == len(shown)
        for line, child in zip(lines, shown, strict=True):
            assert line.startswith(f"{spelt(child.plan)}: score {thousandths(child.score)}")
            assert (child.fate in line) == (step.part in (CUT_OFF, BEST))
    assert not page.grab().isNull() and page.command_line() == page.lesson.question.command


def test_each_step_is_announced(page, monkeypatch):
    said = []
    monkeypatch.setattr(frame, "announce", lambda _widget, words: said.append(words))
    page.steps.one_on()
    step = page.lesson.steps[1]
    assert said == [f"Layer 1, sort. {step.head} {step.why}"]


def test_a_guess_is_asked_before_the_order_is_shown(page):
    page.panel.guess.setChecked(True)
    k = at(page, 3, SORT)
    page.steps.go(k)
    layer, shown = page.lesson.layers[2], page.picture.shown
    assert page.asking and page.side.why.head.text() == beam_page.QUESTION
    assert [child.number for child in shown.children] == list(range(len(layer.children)))
    assert page.side.table.here == -1 and cells_of(page.side.steps)[3][1] == "Sort"
    wrong = layer.kept[0].number
    QTest.keyClick(page.picture, getattr(KEY, f"Key_{wrong + 1}"))
    assert not page.asking and "Not this one" in page.side.why.text.text()
    assert page.panel.score.text() == "0 of 1 right"
    page.steps.go(at(page, 4, SORT))
    page.picture.picked.emit(page.lesson.layers[3].kept[-1].number)
    assert page.panel.score.text() == "1 of 2 right" and "Right:" in page.side.why.text.text()
    page.steps.go(at(page, 5, SORT))
    QTest.keyClick(page.picture, KEY.Key_Right)  # shows the answer without a guess
    assert not page.asking and page.panel.score.text() == "1 of 2 right"


def test_a_clicked_child_is_shown_with_its_way(page):
    page.steps.go(at(page, 3, CUT_OFF))
    other = page.lesson.layers[2].ranked[5]
    layout = page.picture._layout(page.picture.shown)
    spot = layout.boxes[3, other.number].center().toPoint()
    QTest.mouseClick(page.picture, Qt.MouseButton.LeftButton, pos=QPoint(spot.x(), spot.y()))
    assert page.picture.shown.chosen is other and page.side.table.here == 5
    page.side.table.picked.emit(1)
    assert page.picture.shown.chosen is page.lesson.layers[2].ranked[1]


def test_a_column_of_another_width_takes_it(page, qtbot):
    first = page.lesson
    bars = page.widths._columns()
    page.widths.picked.emit(4)
    assert len(bars) == len(first.widths) and page.lesson is None and page.picture.stale
    asked(page, qtbot)
    assert page.lesson.question.width == 4 and page.lesson.found == first.widths[3]
    assert page.panel.rows["width"].value == 4 and not page.lesson.lost
    assert any("width 4: " + thousandths(page.lesson.found.score) in line
               for line in page.widths.accessibleDescription().splitlines())  # fmt: skip
