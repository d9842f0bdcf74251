"""Every shipped experiment, played: its `--quick` run of two groups ends with a verdict for each
row. The budgets are a few iterations, which changes no other word of the file. All but a few
compile for minutes.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lab.cli import DIFFERENCE, OK, OPEN, main, playing
from lab.experiments.claims.result import chosen_parts, seeds_of
from lab.experiments.claims.rows import ExperimentTable
from lab.experiments.claims.shelf import load
from lab.experiments.claims.verdicts import RowFinding
from tests.lab.experiments.claims.test_files import SHIPPED
from tests.lab.experiments.fake_hands import Here

CHEAP = ("alphabeta-depth", "csb-robostac", "two-killers")
CHOSEN = [pytest.param(name, marks=[] if name in CHEAP else [pytest.mark.long]) for name in SHIPPED]
FEW = ("8it", "11it", "14it")  # in place of the file's own budgets


def cheap(text: str) -> str:
    """The file with few iterations in each of its budgets."""
    budgets = re.findall(r'"(\d+it)"', re.search(r"^budget .*$", text, re.MULTILINE)[0])  # type: ignore[index] # every file has them
    for before, after in zip(budgets, FEW, strict=False):
        text = text.replace(f'"{before}"', f'"{after}"')
    return text


@pytest.mark.parametrize("name", CHOSEN)
def test_a_quick_run_of_two_groups_ends_with_a_verdict(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hands = Here(2)
    monkeypatch.setattr(playing, "LocalHands", lambda *about: hands)
    path = tmp_path / f"{name}.toml"
    path.write_text(cheap(load(name).text), encoding="utf-8")
    where = ["--store", str(tmp_path / "games.db"), "--json"]
    code = main(["experiment", "run", str(path), "--quick", "--groups", "2", *where])
    found = json.loads(capsys.readouterr().out)
    table = ExperimentTable(load(str(path)))
    quick = chosen_parts(table, table.budgets[0])
    assert code in (OK, DIFFERENCE, OPEN) and quick
    played = [row for row in found["rows"] if row["budget"] == table.budgets[0].text]
    assert [row["row"] for row in played] == [part.row.name for part in quick]
    words = {each.value for each in RowFinding}
    for row in played:
        assert row["groups"] == 2 and row["verdict"] in words and row["low"] <= row["high"]
    others = [row for row in found["rows"] if row not in played]
    assert others and not any(row["groups"] for row in others)
    assert {job.seed for job in hands.jobs} == (
        set() if table.measures else set(seeds_of(table)[:2])
    )
