"""What is exported of a match and into which file: the same for the command line and the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lab.export.formats import DOT, PARQUET, TABLES_AS, has_parquet, write
from lab.export.formats import NO_PARQUET as NO_PARQUET
from lab.export.formats import NoFormat as NoFormat
from lab.export.growth import Moments, growth
from lab.export.match_rows import FROM_FILE, Part, review
from lab.export.schema import TABLES, Row
from lab.export.trees import LEAST, dot, nodes, trees
from lab.files.placing import Place
from lab.files.replay import Replay

Beat = Callable[[], None]  # called now and then; an exception ends the work


def _idle() -> None:
    """Nobody waits."""


@dataclass(frozen=True)
class Job:
    """The tables, of which part of the match; `least` visits of a node, `moments` of a growing
    search.
    """

    tables: tuple[str, ...]
    part: Part = field(default_factory=Part)
    least: int = LEAST
    moments: Moments = field(default_factory=Moments)


def rows_of(replay: Replay, job: Job, beat: Beat = _idle) -> Iterator[Row]:
    """All rows, table by table; ReplayError if a search cannot be repeated."""
    for table in job.tables:
        for row in _table(replay, job, table, beat):
            beat()
            yield {"table": table, **row}


def _table(replay: Replay, job: Job, table: str, beat: Beat) -> Iterator[Row]:
    if table in FROM_FILE:
        return FROM_FILE[table](replay, job.part)
    if table == "review":
        return review(replay, job.part)
    if table == "growth":
        return growth(replay, job.part, job.moments, beat)
    whole = trees(replay, job.part, job.least, beat)
    return (row for tree in whole for row in nodes(tree))


def refusal(tables: Sequence[str], path: Path) -> str:
    """Why these tables cannot be written into that file, as a sentence; "" if they can."""
    unknown = [table for table in tables if table not in TABLES]
    if unknown or not tables:
        return (
            f"There is no table {' or '.join(unknown) or 'named'}; there are {', '.join(TABLES)}."
        )
    ending = path.suffix.lower()
    if ending == DOT and tuple(tables) != ("nodes",):
        return "A drawing in DOT is of nodes only."
    if ending not in (*TABLES_AS, DOT):
        return f"The name {path.name} should end in {', '.join(TABLES_AS)}, or {DOT} for nodes."
    return NO_PARQUET if ending == PARQUET and not has_parquet() else ""


def export(path: Path, replay: Replay, job: Job, beat: Beat = _idle) -> int:
    """Writes the tables into `path`, which is replaced only by a whole file; returns the number of
    rows. NoFormat, ReplayError or OSError if it cannot be written.
    """
    if said := refusal(job.tables, path):
        raise NoFormat(said)
    with Place(path, replaces=True) as place:
        if path.suffix.lower() == DOT:
            return _drawing(place.draft, replay, job, beat)
        return write(place.draft, job.tables, rows_of(replay, job, beat), path.suffix.lower())


def _drawing(path: Path, replay: Replay, job: Job, beat: Beat) -> int:
    found = list(trees(replay, job.part, job.least, beat))
    if len(found) > 1:
        raise NoFormat(
            f"These turns have {len(found)} trees, a drawing has one: choose a turn, a seat and "
            "an agent."
        )
    path.write_text(dot(found[0]), encoding="utf-8")
    return len(found[0].part)
