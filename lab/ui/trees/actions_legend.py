"""The legend over the root actions: a bar is visits, a dot is the mean, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from lab.ui.parts import theme
from lab.ui.parts.painted import ColumnsView, put
from lab.ui.trees.means import DOT
from lab.words import numerals
from lab.words.columns import counted, mean_word, waiting_words
from search.measure import Kind, ends_of

MARKS = "mixed strategy"  # beside the marks on the bars


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
        put(painter, room, legend.waiting, theme.AXIS, "ink2", right=True)
        return
    wide = theme.metrics(theme.AXIS, False, look.scale).horizontalAdvance
    name, unit, bars = legend.name, legend.unit, legend.bars
    marks = wide(MARKS) + look.px(25) if legend.mixed else 0
    least = wide(bars) + look.px(60) + marks
    mean = next((m for m in (f"{name}, {unit}", name) if wide(m) + least < room.width()), "")
    if not mean:
        return
    x = room.right() - wide(mean) - 2
    put(painter, QRectF(x, room.top(), wide(mean) + 4, room.height()), mean, theme.AXIS, "ink2")
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.colour("ink"))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.drawEllipse(QRectF(x - look.px(10) - DOT, room.center().y() - DOT, 2 * DOT, 2 * DOT))
    x -= look.px(22) + wide(bars)
    put(
        painter,
        QRectF(x, room.top(), wide(bars) + 4, room.height()),
        bars,
        theme.AXIS,
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
            theme.AXIS,
            "ink2",
        )
        painter.fillRect(
            QRectF(x - look.px(8), room.center().y() - look.px(5), look.px(2), look.px(11)),
            look.colour("ink"),
        )
