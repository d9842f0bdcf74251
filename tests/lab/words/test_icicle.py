"""The cells of an icicle: inside their parents, side by side, as wide as the visits say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.words.icicle import LINE_SHARE, Width, icicle
from search.branches import Branches


def random_part(size: int, seed: int, focus: tuple[int, ...] = ()) -> Branches:
    """A part of a tree with rows in an order that parents begin, siblings mixed."""
    rng = np.random.default_rng(seed)
    parent = np.array([-1, *(rng.integers(0, row) for row in range(1, size))], np.int32)
    depth = np.zeros(size, np.int32)
    visits, rest = np.zeros(size, np.int64), rng.integers(0, 3, size).astype(np.int32)
    for row in range(1, size):
        depth[row] = depth[parent[row]] + 1
    rest_visits = np.where(rest > 0, rng.integers(0, 4, size), 0)
    for row in range(size - 1, -1, -1):
        visits[row] += rest_visits[row] + rng.integers(0, 5)
        if row:
            visits[parent[row]] += visits[row]
    node = rng.permutation(size).astype(np.int32)
    return Branches(
        agent=1,
        generation=1,
        iterations=int(visits[0]),
        focus=focus,
        node=node,
        parent=parent,
        depth=depth,
        mover=np.zeros(size, np.int8),
        action=np.arange(size),
        visits=visits,
        mean=rng.random(size),
        rest=rest,
        rest_visits=rest_visits,
        full_visits=int(visits[0]),
    )


SIZES, SEEDS, WIDTHS = st.integers(1, 300), st.integers(0, 10**6), st.sampled_from(Width)


@settings(max_examples=80)
@given(size=SIZES, seed=SEEDS, width=WIDTHS, at=st.integers(0, 299))
def test_children_are_inside_their_parent_in_the_order_of_the_arena(
    size: int, seed: int, width: Width, at: int
) -> None:
    part = random_part(size, seed)
    cells = icicle(part, width, part.path(at % size))
    assert cells.left[0] == 0 and cells.right[0] == 1
    assert (cells.right >= cells.left - 1e-12).all()
    for row in range(size):
        below = part.children(row)
        edges = np.ravel([cells.left[below], cells.right[below]], order="F")
        assert (np.diff([cells.left[row], *edges, cells.right[row]]) >= -1e-9).all()
        np.testing.assert_allclose(edges[1:-1:2], edges[2::2], atol=1e-12)  # no gap
        has_tail = part.rest[row] > 0
        assert np.isnan(cells.tail[row]) == (not has_tail)
        if has_tail and below.size:
            assert cells.tail[row] == cells.right[below[-1]]


@given(size=st.integers(2, 200), seed=SEEDS)
def test_true_widths_are_shares_of_the_parents_visits(size: int, seed: int) -> None:
    part = random_part(size, seed)
    cells = icicle(part, Width.VISITS)
    wide = cells.right - cells.left
    for row in range(1, size):
        above = part.parent[row]
        if part.visits[above]:
            share = part.visits[row] / part.visits[above]
            assert wide[row] == pytest.approx(wide[above] * share, abs=1e-9)


@given(size=st.integers(2, 200), seed=SEEDS)
def test_the_line_stays_wide(size: int, seed: int) -> None:
    part = random_part(size, seed)
    deepest = int(np.argmax(part.depth))
    line = part.path(deepest)
    cells = icicle(part, Width.LINE, line)
    rows = part.along(line)
    assert rows[-1] == deepest and rows.size == part.depth[deepest]
    wide = cells.right - cells.left
    for row in rows:
        assert wide[row] >= LINE_SHARE * wide[part.parent[row]] - 1e-9


def test_a_line_is_read_from_the_root_and_ends_with_the_part() -> None:
    part = random_part(40, 5, focus=(7, 8))
    deepest = part.path(int(np.argmax(part.depth)))
    assert deepest[:2] == (7, 8) and part.along(deepest).size == part.depth.max()
    assert part.along((*deepest, 99)).size == part.depth.max()
    assert not part.along(deepest[2:]).size and not part.along((9, 8, 1)).size
