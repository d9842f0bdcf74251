"""What the darkness of a cell shows, where an action is found, and how long ago visits were."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lab.ui.trees.icicle_tints import SPREAD, ends_of_tint, strengths
from lab.ui.trees.picking import FindBox, places_of
from lab.ui.trees.tree_parts import Recency, Tint, TreePart
from search.branches import Branches
from search.measure import Kind


def family(**changes: object) -> Branches:
    """A root with three children, of which the second has two of its own."""
    return replace(
        Branches(
            agent=0,
            generation=1,
            iterations=100,
            focus=(),
            node=np.array([0, 5, 6, 7, 11, 12], np.int32),
            parent=np.array([-1, 0, 0, 0, 2, 2], np.int32),
            depth=np.array([0, 1, 1, 1, 2, 2], np.int32),
            mover=np.array([-1, 0, 0, 0, 1, 1], np.int8),
            action=np.array([-1, 30, 31, 32, 40, 41]),
            visits=np.array([100, 20, 70, 10, 50, 20]),
            mean=np.array([0.5, 0.60, 0.55, np.nan, 0.30, 0.45]),
            rest=np.zeros(6, np.int32),
            rest_visits=np.zeros(6, np.int64),
            full_visits=100,
            kind=Kind.SHARE,
            explore=np.full(6, 1.0),
        ),
        **changes,
    )


def tree_of(part: Branches, **more: object) -> TreePart:
    words = {(30,): "3 0", (31,): "3 1", (32,): "Pass", (31, 40): "4 0", (31, 41): "3 0"}
    return TreePart(part, words, "X", **more)


def test_the_gain_is_over_the_best_other_child_of_the_same_parent() -> None:
    gain = (strengths(tree_of(family()), Tint.GAIN) - 0.5) * 2 * SPREAD
    np.testing.assert_allclose(gain[[1, 2, 4, 5]], [0.05, -0.05, -0.15, 0.15], atol=1e-9)
    assert strengths(tree_of(family()), Tint.GAIN)[3] == 0, "no visits, no mean"


def test_the_tint_of_a_mean_is_against_those_of_the_same_mover() -> None:
    found = strengths(tree_of(family(mean=np.array([0.5, 0.6, 0.5, 0.4, 0.3, 0.2]))), Tint.MEAN)
    own, other = (20 * 0.6 + 70 * 0.5 + 10 * 0.4) / 100, (50 * 0.3 + 20 * 0.2) / 70
    np.testing.assert_allclose((found[1:4] - 0.5) * 2 * SPREAD, np.array([0.6, 0.5, 0.4]) - own)
    np.testing.assert_allclose((found[4:] - 0.5) * 2 * SPREAD, np.array([0.3, 0.2]) - other)


def test_the_highest_bound_of_each_family_is_darkest() -> None:
    part = family(visits=np.array([100, 20, 70, 10, 50, 20]), mean=np.full(6, 0.5))
    tree = tree_of(part)
    found = strengths(tree, Tint.BOUND)
    assert found[3] == found[5] == 1.0, "least visits, equal means"
    np.testing.assert_allclose(found[4], 1 + (tree.bounds[4] - tree.bounds[5]) / (2 * SPREAD))


def test_wins_are_darker_than_draws_and_nothing_is_where_nothing_is_proved() -> None:
    part = family(proven=np.array([0, 1, -1, 2, 0, 1], np.int8))
    assert strengths(tree_of(part), Tint.PROVEN).tolist() == [0, 1, 0, 0.5, 0, 1]
    assert not strengths(tree_of(family()), Tint.PROVEN).any()


def test_recent_visits_are_compared_within_a_level() -> None:
    recent = np.array([40.0, 4, 16, 0, np.nan, 9])
    found = strengths(tree_of(family(), recent=recent), Tint.RECENT)
    np.testing.assert_allclose(found, [1, 0.5, 1, 0, 0, 1])


@pytest.mark.parametrize("tint", list(Tint))
def test_every_tint_bears_a_part_without_numbers(tint: Tint) -> None:
    part = family(mean=np.full(6, np.nan), visits=np.zeros(6, np.int64), kind=Kind.VALUE)
    tree = tree_of(replace(part, explore=np.zeros(0)))
    assert np.isfinite(strengths(tree, tint)).all()
    assert all(isinstance(end, str) for end in ends_of_tint(tint, tree))


def test_visits_of_the_last_second_are_of_the_same_nodes() -> None:
    recency = Recency()
    old = family()
    assert not recency.visits(old, 10.0).size
    grown = family(
        node=np.array([0, 6, 5, 7, 12, 13], np.int32),
        visits=np.array([130, 95, 25, 10, 30, 3]),
    )
    assert not recency.visits(grown, 10.9).size, "not a second yet"
    found = recency.visits(grown, 11.0)
    np.testing.assert_array_equal(found, [30, 25, 5, 0, 10, np.nan])
    assert not recency.visits(grown, 12.4, search=(1, 7)).size, "another search"
    recency.visits(grown, 13.0)
    later = family(generation=2)
    assert not recency.visits(later, 14.5).size, "another tree"


def test_an_action_is_found_in_all_trees_most_visited_first() -> None:
    other = replace(family(), agent=1, visits=np.array([90, 60, 20, 10, 1, 19]))
    trees = (tree_of(family()), tree_of(other))
    assert places_of(trees, "30") == [(0, (30,)), (0, (31, 41)), (1, (30,)), (1, (31, 41))]
    assert places_of(trees[:1], " PASS ") == [(0, (32,))]
    assert places_of(trees, "") == places_of(trees, "9 9") == []


def test_enter_steps_through_the_places_and_round(qtbot) -> None:
    box = FindBox()
    qtbot.addWidget(box)
    box.set_trees((tree_of(family()),))
    box.show()
    went: list[tuple[int, object]] = []
    box.found.connect(lambda agent, path: went.append((agent, path)))
    box.field.setText("3 0")
    for _ in range(3):
        QTest.keyClick(box.field, Qt.Key.Key_Return)
    assert went == [(0, (30,)), (0, (31, 41)), (0, (30,))] and box.count.text() == "1 of 2"
    QTest.keyClick(box.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert went[-1] == (0, (31, 41))
    box.field.setText("nowhere")
    QTest.keyClick(box.field, Qt.Key.Key_Return)
    assert len(went) == 4 and box.count.text() == "not in the parts on show"


def test_the_legend_of_means_says_from_where_they_are_counted() -> None:
    tree = tree_of(family())
    pale, dark = ends_of_tint(Tint.MEAN, tree)
    assert pale.startswith("average ") and dark.startswith("average +")
    assert not any("average" in end for end in ends_of_tint(Tint.GAIN, tree))
