"""The picture of the lesson: the population as strips at the left, a cell for each turn with the
action that it plays and where its gene came from; at the right the plan of one sequence on the
board, and its family.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPen

from lab.lesson.genetic import Individual
from lab.lesson.genetic.population import BEST, BREED, FATHER, KEEP, MOTHER, MUTATED
from lab.lesson.mazes import ARROWS, thousandths
from lab.ui.lessons.genetic.shown import GeneticShown
from lab.ui.lessons.plans import PlanPicture, Way, paint_maze, with_ways
from lab.ui.parts import theme
from lab.ui.parts.painted import put, put_centred, text_line, text_width
from lab.ui.parts.tips import show_tip

BAR = 4.0  # pixels at 100 %: the mother's at the top of a cell, the father's at its foot
WIDEST = 30.0  # of a cell
SIDES = {MOTHER: "hue0", FATHER: "hue2"}


def cell_width(room: float, turns: int) -> float:
    """The width of a cell where a strip has some room."""
    return min(WIDEST * theme.current().scale, room / turns)


def paint_strip(
    painter: QPainter, box: QRectF, one: Individual, bold: bool = False, plain: bool = False
) -> None:
    """A strip that fills a box; `plain` without where its genes came from."""
    wide = box.width() / len(one.genes)
    for h, origin in enumerate(one.origins):
        cell = QRectF(box.left() + h * wide, box.top(), wide, box.height())
        _cell(painter, cell, -1 if plain else origin)
        if h < len(one.plan):
            put_centred(painter, cell, ARROWS[one.plan[h]], theme.TABLE, bold=bold)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    look = theme.current()
    painter.setPen(QPen(look.colour("ink" if bold else "edge"), (2 if bold else 1) * look.scale))
    painter.drawRect(box)


def _cell(painter: QPainter, cell: QRectF, origin: int) -> None:
    look = theme.current()
    painter.fillRect(cell, look.colour("mark" if origin == MUTATED else "field"))
    high = min(BAR * look.scale, 0.25 * cell.height())
    if origin == MOTHER:
        painter.fillRect(QRectF(cell.left(), cell.top(), cell.width(), high), look.colour("hue0"))
    if origin == FATHER:
        foot = QRectF(cell.left(), cell.bottom() - high, cell.width(), high)
        painter.fillRect(foot, look.colour("hue2"))
    if origin == MUTATED:
        painter.setPen(QPen(look.colour("mark_edge"), 2 * look.scale))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(cell.adjusted(2, 2, -2, -2))
    painter.setPen(QPen(look.colour("line2"), 1))
    painter.drawLine(QLineF(cell.topRight(), cell.bottomRight()))


def paint_cut(painter: QPainter, box: QRectF, turns: int, cut: int) -> None:
    """The turn before which the strips of a family are cut, across all of them."""
    look, x = theme.current(), box.left() + box.width() * cut / turns
    painter.setPen(QPen(look.colour("error"), 2 * look.scale))
    over = 6 * look.scale
    painter.drawLine(QLineF(x, box.top() - over, x, box.bottom() + over))


PITCH = 34.0  # pixels at 100 %, of the strips
LEFT, GAP = 0.56, 20.0  # the population's share of the width; the room to the board
CELL = 19.0  # of a cell; where it is narrower, fitness has no bars
LOWEST = 17.0  # a pitch below which the next generation is left out
NUMBERS, FITNESS, DOT = 26.0, 66.0, 4.5  # a strip's number, its fitness, the mark of a draw
PALE = 0.4
LEGEND = ("of the first parent", "of the second parent", "mutated")
NAMES = "parent 12"


class GeneticLayout:
    """Where everything is."""

    def __init__(self, shown: GeneticShown, room: QRectF) -> None:
        look, line = theme.current(), text_line(theme.TABLE, 4)
        count, turns = len(shown.individuals), shown.lesson.question.turns
        left = QRectF(room.left(), room.top(), LEFT * room.width(), room.height())
        right = left.right() + look.px(GAP)
        self.right = QRectF(right, room.top(), room.right() - right, room.height())
        self.head = QRectF(left.left(), left.top(), left.width(), line)
        free = left.height() - 3 * line - look.px(16)
        self.both = free / (2 * count) >= look.px(LOWEST)  # whether the next generation fits
        pitch = min(look.px(PITCH), free / count / (2 if self.both else 1))
        numbers, fitness = look.px(NUMBERS), look.px(FITNESS)
        free = left.width() - numbers - fitness
        bars = fitness if (free - fitness) / turns >= look.px(CELL) else look.px(22)
        wide = turns * cell_width(free - bars, turns)
        self.count, self.height = count, pitch - min(look.px(8), 0.3 * pitch)
        self.rows, self.strips = list[QRectF](), list[QRectF]()
        block = count * pitch + line + look.px(6)  # from one generation to the next
        for k in range(2 * count):
            top = left.top() + line + look.px(4) + k // count * block + k % count * pitch
            row = QRectF(left.left(), top, left.width(), pitch)
            above = row.center().y() - self.height / 2
            self.rows.append(row)
            self.strips.append(QRectF(left.left() + numbers, above, wide, self.height))
        end = self.rows[count - 1].bottom()
        self.next_head = QRectF(left.left(), end + look.px(6), left.width(), line)
        last = self.rows[-1].bottom() if self.both else end
        self.foot = QRectF(left.left() + numbers, last + look.px(3), left.width(), line)

    def at(self, point: QPointF) -> int:
        """The number of the sequence at a point, from 1; 0 for none."""
        rows = self.rows[: self.count]
        return next((k for k, row in enumerate(rows, 1) if row.contains(point)), 0)


class GeneticDrawing:
    """Paints one step into a layout."""

    def __init__(self, painter: QPainter, layout: GeneticLayout, shown: GeneticShown) -> None:
        self.painter, self.layout, self.shown = painter, layout, shown
        self.look, self.line = theme.current(), text_line(theme.TABLE, 4)
        found = [i.fitness for g in shown.lesson.generations for i in g.individuals]
        self.low, self.high = min(found), max(max(found), shown.lesson.most)

    def paint(self) -> None:
        """Everything."""
        number = self.shown.step.round
        put(self.painter, self.layout.head, f"Generation {number}", theme.TABLE, bold=True)
        words = self.layout.head.adjusted(0, 0, -4, 0)
        put(self.painter, words, "fitness", theme.TABLE, "ink2", right=True)
        for one in self.shown.individuals:
            self._row(one)
        if self.layout.both and self.shown.following:
            self._following(number)
        self._legend()
        below = self._board()
        if self.shown.parents:
            self._family(below)
        if self.shown.step.part == BEST:
            self._ideal(below)

    # -- the population ----------------------------------------------------------------------------

    def _row(self, one: Individual) -> None:
        row, strip = self.layout.rows[one.number - 1], self.layout.strips[one.number - 1]
        chosen = one is self.shown.chosen
        if chosen:
            self.painter.fillRect(row.adjusted(-4, 1, 0, -1), self.look.colour("mark"))
        self.painter.setOpacity(PALE if self.shown.is_pale(one) and not chosen else 1.0)
        put(self.painter, row, str(one.number), theme.TABLE, bold=chosen)
        paint_strip(self.painter, strip, one, bold=chosen)
        self._fitness(row, strip, one, chosen)
        self.painter.setOpacity(1.0)
        self._draws(strip, one)

    def _following(self, number: int) -> None:
        """The sequences of the next generation that are there already."""
        words = f"Generation {number + 1} so far"
        put(self.painter, self.layout.next_head, words, theme.TABLE, bold=True)
        for one in self.shown.following:
            k = self.layout.count + one.number - 1
            row, strip = self.layout.rows[k], self.layout.strips[k]
            chosen = one is self.shown.child
            put(self.painter, row, str(one.number), theme.TABLE, bold=chosen)
            paint_strip(self.painter, strip, one, bold=chosen)
            left = strip.right() + self.look.px(22)
            room = QRectF(left, row.top(), row.right() - left, row.height())
            put(self.painter, room, one.source, theme.TABLE, "ink2")

    def _fitness(self, row: QRectF, strip: QRectF, one: Individual, bold: bool) -> None:
        """The fitness as a bar, and as a number at the end of the row."""
        room = self.look.px(FITNESS)
        left = strip.right() + self.look.px(22)
        wide = max(0.0, row.right() - room - left)
        share = (one.fitness - self.low) / max(1e-12, self.high - self.low)
        bar = QRectF(left, strip.center().y() - self.look.px(4), wide, self.look.px(8))
        if wide > self.look.px(12):
            self.painter.fillRect(bar, self.look.colour("track"))
            bar.setWidth(wide * share)
            self.painter.fillRect(bar, self.look.colour("ink2"))
        put(
            self.painter,
            row.adjusted(0, 0, -4, 0),
            thousandths(one.fitness),
            theme.TABLE,
            right=True,
            bold=bold,
        )

    def _draws(self, strip: QRectF, one: Individual) -> None:
        """Dots at those that were drawn: for the mother above, for the father below."""
        kept = self.shown.step.part == KEEP and not self.shown.is_pale(one)
        x, y, r = strip.right() + self.look.px(10), strip.center().y(), self.look.px(DOT)
        drawn = zip(self.shown.drawn, ("hue0", "hue2"), (-1, 1), strict=True)
        self.painter.setPen(Qt.PenStyle.NoPen)
        for numbers, role, side in drawn:
            if one.number in numbers:
                self.painter.setBrush(self.look.colour(role))
                self.painter.drawEllipse(QPointF(x, y + side * (r + 1)), r, r)
        if kept:
            self.painter.setBrush(self.look.colour("ok"))
            self.painter.drawEllipse(QPointF(x, y), r, r)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)

    def _legend(self) -> None:
        foot, side = self.layout.foot, self.look.px(16)
        x = foot.left()
        for role, words in zip(("hue0", "hue2", "mark_edge"), LEGEND, strict=True):
            wide = text_width(words, theme.TABLE)
            if x + side + wide > self.layout.head.right():
                return
            y = foot.center().y() - self.look.px(2)
            self.painter.fillRect(QRectF(x, y, side - 4, self.look.px(4)), self.look.colour(role))
            box = QRectF(x + side, foot.top(), wide + 2, foot.height())
            put(self.painter, box, words, theme.TABLE, "ink2")
            x = box.right() + self.look.px(14)

    # -- the board and the family ------------------------------------------------------------------

    def _board(self) -> float:
        """The plan of the chosen sequence in the maze; returns where it ends."""
        one, right = self.shown.chosen, self.layout.right
        put(self.painter, QRectF(right.topLeft(), self.layout.head.size()), self._title(one),
            theme.TABLE, bold=True)  # fmt: skip
        maze = self.shown.lesson.maze
        share = 0.5 if self.shown.parents or self.shown.step.part == BEST else 1.0
        room = QRectF(right.left(), right.top() + self.line, right.width(), 0)
        scene = with_ways(maze, [Way(one.plan, bold=True)], one.plan)
        tall = right.width() * scene.height / scene.width
        room.setHeight(min(tall, share * (right.height() - self.line)))
        return float(paint_maze(self.painter, room, scene).bottom())

    def _title(self, one: Individual) -> str:
        if self.shown.step.part == BEST:
            return f"The best plan: {thousandths(one.fitness)}"
        if one is self.shown.child:
            return f"Child {one.number}: not yet evaluated"
        return f"Sequence {one.number}: {thousandths(one.fitness)}"

    def _ideal(self, top: float) -> None:
        """The best plan there is, where it was not found."""
        lesson, right = self.shown.lesson, self.layout.right
        if lesson.best.best.fitness == lesson.most:
            return
        y = top + self.look.px(12)
        words = f"The best there is: {thousandths(lesson.most)}"
        head = QRectF(right.left(), y, right.width(), self.line)
        put(self.painter, head, words, theme.TABLE, bold=True)
        scene = with_ways(lesson.maze, [Way(lesson.ideal, bold=True)], lesson.ideal)
        room = QRectF(right.left(), y + self.line, right.width(), 0)
        tall = right.width() * scene.height / scene.width
        room.setHeight(max(1.0, min(tall, right.bottom() - room.top())))
        paint_maze(self.painter, room, scene)

    def _family(self, top: float) -> None:
        """Mother, father and child below one another, with the cut."""
        shown, right = self.shown, self.layout.right
        names = text_width(NAMES, theme.TABLE) + self.look.px(6)
        turns = shown.lesson.question.turns
        wide = turns * cell_width(right.width() - names, turns)
        high, y = self.layout.height, top + self.look.px(14)
        rows = [(f"{who} {one.number}", one, True) for who, one in shown.parents]
        if shown.child is not None:
            rows.append((f"child {shown.child.number}", shown.child, False))
        high = min(high, (right.bottom() - y) / len(rows) - self.look.px(6))
        for k, (name, one, plain) in enumerate(rows):
            box = QRectF(right.left() + names, y + k * (high + self.look.px(8)), wide, high)
            label = QRectF(right.left(), box.top(), names, high)
            put(self.painter, label, name, theme.TABLE, bold=not plain)
            paint_strip(self.painter, box, one, bold=not plain, plain=plain)
        self._scissors(QRectF(right.left() + names, y, wide, len(rows) * (high + self.look.px(8))))

    def _scissors(self, box: QRectF) -> None:
        """The cut of a crossover at one turn."""
        bred, question = self.shown.bred, self.shown.lesson.question
        if bred is None or self.shown.step.part != BREED or not bred.crossed:
            return
        if question.mixing == "one_point" and bred.cut:
            box.setHeight(box.height() - self.look.px(8))
            paint_cut(self.painter, box, question.turns, bred.cut)


class GeneticView(PlanPicture[GeneticShown]):
    """Shows one step, or a sentence instead; `picked` carries the number of a clicked sequence."""

    def __init__(self) -> None:
        super().__init__()
        self.begin("Population", 420)

    def lines(self) -> list[str]:
        return [] if self.shown is None else list(self.shown.lines)

    # -- what people do ----------------------------------------------------------------------------

    def _layout(self, shown: GeneticShown) -> GeneticLayout:
        look = theme.current()
        room = QRectF(self.rect()).adjusted(look.px(16), look.px(8), -look.px(14), -look.px(8))
        return GeneticLayout(shown, room)

    def _sequence_at(self, at: QPointF) -> int:
        if self.shown is None or self.stale:
            return 0
        return self._layout(self.shown).at(at)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._sequence_at(event.position())
        if number and event.button() == Qt.MouseButton.LeftButton:
            self.picked.emit(number)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            number, shown = self._sequence_at(QPointF(event.pos())), self.shown
            words = shown.words(shown.individuals[number - 1]) if shown and number else ""
            show_tip(event.globalPos(), words, self)
            return True
        return super().event(event)

    # -- painting ----------------------------------------------------------------------------------

    def paint_step(self, painter: QPainter, shown: GeneticShown) -> None:
        GeneticDrawing(painter, self._layout(shown), shown).paint()
