"""What commands print on consoles and into files of any encoding."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lab.cli.console import PLAIN, speak

ROOT = Path(__file__).parents[3]
UNCOMPILED = os.environ | {"NUMBA_DISABLE_JIT": "1"}
PLAYERS = ("--seat", "random", "--seat", "random")
COMMANDS = {
    "match": ("match", "tictactoe", *PLAYERS, "--matches", "6"),
    "lesson": ("lesson", "alphabeta"),
    "iterations": ("lesson", "mcts", "--iterations", "3"),
    "estimate": ("estimate", "pi", "--samples", "200"),
}


def spoken(encoding: str, *words: str) -> tuple[int, str, str]:
    """A command whose output goes into pipes of that encoding, read as UTF-8."""
    done = subprocess.run(
        [sys.executable, "-m", "lab", *words],
        cwd=ROOT,
        env=UNCOMPILED | {"PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_encoding_gets_the_same_text(name: str) -> None:
    wanted = spoken("utf-8", *COMMANDS[name])
    assert wanted[0] == 0 and not wanted[1].isascii()
    for encoding in ("cp1252", "ascii", "latin-1"):
        assert spoken(encoding, *COMMANDS[name])[:2] == wanted[:2], encoding


def test_a_replay_and_a_sentence_about_a_file_with_an_umlaut(tmp_path: Path) -> None:
    path = tmp_path / "Übung.jsonl"
    assert spoken("utf-8", "match", "csb", *PLAYERS, "--out", str(path))[0] == 0
    wanted = spoken("utf-8", "replay", str(path))
    assert wanted[0] == 0 and "−" in wanted[1]
    missing = f"smitsilab: {path}x cannot be read: No such file or directory.\n"
    for encoding in ("cp1252", "ascii", "latin-1"):
        assert spoken(encoding, "replay", str(path)) == wanted
        assert spoken(encoding, "replay", f"{path}x") == (2, "", missing)


class Terminal(io.TextIOWrapper):
    """A terminal that shows one encoding only."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [
        ("utf-8", "−0.5 – 92 % ± 3 ━━ ü λ"),
        ("latin-1", "-0.5 - 92 % ± 3 == ü \\u03bb"),
        ("cp1252", "-0.5 – 92 % ± 3 == ü \\u03bb"),
        ("ascii", "-0.5 - 92 % +- 3 == \\xfc \\u03bb"),
    ],
)
def test_a_terminal_keeps_its_encoding_and_gets_plain_signs(
    encoding: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(sys, "stderr", None)
    speak()
    print("−0.5 – 92 % ± 3 ━━ ü λ", end="", flush=True)
    assert terminal.errors == PLAIN
    assert terminal.buffer.getvalue().decode(encoding) == shown  # type: ignore[attr-defined]


def test_what_is_no_text_stream_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stdout", stream)
    speak()
    print("−", end="")
    assert stream.getvalue() == "−"
