"""The outline's columns: growth, errors, sorting, and what is copied."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from lab.ui.parts.marks import marks_of
from lab.ui.trees.outline import Outline
from lab.ui.trees.outline_lines import error_words
from lab.ui.trees.tree_parts import TreePart
from tests.lab.ui.lab_window import hold_still, opened
from tests.lab.ui.trees.test_trees_explorer import part_of

NAMES = {(0,): "left", (1,): "ahead", (2,): "right"}


def shown(qtbot, width: int = 900) -> Outline:
    """Three root actions of 50, 30 and 20 visits; the last has the best mean and grew most."""
    outline = Outline()
    qtbot.addWidget(outline)
    outline.resize(width, 160)
    part = part_of([50, 30, 20], [0.2, 0.1, 0.9])
    grown = np.array([9.0, 2.0, np.nan, 7.0])
    errors = ((0, 0.02), (1, 0.05), (2, float("nan")))
    tree = TreePart(part, NAMES, "Pod 1", recent=grown, errors=errors)
    outline.set_tree(tree, marks_of((0, 1)), None)
    outline.show()
    return outline


def names(outline: Outline) -> list[str]:
    return [NAMES[line.path] for line in outline.model_.rows]


def click(outline: Outline, column: str) -> None:
    head = outline.horizontalHeader()
    at = next(k for k, field in enumerate(outline.model_.fields) if field.name == column)
    spot = QPoint(head.sectionViewportPosition(at) + head.sectionSize(at) // 2, head.height() // 2)
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def test_a_click_on_a_title_sorts_and_a_second_one_turns_the_order_round(qtbot) -> None:
    outline = shown(qtbot)
    assert outline.columns == ("Visits", "Growth", "Share", "Mean", "Bound")
    assert names(outline) == ["left", "ahead", "right"]
    click(outline, "Mean")
    assert names(outline) == ["right", "left", "ahead"]
    click(outline, "Mean")
    assert names(outline) == ["ahead", "left", "right"]
    click(outline, "Growth")
    assert names(outline) == ["right", "left", "ahead"], "what has no number is last"
    outline.resize(400, 160)  # no room for growth: by visits again
    assert outline.columns == ("Visits", "Share", "Mean", "Bound")


def test_errors_are_known_at_the_root_and_estimated_below(qtbot) -> None:
    tree = shown(qtbot).tree
    spread = np.sqrt(((0.02 * 50) ** 2 + (0.05 * 30) ** 2) / 80)
    assert tree.error(1) == (0.02, False)
    assert np.isnan(tree.error(3)[0]) and not tree.error(3)[1]
    deeper = replace(
        tree.part, depth=np.array([0, 1, 1, 2], np.int32), parent=np.array([-1, 0, 0, 2])
    )
    below = TreePart(deeper, NAMES, "Pod 1", errors=tree.errors)
    error, estimated = below.error(3)
    assert estimated and error == pytest.approx(spread / np.sqrt(20))
    assert "an estimate" in error_words(below, 3) and "estimate" not in error_words(below, 1)
    assert error_words(TreePart(tree.part, NAMES, "Pod 1"), 1) == ""


def test_the_copied_rows_have_the_numbers_of_the_lines(qtbot) -> None:
    outline = shown(qtbot)
    click(outline, "Mean")
    outline.setFocus()
    QTest.keyClick(outline, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    rows = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert rows[0] == ["Action", "Visits", "Share", "Mean", "Bound", "Standard error"]
    assert rows[1][:4] == ["right", "20", "0.2", "0.9"] and rows[1][5] == ""
    assert rows[2][5] == "0.02"


def test_the_errors_are_those_of_the_bars(tmp_path):
    uct = ("uct:budget=400it", "uct:budget=400it")
    with opened(tmp_path, "tictactoe", *uct, speed=1.0) as lab:
        lab.do("tree")
        page = lab.window.trees.pages.tree
        hold_still(lab, lambda: page._trees and page._trees[0].turn == lab.moment.turn)
        tree = page._trees[0]
        stats = next(t for t in lab.moment.thoughts() if t is not None).agents[0].stats
        rows = tree.part.children(0)
        np.testing.assert_array_equal([tree.error(int(r))[0] for r in rows], stats.error)
