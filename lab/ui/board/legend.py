"""The line below the board that names its paths while an action is selected.

The row below the board of a person's match: the last moves, a hint, or the result. It is always
there, so the board never moves under the pointer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QSizePolicy, QStackedLayout, QWidget

from lab.ui.board.overlay import BRANCH, BRANCH_ALPHA, EXPECTED, SELECTED
from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import column, row
from lab.ui.parts.marks import marks_of
from lab.ui.parts.messages import FittedLabel, Hint, one_line
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

    def _redress(self) -> None:
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


LINES = 2  # of text for which there is room
AROUND = 20  # pixels at 100 % above and below them


class ResultLine(QFrame):
    """Who won, in bold, and how."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("look", "message")
        self._title, self._detail = one_line("", "strong", self), FittedLabel("", LINES, self)
        row(self._title, (self._detail, 1), of=self, margins=(10, 6, 10, 6), gap=8)

    def set_result(self, title: str, detail: str) -> None:
        """The result of a finished match."""
        detail = f"{detail[:1].upper()}{detail[1:]}." if detail else ""
        self._title.setText(f"{title}.")
        self._detail.set_whole(detail)
        self.setAccessibleName(f"{title}. {detail}".strip())


class MessageRow(QWidget):
    """A hint hides the last moves, a result both."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Messages")
        self.moves, self.hint = FittedLabel("note", LINES, self), Hint(self)
        self.result = ResultLine(self)
        self._hinted = self._ended = False
        self._moves = self._note = ""
        self._stack = QStackedLayout()
        column(self._stack, of=self, margins=4)
        for part in (self.moves, self.hint, self.result):
            self._stack.addWidget(part)
        theme.follow(self._restyle)

    def set_moves(self, text: str) -> None:
        """What has just been played."""
        self._moves = text
        self._show_moves()

    def set_note(self, text: str) -> None:
        """A second line: what figures on the board mean."""
        self._note = text
        self._show_moves()

    def _show_moves(self) -> None:
        """Without room for both the moves stay whole, and the note is left out."""
        both = "\n".join(line for line in (self._moves, self._note) if line)
        self.moves.set_whole(both, (self._moves,))

    def show_hint(self, move: str, why: str) -> None:
        """The move in words, and why."""
        self.hint.set_hint(move, why)
        self._hinted = True
        self._choose()

    def clear_hint(self) -> None:
        """Removes the hint."""
        self._hinted = False
        self._choose()

    def set_result(self, title: str, detail: str = "") -> None:
        """Who won and how; "" while the match goes on."""
        self._ended = bool(title)
        if title:
            self.result.set_result(title, detail)
        self._choose()

    def _choose(self) -> None:
        part = self.result if self._ended else self.hint if self._hinted else self.moves
        self._stack.setCurrentWidget(part)

    def _restyle(self) -> None:
        look = theme.current()
        line = theme.metrics(theme.BODY, False, look.scale).lineSpacing()
        self.setFixedHeight(round(LINES * line) + look.px(AROUND))

    def sizeHint(self) -> QSize:
        return QSize(480, self.height())
