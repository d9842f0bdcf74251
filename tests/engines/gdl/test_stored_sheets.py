"""Sheets that are kept on disk: a damaged file costs what it saved, and nothing else."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from engines.gdl import sheet
from resources import path

TEXT = path("games", "breakthrough.kif").read_text(encoding="utf-8")


def test_a_damaged_file_counts_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "cache_folder", lambda: tmp_path)
    made = sheet._made(TEXT, sheet.digest_of_text(TEXT), str)
    sheet._store(made)
    file = sheet._place(made.digest)
    whole, draw = file.read_bytes(), random.Random(3)
    again = sheet._stored(made.digest)
    assert again is not None and again.facts == made.facts and again.moves == made.moves
    assert np.array_equal(again.tables, made.tables) and again.survey == made.survey
    for _ in range(200):
        data = bytearray(whole)
        for _ in range(draw.randrange(1, 4)):
            data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
        file.write_bytes(data if draw.random() < 0.7 else data[: draw.randrange(len(data))])
        found = sheet._stored(made.digest)
        assert found is None or np.array_equal(found.tables, made.tables)
