"""The lesson of the genetic algorithm: the population, and the fitness of all generations: the best
and the mean of each, and the most that any plan has.
"""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPen, QPolygonF

from lab.lesson.genetic import HEADS, PARTS, GeneticLesson, GeneticQuestion, GeneticStep
from lab.lesson.genetic.population import BEST, LISTING
from lab.lesson.genetic.study import family
from lab.lesson.mazes import thousandths
from lab.ui.lessons.genetic.shown import GeneticShown
from lab.ui.lessons.genetic.view import GeneticView
from lab.ui.lessons.parts import PlainPage
from lab.ui.lessons.plans import MazePanel, PlanPage, PlanSide, PlanTable
from lab.ui.lessons.rounds import RoundSteps
from lab.ui.lessons.transport import surprise
from lab.ui.parts import theme
from lab.ui.parts.painted import put, put_centred, text_line

HEIGHT, WORDS = 58.0, 150.0  # pixels at 100 %: the field; the words at the left


class FitnessCurve(PlainPage):
    """Two lines and a dashed one; `picked` carries a generation."""

    picked = Signal(int)

    def __init__(self) -> None:
        super().__init__("Fitness by generation")
        self.lesson: GeneticLesson | None = None
        self._now = 1
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_generation(self, lesson: GeneticLesson | None, number: int = 1) -> None:
        """The lines of a lesson with the generation on show; or nothing."""
        self.lesson, self._now = lesson, number
        found = lesson.generations if lesson is not None else ()
        self.told(
            [
                f"generation {g.number}: best {thousandths(g.best.fitness)}, mean "
                f"{thousandths(g.mean)}"
                for g in found
            ]
        )

    def content_height(self) -> float:
        return theme.current().px(HEIGHT) + text_line(theme.TABLE, 3) + theme.current().px(4)

    def _x(self, number: int) -> float:
        """The middle of a generation."""
        count = len(self.lesson.generations) if self.lesson is not None else 1
        left = theme.current().px(WORDS)
        return left + (self.width() - left) * (number - 0.5) / count

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.lesson is not None:
            numbers = range(1, len(self.lesson.generations) + 1)
            self.picked.emit(min(numbers, key=lambda n: abs(self._x(n) - event.position().x())))

    def paint(self, painter: QPainter) -> None:
        lesson, look = self.lesson, theme.current()
        if lesson is None:
            return
        low = min(g.mean for g in lesson.generations)
        high = max(lesson.most, low + 1e-9)
        top, tall = look.px(4), look.px(HEIGHT - 8)
        heights = {name: self._line(lesson, name) for name in ("best", "mean")}
        x = self._x(self._now)
        painter.setPen(QPen(look.colour("mark"), 10 * look.scale))
        painter.drawLine(QLineF(x, top, x, top + tall))
        for name, role, width in (("mean", "ink2", 1.4), ("best", "hue0", 2.4)):
            pen = QPen(look.colour(role), width * look.scale)
            if name == "mean":
                pen.setDashPattern([3, 2])
            painter.setPen(pen)
            places = [top + tall * (1 - (y - low) / (high - low)) for y in heights[name]]
            points = [QPointF(self._x(k), y) for k, y in enumerate(places, 1)]
            painter.drawPolyline(QPolygonF(points))
            painter.setBrush(look.colour(role))
            for point in points:
                painter.drawEllipse(point, 1.6 * look.scale, 1.6 * look.scale)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        self._most(painter, top)
        self._names(painter, lesson)

    def _line(self, lesson: GeneticLesson, name: str) -> list[float]:
        found = lesson.generations
        return [g.mean if name == "mean" else g.best.fitness for g in found]

    def _most(self, painter: QPainter, y: float) -> None:
        pen = QPen(theme.current().colour("ink2"), 1)
        pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.drawLine(QLineF(theme.current().px(WORDS), y, self.width(), y))

    def _names(self, painter: QPainter, lesson: GeneticLesson) -> None:
        """The numbers of the generation on show, and of the generations below."""
        look, line = theme.current(), text_line(theme.TABLE, 3)
        now = lesson.generations[self._now - 1]
        rows = (
            ("any plan", lesson.most, "ink2"),
            ("best", now.best.fitness, "hue0"),
            ("mean", now.mean, "ink2"),
        )
        for k, (name, value, role) in enumerate(rows):
            box = QRectF(0, k * line, look.px(WORDS - 14), line)
            put(painter, box, name, theme.TABLE, role, bold=name == "best")
            put(painter, box, thousandths(value), theme.TABLE, right=True, bold=name == "best")
        every = max(1, round(len(lesson.generations) * look.px(26) / max(1, self.width())))
        for each in lesson.generations:
            own = each.number == self._now
            apart = abs(each.number - self._now) >= every
            if own or (apart and (each.number - 1) % every == 0):
                spot = QPointF(self._x(each.number), look.px(HEIGHT) + line / 2)
                box = QRectF(spot, spot)
                put_centred(painter, box, str(each.number), theme.TABLE, "ink2", bold=own)


FITTER = "The next generation with a sequence fitter than all before."
SHORT = ("Evaluate", "Elite", "Select", "Breed", "Best")  # of PARTS
TRY = (
    "Seed 25 finds the best plan in generation 5; seed 5 gets stuck on a worse one. At "
    "mutation 0 the genes of the first generation are only rearranged. Two relatives keep no "
    "population: annealing changes one sequence, shooting draws each one afresh."
)
GUESS = (
    "Before a first parent is drawn: click the sequence you expect among the dotted ones, or press "
    "its number."
)
QUESTION = "Which becomes the first parent?"
ASKS = "Drawn for her were {}, marked by dots. Click the fittest, or press its number."


class GeneticPage(PlanPage):
    """Shows the generations of one search step by step."""

    parts = PARTS
    lesson: GeneticLesson | None

    def __init__(self) -> None:
        super().__init__(
            MazePanel(GeneticQuestion, TRY, GUESS),
            RoundSteps("Generation", SHORT, surprise(FITTER)),
            PlanSide("generation", "Sequences", PARTS, LISTING, (0, 1, 3), 3),
            GeneticView(),
        )
        self.progress = FitnessCurve()
        self.progress.picked.connect(self.steps.to_round)
        hint = "in thousandths of the evaluation"
        self.band = self.add_band("Fitness by generation", self.progress, hint)
        self.begin()

    # -- showing -----------------------------------------------------------------------------------

    def show_nothing(self) -> None:
        super().show_nothing()
        self.progress.show_generation(None)

    def show_picture(self, step: GeneticStep, asks: bool) -> None:
        super().show_picture(step, asks)
        self.progress.show_generation(self.lesson, step.round)

    def shown_of(
        self, step: GeneticStep, asks: bool = False, selected: int | None = None
    ) -> GeneticShown:
        assert self.lesson is not None
        return GeneticShown(self.lesson, step, asks, -1 if selected is None else selected)

    def table_of(self, shown: GeneticShown) -> PlanTable:
        step, child = shown.step, shown.child
        if child is not None:
            rows = list(family(shown.lesson, step, child))
            return PlanTable("The family", HEADS, rows, len(rows) - 1, len(rows))
        rows = [] if step.part == BEST else [one.cells for one in shown.individuals]
        marked = -1 if shown.asks else shown.chosen.number - 1
        return PlanTable("Sequences", HEADS, rows, marked, len(rows))

    def number_of(self, shown: GeneticShown, row: int) -> int | None:
        return row + 1 if shown.child is None else None

    # -- guessing ----------------------------------------------------------------------------------

    def asked_words(self, step: GeneticStep) -> tuple[str, str]:
        names = [str(number) for number in sorted(self.shown_of(step, True).drawn[0])]
        return QUESTION, ASKS.format(f"{', '.join(names[:-1])} and {names[-1]}")

    def guess(self, number: int) -> None:
        shown = self.picture.shown
        if not self.asking or shown is None or number not in shown.drawn[0]:
            return
        guess = shown.individuals[number - 1]
        most = max(shown.individuals[each - 1].fitness for each in shown.drawn[0])
        right = guess.fitness == most  # of equal ones the first that was drawn wins
        score = f"{number} has {thousandths(guess.fitness)}"
        words = f"Right: {score}, the most." if right else f"Not this one: {score}."
        self.guesses.judge(self.key, right, words)
        self.judge()
