"""What a sweep may claim: who is the best, who is worse for sure, and what is not settled."""

import pytest

from lab.experiments.series import Played
from lab.experiments.sweep import SweepPlan, SweepResult
from lab.experiments.sweep.result import Results


def results(*scores: tuple[float, int], matches: int = 400) -> SweepResult:
    """Points whose groups score so much, so many times; a draw and a win are 0.75."""
    vary = f"c={'|'.join(str(1 + k / 100) for k in range(len(scores)))}"
    plan = SweepPlan("tictactoe", "uct", (vary,), ("random",), matches=matches, budget="40it")
    found = Results(plan)
    for k, (mean, count) in enumerate(scores):
        for m in range(2 * count):
            win = float((m * 97) % (2 * count) < mean * 2 * count)
            found.played[k, m] = Played(1 + m // 2, (0, 1), (win, 1 - win), 5, "")
    return SweepResult(plan.grid, found)


def test_the_best_is_named_by_its_lower_bound_and_not_by_its_luck() -> None:
    result = results((0.86, 7), (0.65, 200), (0.5, 100))
    lucky, steady = (p.score.mean or 0.0 for p in result.points[:2])
    assert lucky > steady
    assert result.best is result.points[1] and result.settled
    assert result.sentence.startswith("Best by its lower bound: c 1.01. 65 % (")
    assert "The best of 3 looks better than it is: test it." in result.sentence


def test_a_clean_sweep_of_few_matches_is_nothing() -> None:
    assert results((1.0, 5), (0.5, 5)).sentence == "Too few matches to say which point is best."
    assert results((0.5, 0)).sentence == "No match is finished yet."


def test_nothing_is_claimed_for_the_luckiest_of_many() -> None:
    lucky = results((0.62, 60), *[(0.5, 60)] * 39)
    assert lucky.points[0].score.low > 0.5  # alone it would count
    assert not lucky.settled and lucky.sentence.startswith(
        "No point is better than the benchmark for sure. The highest lower bound so far: c 1,"
    )
    assert results((0.62, 60)).answer == "better"


def test_who_is_better_for_sure_comes_before_who_has_the_higher_lower_bound() -> None:
    # the first point's plain interval begins higher, the second one's wide interval above one half
    result = results((0.65, 27), (0.547, 600), matches=1200)
    few, many = result.points
    assert few.score.low > many.score.low > 0.5
    assert result.wide(few)[0] < 0.5 < result.wide(many)[0]
    assert result.best is many and result.answer == "better"


@pytest.mark.parametrize(
    ("score", "count", "answer", "sentence"),
    [
        (0.28, 60, "worse for sure", "c 1 is worse than the benchmark for sure. 28 % ("),
        (0.5, 400, "about equal", "c 1 and the benchmark are about equal. 50 % (46 to 54 %) over"),
        (0.46, 400, "not better", "c 1 is not better than the benchmark by 5 points. 46 % ("),
        (0.46, 60, "open", "It is not settled whether c 1 is better than the benchmark. 47 % ("),
        (0.62, 60, "better", "c 1 is better than the benchmark. 62 % ("),
    ],
)
def test_a_single_setting_has_its_own_sentence(
    score: float, count: int, answer: str, sentence: str
) -> None:
    result = results((score, count), matches=800)
    assert result.answer == answer and result.settled == (answer != "open")
    assert result.sentence.startswith(sentence)


def test_where_every_point_is_worse_the_loss_is_the_finding() -> None:
    alone = results((0.28, 60))
    low, high = alone.points[0].score.low, alone.points[0].score.high
    assert alone.sentence.endswith(
        f"120 matches. It loses 22 points ({50 - 100 * high:.0f} to {50 - 100 * low:.0f})."
    )
    result = results((0.2, 100), (0.3, 100), (0.25, 100))
    assert result.answer == "worse for sure" and result.best is result.points[1]
    assert result.sentence.startswith(
        "Every point is worse than the benchmark for sure. The least bad is c 1.01, 30 % ("
    )


def test_points_of_several_kinds_are_summed_up_without_claiming_more() -> None:
    equal = results((0.5, 800), (0.505, 800), matches=1600)
    assert equal.answer == "about equal"
    assert equal.sentence.startswith("Every point and the benchmark are about equal.")
    mixed = results((0.5, 800), (0.2, 800), matches=1600)
    assert mixed.answer == "not better" and mixed.settled
    assert mixed.sentence.startswith("No point is better than the benchmark by 5 points. The high")
    assert mixed.sentence.endswith(" 1 of 2 points is worse.")
    unsure = results((0.5, 20), (0.2, 100), (0.1, 100))
    assert unsure.answer == "open" and not unsure.settled
    assert unsure.sentence.startswith("No point is better than the benchmark for sure. The high")
    assert unsure.sentence.endswith(" 2 of 3 points are worse.")
    # five matches are too few for a word, however they went
    assert results((0.0, 5), (0.2, 100)).answer == "open"


def test_alone_the_best_must_beat_every_other_point() -> None:
    plan = SweepPlan("marslander", "random", ("w.way=0|1",), (), matches=40)
    found = Results(plan)
    for k, won in enumerate((0.9, 0.8)):
        found.played |= {
            (k, m): Played(1 + m, (0,), (won + 0.01 * (m % 3),), 90, "") for m in range(40)
        }
    close = SweepResult(plan.grid, found)
    assert (
        close.best is close.points[0]
        and "No point is better than every other point for sure." in close.sentence
    )
    assert close.answer == "open"
    found.played |= {(1, m): Played(1 + m, (0,), (0.1,), 90, "") for m in range(40)}
    assert SweepResult(plan.grid, found).sentence.startswith(
        "Best by its lower bound: w.way 0. 91 % ("
    )
    single = SweepPlan("marslander", "random", ("w.way=0",), (), matches=40)
    found = Results(single, {key: p for key, p in found.played.items() if key[0] == 0})
    assert SweepResult(single.grid, found).verdict[1] == "No other point was played."


def test_only_whole_groups_count() -> None:
    result = results((0.5, 10))
    found = Results(
        result.plan,
        {
            (0, 0): Played(1, (0, 1), (1.0, 0.0), 5, ""),
            (0, 3): Played(2, (1, 0), (1.0, 0.0), 5, ""),
        },
    )
    assert SweepResult(result.grid, found).points[0].score.matches == 0


def test_margins_are_means_over_the_other_axis() -> None:
    plan = SweepPlan(
        "tictactoe",
        "uct",
        ("c=0.1|0.2", "final=visits|mean"),
        ("random",),
        matches=20,
        budget="40it",
    )
    found = Results(plan)
    for k, wins in enumerate((20, 10, 0, 10)):
        for m in range(20):
            found.played[k, m] = Played(m // 2, (0, 1), (float(m < wins), float(m >= wins)), 5, "")
    result = SweepResult(plan.grid, found)
    assert [margin.mean for margin in result.margin(0)] == [0.75, 0.25]
    assert [margin.mean for margin in result.margin(1)] == [0.5, 0.5]
    assert all(0 < margin.half < result.points[1].half for margin in result.margin(0))
