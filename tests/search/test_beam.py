"""Beam search against exhaustive search, a plain reference, and puzzles small enough to work out by
hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engines.game import PASS, Game, State
from engines.tictactoe import TicTacToe
from search.base import Snapshot
from search.beam import BeamSearch
from tests.games.graph import Graph
from tests.games.market import HOME, Market
from tests.games.potions import ORDER, REST, Potions

ALL = 10**9
POTIONS = Potions()
MARKET = Market()


def searched(
    game: Game, state: State | None = None, n: int = ALL, seat: int = 0, **knobs: Any
) -> BeamSearch:
    search = BeamSearch(game, BeamSearch.Params(**knobs), seed=4)
    search.start(game.initial(1) if state is None else state, seat)
    search.advance(n)
    return search


def walked(puzzle: str, **knobs: Any) -> BeamSearch:
    return searched(Graph.configure(puzzle=puzzle), **knobs)


def best(search: BeamSearch) -> float:
    return search.snapshot().scalars["Best score"]


def line(search: BeamSearch, agent: int = 0) -> list[int]:
    return search.snapshot().agents[agent].pv.tolist()


def content(snapshot: Snapshot) -> tuple[object, ...]:
    stats = [(a.visits.tolist(), a.pv.tolist(), a.mean.tobytes(), a.best) for a in snapshot.agents]
    return (snapshot.iterations, snapshot.turns, snapshot.nodes, dict(snapshot.scalars), stats)


# -- a plain beam, written without any of the kernel's techniques
# -----------------------------------


class Plain:
    """Potions with dictionaries: every child is kept until its layer is cut."""

    def __init__(self, discount: float, distinct: bool = True) -> None:
        self.discount = discount
        self.distinct = distinct
        self.actions = np.zeros(POTIONS.max_actions, np.int64)
        self.out = np.zeros(1)

    def worth(self, state: State) -> tuple[float, float]:
        POTIONS.rules.value(state, np.zeros(1), self.out)
        value = float(self.out[0])
        POTIONS.rules.lasting(state, np.zeros(1), self.out)
        return value, float(self.out[0])

    def children(self, state: State, score: float, depth: int) -> list[tuple[int, State, float]]:
        """(action, state, score) of everything that follows in the turn `depth`, 1 the first."""
        value, lasting = self.worth(state)
        found = []
        for action in self.actions[: POTIONS.rules.legal(state, 0, self.actions)].tolist():
            child = state.copy()
            POTIONS.rules.step(child, np.array([action]), None, None)
            new_value, new_lasting = self.worth(child)
            late, stays = self.discount**depth, new_lasting - lasting
            found.append(
                (
                    action,
                    child,
                    score + late * (new_value - value - stays) + (0.1 * late + 0.9) * stays,
                )
            )
        return found

    def beam(self, state: State, width: int, depth: int) -> list[float]:
        """The best score of each depth."""
        layer, bests = [(0.0, state)], []
        for d in range(1, depth + 1):
            found: dict[object, tuple[float, int, State]] = {}
            born = 0
            for score, parent in layer:
                for _, child, total in self.children(parent, score, d):
                    name: object = int(child.bits) if self.distinct else born
                    if name not in found or total > found[name][0]:
                        found[name] = (total, born, child)
                    born += 1
            ranked = sorted(found.values(), key=lambda node: (-node[0], node[1]))[:width]
            layer = [(score, child) for score, _, child in ranked]
            bests.append(layer[0][0])
        return bests

    def exhaust(self, state: State, depth: int, score: float = 0.0, at: int = 1) -> float:
        """The best score of all sequences of this length, by depth-first search."""
        if at > depth:
            return score
        return max(
            self.exhaust(child, depth, total, at + 1)
            for _, child, total in self.children(state, score, at)
        )


@pytest.mark.parametrize("seed", [1, 7])
def test_unlimited_width_is_exhaustive_search(seed: int) -> None:
    start = POTIONS.initial(seed)
    truth = Plain(0.98).exhaust(start, 4)
    wide = searched(POTIONS, start, width=1 << 17, depth=4)
    assert best(wide) == pytest.approx(truth, abs=1e-9)
    assert best(searched(POTIONS, start, width=1 << 17, depth=4, variant="first")) == pytest.approx(
        truth, abs=1e-9
    )
    assert best(
        searched(POTIONS, start, width=1 << 17, depth=4, duplicates=False)
    ) == pytest.approx(truth, abs=1e-9)


@pytest.mark.parametrize("width", [1, 2, 7, 40])
@pytest.mark.parametrize("distinct", [True, False])
def test_the_same_as_a_plain_beam(width: int, distinct: bool) -> None:
    for seed in (1, 2):
        start = POTIONS.initial(seed)
        search = searched(POTIONS, start, width=width, depth=8, discount=0.9, duplicates=distinct)
        scores = search.snapshot().series["Best score by depth"].y
        assert scores == pytest.approx(Plain(0.9, distinct).beam(start, width, 8), abs=1e-9)


def test_the_line_leads_to_the_score() -> None:
    plain, state, score = Plain(0.98), POTIONS.initial(3), 0.0
    search = searched(POTIONS, state.copy(), depth=12, stop=False)
    for depth, action in enumerate(line(search), 1):
        _, state, score = next(
            child for child in plain.children(state, score, depth) if child[0] == action
        )
    assert score == pytest.approx(best(search), abs=1e-9)
    assert search.choice().tolist() == line(search)[:1]


# -- the score -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("uncompiled")
def test_discounted_sum_of_changes() -> None:
    """Values 0, 3, 1, 6, of which 0, 1, 1, 4 are lasting."""
    g = 0.9
    assert best(
        walked("chain", discount=g, lasting_discounted=1.0, lasting_kept=0.0)
    ) == pytest.approx(3 * g - 2 * g**2 + 5 * g**3)
    changing = 2 * g - 2 * g**2 + 2 * g**3
    kept = 1 * (0.1 * g + 0.9) + 3 * (0.1 * g**3 + 0.9)
    assert best(walked("chain", discount=g)) == pytest.approx(changing + kept)


def test_of_two_equal_states_the_better_sequence_stays() -> None:
    found = walked("meet", discount=0.5)
    assert line(found) == [1, 0, 0] and found.choice().tolist() == [1]
    assert best(found) == pytest.approx(4 * 0.5 + 2 * 0.25 + 1 * 0.125)
    assert found.snapshot().scalars["Duplicates"] == 1


def test_removing_duplicates_helps() -> None:
    with_them, without = (
        np.array(
            [
                best(
                    searched(
                        POTIONS, POTIONS.initial(seed), width=30, depth=14, stop=False, duplicates=d
                    )
                )
                for seed in range(20)
            ]
        )
        for d in (False, True)
    )
    assert without.mean() > with_them.mean() and (without >= with_them).mean() >= 0.8


# -- when it ends ----------------------------------------------------------------------------------


def test_it_stops_at_the_depth_of_a_win() -> None:
    """The win at depth 2 is worth 9 there; three turns on there are 30."""
    found = walked("win", discount=1.0)
    assert found.advance(1) and found.snapshot().scalars["Depth"] == 2 and line(found) == [1, 0]
    assert line(walked("win", discount=1.0, stop=False)) == [0, 0, 0]


def test_the_best_of_the_last_finished_depth_is_played() -> None:
    """With width 1 the poor start is dropped; an unfinished depth is ignored."""
    assert walked("poor_start", width=1, duplicates=False).choice().tolist() == [0]
    assert walked("poor_start", width=2).choice().tolist() == [1]
    assert walked("poor_start", width=1, variant="first").choice().tolist() == [1], (
        "each first action has its own beam"
    )
    assert walked("poor_start", width=1, variant="stack").choice().tolist() == [1], (
        "what was cut is looked at later"
    )
    assert walked("poor_start", width=2, n=4).choice().tolist() == [0]


def test_a_depth_can_be_set_while_it_runs() -> None:
    found = walked("chain", depth=1)
    assert found.snapshot().scalars["Depth"] == 1 and found.advance(9)
    generation = found.generation
    assert found.update(BeamSearch.Params(depth=2)) is None
    assert (
        found.advance(9)
        and found.snapshot().scalars["Depth"] == 2
        and found.generation == generation
    )
    found.update(BeamSearch.Params(depth=2, discount=0.5))
    assert found.snapshot().iterations == 0 and found.generation == generation + 1


@pytest.mark.parametrize("budget", [0, 1, 2, 3])
def test_no_time_for_the_first_depth(budget: int) -> None:
    """The best of what was seen, else rest, else the first legal action."""
    start = POTIONS.initial(1)
    chosen = int(searched(POTIONS, start, budget, depth=20).choice()[0])
    seen = [child for child in Plain(0.98).children(start, 0.0, 1)][:budget]
    assert chosen == (max(seen, key=lambda child: child[2])[0] if seen else REST)
    assert walked("chain", n=0).choice().tolist() == [0]


def test_a_finished_match_and_a_seat_that_waits() -> None:
    over = Market().initial(1)
    over.turn = 99
    search = searched(MARKET, over)
    assert (
        search.advance(5)
        and search.choice().tolist() == [PASS, PASS]
        and not search.snapshot().agents
    )
    game = TicTacToe()
    waiting = searched(game, seat=1, n=50)
    assert waiting.advance(5) and waiting.choice().tolist() == [PASS]


def test_a_full_memory_ends_it() -> None:
    found = searched(POTIONS, width=1 << 17, memory=1 << 12, n=200_000)
    assert found.snapshot().full and found.advance(1) and found.snapshot().nodes <= 1 << 12
    assert POTIONS.rules.is_legal(POTIONS.initial(1), 0, int(found.choice()[0]))


# -- the others ------------------------------------------------------------------------------------


def test_the_opponents_plan_is_played() -> None:
    """Alone, seat 1 would take the stalls by value, 8, 5, 4, 3; an opponent that knows this goes
    elsewhere.
    """
    knowing, alone = searched(MARKET), searched(MARKET, opponent="none")
    assert sorted(alone.choice()) == [0, 1] and best(alone) > 8 + 5
    assert sorted(knowing.choice()) == [1, 2] and best(knowing) == pytest.approx(
        0.98 * (5 + 4) + 0.98**2 * 3
    )
    rival = knowing.snapshot().agents[2]
    assert rival.agent == 2 and rival.pv.tolist() == [0, 1, 2, 3], "what is predicted is shown"
    assert sorted(searched(MARKET, opponent="greedy").choice()) == [1, 2]
    assert sorted(searched(MARKET, opponent="scripted").choice()) == [0, 2], (
        "the script goes to the second stall"
    )


def test_planned_actions_that_became_illegal_are_rest() -> None:
    """In its second turn the rival wants the stall that we have emptied in the first: it stays
    home, so nothing breaks.
    """
    knowing = searched(MARKET, seat=1)
    assert knowing.choice().tolist() != [HOME]
    assert knowing.snapshot().scalars["Opponent's depth"] == 4


def test_a_limited_budget_is_divided() -> None:
    search = BeamSearch(MARKET, BeamSearch.Params(), seed=4)
    search.start(MARKET.initial(1), 0)
    for spent in (0.01, 0.1, 0.2):
        search.advance(8, spent)
        assert search.snapshot().scalars["Expansions"] == 0, "the rival's share comes first"
    search.advance(60, 0.3)
    assert search.snapshot().scalars["Expansions"] > 0 and search.snapshot().iterations == 84
    assert sorted(search.choice()) == [1, 2], "even a short plan says where the rival goes first"


def test_chunks_leave_no_trace() -> None:
    for game, knobs in (
        (MARKET, {}),
        (POTIONS, {"width": 900, "depth": 4}),
        (MARKET, {"variant": "stack", "width": 3}),
    ):
        whole = searched(game, n=3000, **knobs)
        pieces = searched(game, n=0, **knobs)
        for n in [1] * 700 + [23] * 100:
            pieces.advance(n)
        assert content(whole.snapshot()) == content(pieces.snapshot())


def test_a_seat_with_several_agents_tries_their_combinations() -> None:
    first = searched(MARKET, n=25, opponent="none", duplicates=False).snapshot()
    assert first.scalars["Depth"] == 1 and first.agents[0].visits.tolist() == [5] * 5
    thin = searched(MARKET, n=10, opponent="none", joint=10, duplicates=False)
    assert (
        thin.snapshot().scalars["Depth"] == 1
        and thin.snapshot().agents[0].visits.tolist() == [2] * 5
    )


def test_chance_is_the_same_for_all_of_a_depth() -> None:
    found = walked("luck", depth=6, duplicates=False, discount=1.0, n=200)
    stats = found.snapshot().agents[0]
    assert stats.mean[0] == stats.mean[1] and stats.lowest.tolist() == stats.highest.tolist()
    assert best(found) > 0 and best(walked("luck", depth=6, n=200, discount=1.0)) == best(found)


# -- what the seed tried in vain -------------------------------------------------------------------


def test_beam_stack_search_is_complete() -> None:
    """Zhou and Hansen: given time it finds what exhaustive search finds, however narrow the
    beam.
    """
    start = POTIONS.initial(4)
    truth = Plain(0.98).exhaust(start, 4)
    narrow = searched(POTIONS, start, width=1, depth=4)
    stack = searched(POTIONS, start, width=1, depth=4, variant="stack")
    assert stack.advance(1) and best(stack) == pytest.approx(truth, abs=1e-9)
    assert best(narrow) < truth


def test_the_best_sequences_vote() -> None:
    """The best sequence starts left, the next two right."""
    assert walked("vote", depth=2, discount=1.0).choice().tolist() == [0]
    assert walked("vote", depth=2, discount=1.0, vote=3).choice().tolist() == [1]
    assert walked("vote", depth=2, discount=1.0, vote=2).choice().tolist() == [0], (
        "a tie goes to the better sequence"
    )


def test_a_beam_for_each_first_action() -> None:
    found = searched(POTIONS, width=4, depth=6, variant="first").snapshot()
    actions = found.agents[0]
    assert (actions.visits <= 4).all() and (actions.visits > 0).sum() == actions.actions.size


def test_what_a_snapshot_tells() -> None:
    found = searched(POTIONS, width=50, depth=9, stop=False)
    shown = found.snapshot()
    stats = shown.agents[0]
    assert shown.iterations == shown.turns == shown.scalars["Expansions"]
    assert (
        stats.visits.sum() == 50
        and stats.depth.tolist() == shown.histograms["Kept by depth"].y.tolist()
    )
    assert stats.mean[stats.best] == np.nanmax(stats.mean) == pytest.approx(best(found))
    for action in stats.actions[stats.visits > 0]:
        behind = found.line(0, int(action))
        assert behind[0] == action and behind.size == 9
    assert found.line(0, ORDER).tolist() == [ORDER]
