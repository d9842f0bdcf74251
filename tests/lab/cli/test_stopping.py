"""Long commands show how far they are, and after Ctrl-C what is known and how to go on."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest

from engines.tictactoe import TicTacToe
from lab.cli import match as match_command
from lab.cli import store as store_command
from lab.cli.show import SILENT_S, Progress
from lab.experiments import bench
from lab.experiments import estimate as portions
from lab.experiments.importing import taking
from lab.store.store import Store
from search.uct import UCT
from tests.lab.cli.conftest import ROOT, Run

ENDS = pytest.mark.skipif(sys.platform == "win32", reason="signals")


class Clock:
    """A clock that goes on when it is asked to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_lines_come_at_every_tenth_and_after_a_silence(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    with Progress(1000, lines=True, now=clock) as bar:
        for done in (0, 40, 99, 100, 140):
            bar.update(done, str(done))
        clock.now += SILENT_S
        for done in (141, 142, 199):
            bar.update(done, str(done))
    assert capsys.readouterr().err.split() == ["0", "100", "141"]


def test_the_time_left_is_at_the_pace_since_the_first_question() -> None:
    clock = Clock()
    bar = Progress(50, now=clock)
    assert bar.left(10) == ""
    clock.now += 1.0
    assert bar.left(14) == ""  # too early to say
    clock.now += 59.0
    assert bar.left(20) == ", 3 min left"
    assert bar.left(50) == ""


def test_portions_follow_the_time_that_the_last_one_took() -> None:
    clock, sizes = Clock(), []
    for size in portions.portions(100_000, 100, clock):
        sizes.append(size)
        clock.now += size / 50_000  # a second for 50,000
    whole = int(50_000 * portions.PORTION_S)
    assert sizes[:4] == [100, 400, 1600, 5000 if whole > 5000 else whole]
    assert sum(sizes) == 100_000 and max(sizes) <= whole


def test_work_of_the_same_kind_goes_on_with_the_portion_that_was_short_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, sizes = Clock(), list[int]()  # a busy machine would make portions smaller
    monkeypatch.setattr(portions, "portions", partial(portions.portions, now=clock))
    measured = portions.Measured()
    measured.work(10_000, 100, sizes.append)
    assert sizes == [100, 400, 1600, 6400, 1500]
    measured.work(10_000, 100, sizes.append)
    assert sizes[5:] == [6400, 3600] and measured.done == 20_000


def after(count: int) -> Callable[[int], None]:
    """Ctrl-C as soon as so much is done."""

    def tell(done: int) -> None:
        if done >= count:
            signal.raise_signal(signal.SIGINT)

    return tell


@ENDS
def test_a_measurement_that_is_stopped_is_that_of_what_was_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(portions, "GROWTH", 1.0)
    game = TicTacToe()
    rules = bench.bench_rules(game, 10**9, tell=after(300))
    whole = bench.bench_rules(game, 300)
    assert rules.pop("stopped") and "stopped" not in whole
    assert {**rules, **times(whole)} == whole and whole["iterations"] == 300
    one = bench.bench_search(game, UCT, {}, 10**9, tell=after(200))
    assert one["stopped"] and one["iterations"] == 200
    some = bench.bench_search(game, UCT, {}, 200, positions=3, tell=after(500))
    assert (some["stopped"], some["positions"], some["iterations"]) == (True, 2, 300)


def times(result: dict[str, Any]) -> dict[str, Any]:
    """The part of a result that is never the same."""
    return {key: value for key, value in result.items() if key.endswith("_s")}


@ENDS
def test_a_script_in_the_background_can_stop_any_command() -> None:
    words = ["bench", "rules", "tictactoe", "--playouts", "1000000000", "--json"]
    started = subprocess.Popen(
        [sys.executable, "-m", "lab", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    assert started.stderr is not None and "playouts" in started.stderr.readline()
    started.send_signal(signal.SIGINT)
    said, errors = started.communicate()
    assert started.returncode == 130 and "figures of what was done" in errors
    assert 0 < json.loads(said)["iterations"] < 10**9


@pytest.mark.parametrize(("more", "each"), [((), 2), (("--no-swap",), 1)])
def test_the_rest_of_a_series_begins_with_the_first_unfinished_seed(
    run: Run, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...], each: int
) -> None:
    real = match_command.each_match

    def stops(*args: Any) -> Any:
        yield from list(real(*args))[:3]
        raise KeyboardInterrupt

    seats = ("--seat", "random", "--seat", "scripted", "--cpu", *more)
    words = ("match", "tictactoe", *seats, "--seed", 4, "--matches", 6, "--json")
    whole = json.loads(run(*words)[1])["matches"]
    monkeypatch.setattr(match_command, "each_match", stops)
    code, out, errors = run(*words)
    assert code == 130 and json.loads(out)["matches"] == whole[:3]
    *_, said, command = errors.splitlines()
    seed = 4 + 3 // each
    assert said.startswith("Stopped after 3 of 6 matches") and f"from seed {seed} on" in said
    monkeypatch.undo()
    rest = json.loads(run(*shlex.split(command)[1:], "--json")[1])["matches"]
    assert rest == whole[3 // each * each :]


def test_an_import_that_is_stopped_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(taking, "AT_ONCE", 2)
    real = Progress.update
    notes: list[str] = []

    def update(self: Progress, done: float, note: str, told: str = "") -> None:
        notes.append(note)
        real(self, done, note, told)
        if done == 4 and len(notes) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "update", update)
    path, line = tmp_path / "my games.games", {"players": ["a", "b"], "errors": [0, 0]}
    line |= {"player_data": [{}, {}], "test_data": {}}
    games = [line | {"ranks": [k % 2, 1 - k % 2]} for k in range(7)]
    path.write_text("\n".join(map(json.dumps, games)))
    words = ("store", "import", path, "--game", "uttt", "--store", tmp_path / "games.db")
    code, out, errors = run(*words)
    assert code == 130 and "All are in" not in out and "4 of 7 games" in notes[2]
    with Store(tmp_path / "games.db") as store:
        assert store.experiments()[0].games == 4
    code, out, _ = run(*shlex.split(errors.splitlines()[-1])[1:])
    assert code == 0 and "7 games, 3 new" in out


@ENDS
def test_what_changes_all_or_nothing_is_left_in_its_middle(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compact(*_: object) -> NoReturn:
        os.kill(os.getpid(), signal.SIGINT)  # to the main thread, which waits
        raise AssertionError

    def leave(code: int) -> NoReturn:
        raise SystemExit(code)

    monkeypatch.setattr(store_command, "compact", compact)
    monkeypatch.setattr(os, "_exit", leave)
    with pytest.raises(SystemExit, match="130"):
        run("store", "compact", "--store", tmp_path / "games.db")


@ENDS
def test_an_estimate_that_is_stopped_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Progress, "update", lambda bar, done, note: after(1000)(done))
    code, out, errors = run("estimate", "pi", "--samples", 10**9, "--json")
    assert code == 130 and "the estimate up to then" in errors
    assert json.loads(out)["n"] == 1000


def test_a_review_as_json_shows_its_progress(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    run("match", "tictactoe", "--seat", "random", "--seat", "random", "--seed", 3, "--out", path)
    how = ("--processes", 0, "--budget", "20it", "--turns", "2,3", "--json")
    code, out, errors = run("review", path, *how)
    assert code == 0 and json.loads(out) and "2 of 2 moves" in errors
