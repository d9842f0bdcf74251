"""`smitsilab replay` of a match with a program: why it failed, and what it wrote on the way."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lab.files.replay import Replay, load, save
from lab.match.play import play

Run = Callable[..., tuple[int, str, str]]
BOT = """
import sys
for depth in range(1):
    input(); cells = [input() for _ in range(int(input()))]
    print("depth", depth, chr(27), file=sys.stderr, flush=True)
    print(cells[0], flush=True)
input()
raise ValueError("no second\\nmove")
"""


def test_reasons_are_printed_and_standard_error_on_request(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    words = shlex.join([sys.executable, "-I", "-S", str(tmp_path / "bot.py")])
    save(tmp_path / "m.jsonl", play("tictactoe", ["random", f"cmd:{words},patience=99"], seed=1))
    code, out, _ = run("replay", tmp_path / "m.jsonl")
    assert code == 0
    _, _, wrong = out.partition("\nWhat went wrong:\n  Seat 2 (")
    assert "Last line on stderr: ValueError: no second\n" in wrong
    assert "Programs wrote to standard error in " in wrong
    assert "Traceback" not in out
    _, whole, _ = run("replay", tmp_path / "m.jsonl", "--stderr")
    assert "\nStandard error of seat 2, move 2:\n  depth 0 \\x1b\n" in whole
    assert "\n  Traceback (most recent call last):\n" in whole
    assert whole.rstrip().endswith("  ValueError: no second\n  move")


def test_a_verification_that_is_stopped_says_how_far_it_was(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import lab.cli.replay as command

    def stopped(replay: Replay) -> Iterator[None]:
        yield from (None, None)
        raise KeyboardInterrupt

    save(tmp_path / "m.jsonl", play("tictactoe", ["random", "random"], seed=1))
    monkeypatch.setattr(command, "verify", stopped)
    turns = len(load(tmp_path / "m.jsonl").turns)
    new = tmp_path / "new.jsonl"
    code, out, _ = run("replay", tmp_path / "m.jsonl", "--verify", "--save", new)
    assert (code, out) == (130, f"Stopped; 2/{turns} turns played again the same.\n")
    assert not new.exists()


def test_blank_standard_error_is_not_mentioned(run: Run, tmp_path: Path) -> None:
    spoken = BOT.replace('"depth", depth, chr(27)', '""').replace("range(1)", "range(9)")
    (tmp_path / "bot.py").write_text(spoken)
    words = shlex.join([sys.executable, "-I", "-S", str(tmp_path / "bot.py")])
    save(tmp_path / "m.jsonl", play("tictactoe", ["random", f"cmd:{words},patience=99"], seed=1))
    for option in ([], ["--stderr"]):
        _, out, _ = run("replay", tmp_path / "m.jsonl", *option)
        assert "tandard error" not in out
