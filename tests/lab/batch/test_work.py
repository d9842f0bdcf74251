"""Games played in this process: what is recorded of them, and what is refused."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engines.knobs import KnobError
from lab.batch import work
from lab.batch.about import current_digest
from lab.batch.entrants import clock_of, condition, entrant, lineup, program_digest
from lab.batch.errors import BatchError
from lab.batch.games import GameRecord, GroupJob, sides_of
from lab.match.budget import Budget
from lab.match.play import play
from lab.match.seats import parse_game, parse_seat
from lab.programs.spec import Program

UCT = GroupJob("tictactoe", ("uct:budget=30it", "random"), "it", 3, (0, 1))


def played(job: GroupJob) -> list[GameRecord]:
    """The games of a job that came and went as JSON."""
    answer = json.loads(json.dumps(work.play(json.loads(json.dumps(job.line)))))
    return [GameRecord.read(line) for line in answer["games"]]


def test_each_seating_is_the_match_that_the_command_line_plays() -> None:
    for record in played(UCT):
        sides = sides_of(2, 2, record.seating)
        result = play("tictactoe", [UCT.sides[side] for side in sides], seed=3)
        assert [seat.outcome for seat in record.seats] == list(result.outcome)
        assert [seat.side for seat in record.seats] == list(sides)
        assert (record.turns, record.reason) == (len(result.turns), result.reason)
        decisions = [d for turn in result.turns for d in turn.decisions if d is not None]
        for seat in record.seats:
            own = [d for d in decisions if d.seat == seat.seat]
            assert (seat.decisions, seat.iterations, seat.nodes) == (
                len(own),
                sum(d.iterations for d in own),
                sum(d.snapshot.nodes for d in own),
            )
            assert (seat.late, seat.errors) == (0, 0)


def test_only_the_seatings_that_are_asked_for_are_played() -> None:
    (record,) = played(replace(UCT, seatings=(1,)))
    assert record.seating == 1 and record.seats[0].side == 1
    assert record.line | {"started": 0, "seconds": 0, "seats": []} == played(UCT)[1].line | {
        "started": 0,
        "seconds": 0,
        "seats": [],
    }


def test_a_position_takes_the_place_of_the_seeds_start() -> None:
    game = parse_game("tictactoe")
    turns = play(game, ["random", "random"], seed=8).turns
    job = replace(UCT, start=turns[3].state.tobytes().hex(), seatings=(0,))
    (record,) = played(job)
    (whole,) = played(replace(UCT, seatings=(0,)))
    assert record.turns <= 5 < 9 and record.turns != whole.turns


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "tictactoo"}, "no game tictactoo"),
        ({"sides": ("uct:c=-1", "random")}, "outside its range"),
        ({"sides": ("human", "random")}, "A person"),
        ({"sides": ("uct:budget=5ms", "random")}, "has a budget of time"),
        ({"start": "00ff"}, "cannot be read"),
        ({"start": "ff" * parse_game("tictactoe").dtype.itemsize}, "cannot be read"),
        ({"start": "no bytes"}, "cannot be read"),
        ({"expects": "0" * 64}, "sources of Smitsilab have changed"),
    ],
)
def test_jobs_that_cannot_be_played_are_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(KnobError, match=said):
        work.play(replace(UCT, **change).line)


def test_a_game_that_fails_is_no_evidence_and_the_next_one_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = work.play_setup

    def broken(setup: Any, **options: Any) -> Any:
        if setup.seats[0].name == "uct":
            raise ArithmeticError("a value became infinite")
        return real(setup, **options)

    monkeypatch.setattr(work, "play_setup", broken)
    first, second = played(UCT)
    assert first.error == "ArithmeticError: a value became infinite." and first.seats == ()
    assert second.error == "" and len(second.seats) == 2


def test_cpu_time_is_what_limits_a_cpu_clock() -> None:
    job = replace(UCT, sides=("uct:budget=2ms", "random"), clock="cpu")
    for record in played(job):
        own = next(seat for seat in record.seats if seat.side == 0)
        assert own.iterations > 0 and own.worst_ms > 0 and own.cpu_s > 0
        assert record.error == ""


PROGRAM = """
import sys
mine, turn = 0, 0
while True:
    own = input(); count = int(input())
    moves = [input() for _ in range(count)]
    print(f"[PDATA][{turn}] moves = {count}", file=sys.stderr)
    print(f"[TDATA+] total = 1", file=sys.stderr)
    print("[PDATA] word = nothing", file=sys.stderr, flush=True)
    turn += 1
    print(moves[0] if turn < ENDS else "nonsense", flush=True)
"""


def program(folder: Path, ends: int) -> str:
    """A seat with a program that answers with nonsense in its turn `ends`."""
    path = folder / f"bot{ends}.py"
    path.write_text(PROGRAM.replace("ENDS", str(ends)))
    return f"cmd:{sys.executable} {path},patience=100"


def test_programs_report_figures_and_errors(tmp_path: Path) -> None:
    seats = (program(tmp_path, 9), program(tmp_path, 2))
    first, second = played(replace(UCT, game="uttt", sides=seats, clock="wall"))
    for record in (first, second):
        bad = next(seat for seat in record.seats if seat.side == 1)
        good = next(seat for seat in record.seats if seat.side == 0)
        assert (bad.errors, good.errors) == (1, 0) and bad.outcome == -1.0 == -good.outcome
        assert bad.late == good.late == 0 and good.worst_ms > 0
        names = {(seat, name) for seat, name, _ in record.metrics}
        assert names == {(0, "moves"), (1, "moves"), (None, "total")}
    # the first program moves first: 81 moves, then 8 or 9
    assert dict(((s, n), v) for s, n, v in first.metrics)[0, "moves"] > 40


def test_a_late_answer_is_counted_as_late_and_not_as_an_error(tmp_path: Path) -> None:
    path = tmp_path / "mute.py"
    path.write_text("import sys\nfor line in sys.stdin:\n    pass\n")
    mute = f"cmd:{sys.executable} {path},patience=0.01"
    (record,) = played(
        replace(UCT, game="uttt", sides=("random", mute), seatings=(1,), clock="wall")
    )
    late = record.seats[0]
    assert (late.side, late.decisions, late.late, late.errors) == (1, 1, 1, 0)
    assert late.outcome == -1.0 and late.worst_ms > 10 and record.error == ""


def test_a_program_that_changes_on_disk_is_another_one(tmp_path: Path) -> None:
    seat = program(tmp_path, 9)
    game = parse_game("uttt")
    before = entrant(game, parse_seat(seat, game))
    job = replace(UCT, game="uttt", sides=(seat, "random"), programs=(before.program_digest, ""))
    (tmp_path / "bot9.py").write_text("print('other')")
    after = entrant(game, parse_seat(seat, game))
    assert after.text == before.text and after.digest != before.digest
    with pytest.raises(BatchError, match="its files have changed"):
        work.play(job.line)


@pytest.mark.parametrize(
    ("command", "same", "other"),
    [
        ("python3 {0}", "python3.11 {0}", "python3 {1}"),
        ("{0} --fast", "{0} --slow", "{1} --fast"),
        ("python3 {0} --net={1}", "python3 {0} --net={1}", "python3 {0} --net={0}"),
    ],
)
def test_a_programs_digest_is_that_of_its_files(
    tmp_path: Path, command: str, same: str, other: str
) -> None:
    files = [tmp_path / "a", tmp_path / "b"]
    for file in files:
        file.write_text(f"this is {file.name}")

    def digest(text: str) -> str:
        return program_digest(Program(text.format(*files)))

    assert digest(command) == digest(same) != digest(other)
    assert "" == digest("no-such-command") != digest(sys.executable)


def names(seats: Sequence[str], budget: Budget | None = None) -> list[str]:
    """The digests of the sides."""
    game = parse_game("tictactoe")
    return [each.digest for each in lineup(game, tuple(seats), "it", budget).sides]


def test_equal_players_are_equal_however_they_are_written() -> None:
    game = parse_game("tictactoe")
    usual = parse_seat("uct", game).params  # type: ignore[union-attr]  # a search has some
    c = usual.c  # type: ignore[union-attr]  # so does this one
    first, *rest = names(["uct", f"uct:c={c}", "uct:budget=2s,budget=2000it", "uct:budget=2_000it"])
    assert rest == [first] * 3
    assert names(["uct"], Budget("it", 2000)) == [first] != names(["uct"], Budget("it", 2001))
    assert names(["uct:c=2"]) == names(["uct:c=2.0"]) != [first]
    assert names(["random:budget=3it"]) == names(["random"])


def test_conditions_differ_by_options_clock_and_start() -> None:
    plain = condition(parse_game("uttt"), "it")
    assert plain == condition(parse_game("uttt:tie_break=most_boards"), "it")
    others = [
        condition(parse_game("uttt:tie_break=draw"), "it"),
        condition(parse_game("uttt"), "nodes"),
        condition(parse_game("uttt"), "it", "00"),
        condition(parse_game("tictactoe"), "it"),
    ]
    assert len({plain, *others}) == 5
    assert json.loads(plain.options)["tie_break"] == "most_boards"


def test_the_clock_of_a_budget() -> None:
    budgets = [Budget.parse(text) for text in ("5it", "5n", "5ms")]
    assert [clock_of(each) for each in budgets] == ["it", "nodes", "wall"]
    assert [clock_of(each, by_cpu=True) for each in budgets] == ["it", "nodes", "cpu"]


def test_the_digest_of_the_sources_is_that_of_another_process() -> None:
    assert current_digest() == current_digest() and len(current_digest()) == 64
    assert played(replace(UCT, expects=current_digest(), seatings=(0,)))[0].error == ""
