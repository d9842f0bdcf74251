"""Subtrees of a lesson's tree folded away: where the other nodes are, by clicks and by a key."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engines.textbook.picture import layout
from engines.textbook.tree import EXAMPLES, LEAF, read
from lab.ui.lessons.alphabeta import tree_view
from lab.ui.lessons.alphabeta.page import AlphaBetaLesson
from lab.ui.lessons.alphabeta.shape import Folds
from tests.lab.ui.lessons.lesson_page import begun

WORKED = next(iter(EXAMPLES))


@pytest.fixture
def page(qtbot):
    with begun(qtbot, AlphaBetaLesson()) as made:
        yield made


@pytest.mark.parametrize("text", EXAMPLES)
def test_without_folds_every_node_is_where_the_picture_has_it(text):
    tree = read(text)
    folds = Folds(tree)
    assert folds.ends == tree.leaves and folds.home == list(range(tree.kind.size))
    assert folds.across == [x for x, _ in layout(tree).places]


@pytest.mark.parametrize("text", EXAMPLES)
def test_any_folds_hide_what_is_below_them_and_nothing_else(text):
    tree, rng = read(text), np.random.default_rng(7)
    inner = [n for n in range(1, tree.kind.size) if tree.kind[n] != LEAF]
    for _ in range(20):
        at = frozenset(n for n in inner if rng.random() < 0.4)
        folds = Folds(tree, at)
        for node in range(tree.kind.size):
            folded = [n for n in tree.path(node)[:-1] if n in at]
            assert folds.home[node] == (folded[0] if folded else node)
            assert folds.across[node] == folds.across[folds.home[node]]
        shown = [leaf for leaf in tree.leaves if folds.home[leaf] == leaf]
        count = sum(folds.leaves(node) for node in at) + len(shown)
        assert count == len(tree.leaves)
        xs = [folds.across[end] for end in folds.ends]
        assert xs == [k + 0.5 for k in range(len(xs))]


def test_all_but_the_way_is_folded():
    tree = read(WORKED)
    folds = Folds(tree).without({0, 2, tree.below(2)[0]})
    assert folds.at == {1, 3} and folds.turned(1).at == {3} and folds.turned(4).at == folds.at


def test_a_double_click_folds_and_a_key_folds_what_is_not_on_the_way(page, monkeypatch):
    said = []
    monkeypatch.setattr(tree_view, "announce", lambda _widget, text: said.append(text))
    view = page.tree
    page.steps.go(3)
    spot = view._shape().places[2].toPoint()
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    shape = view._shape()
    assert view._folds.at == {2} and len(shape.folds.ends) == 7
    assert not set(view._folds.tree.below(2)) & set(shape.drawn)
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=shape.places[2].toPoint())
    assert not view._folds.at and said == ["1 node folded", "Nothing folded"]
    QTest.keyClick(view, Qt.Key.Key_F)
    way = {o.node for o in page.lesson.steps[3].open}
    assert view._folds.at and not view._folds.at & way
    for k in range(page.steps.count):  # where the search is may be folded away
        page.steps.go(k)
        view.grab()
    page.panel.choose("minimax")  # another search of the same tree
    QTest.qWait(0)
    assert view._folds.at
    QTest.keyClick(view, Qt.Key.Key_F)
    assert not view._folds.at
