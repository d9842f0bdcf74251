"""Trails, predicted lines and slim records."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engines import games
from engines.game import Game, State
from lab.match.lines import common, follow
from lab.match.records import Ply
from lab.match.thinking import MOST_SAMPLES, OLD_SAMPLES, Thinker, slim
from search.base import AgentStats, Snapshot
from tests.lab.toys import Toy


@pytest.fixture
def game() -> Game:
    return games()["tictactoe"]()


def toy(game: Game, state: State | None = None) -> Toy:
    search = Toy(game)
    search.start(game.initial(0) if state is None else state, 0)
    return search


def thinker_of(search: Toy) -> Thinker:
    return Thinker(search.game, search.state, 0, 0, search.title, line=search.line)


def with_line(search: Toy, *actions: int) -> AgentStats:
    return replace(search.stats(0), pv=np.array(actions, np.int64))


def test_one_trees_line_alternates(game: Game) -> None:
    search = toy(game)
    line = follow(game, search.state, [with_line(search, 4, 0, 8)])
    assert line.plies == {0: (Ply(0, "1 1"), Ply(1, "0 0"), Ply(0, "2 2"))}
    assert [int(s.turn) for s in line.states] == [0, 1, 2, 3]
    assert line.joints == ((4, -1), (-1, 0), (8, -1))


def test_a_line_ends_where_an_action_is_illegal_or_the_match_is_over(game: Game) -> None:
    search = toy(game)
    assert len(follow(game, search.state, [with_line(search, 4, 4, 8)]).joints) == 1
    assert len(follow(game, search.state, [with_line(search, 0, 3, 1, 4, 2, 5)]).joints) == 5


def test_lines_played_at_once_end_with_the_first_illegal_action() -> None:
    """A recorded line may hold anything; rules trust what they are given."""
    game = games()["matrix"].configure(rounds=3)
    search = toy(game, game.initial(0))
    first, second = (replace(search.stats(0), agent=a, pv=np.array([1, 2])) for a in range(2))
    assert len(follow(game, search.state, [first, second]).joints) == 2
    for strange in (77, -2, 1 << 40):
        changed = replace(second, pv=np.array([1, strange]))
        assert follow(game, search.state, [first, changed]).joints == ((1, 1),)


def test_following_changes_nothing(game: Game) -> None:
    search = toy(game)
    before = search.state.tobytes()
    stats = with_line(search, 4, 0)
    follow(game, search.state, [stats], (0, np.array([2, 1])))
    assert search.state.tobytes() == before
    assert stats.pv.tolist() == [4, 0]


def test_another_first_action_leads_elsewhere(game: Game) -> None:
    search = toy(game)
    line = follow(game, search.state, [with_line(search, 4, 0)], (0, np.array([2, 1])))
    assert line.plies == {0: (Ply(0, "0 2"), Ply(1, "0 1"))}
    assert common(game, [search.stats(0)])


def snapshots(search: Toy, counts: list[int]) -> list[Snapshot]:
    out = []
    for count in counts:
        search.done = count
        out.append(search.snapshot())
    return out


def test_a_trail_never_grows_beyond_its_room_and_stays_even(game: Game) -> None:
    search = toy(game)
    thinker = thinker_of(search)
    for snapshot in snapshots(search, list(range(10, 20_010, 10))):
        thinker.sample(snapshot)
    trail = thinker.thought(snapshot, 1.0, True).agents[0].trail
    assert MOST_SAMPLES // 2 <= trail.iterations.size <= MOST_SAMPLES + 1
    steps = np.diff(trail.iterations[:-1])
    assert steps.max() <= 2 * steps.min()
    assert trail.iterations[-1] == 20_000
    assert trail.share.shape == trail.mean.shape == (trail.iterations.size, 9)
    np.testing.assert_allclose(trail.share.sum(1), 1.0)


def test_a_new_tree_begins_new_trails_and_keeps_the_mark_that_caused_it(game: Game) -> None:
    search = toy(game)
    thinker = thinker_of(search)
    for snapshot in snapshots(search, [10, 20, 30]):
        thinker.sample(snapshot)
    thinker.mark(20, "c 0.5 to 1")
    thinker.mark(30, "depth 3 to 5")
    search.update(replace(search.params, depth=5))
    (snapshot,) = snapshots(search, [4])
    thinker.sample(snapshot)
    trail = thinker.thought(snapshot, 1.0, True).agents[0].trail
    assert trail.iterations.tolist() == [4]
    assert trail.marks == ((0, "depth 3 to 5"),)


def test_a_thought_says_everything_in_words(game: Game) -> None:
    search = toy(game)
    search.done = 90
    thinker = Thinker(game, search.state, 0, 7, "Toy", "90 iterations")
    snapshot = search.snapshot()
    thinker.sample(snapshot)
    thought = thinker.thought(snapshot, 0.5, False)
    (agent,) = thought.agents
    assert (thought.turn, thought.algorithm, thought.budget, thought.live) == (
        7,
        "Toy",
        "90 iterations",
        False,
    )
    assert thought.iterations_per_s == 180
    assert agent.labels == tuple(f"{r} {c}" for r in range(3) for c in range(3))
    assert agent.lines == tuple((Ply(0, label),) for label in agent.labels)
    assert agent.shared


def test_an_old_thought_is_slim(game: Game) -> None:
    search = toy(game)
    thinker = thinker_of(search)
    for snapshot in snapshots(search, list(range(10, 1510, 10))):
        thinker.sample(snapshot)
    thin = slim(thinker.thought(snapshot, 1.0, True))
    assert thin is not None and slim(None) is None
    (agent,) = thin.agents
    assert agent.trail.iterations.size == OLD_SAMPLES
    assert (agent.trail.iterations[0], agent.trail.iterations[-1]) == (10, 1500)
    assert not agent.lines and not agent.branches and not thin.live
    assert agent.stats.visits.sum() == 1500
