"""The command line as a process: what it loads, how it ends, and where its output goes."""

import errno
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from lab.cli import running
from lab.cli.show import table
from tests.process import said

ROOT = Path(__file__).parents[3]
TRACES = ROOT / "tests" / "traces"

Run = Callable[..., tuple[int, str, str]]


def test_the_command_line_does_not_import_qt(tmp_path: Path) -> None:
    program = """
import sys
class NoQt:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6", "pyqtgraph"):
            raise ImportError(f"{name} was imported")
sys.meta_path.insert(0, NoQt())
from lab.cli import main
players = ["--seat", "uct", "--seat", "random"]
words = [["list"], ["match", "tictactoe", *players, "--budget", "20it", "--out", sys.argv[1]],
    ["replay", sys.argv[1], "--verify"], ["bench", "rules", "tictactoe", "--playouts", "5"],
    ["bench", "search", "tictactoe", "uct", "--iterations", "5"],
    ["warm", "tictactoe", "--algorithm", "random"]]
print([main(w) for w in words][-6:])
assert not [name for name in sys.modules if "PySide" in name or "pyqtgraph" in name]
"""
    lines = said("-c", program, str(tmp_path / "r.jsonl")).splitlines()
    assert lines[-1] == "[0, 0, 0, 0, 0, 0]"


def test_python_m_lab_is_the_same_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lab", "lst"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (
        2,
        "smitsilab: There is no command lst; did you mean list?\n",
    )


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_goes_away_is_no_error(unbuffered: str) -> None:
    """Whether that is noticed by the first line or in the end."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as out:
        done = subprocess.run(
            [sys.executable, "-m", "lab", "list"],
            cwd=ROOT,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 0 and "Traceback" not in done.stderr


def test_another_pipe_that_breaks_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> NoReturn:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    monkeypatch.setattr(running, "_run", broken)
    code, _, errors = run("list")
    assert code == 2 and "Broken pipe" in errors


def test_an_interrupted_series_still_tells_its_score(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    import lab.cli.match as command

    real = command.each_match

    def stops(*args: Any) -> Any:
        yield from list(real(*args))[:3]
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "each_match", stops)
    code, out, _ = run("match", "tictactoe", "--seat", "random", "--seat", "random", "--matches", 6)
    assert code == 130 and "3 matches" in out


def test_without_a_screen_the_demo_is_played_instead(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    import lab.cli.demo

    played: list[Path] = []
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(lab.cli.demo, "demo", lambda folder: played.append(folder) or 0)
    code, _, err = run()
    assert (code, played) == (0, [Path("out")])
    assert err == (
        "No screen: neither DISPLAY nor WAYLAND_DISPLAY is set. So the demo match is played "
        "into the folder out.\n"
    )


def test_tables_are_aligned() -> None:
    assert table([["a", "b"], ["long", "1"]], right=(1,)) == "a     b\nlong  1"
    assert table([]) == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_behind_the_output_is_told() -> None:
    with open("/dev/full", "w") as full:
        words = [sys.executable, "-m", "lab", "--version"]
        done = subprocess.run(
            words, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr.count("\n")) == (
        2,
        1,
    ) and "No space left on device" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes them")
def test_without_standard_error_answers_are_all_that_is_said(tmp_path: Path) -> None:
    def said(words: str, text: str = "") -> tuple[int, str]:
        line = f"{shlex.quote(sys.executable)} -m lab {words} 2>&-"
        env = os.environ | {"NUMBA_DISABLE_JIT": "1"}
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=ROOT,
            env=env,
            input=text,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout

    assert said("bot uttt --algorithm random --verbose", "-1 -1\n1\n3 3\n") == (0, "3 3\n")
    code, out = said("match tictactoe --seat random --seat random")
    assert code == 0 and "Tic-tac-toe, 1 match" in out
    assert said("match tictactoe --seat nobody") == (2, "")


def test_a_bot_that_cannot_answer_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    code, _, err = run("bot", "uttt", "--algorithm", "random")
    assert (
        code == 2
        and err == "smitsilab: Standard output is closed, so there is nowhere to answer.\n"
    )


@pytest.mark.parametrize("damage", ["cut", "a line less", "compressed and cut"])
def test_a_damaged_replay_is_told_and_gives_exit_code_2(
    run: Run, tmp_path: Path, damage: str
) -> None:
    path = tmp_path / ("match.jsonl.gz" if "compressed" in damage else "match.jsonl")
    run("match", "tictactoe", "--seat", "random", "--seat", "random", "--out", path)
    data = path.read_bytes()
    lines, part = data.splitlines(keepends=True), data[: len(data) * 2 // 3]
    # a cut where a writer that goes on ends is a match that goes on
    part = part[:-1] if part.endswith((b"\n", b"\0\0\xff\xff")) else part
    path.write_bytes(b"".join(lines[:3] + lines[4:]) if damage == "a line less" else part)
    for words in ([], ["--verify"]):
        code, out, err = run("replay", path, *words)
        said = [line for line in err.splitlines() if not line.startswith("turn ")]
        assert code == 2 and out and len(said) == 1 and said[0].startswith(f"smitsilab: {path}: ")


@pytest.mark.parametrize("words", [["bot", "uttt", "--algorithm", "random"], ["referee", "uttt"]])
def test_a_closed_input_is_one_sentence(
    run: Run, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    code, out, err = run(*words)
    assert (code, out) == (2, "") and err.startswith("smitsilab: Standard input is closed")
