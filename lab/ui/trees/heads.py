"""The head of each column: the agent, what it would play, with what share of what its search
counts, and by how much the best action leads, or its value where means are no samples.

The legend over the root actions: a bar is visits, a dot is the mean, or why there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from lab.ui.parts import detail, theme
from lab.ui.parts.band import is_left
from lab.ui.parts.painted import ColumnsView, Painted, put, put_mark, text_line
from lab.ui.parts.tips import show_tip
from lab.ui.trees.bars import DOT
from lab.words import lead, numerals
from lab.words.columns import Column, best_words, counted, mean_word, waiting_words
from lab.words.lead import brief_lead, lead_words
from search.measure import Kind, ends_of

MARKS = "mixed strategy"  # beside the marks on the bars
LINES = 3
HELP = (
    "The action this tree would choose if the search ended now.",
    "How much of the search went into that action.",
)
VALUE = "What the search found for the action it would play."


def mean_words(view: ColumnsView) -> str:
    """What the means stand for, with the ends of their axis where the unit does not say
    them.
    """
    shown = [c for c in view.columns if not c.empty]
    units = {c.agent.stats.unit for c in shown}
    if len(units) != 1:
        return "each on its own scale" if units else ""
    ends = [numerals.short(x, 3) for x in view.range]
    kind = shown[0].agent.stats.kind
    fixed = np.isfinite(ends_of(kind)).all() or kind is Kind.PAYOFF
    return units.pop() if fixed else f"{units.pop()}, {ends[0]} to {ends[1]}"


@dataclass(frozen=True)
class Legend:
    """What the legend says of a view: equal ones look alike."""

    waiting: str
    name: str  # of the mean
    unit: str
    bars: str
    alone: int | None  # the agent whose colour the bars have, if it is one
    mixed: bool  # whether there are mixed strategies


def legend_of(view: ColumnsView) -> Legend:
    """The legend of the root actions."""
    columns = view.columns
    return Legend(
        waiting_words(columns),
        mean_word(columns[0]) if columns else "mean",
        mean_words(view),
        counted(columns),
        columns[0].number if len(columns) == 1 else None,
        any(c.agent.stats.policy is not None for c in columns),
    )


def paint_legend(painter: QPainter, room: QRectF, view: ColumnsView) -> None:
    """At the right end of `room`, as much of it as fits."""
    look, legend = theme.current(), legend_of(view)
    if legend.waiting:
        put(painter, room, legend.waiting, theme.TABLE, "ink2", right=True)
        return
    wide = theme.metrics(theme.TABLE, False, look.scale).horizontalAdvance
    name, unit, bars = legend.name, legend.unit, legend.bars
    marks = wide(MARKS) + look.px(25) if legend.mixed else 0
    least = wide(bars) + look.px(60) + marks
    mean = next((m for m in (f"{name}, {unit}", name) if wide(m) + least < room.width()), "")
    if not mean:
        return
    x = room.right() - wide(mean) - 2
    put(painter, QRectF(x, room.top(), wide(mean) + 4, room.height()), mean, theme.TABLE, "ink2")
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.colour("ink"))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.drawEllipse(QRectF(x - look.px(10) - DOT, room.center().y() - DOT, 2 * DOT, 2 * DOT))
    x -= look.px(22) + wide(bars)
    put(
        painter,
        QRectF(x, room.top(), wide(bars) + 4, room.height()),
        bars,
        theme.TABLE,
        "ink2",
    )
    colour = look.colour("edge") if legend.alone is None else view.hue(view.columns[0])
    painter.fillRect(
        QRectF(x - look.px(19), room.center().y() - look.px(4), look.px(14), look.px(8)), colour
    )
    x -= look.px(31) + wide(MARKS)
    if x - look.px(10) > room.left() and legend.mixed:
        put(
            painter,
            QRectF(x, room.top(), wide(MARKS) + 4, room.height()),
            MARKS,
            theme.TABLE,
            "ink2",
        )
        painter.fillRect(
            QRectF(x - look.px(8), room.center().y() - look.px(5), look.px(2), look.px(11)),
            look.colour("ink"),
        )


def labels_of(columns: Sequence[Column]) -> tuple[str, str, str]:
    """The names of the three lines below an agent's name."""
    share = f"Share of {counted(columns)}"
    shown = [c for c in columns if not c.empty]
    valued = shown and not any(c.agent.stats.sampled for c in shown)
    return "Would play", share, "Best value" if valued else "Lead"


def lead_of(column: Column, label: str = "Lead") -> str:
    """The lead in a few words; the best value of a search without samples, and under a label that
    says otherwise, that it is this.
    """
    if column.empty:
        return numerals.NOTHING
    if not column.agent.stats.sampled:
        return f"{'best ' if label == 'Lead' else ''}{best_words(column)}"
    return brief_lead(column.agent.stats)


class Heads(Painted):
    """The heads of the columns; a click on one shows that agent alone."""

    agent_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Trees", parent)
        self.setMouseTracking(True)
        detail.changed.connect(self.renew)

    def content_height(self) -> float:
        if not detail.is_full():
            return text_line(theme.BODY, 3) + text_line(theme.TITLE, 4)
        return text_line(theme.BODY, 3) + LINES * text_line(theme.TABLE) + 5

    def lines(self) -> list[str]:
        return [
            f"{c.agent.name}, {c.caption}: would play {c.would_play}{_sureness(c)}."
            if not c.empty
            else f"{c.agent.name}, {c.caption}: nothing yet."
            for c in self.view.columns
        ]

    def paint(self, painter: QPainter) -> None:
        if not detail.is_full():
            self._paint_shares(painter)
            return
        self.paint_separators(painter)
        place = self.geometry_of_columns
        first, line = text_line(theme.BODY, 3), text_line(theme.TABLE)
        labels = labels_of(self.view.columns)
        for i, label in enumerate(labels):
            box = QRectF(place.margin, first + i * line, place.start - place.margin, line)
            put(painter, box, label, role="ink2", size=theme.TABLE)
        for i, column in enumerate(self.view.columns):
            left, right = place.left(i), place.right(i)
            self._paint_name(painter, column, QRectF(left, 0, right + 4 - left, first))
            put(painter, QRectF(left, first, right - left, line), column.would_play, bold=True)
            put(
                painter,
                QRectF(left, first + line, right - left, line),
                numerals.NOTHING if _is_drawn(column) else numerals.percent(best_share(column)),
                size=theme.TABLE,
                role="ink2",
            )
            put(
                painter,
                QRectF(left, first + 2 * line, right - left, line),
                lead_of(column, labels[2]),
                size=theme.TABLE,
                role="ink2",
            )

    def _paint_shares(self, painter: QPainter) -> None:
        """The agents' names, and the share of visits of what each would play."""
        place, shown = self.geometry_of_columns, self.view.columns
        first, line = text_line(theme.BODY, 3), text_line(theme.TITLE, 2)
        box = QRectF(place.margin, first, place.start - place.margin, line)
        put(painter, box, f"of the {counted(shown)}", role="ink2")
        for i, column in enumerate(shown):
            left, right = place.left(i), place.right(i)
            name = QRectF(left, 0, right + 4 - left, first)
            self._paint_name(painter, column, name, bold=False)
            share = numerals.NOTHING if _is_drawn(column) else numerals.percent(best_share(column))
            box = QRectF(left, first, right - left, line)
            put(painter, box, share, theme.TITLE, bold=True)

    def _paint_name(
        self, painter: QPainter, column: Column, box: QRectF, bold: bool = True
    ) -> None:
        look = theme.current()
        put_mark(painter, self.view, column.number, box.left() + look.px(5), box.center().y())
        name_left = box.left() + look.px(16)
        metrics, name = theme.metrics(theme.BODY, bold, look.scale), column.agent.name
        if not bold and metrics.horizontalAdvance(name) > box.right() - name_left:
            name = name.rpartition(" ")[2]  # "1" of "Explorer 1", beside its mark
        wide = metrics.horizontalAdvance(name)
        put(
            painter,
            QRectF(name_left, box.top(), box.right() - name_left, box.height()),
            name,
            theme.BODY,
            bold=bold,
        )
        if not bold:
            return
        caption = QRectF(
            name_left + wide + 2, box.top(), box.right() - name_left - wide - 2, box.height()
        )
        if (
            theme.metrics(theme.TABLE, False, look.scale).horizontalAdvance(column.caption)
            <= caption.width()
        ):
            put(painter, caption, column.caption, theme.TABLE, "ink2", right=True)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        column = self.geometry_of_columns.column_at(event.position().x())
        if is_left(event) and column is not None:
            self.agent_chosen.emit(self.view.columns[column].number)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self.geometry_of_columns.column_at(event.position().x()) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            column = self.geometry_of_columns.column_at(event.pos().x())
            row = int((event.pos().y() - text_line(theme.BODY, 3)) // text_line(theme.TABLE))
            labels = labels_of(self.view.columns)
            if column is None and 0 <= row < LINES:
                help = (*HELP, lead.HELP if labels[2] == "Lead" else VALUE)[row]
                show_tip(event.globalPos(), f"{labels[row]}\n{help}", self)
            elif column is not None:
                show_tip(event.globalPos(), self.lines()[column], self)
            return True
        return super().event(event)


def said_of(column: Column) -> str:
    """The lead and how settled it is, or the value of a search without samples, in words."""
    stats = column.agent.stats
    if not stats.sampled:
        return f"value {best_words(column)}"
    settled = numerals.settled(stats.unsettled)
    return f"{lead_words(stats)}, choice in the last tenth {settled}"


def _sureness(column: Column) -> str:
    """How much of the search went into what it would play, and how sure that is; nothing where it
    is drawn.
    """
    if _is_drawn(column):
        return ""
    share = numerals.percent(best_share(column))
    return f", {share} of the {counted((column,))}, {said_of(column)}"


def _is_drawn(column: Column) -> bool:
    return column.agent.stats.drawn


def best_share(column: Column) -> float:
    """The share of visits of the action it would play."""
    share = column.agent.stats.share
    return float(share[column.agent.stats.best]) if share.size else float("nan")
