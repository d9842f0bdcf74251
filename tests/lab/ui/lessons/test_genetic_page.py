"""The lesson of the genetic algorithm in the window: generations by keys, numbers of the lesson,
and guesses.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lab.lesson.genetic import HEADS
from lab.lesson.genetic.population import BEST, BREED, EVALUATE, KEEP, SELECT
from lab.lesson.genetic.study import family
from lab.lesson.mazes import spelt, thousandths
from lab.ui.lessons import lesson_page as frame
from lab.ui.lessons.genetic.page import GeneticPage
from tests.lab.ui.lessons.lesson_page import asked, begun, cells_of, heads_of

KEY = Qt.Key


@pytest.fixture
def page(qtbot):
    with begun(qtbot, GeneticPage()) as made:
        yield made


def test_steps_by_keys(page):
    assert page.headline.answer == "Generation 1" and page.step.part == EVALUATE
    for part in (KEEP, SELECT, BREED):
        QTest.keyClick(page.picture, KEY.Key_Right)
        assert page.step.part == part
    assert page.state_words() == "Generation 1, step 4 of 14, paused"
    QTest.keyClick(page.picture, KEY.Key_Period)
    assert (page.steps.round, page.step.part, page.step.child) == (1, BREED, 8)
    QTest.keyClick(page.picture, KEY.Key_C)
    assert page.step.surprise and page.step.part == EVALUATE and page.step.round == 2
    QTest.keyClick(page.picture, KEY.Key_End)
    assert page.step.part == BEST and page.headline.answer == "Best plan"
    page.progress.picked.emit(3)
    assert (page.step.round, page.step.part) == (3, EVALUATE)


def test_the_window_shows_the_numbers_of_the_step(page):
    lesson = page.lesson
    for k in (*range(30), len(lesson.steps) - 2, len(lesson.steps) - 1):
        page.steps.go(k)
        step, each = lesson.steps[k], lesson.generation(lesson.steps[k])
        assert (page.side.why.head.text(), page.side.why.text.text()) == (step.head, step.why)
        table, child, shown = page.side.table, lesson.child(step), page.picture.shown
        if step.part == BREED:
            assert cells_of(table) == list(family(lesson, step, child))
            assert shown.chosen is child and shown.following[-1] is child
        elif step.part == BEST:
            assert not cells_of(table) and shown.chosen is lesson.best.best
        else:
            assert heads_of(table) == HEADS and cells_of(table) == [
                i.cells for i in each.individuals
            ]
            assert each.individuals[table.here] is shown.chosen
        if step.part in (EVALUATE, KEEP):
            assert shown.chosen is each.best
        if step.part == SELECT:
            bred = each.traced.bred[step.child - 3]
            assert shown.drawn == tuple(
                {k + 1 for k in tournament.drawn} for tournament in (bred.mother, bred.father)
            )
            assert len(shown.following) == step.child - 1
        for line, one in zip(shown.lines, each.individuals, strict=False):
            assert f"{spelt(one.plan)}, fitness {thousandths(one.fitness)}" in line
        assert page.side.code.keys == tuple(str(line) for line in step.lines)
    assert not page.grab().isNull() and page.command_line() == lesson.question.command


def test_each_step_is_announced(page, monkeypatch):
    said = []
    monkeypatch.setattr(frame, "announce", lambda _widget, words: said.append(words))
    page.steps.one_on()
    step = page.lesson.steps[1]
    assert said == [f"Generation 1, keep the elite. {step.head} {step.why}"]


def test_the_mother_is_guessed_among_those_that_were_drawn(page):
    page.panel.guess.setChecked(True)
    page.steps.go(6)
    bred = page.lesson.generations[0].traced.bred[2]
    shown = page.picture.shown
    assert page.asking and not shown.parents and not shown.drawn[1]
    assert page.side.table.here == -1
    outside = next(n for n in range(1, 9) if n - 1 not in bred.mother.drawn)
    page.picture.picked.emit(outside)
    assert page.asking  # it was not drawn
    wrong = next(k for k in bred.mother.drawn if k != bred.mother.winner)
    QTest.keyClick(page.picture, getattr(KEY, f"Key_{wrong + 1}"))
    assert not page.asking and "Not this one" in page.side.why.text.text()
    page.steps.go(8)
    assert page.asking
    winner = page.lesson.generations[0].traced.bred[3].mother.winner
    QTest.keyClick(page.picture, getattr(KEY, f"Key_{winner + 1}"))
    assert page.panel.score.text() == "1 of 2 right"
    page.steps.go(2)
    QTest.keyClick(page.picture, KEY.Key_Right)  # shows the answer without a guess
    assert not page.asking and page.panel.score.text() == "1 of 2 right"


def test_a_clicked_sequence_is_on_the_board(page):
    layout = page.picture._layout(page.picture.shown)
    spot = layout.strips[4].center().toPoint()
    QTest.mouseClick(page.picture, Qt.MouseButton.LeftButton, pos=spot)
    assert page.picture.shown.chosen.number == 5 and page.side.table.here == 4
    page.side.table.picked.emit(1)
    assert page.picture.shown.chosen.number == 2


def test_other_settings_are_another_search(page, qtbot):
    page.panel.set(population=4)
    assert page.lesson is None and page.picture.stale
    asked(page, qtbot)
    assert len(page.lesson.generations[0].individuals) == 4
    assert "mean" in page.progress.accessibleDescription()
