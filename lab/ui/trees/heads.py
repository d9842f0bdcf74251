"""The head of each column: the agent, what it would play, with what share of what its search
counts, and by how much the best action leads, or its value where means are no samples.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from lab.ui.parts import theme
from lab.ui.parts.band import is_left
from lab.ui.parts.painted import Painted, put, put_mark, text_line
from lab.ui.parts.tips import show_tip
from lab.words import lead, numerals
from lab.words.columns import Column, best_words, counted
from lab.words.lead import brief_lead, lead_words

LINES = 3
HELP = (
    "The action this tree would choose if the search ended now.",
    "How much of the search went into that action.",
)
VALUE = "What the search found for the action it would play."


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

    def content_height(self) -> float:
        return text_line(theme.BODY, 3) + LINES * text_line(theme.AXIS) + 5

    def lines(self) -> list[str]:
        return [
            f"{c.agent.name}, {c.caption}: would play {c.would_play}{_sureness(c)}."
            if not c.empty
            else f"{c.agent.name}, {c.caption}: nothing yet."
            for c in self.view.columns
        ]

    def paint(self, painter: QPainter) -> None:
        self.paint_separators(painter)
        place = self.geometry_of_columns
        first, line = text_line(theme.BODY, 3), text_line(theme.AXIS)
        labels = labels_of(self.view.columns)
        for i, label in enumerate(labels):
            box = QRectF(place.margin, first + i * line, place.start - place.margin, line)
            put(painter, box, label, role="ink2", size=theme.AXIS)
        for i, column in enumerate(self.view.columns):
            left, right = place.left(i), place.right(i)
            self._paint_name(painter, column, QRectF(left, 0, right + 4 - left, first))
            put(painter, QRectF(left, first, right - left, line), column.would_play, bold=True)
            put(
                painter,
                QRectF(left, first + line, right - left, line),
                numerals.NOTHING if _is_drawn(column) else numerals.percent(best_share(column)),
                size=theme.AXIS,
                role="ink2",
            )
            put(
                painter,
                QRectF(left, first + 2 * line, right - left, line),
                lead_of(column, labels[2]),
                size=theme.AXIS,
                role="ink2",
            )

    def _paint_name(self, painter: QPainter, column: Column, box: QRectF) -> None:
        look = theme.current()
        put_mark(painter, self.view, column.number, box.left() + look.px(5), box.center().y())
        name_left = box.left() + look.px(16)
        metrics = theme.metrics(theme.BODY, True, look.scale)
        wide = metrics.horizontalAdvance(column.agent.name)
        put(
            painter,
            QRectF(name_left, box.top(), box.right() - name_left, box.height()),
            column.agent.name,
            theme.BODY,
            bold=True,
        )
        caption = QRectF(
            name_left + wide + 2, box.top(), box.right() - name_left - wide - 2, box.height()
        )
        if (
            theme.metrics(theme.AXIS, False, look.scale).horizontalAdvance(column.caption)
            <= caption.width()
        ):
            put(painter, caption, column.caption, theme.AXIS, "ink2", right=True)

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
            row = int((event.pos().y() - text_line(theme.BODY, 3)) // text_line(theme.AXIS))
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
