"""The view Tree: whose nodes it shows, with which numbers, and what it asks for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from lab.ui.parts.marks import marks_of
from lab.ui.trees.explorer import TreePage
from lab.ui.trees.icicle import Icicles
from lab.ui.trees.node_panel import NodePanel
from lab.ui.trees.node_words import node_words
from lab.ui.trees.outline import Outline
from lab.ui.trees.tree_parts import TreePart
from lab.words.columns import columns_of
from search.branches import Branches
from tests.lab.ui import thoughts
from tests.lab.ui.lab_window import hold_still, opened, until

SMITSIMAX = ("smitsimax:c=0.2,budget=300it", "smitsimax:c=2,budget=900it")


def trees_of(lab) -> tuple[TreePart, ...]:
    return lab.window.trees.pages.tree._trees


def test_each_agents_tree_is_its_own_searchs_and_agrees_with_the_bars(tmp_path):
    with opened(tmp_path, "goofspiel", *SMITSIMAX, speed=1.0) as lab:
        lab.do("tree")
        hold_still(lab, lambda: len(trees_of(lab)) == 2 and len(trees_of(lab)[1].part) > 1)
        thoughts = lab.moment.thoughts()
        for seat, tree in enumerate(trees_of(lab)):
            part, stats = tree.part, thoughts[seat].agents[seat].stats
            first = part.children(0)
            assert (part.agent, part.iterations) == (seat, thoughts[seat].snapshot.iterations)
            assert part.visits[first].tolist() == stats.visits.tolist()
            np.testing.assert_array_equal(part.mean[first], stats.mean)
            np.testing.assert_array_equal(part.bounds()[first], stats.bound)
            labels = [tree.word(int(row)) for row in first]
            assert labels == list(thoughts[seat].agents[seat].labels)
        explore = {float(tree.part.explore[1]) for tree in trees_of(lab)}
        assert len(explore) == 2, "each with its own c"


def test_a_click_selects_the_node_everywhere_and_its_children_can_be_opened(tmp_path):
    with opened(tmp_path, "tictactoe", "uct:budget=3000it", "uct:budget=3000it", speed=1.0) as lab:
        lab.do("tree")
        page = lab.window.trees.pages.tree
        hold_still(lab, lambda: trees_of(lab) and len(trees_of(lab)[0].part) > 20)
        cell = page.icicles.layout_.cell(0, 1)
        QTest.mouseClick(
            page.icicles, Qt.MouseButton.LeftButton, pos=QPointF(cell.center()).toPoint()
        )
        path = trees_of(lab)[0].part.path(1)
        assert page._selected == (trees_of(lab)[0].part.agent, path)
        assert page.outline._selected == path and page.icicles.view.selected[1] == path
        page.icicles.setFocus()
        QTest.keyClick(page.icicles, Qt.Key.Key_Z)  # zooms in
        until(lab, lambda: trees_of(lab)[0].part.focus == path)
        QTest.keyClick(page.icicles, Qt.Key.Key_Backspace)
        until(lab, lambda: trees_of(lab)[0].part.focus == ())


def test_trees_are_harvested_only_while_they_are_looked_into(tmp_path):
    with opened(tmp_path, "tictactoe", "uct:budget=300it", "uct:budget=300it", speed=4.0) as lab:
        until(lab, lambda: any(lab.moment.thoughts()))
        assert not any(t.trees for t in lab.moment.thoughts() if t)
        lab.do("tree")
        until(lab, lambda: any(t.trees for t in lab.moment.thoughts() if t))
        lab.do("tree")
        lab.session.restart()
        until(lab, lambda: any(t and not t.trees for t in lab.moment.thoughts()))


def part_of(visits: list[int], mean: list[float], rest: int = 0, cap: int = 1 << 62) -> Branches:
    """A root with children of these visits and means."""
    count = len(visits) + 1
    return Branches(
        agent=0,
        generation=1,
        iterations=sum(visits),
        focus=(),
        node=np.arange(count, dtype=np.int32),
        parent=np.array([-1] + [0] * len(visits), np.int32),
        depth=np.array([0] + [1] * len(visits), np.int32),
        mover=np.zeros(count, np.int8),
        action=np.arange(-1, len(visits)),
        visits=np.array([sum(visits), *visits]),
        mean=np.array([0.5, *mean]),
        rest=np.array([rest] + [0] * len(visits), np.int32),
        rest_visits=np.zeros(count, np.int64),
        full_visits=sum(visits),
        explore=np.full(count, 2.0),
        most_logs=cap,
    )


@pytest.mark.parametrize(("cap", "shown"), [(1 << 62, 100), (50, 50)])
def test_the_formula_has_the_numbers_that_give_the_bound(cap: int, shown: int) -> None:
    part = part_of([80, 20], [0.7, 0.3], cap=cap)
    tree = TreePart(part, {(0,): "left", (1,): "right"}, "Pod 1")
    words = node_words(tree, 2, "move")
    bound = 0.3 + 2.0 * np.sqrt(np.log(shown) / 20)
    assert words.formula == f"0.300 + 2.00 · √(ln {shown:,} / 20)"
    assert (words.mean, words.bound) == ("0.300", f"{bound:.3f}")
    other = 0.7 + 2.0 * np.sqrt(np.log(shown) / 80)
    assert words.rank == (
        f"Second of 2 by visits; the highest bound by {bound - other:.3f}: tried next"
    )
    first = node_words(tree, 1, "move")
    assert first.rank == "First of 2 by visits; right has the highest bound"
    assert first.steps[0][:3] == ("this move", 0, "left") and first.steps[0].share == 0.8
    root = node_words(tree, 0, "move")
    assert (root.mean, root.bound, root.steps) == ("", "", ())
    assert root.following == (
        f"right: the highest bound, {bound:.3f}, ahead of left by {bound - other:.3f}."
    )


@pytest.mark.parametrize(("rest", "said"), [(1, "one action has"), (3, "3 actions have")])
def test_what_has_no_visits_is_tried_first(rest: int, said: str) -> None:
    tree = TreePart(part_of([80, 20], [0.7, 0.3], rest=rest), {}, "Pod 1")
    assert node_words(tree, 0, "turn").following.startswith(f"Drawn at random: {said} no visits")
    assert node_words(tree, 1, "turn").following == "Nothing below it has been tried yet."


def test_what_another_rule_selects_has_no_bound_and_names_no_child() -> None:
    part = replace(part_of([80, 20], [0.7, 0.3]), explore=np.full(3, np.nan))
    words = node_words(TreePart(part, {}, "Pod 1"), 1, "turn")
    assert words.bound == words.formula == "" and words.mean == "0.700"
    assert words.rank == "First of 2 by visits"


def test_a_rank_counts_what_is_more_visited_and_the_children_that_are_left_out() -> None:
    tree = TreePart(part_of([20, 80, 20, 5], [0.1] * 4, rest=3), {}, "Pod 1")
    assert [tree.rank(row) for row in range(1, 5)] == [(2, 7), (1, 7), (2, 7), (4, 7)]
    assert tree.rank(0) == (1, 1)


def test_two_moments_with_equally_many_iterations_are_different_parts() -> None:
    first, second = (TreePart(part_of([80, 20], [0.7, 0.3]), {}, "Pod 1") for _ in range(2))
    assert first != second and first == TreePart(first.part, {}, "Pod 1")


def test_the_row_at_a_path_is_the_whole_path_or_none() -> None:
    tree = TreePart(part_of([80, 20], [0.7, 0.3]), {}, "Pod 1")
    assert [tree.row_at(path) for path in ((), (1,), (1, 0), (7,))] == [0, 2, None, None]


def test_the_outline_shows_who_chooses_by_the_marks_of_the_board(qtbot) -> None:
    outline = Outline()
    qtbot.addWidget(outline)
    outline.resize(600, 120)
    shown = []
    for kinds in (("", ""), ("cross", "ring")):
        outline.set_kinds(kinds)
        outline.set_tree(TreePart(part_of([80], [0.7]), {}, "X"), marks_of((0, 1)), None)
        shown.append(outline.grab().toImage())
    assert shown[0] != shown[1]


@pytest.mark.parametrize("view", [Icicles, Outline])
def test_the_trees_take_their_keys_before_the_windows_shortcuts(qtbot, view) -> None:
    """Enter runs a held search on elsewhere, and the arrows go through the turns."""
    widget = view()
    qtbot.addWidget(widget)
    none, ctrl = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
    for key, modifiers, own in (
        (Qt.Key.Key_Return, none, True),
        (Qt.Key.Key_Left, none, True),
        (Qt.Key.Key_Home, none, True),
        (Qt.Key.Key_Space, none, False),
        (Qt.Key.Key_Z, ctrl, False),
    ):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifiers)
        event.ignore()
        QApplication.sendEvent(widget, event)
        assert event.isAccepted() == own, key


@pytest.mark.parametrize("live", [True, False])
def test_nothing_is_looked_for_in_trees_that_are_not_kept(qtbot, live: bool) -> None:
    """But between two turns, when trees come in a moment, everything stays where it is."""
    parent = QWidget()
    qtbot.addWidget(parent)
    explorer = TreePage(parent)
    thought = replace(thoughts.pods(0), live=live)
    explorer.set_columns(columns_of((thought,), None), marks_of((0, 0, 1, 1)), "turn")
    parts = (explorer.head, explorer.finder, explorer.outline)
    assert [part.isHidden() for part in parts] == [not live] * 3


def test_a_fold_without_words_is_not_on_show(qtbot) -> None:
    panel = NodePanel()
    qtbot.addWidget(panel)
    assert panel.fold.isHidden()
