"""A reopened match is the match that was played, and can be reviewed to its end."""

from __future__ import annotations

from pathlib import Path

from tests.lab.ui.lab_window import opened
from tests.reopened import reopened


def test_a_reopened_match_says_what_it_said_before(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe") as lab:
        found = {seed: reopened(lab, tmp_path, seed, reviews=seed == 4) for seed in range(10)}
    assert {seed: said for seed, said in found.items() if said} == {}
