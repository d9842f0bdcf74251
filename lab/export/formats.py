"""Tables as files: CSV, JSON lines, and Parquet where pyarrow is installed."""

from __future__ import annotations

import importlib
import importlib.util
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from lab.export.cells import known, lines
from lab.export.schema import Row, TableColumn, columns_of

CSV, JSON_LINES, PARQUET, DOT = ".csv", ".jsonl", ".parquet", ".dot"
TABLES_AS = (CSV, JSON_LINES, PARQUET)
PAGE = ".html"
FILMS_AS = (".gif", ".webp", ".png", ".mp4", ".webm")
NO_PARQUET = "Parquet needs pyarrow, which is not installed: pip install 'smitsilab[data]'."


class NoFormat(ValueError):
    """A file that cannot be written in this format; the text is one sentence for a person."""


def has_parquet() -> bool:
    """Whether pyarrow is installed."""
    return importlib.util.find_spec("pyarrow") is not None


def write(path: Path, tables: Sequence[str], rows: Iterable[Row], format: str) -> int:
    """Writes the rows of these tables into `path` and returns how many there are; NoFormat where
    the format is not available.
    """
    columns = columns_of(tables)
    if format == PARQUET:
        return _parquet(path, columns, rows)
    count = 0
    with open(path, "w", encoding="utf-8", newline="") as file:
        for text in _csv(columns, rows) if format == CSV else _json_lines(columns, rows):
            file.write(text)
            count += 1
    return count - (format == CSV)


def _csv(columns: Sequence[TableColumn], rows: Iterable[Row]) -> Iterator[str]:
    names = [column.name for column in columns]
    yield lines([names])
    for row in rows:
        yield lines([[row.get(name) for name in names]])


def _json_lines(columns: Sequence[TableColumn], rows: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        found = {column.name: known(row.get(column.name)) for column in columns}
        yield json.dumps(found, ensure_ascii=False, allow_nan=False) + "\n"


def _parquet(path: Path, columns: Sequence[TableColumn], rows: Iterable[Row]) -> int:
    if not has_parquet():
        raise NoFormat(NO_PARQUET)
    arrow: Any = importlib.import_module("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    kinds = {int: arrow.int64(), float: arrow.float64(), str: arrow.string(), bool: arrow.bool_()}
    schema = arrow.schema([(column.name, kinds[column.kind]) for column in columns])
    whole = [{c.name: known(row.get(c.name)) for c in columns} for row in rows]
    parquet.write_table(arrow.Table.from_pylist(whole, schema=schema), str(path))
    return len(whole)
