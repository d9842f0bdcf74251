"""The statistics of root actions as a table: sortable, copyable, and what a screen reader reads
instead of the graphs. One row for each action of each agent.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QSize, Qt
from PySide6.QtWidgets import QWidget

from lab.ui.parts import theme
from lab.ui.parts.fields import Field
from lab.ui.parts.painted import ColumnsView, Pair
from lab.ui.parts.table import FieldTable
from lab.ui.trees.bars import tip
from lab.words import numerals
from lab.words.columns import Column, counted, policy_of, proven_of
from search.base import AgentStats

MOST_ROWS = 9  # rows shown before the table scrolls, where it shares the dock with graphs
AGENT, ACTION = 64, 110  # least widths, pixels at 100 %


class StatRow(NamedTuple):
    """A root action of an agent."""

    column: Column
    action: int

    @property
    def pair(self) -> Pair:
        """The agent and the action."""
        return self.column.number, self.action

    @property
    def stats(self) -> AgentStats:
        """What the search knows of the agent's actions."""
        return self.column.agent.stats


def _number(
    title: str,
    read: Callable[[AgentStats, int], float],
    write: Callable[[float], str],
    tip: str,
    drops: bool = False,
) -> Field[StatRow]:
    def order(row: StatRow) -> float:
        x = float(read(row.stats, row.action))
        return -math.inf if math.isnan(x) else x

    def text(row: StatRow) -> str:
        return write(float(read(row.stats, row.action)))

    return Field(title, text, right=True, order=order, tip=tip, drops=drops)


share, value = partial(numerals.percent, digits=1), partial(numerals.value, digits=3)
NUMBERS = (
    _number(
        "Share",
        lambda stats, k: stats.share[k],
        share,
        "Its share of all that the search counts at the root.",
        drops=True,
    ),
    _number(
        "Mean", lambda stats, k: stats.mean[k], value, "The mean of the values that came back."
    ),
    _number(
        "± Error",
        lambda stats, k: stats.error[k],
        value,
        "The standard error of the mean.",
        drops=True,
    ),
    _number(
        "Lowest",
        lambda stats, k: stats.lowest[k],
        numerals.value,
        "The lowest value seen behind the action.",
        drops=True,
    ),
    _number(
        "Highest",
        lambda stats, k: stats.highest[k],
        numerals.value,
        "The highest value seen behind the action.",
        drops=True,
    ),
    _number(
        "Bound",
        lambda stats, k: stats.bound[k],
        value,
        "UCB: what the selection rule compares; the highest is next.",
    ),
)
MIXED = _number("Mixed", policy_of, share, "How often the mixed strategy plays it.")
PROVED = Field[StatRow](
    "Proved",
    lambda row: proven_of(row.stats, row.action) or numerals.NOTHING,
    right=True,
    tip="A result that no further search can change: win, loss or draw for the agent's seat.",
)


class StatsTable(FieldTable[StatRow]):
    """The table of a View. A click or the arrow keys choose an action."""

    sorts = True

    def __init__(self, parent: QWidget | None = None) -> None:
        self._columns: tuple[Column, ...] = ()
        self.all_rows = False  # all rows are shown and the dock scrolls
        super().__init__("Root actions of all trees, as a table", parent)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def set_view(self, view: ColumnsView) -> None:
        """Shows the statistics and the selection of a view."""
        before = len(self.model_.rows), len(self._columns) > 1
        self._columns = view.columns
        rows = [StatRow(c, k) for c in view.columns for k in range(len(c.agent.labels))]
        chosen = next((row for row in rows if row.pair == view.selection), None)
        self.set_rows(rows, chosen)
        if chosen is None:
            self.setCurrentIndex(QModelIndex())
        now = len(rows), len(self._columns) > 1
        if not before[0] or now[1] != before[1]:
            falling = Qt.SortOrder.DescendingOrder
            self._change(lambda: self.model_.sort(1 + now[1], falling), chosen)
        if now != before:
            self.updateGeometry()

    def fields(self) -> Sequence[Field[StatRow]]:
        columns = self._columns
        agent = Field[StatRow](
            "Agent",
            lambda row: row.column.agent.name,
            order=lambda row: row.column.number,
            tip="Whose tree it is.",
            least=AGENT,
        )
        action = Field[StatRow](
            "Action",
            lambda row: row.column.agent.labels[row.action],
            bold=self.is_marked,
            order=lambda row: row.action,
            tip="The root action.",
            least=ACTION,
            rest=True,
        )
        visits = _number(
            counted(columns).capitalize(),
            lambda stats, k: stats.visits[k],
            numerals.count,
            "How much of the search began with the action.",
        )
        mixed = any(c.agent.stats.policy is not None for c in columns)
        proved = any(any(c.agent.stats.proven) for c in columns)
        return (
            *((agent,) * (len(columns) > 1)),
            action,
            visits,
            *NUMBERS,
            *((MIXED,) * mixed),
            *((PROVED,) * proved),
        )

    def words(self, row: StatRow) -> str:
        return tip(row.column, row.action)

    def key(self, row: StatRow) -> Pair:
        return row.pair

    def sizeHint(self) -> QSize:
        more = 0 if self.all_rows else max(0, len(self.model_.rows) - MOST_ROWS)
        high = self.whole - more * self.verticalHeader().defaultSectionSize()
        return QSize(theme.current().px(320), high)

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(240), self.sizeHint().height())
