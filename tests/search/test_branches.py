"""Parts of trees: the selection of rows against a plain one, and the trees of searches."""

from __future__ import annotations

import heapq
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import games
from search import algorithms
from search.base import Search
from search.branches import Branches, Wish
from search.harvest import harvested, left_out
from search.tree import NO_CHILDREN, Tree, new_tree


def random_tree(size: int, most: int, seed: int) -> tuple[Tree, int]:
    """A tree of up to `size` nodes with up to `most` children each; no child has more visits than
    its parent, many have as many as a sibling, some none. Returns the nodes used, too.
    """
    rng = np.random.default_rng(seed)
    tree, used = new_tree(size), 1
    for array in tree:
        array[:] = -7  # what is read beyond the nodes used shows
    tree.visits[0], tree.action[0], tree.total[0] = 10 * size, -1, 0.0
    tree.first_child[0], tree.child_count[0] = NO_CHILDREN, 0
    for node in range(size):
        if node == used:
            break
        count = int(rng.integers(0, most + 1))
        if node > 0 and (count == 0 or used + count > size or tree.visits[node] == 0):
            continue
        tree.first_child[node] = used
        tree.child_count[node] = count = min(count, size - used)
        for child in range(used, used + count):
            tree.visits[child] = rng.integers(0, max(1, int(tree.visits[node]) // 2) + 1) // 3
            tree.total[child], tree.action[child] = float(child), 100 + child - used
            tree.first_child[child], tree.child_count[child] = NO_CHILDREN, 0
        used += count
        if not count:
            tree.first_child[node] = NO_CHILDREN
    return tree, used


def plain(tree: Tree, least: int, most: int, kept: set[int]) -> list[tuple[int, int, int]]:
    """The same selection as (node, the parent's row, depth), by a heap of tuples."""
    room = most + sum(int(tree.child_count[node]) for node in kept)
    rows: list[tuple[int, int, int]] = []
    heap = [(0, 0, 0, -1)]
    while heap and len(rows) < room:
        _, _, node, above = heapq.heappop(heap)
        rows.append((node, above, rows[above][2] + 1 if above >= 0 else 0))
        first = int(tree.first_child[node])
        for child in range(first, first + int(tree.child_count[node])):
            visits = int(tree.visits[child])
            if node in kept or visits >= max(1, least):
                rank = (0, 0) if node in kept else (1, -visits)
                heapq.heappush(heap, (rank[0] * 10**9 + rank[1], child, child, len(rows) - 1))
    return rows


@settings(max_examples=60, deadline=None)
@given(
    size=st.integers(1, 5000),
    most_children=st.integers(1, 40),
    seed=st.integers(0, 10**6),
    least=st.integers(0, 60),
    most=st.integers(1, 3000),
    keep=st.integers(0, 6),
)
def test_rows_are_those_of_a_plain_selection(
    size: int, most_children: int, seed: int, least: int, most: int, keep: int
) -> None:
    tree, used = random_tree(size, most_children, seed)
    kept = set(np.random.default_rng(seed).integers(0, used, keep).tolist())
    rows = harvested(tree, 0, least, most, kept)
    node, parent, depth = (array.tolist() for array in rows)
    assert list(zip(node, parent, depth, strict=True)) == plain(tree, least, most, kept)
    assert max(node) < used and len(set(node)) == len(node)
    assert all(above < row for row, above in enumerate(parent))
    rest, rest_visits = left_out(tree, rows)
    for row, number in enumerate(node):
        first, count = int(tree.first_child[number]), int(tree.child_count[number])
        inside = {n for n, above in zip(node, parent, strict=True) if above == row}
        outside = set(range(first, first + count)) - inside
        assert rest[row] == len(outside)
        assert rest_visits[row] == sum(int(tree.visits[child]) for child in outside)


def started(game: str, algorithm: str, iterations: int, **params: object) -> Search:
    """A search of the game's middle position."""
    rules = games()[game]()
    search = algorithms()[algorithm](
        rules, replace(algorithms()[algorithm].usual(rules), **params), seed=4
    )
    search.start(rules.bench_position(), 0)
    search.advance(iterations)
    return search


def row_of(part: Branches, *path: int) -> int:
    """The row at the end of a path from the root."""
    return next(row for row in range(len(part)) if part.path(row) == path)


TREES = [
    ("csb", "smitsimax", {"c": 0.4}),
    ("uttt", "uct", {"c": 0.9}),
    ("goofspiel", "uct", {"c": 0.9}),
    ("tictactoe", "uct", {"solver": True}),
]


@pytest.mark.parametrize(("game", "algorithm", "params"), TREES, ids=str)
def test_the_first_level_is_the_root_statistics(
    game: str, algorithm: str, params: dict[str, object]
) -> None:
    search = started(game, algorithm, 900, **params)
    stats = search.snapshot().agents
    for part in search.branches(Wish(tuple(s.agent for s in stats))):
        own = next(s for s in stats if s.agent == part.agent)
        first = part.children(0)
        assert part.action[first].tolist() == own.actions.tolist()
        assert part.visits[first].tolist() == own.visits.tolist()
        np.testing.assert_array_equal(part.mean[first], own.mean)
        np.testing.assert_array_equal(part.bounds()[first], own.bound)
        assert part.kind is own.kind and part.mover[0] == -1 and part.action[0] == -1
        assert (part.mover[first] == part.agent).all()
        assert part.path(row_of(part, *own.pv[:2].tolist())) == tuple(own.pv[:2].tolist())


def test_every_agent_of_smitsimax_has_its_own_tree() -> None:
    search = started("csb", "smitsimax", 900)
    parts = search.branches(Wish((2, 0)))
    assert [part.agent for part in parts] == [2, 0]
    assert all((part.mover[1:] == part.agent).all() for part in parts)
    assert parts[0].visits.tolist() != parts[1].visits.tolist()


def test_movers_alternate_in_a_game_of_turns_and_share_a_simultaneous_one() -> None:
    (part,) = started("uttt", "uct", 3000).branches(Wish((0,)))
    mover = games()["uttt"]().rules.to_move(games()["uttt"]().bench_position())
    assert part.depth.max() >= 3
    assert (part.mover[1:] == (part.depth[1:] + mover + 1) % 2).all()
    (part,) = started("goofspiel", "uct", 3000).branches(Wish((0,)))
    below = part.parent[1:] > 0
    assert (part.mover[1:][below] != part.mover[part.parent[1:]][below]).all()


def test_a_focus_is_the_root_of_its_part() -> None:
    search = started("uttt", "uct", 3000)
    (whole,) = search.branches(Wish((0,)))
    best = int(whole.children(0)[np.argmax(whole.visits[whole.children(0)])])
    (part,) = search.branches(Wish((0,), focus=(whole.path(best),)))
    assert part.focus == whole.path(best) and part.mover[0] == whole.mover[best]
    assert part.node[0] == whole.node[best] and part.mean[0] == whole.mean[best]
    assert (part.mover[part.children(0)] == 1 - part.mover[0]).all()
    gone = (*part.focus, 10**6)
    (again,) = search.branches(Wish((0,), focus=(gone,)))
    assert again.focus == part.focus, "as far as the tree has it"


def test_kept_paths_and_the_principal_variation_are_always_inside() -> None:
    search = started("uttt", "uct", 4000)
    (whole,) = search.branches(Wish((0,)))
    rare = int(np.flatnonzero((whole.depth == 2) & (whole.visits == 1))[0])
    (part,) = search.branches(Wish((0,), least=0.2, most=1, keep=((whole.path(rare),),)))
    assert part.path(row_of(part, *whole.path(rare))) == whole.path(rare)
    line = tuple(search.snapshot().agents[0].pv.tolist())
    assert row_of(part, *line) > 0
    assert not (part.rest[part.children(0)] < 0).any() and part.rest[0] == 0


@pytest.mark.parametrize(("game", "algorithm", "params"), TREES[:2], ids=str)
def test_looking_changes_nothing(game: str, algorithm: str, params: dict[str, object]) -> None:
    """A search with an explorer open goes on as one without."""
    quiet, watched = (started(game, algorithm, 300, **params) for _ in range(2))
    for _ in range(4):
        watched.branches(Wish(tuple(range(4)), least=0.01, most=50))
        quiet.advance(200)
        watched.advance(200)
    for mine, theirs in zip(quiet.snapshot().agents, watched.snapshot().agents, strict=True):
        np.testing.assert_array_equal(mine.visits, theirs.visits)
        np.testing.assert_array_equal(mine.mean, theirs.mean)


def test_a_proof_is_shown_at_its_node() -> None:
    (part,) = started("tictactoe", "uct", 4000, solver=True).branches(Wish((0,)))
    assert part.proven.size == len(part) and set(part.proven.tolist()) > {0}


def test_a_search_without_a_tree_has_nothing_to_show() -> None:
    assert started("tictactoe", "flat_mc", 50).branches(Wish((0, 1))) == ()
