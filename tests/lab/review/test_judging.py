"""What a move lost, from two values: against a re-computation, and laws."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.files.review_lines import Estimate, ReviewedMove
from lab.review.judging import Thresholds, gained, mark_of, points_lost, ruler_of, share_of, unit_of
from search.measure import SeatValue, ValueKind
from tests.lab.review.exact import game_named, numbered, planned, replayed, reviewed, worse

CHANCE, OWN = ValueKind.PROBABILITY, ValueKind.EVALUATION
PAID = ValueKind.PAYOFF


def estimate(number: float, error: float = 0.0, proven: str = "", kind=CHANCE) -> Estimate:
    ends = (0.0, 1.0) if kind is CHANCE else (-4.0, 4.0)
    return Estimate(SeatValue(number, kind, *ends, 0, proven), error)


def test_points_are_hundredths_with_the_joint_error() -> None:
    lost, error = points_lost(estimate(0.36, 0.003), estimate(0.23, 0.004))
    assert math.isclose(lost, 13) and math.isclose(error, 0.5)


def test_an_evaluation_counts_by_its_range() -> None:
    lost, error = points_lost(estimate(1.0, 0.08, kind=OWN), estimate(0.2, 0.0, kind=OWN))
    assert math.isclose(lost, 10) and math.isclose(error, 1)


def test_a_gain_is_no_loss() -> None:
    assert points_lost(estimate(0.2), estimate(0.22))[0] == 0


def test_of_proved_values_only_the_outcome_counts() -> None:
    near, far = estimate(3.9, proven="win", kind=OWN), estimate(3.2, proven="win", kind=OWN)
    assert points_lost(near, far) == (0, 0)
    draw, loss = estimate(0.0, proven="draw", kind=OWN), estimate(-3.0, proven="loss", kind=OWN)
    assert points_lost(near, draw) == (50, 0)
    assert points_lost(far, loss) == (100, 0)
    assert points_lost(draw, loss) == (50, 0)


def test_a_lost_position_has_no_mistakes_and_a_won_one_none_either() -> None:
    doomed = estimate(0.3, 0.01, "loss")
    assert points_lost(doomed, estimate(0.0, 0.01))[0] == 0
    assert points_lost(estimate(0.99, 0.01), estimate(0.5, 0.0, "win"))[0] == 0


def test_a_value_that_is_not_known_is_no_loss() -> None:
    assert all(map(math.isnan, points_lost(None, estimate(0.3))))


def test_what_is_worth_more_than_expected_was_gained() -> None:
    """Luck has a sign: what came is better than what was expected."""
    more, less = estimate(0.7), estimate(0.5)
    assert math.isclose(gained(more, less), 20) and math.isclose(gained(less, more), -20)
    assert math.isclose(gained(estimate(1.0, kind=OWN), estimate(-1.0, kind=OWN)), 25)
    assert gained(estimate(0.1, proven="win"), estimate(0.4, proven="draw")) == 50
    assert math.isnan(gained(None, less)) and math.isnan(gained(more, None))


def test_a_won_payoff_can_still_lose_some() -> None:
    """Only of wins and losses does the outcome say all."""
    much, little = (Estimate(SeatValue(x, PAID, -6.0, 6.0, 0, "win"), 0.3) for x in (6.0, 3.0))
    assert points_lost(much, little)[0] == 25 and points_lost(much, little)[1] > 0
    assert share_of(little.value) == 0.75
    move = ReviewedMove(1, 0, (0,), (1,), after_best=much, after_played=little, lost=25.0)
    assert unit_of(move) == "of the payoff"


NUMBERS = st.floats(0, 1)
PROVEN = st.sampled_from(["", "", "win", "draw", "loss"])
MIRROR = {"win": "loss", "loss": "win"}


@given(NUMBERS, NUMBERS, st.floats(0, 0.2), st.floats(0, 0.2), PROVEN, PROVEN)
def test_what_one_seat_loses_the_other_is_given(a, b, wide, narrow, first, second) -> None:
    best, played = estimate(a, wide, first), estimate(b, narrow, second)
    given_to = Estimate(played.value.mirrored(), narrow), Estimate(best.value.mirrored(), wide)
    for mine, theirs in zip(points_lost(best, played), points_lost(*given_to), strict=True):
        assert math.isclose(mine, theirs, abs_tol=1e-9)


def moved(lost: float, error: float, skipped: str = "") -> ReviewedMove:
    return ReviewedMove(1, 0, (0,), lost=lost, error=error, skipped=skipped)


def test_marks_begin_at_their_thresholds() -> None:
    points = {3.99: "", 4: "slip", 8.9: "slip", 9: "mistake", 19: "mistake", 20: "blunder"}
    assert {lost: mark_of(moved(lost, 0.5)) for lost in points} == points
    assert mark_of(moved(3, 0.5), Thresholds(2, 3, 5)) == "mistake"


def test_a_mark_is_above_two_joint_errors() -> None:
    assert [mark_of(moved(10, error)) for error in (4.9, 5.0, 5.1)] == ["mistake", "", ""]
    assert mark_of(moved(10, 0, "forfeit")) == ""
    assert mark_of(moved(math.nan, math.nan)) == ""


def test_evaluations_are_held_against_the_axis_of_their_match() -> None:
    """The game allows -150 to 150; this match stayed between -0.5 and 0.7."""
    values = (0.7, -0.5, 0.1)
    moves = [
        ReviewedMove(k, 0, (0,), value=Estimate(SeatValue(x, OWN, -150.0, 150.0, 0)))
        for k, x in enumerate(values, 1)
    ]
    ruler = ruler_of(moves)
    assert (ruler.low, ruler.high) == (-0.8, 0.8)
    assert math.isclose(ruler.thresholds(Thresholds()).mistake, 9 * 1.6 / 300)
    assert math.isclose(ruler.place(SeatValue(0.4, OWN, -150.0, 150.0)), 0.75)
    assert ruler.place(SeatValue(99.0, OWN, -150.0, 150.0, None, "loss")) == 0.0


def test_chances_need_no_axis_of_their_own() -> None:
    ruler = ruler_of([ReviewedMove(1, 0, (0,), value=estimate(0.6))])
    assert (ruler.low, ruler.high, ruler.share) == (0, 1, 1)
    assert ruler.thresholds(Thresholds()) == Thresholds()


# -- marks are true -------------------------------------------------------------------------------


@pytest.mark.parametrize("search", ["", "alphabeta"])
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_each_mark_of_tictactoe_changes_the_outcome(search: str, seed: int) -> None:
    replay = replayed(game_named("tictactoe"), seed)
    plan = planned(replay, search)
    moves = numbered(plan, reviewed(plan))
    assert [turn for turn, _ in moves] == list(range(1, len(replay.turns) + 1))
    for turn, move in moves:
        changed = worse("tictactoe", replay, turn)
        assert bool(mark_of(move)) == (changed > 0 and not move.skipped), (turn, move)
        both = (move.after_best, move.after_played)
        if all(each is not None and each.value.proven for each in both):
            assert (move.lost, move.error) == (100 * changed, 0)


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("seed", [59, 101])
def test_each_mark_of_a_connect_four_ending_changes_the_outcome(seed: int) -> None:
    replay = replayed(game_named("connect_four"), seed)
    assert len(replay.turns) == 41
    last = range(34, 42)
    plan = planned(replay, turns=last)
    moves = numbered(plan, reviewed(plan))
    assert [turn for turn, _ in moves] == list(last)
    for turn, move in moves:
        changed = worse("connect_four", replay, turn)
        assert bool(mark_of(move)) == (changed > 0 and not move.skipped), (turn, move)


def test_no_best_move_is_marked() -> None:
    for seed in range(5, 9):
        replay = replayed(game_named("tictactoe"), seed)
        plan = planned(replay, budget="2000it")
        for _, move in numbered(plan, reviewed(plan)):
            assert not (move.agrees and (move.lost or mark_of(move)))


def test_each_seat_is_judged_as_if_it_were_alone() -> None:
    replay = replayed(game_named("tictactoe"), 2)
    plan = planned(replay, budget="500it")
    whole = dict(numbered(plan, reviewed(plan)))
    for seat in (0, 1):
        own = dict(numbered(plan, reviewed(planned(replay, "", "500it", (seat,)))))
        assert own == {turn: move for turn, move in whole.items() if move.seat == seat}
        assert [turn % 2 for turn in own] == [1 - seat] * len(own)
