"""The lesson of beam search: the layers, and as columns what other widths find in the same maze; a
click takes that width.
"""

from __future__ import annotations

from PySide6.QtCore import QLineF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPen

from lab.lesson.beam import HEADS, PARTS, BeamLesson, BeamQuestion, BeamStep
from lab.lesson.beam.layers import BEST, CUT_OFF, LISTING
from lab.lesson.beam.study import cells_at
from lab.lesson.mazes import arrows, thousandths, whole_thousandths
from lab.ui.lessons.beam.view import BeamShown, BeamView
from lab.ui.lessons.parts import PlainPage
from lab.ui.lessons.plans import MazePanel, PlanPage, PlanSide, PlanTable
from lab.ui.lessons.rounds import RoundSteps
from lab.ui.lessons.transport import surprise
from lab.ui.parts import theme
from lab.ui.parts.painted import put, put_centred, text_line, text_width

BAR, NAMES = 34.0, 92.0  # pixels at 100 %: the tallest column, the words at the left


class WidthBars(PlainPage):
    """A column for each width, and a line for the beam that drops nothing; `picked` carries a
    width.
    """

    picked = Signal(int)

    def __init__(self) -> None:
        super().__init__("What other widths find")
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

    def content_height(self) -> float:
        return theme.current().px(BAR) + 2 * text_line(theme.TABLE, 3) + theme.current().px(6)

    def _columns(self) -> list[QRectF]:
        count = len(self.lesson.widths) if self.lesson is not None else 0
        left, line = theme.current().px(NAMES), text_line(theme.TABLE, 3)
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
        most, line = lesson.whole.score or 1.0, text_line(theme.TABLE, 3)
        for box, found in zip(self._columns(), lesson.widths, strict=True):
            own = found.width == lesson.question.width
            high = box.height() * max(0.0, found.score / most)
            bar = QRectF(
                box.left() + box.width() * 0.2, box.bottom() - high, box.width() * 0.6, high
            )
            painter.fillRect(bar, look.colour("accent" if own else "cut"))
            words = thousandths(found.score)
            if text_width(words, theme.TABLE, own) > box.width() - 2:
                words = whole_thousandths(found.score)
            above = QRectF(box.left(), bar.top() - line, box.width(), line)
            put_centred(painter, above, words, theme.TABLE, bold=own)
            below = QRectF(box.left(), box.bottom() + 1, box.width(), line)
            put_centred(painter, below, str(found.width), theme.TABLE, "ink2", bold=own)
        self._all(painter, lesson, line)

    def _all(self, painter: QPainter, lesson: BeamLesson, line: float) -> None:
        """The line of the beam that drops nothing, and the words at the left."""
        look, y = theme.current(), line + 0.5
        pen = QPen(look.colour("ink2"), 1)
        pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.drawLine(QLineF(look.px(NAMES), y, self.width(), y))
        room = QRectF(0, y - line / 2, look.px(NAMES) - 4, line)
        put(painter, room, f"all: {thousandths(lesson.whole.score)}", theme.TABLE, bold=True)
        foot = QRectF(0, line + look.px(BAR) + 1, look.px(NAMES) - 4, line)
        put(painter, foot, "width", theme.TABLE, "ink2")


TURNS = "The next cut that turns the order, ends a band, or loses the best plan."
TRY = (
    "At width 3 the best plan dies out in layer 3, by a little. Width 4 finds it. In The far feast "
    "even 8 are too few."
)
GUESS = "Before each cut: click the child that is the last to survive, or press its number."
QUESTION = "Which child is the last to survive?"
ASKS = "{} of these {} positions survive. Click the one with place {}, or press its number."


class BeamPage(PlanPage):
    """Shows the layers of one beam step by step."""

    parts = PARTS
    lesson: BeamLesson | None

    def __init__(self) -> None:
        super().__init__(
            MazePanel(BeamQuestion, TRY, GUESS),
            RoundSteps("Layer", PARTS, surprise(TURNS)),
            PlanSide("layer", "Children", PARTS, LISTING, (0, 5)),
            BeamView(),
        )
        self.widths = WidthBars()
        self.widths.picked.connect(lambda width: self.panel.set(width=width))
        hint = "the score of the best plan; click a column to take its width"
        self.band = self.add_band("What other widths find", self.widths, hint)
        self.begin()

    # -- showing -----------------------------------------------------------------------------------

    def begin_lesson(self, lesson: BeamLesson) -> None:
        super().begin_lesson(lesson)
        self.widths.set_lesson(lesson)

    def show_nothing(self) -> None:
        super().show_nothing()
        self.widths.set_lesson(None)

    def shown_of(
        self, step: BeamStep, asks: bool = False, selected: int | None = None
    ) -> BeamShown:
        assert self.lesson is not None
        shown = BeamShown(self.lesson, step, asks)
        return BeamShown(self.lesson, step, asks, shown.usual() if selected is None else selected)

    def table_of(self, shown: BeamShown) -> PlanTable:
        step = shown.step
        children = () if step.part == BEST else shown.children
        rows = [cells_at(step, child) for child in children]
        marked = next((k for k, c in enumerate(children) if c.number == shown.selected), -1)
        kept = len(shown.lesson.layer(step).kept) if step.part == CUT_OFF else len(rows)
        return PlanTable(f"Children of layer {step.round}", HEADS, rows, marked, kept)

    def number_of(self, shown: BeamShown, row: int) -> int | None:
        return shown.children[row].number if row < len(shown.children) else None

    # -- guessing ----------------------------------------------------------------------------------

    def asked_words(self, step: BeamStep) -> tuple[str, str]:
        assert self.lesson is not None
        width, count = self.lesson.question.width, len(self.lesson.layer(step).ranked)
        return QUESTION, ASKS.format(width, count, width)

    def guess(self, number: int) -> None:
        assert self.lesson is not None and self.step is not None
        layer = self.lesson.layer(self.step)
        guess, last = layer.children[number], layer.kept[-1]
        right = guess.number == last.number
        score = f"{guess.arrows} has {thousandths(guess.score)}"
        place = f"place {guess.place}" if guess.place else guess.fate
        words = f"Right: {score}." if right else f"Not this one: {score}, {place}."
        self.guesses.judge(self.key, right, words)
        self.judge()
