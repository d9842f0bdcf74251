"""README shows what the commands print."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.cli import main

README = Path(__file__).parents[1] / "README.md"


def test_the_matrix_is_the_one_that_the_command_prints(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["list", "--matrix"])
    shown = README.read_text(encoding="utf-8")
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines() if line.strip()]
    missing = [line for line in lines if f"    {line}\n" not in shown]
    assert lines and not missing, "README's matrix is old; paste: smitsilab list --matrix"
