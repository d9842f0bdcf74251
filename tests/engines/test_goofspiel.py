"""Goofspiel: every state against exact equilibria, the orders of prizes, ties, and the words and
cards of the window.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from engines.game import FORFEIT, State
from engines.goofspiel import Goofspiel
from engines.scene import Rect
from search.equilibrium import solve_zero_sum
from tests.matches import generator, legal, outcome, random_match


def after(game: Goofspiel, *joints: tuple[int, int]) -> State:
    state = game.initial(0)
    for turn, joint in enumerate(joints):
        game.rules.step(state, np.array(joint, np.int64), generator(turn), None)
    return state


def solve(game: Goofspiel, state: State, known: dict[int, float]) -> float:
    """What the first seat gets with best play by both, by backward induction over matrix games;
    `known` by key.
    """
    if game.rules.is_over(state):
        return outcome(game, state)[0]
    assert game.rules.key is not None and game.rules.settle is not None
    key = int(game.rules.key(state))
    if key not in known:
        hands = [legal(game, state, seat) for seat in (0, 1)]
        matrix = np.zeros((len(hands[0]), len(hands[1])))
        for (i, a), (j, b) in itertools.product(enumerate(hands[0]), enumerate(hands[1])):
            below = state.copy()
            game.rules.settle(below, np.array([a, b], np.int64), 0)
            matrix[i, j] = solve(game, below, known)
        known[key] = solve_zero_sum(matrix)[2]
    return known[key]


@pytest.mark.parametrize(("cards", "states", "total"), [(4, 277, 227.98), (5, 1729, 1536.72)])
def test_all_states_have_their_known_values(cards: int, states: int, total: float) -> None:
    """Number of states and sum of absolute values as by regret matching to 1e-4 a state; keys tell
    all states apart.
    """
    game, known = Goofspiel.configure(cards=cards), dict[int, float]()
    assert solve(game, game.initial(0), known) == pytest.approx(0.0, abs=1e-9)
    assert len(known) == states
    assert sum(abs(v) for v in known.values()) == pytest.approx(total, abs=0.02)


def test_the_higher_bid_takes_the_prize_and_equal_bids_discard_it() -> None:
    game = Goofspiel.configure(cards=4)
    state = after(game, (4, 1), (2, 2), (1, 4))
    assert state.points.tolist() == [8, 4] and state.prize == 1
    assert legal(game, state, 0) == [3] and legal(game, state, 1) == [3]
    end = after(game, (4, 1), (2, 2), (1, 4), (3, 3))
    assert game.reason(end) == "Player 1 has more points, 4 to 2" and outcome(game, end) == [1, -1]


def test_a_prize_may_be_split_and_the_lead_may_count() -> None:
    game = Goofspiel.configure(cards=2, ties="split", payoff="difference")
    assert after(game, (2, 2)).points.tolist() == [2, 2]
    end = after(game, (2, 2), (1, 1))
    assert (
        outcome(game, end) == [0, 0]
        and game.standing(end, 0) == "1.5 points"
        and game.reason(end) == "a draw, 1.5 points each"
    )
    assert outcome(game, after(game, (2, 1), (1, 2))) == [1 / 3, -1 / 3]


@pytest.mark.parametrize(
    ("order", "prizes"), [("descending", [5, 4, 3, 2, 1]), ("ascending", [1, 2, 3, 4, 5])]
)
def test_prizes_come_in_order(order: str, prizes: list[int]) -> None:
    game = Goofspiel.configure(cards=5, prizes=order)
    assert [int(before.prize) for before, _, _ in random_match(game, 2)] == prizes
    assert not game.chance and game.max_outcomes == 1


def test_random_prizes_are_drawn_when_they_are_turned_up() -> None:
    game, probs = Goofspiel.configure(cards=5, prizes="random"), np.zeros(5)
    assert game.chance and game.rules.chance is not None
    orders = {
        tuple(int(before.prize) for before, _, _ in random_match(game, seed)) for seed in range(60)
    }
    assert all(sorted(order) == [1, 2, 3, 4, 5] for order in orders)
    assert len(orders) > 30 and {order[0] for order in orders} == {1, 2, 3, 4, 5}
    state = game.initial(1)
    assert game.rules.chance(state, np.array([1, 1]), probs) == 4 and probs.tolist() == [
        0.25
    ] * 4 + [0]


def test_both_may_forfeit() -> None:
    game = Goofspiel()
    assert outcome(game, after(game, (FORFEIT, 3))) == [-1, 1]
    assert outcome(game, after(game, (3, 1), (3, 2))) == [-1, 1], "a card can be played once"
    both = after(game, (7, FORFEIT))
    assert (
        outcome(game, both) == [0, 0]
        and game.reason(both) == "Player 1 and Player 2 made an illegal bid"
    )


def test_rounds_that_leave_the_same_match_have_one_key() -> None:
    game = Goofspiel.configure(cards=6)
    key = game.rules.key
    assert key is not None
    first, second = after(game, (6, 1), (1, 6), (5, 3)), after(game, (1, 6), (6, 1), (5, 3))
    assert key(first) != key(second), "6 + 5 points went to the other hands"
    assert key(after(game, (2, 2), (3, 3))) == key(after(game, (3, 3), (2, 2)))
    assert key(after(game, (2, 1), (3, 4))) != key(after(game, (2, 4), (3, 1)))


def test_the_script_bids_what_the_prize_is_worth() -> None:
    game = Goofspiel.configure(cards=6)
    policy = game.rules.policy
    assert policy is not None
    assert policy(game.initial(0), 0, None) == 6
    assert policy(after(game, (5, 6)), 0, None) == 6, (
        "the nearest to 5 that is left, the higher of two"
    )


def test_words() -> None:
    game = Goofspiel.configure(cards=3)
    state = after(game, (3, 1))
    assert game.explain(state, 0, 3) == "The 3 is not in this hand any more."
    assert game.explain(state, 0, 9) == "Choose a card from 1 to 3."
    assert game.prompt(state, 0) == "bid a card for the 2"
    assert game.view(state, 1) == ["2", "2 3", "1 2", "0 3", "1 3"]
    assert game.intro(state, 1) == ["1 3 descending discard"]


def test_the_last_bids_lie_on_the_table() -> None:
    game = Goofspiel.configure(cards=3)
    before, later = (
        {i.id: i for i in game.scene(s).items if isinstance(i, Rect)}
        for s in (after(game), after(game, (3, 1)))
    )
    assert (before["card0.3"].y, before["card1.1"].y) == (4.2, 0.1)
    assert later["card0.3"].y == later["card1.1"].y == 2.35
    assert before["prize3"].alpha == 1 and later["prize3"].alpha == 0, "it has flown to its winner"
    assert (
        game.cell(after(game), 0, 2.5, 4.5),
        game.cell(after(game), 1, 2.5, 0.5),
        game.cell(after(game), 0, 2.5, 0.5),
    ) == (1, 1, None)


@pytest.mark.parametrize("line", ["", "0", "4", "12", " 1", "1.0", "-1", "a"])
def test_bad_lines_forfeit(line: str) -> None:
    game = Goofspiel.configure(cards=3)
    assert game.parse(game.initial(0), 0, [line]).actions == (FORFEIT,)
