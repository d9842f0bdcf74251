"""On positions that are solved exactly every mark has to be true, and nothing be missed."""

import pytest

from lab.review.judging import mark_of
from tests.lab.review.exact import game_named, numbered, planned, replayed, reviewed, worse


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
