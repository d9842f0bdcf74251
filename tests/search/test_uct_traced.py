"""Traced iterations: the plain tree bit for bit in every game, and a record that is true."""

from __future__ import annotations

import numpy as np
import pytest

from engines import games
from engines.game import Game, State
from search.base import generator
from search.repeating import Untraceable, bounds_below
from search.uct import UCT, Params
from search.uct.tracing import ONLY_PLAIN, Trace, TracedUCT

ITERATIONS = 40
PLAYED = sorted(name for name in games() if UCT.supports(games()[name]()) is None)


def position(game: Game, seat: int = 0) -> State:
    """The start of seed 3 as a seat sees it."""
    state = game.initial(3)
    if game.rules.observe is not None:
        game.rules.observe(state, seat)
    return state


def followed(
    game: Game, iterations: int = ITERATIONS, **knobs: object
) -> tuple[TracedUCT, list[Trace]]:
    search = TracedUCT(game, Params(**knobs), seed=5)
    search.start(position(game), 0)
    return search, [trace for _ in range(iterations) if (trace := search.traced()) is not None]


@pytest.mark.parametrize("name", PLAYED)
def test_traced_iterations_grow_the_plain_tree(name: str) -> None:
    game = games()[name]()
    search, traces = followed(game)
    plain = UCT(game, Params(), seed=5)
    plain.start(position(game), 0)
    plain.advance(ITERATIONS)
    assert len(traces) == ITERATIONS and search.snapshot().turns == plain.snapshot().turns
    used = plain.snapshot().nodes
    assert search.snapshot().nodes == used
    for mine, theirs in zip(search.copied(), plain.tree, strict=True):
        assert np.array_equal(mine[:used], theirs[:used])


@pytest.mark.parametrize(
    "knobs", [{"playout": "scripted"}, {"playout_depth": 3}, {"c": 0.1}, {"second": "own"}]
)
@pytest.mark.parametrize("name", ["tictactoe", "matrix", "goofspiel"])
def test_other_settings_are_followed_too(name: str, knobs: dict[str, object]) -> None:
    _, traces = followed(games()[name](), **knobs)
    assert len(traces) == ITERATIONS


def test_a_record_says_what_changed_and_nothing_else() -> None:
    search, traces = followed(games()["tictactoe"](), 80, c=0.5)
    afters = [*(trace.before for trace in traces[1:]), search.copied()]
    for trace, after in zip(traces, afters, strict=True):
        entered = {0: 0.0} | {each.child: trace.values[each.agent] for each in trace.path}
        for node in range(after.size):
            known = node < trace.before.size
            before = int(trace.before.visits[node]) if known else 0
            total = float(trace.before.total[node]) if known else 0.0
            assert after.visits[node] == before + (node in entered)
            assert after.total[node] == total + entered.get(node, 0.0)
        grown = after.size - trace.before.size
        made = after.child_count[trace.expanded] if trace.expanded >= 0 else 0
        assert grown == made
    kinds = {each.how for trace in traces for each in trace.path}
    assert kinds == {"untried", "bound", "tie"}


def test_the_chosen_child_has_the_highest_bound() -> None:
    """In double precision, too, where no other bound is equal."""
    _, traces = followed(games()["connect_four"](), 300, c=1.3)
    compared = 0
    for trace in traces:
        for each in trace.path:
            if each.how == "untried":
                assert trace.before.size <= each.child or trace.before.visits[each.child] == 0
                continue
            first = int(trace.before.first_child[each.node])
            below = slice(first, first + int(trace.before.child_count[each.node]))
            n, total = trace.before.visits[below], trace.before.total[below]
            exact = total / n / 2 + 1.3 * np.sqrt(np.log(trace.before.visits[each.node]) / n)
            found = bounds_below(trace.before, each.node, 1.3, 2.0)
            assert found == pytest.approx(exact, abs=1e-5)
            assert exact[each.child - first] == pytest.approx(exact.max(), abs=1e-5)
            assert each.among == (found == found.max()).sum()
            compared += 1
    assert compared > 300


def test_playout_and_end_follow_one_another() -> None:
    game = games()["tictactoe"]()
    _, traces = followed(game)
    for trace in traces:
        state = trace.leaf.copy()
        assert int(state.turn) == len(trace.path)
        for joint in trace.playout:
            assert not game.rules.is_over(state)
            game.rules.step(state, joint, generator(0), None)
        assert game.rules.is_over(state) and state == trace.end


def test_a_finished_match_gives_no_record_and_features_are_refused() -> None:
    game = games()["tictactoe"]()
    over = game.initial(0)
    over.lost = 1
    search = TracedUCT(game, Params(), seed=1)
    search.start(over, 0)
    assert search.traced() is None
    grown = TracedUCT(game, Params(rave=50), seed=1)
    grown.start(game.initial(0), 0)
    with pytest.raises(Untraceable, match=ONLY_PLAIN):
        grown.traced()


def test_a_repetition_that_is_not_the_iteration_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    search = TracedUCT(games()["tictactoe"](), Params(), seed=1)
    search.start(games()["tictactoe"]().initial(0), 0)
    advance = UCT.advance

    def twice(self: UCT, n: int, spent: float = 0.0) -> bool:
        return advance(self, n + 1, spent)

    monkeypatch.setattr(UCT, "advance", twice)
    with pytest.raises(Untraceable):
        search.traced()
