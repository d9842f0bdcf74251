"""The line below the board that names its paths while an action is selected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.board.overlay import BRANCH, BRANCH_ALPHA, EXPECTED, SELECTED
from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import marks_of
from lab.ui.parts.theme import TABLE, Theme

SAMPLE, GAP, APART = 26, 6, 16  # pixels at 100 %: the line's sample, to its text, to the next


@dataclass(frozen=True)
class PathName:
    """One kind of path on the board, in words."""

    kind: str  # lab.ui.board.overlay: SELECTED, BRANCH, EXPECTED or PREDICTED
    text: str
    agent: int = 0


class PathLegend(QWidget):
    """Samples of lines with their names, side by side; names without room are dropped at the
    end.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[PathName, ...] = ()
        self._marks = marks_of((0, 1))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._redress)

    def set_paths(self, names: Sequence[PathName], owner: Sequence[int]) -> None:
        """The paths on the board; `owner` is the game's."""
        self._names, self._marks = tuple(names), marks_of(tuple(owner))
        self.setAccessibleName(", ".join(n.text for n in names))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, theme.current().px(20))

    def _redress(self, _theme: object = None) -> None:
        self.updateGeometry()
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look, x, y = theme.current(), 0.0, round(self.height() / 2) + 0.0
        metrics = theme.metrics(TABLE, scale=look.scale)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(look.font(TABLE))
            for name in self._names:
                end = x + look.px(SAMPLE) + look.px(GAP) + metrics.horizontalAdvance(name.text)
                if end > self.width():
                    break
                self._paint_sample(painter, look, name, x, y)
                painter.setPen(look.colour("ink2"))
                box = QRectF(x + look.px(SAMPLE) + look.px(GAP), 0, end - x, self.height())
                painter.drawText(
                    box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name.text
                )
                x = end + look.px(APART)

    def _paint_sample(
        self, painter: QPainter, look: Theme, name: PathName, x: float, y: float
    ) -> None:
        a, b = QPointF(x, y), QPointF(x + look.px(SAMPLE), y)
        colour = self._marks.colour(look, name.agent)
        if name.kind == SELECTED:
            painter.setPen(
                QPen(
                    look.colour("mark"),
                    9 * look.scale,
                    Qt.PenStyle.SolidLine,
                    Qt.PenCapStyle.FlatCap,
                )
            )
            painter.drawLine(a, b)
        pen = QPen(
            look.colour("ink") if name.kind == EXPECTED else colour,
            (1.0 if name.kind in (BRANCH, EXPECTED) else 2.0) * look.scale,
        )
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if name.kind == EXPECTED:
            pen.setDashPattern([5, 4])
        painter.setOpacity(BRANCH_ALPHA if name.kind == BRANCH else 1.0)
        painter.setPen(pen)
        painter.drawLine(a, b)
        painter.setOpacity(1.0)
