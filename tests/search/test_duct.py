"""DUCT: equilibria by regret matching, the two killers and the searches that misjudge them, forced
moves, and its arena.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engines.game import PASS, Game, State
from engines.knobs import make
from search.base import generator
from search.duct import DUCT, Params
from search.duct.nodes import FIRST_ENTRIES, FREE, rehash
from search.equilibrium import exploitability, solve_zero_sum
from search.measure import ValueKind
from search.uct import UCT
from tests.games.tron20 import DOWN, LEFT, RIGHT, UP, Tron20
from tests.search.positions import configured

# one matrix, and not the symmetric one: each has kernels of its own
EQUILIBRIA = {"biased_rps": [1 / 16, 10 / 16, 5 / 16]}


def searching(
    game: Game,
    iterations: int,
    state: State | None = None,
    seat: int = 0,
    seed: int = 1,
    **params: Any,
) -> DUCT:
    search = DUCT(game, make(Params, params), seed=seed)
    search.start(game.initial(1) if state is None else state, seat)
    search.advance(iterations)
    return search


def policies(search: DUCT) -> list[np.ndarray]:
    found = [agent.policy for agent in search.snapshot().agents]
    return [p for p in found if p is not None]


@pytest.fixture(scope="module")
def tron() -> Tron20:
    return Tron20()


# -- mixed strategies ------------------------------------------------------------------------------


@pytest.mark.parametrize("matrix", EQUILIBRIA)
def test_regret_matching_with_the_joint_table_finds_the_equilibrium(matrix: str) -> None:
    game = configured("matrix", matrix=matrix)
    search = searching(game, 10_000, rule="regret")
    row, column = policies(search)
    assert row == pytest.approx(EQUILIBRIA[matrix], abs=0.03) and column == pytest.approx(
        EQUILIBRIA[matrix], abs=0.03
    )
    assert exploitability(game.payoffs, row, column) < 0.1  # type: ignore[attr-defined]  # of at most 50
    shown = search.snapshot()
    assert (
        shown.scalars["Exploitability"] < 0.1  # in payoffs
        and shown.joint is not None
        and shown.joint.equilibrium == ""
    )


@pytest.mark.parametrize("rule", ["regret", "exp3"])
def test_sampled_rules_come_close(rule: str) -> None:
    """Without the table; 10^7 iterations of regret matching end within 0.01; this runs 2 % of
    them.
    """
    game = configured("matrix", matrix="biased_rps")
    row, column = policies(searching(game, 200_000, rule=rule, table=0))
    assert row == pytest.approx(EQUILIBRIA["biased_rps"], abs=0.1)
    assert exploitability(game.payoffs, row, column) < 1.0  # type: ignore[attr-defined]


def test_ucb1_is_no_equilibrium_and_says_so() -> None:
    game = configured("matrix", matrix="biased_rps")
    search = searching(game, 100_000)
    assert np.abs(policies(search)[0] - EQUILIBRIA["biased_rps"]).max() > 0.1
    shown = search.snapshot().joint
    assert shown is not None and shown.equilibrium.startswith(
        "UCB1 does not converge to an equilibrium"
    )


def test_a_drawn_move_follows_the_mixed_strategy() -> None:
    game = configured("matrix", matrix="biased_rps")
    search = searching(game, 2000, rule="regret", final="sample")
    drawn = []
    for seed in range(300):
        search.seed = seed
        drawn.append(int(search.choice()[0]))
    assert np.bincount(drawn, minlength=3) / 300 == pytest.approx(policies(search)[0], abs=0.1)


def test_the_principal_variation_begins_with_the_drawn_move() -> None:
    search = searching(
        configured("matrix", matrix="biased_rps"), 500, rule="regret", final="sample"
    )
    drawn = set()
    for seed in range(30):
        search.seed = seed
        for stats in search.snapshot().agents:
            assert stats.pv[0] == stats.actions[stats.best]
            drawn.add((stats.agent, int(stats.pv[0])))
    assert len(drawn) == 6, "each of the three actions, for both agents"


def test_inner_states_of_goofspiel_agree_with_the_linear_program() -> None:
    """Values of matrix games solved from the last card up, prizes in descending order: four cards
    are left, then three.
    """
    game = configured("goofspiel")
    state = game.initial(1)
    game.rules.step(state, np.array([6, 6]), generator(0), None)
    for bids in ((3, 4), (4, 2)):
        game.rules.step(state, np.array(bids), generator(0), None)
        matrix = exact(game, state)
        search = searching(game, 60_000, state, rule="regret")
        assert exploitability(matrix, *policies(search)) < 0.06
        value = search.snapshot().value
        assert value is not None and value.kind is ValueKind.SCORE
        expected = (solve_zero_sum(matrix)[2] + 1) / 2
        assert value.number == pytest.approx(expected, abs=0.03)


def exact(game: Game, state: State) -> np.ndarray:
    """What the first seat gains by each pair of bids when all later rounds follow the linear
    program.
    """
    out, result, bids = np.zeros(game.max_actions, np.int64), np.zeros(game.seats), []
    for agent in (0, 1):
        bids.append([int(a) for a in out[: game.rules.legal(state, agent, out)]])
    matrix = np.zeros((len(bids[0]), len(bids[1])))
    for (i, j), _ in np.ndenumerate(matrix):
        after = state.copy()
        game.rules.step(after, np.array([bids[0][i], bids[1][j]]), generator(0), None)
        if game.rules.is_over(after):
            game.rules.outcome(after, result)
            matrix[i, j] = result[0]
        else:
            matrix[i, j] = solve_zero_sum(exact(game, after))[2]
    return matrix


# -- the two killers of the Xmas Rush write-up -----------------------------------------------------


@pytest.mark.parametrize("size", [3])
def test_each_killer_is_played_half_of_the_time(size: int) -> None:
    game = configured("matrix", matrix="two_killers", size=size)
    for seed in (1, 2):
        assert all(
            0.45 <= share <= 0.55 for share in policies(searching(game, 100_000, seed=seed))[0][:2]
        )
    lockstep = policies(searching(game, 100_000, ties="lowest"))
    assert np.concatenate(lockstep) == pytest.approx(1 / size, abs=0.01), (
        "with lowest-index ties all moves look alike for ever"
    )


def test_a_small_c_plays_the_killers_anyhow() -> None:
    game = configured("matrix", matrix="two_killers", size=3)
    shares = [policies(searching(game, 100_000, seed=seed, c=0.05))[0][0] for seed in range(4)]
    assert max(shares) - min(shares) > 0.2


def test_sequential_search_values_a_killer_at_its_countered_value() -> None:
    """The second mover sees the killer coming: the argument for decoupling."""
    game = configured("matrix", matrix="two_killers", size=3)
    sequential = UCT(game, seed=1)
    sequential.start(game.initial(1), 0)
    sequential.advance(20_000)
    assert sequential.snapshot().agents[0].mean[:2].max() < 0.1, (
        "0 is a draw: it expects to be countered"
    )
    assert searching(game, 20_000).snapshot().agents[0].mean[:2].min() > 0.4


# -- forced moves ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "move"),
    [
        ([".#..", "A...", "..#.", "#B.."], RIGHT),
        (["...#", "....", "...B", ".A.#"], UP),
        (["....", "...A", "....", "B..#"], LEFT),
        (["....", "A...", "....", "B.#."], RIGHT),
    ],
)
def test_it_finds_what_exhaustive_search_finds(tron: Tron20, rows: list[str], move: int) -> None:
    """Where one move is worth more than every other, whatever the other side does."""
    state = tron.position(rows)
    matrix, out = exact(tron, state), np.zeros(tron.max_actions, np.int64)
    best = int(matrix.min(axis=1).argmax())
    assert matrix[best].min() > np.delete(matrix, best, axis=0).max()
    assert out[: tron.rules.legal(state, 0, out)][best] == move
    for rule in ("ucb1", "regret"):
        assert searching(tron, 5000, state, rule=rule).choice()[0] == move


# -- the arena -------------------------------------------------------------------------------------


def test_chunks_leave_no_trace(tron: Tron20) -> None:
    for rule in ("ucb1", "regret"):
        whole, parts = searching(tron, 40_000, rule=rule), searching(tron, 0, rule=rule)
        for n in (1, 1, 98, 900, 20_000, 19_000):
            parts.advance(n)
        assert whole.snapshot().nodes > 1 << 14, "the arena has grown"
        first, second = whole.snapshot(), parts.snapshot()
        assert [a.visits.tolist() for a in first.agents] == [
            a.visits.tolist() for a in second.agents
        ]
        assert (first.nodes, first.turns) == (second.nodes, second.turns) and np.array_equal(
            whole.choice(), parts.choice()
        )


def test_a_full_arena_goes_on(tron: Tron20) -> None:
    search = searching(tron, 20_000, memory=4096)
    snapshot = search.snapshot()
    assert (
        snapshot.full
        and snapshot.nodes <= 4096
        and snapshot.iterations == 20_000 == snapshot.agents[0].visits.sum()
    )


def test_no_time_one_iteration_and_a_finished_match(tron: Tron20) -> None:
    assert searching(tron, 0).choice()[0] in (UP, RIGHT, DOWN, LEFT)
    once = searching(tron, 1)
    assert once.snapshot().agents[0].visits.sum() == 1 and once.choice()[0] in (
        UP,
        RIGHT,
        DOWN,
        LEFT,
    )
    over = tron.position(["A#.", "###", "..B"])
    finished = DUCT(tron)
    finished.start(over, 0)
    assert (
        finished.advance(100)
        and finished.choice().tolist() == [PASS]
        and finished.snapshot().agents == ()
    )


def test_counts_agree(tron: Tron20) -> None:
    search = searching(tron, 3000)
    snapshot = search.snapshot()
    assert snapshot.joint is not None and snapshot.joint.visits.sum() == 3000
    for agent in snapshot.agents:
        assert agent.visits.sum() == 3000 and agent.depth.sum() == snapshot.nodes - 1
        assert agent.pv.size > 1 and agent.pv[0] == agent.actions[agent.best]
    assert snapshot.joint.visits.sum(axis=1).tolist() == snapshot.agents[0].visits.tolist()
    assert search.line(0, LEFT)[0] == LEFT
    search.watch(1, 0)
    search.advance(10)
    turned = search.snapshot().joint
    assert turned is not None and turned.agents == (1, 0) and turned.visits.sum() == 10


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("rule", ["ucb1", "ucb1_tuned", "puct", "exp3", "regret"])
@pytest.mark.parametrize("children", ["open", "outcome"])
def test_chance_is_played_anew_each_time(rule: str, children: str) -> None:
    """With prizes at random one node sees many positions, unless every outcome has a node of its
    own.
    """
    game = configured("goofspiel", cards=5, prizes="random")
    search = searching(game, 400, rule=rule, children=children)
    for agent, seat in ((0, 0), (1, 0)):
        assert game.rules.is_legal(
            game.initial(1),
            agent,
            int(search.snapshot().agents[agent].actions[search.snapshot().agents[agent].best]),
        )
        assert search.snapshot().agents[agent].visits.sum() == 400, seat


@pytest.mark.usefixtures("uncompiled")
def test_outcome_children_are_more_nodes() -> None:
    game = configured("goofspiel", cards=5, prizes="random")
    assert (
        searching(game, 400, children="outcome").snapshot().nodes
        > searching(game, 400).snapshot().nodes
    )


def test_a_live_change_of_the_rule_starts_anew(tron: Tron20) -> None:
    search = searching(tron, 500)
    assert search.update(make(Params, {"rule": "regret"})) is None
    search.advance(50)
    snapshot = search.snapshot()
    assert snapshot.iterations == 50 and snapshot.generation == 2


# -- memory ----------------------------------------------------------------------------------------


def test_a_decision_loads_no_kernel_in_its_middle(
    tron: Tron20, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What enlarges the table is called when a search is made; each decision finds it enlarged, in
    an arena of another kind too.
    """
    calls = list[int]()

    def counted(old: Any, larger: Any) -> None:
        calls.append(larger.size)
        rehash(old, larger)

    monkeypatch.setattr("search.duct.nodes.rehash", counted)
    search = DUCT(tron, Params(), seed=1)
    size = search.tree.entries.size
    assert calls == [size] and size > FIRST_ENTRIES
    search.start(tron.initial(1), 0)
    assert search.tree.entries.size == size
    search.update(Params(rule="regret"))
    assert search.tree.entries.size == size and calls == [size]


def test_only_rules_that_learn_write_what_they_remember(tron: Tron20) -> None:
    """Memory that is never written is never claimed."""
    for rule, writes in (("ucb1", False), ("puct", True), ("regret", True)):
        search = DUCT(tron, Params(rule=rule), seed=1)
        search.start(tron.initial(1), 0)
        search.tree.memo[:], search.tree.average[:] = 7.0, 7.0
        search.advance(200)
        slots = int(search.scratch.slots[0])
        written = [(array[:slots] != 7.0).all() for array in search.tree[4:6]]
        assert written == [writes] * 2, rule


def test_the_hash_table_grows_with_the_nodes_and_loses_none(tron: Tron20) -> None:
    search = searching(tron, 5000, memory=1 << 14)
    entries, used = search.tree.entries, search.snapshot().nodes
    assert used > FIRST_ENTRIES and 2 * used <= entries.size <= 4 * used
    found = entries[entries["node"] != FREE]
    assert found.size == used - 1  # all but the root
    assert np.unique(found[["parent", "code"]]).size == found.size
    inner = np.sort(found["node"][found["node"] > 0])
    assert inner.tolist() == list(range(1, int(search.scratch.inner[0])))


def test_the_next_decision_searches_as_a_new_search_in_the_same_memory(tron: Tron20) -> None:
    search, later = searching(tron, 3000, memory=1 << 12), tron.initial(1)
    tron.rules.step(later, np.array([UP, DOWN]), search.rng, None)
    memory = search.tree.visits
    search.start(later, 0)
    search.advance(700)
    fresh = searching(tron, 700, later, memory=1 << 12)
    assert np.shares_memory(search.tree.visits, memory)
    for one, other in zip(search.snapshot().agents, fresh.snapshot().agents, strict=True):
        assert one.visits.tolist() == other.visits.tolist()
        assert one.mean.tolist() == other.mean.tolist()
