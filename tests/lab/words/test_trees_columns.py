"""Which agents are columns, which actions are rows, and where they are."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from lab.words import numerals
from lab.words.columns import (
    Column,
    Geometry,
    Row,
    best_words,
    cell_of,
    columns_of,
    counted,
    describe,
    groups_of,
    has_tree,
    mean_range,
    mean_ranges,
    mean_with_error,
    mean_words,
    most_visits,
    rows_of,
    share_labels,
)
from lab.words.lead import DRAWN, brief_lead, lead_words
from search.base import AgentStats
from search.measure import Kind
from tests.lab.ui import thoughts


def test_own_seat_takes_each_agent_from_the_search_that_moves_it() -> None:
    first, second = thoughts.pods(0), thoughts.pods(1)
    own = columns_of((first, second), None)
    assert [c.number for c in own] == [0, 1, 2, 3]
    assert [c.thought for c in own] == [first, first, second, second]
    assert [c.thought for c in columns_of((first, second), 1)] == [second] * 4


def test_a_common_tree_is_shown_whoever_moves() -> None:
    assert len(columns_of((None, thoughts.one_tree()), None)) == 1


def test_foreseen_is_what_the_other_seat_predicted() -> None:
    own = columns_of((thoughts.pods(0), thoughts.pods(1)), None)
    assert [c.foreseen for c in own] == [0.41, 0.63, 0.41, 0.63]
    assert columns_of((thoughts.pods(0), None), None)[0].foreseen is None


def test_eight_agents_stand_in_groups_of_four_and_seats_are_not_torn() -> None:
    assert [[c.number for c in g] for g in groups_of(columns_of((thoughts.many(8),), 0))] == [
        [0, 1, 2, 3],
        [4, 5, 6, 7],
    ]
    threes = replace(
        thoughts.many(6),
        agents=tuple(replace(a, seat=i // 3) for i, a in enumerate(thoughts.many(6).agents)),
    )
    assert [[c.number for c in g] for g in groups_of(columns_of((threes,), 0))] == [
        [0, 1, 2],
        [3, 4, 5],
    ]
    assert groups_of(()) == ()


def test_many_actions_become_ten_rows_and_one_for_the_others() -> None:
    columns = columns_of((thoughts.one_tree(81),), None)
    rows = rows_of(columns, by_visits=True)
    assert len(rows) == 11
    assert rows[-1].label == "others (71)"
    visits = columns[0].agent.stats.visits
    assert [cell_of(columns[0], r).visits for r in rows[:-1]] == sorted(
        visits.tolist(), reverse=True
    )[:10]
    assert sum(cell_of(columns[0], r).visits for r in rows) == visits.sum()
    assert sum(cell_of(columns[0], r).share for r in rows) == pytest.approx(1.0)


def test_the_selected_action_is_never_among_the_others() -> None:
    rows = rows_of(columns_of((thoughts.one_tree(81),), None), True, keep=70)
    assert 70 in [r.single for r in rows]
    assert 70 not in rows[-1].actions
    assert sorted(k for r in rows for k in r.actions) == list(range(81))


def test_eleven_actions_need_no_row_for_a_single_other() -> None:
    assert [r.single for r in rows_of(columns_of((thoughts.one_tree(11),), None))] == list(
        range(11)
    )


def test_the_mean_of_several_actions_is_weighted_by_visits() -> None:
    column = columns_of((thoughts.one_tree(20),), None)[0]
    s = column.agent.stats
    cell = cell_of(column, Row("others (3)", (3, 4, 5)))
    assert cell.mean == pytest.approx(np.average(s.mean[3:6], weights=s.visits[3:6]))
    assert cell.error < s.error[3:6].max()
    assert math.isnan(cell.bound)


def test_unvisited_actions_have_no_numbers() -> None:
    thought = thoughts.one_tree(20)
    agent = thought.agents[0]
    empty = replace(
        agent.stats,
        visits=np.zeros(20, np.int64),
        mean=np.full(20, np.nan),
        error=np.full(20, np.nan),
    )
    column = columns_of((replace(thought, agents=(replace(agent, stats=empty),)),), None)[0]
    assert cell_of(column, Row("others (2)", (3, 4))).visits == 0
    assert math.isnan(cell_of(column, Row("others (2)", (3, 4))).mean)
    assert column.would_play == "–"


@pytest.mark.parametrize(
    ("given", "ends"),
    [
        ({"kind": Kind.SCALED}, (0.0, 1.0)),
        ({"kind": Kind.OUTCOME}, (-1.0, 1.0)),
        ({"kind": Kind.SHARE}, (0.0, 1.0)),
        ({"kind": Kind.VALUE, "low": -20.0, "high": 30.0}, (-20.0, 30.0)),
    ],
)
def test_the_axis_of_means_is_what_the_search_says(
    given: dict[str, Any], ends: tuple[float, float]
) -> None:
    thought = thoughts.one_tree(9)
    agent = thought.agents[0]
    unknown = {"low": math.nan, "high": math.nan}
    stats = replace(agent.stats, **(unknown | given))
    named = replace(thought, agents=(replace(agent, stats=stats),))
    assert mean_range(columns_of((named,), None)) == ends


def test_without_named_ends_the_axis_holds_all_that_was_seen() -> None:
    thought = thoughts.one_tree(9)
    agent = thought.agents[0]
    stats = replace(
        agent.stats,
        kind=Kind.VALUE,
        low=math.nan,
        high=math.nan,
        lowest=agent.stats.lowest * 4000 - 300,
        highest=agent.stats.highest * 4000,
    )
    low, high = mean_range(
        columns_of((replace(thought, agents=(replace(agent, stats=stats),)),), None)
    )
    assert low <= stats.lowest.min() and stats.highest.max() <= high
    assert mean_range(()) == (0.0, 1.0)


def test_an_action_in_one_line() -> None:
    column = columns_of((thoughts.pods(1),), 1)[2]
    assert (
        describe(column, 2)
        == "Pod 3, Ahead, full: 1,403 visits (35 %), mean 0.740 ± 0.005, second of 7"
    )


def test_only_chances_are_read_in_percent() -> None:
    thought = thoughts.one_tree(9)
    agent = thought.agents[0]
    column, score = (
        columns_of((replace(thought, agents=(replace(agent, stats=stats),)),), None)[0]
        for kind in (Kind.CHANCE, Kind.SHARE)
        for stats in (replace(agent.stats, kind=kind),)
    )
    assert mean_words(score, 0.512) == "0.51" and not mean_with_error(score, 3).endswith("%")
    assert mean_words(column, 0.512) == "51 %"
    assert mean_with_error(column, 3).endswith(" %") and " ± " in mean_with_error(column, 3)
    assert mean_range((column,)) == (0.0, 1.0)


def test_a_full_bar_is_the_most_visited_single_action() -> None:
    columns = columns_of((thoughts.one_tree(81),), None)
    rows = rows_of(columns, True)
    assert (
        most_visits(rows, [cell_of(columns[0], r) for r in rows])
        == columns[0].agent.stats.visits.max()
    )


def test_labels_stand_once_only_if_they_are_the_same() -> None:
    columns = columns_of((thoughts.pods(),), 0)
    assert share_labels(columns)
    other = replace(columns[1], agent=replace(columns[1].agent, labels=tuple("abcdefg")))
    assert not share_labels((columns[0], other))


@pytest.mark.parametrize("width", [524, 564, 744])
@pytest.mark.parametrize("gutter", [True, False])
def test_every_pixel_of_a_column_belongs_to_it(width: int, gutter: bool) -> None:
    place = Geometry(width, 4, 1.0, gutter)
    for i in range(4):
        assert place.column_at(place.left(i)) == place.column_at(place.right(i)) == i
        assert place.separator(i) < place.left(i) < place.right(i) < place.separator(i + 1)
    assert place.right(3) <= width - place.margin
    assert place.column_at(place.start - 1) is None
    assert place.column_at(width) is None


def of_kind(kind: Kind, seat: int, low: float, **stats: object) -> Column:
    """A column of that seat's search: two actions, the second with a mean 0.004 above the first."""
    given = AgentStats(
        agent=seat,
        actions=np.arange(2),
        visits=np.array([70, 30]),
        mean=np.array([low, low + 0.004]),
        kind=kind,
        low=low - 0.002,
        high=low + 0.006,
        **stats,  # type: ignore[arg-type]
    )
    thought = thoughts.one_tree(2)
    agent = replace(thought.agents[0], stats=given, seat=seat, labels=("left", "right"))
    return columns_of((replace(thought, seat=seat, agents=(agent,)),), None)[0]


def test_dots_far_apart_have_different_numbers() -> None:
    """Both means would be 0.24 with two digits, at a quarter and at three quarters of the axis."""
    column = of_kind(Kind.LIMIT, 0, 0.2381, counted="node")
    ends = mean_range((column,))
    assert [mean_words(column, m, ends) for m in column.agent.stats.mean] == ["0.2381", "0.2421"]
    assert mean_words(column, 0.2381) == "0.24" and mean_words(column, 0.25, (-1.0, 1.0)) == "0.25"


@pytest.mark.parametrize(("span", "digits"), [(2.0, 2), (0.01, 2), (0.009, 3), (1e-9, 6), (0, 2)])
def test_numbers_that_far_apart_are_written_differently(span: float, digits: int) -> None:
    assert numerals.digits(span) == digits


def test_each_search_has_its_own_words_and_axis() -> None:
    """Nodes and their values, sequences and their fitness: neither has visits, errors or a lead."""
    nodes = of_kind(Kind.LIMIT, 0, 0.2, counted="node")
    plans = of_kind(Kind.FITNESS, 1, -3.0, counted="sequence", highest=np.array([-2.5, -2.0]))
    assert (counted((nodes,)), counted((plans,))) == ("nodes", "sequences")
    assert counted((nodes, plans)) == "visits", "where they differ"
    assert "70 nodes (70 %), value 0.200" in describe(nodes, 0)
    assert "30 sequences (30 %), mean −2.996" in describe(plans, 1)
    assert best_words(nodes).startswith("0.20") and best_words(plans).startswith("−2.5")
    assert not has_tree((nodes, plans))
    assert mean_ranges((nodes, plans)) == (mean_range((nodes,)), mean_range((plans,)))
    assert mean_ranges((nodes, plans))[0] != mean_ranges((nodes, plans))[1]


def test_a_drawn_choice_names_what_it_is_drawn_from_and_has_no_lead() -> None:
    policy = np.array([0.389, 0.0, 0.361, 0.25])
    stats = AgentStats(
        agent=0,
        actions=np.arange(4),
        visits=np.array([90, 5, 3, 2]),
        mean=np.array([0.1, 0.2, 0.3, 0.4]),
        error=np.full(4, 0.1),
        best=2,
        policy=policy,
        drawn=True,
        unsettled=0.77,
    )
    assert column_of(stats).would_play == "drawn: a 39 %, c 36 %, d 25 %"
    assert lead_words(stats) == brief_lead(stats) == DRAWN
    chosen = column_of(replace(stats, drawn=False))
    assert chosen.would_play == "c" and lead_words(replace(stats, drawn=False)) != DRAWN


def column_of(stats: AgentStats) -> Column:
    thought = thoughts.one_tree(2)
    agent = replace(thought.agents[0], stats=stats, seat=0, labels=tuple("abcd"))
    return columns_of((replace(thought, seat=0, agents=(agent,)),), None)[0]
