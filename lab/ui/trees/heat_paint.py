"""Places and paints the joint-action map: cells with their numbers, words and shares at the edges,
the cursor with the best replies, and the scale.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from lab.ui.parts import theme
from lab.ui.parts.marks import Marks, paint_mark
from lab.ui.parts.painted import put, put_centred, text_line, text_width
from lab.words import numerals
from lab.words.joint_data import JointData, MapCell

VISITS, MEAN = "visits", "mean"
# pixels at 100 %: the bars at the edges, the tallest and the smallest cell
EDGE, TALLEST, LEAST_CELL = 44, 62, 12


def mix(low: QColor, high: QColor, share: float) -> QColor:
    """A colour between two others."""
    pairs = ((low.redF(), high.redF()), (low.greenF(), high.greenF()), (low.blueF(), high.blueF()))
    return QColor.fromRgbF(*(a + (b - a) * share for a, b in pairs))


@dataclass(frozen=True, eq=False)
class HeatPainter:
    """One painting of a map in `room`; `hover` and `cursor` are cells, `picked` is the selected row
    and column, -1 for none.
    """

    painter: QPainter
    room: QRectF
    data: JointData
    lay: HeatLayout
    what: str
    marks: Marks
    picked: tuple[int, int]
    hover: MapCell | None
    cursor: MapCell | None
    ring: bool  # the map has the focus by keyboard

    def paint(self) -> None:
        """Everything."""
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_cells()
        self._paint_words()
        self._paint_edges()
        self._paint_frames()
        self._paint_scale()

    def colour(self, cell: MapCell) -> QColor | None:
        """A cell's colour, None where it has no visits."""
        look = theme.current()
        if not self.data.visits[cell]:
            return None
        even = look.colour("heat_even")
        if self.what == VISITS:
            most = max(1, int(self.data.visits.max()))
            return mix(
                even, look.colour("heat_high"), math.sqrt(int(self.data.visits[cell]) / most)
            )
        place, sure = self.data.heat(cell)
        return mix(even, look.colour("heat_high" if place >= 0 else "heat_low"), abs(place) * sure)

    def _paint_cells(self) -> None:
        look, (rows, columns) = theme.current(), self.data.shape
        gap = 1.0 if self.lay.wide > look.px(20) else 0.5
        mean_room = max(
            (
                text_width(self.data.mean_words((r, c)), theme.TABLE, True)
                for r in range(rows)
                for c in range(columns)
            ),
            default=0,
        )
        count_room = text_width(numerals.count(int(self.data.visits.max())), theme.TABLE)
        numbers = max(mean_room, count_room) + look.px(6) <= self.lay.wide
        two = numbers and self.lay.high >= 2 * text_line(theme.TABLE, 3)
        one = numbers and self.lay.high >= text_line(theme.TABLE, 2)
        for r in range(rows):
            for c in range(columns):
                box = self.lay.box((r, c)).adjusted(gap, gap, -gap, -gap)
                colour = self.colour((r, c))
                self.painter.setPen(Qt.PenStyle.NoPen)
                self.painter.setBrush(look.colour("track") if colour is None else colour)
                self.painter.drawRoundedRect(box, 2, 2)
                if colour is None:
                    self.painter.setPen(QPen(look.colour("ink3"), 1))
                    self.painter.drawLine(
                        box.center() - QPointF(2, 0), box.center() + QPointF(2, 0)
                    )
                elif one:
                    self._paint_numbers((r, c), box, two)

    def _paint_numbers(self, cell: MapCell, box: QRectF, two: bool) -> None:
        mean, seen = self.data.mean_words(cell), numerals.count(int(self.data.visits[cell]))
        first, second = (mean, seen) if self.what == MEAN else (seen, mean)
        half = text_line(theme.TABLE, 1) / 2
        middle = box.center().y() - (half if two else 0)
        put_centred(
            self.painter,
            QRectF(box.left(), middle - half, box.width(), 2 * half),
            first,
            theme.TABLE,
            "heat_ink",
            bold=True,
        )
        if two:
            put_centred(
                self.painter,
                QRectF(box.left(), middle + half - 1, box.width(), 2 * half),
                second,
                theme.TABLE,
                "heat_ink",
            )

    def _paint_words(self) -> None:
        look, (rows, columns) = theme.current(), self.data.shape
        line = text_line(theme.TABLE, 4)
        size = theme.TABLE
        for r in range(rows):
            box = QRectF(
                look.px(12),
                self.lay.top + r * self.lay.high,
                self.lay.left - look.px(18),
                self.lay.high,
            )
            if r == self.picked[0]:
                self.painter.fillRect(
                    QRectF(0, box.top(), self.lay.left - look.px(2), self.lay.high),
                    look.colour("mark"),
                )
            put(self.painter, box, self.data.rows.labels[r], size, bold=r == self.picked[0])
        for c in range(columns):
            at = QRectF(
                self.lay.left + c * self.lay.wide,
                self.lay.top + rows * self.lay.high + look.px(2),
                self.lay.wide,
                self.lay.below,
            )
            if c == self.picked[1]:
                self.painter.fillRect(at, look.colour("mark"))
            _column_word(self.painter, at, self.lay.words[c], self.lay.turned, c == self.picked[1])
        self._name(
            self.data.rows.agent, self.data.rows.name, look.px(12), self.lay.top - line - look.px(2)
        )
        wide = text_width(self.data.columns.name, theme.TABLE, True) + look.px(16)
        middle = self.lay.left + columns * self.lay.wide / 2 - wide / 2
        self._name(
            self.data.columns.agent,
            self.data.columns.name,
            middle,
            self.lay.top + rows * self.lay.high + self.lay.below + look.px(4),
        )

    def _name(self, agent: int, name: str, x: float, y: float) -> None:
        look, line = theme.current(), text_line(theme.TABLE, 4)
        colour = self.marks.colour(look, agent)
        paint_mark(
            self.painter,
            self.marks.agent(agent),
            QPointF(x + look.px(5), y + line / 2),
            look.px(10),
            colour,
        )
        put(
            self.painter,
            QRectF(x + look.px(14), y, text_width(name, theme.TABLE, True) + 4, line),
            name,
            theme.TABLE,
            bold=True,
        )

    def _paint_edges(self) -> None:
        """Shares of the visits above the columns and right of the rows; a line marks the mixed
        strategy.
        """
        look, (rows, columns) = theme.current(), self.data.shape
        right, reach = self.lay.left + columns * self.lay.wide + look.px(4), look.px(EDGE - 6)
        for side, count in ((self.data.rows, rows), (self.data.columns, columns)):
            hue = self.marks.colour(look, side.agent)
            most = max(
                float(side.share.max()),
                float(side.policy.max()) if side.policy is not None else 0.0,
                1e-9,
            )
            for k in range(count):
                bar = float(side.share[k]) / most * reach
                mixed = float(side.policy[k]) / most * reach if side.policy is not None else -1.0
                if side is self.data.rows:
                    y, high = self.lay.top + (k + 0.2) * self.lay.high, 0.6 * self.lay.high
                    self.painter.fillRect(QRectF(right, y, bar, high), hue)
                    if mixed >= 0:
                        self.painter.fillRect(
                            QRectF(right + mixed - 1, y - 2, 2, high + 4), look.colour("ink")
                        )
                else:
                    x = self.lay.left + (k + 0.2) * self.lay.wide
                    wide = 0.6 * self.lay.wide
                    foot = self.lay.top - look.px(4)
                    self.painter.fillRect(QRectF(x, foot - bar, wide, bar), hue)
                    if mixed >= 0:
                        self.painter.fillRect(
                            QRectF(x - 2, foot - mixed - 1, wide + 4, 2), look.colour("ink")
                        )

    def _paint_frames(self) -> None:
        """The cursor in ink, the cell under the pointer in a hairline, the best replies to it in
        dashes.
        """
        look = theme.current()
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        looked = self.hover or self.cursor
        if looked is not None:
            self.painter.setPen(QPen(look.colour("heat_ink"), 1.4, Qt.PenStyle.DashLine))
            row, column = looked
            across = {(row, best) for best in self.data.best_columns(row)}
            for cell in across | {(best, column) for best in self.data.best_rows(column)}:
                box = self.lay.box(cell).adjusted(2, 2, -2, -2)
                self.painter.drawRoundedRect(box, 2, 2)
        for place, width in ((self.hover, 1.0), (self.cursor, 2.0)):
            # cells are light in every theme, so the frame has an inner and an outer line
            if place is not None:
                for role, inset in (("ink", 0.0), ("heat_ink", width)):
                    self.painter.setPen(QPen(look.colour(role), width))
                    self.painter.drawRoundedRect(
                        self.lay.box(place).adjusted(inset, inset, -inset, -inset), 3, 3
                    )
        if self.ring:
            self.painter.setPen(QPen(look.colour("ink"), 2))
            self.painter.drawRect(self.room.adjusted(2, 1, -2, -2))

    def _paint_scale(self) -> None:
        """The colour scale with its meaning, at the lower edge."""
        look, line = theme.current(), text_line(theme.TABLE, 4)
        y = (
            self.lay.top
            + self.data.shape[0] * self.lay.high
            + self.lay.below
            + text_line(theme.TABLE, 4)
            + look.px(12)
        )
        x, wide = float(look.px(12)), look.px(96)
        low, high = (
            (self.data.number(end) for end in self.data.ends)
            if self.what == MEAN
            else ("1", numerals.count(int(self.data.visits.max())))
        )
        put(self.painter, QRectF(x, y, 80, line), low, theme.TABLE, "ink2")
        x += text_width(low, theme.TABLE) + look.px(6)
        for i in range(12):
            place = (i + 0.5) / 6 - 1
            ends = (
                ("heat_high" if place >= 0 else "heat_low", abs(place))
                if self.what == MEAN
                else ("heat_high", (i + 0.5) / 12)
            )
            colour = mix(look.colour("heat_even"), look.colour(ends[0]), ends[1])
            self.painter.fillRect(QRectF(x + i * wide / 12, y + 3, wide / 12, line - 6), colour)
        x += wide + look.px(6)
        said = (
            f"{high}   mean for {self.data.rows.name}, {self.data.unit}; pale: few visits"
            if self.what == MEAN
            else f"{high} visits"
        )
        put(
            self.painter,
            QRectF(x, y, self.room.width() - x - look.px(12), line),
            said,
            theme.TABLE,
            "ink2",
        )


def _column_word(painter: QPainter, box: QRectF, text: str, turned: bool, bold: bool) -> None:
    if not turned:
        line = text_line(theme.TABLE, 2)
        for i, part in enumerate(text.split("\n")):
            wide = text_width(part, theme.TABLE, bold)
            put(
                painter,
                QRectF(box.center().x() - wide / 2, box.top() + i * line, wide + 2, line),
                part,
                theme.TABLE,
                bold=bold,
            )
        return
    painter.save()
    painter.translate(box.center().x(), box.top())
    painter.rotate(-90)
    put(
        painter,
        QRectF(-box.height(), -box.width() / 2, box.height() - 4, box.width()),
        text,
        theme.TABLE,
        bold=bold,
        right=True,
    )
    painter.restore()


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
    longest = max(text_width(t, theme.TABLE) for t in data.columns.labels)
    below = (
        min(longest + look.px(8), look.px(104))
        if turned
        else lines * text_line(theme.TABLE, 2) + look.px(4)
    )
    rest = height - top - below - foot()
    high = max(look.px(LEAST_CELL), min(rest / rows, look.px(TALLEST), wide))
    return HeatLayout(left, top, wide, high, turned, below, said or data.columns.labels)


def foot() -> float:
    """The height of what is below the words of the columns: the agent's name and the scale."""
    return text_line(theme.TABLE, 4) + text_line(theme.TABLE, 4) + theme.current().px(16)


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
            if all(text_width(part, theme.TABLE, True) <= room for part in c.split("\n"))
        ]
        if not fit:
            return ()
        out.append(fit[0])
    return tuple(out)
