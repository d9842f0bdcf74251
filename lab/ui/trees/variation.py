"""Principal variations: what each agent expects to play, ply by ply in columns, or as lines of
words in the one-agent view.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import QWidget

from lab.match.records import Ply
from lab.ui.parts import theme
from lab.ui.parts.marks import paint_glyph
from lab.ui.parts.painted import ColumnsView, Painted, fits, put, put_mark, text_line
from lab.ui.parts.tips import show_tip
from lab.words import numerals
from lab.words.columns import Column

MOST = 8  # plies shown in columns
LIKED = 3  # lines shown for a common tree


def joint_words(columns: tuple[Column, ...]) -> str:
    """Whether the agents expect one joint line: their principal variations, played together, lead
    every tree along its own.
    """
    verdicts = {
        c.thought.seat: c.thought.snapshot.agreed
        for c in columns
        if c.thought.snapshot.agreed is not None
    }
    if not verdicts:
        return ""
    if len(set(verdicts.values())) == 1:
        return (
            "all agents expect the same joint line"
            if all(verdicts.values())
            else "the agents expect different lines"
        )
    return "; ".join(
        f"search of seat {seat + 1}: {numerals.agreed(agrees)}"
        for seat, agrees in sorted(verdicts.items())
    )


class Variation(Painted):
    """One column of plies for each agent. The number of rows only grows while the same agents are
    shown, so that nothing below it jumps.
    """

    taken = ("view", "_plies", "_for")

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Best lines", parent)
        self._plies = 1
        self._for: tuple[int, ...] = ()

    def _take(self, view: ColumnsView) -> None:
        if view.columns is not self.view.columns:
            shown = tuple(c.number for c in view.columns)
            longest = max((len(c.agent.pv) for c in view.columns), default=1)
            self._plies = min(MOST, max(longest, self._plies if shown == self._for else 1))
            self._for = shown
        super()._take(view)

    def forget(self) -> None:
        self._plies, self._for = 1, ()

    def content_height(self) -> float:
        return self._plies * text_line(theme.TABLE) + 6

    def paint(self, painter: QPainter) -> None:
        self.paint_separators(painter)
        place, line = self.geometry_of_columns, text_line(theme.TABLE)
        for ply in range(self._plies):
            y = 2 + ply * line
            ahead = numerals.ahead(ply, self.view.turn_word)
            box = QRectF(place.margin, y, place.start - place.margin, line)
            put(painter, box, ahead, theme.TABLE, "ink2")
            for i, column in enumerate(self.view.columns):
                pv = column.agent.pv
                text = pv[ply].words if ply < len(pv) else numerals.NOTHING
                if ply == MOST - 1 and len(pv) > MOST:
                    text = f"{len(pv) - MOST + 1} more"
                put(
                    painter,
                    QRectF(place.left(i), y, place.right(i) - place.left(i), line),
                    text,
                    theme.TABLE,
                    bold=ply == 0,
                )

    def lines(self) -> list[str]:
        return [
            f"{c.agent.name}: {line_words(c.agent.pv) or 'nothing yet'}." for c in self.view.columns
        ]

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            column = self.geometry_of_columns.column_at(event.pos().x())
            show_tip(event.globalPos(), self.lines()[column] if column is not None else "", self)
            return True
        return super().event(event)


class Lines(Painted):
    """The one-agent view: the principal variation in one line, below it the line behind the
    selected action; for a tree that the agents share, the lines of its three most visited moves,
    each ply with the mark of who plays it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Best lines", parent)

    def entries(self) -> list[tuple[str, tuple[Ply, ...]]]:
        """The lines as (title, plies)."""
        if not self.view.columns:
            return []
        column = self.view.columns[0]
        if column.agent.shared:
            return [("", line) for line in liked_lines(column)]
        out = [("Best line", column.agent.pv)]
        chosen = (
            self.view.selection[1]
            if self.view.selection and self.view.selection[0] == column.number
            else None
        )
        if (
            chosen is not None
            and chosen < len(column.agent.lines)
            and chosen != column.agent.stats.best
        ):
            quoted = (
                f"\N{LEFT DOUBLE QUOTATION MARK}{column.agent.labels[chosen]}"
                "\N{RIGHT DOUBLE QUOTATION MARK}"
            )
            out.append((f"If {quoted}", column.agent.lines[chosen]))
        return out

    def content_height(self) -> float:
        column = self.view.columns[0] if self.view.columns else None
        rows = LIKED if self.view.common else 2 if column and column.agent.lines else 1
        return rows * text_line(theme.TABLE, 3) + 10

    def paint(self, painter: QPainter) -> None:
        line, margin = text_line(theme.TABLE, 3), self.geometry_of_columns.margin
        for j, (title, plies) in enumerate(self.entries()):
            y = 5 + j * line
            if not title:
                self._paint_alternating(painter, plies, y, line)
                continue
            wide = theme.metrics(theme.TABLE, True, theme.current().scale).horizontalAdvance(title)
            put(painter, QRectF(margin, y, wide + 2, line), title, bold=True)
            left = margin + wide + theme.current().px(8)
            put(
                painter,
                QRectF(left, y, self.width() - left - margin, line),
                line_words(plies) or numerals.NOTHING,
                role="ink2",
            )

    def _paint_alternating(
        self, painter: QPainter, plies: tuple[Ply, ...], y: float, line: float
    ) -> None:
        look = theme.current()
        metrics = theme.metrics(theme.TABLE, False, look.scale)
        wide = (metrics.horizontalAdvance(ply.words) + look.px(26) for ply in plies)
        step = max([float(look.px(52)), *wide])
        for i, ply in enumerate(plies):
            x = self.geometry_of_columns.margin + i * step
            if x + step > self.width():
                break
            self._paint_mover(painter, ply.agent, x + look.px(5), y + line / 2)
            put(
                painter,
                QRectF(x + look.px(17), y, step - look.px(17), line),
                fits(ply.words, step, theme.TABLE),
            )

    def _paint_mover(self, painter: QPainter, agent: int, x: float, y: float) -> None:
        look = theme.current()
        kind = self.view.kinds[agent] if agent < len(self.view.kinds) else ""
        if kind:
            paint_glyph(
                painter,
                kind,
                QPointF(x, y),
                8 * look.scale,
                self.view.marks.colour(look, agent),
                2.2 * look.scale,
            )
        else:
            put_mark(painter, self.view, agent, x, y, 9.0)

    def lines(self) -> list[str]:
        return [f"{title or 'Line'}: {line_words(plies)}." for title, plies in self.entries()]

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            show_tip(event.globalPos(), "\n".join(self.lines()), self)
            return True
        return super().event(event)


def line_words(plies: Sequence[Ply]) -> str:
    """A line in words, without who plays."""
    return "; ".join(ply.words for ply in plies)


def liked_hint(columns: Sequence[Column]) -> str:
    """What the lines of a shared tree are; "" for a stored search, which keeps one only, and
    where visits are not counted.
    """
    kept = bool(columns and columns[0].agent.lines)
    sampled = kept and columns[0].agent.stats.sampled
    return "its three most visited moves" if sampled else ""


def liked_lines(column: Column) -> list[tuple[Ply, ...]]:
    """The lines behind the three most visited root actions; only the principal variation if the
    search keeps no others.
    """
    order = np.argsort(-column.agent.stats.visits, kind="stable")[:LIKED]
    found = [column.agent.lines[int(k)] for k in order if int(k) < len(column.agent.lines)]
    return found or [column.agent.pv]
