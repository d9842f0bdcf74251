"""Joint lines drawn down a search's trees, against the same draws in plain Python, line by line."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace

import numpy as np
import pytest

from engines import games
from engines.game import PASS, Game
from lab.match.decide import movers
from lab.match.joint_lines import ROWS, draw_lines
from lab.match.lines import resting
from lab.match.node_line import DrawWish
from lab.match.thinking import Thinker, slim
from search import algorithms
from search.base import Search, generator
from search.branches import Branches, Wish

WISH = DrawWish((), lines=60, turns=4)


def searched(game: str, algorithm: str, **params: object) -> Search:
    rules = games()[game]()
    kind = algorithms()[algorithm]
    search = kind(rules, replace(kind.usual(rules), **params), seed=4)
    search.start(rules.bench_position(), 0)
    search.advance(700)
    return search


def plain_line(part: Branches, tickets: list[float]) -> list[tuple[int, int]]:
    """One line down a tree, by these random numbers."""
    row, found = 0, []
    for ticket in tickets:
        below = sorted(np.flatnonzero(part.parent == row).tolist(), key=lambda r: part.node[r])
        visits = [int(part.visits[r]) for r in below]
        if not sum(visits):
            break
        ends = [sum(visits[: i + 1]) for i in range(len(visits))]
        row = below[bisect_right(ends, int(ticket * sum(visits)))]
        found.append((int(part.mover[row]), int(part.action[row])))
    return found


def plain_lines(search: Search) -> list[list[list[tuple[int, int]]]]:
    """Of each tree all lines, with the random numbers in the order of the product, which draws for
    a ply as long as any line goes on: these trees are deep enough.
    """
    game, rng, found = search.game, generator(0), []
    for part in search.branches(Wish(tuple(range(game.agents)), most=ROWS)):
        plies = WISH.turns * (game.agents if part.common else 1)
        lines: list[list[float]] = [[] for _ in range(WISH.lines)]
        for _ in range(plies):
            for line, ticket in zip(lines, rng.random(WISH.lines).tolist(), strict=True):
                line.append(ticket)
        found.append([plain_line(part, line) for line in lines])
    return found


def plain_turn(game: Game, state: object, plans: list[list[tuple[int, int]]]) -> list[int] | None:
    """The next joint action; its plies are taken from the plans."""
    joint = [PASS] * game.agents
    waiting = set(movers(game, state))
    for plan in plans:
        while plan and plan[0][0] in waiting:
            agent, action = plan[0]
            if not game.rules.is_legal(state, agent, action):
                return None
            joint[agent] = action
            waiting.discard(agent)
            plan.pop(0)
    if waiting:
        return None
    return joint


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(("game", "algorithm"), [("csb", "smitsimax"), ("tron", "uct")])
def test_every_line_is_the_one_that_plain_python_draws_and_plays(game: str, algorithm: str) -> None:
    search = searched(game, algorithm)
    rules, root = search.game, search.game.bench_position()
    drawn = draw_lines(rules, root, 0, WISH, search.branches)
    assert drawn is not None and drawn.iterations == 700
    trees = plain_lines(search)
    lengths = set()
    for line in range(WISH.lines):
        plans, state, turn = [list(tree[line]) for tree in trees], root.copy(), 0
        while True:
            expected = [rules.position(state, agent) for agent in range(rules.agents)]
            for agent, place in enumerate(expected):
                shown = drawn.places[line, turn, agent]
                assert np.isnan(shown).all() if place is None else tuple(shown) == place
            joint = plain_turn(rules, state, plans) if turn < WISH.turns else None
            if joint is None or rules.rules.is_over(state):
                break
            rules.rules.step(state, np.array(joint), generator(0), None)
            turn += 1
        assert drawn.turns[line] == turn
        assert np.isnan(drawn.places[line, turn + 1 :]).all()
        lengths.add(tuple(drawn.places[line, -1].ravel()))
    assert len(lengths) > 5, "the lines differ"


@pytest.mark.usefixtures("uncompiled")
def test_actions_are_drawn_by_their_share_of_visits() -> None:
    search, lines = searched("tron", "uct", c=2.0), 4000
    root = search.game.bench_position()
    drawn = draw_lines(search.game, root, 0, DrawWish((), lines=lines, turns=1), search.branches)
    (stats,) = search.snapshot().agents
    assert drawn is not None and stats.actions.size > 1
    mover = stats.agent
    for action, share in zip(stats.actions.tolist(), stats.share.tolist(), strict=True):
        state, joint = root.copy(), [PASS] * search.game.agents
        joint[mover] = action
        search.game.rules.step(state, np.array(joint), generator(0), None)
        there = (drawn.places[:, 1, mover] == search.game.position(state, mover)).all(axis=1)
        assert abs(there.mean() - share) < 5 * np.sqrt(share * (1 - share) / lines) + 1e-9


def test_drawing_is_repeatable_and_leaves_the_search_as_it_was() -> None:
    alone, watched = searched("csb", "smitsimax"), searched("csb", "smitsimax")
    root = watched.game.bench_position()
    first, second = (draw_lines(watched.game, root, 1, WISH, watched.branches) for _ in range(2))
    assert first is not None and second is not None and first.seat == 1
    np.testing.assert_array_equal(first.places, second.places)
    for search in (alone, watched):
        search.advance(300)
    for one, other in zip(alone.snapshot().agents, watched.snapshot().agents, strict=True):
        np.testing.assert_array_equal(one.visits, other.visits)
        np.testing.assert_array_equal(one.mean, other.mean)


def test_agents_without_a_tree_rest_and_are_not_known() -> None:
    search = searched("csb", "smitsimax")
    rules, root = search.game, search.game.bench_position()

    def two(wish: Wish) -> tuple[Branches, ...]:
        return tuple(part for part in search.branches(wish) if part.agent in (1, 3))

    drawn = draw_lines(rules, root, 0, WISH, two)
    assert drawn is not None and drawn.known == (1, 3)
    joint = np.array([resting(rules, root, agent) for agent in range(4)])
    after = root.copy()
    rules.rules.step(after, joint, generator(0), None)
    assert tuple(drawn.places[0, 1, 0]) == rules.position(after, 0)


@pytest.mark.usefixtures("uncompiled")
def test_lines_are_drawn_where_they_are_asked_for_and_visits_are_samples() -> None:
    for algorithm, wish, has in (
        ("uct", WISH, True),
        ("uct", Wish((0,)), False),
        ("alphabeta", WISH, False),
    ):
        search = searched("tron", algorithm)
        root = search.game.bench_position()
        thinker = Thinker(search.game, root, 0, 3, search.title, search=search)
        thinker.wish = wish
        thought = thinker.thought(search.snapshot(), 0.1, True)
        assert (thought.drawn is not None) == has, algorithm
        old = slim(thought)
        assert old is not None and old.drawn is None


def test_nodes_searched_below_are_no_expectations() -> None:
    """A depth-first search has a tree of nodes, not of visits."""
    search = searched("tictactoe", "alphabeta")
    game = search.game
    assert search.branches(Wish((0,)))
    assert draw_lines(game, game.bench_position(), 0, WISH, search.branches) is None
