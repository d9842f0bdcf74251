"""Sheets play what a plain interpreter says they do."""

from __future__ import annotations

from pathlib import Path

import pytest

from resources import path
from tests.engines.gdl.agreeing import difference

SHEETS = sorted(Path(__file__).with_name("sheets").glob("*.kif"))
LARGE = [*path("games").glob("*.kif"), *SHEETS[0].parents[1].glob("large/*.kif")]


@pytest.mark.parametrize("file", SHEETS, ids=lambda file: file.stem)
def test_a_sheet_plays_what_its_rules_say(file: Path) -> None:
    assert difference(file.read_text(), 40) == ""


@pytest.mark.long
@pytest.mark.parametrize("file", SHEETS, ids=lambda file: file.stem)
def test_a_thousand_positions(file: Path) -> None:
    assert difference(file.read_text(), 1000, seed=2) == ""


@pytest.mark.long
@pytest.mark.parametrize("file", sorted(LARGE), ids=lambda file: file.stem)
def test_positions_of_large_sheets(file: Path) -> None:
    assert difference(file.read_text(), 60, seed=2) == ""
