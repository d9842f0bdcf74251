"""The lesson of what a network sees: the position and the network at the left; the board, with what
each cell or each move is worth on it, in the centre; the reason and the table at the right. Plus is
in the colour of the side to move, minus in the other's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from engines.scene import AnyItem, Rect, Scene, Text
from lab.lesson.network import PARTS, SightLesson, SightQuestion, SightStep
from lab.lesson.network.seeing import NamesRows
from lab.lesson.network.study import HEADS, LISTING, rows_of
from lab.ui.board.painter import fit, paint_scene
from lab.ui.lessons.docks import named
from lab.ui.lessons.lesson_page import LessonPage
from lab.ui.lessons.picture import StepPicture
from lab.ui.lessons.plans import PlanSide, PlanTable
from lab.ui.lessons.position import PositionSetup
from lab.ui.lessons.rounds import RoundSteps
from lab.ui.lessons.transport import surprise
from lab.ui.parts import theme
from lab.ui.parts.marks import marks_of
from lab.ui.parts.messages import label
from lab.words.numerals import capitalised, signed

STRONGEST, SMALLEST = 0.5, 0.005  # the most opaque tint; what is not worth a number
NUMBER, ROOM = 12.0, 46  # pixels, and those of a cell that a number needs
TRY = (
    "Take the position from the match, or name a network of your own: beside the folder of its "
    "learning, the position is seen by every generation."
)
TURNS = "The next generation that prefers another move."


@dataclass(frozen=True)
class SightShown:
    """A step on the board; `row` is the pattern on show alone, -1 for all together."""

    lesson: SightLesson
    step: SightStep
    row: int = -1

    @property
    def boxes(self) -> list[tuple[float, float, float, float, float]]:
        """(x, y, width, height, number) in the world of the Scene."""
        lesson, sight = self.lesson, self.lesson.sight(self.step)
        if self.step.part == PARTS.index("Moves"):
            worth = {each.action: each.value for each in sight.moves}
            targets = lesson.game.targets(lesson.state, lesson.seat)
            return [(t.x, t.y, t.w, t.h, worth[t.action]) for t in targets if t.action in worth]
        if self.step.part != PARTS.index("Patterns"):
            return []
        shares = sight.shares()
        if self.row >= 0:
            one = sight.patterns[self.row]
            shares = dict.fromkeys(one.cells, one.adds)
        return [(*lesson.corner(cell), 1.0, 1.0, shares[cell]) for cell in sorted(shares)]

    def scene(self, numbered: bool = True) -> Scene:
        """The position, tinted; with numbers where there is room for them."""
        seat, scene = self.lesson.seat, self.lesson.game.scene(self.lesson.state)
        most = max((abs(number) for *_, number in self.boxes), default=0.0) or 1.0
        tints, numbers = list[AnyItem](), list[AnyItem]()
        for x, y, w, h, number in self.boxes:
            whose = seat if number > 0 else 1 - seat
            alpha = STRONGEST * abs(number) / most
            tints.append(Rect(x + 0.04, y + 0.04, w - 0.08, h - 0.08, f"seat{whose}", alpha=alpha))
            if numbered and abs(number) >= SMALLEST and self.row < 0:
                words = signed(number)
                numbers.append(Text(x + w / 2, y + h - 0.16, words, size=NUMBER, bold=True))
        # the pieces of a sheet are discs on a field that stands still: tinted, they would be grey
        if isinstance(self.lesson.game, NamesRows):
            return replace(scene, items=(*tints, *scene.items, *numbers))
        return replace(scene, items=(*scene.items, *tints, *numbers))


class SightView(StepPicture[SightShown], QWidget):
    """The board of a step, or a sentence instead."""

    def __init__(self) -> None:
        super().__init__()
        self.begin("Board", 420)

    def lines(self) -> list[str]:
        if self.shown is None:
            return []
        table = rows_of(self.shown.lesson, self.shown.step)
        return [self.shown.step.head, *(", ".join(row) for row in table)]

    def paint_step(self, painter: QPainter, shown: SightShown) -> None:
        look = theme.current()
        room = QRectF(self.rect()).adjusted(look.px(10), look.px(10), -look.px(10), -look.px(10))
        cell = fit(shown.scene(), room).scale
        scene = shown.scene(numbered=cell >= look.px(ROOM))
        paint_scene(painter, scene, room, look, marks_of(shown.lesson.game.owner))


class SightPanel(PositionSetup):
    """The position and the network."""

    def __init__(self) -> None:
        super().__init__(SightQuestion, "Another game or seed")
        self.facts = label("", "note")
        name = named("Position", self.examples)
        self.block(name, self.examples, self.text, self.wrong, self.facts, self.match)
        self.block(self.rows["network"], label("Try it", "strong"), label(TRY, "note"))

    def show_lesson(self, lesson: SightLesson) -> None:
        """Shows what the text turned out to be."""
        self.facts.setText(f"{lesson.game.title}, {lesson.mover} to move")
        self.wrong.hide()


class SightPage(LessonPage):
    """Shows what one network after the other sees of a position."""

    panel: SightPanel
    side: PlanSide
    steps: RoundSteps
    lesson: SightLesson | None

    def __init__(self) -> None:
        steps = RoundSteps("Network", PARTS, surprise(TURNS))
        side = PlanSide("network", "Patterns", PARTS, LISTING, (0,))
        super().__init__(SightPanel(), steps, side)
        self.board = SightView()
        self.view = self.board
        self.inner.addWidget(self.board, 1)
        self.inner.addWidget(steps)
        side.picked.connect(steps.to_row)
        side.chosen.connect(self._choose)
        self.bind({".": steps.one_round})
        self.set_stops(self.board, steps, side.table, side.steps)
        self.begin()

    def fail(self, why: str) -> None:
        self.board.show_words("No steps: see Set-up.")
        self.panel.show_fault(why)

    # -- showing -----------------------------------------------------------------------------------

    def begin_lesson(self, lesson: SightLesson) -> None:
        self.panel.show_lesson(lesson)
        self.steps.set_rounds(lesson.steps, lesson.surprises)

    @property
    def place(self) -> str:
        return self.steps.words

    def titled(self, step: SightStep) -> str:
        assert self.lesson is not None
        what = ("What it sees", "What each move makes of it", "What its values are worth")
        name = f"{self.lesson.sight(step).name}: " if len(self.lesson.sights) > 1 else ""
        return capitalised(f"{name}{what[step.part]}")

    def show_picture(self, step: SightStep, asks: bool) -> None:
        self._show(step, -1)

    def _show(self, step: SightStep, row: int) -> None:
        """Shows a step, with one pattern alone where that is chosen."""
        assert self.lesson is not None
        shown = SightShown(self.lesson, step, row)
        self.board.show_step(shown)
        rows = rows_of(self.lesson, step)
        marked = self._marked(step) if row < 0 else row
        table = PlanTable(PARTS[step.part], HEADS[step.part], rows, marked, len(rows))
        self.side.show_table(table)
        self.side.numbers.set_hint(self._hint(step))
        own = [each for each in self.lesson.steps if each.round == step.round]
        self.side.show_round(own, step, False, step.lines)

    def _marked(self, step: SightStep) -> int:
        """The row of the calibration that the value is in."""
        assert self.lesson is not None
        sight = self.lesson.sight(step)
        found = sight.bin if step.part == PARTS.index("Calibration") else None
        return sight.calibration.index(found) if found is not None else -1

    def _hint(self, step: SightStep) -> str:
        assert self.lesson is not None
        count = len(self.lesson.sight(step).patterns)
        return (f"click one; {count} in all", "for the side to move", "of matches held out")[
            step.part
        ]

    def _choose(self, row: int) -> None:
        """A row of the table: a pattern is shown alone."""
        if self.lesson is not None and self.step.part == PARTS.index("Patterns"):
            self._show(self.step, row)

    def show_nothing(self) -> None:
        self.steps.set_rounds((), [])
        self.side.show_table(PlanTable("", (), (), -1, 0))
