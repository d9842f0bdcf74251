"""Joint enumeration: the rules on tables worked by hand, equilibria, depth, and Coders Strike Back
against plain loops.
"""

from __future__ import annotations

import itertools
from functools import partial
from typing import Any

import numpy as np
import pytest

from engines.game import PASS, Game, State
from engines.knobs import make, replace
from search.base import Floats, generator
from search.joint import JointEnumeration
from search.joint.table import PayoffTable, drawn, fold
from search.smitsimax import Params as SmitsimaxParams
from search.smitsimax import Smitsimax
from tests.search.positions import begun, configured

searching = partial(begun, JointEnumeration)


def finished(
    game: Game, state: State | None = None, seat: int = 0, seed: int = 1, **params: Any
) -> JointEnumeration:
    search = searching(game, state, seat, seed, **params)
    assert search.advance(10**7)
    return search


@pytest.fixture(scope="module")
def biased() -> Game:
    """Row gains 0 -25 50 / 25 0 -5 / -50 5 0."""
    return configured("matrix", matrix="biased_rps")


def before_last(rounds: int) -> tuple[Game, State]:
    """Three rounds of the same table, whose kernel one compilation makes, with so many left after
    draws, which pay nothing.
    """
    game = configured("matrix", matrix="biased_rps", rounds=3)
    state = game.initial(1)
    for _ in range(3 - rounds):
        game.rules.step(state, np.array([0, 0]), generator(0), None)
    return game, state


# -- the rules -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(
    ("rule", "scores", "best"),
    [
        ("average", [25 / 3, 20 / 3, -15], 0),
        ("careful", [-25, -5, -50], 1),
        ("spoil", [-25, -5, -50], 1),
        ("hopeful", [50, 25, 5], 0),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_four_rules_on_a_table_worked_by_hand(
    biased: Game, rule: str, scores: list[float], best: int, seat: int
) -> None:
    """The game is symmetric, so it looks alike from both seats."""
    search = finished(biased, seat=seat, rule=rule)
    snapshot = search.snapshot()
    own = next(s for s in snapshot.agents if s.agent == seat)
    assert (
        own.mean == pytest.approx(scores)
        and own.best == best
        and search.choice().tolist() == [best]
    )
    assert (
        snapshot.iterations == snapshot.turns == 9
        and own.visits.tolist() == [3, 3, 3]
        and own.policy is None
    )
    assert own.lowest.tolist() == [-25, -5, -50] and own.highest.tolist() == [50, 25, 5]


def test_the_expected_reply(biased: Game) -> None:
    """Careful Paper fears Scissors, hopeful Rock dreams of Scissors; on average Scissors leave Row
    15, the most.
    """
    replies = {
        rule: next(s.best for s in finished(biased, rule=rule).snapshot().agents if s.agent == 1)
        for rule in ("careful", "hopeful")
    }
    assert replies == {"careful": 2, "hopeful": 2}
    column = next(s for s in finished(biased, rule="average").snapshot().agents if s.agent == 1)
    assert column.mean == pytest.approx([25 / 3, 20 / 3, -15]) and column.best == 0


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(
    ("matrix", "row", "column", "value"),
    [
        ("rps", [1 / 3] * 3, [1 / 3] * 3, 0.0),
        ("biased_rps", [1 / 16, 10 / 16, 5 / 16], [1 / 16, 10 / 16, 5 / 16], 0.0),
        ("two_killers", [0.5, 0.5] + [0] * 6, [0.5, 0.5] + [0] * 6, 0.5),
    ],
)
def test_the_mixed_rule_plays_the_equilibrium(
    matrix: str, row: list[float], column: list[float], value: float
) -> None:
    game = configured("matrix", matrix=matrix)
    for seat in (0, 1):
        snapshot = finished(game, seat=seat, rule="mixed").snapshot()
        found = {s.agent: s.policy for s in snapshot.agents}
        assert found[0] == pytest.approx(row) and found[1] == pytest.approx(column)
        assert snapshot.scalars["Value of the table"] == pytest.approx(
            value if seat == 0 else -value
        )
        assert snapshot.scalars["Exploitability"] == pytest.approx(0.0, abs=1e-9)


def test_mixed_actions_are_drawn_by_their_probabilities(biased: Game) -> None:
    search, played = searching(biased, rule="mixed"), np.zeros(3)
    for search.seed in range(400):
        search.start(biased.initial(1), 0)
        search.advance(9)
        assert search.choice().tolist() == search.choice().tolist()
        played[search.choice()[0]] += 1
    assert played / 400 == pytest.approx([1 / 16, 10 / 16, 5 / 16], abs=0.08)
    assert drawn(np.array([0.0, 1.0, 0.0]), generator(1)) == 1


def test_a_sure_action_is_exploitable(biased: Game) -> None:
    """Paper loses 5 to Scissors and 25 to Rock; half of it is each player's share."""
    assert finished(biased, rule="careful").snapshot().scalars["Exploitability"] == pytest.approx(
        2.5
    )
    assert finished(biased, rule="average").snapshot().scalars["Exploitability"] == pytest.approx(
        12.5
    )
    assert "seldom" in finished(biased, rule="average").snapshot().joint.equilibrium  # type: ignore[union-attr]
    assert finished(biased, rule="mixed").snapshot().joint.equilibrium == ""  # type: ignore[union-attr]


# -- deeper ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(
    ("rule", "below"),
    [("average", 25 / 3), ("careful", -5), ("spoil", -5), ("hopeful", 50), ("mixed", 0)],
)
def test_the_same_rule_judges_the_second_turn(rule: str, below: float) -> None:
    """With two rounds every cell is its payoff and what the rule makes of the second round."""
    game, state = before_last(2)
    table = finished(game, state, rule=rule, depth=2).snapshot().joint
    assert table is not None and table.mean == pytest.approx(
        game.payoffs + below, abs=0.5 if rule == "mixed" else 1e-9
    )  # type: ignore[attr-defined]


def test_three_turns_and_cuts() -> None:
    """The careful rule cuts what cannot matter, and finds the same."""
    game = configured("matrix", matrix="biased_rps", rounds=3)
    careful, average = (
        finished(game, rule=rule, depth=3).snapshot() for rule in ("careful", "average")
    )
    assert careful.joint is not None and careful.joint.mean == pytest.approx(game.payoffs - 10)  # type: ignore[attr-defined]
    assert average.iterations == 9**3 and careful.iterations < 9**3
    assert finished(game, rule="average", depth=4).snapshot().iterations == 9**3, (
        "the match is over after three rounds"
    )


def test_later_turns_by_chance_are_averaged() -> None:
    """The second round's random payoffs have mean 0, so the cells tend to their payoffs."""
    game, state = before_last(2)
    search = searching(game, state, depth=2, below="random", rule="mixed")
    assert not search.advance(90_000)
    snapshot = search.snapshot()
    assert (
        snapshot.iterations == 90_000 and snapshot.turns == 180_000 and snapshot.joint is not None
    )
    assert (snapshot.joint.visits == 10_000).all()
    assert snapshot.joint.mean == pytest.approx(game.payoffs, abs=4 * 26 / 100)  # type: ignore[attr-defined]
    assert snapshot.agents[0].policy == pytest.approx([1 / 16, 10 / 16, 5 / 16], abs=0.05)


# -- any time --------------------------------------------------------------------------------------


def test_an_unfinished_table_is_judged_by_what_is_known() -> None:
    game = configured("matrix", matrix="two_killers", size=8)
    search = searching(game)
    assert search.choice()[0] in range(8)
    search.advance(3)
    own = search.snapshot().agents[0]
    assert own.visits.sum() == 3 and own.visits[own.best] == 1 and np.isfinite(own.mean).sum() == 3
    search.advance(5)
    known = search.snapshot()
    assert (
        known.agents[0].visits.tolist() == [1] * 8 and np.count_nonzero(known.agents[1].visits) == 1
    ), "one reply against all"
    assert known.scalars == {"Share of the table seen": 8 / 64}
    mixed = searching(game, rule="mixed")
    for _ in range(64):
        policy = mixed.snapshot().agents[0].policy
        assert policy is None or policy.sum() == pytest.approx(1.0)
        assert mixed.choice()[0] in range(8)
        mixed.advance(1)
    assert mixed.advance(1) and mixed.snapshot().iterations == 64


@pytest.mark.parametrize(
    "params",
    [
        {"rule": "careful", "depth": 3},
        {"rule": "mixed", "depth": 2},
        {"depth": 3, "below": "random"},
    ],
)
def test_chunks_leave_no_trace(params: dict[str, Any]) -> None:
    game = configured("matrix", matrix="biased_rps", rounds=3)
    whole, parts = searching(game, **params), searching(game, **params)
    whole.advance(150)
    for n in (1, 1, 8, 40, 100):
        parts.advance(n)
    first, second = whole.snapshot(), parts.snapshot()
    assert (
        first.joint is not None
        and second.joint is not None
        and first.iterations == second.iterations
    )
    assert np.array_equal(first.joint.mean, second.joint.mean, equal_nan=True)


def test_another_rule_begins_anew(biased: Game) -> None:
    search = finished(biased, rule="careful")
    search.update(replace(search.params, "rule", "average"))
    assert (
        search.snapshot().iterations == 0
        and search.advance(100)
        and search.choice().tolist() == [0]
    )


# -- which games -----------------------------------------------------------------------------------


def test_it_refuses_what_it_cannot_do() -> None:
    assert "in turn" in (JointEnumeration.supports(configured("uttt")) or "")
    assert (
        JointEnumeration.supports(configured("csb", thrusts="full_half_coast", shield=True)) is None
    )


def test_a_finished_match(biased: Game) -> None:
    state = biased.initial(1)
    biased.rules.step(state, np.array([0, 0]), generator(0), None)
    over = searching(biased, state)
    assert over.advance(10) and over.choice().tolist() == [PASS] and over.snapshot().agents == ()


# -- Coders Strike Back ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def csb() -> Game:
    return configured("csb")


@pytest.fixture(scope="module")
def by_hand(csb: Game) -> Floats:
    """The first seat's value after each joint action of the bench position, [K, K, K, K], by plain
    loops.
    """
    state, rng, out = csb.bench_position(), generator(0), np.zeros(4)
    csb.rules.observe(state, 0)  # type: ignore[misc]
    csb.rules.prepare(state, csb.weights())  # type: ignore[misc]
    table = np.zeros((csb.max_actions,) * 4)
    for joint in itertools.product(range(csb.max_actions), repeat=4):
        after = state.copy()
        csb.rules.step(after, np.array(joint), rng, None)
        csb.rules.value(after, csb.weights(), out)
        table[joint] = (out[0] + out[1]) / 2
    return table


def seen_by_first(csb: Game) -> State:
    state = csb.bench_position()
    csb.rules.observe(state, 0)  # type: ignore[misc]
    return state


@pytest.mark.parametrize("rule", ["average", "careful", "hopeful"])
def test_two_pods_against_two(csb: Game, by_hand: Floats, rule: str) -> None:
    search = finished(csb, seen_by_first(csb), rule=rule)
    judge = {"average": np.mean, "careful": np.min, "hopeful": np.max}[rule]
    scores = judge(by_hand.reshape(*by_hand.shape[:2], -1), axis=2)
    first, second, third, _ = search.snapshot().agents
    assert scores[tuple(search.choice())] == pytest.approx(scores.max(), abs=1e-12)
    assert first.mean == pytest.approx(scores.max(axis=1)) and second.mean == pytest.approx(
        scores.max(axis=0)
    )
    assert third.mean == pytest.approx(-by_hand.mean(axis=(0, 1, 3)))
    assert search.snapshot().iterations == by_hand.size


def test_any_two_agents_can_be_watched(csb: Game, by_hand: Floats) -> None:
    search = finished(csb, seen_by_first(csb), rule="careful")
    table = search.snapshot().joint
    assert table is not None and table.agents == (0, 2) and (table.visits == 49).all()
    assert table.mean == pytest.approx(by_hand.min(axis=3).max(axis=1))
    search.watch(3, 0)
    table = search.snapshot().joint
    assert table is not None and table.mean == pytest.approx(-by_hand.min(axis=2).max(axis=1).T)
    search.watch(0, 1)
    table = search.snapshot().joint
    assert table is not None and table.mean == pytest.approx(by_hand.min(axis=(2, 3)))


AHEAD_FULL = 1  # the move of the table


@pytest.mark.parametrize("rule", ["average", "careful", "spoil", "hopeful", "mixed"])
def test_the_only_move_that_wins_at_once_is_played(csb: Game, rule: str) -> None:
    """The last checkpoint begins 195 ahead; full thrust straight on carries a pod 200, any turn
    less far, and no pod is near.
    """
    state = csb.initial(3)
    k = int(state.next[0])
    state.passed[0] = state.goal - 1
    state.x[0], state.y[0], state.vx[0], state.vy[0] = state.cx[k] - 795.0, state.cy[k], 0.0, 0.0
    state.angle[0], state.ca[0], state.sa[0], state.rotated[0] = 0.0, 1.0, 0.0, 1
    assert finished(csb, state, rule=rule).choice()[0] == AHEAD_FULL
    other = Smitsimax(csb, make(SmitsimaxParams, {"depth": 1}), seed=1)
    other.start(state, 0)
    other.advance(5000)
    assert other.choice()[0] == AHEAD_FULL, "decoupled statistics agree with all combinations"


# -- the table alone -------------------------------------------------------------------------------


def test_folding_leaves_out_what_was_not_seen() -> None:
    results = np.array([[1.0, np.nan, 3.0], [np.nan, np.nan, np.nan]])
    for rule, expected in (
        ("average", 2.0),
        ("careful", 1.0),
        ("spoil", 1.0),
        ("hopeful", 3.0),
        ("mixed", 2.0),
    ):
        folded = fold(rule, results, (1,))
        assert folded[0] == expected and np.isnan(folded[1])


def test_a_large_table_is_solved_by_regret_matching() -> None:
    rng = generator(5)
    table = PayoffTable({0: np.arange(120)}, {1: np.arange(100)}, rng)
    assert table.solve() is None
    table.sums[:], table.done = rng.random((120, 100)), 12_000
    solution = table.solve()
    assert solution is not None and table.exploitability(solution.row, solution) < 0.001
