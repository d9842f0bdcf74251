"""A store with an experiment whose games were never played: drawn from known strengths, so that
rows, sides, seats and budgets all differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from lab.batch.games import GameRecord, LineUp, SeatRecord
from lab.experiments.claims import shelf
from lab.experiments.claims.file import read
from lab.experiments.claims.result import ResultRow, parts
from lab.experiments.claims.rows import ExperimentTable
from lab.store.store import Store

NAME = "my-parts"
TEXT = """\
[experiment]
question = "What is each part of the search worth?"
kind     = "ablation"
game     = "tictactoe"
seat     = "uct:c=0.5,solver=yes"
budget   = ["20it", "80it"]
without  = ["solver"]
with     = ["c=0.1", "c=2", "final=mean"]
groups   = 120
equal    = 0.05

[claim."c=0.1"]
below  = 0.3
source = "a write-up"

[claim."c=2"]
equal  = true
source = "another one"
"""
ADDED = ("c=0.1", "c=2", "final=mean")
WINS = {"c=0.1": 0.12, "c=2": 0.5, "final=mean": 0.56}  # without a draw; else 0.35
OTHER = "other-parts"
# another full version; a row at other odds, one at the same, and one fewer
OTHER_TEXT = (
    TEXT.replace("c=0.5", "c=0.9")
    .replace('"final=mean"]', '"solver=no"]')
    .replace('without  = ["solver"]\n', "")
    .replace("groups   = 120", "groups   = 90")
)
OTHER_WINS = {"c=0.1": 0.8, "c=2": 0.5, "solver=no": 0.3}
LATE = 7  # every so manieth game has a late answer of the row's player


def table(text: str = TEXT, name: str = NAME) -> ExperimentTable:
    """The experiment."""
    return ExperimentTable(read(name, text))


def write(text: str = TEXT, name: str = NAME) -> ExperimentTable:
    """Keeps the file among the user's own."""
    shelf.create(name, text)
    return table(text, name)


def fill(store: Store, found: ExperimentTable, groups: int = 120) -> None:
    """So many groups of every row at the larger budget, a third as many at the smaller one, of
    which the last row has none; and a run of another version of the first row.
    """
    file, rng = found.file, np.random.default_rng(5)
    store.experiment(file.name, file.kind, file.text, file.shipped)
    for part in parts(found):
        large = part.budget == found.budgets[-1]
        count = groups if large else groups // 3
        wins = WINS.get(part.row.name, 0.35) + (0.0 if large else 0.2)
        if large or part.row != found.rows[-1]:
            store.add(file.name, part.number, part.lineup, games(part, count, wins, rng))
    old = older(parts(found)[-len(found.rows)].lineup)
    store.add(file.name, 99, old, games(parts(found)[0], 60, 0.85, rng))


def fill_other(store: Store, found: ExperimentTable) -> None:
    """The other experiment: 70 groups of every row at the larger budget alone."""
    file, rng = found.file, np.random.default_rng(8)
    store.experiment(file.name, file.kind, file.text, file.shipped)
    for part in parts(found):
        if part.budget == found.budgets[-1]:
            wins = OTHER_WINS[part.row.name]
            store.add(file.name, part.number, part.lineup, games(part, 70, wins, rng))


def older(lineup: LineUp) -> LineUp:
    """The same players of other sources."""
    sides = tuple(replace(side, source="0ld5ource") for side in lineup.sides)
    return replace(lineup, sides=sides)


def games(
    part: ResultRow, groups: int, wins: float, rng: np.random.Generator
) -> Sequence[GameRecord]:
    """Both seatings of so many seeds."""
    drawn = rng.random((groups, part.lineup.seatings, 2))
    return [
        game(seed, seating, drawn[seed - 1, seating], wins)
        for seed in range(1, groups + 1)
        for seating in range(part.lineup.seatings)
    ]


def game(
    seed: int, seating: int, drawn: np.ndarray[tuple[int], np.dtype[np.float64]], wins: float
) -> GameRecord:
    """A game that the row's player wins with this probability, if it is no draw."""
    own = 0.0 if drawn[0] < 0.2 else 1.0 if drawn[1] < wins else -1.0
    seats = []
    for seat in (0, 1):
        side = (seat + seating) % 2
        outcome = own if side == 0 else -own
        late = int(side == 0 and (seed + seating) % LATE == 0)
        place = 1 if outcome >= 0 else 2
        cpu = 0.3 if side == 0 else 0.1
        seats.append(
            SeatRecord(seat, side, outcome, (outcome + 1) / 2, place, cpu, 2.0, 4, 80, 0, late)
        )
    return GameRecord(seed, seating, tuple(seats), 1.7e9 + seed, 0.5, 5 + seed % 4, "in a row")


def own_folder(folder: Path) -> Path:
    """Where the user's files are in a test."""
    return folder / "experiments"
