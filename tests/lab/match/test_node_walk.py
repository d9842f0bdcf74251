"""The way to a node: the same position as the joint actions give when they are played by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engines import games
from engines.game import PASS
from lab.match.lines import resting
from lab.match.node_line import LineWish, NodeLine, Others
from lab.match.node_walk import DRAWS, NodeWalks, line_through
from search import algorithms
from search.base import Search, generator
from search.branches import Path, Wish

ITERATIONS = 600


def searched(game: str, algorithm: str, iterations: int = ITERATIONS, **params: object) -> Search:
    rules = games()[game]()
    kind = algorithms()[algorithm]
    search = kind(rules, replace(kind.usual(rules), **params), seed=4)
    search.start(rules.bench_position(), 0)
    search.advance(iterations)
    return search


def walked(search: Search, path: Path, agent: int, others: Others = Others.BEST) -> NodeLine:
    wish = LineWish((agent,), node=(agent, path), others=others)
    walks = NodeWalks(search.game, search.game.bench_position())
    line = walks.line(wish, search.branches, search.snapshot())
    assert line is not None
    return line


def second_best(search: Search, agent: int, plies: int) -> Path:
    """A path off the principal variation: at the root the second most visited action."""
    (part,) = (p for p in search.branches(Wish((agent,))) if p.agent == agent or p.common)
    row, path = 0, ()
    for ply in range(plies):
        below = part.children(row)
        below = below[np.argsort(-part.visits[below], kind="stable")]
        below = below[part.visits[below] > 0]
        if not below.size:
            break
        row = int(below[min(1, below.size - 1) if ply == 0 else 0])
        path = part.path(row)
    return path


# simultaneous, hidden or by chance as others that are walked, with rules that compile slowly
LEFT_OUT = {
    ("kutulu", "uct"),
    ("kutulu", "smitsimax"),
    ("marslander", "uct"),
    ("matrix", "uct"),
    ("xmasrush", "uct"),
}
PAIRS = [
    (game, algorithm)
    for game, kind in games().items()
    for algorithm in ("uct", "smitsimax")
    if (game, algorithm) not in LEFT_OUT and not algorithms()[algorithm].supports(kind())
]


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(("game", "algorithm"), PAIRS)
def test_the_position_is_the_one_that_the_joint_actions_lead_to(game: str, algorithm: str) -> None:
    search = searched(game, algorithm, iterations=200)
    rules = search.game
    agent = search.snapshot().agents[0].agent
    path = second_best(search, agent, 3)
    line = walked(search, path, agent)
    state, rng = rules.bench_position(), generator(0)
    chosen: list[int] = []
    for turn, joint in enumerate(line.joints):
        assert rules.scene(state) == line.scenes[turn]
        for each in range(rules.agents):
            if joint[each] != PASS:
                assert rules.rules.is_legal(state, each, joint[each])
        own = joint if algorithm == "uct" else (joint[agent],)
        chosen += [action for action in own if action != PASS]
        rules.rules.step(state, np.array(joint, np.int64), rng, None)
    assert rules.scene(state) == line.scenes[-1] and len(line.scenes) == len(line.joints) + 1
    if line.reached and algorithm == "smitsimax":
        assert tuple(chosen[: len(path)]) == tuple(a for a in path if a != PASS)
    if line.reached and not rules.simultaneous:
        assert tuple(chosen[: len(path)]) == path[: len(chosen)] and line.at == len(path)


def test_most_games_have_a_way_to_a_node_off_the_principal_variation() -> None:
    search = searched("csb", "smitsimax")
    for agent in (0, 2):
        path = second_best(search, agent, 2)
        line = walked(search, path, agent)
        assert line.reached and line.at == 2 and line.path == path
        assert tuple(joint[agent] for joint in line.joints[:2]) == path
        for other in set(range(4)) - {agent}:
            pv = next(s.pv for s in search.snapshot().agents if s.agent == other)
            own = [joint[other] for joint in line.joints]
            assert own == pv[: len(own)].tolist(), "the others play their own lines"


def test_a_line_ends_where_the_first_tree_has_nothing_more_to_say() -> None:
    search = searched("csb", "smitsimax")
    agent = 0
    line = walked(search, second_best(search, agent, 1), agent)
    others = [len(s.pv) for s in search.snapshot().agents if s.agent != agent]
    assert len(line.joints) <= min(line.known, *others)
    found = line_through(search.branches, agent, line.path)
    assert found is not None and line.known == len(found[1])


def test_others_that_are_held_rest_and_do_not_shorten_the_line() -> None:
    search = searched("csb", "smitsimax")
    game, path = search.game, second_best(search, 0, 2)
    line = walked(search, path, 0, Others.HELD)
    assert len(line.joints) == line.known
    state = game.bench_position()
    for other in (1, 2, 3):
        assert line.joints[0][other] == resting(game, state, other)


def test_draws_spread_and_their_share_says_in_how_many_the_line_was_legal() -> None:
    search = searched("csb", "smitsimax")
    line = walked(search, second_best(search, 0, 2), 0, Others.TRIED)
    assert line.draws is not None and len(line.draws.places) == DRAWS
    arrived = [len(draw[0]) > line.at for draw in line.draws.places]
    assert line.draws.legal == sum(arrived) / DRAWS > 0
    ends = {draw[2][-1] for draw in line.draws.places}
    assert len(ends) > 3, "the other seat's pod is not always in the same place"
    again = walked(search, line.path, 0, Others.TRIED)
    assert again.draws == line.draws, "drawn with the same numbers each time"


def test_the_cells_of_a_board_game_are_those_that_were_played() -> None:
    search = searched("uttt", "uct")
    line = walked(search, second_best(search, 0, 3), 0)
    assert [cell.action for cell in line.cells[:3]] == list(line.path)
    mover = search.game.rules.to_move(search.game.bench_position())
    assert line.joints[0][mover] == line.path[0] and line.joints[1][1 - mover] == line.path[1]
    free = np.zeros(search.game.max_actions, np.int64)
    state = search.game.bench_position()
    for joint in line.joints[:3]:
        search.game.rules.step(state, np.array(joint, np.int64), generator(0), None)
    count = search.game.rules.legal(state, (mover + 1) % 2, free)
    assert {target.action for target in line.targets} == set(free[:count].tolist())


def test_a_node_that_is_gone_gives_the_longest_part_of_its_path() -> None:
    search = searched("uttt", "uct")
    path = second_best(search, 0, 2)
    line = walked(search, (*path, 10**6), 0)
    assert line.path == path and line.reached


def test_while_the_plans_stay_the_record_stays() -> None:
    search = searched("uttt", "uct")
    walks = NodeWalks(search.game, search.game.bench_position())
    wish = LineWish((0,), node=(0, second_best(search, 0, 2)))
    first = walks.line(wish, search.branches, search.snapshot())
    assert walks.line(wish, search.branches, search.snapshot()) is first
    other = replace(wish, node=(0, ()))
    assert walks.line(other, search.branches, search.snapshot()) is not first


def test_a_search_whose_nodes_are_visited_finds_the_same() -> None:
    """Draws have random numbers of their own, and rules change copies only."""
    looked, other = searched("goofspiel", "smitsimax"), searched("goofspiel", "smitsimax")
    for _ in range(3):
        walked(looked, second_best(looked, 1, 2), 1, Others.TRIED)
        for search in (looked, other):
            search.advance(200)
    for mine, its in zip(looked.snapshot().agents, other.snapshot().agents, strict=True):
        assert mine.visits.tolist() == its.visits.tolist()
