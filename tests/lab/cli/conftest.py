"""The command line in this process, for the tests of its commands."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lab.cli import main

ROOT = Path(__file__).parents[3]
TRACES = ROOT / "tests" / "traces"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line: (exit code, stdout, stderr)."""

    def once(*words: object) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main([str(word) for word in words])
        out = capsys.readouterr()
        return code, out.out, out.err

    return once


BOT = """
import sys
for line in sys.stdin:
    fields = line.split()
    if len(fields) == 1 and fields[0].isdigit():
        cells = [input() for _ in range(int(fields[0]))]
        print(cells[{which}], flush=True)
"""


def program(path: Path, which: int) -> str:
    """A program that always plays its first or its last legal cell."""
    path.write_text(BOT.format(which=which))
    return f"cmd:{shlex.join([sys.executable, '-I', '-S', str(path)])},patience=50"
