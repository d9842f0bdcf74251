"""README shows what the commands print."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engines import games
from lab.cli import main
from lab.match.seats import suiting
from tests import ratings

README = Path(__file__).parents[1] / "README.md"


def test_the_matrix_is_the_one_that_the_command_prints(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["list", "--matrix"])
    shown = README.read_text(encoding="utf-8")
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines() if line.strip()]
    missing = [line for line in lines if f"    {line}\n" not in shown]
    assert lines and not missing, "README's matrix is old; paste: smitsilab list --matrix"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (ratings.README, ratings.overview),
        (ratings.STRENGTH, ratings.overview),
        (ratings.STRENGTH, ratings.details),
    ],
)
def test_the_tables_of_strength_follow_from_the_results(
    path: Path, text: Callable[[], str]
) -> None:
    shown = path.read_text(encoding="utf-8")
    assert f"\n{text()}\n{ratings.END}" in shown, "write them: python -m tests.ratings write"


@pytest.mark.parametrize("name", ratings.ORDER)
def test_the_first_choice_of_a_game_is_not_surely_weaker_than_another(name: str) -> None:
    pool = ratings.long().get(name) or ratings.short()[name]
    assert suiting(games()[name]()) in pool.level
