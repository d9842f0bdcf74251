"""Every command of the documents runs, in the order of its page and in one folder, as a reader
would give them; only the counts are small, and what opens a window or waits for another machine is
left out.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.cli import BAD_INPUT, INTERRUPTED, main
from tests.test_readme import DOCS, ROOT, pages, said

SMALL = {  # what a flag is given instead
    **{"--matches": "2", "--games": "6", "--groups": "1", "--processes": "1"},
    **{"--iterations": "30", "--playouts": "200", "--positions": "1", "--nodes": "8000"},
    **{"--budget": "20it", "--turns": "1", "--turn": "1", "--pool": "tictactoe"},
}
FEWER = {  # what a command is given that has no such flag, to end soon
    "test": {"--groups": "1", "--budget": "20it"},
    "tune": {"--games": "6", "--budget": "20it"},
    "table": {"--matches": "2", "--player": "random --player scripted"},
    "sweep": {"--budget": "20it"},
    "arena play": {"--games": "6"},
    "experiment run": {"--groups": "1", "--quick": ""},
    "review": {"--turns": "1"},
    "learn": {"--generations": "1", "--positions": "1000", "--iterations": "20", "--trials": "2"},
}
LEFT_OUT = (  # a window, another machine, a program that waits for its referee, what others test
    *("arena watch", "worker", "bot", "referee", "bench gui", "demo"),
    *("COMMAND", "GAME", "NAME", "FOLDER", "--help", "--cluster", "--load", "--branch", "--claims"),
    "--verify=1000",
)
# pages whose commands play for a minute
SLOW = ("command-line", "learning", "speed", "strength", "tuned")
ALONE = (["list"],)  # what one word asks for; others are names in a sentence


def small(words: list[str]) -> list[str]:
    """The same command with small counts."""
    made = list(words)
    for flag, value in SMALL.items():
        for at in [i for i, word in enumerate(made) if word == flag]:
            made[at + 1] = value
    for start, more in FEWER.items():
        if " ".join(words).startswith(start):
            made += [
                word for flag in more if flag not in words for word in (flag, *more[flag].split())
            ]
    made = [word.replace("budget=2000it", "budget=20it") for word in made]
    return [re.sub(r"^(\w+=[\d.]+:[\d.]+):\d+", r"\1:2", word) for word in made]


def runs(line: str) -> bool:
    """Whether a command ends by itself, on this machine alone."""
    words = shlex.split(line)[1:]
    named = len(words) > 1 or words in ALONE
    return named and not any(f" {each} " in f"{line} " for each in LEFT_OUT)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A reader's folder, with the files that the pages take for granted."""
    monkeypatch.setenv("SMITSILAB_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("SMITSILAB_LOAD", "")  # what a page's own files add to
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    assert main(["match", "tictactoe", *2 * ("--seat", "random"), "--out", "game.json"]) == 0
    (tmp_path / "openings.txt").write_text("X../.../... O\n", encoding="utf-8")
    stub = "gameloop\nread cell:int\n\nanswer MOVE cell:int | WAIT\n"
    (tmp_path / "stub.txt").write_text(stub, encoding="utf-8")
    bot = tmp_path / "mybot"
    bot.write_text(f"#!/bin/sh\nexec {sys.executable} -m lab bot uttt --algorithm random\n")
    bot.chmod(0o755)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", ""))))
    yield tmp_path


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.stem, marks=[pytest.mark.long] * (page.stem in SLOW))
        for page in pages()
    ],
)
def test_every_command_runs(page: Path, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for line in dict.fromkeys(said(page)):
        if not runs(line):
            continue
        words = small(shlex.split(line.replace("\\|", "|"))[1:])
        if words[:2] == ["replay", "match.jsonl"] and not Path("match.jsonl").exists():
            Path("game.json").rename("match.jsonl")
        code = main(words)
        told = capfd.readouterr()
        assert code not in (BAD_INPUT, INTERRUPTED), f"{words}: {told.err}"
        assert told.out or told.err or "--out" in words, words


def test_most_commands_run() -> None:
    """Else nothing above would mean much."""
    lines = {line for page in pages() for line in said(page)}
    assert len([line for line in lines if runs(line)]) > 0.5 * len(lines)
    assert any(runs(line) for line in said(DOCS / "command-line.md"))
