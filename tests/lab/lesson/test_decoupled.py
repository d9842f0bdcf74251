"""The lesson of decoupled selection: its rounds are the search's, distances and bounds are computed
again.
"""

from __future__ import annotations

import json
import math
from itertools import pairwise

import pytest

from engines.knobs import KnobError
from lab.cli import main
from lab.lesson.decoupled import (
    HEADS,
    RULES,
    DuelLesson,
    DuelQuestion,
    arguments,
    as_data,
    study,
    told,
)
from search.duct import DUCT, Params

ROUNDS = 120


# tables of one size share a kernel
@pytest.fixture(scope="module", params=[("biased_rps", r) for r in RULES] + [("rps", "ucb1")])
def lesson(request: pytest.FixtureRequest) -> DuelLesson:
    table, rule = request.param
    return study(DuelQuestion(table, rule, ROUNDS, 3, 0.8))


def test_the_last_round_is_that_of_a_plain_search(lesson: DuelLesson) -> None:
    plain = DUCT(lesson.game, Params(rule=lesson.question.rule, c=0.8), seed=3)
    plain.start(lesson.game.initial(0), 0)
    plain.advance(ROUNDS)
    for side, stats in zip(lesson.rounds[-1].after, plain.snapshot().agents, strict=True):
        assert [row.visits for row in side] == stats.visits.tolist()
        assert [row.strategy for row in side] == pytest.approx(stats.policy.tolist())


def test_each_round_adds_its_choice_and_nothing_else(lesson: DuelLesson) -> None:
    for each in lesson.rounds:
        for seat in (0, 1):
            more = [
                b.visits - a.visits
                for a, b in zip(each.before[seat], each.after[seat], strict=True)
            ]
            assert more == [int(k == each.chosen[seat]) for k in range(len(more))]
        assert each.gain == lesson.game.payoffs[each.chosen]
    for before, after in pairwise(lesson.rounds):
        assert before.after is after.before
    for seat, sign in ((0, 1), (1, -1)):  # means are shares of the largest payoff, from -1 to 1
        row = lesson.rounds[-1].after[seat][0]
        gains = [r.gain for r in lesson.rounds if r.chosen[seat] == 0]
        if gains:
            largest = abs(lesson.game.payoffs).max()
            assert row.mean == pytest.approx((sign * sum(gains) / len(gains) / largest + 1) / 2)


def test_under_ucb1_the_highest_bound_is_chosen(lesson: DuelLesson) -> None:
    for each in lesson.rounds:
        for seat, side in enumerate(each.before):
            bounds = [row.bound for row in side]
            total = sum(row.visits for row in side)
            if lesson.question.rule != "ucb1":
                assert all(map(math.isnan, bounds))
            elif all(row.visits for row in side):
                assert bounds[each.chosen[seat]] == pytest.approx(max(bounds), abs=1e-5)
                for row in side:
                    bonus = 0.8 * math.sqrt(math.log(total) / row.visits) / 2
                    assert row.bound == pytest.approx(row.mean + bonus)
            else:
                assert side[each.chosen[seat]].visits == 0


def test_distances_are_gains_of_best_replies(lesson: DuelLesson) -> None:
    payoffs = lesson.game.payoffs.tolist()
    for each in lesson.rounds[::17]:
        row, column = ([r.strategy for r in side] for side in each.after)
        rows = [sum(p * y for p, y in zip(line, column, strict=True)) for line in payoffs]
        columns = [sum(x * payoffs[i][j] for i, x in enumerate(row)) for j in range(len(column))]
        assert each.distance == pytest.approx((max(rows) - min(columns)) / 2)
    own = lesson.distances[lesson.question.rule]
    assert own.tolist() == pytest.approx([each.distance for each in lesson.rounds])


def test_regret_matching_settles_where_ucb1_does_not() -> None:
    found = study(DuelQuestion(rounds=400))
    last = {rule: found.distances[rule][-1] for rule in RULES}
    assert last["regret"] < 0.1 * last["ucb1"]
    assert [row.equilibrium for row in found.rounds[0].after[0]] == pytest.approx(
        [1 / 16, 10 / 16, 5 / 16]
    )
    assert found.value == pytest.approx(0.0)


def test_text_and_data_say_the_numbers_of_the_rounds(
    lesson: DuelLesson, capsys: pytest.CaptureFixture[str]
) -> None:
    for (text, rows), each in zip(told(lesson), lesson.rounds, strict=True):
        assert each.head in text and each.why in text and f"{each.distance:.2f}" in text
        assert rows[0] == HEADS
        sides = [row.cells[1:] for side in each.after for row in side]
        assert [row[1:] for row in rows[1:]] == sides
    words = ["lesson", *arguments(lesson.question)]
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(as_data(lesson)))
    assert main(words) == 0
    assert lesson.rounds[-1].head in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong", [{"table": "chess"}, {"rule": "puct"}, {"rounds": 0}, {"c": math.nan}]
)
def test_wrong_questions_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(KnobError):
        DuelQuestion(**wrong)  # type: ignore[arg-type]
