"""The picture of the tree: it has the keys, stays readable with many leaves, covers nothing, and is
dimmed while another lesson is on its way.
"""

from __future__ import annotations

import threading
from itertools import combinations, pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from engines.textbook.tree import EXAMPLES, LEAF
from lab.lesson import AlphaBetaQuestion, desk, study
from lab.lesson.every import KINDS
from lab.ui.lessons.alphabeta.drawing import Chips, TreeDrawing
from lab.ui.lessons.alphabeta.page import AlphaBetaLesson
from lab.ui.lessons.alphabeta.tree_view import TreeView
from lab.ui.lessons.page import LessonsPage
from lab.ui.lessons.parts import TreeLegend
from lab.ui.parts import theme
from lab.ui.parts.painted import text_width
from lab.ui.shell.workspaces import LESSONS
from tests.lab.ui.lab_window import HANG_S, opened, until
from tests.lab.ui.lessons.lesson_page import cells_of

LONG_MS = round(1000 * HANG_S)


def complete(branches: int, plies: int) -> str:
    """A tree with `branches` at each node and numbers of one to three signs at its leaves."""
    numbers = iter(range(10_000))

    def below(ply: int) -> str:
        if ply == plies:
            k = next(numbers)
            return str((37 * k) % 199 - 99)
        return f"{('MAX', 'MIN')[ply % 2]}({', '.join(below(ply + 1) for _ in range(branches))})"

    return below(0)


BIG = complete(4, 3)  # 64 leaves
DEEP = complete(2, 6)


@pytest.fixture
def view(qtbot):
    made = TreeView()
    qtbot.addWidget(made)
    made.resize(760, 420)
    made.show()
    return made


def shown(view: TreeView, tree: str, step: int, algorithm: str = "alphabeta") -> None:
    lesson = study(AlphaBetaQuestion(tree, algorithm=algorithm))
    view.show_in(lesson, lesson.steps[step])


def test_the_page_opens_with_the_keys_of_the_steps(tmp_path):
    """Focus was in the text box: → moved its cursor and C broke the tree."""
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        lessons = lab.window.show_workspace(LESSONS)
        assert isinstance(lessons, LessonsPage)
        page = lessons.lesson("alphabeta")
        until(lab, lambda: page.lesson is not None)
        lab.window.activateWindow()
        until(lab, lambda: lab.window.focusWidget() is page.tree)
        before = page.panel.tree_text
        for key in (Qt.Key.Key_Right, Qt.Key.Key_C):
            QTest.keyClick(lab.window.focusWidget(), key)
        assert page.steps.step == 4 and page.panel.tree_text == before
        page.panel.text.setFocus()
        QTest.mouseClick(page.tree.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(9, 9))
        assert page.tree.hasFocus()


@pytest.mark.parametrize("tree", [BIG, DEEP])
def test_many_leaves_scroll_and_every_number_can_be_read(view, tree):
    fits = []
    view.fitted.connect(fits.append)
    shown(view, tree, 0)
    shape = view._shape()
    leaves = [shape.reach(n) for n in view._tree.leaves]
    assert len(leaves) == 64 and fits[-1] is False
    assert all(a.right() < b.left() for a, b in pairwise(leaves))
    assert shape.step >= 22 and view.horizontalScrollBar().maximum() > 0
    view.show_whole()
    assert view.horizontalScrollBar().maximum() == 0 and fits[-1] is True and view.zoom < 1
    view.show_whole(False)
    assert view.zoom == 1 and not view.grab().isNull()


def test_the_picture_follows_the_search(view):
    lesson = study(AlphaBetaQuestion(BIG))
    for step in lesson.steps:
        view.show_in(lesson, step)
        at = view._shape().places[step.node]
        assert view.viewport().rect().contains(at.toPoint()), step.title


def test_keys_and_wheel_zoom_and_a_drag_moves_the_tree(view):
    shown(view, BIG, 0)
    before = view.zoom
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view.zoom > before
    QTest.keyClick(view, Qt.Key.Key_0)
    assert view.zoom < 1
    QTest.keyClick(view, Qt.Key.Key_0)
    assert view.zoom == 1
    start = view.horizontalScrollBar().value()
    spot = QPoint(400, 200)
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    QTest.mouseMove(view.viewport(), spot - QPoint(60, 0))
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=spot - QPoint(60, 0))
    assert view.horizontalScrollBar().value() == start + 60


@pytest.mark.parametrize("tree", [*EXAMPLES, BIG, DEEP, "MAX(4, MIN(-7), MIN(6, 8))"])
@pytest.mark.parametrize("size", [(760, 420), (520, 300)])
def test_no_box_covers_a_node_or_another_box(view, tree, size):
    view.resize(*size)
    two = "P3" not in tree
    lesson = study(AlphaBetaQuestion(tree, "a=4, b=-1", "alphabeta" if two else "paranoid"))
    canvas = QImage(*size, QImage.Format.Format_RGB32)
    seen = 0
    for step in (*lesson.steps[::5], *lesson.steps[-2:]):
        view.show_in(lesson, step)
        nodes = range(lesson.tree.kind.size)
        with QPainter(canvas) as painter:
            drawing = TreeDrawing(painter, view._shape(), step)
            drawing.nodes(nodes)
            chips = Chips(drawing, nodes)
            chips.windows(nodes)
        boxes = list(chips.boxes.values())
        seen += len(boxes)
        reaches = [drawing.shape.reach(n) for n in nodes]
        assert not [1 for box in boxes for node in reaches if box.intersects(node)], step.title
        assert not [1 for a, b in combinations(boxes, 2) if a.intersects(b)], step.title
        assert step.best_line or step.node in chips.boxes or lesson.tree.kind[step.node] >= LEAF - 1
    assert seen


def test_weighted_nodes_are_round_and_their_row_says_so(view):
    shown(view, "MAX(MIN(1, 4), MIN(3, 6))", -1, "expectimax")
    shape = view._shape()
    assert [row.goal for row in shape.rows()] == [
        "takes the highest",
        "replies averaged",
        "value given",
    ]
    low = view._tree.below(0)[0]
    corner = shape.reach(low).topLeft() + QPointF(1, 1)
    assert not shape.outline(low).contains(corner) and shape.words[low] == "CHANCE"
    assert "replies averaged" in "\n".join(view.lines())


def test_the_legend_names_cuts_only_where_there_can_be_some(qtbot):
    legend = TreeLegend()
    qtbot.addWidget(legend)
    legend.set_parts(False)
    assert (
        not any("cut" in name for name in legend.names) and "best line, at the end" in legend.names
    )
    legend.set_parts(True)
    assert "cut, never looked at" in legend.names


def test_the_best_line_is_drawn_at_the_end(view):
    lesson = study(AlphaBetaQuestion("MAX(MIN(3, 5), MIN(2, 9))"))
    view.show_in(lesson, lesson.steps[-1])
    last = view.grab().toImage()
    view.show_in(lesson, lesson.steps[-2])
    assert last != view.grab().toImage()
    canvas = QImage(9, 9, QImage.Format.Format_RGB32)
    with QPainter(canvas) as painter:
        assert TreeDrawing(painter, view._shape(), lesson.steps[-1]).best == {0, 1, 3}


def test_while_another_search_is_prepared_no_word_of_the_old_one_remains(qtbot, monkeypatch):
    """The old algorithm's code, steps and root were shown under the new name for 8 s."""
    gate, threads = threading.Event(), []

    def slow(question):
        threads.append(threading.current_thread())
        assert gate.wait(HANG_S)
        return study(question)

    page = AlphaBetaLesson()
    qtbot.addWidget(page)
    page.resize(1280, 760)
    page.show()
    try:
        qtbot.waitUntil(lambda: page.lesson is not None, timeout=LONG_MS)
        slowly = KINDS["alphabeta"]._replace(study=slow)
        monkeypatch.setitem(KINDS, "alphabeta", slowly)
        page.steps.to_last()
        page.panel.choose("expectimax")
        assert page.lesson is None and page.tree.stale
        assert not page.side.code.shown and not cells_of(page.side.steps)
        assert "Expectimax" in page.side.why.head.text() and "Step" not in page.headline.answer
        assert not page.steps.on.isEnabled() and not page.bars.rows and not page.command_line()
        page.panel.set_tree(next(text for text in EXAMPLES if "P3" in text))
        assert page.lesson is None and page.tree.stale
        gate.set()
        qtbot.waitUntil(
            lambda: page.lesson is not None and page.lesson.question == page.panel.question,
            timeout=LONG_MS,
        )
        assert not page.tree.stale and page.side.code.shown
        assert all(each is not threading.main_thread() for each in threads)
    finally:
        gate.set()
        page.end()


def test_a_cancelled_preparation_says_so_and_the_next_choice_is_answered(qtbot, monkeypatch):
    def stopped(*_words):
        raise desk.PreparingStopped

    page = AlphaBetaLesson()
    qtbot.addWidget(page)
    page.show()
    try:
        qtbot.waitUntil(lambda: page.lesson is not None, timeout=LONG_MS)
        with monkeypatch.context() as patched:
            patched.setattr(desk.LessonThread, "_prepare", stopped)
            page.panel.choose("expectimax")
            qtbot.waitUntil(lambda: page.headline.answer == "No steps", timeout=LONG_MS)
        assert page.side.why.head.text() == (
            "Preparing Expectimax was cancelled. Choose a search to go on."
        )
        page.panel.choose("alphabeta")
        qtbot.waitUntil(lambda: page.lesson is not None, timeout=LONG_MS)
    finally:
        page.end()


@pytest.mark.parametrize(("width", "percent"), [(1280, 150), (1024, 100), (1440, 150)])
def test_no_button_or_caption_is_cut_at_any_text_size(qtbot, width, percent):
    theme.apply(QApplication.instance(), "light", percent)
    host = QWidget()  # a page alone would grow
    qtbot.addWidget(host)
    host.resize(width, 760)
    page = AlphaBetaLesson()
    page.setParent(host)
    page.setGeometry(0, 0, width, 760)
    host.show()
    try:
        qtbot.waitUntil(lambda: page.lesson is not None, timeout=LONG_MS)
        page.tick()
        qtbot.waitUntil(
            lambda: all(
                button.width() >= button.sizeHint().width()
                for button in page.steps.findChildren(QAbstractButton)
                if button.isVisible()
            ),
            timeout=LONG_MS,
        )
        assert page.side.geometry().right() <= page.width()
        rows, bars = page.bars.rows, page.bars
        names = max(text_width(who, theme.TABLE) for who, _, _ in rows)
        longest = max(text_width(why, theme.TABLE) for _, _, why in rows)
        assert names + bars._bar_width() + longest < bars.width()
        legend = page.legend
        assert all(x >= 0 for _, x in legend._places()) and len(legend._places()) == 5
    finally:
        page.end()
        theme.apply(QApplication.instance(), "light", 100)
