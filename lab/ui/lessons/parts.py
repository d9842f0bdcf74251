"""Small painted parts of the page: the legend, bars of leaves, code with the current line, names
with numbers.

Nodes as small boards, painted once for each size; nodes of a tree as their words.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPixmap, QResizeEvent

from lab.lesson import Compared
from lab.lesson.code import CodeLine
from lab.lesson.mcts import SmallPosition
from lab.lesson.mcts.steps import Picture
from lab.ui.board.painter import paint_scene
from lab.ui.parts import pictures, theme
from lab.ui.parts.marks import marks_of
from lab.ui.parts.painted import put, put_centred, text_width
from lab.ui.parts.part import PaintedPart

SAMPLE, GAP, APART = 25, 6, 16  # pixels at 100 %: a legend's sample, to its words, to the next
ROW = 23  # of bars, code and numbers


class PlainPage(PaintedPart):
    """A painted part that is told its content in words."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._told: Sequence[str] = ()

    def told(self, lines: Sequence[str]) -> None:
        """Sets new content, in words for a screen reader."""
        self._told = lines
        self.renew()

    def lines(self) -> list[str]:
        return list(self._told)


class TreeLegend(PlainPage):
    """What the lines of the tree mean."""

    NAMES = (
        "where the search is",
        "done",
        "not yet visited",
        "best line, at the end",
        "cut, never looked at",
    )
    LOOKS = (("ink", 2.0), ("ink", 1.4), ("edge", 1.0), ("ok", 4.0), ("cut", 1.2))
    HERE, CUT = 0, 4

    def __init__(self) -> None:
        super().__init__("Legend")
        self.names: tuple[str, ...] = self.NAMES
        self.told(self.names)

    def set_parts(self, cuts: bool) -> None:
        """Whether the search cuts."""
        self.names = self.NAMES if cuts else self.NAMES[: self.CUT]
        self.told(self.names)

    def content_height(self) -> float:
        return self._line() * (1 + max(line for line, _ in self._places()))

    def _line(self) -> float:
        return theme.current().px(22)

    def _places(self) -> list[tuple[int, float]]:
        """The line and the left end of each name, as many on a line as have room."""
        look, line, x, places = theme.current(), 0, 0.0, []
        for name in self.names:
            wide = look.px(SAMPLE + GAP) + text_width(name, theme.TABLE)
            if x > 0 and x + wide > self.width():
                line, x = line + 1, 0.0
            places.append((line, x))
            x += wide + look.px(APART)
        return places

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.updateGeometry()

    def paint(self, painter: QPainter) -> None:
        look, high = theme.current(), self._line()
        for k, (name, (line, x)) in enumerate(zip(self.names, self._places(), strict=True)):
            self._sample(painter, k, x, round((line + 0.5) * high) + 0.0)
            left = x + look.px(SAMPLE + GAP)
            box = QRectF(left, line * high, text_width(name, theme.TABLE) + 2, high)
            put(painter, box, name, theme.TABLE, "ink2")

    def _sample(self, painter: QPainter, k: int, x: float, y: float) -> None:
        look = theme.current()
        a, b = QPointF(x, y + 0.5), QPointF(x + look.px(SAMPLE), y + 0.5)
        if k == self.HERE:
            painter.fillRect(
                QRectF(x, y - 4 * look.scale, look.px(SAMPLE), 9 * look.scale), look.colour("mark")
            )
        role, width = self.LOOKS[k]
        pen = QPen(look.colour(role), width * look.scale)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if k == self.CUT:
            pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.drawLine(a, b)
        if k == self.CUT:
            middle = x + look.px(SAMPLE) / 2
            painter.fillRect(
                QRectF(middle - 4 * look.scale, y - 1, 8 * look.scale, 3), look.colour("panel")
            )
            painter.setPen(QPen(look.colour("ink2"), 1.4 * look.scale))
            for side in (-2.5, 2.5):
                painter.drawLine(
                    QPointF(middle + side, y - 5 * look.scale),
                    QPointF(middle + side, y + 6 * look.scale),
                )


class LeafBars(PlainPage):
    """How many leaves each search looks at."""

    def __init__(self) -> None:
        super().__init__("Leaves looked at")
        self.rows: list[tuple[str, int | None, str]] = []
        self._all, self._words = 1, ""

    def clear(self) -> None:
        """Nothing is known."""
        self.rows, self._words = [], ""
        self.told([])

    def set_compared(self, found: Compared | None, order: str) -> None:
        """Sets the numbers; None for none."""
        self.rows, self._all = [], found.leaves if found is not None else 1
        self._words = "Alpha-beta needs two sides whose gains cancel out."
        if found is not None:
            best = (
                "the least possible"
                if found.best is not None and found.best == found.fewest
                else "each best branch first"
            )
            lacks = "asks for a letter's value first"
            self.rows = [
                ("Minimax", found.leaves, "never cuts"),
                (
                    "Alpha-beta, as written",
                    found.given,
                    "after the last step" if found.given is not None else lacks,
                ),
                ("Alpha-beta, best order", found.best, best if found.best is not None else lacks),
            ]
        self.told(
            [f"{who}: {n if n is not None else 'not known'}, {why}" for who, n, why in self.rows]
        )

    def content_height(self) -> float:
        return theme.current().px(ROW) * max(1, len(self.rows)) + theme.current().px(6)

    def _bar_width(self) -> float:
        """Shorter bars where the words at their right would be cut off."""
        look = theme.current()
        longest = max((text_width(why, theme.TABLE) for _, _, why in self.rows), default=0.0)
        room = self.width() - self._names_width() - look.px(44) - longest - 2
        return float(min(look.px(150), max(look.px(20), room)))

    def _names_width(self) -> float:
        names = (text_width(who, theme.TABLE) for who, _, _ in self.rows)
        return max(names, default=0.0) + theme.current().px(16)

    def paint(self, painter: QPainter) -> None:
        look = theme.current()
        if not self.rows:
            put(
                painter,
                QRectF(0, 0, self.width(), look.px(ROW)),
                self._words,
                theme.TABLE,
                "ink2",
            )
        for k, (who, n, why) in enumerate(self.rows):
            line = QRectF(0, k * look.px(ROW), self.width(), look.px(ROW))
            put(painter, line, who, theme.TABLE)
            wide = self._bar_width()
            bar = QRectF(self._names_width(), line.center().y() - look.px(5), wide, look.px(10))
            painter.fillRect(bar, look.colour("track"))
            if n is not None:
                painter.fillRect(
                    QRectF(
                        bar.left(),
                        bar.top(),
                        round(bar.width() * min(1.0, n / self._all)),
                        bar.height(),
                    ),
                    look.colour("ink2"),
                )
            count = "–" if n is None else str(n)
            put(
                painter,
                QRectF(bar.right(), line.top(), look.px(36), line.height()),
                count,
                theme.TABLE,
                bold=True,
                right=True,
            )
            rest = bar.right() + look.px(44)
            put(
                painter,
                QRectF(rest, line.top(), max(0.0, self.width() - rest), line.height()),
                why,
                theme.TABLE,
                "ink2",
            )


class Code(PlainPage):
    """Lines of code, those of the current step marked."""

    def __init__(self) -> None:
        super().__init__("In code")
        self.shown: tuple[CodeLine, ...] = ()
        self.keys: tuple[str, ...] = ()

    def set_code(self, lines: tuple[CodeLine, ...], *keys: str) -> None:
        """Sets the code and the lines of the current step."""
        if (lines, keys) != (self.shown, self.keys):
            self.shown, self.keys = lines, keys
            self.told([f"{'now: ' if each.key in keys else ''}{each.text}" for each in lines])

    def content_height(self) -> float:
        return theme.current().px(20) * max(1, len(self.shown)) + theme.current().px(8)

    def paint(self, painter: QPainter) -> None:
        look = theme.current()
        font = look.fixed_font(theme.TABLE)
        widest = max(
            (QFontMetricsF(font).horizontalAdvance(each.text) for each in self.shown), default=0.0
        )
        if widest > self.width() - look.px(12):  # the smallest type rather than a cut-off line
            font.setPixelSize(max(9, int(font.pixelSize() * (self.width() - look.px(12)) / widest)))
        painter.setFont(font)
        for k, each in enumerate(self.shown):
            line = QRectF(0, look.px(2) + k * look.px(20), self.width(), look.px(20))
            if each.key in self.keys:
                painter.fillRect(line, look.colour("mark"))
            painter.setPen(look.colour("ink"))
            painter.drawText(
                line.adjusted(look.px(8), 0, 0, 0),
                Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip,
                each.text,
            )


class Facts(PlainPage):
    """Names at the left, values at the right."""

    def __init__(self) -> None:
        super().__init__("Numbers")
        self.rows: list[tuple[str, str]] = []

    def set_rows(self, rows: list[tuple[str, str]]) -> None:
        """Sets the rows."""
        if rows != self.rows:
            self.rows = rows
            self.told([f"{name}: {value}" for name, value in rows])

    def content_height(self) -> float:
        return theme.current().px(20) * max(1, len(self.rows)) + theme.current().px(6)

    def paint(self, painter: QPainter) -> None:
        look = theme.current()
        for k, (name, value) in enumerate(self.rows):
            line = QRectF(0, k * look.px(20), self.width(), look.px(20))
            put(painter, line, name, theme.TABLE, "ink2")
            put(painter, line, value, theme.TABLE, right=True)


USUAL = 85.0  # the side in pixels at which lines have their usual width


class SmallBoards:
    """Pictures of one lesson's positions, kept until the lesson or the theme changes."""

    def __init__(self) -> None:
        self._kept: dict[tuple[object, int, float], QPixmap] = {}
        self._owner: tuple[int, ...] = (0, 1)

    def begin(self, position: SmallPosition) -> None:
        """Another lesson."""
        self._owner = tuple(position.game.owner)
        self.forget()

    def forget(self) -> None:
        """Another theme or lesson: everything is painted again."""
        self._kept.clear()

    def paint(self, painter: QPainter, key: object, picture: Picture, box: QRectF) -> None:
        """One position in a square box."""
        if isinstance(picture, str):
            centred(painter, box, picture, theme.TABLE, "ink", bold=True)
            return
        if pictures.is_drawing():
            self._paint(painter, picture, box)
            return
        device = painter.device()
        ratio = float(device.devicePixelRatioF()) if device is not None else 1.0
        side = max(4, round(box.width()))
        found = self._kept.get((key, side, ratio))
        if found is None:
            found = self._kept[key, side, ratio] = self._painted(picture, side, ratio)
        painter.drawPixmap(QPointF(round(box.x()), round(box.y())), found)

    def _painted(self, picture: Picture, side: int, ratio: float) -> QPixmap:
        pixmap = QPixmap(round(side * ratio), round(side * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            self._paint(painter, picture, QRectF(0, 0, side, side))
        return pixmap

    def _paint(self, painter: QPainter, picture: Picture, box: QRectF) -> None:
        assert not isinstance(picture, str)
        look = theme.current()
        zoom = box.width() / look.scale / USUAL
        paint_scene(painter, picture, box, look, marks_of(self._owner), zoom=zoom)


def centred(
    painter: QPainter, box: QRectF, text: str, size: float, role: str, bold: bool = False
) -> None:
    """One line of text in the middle of a box, in smaller type where it does not fit."""
    size = size if text_width(text, size, bold) <= box.width() else theme.TABLE
    put_centred(painter, box, text, size, role, bold=bold)
