"""The shared tree: the vectorised UCB1 against its formula, ties, and the copying of subtrees."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from search.base import generator
from search.tree import (
    LANES,
    NODE_BYTES,
    Tree,
    best_mean,
    expand,
    most_visited,
    new_tree,
    one_of,
    plant,
    standard_error,
    transplant,
    ucb1,
    untried,
)

ARMS = st.lists(st.tuples(st.integers(1, 10_000), st.floats(-1.0, 1.0)), min_size=1, max_size=81)


def family(arms: list[tuple[int, float]]) -> Tree:
    """A root with one child for each (visits, mean)."""
    tree = new_tree(len(arms) + 1)
    plant(tree, 0)
    expand(tree, 0, 1, np.arange(len(arms)), len(arms))
    for k, (visits, mean) in enumerate(arms):
        tree.visits[1 + k], tree.total[1 + k] = visits, visits * mean
    tree.visits[0] = sum(n for n, _ in arms)
    return tree


def chosen(tree: Tree, count: int, c: float, scale: float, rng: Any) -> int:
    bounds = np.zeros(count + LANES, np.float32)
    root_log = c * math.sqrt(math.log(max(1, int(tree.visits[0]))))
    place, ties = ucb1(tree.visits, tree.total, 1, count, root_log, 1.0 / scale, bounds)
    return int(one_of(bounds, place, ties, rng.random())) if ties > 1 else int(place)


@given(ARMS, st.floats(0.01, 10.0), st.floats(0.1, 1000.0))
def test_ucb1_chooses_what_the_formula_says(
    arms: list[tuple[int, float]], c: float, scale: float
) -> None:
    """Auer et al. 2002, in exact arithmetic but for the float32 comparison."""
    total = sum(n for n, _ in arms)
    bounds = [
        mean / scale + c * math.sqrt(math.log(total)) / math.sqrt(n) if total > 1 else mean / scale
        for n, mean in arms
    ]
    picked = chosen(family(arms), len(arms), c, scale, generator(1))
    assert 0 <= picked < len(arms)
    assert bounds[picked] >= max(bounds) - 1e-5 * max(1.0, max(map(abs, bounds)))


def test_ties_are_broken_evenly() -> None:
    tree, rng = family([(5, 0.2), (7, -3.0), (5, 0.2), (5, 0.2)]), generator(3)
    counts = np.bincount([chosen(tree, 4, 0.3, 1.0, rng) for _ in range(3000)], minlength=4)
    assert counts[1] == 0 and all(900 < counts[k] < 1100 for k in (0, 2, 3))


def test_untried_children_come_up_evenly() -> None:
    tree, rng = family([(1, 0.0)] * 5), generator(4)
    tree.visits[[1, 3]] = 0
    counts = np.bincount([untried(tree.visits, 1, 5, 2, rng) for _ in range(2000)], minlength=6)
    assert counts[1] + counts[3] == 2000 and 900 < counts[1] < 1100


def test_final_choices() -> None:
    tree = family([(5, 0.9), (9, 0.1), (9, 0.2), (2, 0.5)])
    assert most_visited(tree, 0) == 3, "most visits, the better mean on ties"
    assert best_mean(tree, 0) == 1
    assert most_visited(tree, 1) == best_mean(tree, 1) == -1


def test_a_node_takes_at_most_32_bytes() -> None:
    assert sum(array.itemsize for array in new_tree(1)) == NODE_BYTES <= 32


@given(st.integers(0, 2**32 - 1))
def test_a_transplanted_subtree_is_the_same(seed: int) -> None:
    """A random tree is copied from a random node on; the copy reads the same from top to bottom."""
    rng, used = generator(seed), 1
    old = new_tree(400)
    plant(old, 0)
    for node in range(60):
        if node < used and rng.random() < 0.7:
            count = 1 + int(rng.random() * 5)
            used = expand(old, node, used, np.arange(count) + 10 * node, count)
    old.visits[:used], old.total[:used] = np.arange(used) + 1, np.linspace(0, 1, used)
    root, new, levels = int(rng.random() * used), new_tree(400), np.zeros(8, np.int64)
    size = transplant(old, new, root, levels)
    assert picture(new, 0) == picture(old, root)
    assert size == 1 + levels.sum()


def picture(tree: Tree, node: int) -> tuple[Any, ...]:
    """What is below a node, without its place in the arena; the root's own action does not
    count.
    """
    first, count = int(tree.first_child[node]), int(tree.child_count[node])
    below = tuple((int(tree.action[first + k]), picture(tree, first + k)) for k in range(count))
    return int(tree.visits[node]), float(tree.total[node]), below


@given(st.lists(st.floats(-5, 5), min_size=2, max_size=50))
def test_standard_error_is_the_textbook_one(values: list[float]) -> None:
    n = len(values)
    got = standard_error(
        np.array([n, 1]), np.array([np.mean(values), 3.0]), np.array([np.square(values).sum(), 9.0])
    )
    assert math.isclose(got[0], np.std(values, ddof=1) / math.sqrt(n), rel_tol=1e-6, abs_tol=1e-6)
    assert math.isnan(got[1]), "one value has no spread"
