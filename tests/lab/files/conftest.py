"""A small replay as lines, and how changed lines become a file."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lab.files.replay import save
from lab.match.play import play


@pytest.fixture
def lines(tmp_path: Path) -> list[dict[str, Any]]:
    """The lines of a small whole replay."""
    save(tmp_path / "whole.jsonl", play("tictactoe", ["uct", "random"], budget="20it", seed=3))
    return [json.loads(line) for line in (tmp_path / "whole.jsonl").read_text().splitlines()]


@pytest.fixture
def written(tmp_path: Path) -> Callable[[list[dict[str, Any]]], Path]:
    """Writes lines as a replay and gives its path."""

    def write(lines: list[dict[str, Any]]) -> Path:
        path = tmp_path / "changed.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    return write
