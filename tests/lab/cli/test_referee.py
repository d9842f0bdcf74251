"""`smitsilab referee` as testers run it: a process, small bots, both protocols of cg-brutaltester.

The newer protocol is what CodinGame's runner prints behind brutaltester's CommandLineInterface, and
its log what CG Arena's bundled play_game.py reads; the older one is the wiki page "How to create an
old referee". The tester below relays as brutaltester's OldGameThread does: one character for a
player, blind to other words.
"""

from __future__ import annotations

import io
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lab.cli.referee as command
from lab.cli import main
from lab.files.replay import load
from lab.files.verify import verify
from lab.programs.process import START_S, Process
from tests.waiting import is_gone, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="commands are split as on Unix")

REFEREE = [sys.executable, "-m", "lab", "referee"]
UNCOMPILED = os.environ | {"NUMBA_DISABLE_JIT": "1"}

FIRST_CELL = """
import sys
import time
turn = 0
while True:
    input()
    cells = [input() for _ in range(int(input()))]
    print(f"[PDATA][{turn}] open = {len(cells)}", file=sys.stderr, flush=True)
    print(cells[0], flush=True)
    turn += 1
"""
DRIVER = """
for turn in range(20):  # up to the edge of the grid, and on
    count, me = map(int, input().split())
    for _ in range(count): input()
    print("UP", flush=True)
"""

Bot = Callable[[str], str]


@pytest.fixture
def bot(tmp_path: Path) -> Bot:
    """Writes a program and gives its command."""

    def write(body: str) -> str:
        path = tmp_path / f"bot{len(list(tmp_path.glob('bot*')))}.py"
        path.write_text(body)
        return shlex.join([sys.executable, "-I", "-S", str(path)])

    return write


def referee(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*REFEREE, *words, "--patience", "200"],
        env=UNCOMPILED,
        capture_output=True,
        text=True,
        timeout=120,
    )


def relayed(game: str, commands: list[str], *first: str) -> tuple[str, str]:
    """Relays between a referee and its players as brutaltester's old mode does; the last line and
    the referee's standard error.
    """
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    players = [
        subprocess.Popen(shlex.split(command), stderr=subprocess.DEVNULL, **pipes)
        for command in commands
    ]
    words = [*REFEREE, game, "--patience", "200"]
    with subprocess.Popen(words, env=UNCOMPILED, stderr=subprocess.PIPE, **pipes) as host:
        try:
            print(*first, f"###Start {len(players)}", sep="\n", file=host.stdin, flush=True)
            line = host.stdout.readline()
            while not line.startswith("###End"):
                if line.startswith("###Input"):
                    player = players[int(line[9])]
                    while not (line := host.stdout.readline()).startswith("###"):
                        player.stdin.write(line)
                    player.stdin.flush()
                else:
                    word, seat, count = line.split()
                    assert word == "###Output"
                    for _ in range(int(count)):
                        host.stdin.write(players[int(seat)].stdout.readline())
                    host.stdin.flush()
                    line = host.stdout.readline()
            host.stdin.close()
            return line.rstrip("\n"), host.stderr.read()
        finally:
            for player in players:
                player.kill()
                player.communicate()


def test_the_newer_protocol_prints_scores_then_the_seed_and_keeps_a_log(
    bot: Bot, tmp_path: Path
) -> None:
    log = tmp_path / "game1.json"
    done = referee(
        "tictactoe", "-p1", bot(FIRST_CELL), "-p2", bot(FIRST_CELL), "-d", "seed=5", "-l", str(log)
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "2\n0\nseed=5\n", "")
    result = json.loads(log.read_text())
    assert [result["scores"][str(k)] for k in range(2)] == [2, 0] and result["uinput"] == ["seed=5"]
    rounds = len(result["views"])
    assert len(result["summaries"]) == rounds == 8 and all(
        len(lines) == rounds for lines in result["outputs"].values()
    )
    assert [line for line in result["outputs"]["0"] if line] == ["0 0\n", "0 2\n", "1 1\n", "2 0\n"]
    assert [line for line in result["errors"]["1"] if line] == [
        f"[PDATA][{k}] open = {8 - 2 * k}\n" for k in range(3)
    ]
    assert result["views"][1].startswith("KEY_FRAME 1\n") and [
        agent["index"] for agent in result["agents"]
    ] == [0, 1]


def test_four_seats_and_a_log_as_a_replay_of_ours(bot: Bot, tmp_path: Path) -> None:
    drivers = [word for k in range(1, 5) for word in (f"-p{k}", bot(DRIVER))]
    done = referee("tron", *drivers, "-seed", "7", "-l", str(tmp_path / "game.jsonl.gz"))
    assert done.returncode == 0 and done.stderr.count("UP:") == 3
    *scores, seed = done.stdout.split()
    assert sorted(map(int, scores)) == [-1, 2, 4, 6] and seed == "seed=7"
    replay = load(tmp_path / "game.jsonl.gz")
    assert replay.game.spec == "tron:players=4" and replay.setup.seed == 7 and replay.note == ""
    assert list(verify(replay)) == [None] * len(replay.turns)


def test_a_program_that_fails_scores_minus_one_and_is_told(bot: Bot) -> None:
    done = referee("tictactoe", "-p1", bot(FIRST_CELL), "-p2", bot("print('1')"), "-seed", "-3")
    assert (done.returncode, done.stdout) == (0, "2\n-1\nseed=-3\n")
    assert done.stderr.count("\n") == 1 and "expected `row col`, got '1'" in done.stderr


def test_a_seed_that_is_not_given_is_drawn_and_told(bot: Bot) -> None:
    done = referee(
        "tictactoe", "-p1", bot(FIRST_CELL), "-p2", bot(FIRST_CELL), "-p1n", "Ann", "-league", "3"
    )
    assert done.returncode == 0 and done.stdout.splitlines()[2].removeprefix("seed=").isdecimal()


@pytest.mark.parametrize(("given", "start_s"), [(["--start", "2.5"], 2.5), ([], START_S)])
def test_a_program_that_starts_slowly_gets_its_time(
    given: list[str], start_s: float, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[float] = []

    def start(words: list[str], start_s: float) -> Process:
        started.append(start_s)
        return Process(words, start_s)

    monkeypatch.setattr(command, "Process", start)
    first = bot(FIRST_CELL)
    words = ["referee", "tictactoe", "-p1", first, "-p2", first, "-seed", "1"]
    assert main([*words, "--patience", "200", *given]) == 0 and started == [start_s] * 2


def test_a_program_that_does_not_start_in_time_is_late(bot: Bot) -> None:
    slow = bot("import time\ntime.sleep(600)\n")
    words = [*REFEREE, "tictactoe", "-p1", slow, "-p2", slow, "-seed", "1", "--start", "0"]
    late = subprocess.run(
        [*words, "--patience", "0.1"], env=UNCOMPILED, capture_output=True, text=True, timeout=120
    )
    assert late.stdout == "-1\n2\nseed=1\n" and "turn 1: line 1 of its answer" in late.stderr


def test_the_older_protocol_with_two_and_with_three_players(bot: Bot) -> None:
    assert relayed("tictactoe", [bot(FIRST_CELL)] * 2, "###Seed 5") == ("###End 0 1", "")
    places, told = relayed("tron", [bot(DRIVER)] * 3, "###Seed 11")
    assert sorted(places.removeprefix("###End ").split()) == ["0", "1", "2"] and "UP:" in told


def test_a_draw_puts_players_in_one_place_and_a_bad_answer_is_told(bot: Bot) -> None:
    cells = ["0 0", "1 1", "0 1", "0 2", "2 0", "1 0", "1 2", "2 1", "2 2"]  # a draw
    play = (
        "for cell in {}:\n    input(); [input() for _ in range(int(input()))]; print(cell, "
        "flush=True)\nwhile input(): pass"
    )
    assert relayed("tictactoe", [bot(play.format(cells[::2])), bot(play.format(cells[1::2]))]) == (
        "###End 01",
        "",
    )
    end, told = relayed(
        "tictactoe", [bot(FIRST_CELL), bot("print('hello', flush=True)\nwhile True: input()")]
    )
    assert end == "###End 0 1" and "turn 2: line 1: expected `row col`, got 'hello'." in told


@pytest.mark.parametrize(
    ("words", "heard", "said"),
    [
        (["uttt", "-p1", "python3"], "", "has 2 seats, but 1 program is given"),
        (["uttt", "-p1", "python3", "-p3", "python3"], "", "-p2 is missing"),
        (
            ["uttt", "-p1", "python3", "-p1", "python3"],
            "",
            "-p1 is given twice; the program of player 2 is named with -p2.",
        ),
        (["uttt", "-p1", "", "-p2", "python3"], "", "-p1 names no program"),
        (
            ["uttt", "-p1", "python3", "-p2", "python3", "--patience", "x"],
            "",
            "x should be a number",
        ),
        (
            ["uttt", "-p1", "python3", "-p2", "python3", "-l", "."],
            "",
            ". for -l is a folder; name a file.",
        ),
        (["uttt", "-p1", "/no/such/bot", "-p2", "python3"], "", "/no/such/bot cannot be started"),
        (["uttt", "-p1", "python3", "-p2", "python3", "-d", "seed=x"], "", "write seed=N"),
        (
            ["uttt", "-p1", "python3", "-p2", "python3", "-l", "/no/such/folder/x.json"],
            "",
            "does not exist",
        ),
        (["uttt", "-p1", "python3", "-p2", "python3", "-league", "gold"], "", "no league"),
        (
            ["tron", *(f"-p{k // 2 + 1}" if k % 2 == 0 else "python3" for k in range(10))],
            "",
            "2 to 4",
        ),
        (["uttt", "--start", "soon"], "", "soon should be a number of seconds, 0 to 600"),
        (["uttt", "--patience", "0", "-p1", "python3", "-p2", "python3"], "", "0.01 to"),
        (["chess"], "", "There is no game chess"),
        (["uttt"], "###Start 3\n", "has 2 seats, but 3 programs are given"),
        (["uttt"], "hello\n", "Expected ###Seed N or ###Start P, got hello"),
        (["tictactoe"], "###Start 2\n", "The tester closed its side"),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str],
    heard: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(heard))
    assert main(["referee", *words]) == 2
    out, err = capsys.readouterr()
    assert said in err and err.count("\n") == 1 and "###End" not in out


def test_a_tester_that_wants_nothing_is_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["referee", "uttt"]) == 0


def test_a_referee_that_is_told_to_end_ends_its_programs(tmp_path: Path) -> None:
    pids, sleeper = tmp_path / "pids", tmp_path / "sleeper.py"
    pids.mkdir()
    sleeper.write_text(
        f"import os, time\nopen(os.path.join({str(pids)!r}, str(os.getpid())), "
        "'w').close()\ntime.sleep(600)\n"
    )
    command = shlex.join([sys.executable, "-I", "-S", str(sleeper)])
    words = [*REFEREE, "tictactoe", "-p1", command, "-p2", command, "--start", "60"]
    process = subprocess.Popen(
        words, env=UNCOMPILED, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        until(lambda: len(list(pids.iterdir())) == 2)
        time.sleep(0.1)  # the referee has them both in hand
        process.terminate()
        assert process.wait(30) == 128 + signal.SIGTERM
        until(lambda: all(is_gone(int(path.name)) for path in pids.iterdir()))
    finally:
        process.kill()
        process.wait()
