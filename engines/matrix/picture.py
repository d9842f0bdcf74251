"""The picture of a payoff table, and the places in it that can be clicked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from engines.matrix.tables import pair_words
from engines.rules import PASS
from engines.scene import AnyItem, Mark, Rect, Scene, Target, Text

LABELS = 2.6  # world units: the width of the row labels
WIDTH = 2.2  # world units: the width of a column; a row is 1 high

Names = Sequence[Sequence[str]]  # of the rows and of the columns


def scene(payoffs: NDArray[np.float64], names: Names, last: Sequence[int]) -> Scene:
    """A table, [R, C] or [2, R, C], with the actions of the last round framed."""
    rows, columns = payoffs.shape[-2:]
    return Scene(
        -LABELS - 0.2,
        -2.2,
        LABELS + columns * WIDTH + 0.4,
        rows + 2.4,
        still=tuple(_frame(rows, columns, names)),
        items=(*_chosen(rows, columns, *last), *_payoffs(payoffs, tuple(last))),
    )


def _frame(rows: int, columns: int, names: Names) -> Iterator[AnyItem]:
    """The field, the seats, and the names of rows and columns."""
    yield Rect(0, 0, columns * WIDTH, rows, fill="field", stroke="line2")
    yield Mark(-LABELS + 0.4, -0.5, 0)
    yield Text(-LABELS + 0.9, -0.5, "Row", "ink2", 0.4, anchor="left", world=True)
    yield Mark(0.4, -1.5, 1)
    yield Text(0.9, -1.5, "Column", "ink2", 0.4, anchor="left", world=True)
    for k in range(rows):
        yield Text(-0.3, k + 0.5, names[0][k], "ink", 0.4, anchor="right", world=True)
    for k in range(columns):
        yield Text((k + 0.5) * WIDTH, -0.5, names[1][k], "ink", 0.4, world=True)


def _chosen(rows: int, columns: int, row: int, column: int) -> Iterator[AnyItem]:
    if PASS not in (row, column):
        yield Rect(0, row, columns * WIDTH, 1, stroke="seat0", width=2, id="row")
        yield Rect(column * WIDTH, 0, WIDTH, rows, stroke="seat1", width=2, id="column")


def _payoffs(payoffs: NDArray[np.float64], last: tuple[int, ...]) -> Iterator[AnyItem]:
    for i, j in np.ndindex(payoffs.shape[-2:]):
        met = (i, j) == last
        ink, x, y = "ink" if met else "ink2", (j + 0.5) * WIDTH, i + 0.5
        yield Text(x, y, pair_words(payoffs[..., i, j]), ink, 0.42, bold=met, world=True)


def targets(agent: int, actions: int) -> list[Target]:
    """The labels of an agent's rows or columns."""
    if agent == 0:
        return [Target(k, -LABELS, k, LABELS, 1, taken=True) for k in range(actions)]
    return [Target(k, k * WIDTH, -1, WIDTH, 1, taken=True) for k in range(actions)]


def action_at(agent: int, rows: int, columns: int, x: float, y: float) -> int | None:
    """The whole row or column of a point; None outside the table and its labels."""
    if agent == 0:
        return int(y) if 0 <= y < rows and -LABELS <= x < columns * WIDTH else None
    return int(x / WIDTH) if 0 <= x < columns * WIDTH and -1 <= y < rows else None
