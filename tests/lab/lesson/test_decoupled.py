"""The lesson of decoupled selection: its rounds are the search's; bounds, regrets, probabilities
and exploitability are computed again from what is shown.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from engines.knobs import KnobError
from lab.cli import main
from lab.lesson.decoupled import (
    LISTINGS,
    MIXED,
    RULES,
    SIDES,
    DuelLesson,
    DuelQuestion,
    Side,
    as_data,
    heads,
    study,
    told,
)
from lab.words.numerals import real
from search.duct import DUCT

pytestmark = pytest.mark.usefixtures("uncompiled_module")

ROUNDS, C = 60, 0.8
OWN = "3 -1 -3; -2 4 -1"
PAIRS = "4/1 -1/7; 0/-8 2.5/0; -3/2 6/3"  # 3 rows, 2 columns, and no gain is the other's loss
TABLES = (OWN, PAIRS)


def both(lesson: DuelLesson) -> tuple[Any, Any]:
    """What Row gains and what Column gains by the table, [rows, columns] each."""
    payoffs = lesson.payoffs
    return (payoffs, -payoffs) if payoffs.ndim == 2 else (payoffs[0], payoffs[1])


@pytest.fixture(scope="module", params=[(t, r) for t in TABLES for r in RULES], ids="-".join)
def lesson(request: pytest.FixtureRequest) -> DuelLesson:
    table, rule = request.param
    return study(DuelQuestion(table, rule, ROUNDS, TABLES.index(table), C))


def test_the_last_round_is_that_of_a_plain_search(lesson: DuelLesson) -> None:
    asked = lesson.question
    game = asked.game
    plain = DUCT(game, asked.params, seed=asked.seed)
    plain.start(game.initial(0), 0)
    plain.advance(ROUNDS)
    for side, stats in zip(lesson.rounds[-1].after, plain.snapshot().agents, strict=True):
        assert [row.visits for row in side] == stats.visits.tolist()
        assert [row.strategy for row in side] == pytest.approx(stats.policy.tolist())
        assert [row.mean for row in side] == pytest.approx(stats.mean.tolist(), nan_ok=True)
        if asked.rule == "ucb1":
            assert stats.bound is not None
            assert [row.bound for row in side] == pytest.approx(stats.bound.tolist(), nan_ok=True)


def test_each_round_adds_its_choice_and_nothing_else(lesson: DuelLesson) -> None:
    for each in lesson.rounds:
        for seat in (0, 1):
            more = [
                b.visits - a.visits
                for a, b in zip(each.before[seat], each.after[seat], strict=True)
            ]
            assert more == [int(k == each.chosen[seat]) for k in range(len(more))]
        assert each.gains == tuple(gains[each.chosen] for gains in both(lesson))
    for before, after in pairwise(lesson.rounds):
        assert before.after is after.before
    for seat in (0, 1):
        for k, row in enumerate(lesson.rounds[-1].after[seat]):
            gains = [r.gains[seat] for r in lesson.rounds if r.chosen[seat] == k]
            if gains:
                assert row.mean == pytest.approx(statistics.fmean(gains))
            if gains and lesson.question.rule == "ucb1_tuned":
                assert row.spread == pytest.approx(statistics.pstdev(gains), abs=1e-5)


def test_the_reason_of_each_choice_is_what_the_numbers_say(lesson: DuelLesson) -> None:
    rule = lesson.question.rule
    for each in lesson.rounds:
        for who, side, k in zip(SIDES, each.before, each.chosen, strict=True):
            row, untried = side[k], sum(not row.visits for row in side)
            if rule in MIXED:
                said = f"{who} drew {row.action}, probability {row.chance:.3f}."
                assert sum(row.chance for row in side) == pytest.approx(1.0) and row.chance > 0
            elif untried and rule != "puct":
                words = "1 untried action." if untried == 1 else f"{untried} untried actions."
                said = f"{who} had {words}"
                assert not row.visits
            else:
                most = max(row.bound for row in side)
                assert row.bound == pytest.approx(most, abs=1e-5 * lesson.largest)
                near = [x for x in side if x.bound == pytest.approx(most, abs=1e-6)]
                words = "was drawn from" if len(near) > 1 else "had"
                said = f"{who}'s {row.action} {words} the highest bound"
                assert real(row.bound, 3) in each.why
            assert said in each.why
            assert rule not in MIXED or "untried" not in each.why


def test_a_surprise_is_a_choice_that_has_not_the_best_mean(lesson: DuelLesson) -> None:
    rule = lesson.question.rule
    for k, each in enumerate(lesson.rounds):
        worse = []
        for side, chosen in zip(each.before, each.chosen, strict=True):
            means = [row.mean for row in side]
            known = not any(map(math.isnan, means))
            worse.append(known and rule not in MIXED and means[chosen] < max(means))
        assert each.surprise == any(worse) == (k in lesson.surprises)
        assert each.why.count("though not the best mean") == sum(worse)


def test_the_code_on_show_gives_the_numbers_on_show(lesson: DuelLesson) -> None:
    """Only what a person reads: texts of cells, facts, and the code."""
    rule = lesson.question.rule
    for each in lesson.rounds[::7]:
        facts = dict(lesson.facts(each))
        known = {"c": float(facts.get("c", "nan")), "largest": float(facts["Largest payoff"])}
        n = int(facts["N, rounds so far"])
        for side in each.after:
            code = _code(rule, N=n, K=len(side), **known)
            read = [dict(zip(heads(rule), row.cells(rule), strict=True)) for row in side]
            assert sum(int(cells["Visits"]) for cells in read) == n
            if rule in MIXED:
                kept = [float(cells["Gains" if rule == "exp3" else "Regret"]) for cells in read]
                drawn = [float(cells["Next"]) for cells in read]
                assert code["draw"](kept) == pytest.approx(drawn, abs=0.002)
                continue
            for cells in read:
                if cells["Mean"] == "–":
                    continue
                shown = [_read(cells["Mean"]), int(cells["Visits"])]
                shown += [float(cells["Std. dev."])] if rule == "ucb1_tuned" else []
                assert _read(cells["Bound"]) == pytest.approx(code["bound"](*shown), abs=0.003)


def test_what_is_learned_follows_from_the_rounds_by_the_code() -> None:
    for table in TABLES:
        for rule in sorted(MIXED):
            _learns(study(DuelQuestion(table, rule, 40, 9)))


def _learns(lesson: DuelLesson) -> None:
    rule, largest = lesson.question.rule, lesson.largest
    code = _code(rule, N=1, largest=largest)
    met: dict[tuple[int, int], bool] = {}
    for each in lesson.rounds:
        met[each.chosen] = True
        for seat in (0, 1):
            before, after = each.before[seat], each.after[seat]
            k = each.chosen[seat]
            kept = [row.memory for row in before]
            if rule == "exp3":
                expected = kept.copy()
                expected[k] = code["learn"](kept[k], each.gains[seat], before[k].chance)
            else:
                other = code["mixture"]([row.memory for row in each.before[1 - seat]])
                expected = code["learn"](kept, _means(lesson, before, other, seat, met))
            assert [row.memory for row in after] == pytest.approx(expected, abs=1e-6 * largest)


def _means(
    lesson: DuelLesson, side: Side, other: list[float], seat: int, met: dict[tuple[int, int], bool]
) -> list[float]:
    """What each action gains against the other's mixture; what was never met counts as the mean of
    all rounds before.
    """
    n = sum(row.visits for row in side)
    usual = sum(row.mean * row.visits for row in side if row.visits) / max(1, n)
    out = []
    for k in range(len(side)):
        cells = [(k, j) if seat == 0 else (j, k) for j in range(len(other))]
        gains = [float(both(lesson)[seat][cell]) if cell in met else usual for cell in cells]
        out.append(sum(p * gain for p, gain in zip(other, gains, strict=True)))
    return out


def _read(text: str) -> float:
    return float(text.replace("−", "-"))


def _code(rule: str, **known: Any) -> dict[str, Callable[..., Any]]:
    found: dict[str, Any] = {**vars(math), **known}
    exec("\n".join(LISTINGS[rule]), found)
    return found


def test_the_distance_is_what_best_replies_gain(lesson: DuelLesson) -> None:
    """Of both players added up; in a zero-sum table the mean of both."""
    mine, theirs = (gains.tolist() for gains in both(lesson))
    name, players = ("Exploitability", 2) if lesson.zero_sum else ("NashConv", 1)
    for each in lesson.rounds[::17]:
        x, y = ([r.strategy for r in side] for side in each.after)
        rows = [sum(p * q for p, q in zip(line, y, strict=True)) for line in mine]
        columns = [sum(p * theirs[i][j] for i, p in enumerate(x)) for j in range(len(y))]
        gained = max(rows) - sum(p * a for p, a in zip(x, rows, strict=True))
        gained += max(columns) - sum(q * a for q, a in zip(y, columns, strict=True))
        assert each.distance == pytest.approx(gained / players)
        assert f"{name} {each.distance:.2f}" in each.why
        assert dict(lesson.facts(each))[name] == real(each.distance)
    own = lesson.distances[lesson.question.rule]
    assert own.tolist() == pytest.approx([each.distance for each in lesson.rounds])


def test_where_interests_are_not_opposed_equilibria_are_named() -> None:
    dilemma = study(DuelQuestion("3/3 0/5; 5/0 1/1", "regret", 20))
    last = dilemma.rounds[-1]
    assert [[row.equilibrium for row in side] for side in last.after] == [[0, 1], [0, 1]]
    said = "Pure: Row 2; Column B: worth 1.00 to Row and 1.00 to Column."
    assert dilemma.equilibria[:2] == ("1 Nash equilibrium.", said)
    assert said in next(told(dilemma))[0]
    chicken = study(DuelQuestion("6/6 2/7; 7/2 0/0", "regret", 20))
    assert all(math.isnan(row.equilibrium) for side in chicken.rounds[0].after for row in side)
    data = json.loads(json.dumps(as_data(chicken)))
    assert data["value"] is None
    kinds = [words.partition(":")[0] for words in data["equilibria"]]
    assert kinds == ["Pure", "Pure", "Mixed"]


def test_regret_goes_to_0_where_strategies_do_not_settle() -> None:
    """Shapley's game: joint play nears a coarse correlated equilibrium, and no Nash equilibrium."""
    found = study(DuelQuestion("1/0 0/0 0/1; 0/1 1/0 0/0; 0/0 0/1 1/0", "regret", 600))
    last = found.rounds[-1]
    assert max(last.regrets) < 0.06
    cells = [r.chosen for r in found.rounds[-300:]]
    idle = sum(found.payoffs[:, i, j].sum() == 0 for i, j in cells)
    assert idle < 0.15 * len(cells), "of the equilibrium a third"


def test_learned_mixtures_settle_where_ucb1_does_not() -> None:
    found = study(DuelQuestion(rounds=400))
    last = {rule: found.distances[rule][-1] for rule in RULES}
    assert last["regret"] < 0.1 * last["ucb1"]
    assert [row.equilibrium for row in found.rounds[0].after[0]] == pytest.approx(
        [1 / 16, 10 / 16, 5 / 16]
    )
    assert found.value == pytest.approx(0.0)


@pytest.mark.parametrize(("table", "rule"), [(PAIRS, "regret"), ("rps", "ucb1_tuned")])
def test_text_and_data_say_the_numbers_of_the_rounds(
    table: str, rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lesson = study(DuelQuestion(table, rule, 20))
    for (text, rows), each in zip(told(lesson), lesson.rounds, strict=True):
        assert each.head in text and each.why in text
        assert rows[0] == heads(rule)
        sides = [row.cells(rule)[1:] for side in each.after for row in side]
        assert [row[1:] for row in rows[1:]] == sides
    words = ["lesson", *lesson.question.arguments()]
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(as_data(lesson)))
    assert main(words) == 0
    assert lesson.rounds[-1].head in capsys.readouterr().out


def test_a_side_with_one_action_has_no_choice() -> None:
    for rule in RULES:
        found = study(DuelQuestion("2 -1 4", rule, 3))
        assert all("Row has no other action than 1." in each.why for each in found.rounds)


WRONG: list[dict[str, Any]] = [
    *(
        {"table": text}
        for text in ("chess", "", "1 2; 3", "3,1 0,5", "3/1 0", "1/20000", "1 20000", "nan 1")
    ),
    {"rule": "best"},
    {"rounds": 0},
    {"c": math.nan},
]


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_questions_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(KnobError):
        DuelQuestion(**wrong)


def test_regret_is_what_the_best_single_action_would_have_gained_more(lesson: DuelLesson) -> None:
    for number in (1, 2, 17, ROUNDS):
        rounds = lesson.rounds[:number]
        mine, theirs = both(lesson)
        rows = (sum(row[each.chosen[1]] for each in rounds) for row in mine)
        columns = (sum(column[each.chosen[0]] for each in rounds) for column in theirs.T)
        had = [sum(each.gains[seat] for each in rounds) for seat in (0, 1)]
        expected = (max(rows) - had[0]) / number, (max(columns) - had[1]) / number
        assert rounds[-1].regrets == pytest.approx(expected)
        if (
            lesson.zero_sum and lesson.question.rule not in MIXED
        ):  # its strategy is the shares of its visits
            assert sum(expected) == pytest.approx(2 * rounds[-1].distance)
        facts = dict(lesson.facts(rounds[-1]))
        assert facts["Mean regret of Row"] == real(rounds[-1].regrets[0])
