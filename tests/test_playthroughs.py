"""The written playthroughs are what the games still play."""

from __future__ import annotations

import pytest

from engines import games
from tests.playthrough import FOLDER, playthrough


def write_it(name: str) -> str:
    """The command, as part of a sentence."""
    return f"write it: python -m tests.playthrough --write {name}"


@pytest.mark.parametrize("name", games())
def test_playthrough(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    assert path.exists(), f"No playthrough of {name} is recorded; {write_it(name)}"
    written = path.read_text(encoding="utf-8")
    assert playthrough(games()[name]()) == written, f"If this is meant, {write_it(name)}"


def test_no_file_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(games())
