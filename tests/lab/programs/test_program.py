"""Programs as players: answers, faults, time, replays, and that no process is left."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engines.game import FORFEIT
from engines.tictactoe import TicTacToe
from lab.cli import main
from lab.experiments.series import play_series
from lab.files.replay import load, save
from lab.files.verify import verify
from lab.match.play import MatchResult, frame, play
from lab.match.program_player import ProgramPlayer
from lab.match.seat import ProgramSeat
from lab.match.seats import parse_game, parse_seat
from lab.programs.process import MOST_STDERR
from tests.waiting import is_gone, until

HEAD = """
import os, signal, subprocess, sys, time
def hear():
    input()
    return [input() for _ in range(int(input()))]
def say(line):
    print(line, flush=True)
"""
FIRST_CELL = "while True: say(hear()[0])"

Bot = Callable[..., str]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are counted in /proc")


@pytest.fixture
def bot(tmp_path: Path) -> Iterator[Bot]:
    """Writes a program and gives its seat; after the test none of its processes is alive."""
    count = 0

    def write(body: str, patience: float = 200.0) -> str:
        nonlocal count
        count += 1
        path = tmp_path / f"bot{count}.py"
        path.write_text(HEAD + body)
        return f"cmd:{shlex.join([sys.executable, '-I', '-S', str(path)])},patience={patience}"

    yield write
    assert alive(tmp_path) == []


def alive(folder: Path) -> list[str]:
    """The command lines that name the folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            text = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        found += [text] if str(folder) in text else []
    return found


def against(seat: str, game: str = "tictactoe") -> MatchResult:
    """The program in seat 1 against a random player."""
    return play(game, [seat, "random"], budget="1it", seed=3)


def faults(result: MatchResult) -> list[str]:
    return [error for turn in result.turns for error in turn.errors]


def test_a_program_plays_what_it_answers(bot: Bot) -> None:
    result = against(bot(FIRST_CELL))
    assert faults(result) == [] and result.turns[0].joint == (0, -1)
    first = result.turns[0].decisions[0]
    assert (
        first is not None
        and first.lines == ("0 0",)
        and first.seconds > 0
        and first.overrun_ms == 0
    )


def test_two_programs_and_swapped_sides(bot: Bot) -> None:
    last = bot("while True: say(hear()[-1])")
    series = play_series("tictactoe", [bot(FIRST_CELL), last], matches=2)
    assert [m.sides for m in series.matches] == [(0, 1), (1, 0)] and not any(
        m.errors for m in series.matches
    )


def test_two_lines_for_two_pods(bot: Bot) -> None:
    body = """
laps, count = int(input()), int(input())
for _ in range(count): input()
for turn in range(3):
    pods = [input() for _ in range(4)]
    say("8000 4500 100")
    if turn < 2: say("8000 4500 SHIELD gone")
"""
    result = play("csb", [bot(body), "random"], budget="1it", seed=1)
    assert len(result.turns) == 3 and result.turns[2].joint[:2] == (FORFEIT, FORFEIT)
    assert "turn 3: it ended with exit code 0 before line 2 of its answer." in faults(result)[0]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("hear(); say('9 9')", "turn 1: line 1: 9 9 is not a legal cell."),
        ("hear(); say('hello')", "turn 1: line 1: expected `row col`, got 'hello'."),
        ("say(hear()[0]); hear(); say('0 0')", "turn 3: line 1: 0 0 is not a legal cell."),
        (
            "say(hear()[0]); hear(); raise SystemExit(7)",
            "turn 3: it ended with exit code 7 before line 1 of its answer.",
        ),
        (
            "hear(); raise ValueError('no idea')",
            "exit code 1 before line 1 of its answer. Last line on stderr: ValueError: no idea",
        ),
        (
            "os.kill(os.getpid(), signal.SIGKILL)",
            "turn 1: it was ended by signal 9 (killed) before",
        ),
        (
            "hear()\nwhile True: sys.stdout.write('x' * 9999)",
            "turn 1: it wrote more than 1,048,576 bytes that nobody had asked for.",
        ),
    ],
)
def test_faults_forfeit_and_are_told_with_turn_and_line(bot: Bot, body: str, said: str) -> None:
    result = against(bot(body))
    assert said in faults(result)[0] and faults(result)[0].startswith("Seat 1 (")
    assert result.turns[-1].joint[0] == FORFEIT and result.outcome == (-1.0, 1.0)


@pytest.mark.parametrize(
    "body",
    [
        "hear(); time.sleep(99)",
        "signal.signal(signal.SIGTERM, signal.SIG_IGN); hear(); time.sleep(99)",
        (
            "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)', __file__]); "
            "time.sleep(99)"
        ),
        "os.close(2); hear(); time.sleep(99)",
    ],
)
def test_late_is_forfeited_and_nothing_hangs(bot: Bot, body: str) -> None:
    result = against(bot(body, patience=0.1))
    decision = result.turns[0].decisions[0]
    assert decision is not None and decision.overrun_ms > 0 and decision.choice == (FORFEIT,)
    assert (
        "turn 1: line 1 of its answer had not come" in faults(result)[0]
        and "after the limit of 100 ms" in faults(result)[0]
        and faults(result)[0].endswith("Time limit × 0.2 would allow twice as long.")
    )


def test_a_line_without_an_end_is_told(bot: Bot) -> None:
    result = against(
        bot("hear(); sys.stdout.write('0 0'); sys.stdout.flush(); time.sleep(99)", patience=0.1)
    )
    assert "turn 1: line 1 of its answer, '0 0', had no line end" in faults(result)[0]


def test_last_words_are_the_last_ones_and_move_no_cursor(bot: Bot) -> None:
    result = against(
        bot(
            "hear(); print('x' * 99999, file=sys.stderr); raise SystemExit('the "
            "\\x1b[31mreal reason')"
        )
    )
    assert faults(result)[0].endswith(r"Last line on stderr: the \x1b[31mreal reason")


MATCH = ["match", "--seat", "cmd:{}", "--seat", "cmd:{}"]
REFEREE = ["referee", "-p1", "{}", "-p2", "{}"]


@pytest.mark.parametrize(
    ("words", "signals"),
    [
        *((words, ["INT", "INT", "INT"]) for words in (MATCH, REFEREE)),
        *((words, ["TERM", "TERM"]) for words in (MATCH, REFEREE)),
        *((words, ["HUP", "INT"]) for words in (MATCH, REFEREE)),
        # after a single one the programs have seconds to end by themselves
        (MATCH, ["HUP"]),
        (REFEREE, ["QUIT"]),
    ],
)
def test_programs_end_however_often_one_is_told_to_end(
    tmp_path: Path, words: list[str], signals: list[str]
) -> None:
    pids, stubborn = tmp_path / "pids", tmp_path / "stubborn.py"
    pids.mkdir()
    ignored = "".join(
        f"signal.signal(signal.SIG{name}, signal.SIG_IGN)\n"
        for name in ("INT", "TERM", "HUP", "QUIT")
    )
    stubborn.write_text(
        f"import os, signal, time\n{ignored}open({str(pids)!r} + f'/{{os.getpid()}}', "
        "'w').close()\ntime.sleep(600)\n"
    )
    program = shlex.join([sys.executable, "-I", "-S", str(stubborn)])
    command = [
        sys.executable,
        "-m",
        "lab",
        words[0],
        "tictactoe",
        *(word.format(program) for word in words[1:]),
    ]
    process = subprocess.Popen(
        command,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        until(lambda: len(list(pids.iterdir())) == 2)
        time.sleep(0.2)
        for name in signals:
            process.send_signal(getattr(signal, f"SIG{name}"))
            time.sleep(0.04)
        process.wait(30)
        until(lambda: all(is_gone(int(path.name)) for path in pids.iterdir()))
    finally:
        process.kill()
        process.wait()


def test_an_endless_answer_ends_as_a_flood_or_as_old_answers(bot: Bot) -> None:
    result = against(bot("hear()\nwhile True: print('0 0')"))
    assert (
        "bytes that nobody had asked for" in faults(result)[0]
        or "0 0 is not a legal cell" in faults(result)[0]
    )


def test_programs_that_ignore_the_end_are_ended(bot: Bot) -> None:
    stubborn = (
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nfor _ in range(9):\n    try: "
        "say(hear()[0])\n    except EOFError: time.sleep(99)"
    )
    child = (
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)', __file__])\n"
        + FIRST_CELL
    )
    result = play("tictactoe", [bot(stubborn), bot(child)], seed=1)
    assert faults(result) == []


def test_a_game_that_goes_on_asks_the_stopped_no_more(bot: Bot) -> None:
    body = "input(); [input() for _ in range(3)]; raise SystemExit(3)"
    result = play("tron:players=3", [bot(body), "scripted", "scripted"], budget="1it", seed=2)
    assert len(faults(result)) == 1 and result.outcome[0] == -1.0


def test_who_was_stopped_is_told_why_in_later_turns_too(bot: Bot) -> None:
    game = TicTacToe()
    seat = parse_seat(bot("raise SystemExit(3)"), game)
    assert isinstance(seat, ProgramSeat)
    player = ProgramPlayer(game, 0, seat.program)
    errors = []
    for turn in (0, 2):
        player.begin(game.initial(1), turn)
        errors.append(player.decide().error)
    player.close()
    assert "turn 1: it ended with exit code 3 before line 1 of its answer." in errors[0]
    assert (
        "turn 3: it was stopped in turn 1, because it ended with exit code 3 before line 1 "
        "of its answer."
    ) in errors[1]


def test_standard_error_is_kept_bounded(bot: Bot) -> None:
    result = against(
        bot(
            "hear(); sys.stderr.write('hm\\n' + 'x' * 99999); sys.stderr.flush(); raise "
            "SystemExit(1)"
        )
    )
    decision = result.turns[0].decisions[0]
    assert (
        decision is not None
        and decision.stderr.startswith("hm\nxxx")
        and "\n... 83,618 characters left out ...\nxxx" in decision.stderr
    )
    assert len(decision.stderr) < MOST_STDERR + 50


@pytest.mark.parametrize(
    "body",
    [
        FIRST_CELL,
        "say(hear()[0]); hear(); print('oh', file=sys.stderr); say('x y')",
        "hear()",
        "print('0 0\\n' * 999999)",
    ],
)
def test_replays_read_the_answers_again(bot: Bot, tmp_path: Path, body: str) -> None:
    result = against(bot(body))
    save(tmp_path / "match.jsonl", result)
    replay = load(tmp_path / "match.jsonl")
    assert replay.note == "" and replay.setup == result.setup
    kept = [
        (d.lines, d.stderr, d.error) for t in replay.turns for d in t.decisions if d is not None
    ]
    assert kept == [
        (d.lines, d.stderr, d.error) for t in result.turns for d in t.decisions if d is not None
    ]
    assert list(verify(replay)) == [None] * len(result.turns)


def test_the_command_line_tells_what_went_wrong(
    bot: Bot, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        main(
            [
                "match",
                "tictactoe",
                "--seat",
                bot("hear(); say('9 9')"),
                "--seat",
                "random",
                "--budget",
                "1it",
            ]
        )
        == 0
    )
    assert "turn 1: line 1: 9 9 is not a legal cell." in capsys.readouterr().out


def test_what_it_received_is_what_it_read(bot: Bot) -> None:
    body = """
def read(): print(line := input(), file=sys.stderr, flush=True); return line
laps, count = int(read()), int(read())
for _ in range(count): read()
for turn in range(2):
    for _ in range(4): read()
    say("8000 4500 100"); say("8000 4500 100")
"""
    result = play("csb", ["random", bot(body)], budget="1it", seed=1)
    before, received = result.initial, []
    for turn in result.turns[:2]:
        said = frame(parse_game("csb"), before, turn).said
        assert said[0] is None and said[1] is not None
        assert "".join(f"{line}\n" for line in said[1].received) == said[1].stderr
        received.append(len(said[1].received))
        before = turn.state
    assert received[0] > received[1] == 4
