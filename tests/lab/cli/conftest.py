"""The command line in this process, for the tests of its commands."""

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
