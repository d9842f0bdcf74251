"""Minimax and its kin against plain recursion, against one another, and against positions whose
value is known.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import games
from engines.game import PASS, Game, State
from engines.jit import plain
from engines.knobs import Value
from lab.check.matches import position
from search.alphabeta import AlphaBeta
from search.depth_first.search import DepthFirst
from search.expectimax import Expectimax
from search.maxn import MaxN
from search.minimax import Minimax
from search.paranoid import Paranoid
from tests.games.captures import Captures
from tests.matches import generator, legal

TRUTH = Path(__file__).parent.parent / "truth"
# three are enough: a kernel for each and each search costs seconds
SEQUENTIAL = ["connect_four", "textbook", "tictactoe"]
SMALL = ("captures", "textbook")  # plain Python searches each of their trees before it is compiled
NEVER = 1 << 40  # more nodes than any search here visits


def playable(name: str) -> Game:
    """The game with its defaults; a tree with letters gets numbers for them."""
    return games()[name].configure(**({"values": "a=4, b=-1"} if name == "textbook" else {}))


def searched(
    kind: type[DepthFirst], game: Game, state: State, seat: int | None = None, **params: Value
) -> Any:
    with plain() if game.name in SMALL else nullcontext():
        search = kind(game, kind.Params(**params))
        search.start(state, game.owner[int(game.rules.to_move(state))] if seat is None else seat)
        assert search.advance(NEVER)
    return search


def values(game: Game, state: State) -> np.ndarray[Any, Any]:
    """Each seat's value: the mean of its agents'."""
    out = np.zeros(game.agents)
    game.rules.value(state, game.weights(), out)
    return np.array([out[list(game.agents_of(seat))].mean() for seat in range(game.seats)])


Pick = Callable[[int, list[np.ndarray[Any, Any]]], np.ndarray[Any, Any]]


def recursed(game: Game, state: State, depth: int, pick: Pick) -> np.ndarray[Any, Any]:
    """The value for each seat by plain recursion; `pick(seat, values of the children)` is the
    mover's rule.
    """
    if depth == 0 or game.rules.is_over(state):
        return values(game, state)
    mover, children = int(game.rules.to_move(state)), []
    for action in legal(game, state, mover):
        joint, chances = np.full(game.agents, PASS, np.int64), np.ones(game.max_outcomes)
        joint[mover] = action
        count = game.rules.chance(state, joint, chances) if game.rules.chance else 1
        mean = np.zeros(game.seats)
        for k in range(count):
            after = state.copy()
            if game.rules.settle:
                game.rules.settle(after, joint, k)
            else:
                game.rules.step(after, joint, generator(0), None)
            mean += chances[k] * recursed(game, after, depth - 1, pick)
        children.append(mean)
    return pick(game.owner[mover], children)


def own_best(seat: int, children: list[np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
    """The child that is best for the mover, the first on ties."""
    return max(children, key=lambda v: v[seat])


def against(own: int, rule: Callable[[list[float]], float]) -> Pick:
    """One searching seat takes its highest value; `rule` says what the others leave it."""

    def pick(seat: int, children: list[np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
        mine = [float(v[own]) for v in children]
        return np.full(children[0].size, max(mine) if seat == own else rule(mine))

    return pick


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("name", ["textbook", "tictactoe"])
@settings(max_examples=5)
@given(seed=st.integers(0, 1000), share=st.floats(0.0, 1.0), depth=st.integers(1, 2))
def test_all_find_the_value_of_plain_recursion(
    name: str, seed: int, share: float, depth: int
) -> None:
    game = playable(name)
    state = position(game, seed, share)
    if len(legal(game, state, int(game.rules.to_move(state)))) > 9:
        depth = 1
    own = game.owner[int(game.rules.to_move(state))]
    right = recursed(game, state, depth, own_best)[own]
    for kind in (Minimax, AlphaBeta, Paranoid, MaxN):
        assert searched(kind, game, state, depth=depth).finished[-1].value == pytest.approx(
            right, abs=1e-12
        )


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("name", SEQUENTIAL)
@settings(max_examples=5)
@given(
    seed=st.integers(0, 1000),
    share=st.floats(0.3, 1.0),
    ordering=st.sampled_from(["listed", "game"]),
)
def test_cuts_change_neither_value_nor_move(
    name: str, seed: int, share: float, ordering: str
) -> None:
    game = playable(name)
    state = position(game, seed, share)
    plain = searched(Minimax, game, state, depth=4, deepening=False, ordering=ordering)
    for table in (0, 1 << 12):
        cut = searched(
            AlphaBeta, game, state, depth=4, deepening=False, ordering=ordering, table=table
        )
        assert cut.finished[-1].value == plain.finished[-1].value
        assert cut.choice().tolist() == plain.choice().tolist()
        assert cut.snapshot().nodes <= plain.snapshot().nodes
    deeper = searched(AlphaBeta, game, state, depth=4)
    assert deeper.finished[-1].value == plain.finished[-1].value


def quietened(game: Game, state: State, depth: int, extension: int) -> float:
    """The first seat's value by plain recursion that goes on where the game is not quiet."""
    assert game.rules.quiet is not None
    if game.rules.is_over(state) or (
        depth <= 0 and (depth <= -extension or game.rules.quiet(state))
    ):
        return float(values(game, state)[0])
    mover, children = int(game.rules.to_move(state)), []
    for action in legal(game, state, mover):
        after, joint = state.copy(), np.full(2, PASS, np.int64)
        joint[mover] = action
        game.rules.step(after, joint, generator(0), None)
        children.append(quietened(game, after, depth - 1, extension))
    return (min if mover else max)(children)


def test_quiescence_looks_on_until_it_is_quiet() -> None:
    game = Captures()
    state, differs = game.initial(1), 0
    for depth in range(1, 10):
        found = [
            searched(AlphaBeta, game, state, depth=depth, quiescence=extension).finished[-1].value
            for extension in (0, 1, 5)
        ]
        assert found == [quietened(game, state, depth, extension) for extension in (0, 1, 5)]
        differs += len(set(found)) > 1
    assert differs > 3


def test_null_windows_and_the_table_change_no_value() -> None:
    game = games()["connect_four"]()
    for seed in range(4):
        state = position(game, seed, 0.6)
        exact = searched(
            AlphaBeta, game, state, depth=7, deepening=False, ordering="listed", table=0
        )
        for scout in (False, True):
            found = searched(AlphaBeta, game, state, depth=7, table=1 << 16, scout=scout)
            assert found.finished[-1].value == exact.finished[-1].value


def test_recording_changes_no_search() -> None:
    """Without recording, leaves are evaluated in a separate loop."""
    game = games()["tictactoe"]()
    for depth in (1, 2, 5):
        for table in (0, 1 << 10):
            seen = []
            for on in (False, True):
                search = AlphaBeta(game, AlphaBeta.Params(depth=depth, table=table))
                search.record(on)
                search.start(game.initial(1), 0)
                assert search.advance(NEVER)
                seen.append(search.snapshot())
            assert repr(seen[0]) == repr(seen[1])


def test_cuts_spare_most_of_the_work() -> None:
    game = games()["connect_four"]()
    state = game.initial(1)
    plain = searched(Minimax, game, state, depth=6, deepening=False).snapshot().nodes
    assert plain == 1 + 7 + 49 + 343 + 2401 + 16807 + 117649
    assert (
        searched(AlphaBeta, game, state, depth=6, deepening=False, ordering="game", table=0)
        .snapshot()
        .nodes
        < plain / 20
    )


def test_connect_four_plain_visits_what_the_reference_visits() -> None:
    game = games()["connect_four"]()
    zero = game.EvalParams(**dict.fromkeys(vars(game.EvalParams()), 0.0))
    search = AlphaBeta(
        game, AlphaBeta.Params(depth=10, deepening=False, ordering="listed", table=0), zero
    )
    search.start(game.configure(start="").initial(1), 0)
    search.advance(NEVER)
    assert search.snapshot().nodes == 56_531


def score(moves: str) -> int:
    """The solved score of a Connect Four position: 22 minus the winner's discs at the end, negative
    if the mover loses.
    """
    state = games()["connect_four"].configure(start=moves).initial(1)
    # the whole game's kernel knows every position; one that begins here would be compiled for it
    value = searched(AlphaBeta, games()["connect_four"](), state, table=1 << 20).finished[-1].value
    return 0 if value == 0 else round(64 * (abs(value) - 0.5)) * (1 if value > 0 else -1)


@pytest.mark.parametrize(("plies", "every"), [(30, 8), (24, 16), (18, 25), (14, 50)])
def test_connect_four_positions_are_solved(plies: int, every: int) -> None:
    """Every n-th of the known positions; `python -m tests.truth.connect_four` solves them all."""
    for line in (TRUTH / f"c4_{plies}plies.txt").read_text(encoding="utf-8").splitlines()[::every]:
        moves, right = line.split()
        assert score(moves) == int(right), moves


@pytest.mark.parametrize("kind", [Minimax, AlphaBeta, Paranoid, MaxN])
def test_tictactoe_is_never_lost(kind: type[DepthFirst]) -> None:
    """As either seat, against every reply."""
    game = games()["tictactoe"]()
    answers: dict[bytes, int] = {}

    def play(state: State, own: int) -> None:
        if game.rules.is_over(state):
            result = np.zeros(2)
            game.rules.outcome(state, result)
            assert result[own] >= 0
            return
        mover = int(game.rules.to_move(state))
        known = state.marks.tobytes()
        if mover == own and known not in answers:
            answers[known] = int(searched(kind, game, state, deepening=False).choice()[0])
        for action in [answers[known]] if mover == own else legal(game, state, mover):
            after, joint = state.copy(), np.full(2, PASS, np.int64)
            joint[mover] = action
            game.rules.step(after, joint, generator(0), None)
            play(after, own)

    start = game.initial(1)
    # without cuts an empty board takes half a million nodes, so it begins after the first two moves
    if kind is Minimax:
        for cell in (4, 1):
            game.rules.step(start, np.full(2, cell, np.int64), generator(0), None)
        play(start, int(game.rules.to_move(start)))
    else:
        for own in (0, 1):
            play(start, own)


def tree(text: str, **options: Value) -> tuple[Game, State]:
    game = games()["textbook"].configure(tree=text, **options)
    return game, game.initial(1)


def test_expectimax_sums_are_exact() -> None:
    game, state = tree("MAX(MIN(3, 5, 10), MIN(2, 8, 5), MIN(7, 2, 3))")
    mean = searched(Expectimax, game, state)
    assert mean.finished[-1].value == pytest.approx(6.0) and mean.choice().tolist() == [0]
    assert mean.snapshot().agents[0].mean.tolist() == pytest.approx([6.0, 5.0, 4.0])
    ranked = searched(Expectimax, game, state, weights="ranked", share=0.5).snapshot().agents[0]
    assert ranked.mean.tolist() == pytest.approx(
        [0.5 * 3 + 0.25 * 15, 0.5 * 2 + 0.25 * 13, 0.5 * 2 + 0.25 * 10]
    )
    weights = np.exp(-np.array([3.0, 5.0, 10.0]) / 2)
    soft = (
        searched(Expectimax, game, state, weights="softmax", temperature=2.0).snapshot().agents[0]
    )
    assert soft.mean[0] == pytest.approx(weights @ [3, 5, 10] / weights.sum())


@settings(max_examples=10)
@given(seed=st.integers(0, 1000), share=st.floats(0.0, 1.0))
def test_expectimax_with_all_weight_on_the_minimum_is_minimax(seed: int, share: float) -> None:
    game = games()["tictactoe"]()
    state = position(game, seed, share)
    careful = searched(Expectimax, game, state, depth=4, weights="ranked", share=1.0)
    plain = searched(Minimax, game, state, depth=4)
    assert (
        careful.finished[-1].value == plain.finished[-1].value
        and careful.choice().tolist() == plain.choice().tolist()
    )
    own = game.owner[int(game.rules.to_move(state))]
    even = searched(Expectimax, game, state, depth=2).finished[-1].value
    assert even == pytest.approx(
        recursed(game, state, 2, against(own, lambda mine: sum(mine) / len(mine)))[own]
    )


@pytest.mark.parametrize("kind", [Minimax, AlphaBeta, Paranoid, MaxN, Expectimax])
def test_chance_is_weighed_exactly(kind: type[DepthFirst]) -> None:
    text = (
        "MAX(CHANCE(0.5: MIN(8, 6), 0.5: MIN(4, 9)), CHANCE(0.25: 12, 0.75: MIN(3, 5)), "
        "MIN(CHANCE(0.5: 1, 0.5: 9), 7))"
    )
    game, state = tree(text)
    own = against(0, (lambda mine: sum(mine) / len(mine)) if kind is Expectimax else min)
    right = recursed(game, state, 9, own)[0]
    for ordering in ("listed", "game"):
        assert searched(kind, game, state, ordering=ordering).finished[-1].value == pytest.approx(
            right
        )


@pytest.mark.parametrize("kind", [Minimax, AlphaBeta, Paranoid, MaxN, Expectimax])
def test_positions_that_a_stack_cannot_hold_are_refused(kind: type[DepthFirst]) -> None:
    """Two of them are on the stack of a thread, which has eight megabytes."""
    game, _ = tree("MAX(1, 2)")
    assert kind.supports(game) is None
    game.dtype = np.dtype([("room", np.int8, 5 << 20)])
    assert "5 MB" in str(kind.supports(game))


def test_three_seats() -> None:
    text = (
        "P1(P2(P3((1, 2, 6), (4, 3, 3)), P3((6, 1, 2), (7, 4, 1))), P2(P3((5, 1, 1), (1, 5, "
        "2)), P3((7, 7, 1), (5, 4, 5))))"
    )
    game, state = tree(text)
    assert AlphaBeta.supports(game) and Minimax.supports(game)
    selfish = searched(MaxN, game, state)
    assert selfish.finished[-1].value == recursed(game, state, 3, own_best)[0]
    assert (
        searched(Paranoid, game, state).finished[-1].value
        == recursed(game, state, 3, against(0, min))[0]
    )
