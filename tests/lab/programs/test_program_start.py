"""The clock of a program's first turn: starting is not thinking."""

from __future__ import annotations

import math
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from engines.tictactoe import TicTacToe
from lab.match.program_player import ProgramPlayer
from lab.match.seat import ProgramSeat
from lab.match.seats import parse_seat
from lab.programs.process import Process, ProgramLine, end_all
from tests.waiting import HANG_S, is_gone, until


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows whether somebody has read")
def test_a_program_is_starting_until_it_reads(tmp_path: Path) -> None:
    """An interpreter comes up, libraries are loaded; this one reads when it may."""
    may_read, body = tmp_path / "may_read", tmp_path / "bot.py"
    body.write_text(
        f"import os, time\nwhile not os.path.exists({str(may_read)!r}): time.sleep(0.01)\n"
        "print(input(), flush=True)\n"
    )
    process = Process([sys.executable, "-I", "-S", str(body)], start_s=600.0)
    try:
        process.say(["hello"])
        asked = time.perf_counter()
        until(lambda: asked < process._idle_at < math.inf)
        not_yet = process._idle_at
        may_read.touch()
        reads = process.reading(asked)
        (line,) = process.hear(1, time.perf_counter() + HANG_S)
        assert line.text == "hello" and not_yet <= reads <= line.at
    finally:
        process.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups")
def test_a_request_to_end_while_a_program_starts_leaves_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The signal comes when the process is there and nobody has its number yet."""
    found: list[int] = []
    start = subprocess.Popen

    def interrupted(words: Sequence[str], **options: object) -> subprocess.Popen[bytes]:
        started: subprocess.Popen[bytes] = start(words, **options)  # type: ignore[call-overload]
        found.append(started.pid)
        signal.raise_signal(signal.SIGTERM)
        return started

    monkeypatch.setattr(subprocess, "Popen", interrupted)
    before = signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        with pytest.raises(SystemExit):
            Process([sys.executable, "-I", "-S", "-c", "import time; time.sleep(600)"])
    finally:
        signal.signal(signal.SIGTERM, before)
    end_all()
    until(lambda: is_gone(found[0]))


class Timed:
    """A program that somebody else runs: it begins to read and answers after the given seconds."""

    flooded = ended = False

    def __init__(self, reads_s: float, answers_s: float) -> None:
        self.reads_s, self.answers_s, self.asked = reads_s, answers_s, 0.0

    def say(self, lines: Sequence[str]) -> None:
        pass

    def reading(self, since: float) -> float:
        self.asked = since
        return since + self.reads_s

    def hear(self, count: int, until: float) -> list[ProgramLine]:
        return [ProgramLine("0 0", self.asked + self.answers_s)]

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
    player = ProgramPlayer(game, 0, spec.program, Timed(reads_s, 1.2))
    player.begin(game.initial(1), 0)
    decision = player.decide()
    assert decision.limit_ms == 400
    assert decision.seconds == pytest.approx(1.2 - reads_s)
    assert decision.overrun_ms == pytest.approx(late_ms, abs=1e-3)
