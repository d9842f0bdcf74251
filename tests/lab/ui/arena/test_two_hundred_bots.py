"""An arena of two hundred bots: the crosstable scrolls, its heads stay, and only what is in sight
is painted.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from lab.experiments.arena.standing import CrossCell, Standing, StandingRow
from lab.ui.arena.records import ArenaView, CellOf
from lab.ui.arena.standing import CrossTable

COUNT = 200
NAMES = tuple(f"bot {k + 1}" for k in range(COUNT))
VIEW = ArenaView(
    Standing(
        "big",
        "",
        "",
        "",
        rows=tuple(
            StandingRow(name, "benchmark", "uct", 500.0 - 5 * k) for k, name in enumerate(NAMES)
        ),
        crosstable={
            (a, b): CrossCell(mean, mean - 0.02, mean + 0.02, 90, 180)
            for a, b in permutations(NAMES, 2)
            for mean in [(1 + (b > a)) / 3]
        },
    )
)


class Counted(CrossTable):
    """It notes which cells are painted."""

    def __init__(self) -> None:
        self.painted = set[CellOf]()
        super().__init__()

    def draw(self, painter: object, box: object, row: int, column: int) -> None:
        self.painted.add((row, column))
        super().draw(painter, box, row, column)  # type: ignore[arg-type] # as they came


@pytest.fixture
def table(qapp: object) -> Iterator[Counted]:
    found = Counted()
    found.resize(560, 300)
    found.set_view(VIEW)
    found.show()
    QTest.qWaitForWindowExposed(found)
    found.grab()
    yield found
    found.close()
    found.deleteLater()
    QTest.qWait(0)


def in_sight(table: CrossTable) -> set[CellOf]:
    """All cells of which something is in the viewport."""
    box = table.viewport().rect()
    first, last = table.indexAt(QPoint(0, 0)), table.indexAt(QPoint(box.width() - 1, 0))
    low = table.indexAt(QPoint(0, box.height() - 1))
    rows = range(first.row(), (low.row() if low.isValid() else COUNT - 1) + 1)
    columns = range(first.column(), (last.column() if last.isValid() else COUNT - 1) + 1)
    return {(row, column) for row in rows for column in columns}


def test_it_scrolls_its_heads_stay_and_only_what_is_in_sight_is_painted(table: Counted) -> None:
    left, top = table.verticalHeader(), table.horizontalHeader()
    places = left.geometry(), top.geometry()
    across, down = table.horizontalScrollBar(), table.verticalScrollBar()
    assert across.maximum() > 0 and down.maximum() > 0
    for x, y in ((0, 0), (across.maximum(), 0), (across.maximum() // 3, down.maximum())):
        across.setValue(x)
        down.setValue(y)
        table.painted.clear()
        table.viewport().grab()
        seen = in_sight(table)
        assert seen <= table.painted and len(table.painted) < 2 * len(seen) < COUNT * COUNT / 20
        assert (left.geometry(), top.geometry()) == places and left.isVisible() and top.isVisible()
        row, column = next(iter(seen))
        assert left.sectionViewportPosition(row) == table.rowViewportPosition(row)
        assert top.sectionViewportPosition(column) == table.columnViewportPosition(column)
    last = in_sight(table)
    assert max(row for row, _ in last) == COUNT - 1 and min(column for _, column in last) > 0
