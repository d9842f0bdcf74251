"""Ctrl-C is answered at once: what is known and how to go on are said before anything is closed."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

import pytest

from engines.game import State
from engines.tictactoe import TicTacToe
from lab.batch.games import GroupJob
from lab.cli import bench as bench_command
from lab.cli import conform as conform_command
from lab.cli import lesson as lesson_command
from lab.cli import match as match_command
from lab.cli import playing
from lab.cli import store as store_command
from lab.experiments import bench
from lab.lesson.growth import measured
from lab.store.store import Store
from search.uct import UCT
from tests.lab.batch.playing import cluster
from tests.lab.cli.conftest import ROOT, TRACES, Run
from tests.lab.experiments.fake_hands import Here
from tests.lab.store.facts import game, lineup
from tests.waiting import HANG_S

ENDS = pytest.mark.skipif(sys.platform == "win32", reason="signals")
CLOSED = "everything is closed"


def tell_closed(*_: object) -> None:
    print(CLOSED, file=sys.stderr, flush=True)


def said_before(errors: str) -> list[str]:
    """What was said before anything was closed."""
    before, closed, _ = errors.partition(CLOSED)
    assert closed
    return before.splitlines()


class StoppedHands(Here):
    """Hands that are stopped at their third job, and say when they are closed."""

    def submit(self, job: GroupJob) -> Any:
        if len(self.jobs) == 2:
            raise KeyboardInterrupt
        return super().submit(job)

    def close(self) -> None:
        tell_closed()


@pytest.mark.parametrize(
    "words",
    [
        "sweep tictactoe --seat uct --vary c=0.1|2 --against uct:budget=10it --matches 12",
        "table tictactoe --player random --player scripted --player uct --matches 4",
        "test tictactoe --seat uct:c=0.3 --than scripted",
        "tune tictactoe --seat uct --against scripted --knob c=0.1:3:log --games 40",
    ],
)
def test_games_are_told_before_their_processes_end(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.setattr(playing, "LocalHands", lambda *about: StoppedHands(1))
    where = ("--processes", "1", "--budget", "20it", "--store", tmp_path / "games.db")
    code, out, errors = run(*words.split(), *where)
    *_, stopped, command = said_before(errors)
    assert code == 130 and out and "This goes on from there" in stopped
    if words.startswith("tune"):
        assert "Too few games to say which setting is best." in out
    monkeypatch.setattr(playing, "LocalHands", lambda *about: Here(1))
    again = shlex.split(command)[1:]
    assert again[:2] == words.split()[:2] and str(tmp_path / "games.db") in again
    code, _, errors = run(*again, *["--groups", "3"] * (again[0] == "test"))
    assert code in (0, 1, 3) and "Stopped" not in errors


def test_a_match_of_several_processes_is_told_before_they_end(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    class StoppedPool:
        """It is stopped before it has an answer."""

        close = tell_closed

        def __init__(self, *about: object) -> None:
            pass

        def ask(self, job: Mapping[str, Any]) -> NoReturn:
            raise KeyboardInterrupt

    monkeypatch.setattr(match_command, "Pool", StoppedPool)
    seats = ("--seat", "random", "--seat", "scripted", "--seed", 7)
    code, out, errors = run("match", "tictactoe", *seats, "--matches", 6, "--processes", 2)
    *_, stopped, command = said_before(errors)
    assert code == 130 and "0 matches" in out and stopped.startswith("Stopped after 0 of 6")
    assert "--seed 7 --processes 2 --matches 6" in command


def test_an_import_is_told_before_the_store_has_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    class ToldStore(Store):
        """It says when it is closed."""

        def close(self) -> None:
            tell_closed()
            super().close()

    monkeypatch.setattr(store_command, "_take", stop)
    monkeypatch.setattr(store_command, "Store", ToldStore)
    words = ("store", "import", tmp_path / "a b.games", "--game", "uttt")
    code, _, errors = run(*words, "--store", tmp_path / "games.db")
    assert code == 130
    assert shlex.split(said_before(errors)[-1])[1:4] == ["store", "import", str(words[2])]


@ENDS
@pytest.mark.parametrize("what", ["check --repair", "compact", "forget mine"])
def test_long_work_on_a_store_shows_how_far_it_is_and_how_it_begins_again(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    path = tmp_path / "my games.db"
    with Store(path) as store:
        store.experiment("mine", "test")
        store.add("mine", 0, lineup("a", "b"), [game(1, 0), game(1, 1), game(2, 0)])
    words = ("store", *what.split(), "--store", path)
    parts = {
        "check --repair": ["games counted: 0 of 3", "reading the whole file"],
        "compact": ["looking for what nobody uses", "writing the file again"],
        "forget mine": ["games deleted: 0 of 3"],
    }

    def interrupted(*_: object) -> NoReturn:
        os.kill(os.getpid(), signal.SIGINT)  # to the main thread, which waits
        raise AssertionError

    with monkeypatch.context() as patched:
        patched.setattr(store_command, "compact", interrupted)
        patched.setattr(store_command, "_checked", interrupted)
        patched.setattr(store_command, "_forgotten", interrupted)
        said = list[str]()
        patched.setattr(store_command, "say", lambda text, **_: said.append(text))
        patched.setattr(os, "_exit", sys.exit)
        with pytest.raises(SystemExit, match="130"):
            run(*words)
    stopped, command = said[0].splitlines()
    assert stopped.startswith("Stopped; the store is as it was") and said[1:] == []
    code, _, errors = run(*shlex.split(command)[1:])
    assert code == 0 and all(part in errors for part in parts[what])


@pytest.mark.usefixtures("uncompiled")
def test_conform_and_growth_say_what_is_known(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    real = conform_command.conform
    files = list[Path]()

    def conform(game: Any, file: Path) -> Any:
        files.append(file)
        if len(files) == 3:
            raise KeyboardInterrupt
        return real(game, file)

    monkeypatch.setattr(conform_command, "conform", conform)
    code, out, errors = run("conform", "uttt", TRACES / "uttt")
    assert code == 130 and out.startswith("2/") and "no difference up to there" in errors
    assert (
        errors.splitlines()[-1].startswith("smitsilab conform uttt ")
        and "2 of 13 matches" in errors
    )

    def stops(branches: int, plies: int) -> Iterator[Any]:
        yield from list(measured(branches, plies, 1))[:2]
        raise KeyboardInterrupt

    monkeypatch.setattr(lesson_command, "measured", stops)
    code, out, errors = run("lesson", "growth", "--branches", "3", "--plies", "4")
    assert code == 130 and len(out.splitlines()) == 3 and "after 2 of 4 plies" in errors


def test_the_depths_of_growth_come_one_after_the_other() -> None:
    *_, before, last = measured(3, 4, 2)
    assert (before.depth, last.depth) == ((1, 2, 3), (1, 2, 3, 4))
    assert last.minimax == (3, 9, 27, 81) and last.best == (3, 5, 11, 17) == last.perfect
    assert last.random[:3] == before.random and last.best[-1] < last.random[-1] < last.worst[-1]


@ENDS
def test_a_bench_that_is_stopped_while_it_compiles_ends_there() -> None:
    done = list[str]()

    class Compiled(UCT):
        """A search that takes long to compile."""

        def start(self, state: State, seat: int) -> None:
            signal.raise_signal(signal.SIGINT)
            done.append("compiled")

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            bench.bench_search(TicTacToe(), Compiled, {}, 100)
    finally:
        signal.signal(signal.SIGINT, before)
    assert done == []


def test_what_has_nothing_to_say_names_its_command(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> NoReturn:
        raise KeyboardInterrupt

    # not in the module that defines it: others, loaded for the first time meanwhile, would keep it
    monkeypatch.setattr(bench_command, "bench_rules", stop)
    code, _, errors = run("bench", "rules", "tictactoe", "--turns", "4", "--playouts", "50")
    assert code == 130
    assert errors.splitlines()[-2:] == [
        "Stopped. This begins again:",
        "smitsilab bench rules tictactoe --turns 4 --playouts 50",
    ]


LEAVES = """
import atexit, sys, threading, time
from lab import cli
from lab.cli import running
atexit.register(lambda: print("closed", flush=True))
threading.Thread(target=time.sleep, args=(600,)).start()
def stop(words, putting_off):
    print("known", end=" ")
    return cli.INTERRUPTED
running.run = stop
sys.argv = ["smitsilab", "list"]
cli.main()
"""


def test_a_stopped_process_waits_for_no_thread_and_closes_everything() -> None:
    words = [sys.executable, "-c", LEAVES]
    done = subprocess.run(
        words, cwd=ROOT, capture_output=True, text=True, timeout=HANG_S, check=False
    )
    assert (done.returncode, done.stdout) == (130, "known closed\n")


@ENDS
def test_a_worker_in_the_background_says_how_to_go_on() -> None:
    pytest.importorskip("distributed")
    with cluster(early=1) as made:
        words = ["worker", made.scheduler_address, "--processes", "1"]
        started = subprocess.Popen(
            [sys.executable, "-m", "lab", *words],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        )
        assert started.stdout is not None and "1 process for" in started.stdout.readline()
        time.sleep(0.5)  # its process is being started, or is there already
        started.send_signal(signal.SIGINT)
        _, errors = started.communicate(timeout=HANG_S)
    assert started.returncode == 130 and errors.count("Stopped; other workers play") == 1
    assert errors.splitlines()[-1] == f"smitsilab {shlex.join(words)}"


def test_how_a_match_goes_on_is_known_without_other_games() -> None:
    """Loading all of them takes longer than an answer may."""
    script = (
        "import json, sys; from lab.match.seats import command, game_of, make_setup, parse_game\n"
        "setup = make_setup(parse_game('uttt'), ['uct:c=0.3', 'random'], 5, '30it')\n"
        "said = command(setup), game_of(setup).spec\n"
        "print(json.dumps([said, [m for m in sys.modules if m.startswith('engines.')]]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    (said, spec), modules = json.loads(done.stdout)
    assert "--seat uct:c=0.3 --seat random --budget 30it --seed 5" in said and spec == "uttt"
    assert "engines.uttt" in modules and "engines.csb" not in modules
