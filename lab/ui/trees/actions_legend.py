"""The legend over the root actions: a bar is visits, a dot is the mean, or why there is none."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from lab.ui.parts import theme
from lab.ui.parts.painted import ColumnsView, put
from lab.ui.trees.bars import DOT
from lab.words.columns import waiting_words


def paint_legend(painter: QPainter, room: QRectF, view: ColumnsView) -> None:
    """At the right end of `room`, as much of it as fits."""
    look = theme.current()
    if waiting := waiting_words(view.columns):
        put(painter, room, waiting, theme.AXIS, "ink2", right=True)
        return
    wide = theme.metrics(theme.AXIS, False, look.scale).horizontalAdvance
    unit = view.columns[0].agent.stats.unit if view.columns else ""
    mean = next(
        (
            m
            for m in (f"mean, {unit}", "mean")
            if wide(m) + wide("visits") + look.px(60) < room.width()
        ),
        "",
    )
    if not mean:
        return
    x = room.right() - wide(mean) - 2
    put(painter, QRectF(x, room.top(), wide(mean) + 4, room.height()), mean, theme.AXIS, "ink2")
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.colour("ink"))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.drawEllipse(QRectF(x - look.px(10) - DOT, room.center().y() - DOT, 2 * DOT, 2 * DOT))
    x -= look.px(22) + wide("visits")
    put(
        painter,
        QRectF(x, room.top(), wide("visits") + 4, room.height()),
        "visits",
        theme.AXIS,
        "ink2",
    )
    one = len(view.columns) == 1
    colour = view.hue(view.columns[0]) if one else look.colour("edge")
    painter.fillRect(
        QRectF(x - look.px(19), room.center().y() - look.px(4), look.px(14), look.px(8)), colour
    )
    x -= look.px(31) + wide("mixed strategy")
    if x - look.px(10) > room.left() and any(
        c.agent.stats.policy is not None for c in view.columns
    ):
        put(
            painter,
            QRectF(x, room.top(), wide("mixed strategy") + 4, room.height()),
            "mixed strategy",
            theme.AXIS,
            "ink2",
        )
        painter.fillRect(
            QRectF(x - look.px(8), room.center().y() - look.px(5), look.px(2), look.px(11)),
            look.colour("ink"),
        )
