"""The words for what a score and its interval allow, and series that can say nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lab.batch.games import GameRecord, SeatRecord, sides_of
from lab.experiments.robin.plan import RobinPlan
from lab.experiments.robin.question import met_of
from lab.experiments.robin.result import Met, RobinResult
from lab.experiments.verdicts import SAME, never_differed, repeated, word


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.51, 0.53, "better"),
        (0.501, 0.9, "better"),
        (0.2, 0.499, "worse for sure"),
        (0.46, 0.499, "worse for sure"),
        (0.45, 0.55, "about equal"),
        (0.5, 0.54, "about equal"),
        (0.44, 0.55, "not better"),
        (0.3, 0.5, "not better"),
        (0.46, 0.551, "open"),
        (0.3, 0.7, "open"),
        (0.5, 0.6, "open"),
    ],
)
def test_a_word_claims_no_more_than_the_interval(low: float, high: float, said: str) -> None:
    assert word((low, high), 6) == said
    assert word((low, high), 5) == "open"


def test_what_counts_as_equal_and_as_even_can_be_chosen() -> None:
    assert word((0.46, 0.54), 50, equal=0.02) == "open"
    assert word((0.49, 0.515), 50, equal=0.02) == "about equal"
    assert word((0.40, 0.515), 50, equal=0.02) == "not better"
    assert word((0.6, 0.7), 50, even=0.8) == "worse for sure"


def group(seed: int, turns: tuple[int, ...], nodes: tuple[int, int] = (70, 80)) -> list[GameRecord]:
    """A group of two seatings with as many turns; seat 0 wins, nodes go with the seat."""
    return [
        GameRecord(
            seed,
            seating,
            tuple(
                SeatRecord(seat, side, 1.0 - 2 * seat, 1.0 - seat, seat + 1, nodes=nodes[seat])
                for seat, side in enumerate(sides_of(2, 2, seating))
            ),
            started=100.0 * seed + seating,
            seconds=0.1 + seating,
            turns=n,
        )
        for seating, n in enumerate(turns)
    ]


def test_players_that_play_alike_from_either_seat_never_made_a_difference() -> None:
    alike = [group(1, (9, 9)), group(2, (7, 7)), group(3, (9, 9))]
    assert never_differed(alike) and repeated(alike) == ""
    assert never_differed([*alike, group(4, (5, 6))])  # only the first ones are asked
    assert not never_differed(alike[: SAME - 1])
    assert not never_differed([group(4, (5, 6)), *alike])
    # the first player searches other nodes: with the seats swapped they are elsewhere
    one, other = group(3, (9, 9)), group(3, (9, 9), nodes=(80, 70))
    assert not never_differed([*alike[:2], [one[0], other[1]]])
    assert not never_differed([[one[0]]] * SAME)  # a group of one seating compares nobody


def test_games_that_all_look_alike_need_their_tapes_to_be_called_so() -> None:
    same = [group(seed, (9, 9)) for seed in range(SAME)]
    assert not never_differed(same)
    taped = [[replace(game, tape="AAEC") for game in each] for each in same]
    assert never_differed(taped)
    taped[1][1] = replace(taped[1][1], tape="AAED")
    assert not never_differed(taped)


def test_games_that_do_not_depend_on_the_seed_are_repeated() -> None:
    same = [group(seed, (9, 12)) for seed in range(SAME)]
    assert repeated(same) == "both play without chance: more games would repeat these two"
    assert repeated(same[: SAME - 1]) == "" and repeated([]) == ""
    assert repeated([*same[:2], group(3, (9, 11))]) == ""
    four = [[*each, *each] for each in same]
    assert repeated(four).endswith("repeat these four")
    many = [each * 12 for each in same]
    assert repeated(many).endswith("repeat these 24")
    assert repeated([each[:1] for each in same]).endswith("repeat this one")


# -- what a table used ----------------------------------------------------------------------------


PLAN = RobinPlan("tictactoe", ("random", "scripted", "greedy"), matches=2)


def met(cpu_ms: tuple[float, float], iterations: tuple[float, float]) -> Met:
    """A drawn match in which the sides used unequal time."""
    return Met(1, (0.5, 0.5), 9, "a draw", cpu_ms, iterations)


def test_time_and_iterations_are_the_players_own() -> None:
    """Greedy is the first side of its pairs, scripted always the second."""
    found = RobinResult(
        PLAN,
        {
            (("greedy", "random"), 0): met((2.0, 0.5), (40.0, 1.0)),
            (("greedy", "scripted"), 0): met((4.0, 9.0), (60.0, 7.0)),
            (("random", "scripted"), 1): met((1.5, 3.0), (3.0, 5.0)),
        },
        {},
    )
    assert found.used("greedy") == (3.0, 50.0)
    assert found.used("scripted") == (6.0, 6.0)
    assert found.used("random") == (1.0, 2.0)


def test_a_game_counts_what_each_side_used_wherever_it_sat() -> None:
    """The second side has the first seat: 4 decisions against 2, and other time and iterations."""
    seats = (
        SeatRecord(0, 1, -1.0, 0.0, 2, cpu_s=0.008, decisions=4, iterations=40, late=1),
        SeatRecord(1, 0, 1.0, 1.0, 1, cpu_s=0.006, decisions=2, iterations=50),
    )
    found = met_of(GameRecord(7, 1, seats, turns=6, reason="three in a row"), 2)
    assert (found.cpu_ms, found.iterations) == ((3.0, 2.0), (25.0, 10.0))
    assert (found.points, found.seed, found.turns) == ((1.0, 0.0), 7, 6)
    assert [each.late for each in found.faults] == [0, 1]
