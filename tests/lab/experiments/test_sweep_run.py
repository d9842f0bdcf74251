"""Sweeps that are really played: repetition, stops and kills, failures, and the command line."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from engines.tictactoe import TicTacToe
from lab.batch import serve
from lab.cli import main, playing
from lab.experiments.keeping import RunStep
from lab.experiments.sweep import SweepPlan, sweep
from lab.experiments.sweep.question import read
from lab.match.seats import parse_seat
from lab.store.errors import StoreError
from lab.store.store import Store
from tests.lab.experiments.fake_hands import Here
from tests.waiting import is_gone, until

FRAGILE = Path(__file__).parents[1] / "fragile.py"
ROOT = Path(__file__).parents[3]
Run = Callable[..., tuple[int, str, str]]
HANG_S = 300.0  # a guard against waiting for ever
GRID = (
    "tictactoe",
    "--seat",
    "fragile:pause_ms=4",
    "--vary",
    "skill=0.5:2:3:log",
    "--against",
    "random",
    "--matches",
    "24",
    "--seed",
    "3",
)


@pytest.fixture(autouse=True)
def a_store_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMITSILAB_STORE", str(tmp_path / "games.db"))


def started(*words: str) -> "subprocess.Popen[str]":
    """The command line in a process and a process group of its own, the fragile player known."""
    environment = os.environ | {"SMITSILAB_LOAD": str(FRAGILE), "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-m", "lab", "sweep", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    )


def finished(*words: str) -> tuple[int, str, str]:
    """(exit code, stdout, stderr)."""
    process = started(*words)
    out, errors = process.communicate(timeout=HANG_S)
    return process.returncode, out, errors


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """As `finished`, in this process, where the games are played too."""
    monkeypatch.setattr(playing, "LocalHands", lambda *about: Here(3))

    def once(*words: str) -> tuple[int, str, str]:
        code, said = main(["sweep", *words]), capsys.readouterr()
        return code, said.out, said.err

    return once


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def games(folder: Path) -> list[tuple[int, int, int]]:
    """(part, seed, seating) of every finished game in the store."""
    try:
        with Store(folder / "games.db", writes=False) as store:
            asked = [each for kept in store.experiments() for each in store.asked(kept.name)]
    except StoreError:  # it is just being made
        return []
    return [(each.part, each.record.seed, each.record.seating) for each in asked]


def interrupted(
    folder: Path, end: Callable[["subprocess.Popen[str]"], object], words: Sequence[str]
) -> tuple[int, str, str]:
    """Ends a run somewhere in its middle; every process of it must go."""
    before = len(games(folder))
    process = started(*words)
    until(lambda: process.poll() is not None or len(games(folder)) > before + 10, HANG_S)
    end(process)
    out, errors = process.communicate(timeout=HANG_S)
    until(lambda: is_gone(process.pid), HANG_S)
    return process.returncode, out, errors


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_a_killed_and_an_interrupted_run_go_on_where_they_stopped(tmp_path: Path) -> None:
    part, whole = tmp_path / "part.jsonl", tmp_path / "whole.jsonl"
    interrupted(tmp_path, lambda process: process.send_signal(signal.SIGKILL), GRID)
    done = games(tmp_path)
    assert 9 < len(done) < 50
    code, _, errors = interrupted(
        tmp_path,
        lambda process: process.send_signal(signal.SIGINT),
        [*GRID, "--processes", "1", "--out", str(part)],
    )
    assert code == 130 and "This goes on from there:\nsmitsilab sweep tictactoe" in errors
    assert f"--out {part}" in errors and len(done) < len(read(part).played) < 72
    code, out, _ = finished(*GRID, "--out", str(part), "--json")
    after = games(tmp_path)
    assert code == 0 and set(done) <= set(after) and len(after) == len(set(after)) == 72
    other = ("--processes", "1", "--store", str(tmp_path / "other.db"))
    assert finished(*GRID, *other, "--out", str(whole), "--json")[1] == out
    assert read(part).played == read(whole).played
    with Store(tmp_path / "games.db", writes=False) as store:
        (kept,) = store.experiments()
        assert kept.games == 72 and not store.check().problems


def test_a_file_is_replaced_only_where_the_store_has_what_it_holds(
    run: Run, tmp_path: Path
) -> None:
    words, out = ("--vary", "c=0.1|0.2", "--against", "random", "--budget", "2it"), tmp_path / "f"
    one = ("tictactoe", "--seat", "uct", *words, "--out", str(out))
    assert run(*one, "--matches", "2", "--seed", "4")[0] == 0
    before = out.read_bytes()
    for again, part in (
        ((*one, "--matches", "2"), "holds another one (seed 4 instead of 1)"),
        (
            (*one, "--matches", "2", "--seed", "4", "--store", str(tmp_path / "other.db")),
            "has 4 matches that the store does not have",
        ),
    ):
        code, said, errors = run(*again)
        assert (code, said) == (2, "") and part in errors and errors.count("\n") == 1
        assert out.read_bytes() == before
    assert run(*one, "--matches", "4", "--seed", "4")[0] == 0
    assert len(read(out).played) == 8


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_a_run_ends_with_the_program_that_started_it(tmp_path: Path) -> None:
    def close(process: "subprocess.Popen[str]") -> None:
        assert process.stdin is not None
        process.stdin.close()
        process.stdin = None

    code, _, _ = interrupted(tmp_path, close, [*GRID, "--end-with-input"])
    assert code == 130 and len(games(tmp_path)) >= 10


def test_a_finished_run_ends_well_while_its_input_is_open() -> None:
    words = (*GRID, "--plan", "even", "--processes", "1", "--end-with-input", "--json")
    with started(*words) as process:
        assert process.stdout is not None and process.stderr is not None
        out, errors = process.stdout.read(), process.stderr.read()
        assert process.wait(HANG_S) == 0 and "Fatal" not in errors
        assert json.loads(out)["played"] == 72


def test_failures_are_told_and_the_rest_goes_on(tmp_path: Path) -> None:
    words = (
        "--vary",
        "fate=plays|raises|dies",
        "--against",
        "random",
        "--matches",
        "2",
        "--plan",
        "even",
        "--processes",
        "2",
    )
    code, out, errors = finished(
        "tictactoe", "--seat", "fragile", *words, "--out", str(tmp_path / "f.jsonl")
    )
    assert code == 1
    assert "Failed: fate=raises, seed 1: ArithmeticError: a value became infinite" in out
    assert "Failed: fate=dies, seed 1: The process that played it was killed by signal 9" in out
    assert "was killed by signal 9; " in errors, errors
    found = read(tmp_path / "f.jsonl")
    assert set(found.played) == {(0, 0), (0, 1)} and set(found.failed) == {
        (1, 0),
        (1, 1),
        (2, 0),
        (2, 1),
    }


def test_nothing_is_tried_for_ever_when_everything_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, errors = finished(
        *("tictactoe", "--seat", "fragile", "--vary", "skill=0.5|1", "--processes", "1"),
        *("--against", "fragile:fate=raises"),
    )
    assert (
        (code, out) == (2, "")
        and "The first 8 matches all failed. Last error: " in errors
        and "became infinite" in errors
    )


def test_the_number_of_processes_changes_nothing() -> None:
    plan = SweepPlan(
        "tictactoe",
        "uct",
        ("c=0.1:2:3:log",),
        ("uct:c=0.3,budget=20it",),
        matches=40,
        budget="40it",
    )
    steps = list[RunStep]()
    one, two = sweep(plan, processes=1, on_step=steps.append), sweep(plan, processes=2)
    assert (
        [p.score for p in one.points] == [p.score for p in two.points]
        and one.finished
        and two.finished
    )
    assert (
        one.sentence == two.sentence
        and sum(p.score.matches for p in one.points) == 120 == one.grid.total
    )
    assert (
        any(step.note.startswith("preparing") for step in steps)
        and steps[-1].done == 120
        and not any(step.told for step in steps)
    )


def test_wrong_input_is_told_in_one_sentence(run: Run, tmp_path: Path) -> None:
    words = (
        "--vary",
        "c=0.1|0.2",
        "--against",
        "random",
        "--matches",
        "2",
        "--budget",
        "2it",
        "--out",
        str(tmp_path / "f"),
    )
    (tmp_path / "f").write_text("hello\n")
    for first, part in (
        (("tictactoe", "--seat", "uct"), "does not begin like"),
        (("tictactoe", "--seat", "uct:d=3"), "no parameter d"),
    ):
        code, out, errors = run(*first, *words)
        assert (code, out) == (2, "") and part in errors and errors.count("\n") == 1


def test_the_other_rule_goes_on_where_all_even_matches_are_played(tmp_path: Path) -> None:
    """It may want more matches than were promised: there is still a process to play them."""
    out = str(tmp_path / "sweep.jsonl")
    words = (
        "tictactoe",
        "--seat",
        "fragile",
        "--vary",
        "skill=0.5:2:3:log",
        "--against",
        "random",
        "--matches",
        "16",
        "--processes",
        "1",
        "--out",
        out,
    )
    assert finished(*words, "--plan", "even")[0] == 0
    code, told, _ = finished(*words)
    assert code == 0 and "skill" in told


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_an_interrupted_run_leaves_no_program_behind(tmp_path: Path) -> None:
    """One that neither reads nor minds the end of its input, nor a friendly signal."""
    stubborn, known = tmp_path / "stubborn.py", tmp_path / "pids"
    stubborn.write_text(
        "import os, signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"open({str(known)!r}, 'a').write(f'{{os.getpid()}}\\n')\ntime.sleep(600)\n"
    )
    program = f"cmd:{sys.executable} {stubborn},patience=100"
    process = started(
        "tictactoe",
        "--seat",
        "fragile",
        "--vary",
        "skill=0.5|1",
        "--against",
        program,
        "--matches",
        "4",
        "--processes",
        "2",
    )
    until(lambda: process.poll() is not None or lines(known) == 2, HANG_S)
    process.send_signal(signal.SIGINT)  # the games that are running never end
    while "running games" not in (line := process.stderr.readline()):
        assert line
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=HANG_S)
    assert lines(known) == 2
    until(lambda: all(is_gone(int(pid)) for pid in known.read_text().split()), HANG_S)


def test_a_program_as_benchmark_needs_the_rules_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Preparing it must not fail, or every match would compile for itself."""
    loaded: list[str] = []
    monkeypatch.setattr(serve, "load", lambda game, algorithm: loaded.append(algorithm.name))
    game = TicTacToe()
    serve.warm(game, parse_seat("cmd:./nothing", game), seed=1)
    assert loaded == ["random"]
