"""What is recorded about root actions against the list of all values, and fields derived from few
others.
"""

from __future__ import annotations

import math
import statistics
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.records import fields
from search.base import AgentStats, JointMap
from search.measure import WORDS, Axis, Kind, even_of, kind_of
from search.root import (
    CHANGES,
    clear_root,
    count_fields,
    count_value,
    note_leader,
    note_pair,
    root_fields,
    root_stats,
    ucb_bonus,
    unsettled,
)

AGENT, ACTIONS = 1, 3  # of two agents, so that a mix-up shows
NOTES = st.lists(st.tuples(st.integers(0, ACTIONS - 1), st.floats(-50.0, 50.0)), max_size=40)


def noted(notes: list[tuple[int, float]], led: list[tuple[int, int]] | None = None) -> Any:
    """The fields after these (action, value) and changes of the leader (iteration, action)."""
    room = np.zeros(1, np.dtype([*count_fields(2, 5), *root_fields(2, 5)])).view(np.recarray)
    clear_root(fields(room))
    for action, value in notes:
        count_value(room[0], AGENT, action, value)
    for now, leader in led or []:
        note_leader(room[0], AGENT, leader, now)
    return fields(room)


@given(NOTES)
def test_statistics_are_those_of_all_values(notes: list[tuple[int, float]]) -> None:
    s = noted(notes)
    actions, known = np.array([7, 4, 9]), slice(0, ACTIONS)
    visits, total = s.visits[AGENT, known], s.total[AGENT, known]
    axis = Axis(-10.0, 4.0, Kind.SCALED)
    stats = root_stats(s, AGENT, actions, visits, total, axis, len(notes))
    assert stats.agent == AGENT and stats.actions.tolist() == [7, 4, 9]
    for k in range(ACTIONS):
        values = [(v + 10.0) / 4.0 for action, v in notes if action == k]
        assert stats.visits[k] == len(values)
        if not values:
            assert np.isnan([stats.mean[k], stats.lowest[k], stats.highest[k]]).all()
            continue
        assert stats.mean[k] == pytest.approx(statistics.fmean(values), abs=1e-9)
        assert (stats.lowest[k], stats.highest[k]) == (min(values), max(values))
        if len(values) > 1:
            error = statistics.stdev(values) / math.sqrt(len(values))
            assert stats.error[k] == pytest.approx(error, abs=1e-5)


def test_an_earlier_decision_counts_in_the_mean_and_not_in_the_error() -> None:
    s = noted([(0, 1.0), (0, 3.0), (1, 5.0)])
    fresh = s.visits[AGENT, :2].copy(), s.total[AGENT, :2].copy()
    older, axis = np.array([4, 1]), Axis(0.0, 1.0, Kind.VALUE)
    stats = root_stats(s, AGENT, np.arange(2), older, np.array([12.0, 5.0]), axis, 3, fresh)
    assert stats.mean.tolist() == [3.0, 5.0] and stats.visits.tolist() == [4, 1]
    assert stats.error[0] == pytest.approx(1.0) and math.isnan(stats.error[1])


def test_actions_beyond_the_noted_ones_have_no_spread() -> None:
    s = noted([(4, 2.0), (4, 4.0)])
    visits, total = np.array([0, 0, 0, 0, 2, 2]), np.array([0.0, 0.0, 0.0, 0.0, 6.0, 8.0])
    axis = Axis(0.0, 1.0, Kind.VALUE)
    stats = root_stats(s, AGENT, np.arange(6), visits, total, axis, 2)
    assert stats.mean[4:].tolist() == [3.0, 4.0] and stats.lowest[4] == 2.0
    assert np.isnan([stats.lowest[5], stats.highest[5], stats.error[5]]).all()


def test_the_share_of_the_last_tenth_in_which_another_action_led() -> None:
    s = noted([], [(10, 0), (905, 2), (925, 0)])
    assert s.leader.tolist() == [-1, 0] and s.changed.tolist() == [0, 3]
    assert unsettled(s.changes[AGENT], 3, 0, 1000) == 0.2  # of 900 to 1000, 905 to 925
    assert unsettled(s.changes[AGENT], 2, 2, 1000) == 0.05  # 900 to 905
    assert unsettled(s.changes[0], 0, -1, 1000) == 0.0


def test_the_ring_keeps_the_last_changes() -> None:
    s = noted([], [(now, now % 2) for now in range(CHANGES + 5)])
    assert s.changed[AGENT] == CHANGES + 5
    assert s.changes[AGENT, 4].tolist() == [CHANGES + 4, (CHANGES + 4) % 2]
    assert s.changes[AGENT, 5].tolist() == [5, 1]


def test_a_pair_counts_only_where_both_acted() -> None:
    met, gain = np.zeros((2, 3), np.int64), np.zeros((2, 3))
    for row, column, value in ((1, 2, 4.0), (1, 2, 1.0), (-1, 2, 8.0), (1, -1, 16.0)):
        note_pair(met, gain, row, column, value)
    assert met.tolist() == [[0, 0, 0], [0, 0, 2]] and gain[1, 2] == 5.0 == gain.sum()


def test_the_bonus_is_that_of_ucb1() -> None:
    bonus = ucb_bonus(2.0, 50, np.array([5, 0]))
    assert bonus[0] == pytest.approx(2.0 * math.sqrt(math.log(50) / 5)) and math.isnan(bonus[1])


def test_the_bonus_ends_where_the_kernels_table_of_logarithms_ends() -> None:
    for n, shown in ((65_535, 65_535), (2_900_000, 65_535)):
        (bonus,) = ucb_bonus(0.3, n, np.array([258]))
        assert bonus == pytest.approx(0.3 * math.sqrt(math.log(shown) / 258))
    (bonus,) = ucb_bonus(0.3, 2_900_000, np.array([258]), capped=False)
    assert bonus == pytest.approx(0.3 * math.sqrt(math.log(2_900_000) / 258))


def test_four_fields_are_enough() -> None:
    actions, visits, mean = np.array([5, 3, 8]), np.array([2, 6, 4]), np.array([1.0, 4.0, 9.0])
    stats = AgentStats(2, actions, visits, mean)
    assert stats.best == 1 and stats.pv.tolist() == [3] and stats.kind is Kind.VALUE
    # no tree grows: the root actions are all its nodes
    assert (stats.nodes, stats.depth.tolist(), stats.mean_depth) == (3, [], 1.0)
    for array in (stats.error, stats.lowest, stats.highest, stats.bound):
        assert array.shape == (3,) and np.isnan(array).all()
    assert math.isnan(stats.low) and math.isnan(stats.high) and math.isnan(stats.unsettled)
    assert stats.error is not AgentStats(2, actions, visits, mean).error


def test_what_is_given_stays() -> None:
    none = np.zeros(0, np.int64)
    stats = AgentStats(0, np.arange(2), np.array([1, 2]), np.zeros(2), best=0, pv=none, depth=none)
    assert (stats.best, stats.pv.size, stats.depth.size, stats.nodes) == (0, 0, 0, 2)
    deep = AgentStats(0, np.arange(2), np.array([1, 2]), np.zeros(2), depth=np.array([2, 4, 6]))
    assert deep.nodes == 12 and deep.mean_depth == pytest.approx((2 + 8 + 18) / 12)
    assert AgentStats(0, none, none, np.zeros(0)).best == 0


@pytest.mark.parametrize("kind", Kind)
def test_a_kind_has_a_name_words_and_an_axis(kind: Kind) -> None:
    assert kind_of(kind.value) is kind and kind_of(WORDS[kind]) is kind
    stats = AgentStats(0, np.arange(1), np.ones(1, np.int64), np.zeros(1), kind=kind)
    assert stats.unit == WORDS[kind]
    assert math.isnan(stats.low) == math.isnan(stats.high)
    assert math.isnan(stats.low) or kind is not Kind.PAYOFF  # a game has them
    if not math.isnan(even := even_of(kind)) and kind is not Kind.PAYOFF:
        assert even == (stats.low + stats.high) / 2


def test_given_ends_hold() -> None:
    one, met = np.arange(1), np.ones((1, 1), np.int64)
    table = JointMap((0, 1), one, one, met, np.zeros((1, 1)), Kind.VALUE, -3.0, 8.0)
    assert (table.low, table.high, table.unit) == (-3.0, 8.0, "game's units")
    share = JointMap((0, 1), one, one, met, np.zeros((1, 1)), Kind.SHARE)
    assert (share.low, share.high) == (0.0, 1.0)
    assert kind_of("pips") is Kind.VALUE
