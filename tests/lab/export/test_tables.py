"""Tables of a match: they say what the replay says, and come back from CSV and JSON unchanged."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path
from typing import Any

import pytest

from lab.export import formats, job
from lab.export.cells import Cell
from lab.export.job import Job, NoFormat, export, rows_of
from lab.export.match_rows import Part
from lab.export.schema import COLUMNS, TABLES, Row, columns_of
from lab.files.replay import Replay
from tests.lab.export import matches

KINDS = {column.name: column.kind for column in COLUMNS}
FROM_FILE = ("turns", "decisions", "actions")


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    return matches.csb(tmp_path_factory.mktemp("race"))


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    return matches.tictactoe(tmp_path_factory.mktemp("board"))


def whole(row: Row, tables: tuple[str, ...]) -> dict[str, Cell]:
    """The row with None for what is missing."""
    found = {column.name: row.get(column.name) for column in columns_of(tables)}
    return {
        name: None if isinstance(cell, float) and math.isnan(cell) else cell
        for name, cell in found.items()
    }


def read_csv(path: Path) -> list[dict[str, Cell]]:
    """A CSV file as a reader would take it who knows the types of the columns."""
    with open(path, encoding="utf-8", newline="") as file:
        return [
            {name: None if text == "" else parsed(name, text) for name, text in row.items()}
            for row in csv.DictReader(file)
        ]


def parsed(name: str, text: str) -> Cell:
    kind = KINDS[name]
    return {"true": True, "false": False}[text] if kind is bool else kind(text)


@pytest.mark.parametrize("tables", [FROM_FILE, *((name,) for name in (*FROM_FILE, "nodes"))])
@pytest.mark.parametrize("ending", [".csv", ".jsonl"])
def test_every_row_comes_back(
    race: Replay, tmp_path: Path, tables: tuple[str, ...], ending: str
) -> None:
    path, wanted = tmp_path / f"e{ending}", Job(tables, least=1)
    expected = [whole(row, tables) for row in rows_of(race, wanted)]
    assert export(path, race, wanted) == len(expected) > 0
    if ending == ".csv":
        assert read_csv(path) == expected
    else:
        assert [json.loads(line) for line in path.read_text("utf-8").splitlines()] == expected


def test_cells_are_of_the_types_of_their_columns(race: Replay, board: Replay) -> None:
    for replay in (race, board):
        for row in rows_of(replay, Job(tuple(TABLES), Part(1, 2), least=1)):
            assert set(row) - {"table"} <= TABLES[str(row["table"])]
            for name, cell in row.items():
                assert cell is None or type(cell) is KINDS[name], (name, cell)


def test_columns_have_one_order_and_are_all_used() -> None:
    used = frozenset().union(*TABLES.values()) | {"table"}
    assert used == {column.name for column in COLUMNS}
    names = [column.name for column in columns_of(tuple(TABLES))]
    for table in TABLES:
        own = [column.name for column in columns_of((table,))]
        assert own == [name for name in names if name in own]


def recorded(replay: Replay) -> list[tuple[int, dict[str, Any]]]:
    """The decisions as the lines of the file have them, with their turns."""
    return [(line["turn"], decision) for line in replay.lines for decision in line["decisions"]]


def test_actions_are_those_of_the_file(race: Replay) -> None:
    expected = [
        (turn, decision["seat"] + 1, agent["agent"] + 1, action, visits)
        for turn, decision in recorded(race)
        for agent in decision["search"]["agents"]
        for action, visits in zip(agent["actions"], agent["visits"], strict=True)
    ]
    keys = ("turn", "seat", "agent", "action", "visits")
    found = [tuple(row[key] for key in keys) for row in rows_of(race, Job(("actions",)))]
    assert found == expected
    assert {(seat, agent) for _, seat, agent, _, _ in expected} == {(1, n) for n in (1, 2, 3, 4)}


def test_exactly_one_action_of_each_own_agent_was_played(board: Replay, race: Replay) -> None:
    for replay in (board, race):
        played: dict[tuple[Cell, ...], int] = {}
        for row in rows_of(replay, Job(("actions",))):
            if replay.game.owner[int(str(row["agent"])) - 1] == int(str(row["seat"])) - 1:
                key = row["turn"], row["seat"], row["agent"]
                played[key] = played.get(key, 0) + bool(row["played"])
        assert played and set(played.values()) == {1}


def test_a_seat_that_waits_has_no_action_and_a_script_no_value(board: Replay, race: Replay) -> None:
    rows = list(rows_of(board, Job(("turns",))))
    waiting = [row for row in rows if row["agent"] == 2 and int(str(row["turn"])) % 2]
    assert waiting and all("action" not in row and "valid" not in row for row in waiting)
    assert [row["outcome"] for row in rows[-2:]] == list(board.outcome)
    assert all(row["outcome"] is None for row in rows[:-2])
    decisions = list(rows_of(race, Job(("decisions",))))
    assert {row["settings"] for row in decisions if row["seat"] == 1} == {
        "smitsimax:depth=3,w.lead=0.5"
    }
    assert {row["iterations"] for row in decisions if row["seat"] == 1} == {60}
    assert {row.get("value") for row in decisions if row["seat"] == 2} == {None}


def test_a_part_of_the_match(race: Replay) -> None:
    rows = list(rows_of(race, Job(FROM_FILE, Part(2, 3, seat=0, agent=1))))
    assert {row["turn"] for row in rows} == {2, 3} and {row["seat"] for row in rows} == {1}
    assert {row["agent"] for row in rows if row["table"] != "decisions"} == {2}


# -- what cannot be written ------------------------------------------------------------------------


class Stopped(Exception):
    """Somebody cancelled."""


@pytest.mark.parametrize("ending", [".csv", ".jsonl"])
def test_a_cancelled_export_leaves_no_file(race: Replay, tmp_path: Path, ending: str) -> None:
    left = 20

    def beat() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise Stopped

    path = tmp_path / f"e{ending}"
    path.write_text("what was there")
    with pytest.raises(Stopped):
        export(path, race, Job(FROM_FILE), beat)
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
    assert path.read_text() == "what was there"


@pytest.mark.parametrize(
    ("tables", "name", "said"),
    [
        (("turns",), "e.pdf", "should end in .csv, .jsonl, .parquet, or .dot"),
        (("turns",), "e.dot", "of nodes only"),
        (("tuns",), "e.csv", "There is no table tuns; there are turns, decisions,"),
        (("",), "e.csv", "There is no table"),
    ],
)
def test_what_cannot_be_written_is_said(
    race: Replay, tmp_path: Path, tables: tuple[str, ...], name: str, said: str
) -> None:
    with pytest.raises(NoFormat, match=said):
        export(tmp_path / name, race, Job(tables))
    assert not list(tmp_path.iterdir())


def test_without_pyarrow_only_parquet_is_missing(
    race: Replay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (formats, job):
        monkeypatch.setattr(module, "has_parquet", lambda: False)
    with pytest.raises(NoFormat, match="needs pyarrow"):
        export(tmp_path / "e.parquet", race, Job(("turns",)))
    assert not list(tmp_path.iterdir())
    assert export(tmp_path / "e.csv", race, Job(("turns",))) == 24


def test_parquet_where_pyarrow_is_installed(race: Replay, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path, wanted = tmp_path / "e.parquet", Job(FROM_FILE)
    expected = [whole(row, FROM_FILE) for row in rows_of(race, wanted)]
    assert export(path, race, wanted) == len(expected)
    assert parquet.read_table(path).to_pylist() == expected
