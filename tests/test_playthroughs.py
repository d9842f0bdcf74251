"""The written playthroughs are what the games still play."""

from __future__ import annotations

import pytest

from engines import games
from tests.playthrough import FOLDER, playthrough


@pytest.mark.parametrize("name", games())
def test_playthrough(name: str) -> None:
    written = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert playthrough(games()[name]()) == written, (
        "if this is meant: python -m tests.playthrough --write"
    )


def test_no_file_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(games())
