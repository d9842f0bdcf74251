"""Where the cells, the words and the scale of the joint-action map are."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF

from lab.ui.parts import theme
from lab.ui.parts.painted import text_line, text_width
from lab.words.joint_data import JointData, MapCell

# pixels at 100 %: the bars at the edges, the tallest and the smallest cell
EDGE, TALLEST, LEAST_CELL = 44, 62, 12


@dataclass(frozen=True)
class HeatLayout:
    """The place of the grid and the size of its cells, in pixels; `turned` where the words below
    the columns are written upright.
    """

    left: float
    top: float
    wide: float
    high: float
    turned: bool
    below: float  # height of the words below the columns
    words: tuple[str, ...]  # of the columns, in two lines where that makes them fit

    def box(self, cell: MapCell) -> QRectF:
        """A cell."""
        return QRectF(
            self.left + cell[1] * self.wide, self.top + cell[0] * self.high, self.wide, self.high
        )


def layout_of(data: JointData, width: float, height: float) -> HeatLayout:
    """The largest cells that fit."""
    look, (rows, columns) = theme.current(), data.shape
    widest = max(text_width(t) for t in data.rows.labels)
    left = look.px(12) + min(
        max(widest, text_width(data.rows.name, theme.TABLE, True) + look.px(16)) + look.px(8),
        width * 0.3,
    )
    top = look.px(EDGE) + look.px(4)
    wide = min((width - left - look.px(EDGE) - look.px(20)) / columns, look.px(88))
    said = fitted(data.columns.labels, wide - look.px(4))
    turned = not said
    lines = max((t.count("\n") + 1 for t in said), default=1)
    longest = max(text_width(t, theme.AXIS) for t in data.columns.labels)
    below = (
        min(longest + look.px(8), look.px(104))
        if turned
        else lines * text_line(theme.AXIS, 2) + look.px(4)
    )
    rest = height - top - below - foot()
    high = max(look.px(LEAST_CELL), min(rest / rows, look.px(TALLEST), wide))
    return HeatLayout(left, top, wide, high, turned, below, said or data.columns.labels)


def foot() -> float:
    """The height of what is below the words of the columns: the agent's name and the scale."""
    return text_line(theme.TABLE, 4) + text_line(theme.AXIS, 4) + theme.current().px(16)


def fitted(labels: tuple[str, ...], room: float) -> tuple[str, ...]:
    """The labels, broken into two lines where one is too long; () where even that does not fit."""
    out = []
    for label in labels:
        gaps = sorted(
            (i for i, c in enumerate(label) if c == " "), key=lambda i: not label[:i].endswith(",")
        )
        cuts = [label, *(f"{label[:i]}\n{label[i + 1 :]}" for i in gaps)]
        fit = [
            c
            for c in cuts
            if all(text_width(part, theme.AXIS, True) <= room for part in c.split("\n"))
        ]
        if not fit:
            return ()
        out.append(fit[0])
    return tuple(out)
