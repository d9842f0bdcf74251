"""Programs as players: answers, faults, time, replays, and that no process is left."""

from __future__ import annotations

import math
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from engines.game import FORFEIT, Game
from engines.knobs import KnobError
from engines.tictactoe import TicTacToe
from lab.cli import main
from lab.experiments.series import play_series
from lab.files.replay import load, save
from lab.files.verify import verify
from lab.match.play import MatchResult, frame, play
from lab.match.program_player import ProgramPlayer
from lab.match.seat import ProgramSeat
from lab.match.seats import command, format_seat, make_setup, parse_game, parse_seat
from lab.programs.process import MOST_STDERR, Process, ProgramLine
from tests.waiting import HANG_S, is_gone, until

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
            "exit code 1 before line 1 of its answer. Its last words: ValueError: no idea",
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
        "time.sleep(99)",  # never reads
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
        and faults(result)[0].endswith("With patience=0.2 it would have twice the time.")
    )


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows whether somebody has read")
def test_a_program_is_starting_until_it_reads(tmp_path: Path) -> None:
    """An interpreter comes up, libraries are loaded; this one reads when it is let."""
    may_read, body = tmp_path / "may_read", tmp_path / "bot.py"
    body.write_text(
        f"import os, time\nwhile not os.path.exists({str(may_read)!r}): time.sleep(0.01)\n"
        "print(input(), flush=True)\n"
    )
    process = Process([sys.executable, "-I", "-S", str(body)], start_s=600.0)
    try:
        process.say(["hello"])
        told = time.perf_counter()
        until(lambda: told < process._idle_at < math.inf)
        not_yet = process._idle_at
        may_read.touch()
        reads = process.reading(told)
        (line,) = process.hear(1, time.perf_counter() + HANG_S)
        assert line.text == "hello" and not_yet <= reads <= line.at
    finally:
        process.close()


class Told:
    """A program that somebody else runs: it begins to read and answers after so many seconds."""

    flooded = ended = False

    def __init__(self, reads_s: float, answers_s: float) -> None:
        self.reads_s, self.answers_s, self.told = reads_s, answers_s, 0.0

    def say(self, lines: Sequence[str]) -> None:
        pass

    def reading(self, since: float) -> float:
        self.told = since
        return since + self.reads_s

    def hear(self, count: int, until: float) -> list[ProgramLine]:
        return [ProgramLine("0 0", self.told + self.answers_s)]

    def unfinished(self) -> str:
        return ""

    def take_stderr(self) -> str:
        return ""

    def how_it_ended(self) -> str:
        return "ended"

    def close(self) -> None:
        pass


@pytest.mark.parametrize(("reads_s", "late_ms"), [(0.8, 0.0), (0.5, 300.0), (0.0, 800.0)])
def test_starting_is_not_the_first_turn(reads_s: float, late_ms: float) -> None:
    """The clock runs from the moment it reads; the limit is 1,000 ms times the patience."""
    game = TicTacToe()
    spec = parse_seat("cmd:bot,patience=0.4", game)
    assert isinstance(spec, ProgramSeat)
    player = ProgramPlayer(game, 0, spec.program, Told(reads_s, 1.2))
    player.begin(game.initial(1), 0)
    decision = player.decide()
    assert decision.limit_ms == 400
    assert decision.seconds == pytest.approx(1.2 - reads_s)
    assert decision.overrun_ms == pytest.approx(late_ms, abs=1e-3)


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
    assert faults(result)[0].endswith(r"Its last words: the \x1b[31mreal reason")


def test_a_script_whose_interpreter_is_missing(tmp_path: Path) -> None:
    script = tmp_path / "bot"
    script.write_text("#!/nowhere/python\n")
    script.chmod(0o755)
    with pytest.raises(KnobError, match="the interpreter that its first line names was not found"):
        against(f"cmd:{script}")


@pytest.mark.parametrize(
    "signals", [["INT", "INT", "INT"], ["TERM", "TERM"], ["HUP"], ["HUP", "INT"], ["QUIT"]]
)
@pytest.mark.parametrize(
    "words",
    [["match", "--seat", "cmd:{}", "--seat", "cmd:{}"], ["referee", "-p1", "{}", "-p2", "{}"]],
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


@pytest.mark.parametrize(
    "text", ["cmd:./mybot", "cmd:./mybot -x 1,2 'a b',patience=2", 'cmd:"my bot" --level=3']
)
def test_the_text_of_a_program_round_trips(text: str) -> None:
    game = parse_game("uttt")
    spec = parse_seat(text, game)
    assert format_seat(spec, game) == text and parse_seat(format_seat(spec, game), game) == spec
    setup = make_setup(game, [spec, "random"], seed=1, budget="5it")
    assert setup.seats[0].budget is None and shlex.quote(text) in command(setup)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cmd:", "cmd:COMMAND"),
        ("cmd:./bot 'a", "not understood"),
        ("cmd:./bot,patience=0", "0.01 to"),
        ("cmd:./bot,patience=much", "not a number"),
    ],
)
def test_bad_texts_are_one_sentence(text: str, said: str) -> None:
    with pytest.raises(KnobError, match=said):
        parse_seat(text, parse_game("uttt"))


def test_a_game_without_text_takes_no_programs() -> None:
    class Mute(TicTacToe):
        view = Game.view

    with pytest.raises(KnobError, match="no text that a program could read"):
        parse_seat("cmd:./bot", Mute())


def test_a_command_that_does_not_exist_is_bad_input(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = [
        "match",
        "uttt",
        "--seat",
        "cmd:/no/such/bot",
        "--seat",
        "random",
        "--out",
        str(tmp_path / "r.jsonl"),
    ]
    assert main(words) == 2
    err = capsys.readouterr().err
    assert (
        "/no/such/bot cannot be started" in err
        and err.count("\n") == 1
        and list(tmp_path.iterdir()) == []
    )
    (tmp_path / "empty").touch(mode=0o755)
    (tmp_path / "empty").write_text("#!/no/such/interpreter\n")
    assert main(["match", "uttt", "--seat", f"cmd:{tmp_path}/empty", "--seat", "random"]) == 2


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
