"""What other widths find in the same maze, as columns; a click takes that width."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from lab.lesson.beam import BeamLesson
from lab.lesson.mazes import arrows, thousandths, whole_thousandths
from lab.ui.lessons.parts import PlainPage
from lab.ui.parts import theme
from lab.ui.parts.painted import put, put_centred, text_line, text_width

BAR, NAMES = 34.0, 92.0  # pixels at 100 %: the tallest column, the words at the left


class WidthBars(PlainPage):
    """A column for each width, and a line for the beam that drops nothing; `picked` carries a
    width.
    """

    picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("What other widths find", parent)
        self.lesson: BeamLesson | None = None
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_lesson(self, lesson: BeamLesson | None) -> None:
        """Shows the widths of a lesson, or nothing."""
        self.lesson = lesson
        found = (*lesson.widths, lesson.whole) if lesson is not None else ()
        names = [str(each.width) for each in found[:-1]] + ["all"]
        self.told(
            [
                f"width {name}: {thousandths(each.score)}, {arrows(each.plan)}"
                for name, each in zip(names, found, strict=False)
            ]
        )

    def height_of(self) -> float:
        return theme.current().px(BAR) + 2 * text_line(theme.AXIS, 3) + theme.current().px(6)

    def _columns(self) -> list[QRectF]:
        count = len(self.lesson.widths) if self.lesson is not None else 0
        left, line = theme.current().px(NAMES), text_line(theme.AXIS, 3)
        wide = (self.width() - left) / max(1, count)
        return [QRectF(left + k * wide, line, wide, theme.current().px(BAR)) for k in range(count)]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for k, box in enumerate(self._columns()):
            if self.lesson is not None and box.left() <= event.position().x() < box.right():
                self.picked.emit(self.lesson.widths[k].width)

    def paint(self, painter: QPainter) -> None:
        lesson, look = self.lesson, theme.current()
        if lesson is None:
            return
        most, line = lesson.whole.score or 1.0, text_line(theme.AXIS, 3)
        for box, found in zip(self._columns(), lesson.widths, strict=True):
            own = found.width == lesson.question.width
            high = box.height() * max(0.0, found.score / most)
            bar = QRectF(
                box.left() + box.width() * 0.2, box.bottom() - high, box.width() * 0.6, high
            )
            painter.fillRect(bar, look.colour("accent" if own else "cut"))
            words = thousandths(found.score)
            if text_width(words, theme.AXIS, own) > box.width() - 2:
                words = whole_thousandths(found.score)
            above = QRectF(box.left(), bar.top() - line, box.width(), line)
            put_centred(painter, above, words, theme.AXIS, bold=own)
            below = QRectF(box.left(), box.bottom() + 1, box.width(), line)
            put_centred(painter, below, str(found.width), theme.AXIS, "ink2", bold=own)
        self._all(painter, lesson, line)

    def _all(self, painter: QPainter, lesson: BeamLesson, line: float) -> None:
        """The line of the beam that drops nothing, and the words at the left."""
        look, y = theme.current(), line + 0.5
        pen = QPen(look.colour("ink2"), 1)
        pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.drawLine(QLineF(look.px(NAMES), y, self.width(), y))
        room = QRectF(0, y - line / 2, look.px(NAMES) - 4, line)
        put(painter, room, f"all: {thousandths(lesson.whole.score)}", theme.AXIS, bold=True)
        foot = QRectF(0, line + look.px(BAR) + 1, look.px(NAMES) - 4, line)
        put(painter, foot, "width", theme.AXIS, "ink2")
