"""UCT's optional features: each against its formula in slow Python, against exhaustive minimax;
none breaks what holds without it.
"""

from __future__ import annotations

import itertools
import math
from functools import cache
from typing import Any

import numpy as np
import pytest

from engines import connect_four, games, tictactoe
from engines.game import PASS, Game, State
from engines.knobs import make, replace
from search.base import DRAW, LOSS, WIN, generator
from search.measure import result_value
from search.tree import NODE_BYTES
from search.uct import UCT, Params
from search.uct.growth import OPEN
from search.uct.proofs import DRAWN, LOST, UNKNOWN, WON
from tests.search.positions import played, step

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)  # of the 3 x 3 board, as masks
KNOBS: list[dict[str, Any]] = [
    {"solver": True},
    {"implicit": 0.4},
    {"rave": 100},
    {"first_play": True, "urgency": 0.8},
    {"widening": True, "widen_factor": 1.0},
    {"selection": "tuned"},
    {"playout": "nst", "playout_pick": "greedy"},
    {
        "solver": True,
        "implicit": 0.4,
        "rave": 100,
        "first_play": True,
        "widening": True,
        "selection": "tuned",
    },
]
names = [" ".join(knobs) for knobs in KNOBS]
each_knob = pytest.mark.parametrize("knobs", KNOBS, ids=names)


@pytest.fixture(scope="module")
def game() -> Game:
    return tictactoe.TicTacToe()


def searching(game: Game, state: State | None = None, seed: int = 1, **params: Any) -> UCT:
    search = UCT(game, make(Params, params), seed=seed)
    start = game.initial(1) if state is None else state
    search.start(start, game.owner[max(0, int(game.rules.to_move(start)))])
    return search


def minimax(*actions: int) -> int:
    """The result of tic-tac-toe for X after these cells, by trying everything."""
    return solved(sum(1 << a for a in actions[0::2]), sum(1 << a for a in actions[1::2]))


@cache
def solved(crosses: int, rings: int) -> int:
    """The same for two masks of marks."""
    if any(crosses & line == line for line in LINES):
        return 1
    if any(rings & line == line for line in LINES):
        return -1
    free = [1 << cell for cell in range(9) if not (crosses | rings) >> cell & 1]
    if not free:
        return 0
    if crosses.bit_count() == rings.bit_count():
        return max(solved(crosses | cell, rings) for cell in free)
    return min(solved(crosses, rings | cell) for cell in free)


def some_positions(count: int) -> list[tuple[int, ...]]:
    """Open tic-tac-toe positions after 2 to 6 random moves."""
    rng = generator(9)
    found: list[tuple[int, ...]] = []
    while len(found) < count:
        actions = tuple(int(a) for a in rng.permutation(9)[: 2 + int(rng.random() * 5)])
        if all(not any(minimax_over(actions[:k])) for k in range(len(actions) + 1)):
            found.append(actions)
    return found


def minimax_over(actions: tuple[int, ...]) -> list[bool]:
    """For each line and seat whether it is complete."""
    marks = [sum(1 << a for a in actions[seat::2]) for seat in (0, 1)]
    return [mine & line == line for mine in marks for line in LINES]


# -- the solver ------------------------------------------------------------------------------------


def test_what_is_proved_is_what_minimax_finds(game: Game) -> None:
    words = {1: WIN, 0: DRAW, -1: LOSS}
    for actions in some_positions(30):
        search = searching(game, played(game, *actions), solver=True)
        assert search.advance(60_000), "a solved position ends the search"
        sign = 1 - 2 * (len(actions) % 2)
        stats, found = search.snapshot().agents[0], minimax(*actions) * sign
        assert search.snapshot().value == result_value(game, game.initial(1), found, words[found])
        for action, word in zip(stats.actions, stats.proven, strict=True):
            assert word in ("", words[minimax(*actions, int(action)) * sign])
        assert minimax(*actions, int(search.choice()[0])) * sign == found
        assert search.snapshot().scalars["Proven nodes"] > 0
        before = search.snapshot().iterations
        assert search.advance(100) and search.snapshot().iterations == before


def test_proofs_stay_true_in_a_kept_tree(game: Game) -> None:
    """Through matches against random play; every proof in the whole tree is checked after each
    decision.
    """
    for seed in range(3):
        search, rng = UCT(game, make(Params, {"solver": True})), generator(seed)
        actions: list[int] = []
        last, checked = None, 0
        while not game.rules.is_over(played(game, *actions)):
            if len(actions) % 2 == 0:
                search.start(played(game, *actions), 0, last)
                search.advance(150)
                checked += check_proofs(search, tuple(actions))
                actions.append(int(search.choice()[0]))
            else:
                free = [c for c in range(9) if c not in actions]
                actions.append(free[int(rng.random() * len(free))])
                last = np.array([PASS, actions[-1]])
        assert checked > 0 and minimax(*actions) >= 0


def check_proofs(search: UCT, actions: tuple[int, ...], node: int = 0) -> int:
    """Compares the proofs below `node` with minimax; returns how many there were."""
    first = int(search.tree.first_child[node])
    count = int(search.tree.child_count[node])
    checked = 0
    for child in range(first, first + count):
        line = (*actions, int(search.tree.action[child]))
        code = int(search.growth.proof[child])
        if code != UNKNOWN:
            sign = 1 - 2 * (len(actions) % 2)
            assert {WON: 1, DRAWN: 0, LOST: -1}[code] == minimax(*line) * sign
            checked += 1
        checked += check_proofs(search, line, child)
    return checked


# Connect Four after 30 plies, columns 1..7: exact scores of Pascal Pons' solver, negative where the
# side to move loses
LATE = {
    "621155633134552252517216163364": -3,
    "224363475315677657361177256315": -2,
    "165641565533666755122332222413": 0,
}


@pytest.mark.parametrize("moves", LATE)
def test_late_connect_four_positions_are_proved(moves: str) -> None:
    game = connect_four.ConnectFour()
    search = searching(game, played(game, *(int(c) - 1 for c in moves)), solver=True)
    assert search.advance(200_000)
    value, found = search.snapshot().value, np.sign(LATE[moves])
    assert value is not None and value.number == (found + 1) / 2
    assert value.proven == {1: WIN, 0: DRAW, -1: LOSS}[found]


def test_a_knob_that_does_not_fit_says_so() -> None:
    game = games()["csb"]()
    search = UCT(game, make(Params, {"playout_depth": 2}))
    search.start(game.initial(1), 0)
    for name, value, word in (("solver", True, "solver"), ("implicit", 0.5, "minimax")):
        refusal = search.update(replace(search.params, name, value))
        assert refusal is not None and word in refusal and refusal.endswith(".")
        assert not search._features.grown
        assert search.update(replace(search.params, "c", 0.4)) is None, "told once"


# -- the formulas ----------------------------------------------------------------------------------


def slow_bounds(search: UCT, node: int) -> dict[int, float]:
    """The bound of each child that may be chosen at `node`, from the arrays and the papers'
    formulas.
    """
    tree, growth, p = search.tree, search.growth, search.params
    first = int(tree.first_child[node])
    count = int(tree.child_count[node])
    n_all = max(1, int(tree.visits[node]))
    children = range(first, first + count)
    allowed = [k for k in children if not (p.solver and growth.proof[k] == LOST)]
    if p.widening:
        allowed = [k for k in allowed if growth.wish[k] == OPEN] or allowed
    beta = math.sqrt(p.rave / (3 * n_all + p.rave)) if p.rave else 0.0
    bounds = {}
    for k in allowed:
        n, total = int(tree.visits[k]), float(tree.total[k])
        heard = int(growth.amaf_visits[k]) if p.rave else 0
        amaf = float(growth.amaf_total[k]) / heard if heard else 0.0
        if n == 0:
            late = (amaf + 1) / 2 + p.c * math.sqrt(math.log(n_all)) if heard else p.urgency
            bounds[k] = late if p.first_play else 1e9 + ((amaf + 1) / 2 - 1 if heard else 0)
            continue
        mean = total / n
        mean = (1 - beta) * mean + beta * amaf if heard else mean
        mean = (
            (1 - p.implicit) * mean + p.implicit * float(growth.implicit[k]) if p.implicit else mean
        )
        reach = math.log(n_all) / n
        if p.selection == "tuned":
            variance = max(0.0, float(growth.squares[k]) / n - (total / n) ** 2) / 4
            reach *= 4 * min(0.25, variance + math.sqrt(2 * math.log(n_all) / n))
        bounds[k] = (mean + 1) / 2 + p.c * math.sqrt(reach)
    return bounds


@each_knob
def test_every_choice_has_the_highest_bound(game: Game, knobs: dict[str, Any]) -> None:
    """One iteration at a time: what the kernel chose in a node that had children is what the
    formulas choose.
    """
    search, compared = searching(game, **knobs), 0
    for _ in range(250):
        parents = [n for n in range(search.used) if search.tree.child_count[n]]
        known = {n: slow_bounds(search, n) for n in parents} if not knobs.get("widening") else {}
        counts = {n: int(search.tree.visits[n]) for n in parents}
        plies = int(search.scratch.plies[0])
        if search.advance(1):
            break
        path = [0, *(int(n) for n in search.scratch.path[: int(search.scratch.plies[0]) - plies])]
        for above, below in itertools.pairwise(path):
            if above in known:
                bounds = known[above]
                assert math.isclose(bounds[below], max(bounds.values()), rel_tol=1e-12)
                compared += len(bounds) > 1
            if knobs.get("widening") and above in counts:
                first = int(search.tree.first_child[above])
                count = int(search.tree.child_count[above])
                opened = int((search.growth.wish[first : first + count] == OPEN).sum())
                p = search.params
                assert opened == min(
                    count, math.ceil(p.widen_factor * max(1, counts[above]) ** p.widen_power)
                )
                compared += 1
    assert compared > 100


def test_all_moves_as_first_are_counted_by_hand(game: Game) -> None:
    """A sibling learns from an iteration if its cell is marked for the same player at the end."""
    search = searching(game, rave=50)
    counts: dict[int, list[float]] = {}
    for _ in range(200):
        plies = int(search.scratch.plies[0])
        search.advance(1)
        path = [0, *(int(n) for n in search.scratch.path[: int(search.scratch.plies[0]) - plies])]
        end = search._buffer[0]
        for depth, above in enumerate(path[:-1]):
            first = int(search.tree.first_child[above])
            count = int(search.tree.child_count[above])
            for child in range(first, first + count):
                if int(end.marks[depth % 2]) >> int(search.tree.action[child]) & 1:
                    n, total = counts.get(child, [0, 0.0])
                    counts[child] = [n + 1, total + float(search.scratch.values[depth % 2])]
    assert len(counts) > 100
    for child in range(1, search.used):
        heard = [int(search.growth.amaf_visits[child]), float(search.growth.amaf_total[child])]
        assert heard == counts.get(child, [0, 0.0])


def test_evaluations_are_backed_up_by_minimax(game: Game) -> None:
    search = searching(game, implicit=0.3)
    search.advance(400)
    assert check_implicit(search, ()) > 300


def check_implicit(search: UCT, actions: tuple[int, ...], node: int = 0) -> int:
    """Every tried node below `node` has its evaluation, or the best of its tried children, from the
    view of the agent that chose it.
    """
    tree, implicit, checked = search.tree, search.growth.implicit, 0
    first, count = int(tree.first_child[node]), int(tree.child_count[node])
    tried = [k for k in range(first, first + count) if count and tree.visits[k] > 0]
    for child in tried:
        checked += 1 + check_implicit(search, (*actions, int(tree.action[child])), child)
    if node and tried:
        assert implicit[node] == -max(implicit[k] for k in tried)
    elif node and tree.visits[node] == 1:
        state, out = played(search.game, *actions), np.zeros(2)
        search.game.rules.value(state, search.weights, out)
        mover = 1 - len(actions) % 2
        over = search.game.rules.is_over(state)
        assert not over or implicit[node] == np.float32(out[mover])
    return checked


def test_urgency_leaves_moves_untried(game: Game) -> None:
    """With a low assumed value the search stays with what wins, with a high one everything is tried
    first.
    """
    won = played(game, 0, 3, 1, 4)
    low = searching(game, won, first_play=True, urgency=0.1)
    high = searching(game, won, first_play=True, urgency=2.0)
    low.advance(200)
    high.advance(200)
    assert (low.snapshot().agents[0].visits == 0).any() and (
        high.snapshot().agents[0].visits > 0
    ).all()


def test_widening_follows_the_order_of_the_game() -> None:
    """Connect Four names the centre first."""
    search = searching(connect_four.ConnectFour(), widening=True, widen_factor=1.0)
    search.advance(1)
    first = search.snapshot().agents[0]
    assert first.actions[first.visits > 0].tolist() == [3]
    search.advance(8)
    then = search.snapshot().agents[0]
    assert sorted(then.actions[then.visits > 0].tolist()) == [2, 3, 4]


# -- with any of them ------------------------------------------------------------------------------


@each_knob
def test_it_never_loses_tic_tac_toe(game: Game, knobs: dict[str, Any]) -> None:
    for seed in range(4):
        state, actions = game.initial(seed), []
        while not game.rules.is_over(state):
            search = searching(game, state, seed=seed, **knobs)
            search.advance(3000)
            actions.append(int(search.choice()[0]))
            step(game, state, actions[-1])
        assert game.advantage(state, 0) == 0.0, actions


@each_knob
def test_chunks_leave_no_trace_and_play_is_another(knobs: dict[str, Any]) -> None:
    """Past the arena's first size, which is where the arrays next to the tree grow too."""
    game = connect_four.ConnectFour()
    whole, parts, plain = searching(game, **knobs), searching(game, **knobs), searching(game)
    whole.advance(12_000)
    for n in (1, 9, 990, 11_000):
        parts.advance(n)
    plain.advance(12_000)
    assert whole.snapshot().nodes > 1 << 14
    found = [[a.visits.tolist() for a in s.snapshot().agents] for s in (whole, parts, plain)]
    assert found[0] == found[1] != found[2]
    assert whole.snapshot().agents[0].visits.sum() == 12_000


def test_what_is_off_costs_no_memory(game: Game) -> None:
    """A byte of each node says who chooses there."""
    for knobs, extra in (
        ({}, 1),
        ({"solver": True}, 2),
        ({"implicit": 0.5}, 5),
        ({"rave": 50}, 13),
    ):
        search = searching(game, **knobs)
        search.advance(50)
        snapshot = search.snapshot()
        assert snapshot.memory_bytes == snapshot.nodes * (NODE_BYTES + extra)
        assert bool(snapshot.scalars) == bool(snapshot.agents[0].proven) == ("solver" in knobs)


def test_a_switch_begins_anew_and_a_number_does_not(game: Game) -> None:
    search = searching(game, widening=True)
    search.advance(100)
    search.update(replace(search.params, "widen_factor", 3.0))
    assert search.snapshot().iterations == 100
    search.update(replace(search.params, "rave", 10))
    assert search.snapshot().iterations == 0
    search.advance(100)
    assert search.snapshot().iterations == 100
