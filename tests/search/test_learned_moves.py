"""What playouts learn of moves, against a dictionary of all that was played; how they pick."""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import games
from engines.game import PASS
from engines.knobs import make
from engines.records import records
from search import algorithms
from search.base import generator
from search.learned_moves import (
    KINDS,
    LEAST,
    LearnedMoves,
    begin,
    build_pick,
    credit,
    forgotten,
    key_of,
    new_moves,
    told,
    worth,
)
from search.uct.kernel import scratch_dtype

pytestmark = pytest.mark.usefixtures("uncompiled")

TICTACTOE = games()["tictactoe"]()
ROOM = records(1, scratch_dtype(TICTACTOE))
PICK = build_pick(TICTACTOE)  # once, since each is compiled apart
Line = list[tuple[int, int]]  # an iteration: agents and what they played


def knobs(kind: str, pick: str = "gibbs", heat: float = 0.1, epsilon: float = 0.2) -> object:
    return SimpleNamespace(
        playout=kind, playout_pick=pick, playout_heat=heat, playout_epsilon=epsilon
    )


def learn(moves: LearnedMoves, line: Line, values: list[float]) -> None:
    begin(moves)
    for agent, action in line:
        told(moves, agent, action, 0)
    credit(moves, np.array(values))


def test_no_two_sequences_have_one_number() -> None:
    few = range(24)
    keys = {key_of(a, m, 0, 0, 1) for a in range(4) for m in few}
    keys |= {key_of(a, m, last, 0, 2) for a in range(4) for m in few for last in few}
    keys |= {
        key_of(a, m, last, earlier, 3)
        for a, m, last, earlier in itertools.product(range(2), few, few, few)
    }
    assert len(keys) == 4 * 24 + 4 * 24**2 + 2 * 24**3 and 0 not in keys


lines = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 3)), min_size=1, max_size=9)
played = st.lists(st.tuples(lines, st.floats(-1, 1), st.floats(-1, 1)), max_size=40)


@settings(max_examples=60)
@given(played, lines, st.sampled_from(sorted(KINDS)))
def test_an_action_is_worth_the_mean_of_what_it_was_part_of(
    iterations: list[tuple[Line, float, float]], after: Line, kind: str
) -> None:
    moves, known = (
        new_moves(TICTACTOE, knobs(kind)),
        defaultdict[tuple[int, ...], list[float]](list),
    )
    for line, first, second in iterations:
        learn(moves, line, [first, second])
        before = [-1, -1]
        for agent, action in line:
            value = (first, second)[agent]
            known[agent, action].append(value)
            known[agent, action, before[-1]].append(value)
            known[agent, action, before[-1], before[-2]].append(value)
            before.append(action)
    begin(moves)
    for agent, action in after:
        told(moves, agent, action, 0)
    last, earlier = ([-1, -1] + [action for _, action in after])[:-3:-1]
    low, high = -1.5, 1.5
    for agent, action in itertools.product(range(2), range(4)):
        found = [known.get((agent, action), [high])]
        if kind == "nst":
            grams = (agent, action, last), (agent, action, last, earlier)
            found += [known[each] for each in grams if len(known.get(each, [])) >= LEAST]
        expected = sum(float(np.mean(each)) - low for each in found) / (high - low) / len(found)
        assert worth(moves, agent, action, 0, low, high) == pytest.approx(expected, abs=1e-9)


DRAWS = 2000


def frequencies(moves: LearnedMoves, draws: int = DRAWS, to_end: bool = True) -> Counter[int]:
    rng, state = generator(4), TICTACTOE.initial(1)
    return Counter(PICK(state, ROOM[0], moves, 0, to_end, rng) for _ in range(draws))


VALUES = (0.9, 0.5, -0.2, -0.9, 0.9, 0.0, 0.1, 0.2, 0.3)  # of the nine cells for the first player


@pytest.mark.parametrize("heat", [0.3, 2.0])
def test_gibbs_sampling_draws_in_proportion_to_its_weights(heat: float) -> None:
    moves = new_moves(TICTACTOE, knobs("mast", heat=heat))
    for cell, value in enumerate(VALUES):
        learn(moves, [(0, cell)], [value, -value])
    weights = [math.exp((value + 1.0) / 2.0 / heat) for value in VALUES]
    found = frequencies(moves)
    for cell, weight in enumerate(weights):
        share = weight / sum(weights)
        assert found[cell] / DRAWS == pytest.approx(share, abs=4 * math.sqrt(share / DRAWS))


def test_evaluations_count_as_shares_of_the_range_seen_so_far() -> None:
    """As results do of theirs: the same shares, the same draws."""
    results, worths = new_moves(TICTACTOE, knobs("mast")), new_moves(TICTACTOE, knobs("mast"))
    ROOM[0].low[0], ROOM[0].high[0] = 2.0, 6.0
    for cell, value in enumerate(VALUES):
        learn(results, [(0, cell)], [value, 0.0])
        learn(worths, [(0, cell)], [4.0 + 2.0 * value, 0.0])
    assert frequencies(worths, to_end=False) == frequencies(results)


def test_the_best_is_played_unless_chance_says_any() -> None:
    moves = new_moves(TICTACTOE, knobs("mast", "greedy", epsilon=0.3))
    for cell, value in enumerate(VALUES):
        learn(moves, [(0, cell)], [value, -value])
    found = frequencies(moves)
    for cell in range(9):
        share = 0.3 / 9 + (0.35 if cell in (0, 4) else 0.0)  # two are best alike
        assert found[cell] / DRAWS == pytest.approx(share, abs=4 * math.sqrt(share / DRAWS))


def test_what_nobody_played_goes_first() -> None:
    moves = new_moves(TICTACTOE, knobs("mast", "greedy", epsilon=0.0))
    for cell in range(8):
        learn(moves, [(0, cell)], [0.99, -0.99])
    assert set(frequencies(moves, 50)) == {8}
    assert set(frequencies(forgotten(moves, TICTACTOE, knobs("mast", "greedy", epsilon=0.0)))) == {
        *range(9)
    }


def test_nobody_who_cannot_move_is_asked() -> None:
    moves = new_moves(TICTACTOE, knobs("nst"))
    assert PICK(TICTACTOE.initial(1), ROOM[0], moves, 1, True, generator(1)) == PASS


def asked(name: str, kind: str) -> dict[str, str]:
    """The knobs for such playouts; nobody plays below Smitsimax's trees unless asked to."""
    return {"playout": kind} | ({"expansion": "one"} if name == "smitsimax" else {})


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize(
    ("game", "name"), [("tictactoe", "uct"), ("goofspiel", "duct"), ("goofspiel", "smitsimax")]
)
def test_every_move_of_every_iteration_is_told_of(game: str, name: str, kind: str) -> None:
    """In the tree and below, also where agents move at once and where one has no choice."""
    made, algorithm = games()[game](), algorithms()[name]
    search = algorithm(made, make(algorithm.Params, asked(name, kind)), seed=3)
    search.start(made.initial(2), 0)
    search.advance(200)
    moves, turns = search._moves, int(search.scratch.turns[0])
    singles = [key_of(a, m, 0, 0, 1) for a in range(2) for m in range(16)]
    there = np.isin(moves.key, singles)
    each = made.agents if made.simultaneous else 1
    assert moves.visits[there].sum() == each * turns > 200
    assert (there.sum() < (moves.key != 0).sum()) == (kind == "nst")
    if made.zero_sum:
        total = abs(moves.total[there]).sum()
        assert 0 < total <= moves.visits[there].sum()


@pytest.mark.parametrize("name", ["uct", "duct", "smitsimax"])
def test_where_agents_move_at_once_a_sequence_is_of_one_agent(name: str) -> None:
    """A card is played once, so none follows itself."""
    made, algorithm = games()["goofspiel"](), algorithms()[name]
    search = algorithm(made, make(algorithm.Params, asked(name, "nst")), seed=3)
    search.start(made.initial(2), 0)
    search.advance(400)
    cards = range(16)
    pairs = [[key_of(a, m, m + 1, 0, 2) for m in cards] for a in range(2)]
    assert not np.isin(search._moves.key, pairs).any()
    others = [key_of(a, m, n + 1, 0, 2) for a in range(2) for m in cards for n in cards if m != n]
    assert np.isin(search._moves.key, others).sum() > 20


def test_the_moves_are_kept_as_long_as_the_tree(game: str = "tictactoe") -> None:
    made, uct = games()[game](), algorithms()["uct"]
    search = uct(made, make(uct.Params, {"playout": "mast"}), seed=3)
    state = made.initial(1)
    search.start(state, 0)
    search.advance(300)
    known = int(search._moves.visits.sum())
    mine, reply = int(search.choice()[0]), 0 if int(search.choice()[0]) != 0 else 1
    for agent, action in ((0, mine), (1, reply)):
        joint = np.full(2, PASS, np.int64)
        joint[agent] = action
        made.rules.step(state, joint, generator(1), None)
    search.start(state, 0, joint)
    assert int(search._moves.visits.sum()) == known > 0
    search.start(made.initial(1), 0)  # another match
    assert not search._moves.key.any()


@pytest.mark.parametrize(
    ("game", "name"), [("tictactoe", "uct"), ("goofspiel", "duct"), ("goofspiel", "smitsimax")]
)
def test_each_thread_learns_its_own(game: str, name: str) -> None:
    made, algorithm = games()[game](), algorithms()[name]
    params = make(algorithm.Params, asked(name, "nst") | {"threads": 2})
    search = algorithm(made, params, seed=3)
    search.start(made.initial(2), 0)
    search.advance(300)
    assert [int(each._moves.visits.sum() > 0) for each in search._singles] == [1, 1]
    assert search.snapshot().agents[0].visits.sum() == 300
