"""Root actions limited to a list: nothing else is tried, and the value is that of the best listed
one.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from engines.matrix.tables import PAYOFF
from search import algorithms
from search.alphabeta import AlphaBeta
from search.base import Search
from tests.matches import legal, outcome
from tests.plain_python import told
from tests.search.positions import configured, played
from tests.search.test_truth import NEVER_LOSES, answering


def test_every_search_keeps_to_the_list() -> None:
    found = told("tests.search.only_trials")
    assert {key.split()[1] for key in found} == set(algorithms())
    assert not {key: faults for key, faults in found.items() if faults}


@cache
def worth(moves: tuple[int, ...], seat: int) -> float:
    """The exact result of tic-tac-toe for the seat after these moves, by plain minimax."""
    game = configured("tictactoe")
    state = played(game, *moves)
    if game.rules.is_over(state):
        return outcome(game, state)[seat]
    mover = len(moves) % 2
    below = [worth((*moves, action), seat) for action in legal(game, state, mover)]
    return max(below) if mover == seat else min(below)


# X, X and O to move and win; without the winning moves a draw, a loss and a draw
POSITIONS = ((0, 1, 4, 8), (0, 4, 8, 2), (0, 8, 2, 1, 5))


@pytest.mark.parametrize("name", NEVER_LOSES)
@pytest.mark.parametrize("opening", POSITIONS)
def test_the_value_is_that_of_the_best_listed_move(name: str, opening: tuple[int, ...]) -> None:
    """On solved positions: without the best moves, and the worst move alone."""
    game, seat = configured("tictactoe"), len(opening) % 2
    state = played(game, *opening)
    values = {a: worth((*opening, a), seat) for a in legal(game, state, seat)}
    worse = [a for a in values if values[a] < max(values.values())]
    iterations, knobs = NEVER_LOSES[name]
    search = answering(name, game, iterations, knobs)
    for only in (worse, [min(values, key=lambda a: values[a])]):
        search.start(state, seat, None, {seat: np.array(only[::-1], np.int64)})
        search.advance(iterations)
        snapshot, chosen = search.snapshot(), int(search.choice()[0])
        expected = max(values[a] for a in only)
        assert chosen in only and values[chosen] == expected
        assert snapshot.agents[0].actions.tolist() == only
        assert snapshot.value is not None
        low, high = snapshot.value.low, snapshot.value.high
        share = (snapshot.value.number - low) / (high - low)
        assert (share > 0.7) - (share < 0.3) == expected


@pytest.mark.parametrize("name", ["duct", "smitsimax", "joint"])
@pytest.mark.parametrize("column", [0, 2])
def test_the_other_side_keeps_to_its_list_too(name: str, column: int) -> None:
    """Rock, paper, scissors against one listed column: every value of a row is its payoff, from
    the first iteration on.
    """
    game = configured("matrix")
    search = algorithms()[name](game, seed=2)
    search.start(game.initial(1), 0, None, {1: np.array([column])})
    search.advance(30)
    own, other = search.snapshot().agents
    assert other.actions.tolist() == [column] and own.visits.all()
    np.testing.assert_array_equal(own.lowest, own.highest)
    order = PAYOFF[0, :3, column].argsort().tolist()
    assert own.mean.argsort().tolist() == order and int(search.choice()[0]) == order[-1]


def test_later_choosers_of_a_turn_keep_to_their_lists() -> None:
    """UCT plays a turn agent by agent, so the last ones choose below the root; in the first
    iterations below the tree.
    """
    game = configured("goofspiel")
    state = game.initial(1)
    for listed in ([2], [4, 5]):
        search = algorithms()["uct"](game, seed=3)
        search.watch(0, 1)
        for iterations in (1, 1, 200):
            if iterations == 1:
                search.start(state, 0, None, {1: np.array(listed)})
            search.advance(iterations)
            table = search.snapshot().joint
            assert table is not None and table.columns.tolist() == listed
        assert table is not None and table.visits.sum() > 150 and table.visits.sum(axis=0).all()


def test_a_table_of_positions_does_not_learn_from_a_limited_root() -> None:
    """The root may come again below itself, where every move is allowed."""
    game = configured("tictactoe")
    state = played(game, 0, 4)
    for only, kept in ((None, True), ({0: np.array([1, 2])}, False)):
        search = AlphaBeta(game, AlphaBeta.Params(depth=9, table=1 << 12))
        search.start(state, 0, None, only)
        while not search.advance(100_000):
            pass
        table = search._table
        own = table.entries["key"][table.entries["age"] == table.age]
        assert (int(game.rules.key(state)) in own) == kept


def test_the_list_lasts_for_one_decision_and_through_a_restart() -> None:
    game = configured("tictactoe")
    state = game.initial(1)
    search = algorithms()["uct"](game, seed=1)
    search.start(state, 0, None, {0: np.array([3, 5])})
    search.advance(50)
    search.update(search.Params(playout_depth=3))  # begins again
    search.advance(50)
    assert search.snapshot().agents[0].actions.tolist() == [3, 5]
    search.start(state, 0)
    search.advance(50)
    assert search.snapshot().agents[0].actions.tolist() == list(range(9))


@pytest.mark.parametrize(
    ("name", "only", "words"),
    [
        ("uct", {0: []}, "The list of actions for agent 0 is empty."),
        ("flat_mc", {0: [1, 4]}, "Action 4 of agent 0 is not legal in this position."),
        ("uct", {1: [1]}, "Agent 1 has no choice now, so its actions cannot be limited."),
        ("flat_mc", {1: [1]}, "This search does not choose for agent 1, so it cannot limit it."),
    ],
)
def test_a_wrong_list_is_refused_and_changes_nothing(
    name: str, only: dict[int, list[int]], words: str
) -> None:
    game = configured("tictactoe")
    search: Search = algorithms()[name](game, seed=1)
    search.start(game.initial(1), 0)
    search.advance(20)
    before = search.snapshot()
    lists = {agent: np.array(actions, np.int64) for agent, actions in only.items()}
    with pytest.raises(ValueError, match=words):
        search.start(played(game, 0, 4), 0, None, lists)
    now = search.snapshot()
    assert now.generation == before.generation
    np.testing.assert_array_equal(now.agents[0].visits, before.agents[0].visits)
