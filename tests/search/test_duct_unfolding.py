"""DUCT's tree as a view shows it: one agent after another, against a walk in plain Python."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from engines import games
from search import algorithms
from search.branches import Branches, Wish
from search.duct.nodes import CODE, FREE, LEAF


def begun(game: str, iterations: int, **params: object):  # type: ignore[no-untyped-def]
    """A search of the game's middle position."""
    rules, kind = games()[game](), algorithms()["duct"]
    search = kind(rules, replace(kind.usual(rules), **params), seed=4)
    search.start(rules.bench_position(), 0)
    search.advance(iterations)
    return search


def whole_of(search, **wish: object) -> Branches:  # type: ignore[no-untyped-def]
    (part,) = search.branches(Wish((0,), **wish))
    return part


def children_of(search, node: int) -> dict[tuple[int, ...], int]:  # type: ignore[no-untyped-def]
    """The entries below a node by joint action, of the agents that choose there."""
    tree, found = search.tree, {}
    record = tree.node[node]
    choosing = [a for a in range(search.game.agents) if record.count[a]]
    for places in product(*(range(int(record.count[a])) for a in choosing)):
        code = 0
        for place in places:
            code = (code * search._base + place + 1) & CODE
        hits = (tree.entries["parent"] == node) & (tree.entries["code"] == code)
        hits &= tree.entries["node"] != FREE
        if hits.any():
            slots = (int(record.first[a]) + k for a, k in zip(choosing, places, strict=True))
            joint = tuple(int(tree.action[slot]) for slot in slots)
            found[joint] = int(tree.entries["node"][hits][0])
    return found


def visits_of(search, child: int) -> int:  # type: ignore[no-untyped-def]
    return 1 if child == LEAF else int(search.tree.node[child].visits) + 1


CASES = [("goofspiel", 400), ("uttt", 400)]


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(("game", "iterations"), CASES)
def test_the_first_agents_actions_are_its_root_statistics(game: str, iterations: int) -> None:
    search = begun(game, iterations)
    part = whole_of(search, most=10**4)
    stats = search.snapshot().agents[0]
    assert part.agent == stats.agent and part.common
    rows = part.children(0)
    order = np.argsort([stats.actions.tolist().index(a) for a in part.action[rows]])
    rows = rows[order]
    tried = stats.visits > 0
    assert part.action[rows].tolist() == stats.actions[tried].tolist()
    assert part.visits[rows].tolist() == stats.visits[tried].tolist()
    np.testing.assert_allclose(part.mean[rows], stats.mean[tried])
    assert (part.mover[rows] == stats.agent).all() and part.full_visits == stats.visits.sum()


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(("game", "iterations"), [("goofspiel", 400), ("csb", 150)])
def test_below_an_action_are_the_visits_of_the_joint_actions(game: str, iterations: int) -> None:
    search = begun(game, iterations)
    part, agents = whole_of(search, most=10**4), search.game.agents
    joint = children_of(search, 0)
    for level in range(1, agents):
        summed: dict[tuple[int, ...], int] = {}
        for actions, child in joint.items():
            path = actions[: level + 1]
            summed[path] = summed.get(path, 0) + visits_of(search, child)
        rows = np.flatnonzero(part.depth == level + 1).tolist()
        assert {part.path(row): int(part.visits[row]) for row in rows} == summed
        assert (part.mover[rows] == level).all()


def test_below_the_last_agent_is_the_next_turn() -> None:
    search = begun("goofspiel", 3000)
    part = whole_of(search, most=10**5)
    joint = children_of(search, 0)
    actions = max(joint, key=lambda key: visits_of(search, joint[key]))
    row = next(k for k in range(len(part)) if part.path(k) == actions)
    record = search.tree.node[joint[actions]]
    slots = slice(int(record.first[0]), int(record.first[0] + record.count[0]))
    tried = search.tree.visits[slots] > 0
    below = part.children(row)
    assert sorted(part.action[below].tolist()) == sorted(search.tree.action[slots][tried].tolist())
    assert part.visits[below].sum() == search.tree.visits[slots].sum() == part.visits[row] - 1
    assert (part.mover[below] == 0).all() and part.depth[below[0]] == 3
    own = slice(int(record.first[1]), int(record.first[1] + record.count[1]))
    mean = search.tree.total[own].sum() / search.tree.visits[own].sum()
    low, scale = search._axis(1)[:2]
    assert part.mean[row] == pytest.approx((mean - low) / scale), "of the second agent"


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(("game", "iterations"), CASES)
def test_the_principal_variation_and_kept_paths_are_inside(game: str, iterations: int) -> None:
    search = begun(game, iterations)
    whole = whole_of(search, most=10**5)
    rare = int(np.flatnonzero((whole.depth == 2) & (whole.visits == 1))[-1])
    part = whole_of(search, least=0.3, most=1, keep=((whole.path(rare),),))
    paths = {part.path(row) for row in range(len(part))}
    assert whole.path(rare) in paths and len(part) < len(whole)
    twins = {whole.path(row): int(whole.visits[row]) for row in range(len(whole))}
    grown = [part.line[:k] for k in range(len(part.line) + 1) if part.line[:k] in twins]
    assert paths.issuperset(grown) and len(grown) >= len(part.line) + 1 - search.game.agents
    focused = whole_of(search, focus=(part.line[:1],))
    assert focused.focus == part.line[:1] and focused.mover[0] == whole.mover[1]
    assert all(twins[focused.path(row)] == focused.visits[row] for row in range(len(focused)))


def test_a_node_keeps_its_number_and_siblings_their_order_while_the_tree_grows() -> None:
    search = begun("goofspiel", 400)
    before = whole_of(search, least=0.02)
    search.advance(4000)
    after = whole_of(search, most=10**4)
    numbers = {after.path(row): int(after.node[row]) for row in range(len(after))}
    assert len(set(numbers.values())) == len(numbers)
    assert all(numbers[before.path(row)] == before.node[row] for row in range(len(before)))
    search.start(search.game.bench_position(), 0)
    search.advance(300)
    assert whole_of(search).node[0] == 0


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(("game", "iterations"), CASES)
def test_looking_changes_nothing(game: str, iterations: int) -> None:
    quiet, watched = begun(game, iterations), begun(game, iterations)
    for _ in range(4):
        whole_of(watched, least=0.001)
        for search in (quiet, watched):
            search.advance(150)
    for mine, theirs in zip(quiet.snapshot().agents, watched.snapshot().agents, strict=True):
        np.testing.assert_array_equal(mine.visits, theirs.visits)
        np.testing.assert_array_equal(mine.mean, theirs.mean)
