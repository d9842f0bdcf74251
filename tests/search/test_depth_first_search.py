"""How depth-first searches are driven: budgets, chunks, steps one by one, and what their snapshots
say.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engines import games
from engines.game import PASS
from engines.knobs import Value
from search.alphabeta import AlphaBeta
from search.base import DRAW, LOSS, WIN
from search.depth_first.frames import CLOSE, CUT, OPEN, SEE
from search.depth_first.search import DepthFirst
from search.expectimax import Expectimax
from search.maxn import MaxN
from search.measure import evaluation
from search.minimax import Minimax
from search.paranoid import Paranoid
from tests.matches import generator, legal

ALL = [Minimax, AlphaBeta, Paranoid, MaxN, Expectimax]
WORKED = "MAX(MIN(3, 5, 10), MIN(2, a, b), MIN(7, 2, 3))"
TEXTBOOK: dict[str, Value] = {"deepening": False, "ordering": "listed", "table": 0}


def begun(kind: type[DepthFirst], name: str = "tictactoe", **params: Value) -> Any:
    game = games()[name]()
    search = kind(game, kind.Params(**params))
    state = game.initial(1)
    search.start(state, max(0, game.owner[max(0, int(game.rules.to_move(state)))]))
    return search


def shown(search: DepthFirst) -> str:
    return repr(search.snapshot()) + repr(search.choice().tolist())


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("name", ["tictactoe", "matrix"])
@pytest.mark.usefixtures("uncompiled")
def test_chunks_leave_no_trace(kind: type[DepthFirst], name: str) -> None:
    whole, single, uneven = begun(kind, name), begun(kind, name), begun(kind, name)
    whole.advance(500)
    for _ in range(500):
        single.advance(1)
    for n in (1, 7, 92, 300, 100):
        uneven.advance(n)
    assert shown(whole) == shown(single) == shown(uneven)


def test_there_is_an_answer_after_any_number_of_nodes() -> None:
    search = begun(AlphaBeta)
    game = search.game
    for _ in range(200):
        assert game.rules.is_legal(game.initial(1), 0, int(search.choice()[0]))
        seen = search.snapshot()
        assert seen.iterations == seen.nodes and all(
            np.isfinite(a.mean[a.visits > 0]).all() for a in seen.agents
        )
        search.advance(1)


@pytest.mark.parametrize("kind", ALL)
def test_a_finished_match_and_a_seat_that_waits(kind: type[DepthFirst]) -> None:
    game = games()["tictactoe"]()
    state = game.initial(1)
    search = kind(game)
    search.start(state, 1)
    search.advance(60)
    assert search.choice().tolist() == [PASS]
    for cell in (0, 3, 1, 4, 2):
        game.rules.step(state, np.full(2, cell, np.int64), generator(0), None)
    search.start(state, 0)
    assert search.advance(1) and search.choice().tolist() == [PASS] and search.snapshot().nodes == 0


def test_turning_a_knob_begins_anew() -> None:
    search = begun(AlphaBeta, depth=2)
    assert search.advance(10_000) and search.finished[-1].depth == 2
    assert search.update(AlphaBeta.Params(depth=2, unit="rounds")) is None
    assert (
        search.snapshot().nodes == 0 and search.advance(100_000) and search.finished[-1].depth == 4
    )


@pytest.mark.usefixtures("uncompiled")
def test_a_simultaneous_turn_is_always_completed() -> None:
    """The second mover knows the first choice: the searching seat's value in rock-paper-scissors is
    the worst, or the best.
    """
    for second, value in (("others", -1.0), ("own", 1.0)):
        for kind in (Minimax, AlphaBeta, Paranoid, MaxN):
            search = begun(kind, "matrix", depth=1, second=second)
            assert search.advance(100) and search.finished[-1].value == value
    assert begun(Minimax, "csb", depth=1).limit == 1 and begun(Minimax, "csb", depth=5).limit == 2


def test_a_search_to_the_end_proves_its_root() -> None:
    game = games()["tictactoe"]()
    state = game.initial(1)
    for cell in (0, 3, 1, 4):
        game.rules.step(state, np.full(2, cell, np.int64), generator(0), None)
    search = AlphaBeta(game)
    search.start(state, 0)
    assert search.advance(100_000)
    seen = search.snapshot()
    stats = seen.agents[0]
    assert seen.value == evaluation(game, float(stats.mean[stats.best]), WIN)
    assert seen.value.number > 0.9 and stats.proven[stats.best] == WIN and stats.pv.tolist() == [2]
    assert {WIN, "", LOSS, DRAW} >= set(stats.proven)
    search.start(state, 1)
    assert search.advance(100_000)
    assert search.snapshot().value == evaluation(game, -seen.value.number, LOSS)


@pytest.mark.usefixtures("uncompiled")
def test_a_snapshot_adds_up() -> None:
    search = begun(AlphaBeta, "connect_four", depth=6)
    assert search.advance(100_000)
    seen = search.snapshot()
    stats, scalars = seen.agents[0], seen.scalars
    assert stats.depth.sum() + len(search.finished) == seen.nodes
    assert not seen.histograms, "the nodes at each depth are drawn once, as a tree's"
    assert stats.counted == "node" and not stats.sampled and stats.capacity == 0
    assert stats.visits.sum() + len(search.finished) == seen.nodes
    assert scalars["Depth finished"] == 6 and scalars["Cuts"] > 0 and scalars["Table fill"] > 0
    assert seen.series["Nodes by depth finished"].y.sum() == seen.nodes
    assert np.isnan(stats.lowest[stats.mean <= stats.mean[stats.best]]).any(), (
        "the value of a cut move is a bound"
    )
    assert stats.actions[stats.best] == search.choice()[0] == stats.pv[0]


@pytest.mark.usefixtures("uncompiled")
def test_the_worked_example_step_by_step() -> None:
    """The leaves read are 3, 5, 10, 2, 7, 2; a, b and the last 3 are cut."""
    game = games()["textbook"].configure(tree=WORKED)
    search = AlphaBeta(game, AlphaBeta.Params(**TEXTBOOK))
    search.record(True)
    search.start(game.initial(1), 0)
    steps = []
    while not search.advance(1):
        steps.append(search.open_nodes())
    events = search.events
    assert events[events["kind"] == SEE]["value"].tolist() == [3, 5, 10, 2, 7, 2]
    cuts = events[events["kind"] == CUT]
    assert [(e["alpha"], e["beta"], e["left"]) for e in cuts] == [(3, 2, 2), (3, 2, 1)]
    assert events[events["kind"] == CLOSE]["value"].tolist() == [3, 2, 2, 3]
    assert (
        len(events[events["kind"] == OPEN]) == 4 and search.snapshot().nodes == 10 == len(steps) + 1
    )
    assert steps[2] == [(0, PASS, -np.inf, np.inf, -np.inf), (1, 0, -np.inf, 3.0, 3.0)]
    assert steps[6] == [(0, PASS, 3.0, np.inf, 3.0)]
    assert steps[7] == [(0, PASS, 3.0, np.inf, 3.0), (1, 2, 3.0, np.inf, np.inf)]
    assert (
        search.finished[-1].value == 3.0 and search.choice().tolist() == [0] and not search.missing
    )


@pytest.mark.usefixtures("uncompiled")
def test_a_leaf_without_a_value_stops_the_search_and_is_named() -> None:
    for kind in (Minimax, Expectimax, MaxN):
        game = games()["textbook"].configure(tree=WORKED)
        search = kind(game)
        search.start(game.initial(1), 0)
        assert search.advance(1000) and search.missing.startswith("Leaf a has no value")
        assert search.choice()[0] in legal(game, game.initial(1), 0)


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("kind", [Minimax, Expectimax])
def test_everybody_records(kind: type[DepthFirst]) -> None:
    game = games()["textbook"].configure(tree=WORKED, values="a=4, b=-1")
    search = kind(game, kind.Params(deepening=False))
    search.record(True)
    search.start(game.initial(1), 0)
    assert search.advance(1000)
    assert search.events[search.events["kind"] == SEE]["value"].tolist() == [
        3,
        5,
        10,
        2,
        4,
        -1,
        7,
        2,
        3,
    ]
    plain = kind(game, kind.Params(deepening=False))
    plain.start(game.initial(1), 0)
    plain.advance(1000)
    assert plain.finished[-1].value == search.finished[-1].value and len(plain.events) == 0


@pytest.mark.parametrize("ordering", ["listed", "game"])
def test_the_nodes_do_not_depend_on_how_a_search_is_cut_into_calls(ordering: str) -> None:
    game = games()["connect_four"].configure()
    found = []
    for chunk in (10**6, 61):
        params = {"depth": 7, "table": 0, "ordering": ordering}
        search = AlphaBeta(game, AlphaBeta.Params(**params))
        search.start(game.initial(1), 0)
        while not search.advance(chunk):
            pass
        s = search._room[0]
        counts = (int(s.nodes), int(s.horizon), int(s.cuts), int(s.firsts), s.depth_nodes.tolist())
        found.append((counts, search.finished[-1].value, search.variation()))
    assert all(each == found[0] for each in found[1:])
