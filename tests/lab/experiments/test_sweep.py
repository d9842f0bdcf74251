"""Sweeps without processes: the grid, the plan, the results file, the sharing out of matches, and
what may be claimed.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import games
from engines.knobs import KnobError
from lab.batch.errors import BatchError
from lab.batch.faults import Faults
from lab.experiments.ledger import write_lines
from lab.experiments.series import Played, schedule
from lab.experiments.sweep import SweepPlan
from lab.experiments.sweep.grid import find_knob, parse_axis, spread
from lab.experiments.sweep.question import FIRST, HEAD, LAG, Allocator, Group, lines_of, read
from lab.experiments.sweep.result import Results
from lab.match.seats import parse_game
from search import algorithms

UTTT, UCT = parse_game("uttt"), algorithms()["uct"]
PLAN = SweepPlan("tictactoe", "uct", ("c=0.1:2:5:log",), ("uct:c=0.5",), matches=20, budget="40it")
Edit = Callable[[bytes], bytes]


@given(
    st.floats(0.001, 50), st.floats(1.01, 1000), st.integers(2, 60), st.booleans(), st.booleans()
)
def test_values_rise_from_end_to_end_within_the_range(
    low: float, factor: float, count: int, log: bool, whole: bool
) -> None:
    low, high = (
        (float(round(low)), float(round(low * factor)) + 1) if whole else (low, low * factor)
    )
    log = log and low > 0
    values = spread(low, high, count, log, whole)
    assert (values[0], values[-1], len(values)) == (low, high, count)
    assert values == sorted(values) and (whole or len(set(values)) == count)
    assert not whole or all(v == int(v) for v in values)


@given(st.floats(0.01, 5), st.floats(5.01, 10), st.integers(2, 12), st.sampled_from(["", ":log"]))
def test_an_axis_is_read_as_it_is_written(low: float, high: float, count: int, log: str) -> None:
    axis = parse_axis(f"c={low!r}:{high!r}:{count}{log}", UCT, UTTT)
    knob = find_knob("c", UCT, UTTT)
    assert len(axis.values) == count and axis.log == bool(log)
    assert all(
        knob.check(word) == pytest.approx(value)
        for word, value in zip(axis.words, axis.values, strict=True)
    )


def test_axes_of_every_kind() -> None:
    depth = parse_axis("depth=2:10:30", algorithms()["smitsimax"], parse_game("csb"))
    assert depth.values == (2, 3, 4, 5, 6, 7, 8, 9, 10) and all(
        isinstance(v, int) for v in depth.values
    )
    assert parse_axis("final=mean|visits", UCT, UTTT).words == ("mean", "visits")
    assert parse_axis("c=0.05:2:8:log", UCT, UTTT).words == (
        "0.05",
        "0.085",
        "0.143",
        "0.243",
        "0.41",
        "0.7",
        "1.18",
        "2",
    )
    weight = next(iter(games()["csb"].EvalParams.__dataclass_fields__))
    assert (
        parse_axis(f"w.{weight}=0|1", algorithms()["smitsimax"], parse_game("csb")).name
        == f"w.{weight}"
    )


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("c", "write NAME=LOW:HIGH:COUNT"),
        ("c=1:2", "write NAME=LOW:HIGH:COUNT"),
        ("c=0.1:2:x", "write NAME=LOW:HIGH:COUNT"),
        ("c=0.1:200:3", "outside its range"),
        ("c=2:0.1:3", "below the second"),
        ("c=0.1:2:0", "number of values"),
        ("c=a:b:3", "is not a number"),
        ("cc=1:2:3", "did you mean c?"),
        ("final=1:2:3", "final=visits|"),
        ("final=most", "is not one of"),
    ],
)
def test_a_wrong_axis_is_told_in_one_sentence(text: str, part: str) -> None:
    with pytest.raises(KnobError) as error:
        parse_axis(text, UCT, UTTT)
    assert part in str(error.value) and str(error.value).endswith((".", "?"))


@pytest.mark.parametrize(
    ("plan", "part"),
    [
        (SweepPlan("tictactoe", "uct", ("c=1:2:2",), ("random",), matches=3), "multiple of 2"),
        (SweepPlan("tictactoe", "uct", ("c=1:2:2",), ()), "name who plays with --against"),
        (SweepPlan("tictactoe", "uct", ("c=1:2:2",), ("random", "random")), "1 other seat"),
        (SweepPlan("tictactoe", "human", ("c=1:2:2",), ("random",)), "A person cannot play"),
        (SweepPlan("tictactoe", "uct", ("c=1:2:2", "c=2:3:2"), ("random",)), "only once"),
        (SweepPlan("tictactoe", "uct", ("c=0.5",), ("uct:c=0.5",)), "the benchmark itself"),
        (
            SweepPlan("tictactoe", "uct", ("c=0.1:2:150", "rollout=1|2"), ("random",)),
            "no parameter rollout",
        ),
        (SweepPlan("tictactoe", "uct", (), ("random",)), "at least one parameter"),
    ],
)
def test_a_wrong_plan_is_told_in_one_sentence(plan: SweepPlan, part: str) -> None:
    with pytest.raises(KnobError, match=part):
        _ = plan.grid


def test_points_play_the_seeds_and_seatings_of_a_series() -> None:
    grid = SweepPlan(
        "uttt", "uct:final=mean", ("c=0.1|0.3",), ("uct:c=0.3",), matches=6, seed=9
    ).grid
    assert [grid.text(values) for values in grid.points] == ["c=0.1", "c=0.3"]
    whole = grid.setup(1, 0)[0]
    assert [grid.setup(1, m) for m in range(6)] == schedule(whole, 6)
    assert grid.seat_text(1) == "uct:c=0.3,final=mean" and grid.total == 12 and not grid.itself


def test_the_benchmark_itself_is_not_played() -> None:
    grid = SweepPlan("uttt", "uct", ("c=0.1|0.3",), ("uct:c=0.3",), matches=6).grid
    assert grid.itself == {1} and grid.played == (0,) and grid.total == 6


# -- the results file ------------------------------------------------------------------------------


def line(points: float, seed: int = 1) -> dict[str, object]:
    return {
        "seed": seed,
        "sides": [0, 1],
        "points": [points, 1 - points],
        "turns": 5,
        "reason": "three in a row",
    }


def filled(path: Path, matches: int = 5, plan: SweepPlan = PLAN) -> None:
    lines = [{"point": 0, "match": m} | line(0.5, 1 + m // 2) for m in range(matches)]
    write_lines(path, [HEAD | plan.line, *lines])


def test_results_are_read_back_as_they_were_written(tmp_path: Path) -> None:
    faults = (Faults(1, 1, late=2, words="late"), Faults(games=1))
    played = {
        (0, 3): Played(2, (1, 0), (0.0, 1.0), 5, "three in a row"),
        (2, 0): Played(1, (0, 1), (0.5, 0.5), 9, "", faults=faults),
    }
    write_lines(tmp_path / "f", lines_of(Results(PLAN, played, {(1, 0): "it broke"})))
    assert read(tmp_path / "f") == Results(PLAN, played, {(1, 0): "it broke"})


def test_a_cut_last_line_is_dropped(tmp_path: Path) -> None:
    filled(tmp_path / "f", 5)
    whole = (tmp_path / "f").read_bytes()
    for cut in (1, 20, len(whole.splitlines()[-1])):
        (tmp_path / "f").write_bytes(whole[:-cut])
        assert len(read(tmp_path / "f").played) == 4


def test_more_matches_may_have_been_asked_for_later(tmp_path: Path) -> None:
    filled(tmp_path / "f", 4)
    with open(tmp_path / "f", "a", encoding="utf-8") as file:
        file.write('{"matches": 60, "rule": "even"}\n')
    assert read(tmp_path / "f").plan == replace(PLAN, matches=60, rule="even")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (
            b'{"format": "smitsilab-replay", "version": 1}\n',
            "does not begin like the results of a sweep",
        ),
        (b"hello\n", "does not begin like the results of a sweep"),
        (b"", "does not begin like the results of a sweep"),
        (b"[]\n", "does not begin like the results of a sweep"),
        (b'{"format": "smitsilab-sweep", "version": 9}\n', "newer"),
    ],
)
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: bytes, part: str) -> None:
    (tmp_path / "f").write_bytes(text)
    with pytest.raises(BatchError, match=part):
        read(tmp_path / "f")
    assert (tmp_path / "f").read_bytes() == text


def test_a_damaged_line_is_told(tmp_path: Path) -> None:
    filled(tmp_path / "f", 2)
    whole = (tmp_path / "f").read_bytes().splitlines(keepends=True)
    (tmp_path / "f").write_bytes(whole[0] + whole[1][:9] + b"\n" + whole[2])
    with pytest.raises(BatchError, match="damaged line"):
        read(tmp_path / "f")


# -- sharing out -----------------------------------------------------------------------------------


def shared_out(
    plan: SweepPlan, truth: dict[int, float], seed: int = 1, late: int = 1
) -> dict[int, int]:
    """Groups per point when point k wins a match with the chance `truth[k]`; up to `late` groups
    are under way at a time.
    """
    allocator, known, flying = Allocator(plan.grid), dict[Group, float](), list[Group]()
    shuffle = random.Random(late)
    while not allocator.ended or flying:
        group = allocator.next(known.get) if len(flying) < late else None
        if group is not None:
            flying.append(group)
            continue
        point, number = done = flying.pop(shuffle.randrange(len(flying)))
        luck = random.Random(f"{seed} {point} {number}")
        known[done] = sum(luck.random() < truth[point] for _ in range(2)) / 2
    counts = dict.fromkeys(plan.grid.played, 0)
    for point, _ in allocator.sequence:
        counts[point] += 1
    return counts


TRUTH = {0: 0.2, 1: 0.55, 2: 0.6, 3: 0.25, 4: 0.1}


def test_contested_points_get_the_matches() -> None:
    plan = SweepPlan(
        PLAN.game, PLAN.seat, ("c=0.1:2:5:log",), ("random",), matches=200, budget="40it"
    )
    counts = shared_out(plan, TRUTH)
    assert sum(counts.values()) == 5 * 100 and min(counts.values()) >= FIRST
    assert min(counts[1], counts[2]) > 2 * max(counts[0], counts[3], counts[4])


def test_the_sequence_is_the_same_however_many_are_under_way() -> None:
    plan = SweepPlan(
        PLAN.game, PLAN.seat, ("c=0.1:2:5:log",), ("random",), matches=100, budget="40it"
    )
    assert (
        shared_out(plan, TRUTH, late=1)
        == shared_out(plan, TRUTH, late=5)
        == shared_out(plan, TRUTH, late=LAG)
    )


def test_the_even_plan_is_even() -> None:
    plan = SweepPlan(
        PLAN.game,
        PLAN.seat,
        ("c=0.1:2:5:log",),
        ("random",),
        matches=40,
        budget="40it",
        rule="even",
    )
    assert set(shared_out(plan, TRUTH).values()) == {20}
